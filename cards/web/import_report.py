"""The answer about an import as its pages say it, whether it was written in the request or by a job."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cards.localization import localize
from cards.services.import_report import DEVELOPMENT


def writes_in(done: Mapping[str, Any]) -> int:
    """Return how many things a press on the button writes: none in strict mode while something cannot be taken."""
    is_loose = done.get("mode") == DEVELOPMENT or done["left_out"]  # the answer of an older job has no mode
    if not done["ok"] and not is_loose:
        return 0
    beside = sum(len(done[part][kind]) for part in ("decks", "scenarios") for kind in ("new", "changed"))
    return len(done["new"]) + len(done["changed"]) + len(set(done["restored"]) & set(done["unchanged"])) + beside


def imported_in_words(done: Mapping[str, Any]) -> str:
    """Return what an import wrote, in one sentence or two."""
    n = len(done["new"]) + len(done["changed"])
    said = [localize("{n:card is|cards are} imported.", "已导入 {n} 张卡牌。", n=n)]
    if done["drafts"]:
        n = len(done["drafts"])
        said.append(
            localize(
                "{n:has errors: a draft|have errors: drafts} without a version.",
                "其中 {n} 张有错误，仅为草稿，没有版本。",
                n=n,
            )
        )
    if done["left_out"]:
        n = len(done["left_out"])
        said.append(localize("{n:card was|cards were} left out.", "已略过 {n} 张卡牌。", n=n))
    counts = {part: len(done[part]["new"]) + len(done[part]["changed"]) for part in ("decks", "scenarios")}
    if any(counts.values()):
        said.append(
            localize("Decks: {decks}. Scenarios: {scenarios}.", "牌组：{decks} 套。场景：{scenarios} 个。", **counts)
        )
    if done["not_taken"]:
        n = len(done["not_taken"])
        said.append(localize("{n:thing was|things were} not taken.", "有 {n} 项未导入。", n=n))
    return " ".join(said)
