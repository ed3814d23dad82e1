"""The answer about an import as its pages say it, whether it was written in the request or by a job."""

from collections.abc import Mapping
from typing import Any

from cards.localization import localize
from cards.services.import_report import DEVELOPMENT


def writes_in(counts: Mapping[str, Any]) -> int:
    """Return how many things a press on the button writes: none in strict mode while something cannot be taken."""
    is_loose = counts.get("mode") == DEVELOPMENT or counts["left_out"]  # the answer of an older job has no mode
    if not counts["ok"] and not is_loose:
        return 0
    beside = sum(len(counts[part][kind]) for part in ("decks", "scenarios") for kind in ("new", "changed"))
    return (
        len(counts["new"]) + len(counts["changed"]) + len(set(counts["restored"]) & set(counts["unchanged"])) + beside
    )


def refused_in_words(counts: Mapping[str, Any]) -> str:
    """Return why nothing can be written of what a check found, empty where something can or where nothing is wrong."""
    errors = sum(problem["severity"] == "error" for problem in counts["problems"])
    if writes_in(counts) or not errors:
        return ""
    return localize(
        "Nothing can be imported: {n:error|errors}. Correct the file, or check it again so that cards with errors become drafts without a version.",
        "无法导入：有 {n} 个错误。请改正文件，或重新检查并选择将有错误的卡牌导入为没有版本的草稿。",
        n=errors,
    )


def imported_in_words(counts_of_parts: Mapping[str, Any]) -> str:
    """Return what an import wrote, in one sentence or two."""
    n = len(counts_of_parts["new"]) + len(counts_of_parts["changed"])
    sentences = [localize("{n:card is|cards are} imported.", "已导入 {n} 张卡牌。", n=n)]
    if counts_of_parts["drafts"]:
        n = len(counts_of_parts["drafts"])
        sentences.append(
            localize(
                "{n:has errors: a draft|have errors: drafts} without a version.",
                "其中 {n} 张有错误，仅为草稿，没有版本。",
                n=n,
            )
        )
    if counts_of_parts["left_out"]:
        n = len(counts_of_parts["left_out"])
        sentences.append(localize("{n:card was|cards were} left out.", "已略过 {n} 张卡牌。", n=n))
    counts = {
        part: len(counts_of_parts[part]["new"]) + len(counts_of_parts[part]["changed"])
        for part in ("decks", "scenarios")
    }
    if any(counts.values()):
        sentences.append(
            localize("Decks: {decks}. Scenarios: {scenarios}.", "牌组：{decks} 套。场景：{scenarios} 个。", **counts)
        )
    if counts_of_parts["not_taken"]:
        n = len(counts_of_parts["not_taken"])
        sentences.append(localize("{n:thing was|things were} not taken.", "有 {n} 项未导入。", n=n))
    return " ".join(sentences)
