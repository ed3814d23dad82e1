"""Packs that commands take only where they are valid."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from engine import api
from engine.cardset import CardSet
from engine.commands.shell import Unusable
from engine.errors import BadCard
from engine.ruleset import Ruleset


def valid_pack(path: Path, ruleset: str | None, neighbours: Sequence[str] = ()) -> tuple[CardSet, Ruleset]:
    """Return the pack of a file or folder, whose cards may name some cards beside it, and its game.

    Errors: Unusable where the cards may be of several games; BadCard with all errors, when there is one.
    """
    try:
        pack = api.load(path, ruleset, neighbours=neighbours)
    except LookupError as several:
        raise Unusable(
            f"this card may be of several games; say --ruleset, one of {several}",
            f"此卡牌可能属于多个游戏规则；请用 --ruleset 指定其一：{several}",
        ) from several
    if not pack.ok or pack.ruleset is None:
        raise BadCard(problem for problem in pack.problems if problem.severity == "error")
    return pack, pack.ruleset
