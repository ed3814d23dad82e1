"""The provenance of a preview: what it takes to repeat it, and the parts of its error."""

from collections.abc import Sequence

from cards.localization import localize
from cards.models import Preview
from cards.shape import JsonObject
from cards.web.text import grouped

HASH_LENGTH = 12  # characters of a hash
BESIDE_LISTED = 40  # cards
PERCENT = 100  # ten-thousandths


def made_of(preview: Preview) -> list[tuple[str, str]]:
    """Return names and values, the plan first."""
    result = preview.result or {}
    hashes = result.get("cardHashes") or {}
    facts = [
        (localize("Plan", "计划"), _plan(preview, result.get("plan") or {})),
        (localize("Error rate", "误差率"), _error(result.get("plan") or {})),
        (localize("Seed", "种子"), _seed(preview, result)),
        (localize("Engine", "引擎"), preview.engine_hash[:HASH_LENGTH]),
        (localize("Card", "卡牌"), _short(hashes.get("candidate") or preview.candidate_sha256)),
        (localize("Against", "对照"), _short(hashes.get("baseline") or preview.baseline_sha256)),
        (
            localize("Related cards", "相关卡牌"),
            beside_in_words(preview.plan.get("beside") or (), preview.plan.get("release")),
        ),
        (localize("Bots", "机器人"), bots_in_words(preview)),
        (localize("Took", "用时"), _time(preview)),
    ]
    return [(name, value) for name, value in facts if value]


def beside_in_words(marks: Sequence[JsonObject], release: str | None) -> str:
    """Return in which form the cards that a card names were taken, and where the others come from."""
    words = [
        localize("{card}, draft r{number}", "{card}（草稿 r{number}）", card=mark["card"], number=mark["revision"])
        if mark["version"] is None
        else localize("{card}, v{number}", "{card}（版本 v{number}）", card=mark["card"], number=mark["version"])
        for mark in marks[:BESIDE_LISTED]
    ]
    if len(marks) > BESIDE_LISTED:
        words.append(localize("{count} more", "另有 {count} 张", count=grouped(len(marks) - BESIDE_LISTED)))
    if release:
        words.append(localize("the others as in release {version}", "其余取自版本 {version}", version=release))
    return " · ".join(words)


def preset_in_words(preview: Preview) -> str:
    """Return what the reader's language calls the precision that a preview was asked for."""
    words = {
        "smoke": localize("smoke", "试运行"),
        "quick": localize("quick", "快速"),
        "standard": localize("standard", "标准"),
        "deep": localize("deep", "深入"),
    }
    preset = str(preview.plan.get("preset", ""))
    return words.get(preset, preset)


def bots_in_words(preview: Preview) -> str:
    """Return what the reader's language calls the bots that play."""
    words = {"greedy": localize("greedy", "贪心"), "random": localize("random", "随机")}
    return localize(", ", "，").join(words.get(bot, bot) for bot in map(str, preview.plan.get("bots") or ()))


def _plan(preview: Preview, plan: JsonObject) -> str:
    words = [preset_in_words(preview)]
    if plan.get("pilot"):
        words.append(localize("pilot {blocks} blocks", "试验阶段 {blocks} 组", blocks=grouped(plan["pilot"])))
    if plan.get("planned"):
        words.append(localize("planned end {blocks}", "计划终点 {blocks}", blocks=grouped(plan["planned"])))
    if plan.get("looks"):
        words.append(localize("{count} updates", "{count} 次更新", count=len(plan["looks"])))
    return " · ".join(words)


def _error(plan: JsonObject) -> str:
    """Return how the error is spent. Units of the plan: ten-thousandths."""
    alpha = plan.get("alpha") or {}
    if not alpha.get("total") or plan.get("mode") == "smoke":
        return ""
    share = {name: f"{alpha.get(name, 0) / PERCENT:g}%" for name in ("total", "pilot", "early", "final")}
    return localize(
        "{total} in all: {pilot} before the pilot's end, {early} at the updates, {final} at the end",
        "总计 {total}：试验阶段 {pilot}，各次更新 {early}，终点 {final}",
        **share,
    )


def _seed(preview: Preview, result: JsonObject) -> str:
    blocks = (result.get("n") or {}).get("blocks")
    if not blocks:
        return f"{preview.seed}"
    return localize("{seed}, {blocks} blocks", "{seed}，{blocks} 组", seed=preview.seed, blocks=grouped(blocks))


def _short(digest: str | None) -> str:
    return (digest or "")[:HASH_LENGTH]


def _time(preview: Preview) -> str:
    if preview.started_at is None:
        return ""
    waiting = round((preview.started_at - preview.queued_at).total_seconds())
    if preview.finished_at is None:
        return localize("waited {waited} s", "等待 {waited} 秒", waited=waiting)
    ran = round((preview.finished_at - preview.started_at).total_seconds())
    return localize("waited {waited} s, ran {ran} s", "等待 {waited} 秒，运行 {ran} 秒", waited=waiting, ran=ran)
