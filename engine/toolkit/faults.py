"""Collects the faults of a game that is built, each at its author's line, to report all of them at once."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from engine.language.diagnostics.suggestions import hint, nearest
from engine.language.spec import LocalizedText
from engine.ruleset.faults import BadGame, Misdeclared, Place, faults_of

if TYPE_CHECKING:
    from engine.toolkit.builder import RulesetBuilder
    from engine.toolkit.rulebook import Kind

PACKAGE = str(Path(__file__).parent)


class Faults:
    """The faults of a game."""

    def __init__(self) -> None:
        self._rows: list[Misdeclared] = []

    def refuse(self, place: Place, en: str, zh: str) -> None:
        """Note a fault of what is declared at a line."""
        self._rows.append(Misdeclared(en, zh, place=place))

    def extend(self, rows: Iterable[Misdeclared]) -> None:
        """Note faults that the checks of all games found."""
        self._rows.extend(rows)

    def check(self, name: str, folder: Path) -> None:
        """Raise BadGame if anything is wrong."""
        if self._rows:
            faults = faults_of(name, folder, self._rows)
            raise BadGame(sorted(faults, key=lambda fault: (fault.file, fault.line)))


def lacks(game: RulesetBuilder, part: str, kind: Kind, part_of_kind: Literal["plays_to", "life"]) -> bool:
    """Note a fault where a part of the library needs what a kind of card does not declare, and return whether it does."""
    if getattr(kind, part_of_kind):
        return False
    en, zh = kind.noun[0], kind.noun[2]
    game.faults.refuse(
        author(),
        f"{part}: the kind {en} has no `{part_of_kind}`, which it needs",
        f"{part}：种类{zh}缺少所需的 `{part_of_kind}`",
    )
    return True


def lacks_life(game: RulesetBuilder, part: str) -> bool:
    """Note a fault where a part of the library needs lives, and neither seats nor kinds of card have any; return whether it does."""
    if game.book.life or any(kind.life for kind in game.book.kinds.values()):
        return False
    game.faults.refuse(
        author(),
        f"{part}: neither seats nor a kind of card declared above has a `life`, which it needs",
        f"{part}：座位与此前声明的种类均无所需的 `life`",
    )
    return True


def no_such(name: str, en: str, zh: str, names: Iterable[str]) -> LocalizedText:
    """Return that there is none of a name, with the nearest, and which there are."""
    known_names = sorted(names)
    near = hint(nearest(name, known_names))
    return LocalizedText(
        f"there is no {en} {name}{near.en}; known are {', '.join(known_names) or 'none'}",
        f"没有名为 {name} 的{zh}{near.zh}；现有：{'、'.join(known_names) or '无'}",
    )


def place_of(function: Any) -> Place:
    """Return the line where a function begins."""
    code = function.__code__
    return Place(Path(code.co_filename), code.co_firstlineno)


def author() -> Place:
    """Return the line of the author's file that calls into the toolkit now."""
    frame = sys._getframe(1)
    while frame.f_back is not None and frame.f_code.co_filename.startswith(PACKAGE):
        frame = frame.f_back
    return Place(Path(frame.f_code.co_filename), frame.f_lineno)
