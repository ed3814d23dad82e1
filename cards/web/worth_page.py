"""What each block of a card is worth, as its page shows it: a line for each block, what it says in short, the way from a blank card."""

from collections.abc import Iterator, Mapping, Sequence

from django.urls import reverse

from cards.csv_file import csv_text, number
from cards.localization import localize
from cards.models import Pack, Preview
from cards.shape import JsonObject
from cards.values import frozen_dataclass
from cards.web.experiment_page import Reading, played_facts
from cards.web.glyphs import Glyph, glyph, scale_for
from cards.web.places import place_of
from cards.web.text import bilingual_plain, grouped, signed
from cards.web.turned_matches import TurnedBlock, turned_blocks
from cards.web.worth_chart import Rise, Waterfall, waterfall

WIDTH, EXTENT = 240, 25.0
PERCENT = 100
TONES = {"adds": "up", "costs": "down", "small": "even"}
ICONS = {
    "adds": "arrow-up",
    "costs": "arrow-down",
    "small": "check",
    "unknown": "circle-dashed",
    "never": "ban",
}
LOOKS = {"condition": "cond", "trigger": "trigger", "modifier": "behavior", "keyword": "behavior"}
KIND_ICONS = {"condition": "git-branch", "trigger": "zap"}


@frozen_dataclass
class Line:
    """One block, or the whole card; `mean` is empty where there is no number, and `note` says why or what is meant."""

    name: str
    place: str
    url: str
    kind: str
    icon: str
    depth: int
    mean: str
    interval: str
    reading: Reading
    glyph: Glyph | None
    turned: tuple[str, ...]
    note: str


@frozen_dataclass
class WorthView:
    """Everything that the page of the worth of blocks shows.

    Shapes: `in_short` has a reading and the blocks that it is true of, each with number and interval; `steps` is the table beside the chart.
    """

    lines: tuple[Line, ...]
    in_short: tuple[tuple[Reading, str], ...]
    chart: Waterfall | None
    steps: tuple[tuple[str, str, str, str], ...]
    together: str
    holding: str
    margin: str
    facts: tuple[tuple[str, str], ...]
    turned: tuple[TurnedBlock, ...]


def worth_view(preview: Preview) -> WorthView:
    """Return what a preview of the worth of blocks found so far."""
    result = preview.result or {}
    rows = result.get("rows") or []
    margin = float(result.get("margin") or 0.0)
    whole = result.get("whole")
    numbers = [row["worth"] for row in (*rows, *([whole] if whole else [])) if row["worth"]]
    intervals = [(worth["low"], worth["high"]) for worth in numbers if worth["low"] is not None]
    scale = scale_for(intervals, WIDTH, margin=margin, extent=EXTENT)
    names = block_names(preview)

    def bar_of(worth: JsonObject | None) -> Glyph | None:
        if worth is None or worth["low"] is None:
            return None
        tone = TONES.get(worth["reading"], "unk")
        return glyph(scale, worth["mean"], worth["low"], worth["high"], tone=tone, margin=margin)

    lines = [_line(preview, row, names, bar_of(row["worth"])) for row in rows]
    if whole:
        lines.insert(0, _whole_line(whole, bar_of(whole["worth"])))
    rises = list(_rises(result, names))
    return WorthView(
        tuple(lines),
        tuple(_in_short(rows, names)),
        waterfall(rises) if result.get("status") == "finished" else None,
        tuple(_steps(result, names)),
        _together(result),
        _holding(result),
        f"{margin:g}",
        tuple(_facts(preview, result)),
        tuple(turned_blocks(preview, names)),
    )


def block_names(preview: Preview) -> dict[str, str]:
    """Return what the blocks of a result are called, by their places."""
    return {row["place"]: _name(preview.pack, preview.spec, row) for row in (preview.result or {}).get("rows") or []}


def _name(pack: Pack, spec: JsonObject, row: JsonObject) -> str:
    """Return what a block is called: its title, and the way to it where several have the same title."""
    title = bilingual_plain(row["title"])
    alike = [each for each in spec["rows"] if (each["kind"], each["type"]) == (row["kind"], row["type"])]
    if len(alike) == 1:
        return title
    words = place_of(pack.ruleset, spec["candidate"], row["place"]).words
    return f"{title} ({words})"


def _line(preview: Preview, row: JsonObject, names: Mapping[str, str], bar: Glyph | None) -> Line:
    card = preview.card.written_id if preview.card else ""
    url = reverse("cards:card-detail", args=[preview.pack, card]) + f"?node={row['place']}" if card else ""
    return Line(
        name=names[row["place"]],
        place=row["place"],
        url=url,
        kind=LOOKS.get(row["kind"], "effect"),
        icon=KIND_ICONS.get(row["kind"], "layers"),
        depth=min(int(row["depth"]) + 1, 6),
        mean=_mean(row["worth"]),
        interval=worth_interval(row["worth"]),
        reading=reading_of((row["worth"] or {}).get("reading")),
        glyph=bar,
        turned=_turned(row["turned"]),
        note=_note(row, names),
    )


def _whole_line(whole: JsonObject, bar: Glyph | None) -> Line:
    return Line(
        name=localize("The whole card", "整张卡牌"),
        place="",
        url="",
        kind="behavior",
        icon="step-forward",
        depth=0,
        mean=_mean(whole["worth"]),
        interval=worth_interval(whole["worth"]),
        reading=reading_of((whole["worth"] or {}).get("reading")),
        glyph=bar,
        turned=_turned(whole["turned"]),
        note=localize("against a blank one of the same cost", "对比费用相同的空白牌"),
    )


def reading_of(reading: str | None) -> Reading:
    """Return a reading in words, empty where there is none."""
    words = {
        "adds": localize("Adds", "有益"),
        "costs": localize("Costs", "有损"),
        "small": localize("Too small to matter", "影响可忽略"),
        "unknown": localize("Not known yet", "尚不确定"),
        "never": localize("Never mattered", "从未起作用"),
    }
    key = reading or ""
    return Reading(words.get(key, ""), TONES.get(key, "unk"), ICONS.get(key, "circle-dashed"))


def _mean(worth: JsonObject | None) -> str:
    return signed(worth["mean"]) if worth else ""


def worth_interval(worth: JsonObject | None) -> str:
    """Return the interval in print; one of a block that never mattered says instead that it is exactly 0."""
    if worth is None or worth["low"] is None:
        return ""
    if worth["reading"] == "never":
        return localize("exactly", "恰为零")
    return f"[ {signed(worth['low'])}, {signed(worth['high'])} ]"


def _turned(pairs: JsonObject | None) -> tuple[str, ...]:
    """Return how many pairs of matches a block turned."""
    if pairs is None:
        return ()
    if pairs["of"] and pairs["same"] == pairs["of"]:
        return (localize("every pair of matches ended the same", "每对对局的结局都相同"),)
    return (
        localize("{count} won by it", "{count} 对因它而胜", count=grouped(pairs["won"])),
        localize("{count} lost by it", "{count} 对因它而负", count=grouped(pairs["lost"])),
    )


def _note(row: JsonObject, names: Mapping[str, str]) -> str:
    """Return what the number of a block means, or why there is none."""
    problems = {
        "alone": localize("It cannot be left out by itself.", "它无法单独去掉。"),
        "many": localize("Not measured: the card has too many blocks.", "未测：此卡的块过多。"),
        "budget": localize(
            "No number: without it, matches exceed their budget.", "没有数字：去掉它后，对局超出运算限额。"
        ),
    }
    if row["problem"]:
        return problems[row["problem"]]
    if row["users"]:
        users = localize(", ", "、").join(names.get(user, user) for user in row["users"])
        return localize("together with what reads it: {users}", "连同读取它的部分：{users}", users=users)
    worth = row["worth"] or {}
    if worth.get("mostOften") is not None:
        share = f"{PERCENT * worth['mostOften']:.1f}%"
        return localize("it matters in {share} of pairs at most", "最多在 {share} 的对局对中起作用", share=share)
    if row["kind"] == "condition":
        return localize("worth of the gate: against one that always holds", "条件的价值：对比恒成立")
    return ""


def _in_short(rows: Sequence[JsonObject], names: Mapping[str, str]) -> Iterator[tuple[Reading, str]]:
    """Yield each reading that some blocks have, with these blocks, the largest first."""
    for key in ("adds", "costs", "small", "unknown", "never"):
        found = [row for row in rows if row["worth"] and row["worth"]["reading"] == key]
        found.sort(key=lambda row: -abs(row["worth"]["mean"]))
        words = [f"{names[row['place']]} {_mean(row['worth'])} {worth_interval(row['worth'])}" for row in found]
        if words:
            yield reading_of(key), localize(", ", "，").join(words)


def _outer(result: JsonObject) -> list[JsonObject]:
    """Return the outermost blocks that have a number, each variant once."""
    rows = [row for row in result.get("rows") or [] if row["isOuter"] and row["worth"]]
    return list({row["variant"]: row for row in rows}.values())


def _rises(result: JsonObject, names: Mapping[str, str]) -> Iterator[Rise]:
    """Yield the steps from a blank card over each outermost block alone, and what is left, to the whole card."""
    together, whole = result.get("together"), (result.get("whole") or {}).get("worth")
    if not together or not whole or whole["low"] is None:
        return
    level = 0.0
    yield Rise(localize("Blank card", "空白牌"), "0", 0.0, 0.0, "even")
    steps = [(names[row["place"]], row["worth"], TONES.get(row["worth"]["reading"], "unk")) for row in _outer(result)]
    for name, worth, tone in (*steps, (localize("Together", "合计差"), together, "rest")):
        end = level + worth["mean"]
        yield Rise(name, _mean(worth), level, end, tone, level + worth["low"], level + worth["high"])
        level = end
    yield Rise(localize("Whole card", "整张牌"), _mean(whole), 0.0, whole["mean"], "whole", whole["low"], whole["high"])


def _steps(result: JsonObject, names: Mapping[str, str]) -> Iterator[tuple[str, str, str, str]]:
    """Yield the same steps as a table: name, mean and ends of the interval."""
    together, whole = result.get("together"), (result.get("whole") or {}).get("worth")
    if not together or not whole or whole["low"] is None:
        return
    rows = [(names[row["place"]], row["worth"]) for row in _outer(result)]
    for name, worth in (*rows, (localize("Together", "合计差"), together), (localize("Whole card", "整张牌"), whole)):
        yield name, signed(worth["mean"]), signed(worth["low"]), signed(worth["high"])


def _together(result: JsonObject) -> str:
    """Return what is left of the whole when each outermost block is taken alone, in a sentence."""
    together = result.get("together")
    if not together or together["low"] is None:
        return ""
    head = f"{_mean(together)} {worth_interval(together)}"
    if together["high"] < 0:
        return localize(
            "{number} together: blocks claim the same wins when each is taken alone, and what is counted twice comes off here.",
            "合计差 {number}：单独计算时，几块争的是同样的胜局，重复计入的部分在此扣除。",
            number=head,
        )
    if together["low"] > 0:
        return localize(
            "{number} together: one block does the work of another that is left out.",
            "合计差 {number}：去掉一块时，另一块可以替代它。",
            number=head,
        )
    return localize(
        "{number} together: no interaction is known between the blocks.",
        "合计差 {number}：尚看不出各块之间的相互作用。",
        number=head,
    )


def _holding(result: JsonObject) -> str:
    """Return for what the intervals hold, or that there are none yet."""
    if result.get("stopReason") == "planned":
        return localize(
            "All {family} intervals of this page are simultaneous, 95%. A block within another counts in both rows, so rows do not add up.",
            "本页全部 {family} 个区间同时成立，95%。一块之内的块在两行中都计入，因此各行不能相加。",
            family=result["family"],
        )
    return localize(
        "Means so far. Intervals and verdicts come once, at the end: the plan is read then and not before.",
        "目前只有均值。区间与判断只在结束时给出一次。",
    )


def _facts(preview: Preview, result: JsonObject) -> Iterator[tuple[str, str]]:
    """Yield how the numbers were made."""
    cost = preview.spec["cost"]
    plan = localize(
        "{matches} matches, {blocks} blocks, about {seconds} s of processor",
        "{matches} 局，{blocks} 组，处理器约 {seconds} 秒",
        matches=grouped(cost["matches"]),
        blocks=grouped(preview.spec["blocks_max"]),
        seconds=grouped(cost["cpuSeconds"]),
    )
    yield localize("Planned", "计划"), plan
    yield from played_facts(preview, result.get("n") or {})
    yield (
        localize("Left out", "去掉的方式"),
        localize(
            "an effect is skipped, a condition holds, a trigger or modifier is not there; costs, numbers and copies stay",
            "效果略过，条件恒成立，触发器或修正不再存在；费用、数值和张数不变",
        ),
    )


def worth_csv(preview: Preview) -> str:
    """Return every block with its interval as CSV; a number without an interval is not the last word."""
    rows = (preview.result or {}).get("rows") or []
    head = ("place", "kind", "type", "mean", "low", "high", "reading", "won", "lost", "same", "of", "problem")
    lines = []
    for row in rows:
        worth, turned = row["worth"] or {}, row["turned"] or {}
        numbers = ("" if worth.get(key) is None else number(f"{worth[key]}") for key in ("mean", "low", "high"))
        counts = (f"{turned.get(key, '')}" for key in ("won", "lost", "same", "of"))
        reading = worth.get("reading") or ""
        lines.append((row["place"], row["kind"], row["type"], *numbers, reading, *counts, row["problem"] or ""))
    return csv_text([head, *lines])
