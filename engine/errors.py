"""What can go wrong, in three families by who must act: our bug, the author's card, the player's action."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

Severity = Literal["error", "warning"]
Layer = Literal["structure", "semantics", "references"]
Text = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Problem:
    """One problem of a card or a deck, described so that its author can fix it.

    Shapes: message has the keys `en` and `zh`; path is an RFC 6901 pointer from the root of the author's file;
            fix is a JSON Patch; card is the id of the card that is meant, deck that of the deck that names it.
    Units:  line and column count from 1; 0 means unknown.
    """

    code: str
    message: Text
    path: str = ""
    severity: Severity = "error"
    layer: Layer = "structure"
    file: str = "card.json"
    card: str = ""
    line: int = 0
    column: int = 0
    found: Any = None
    wanted: Any = None
    nearest: str | None = None
    fix: tuple[Mapping[str, Any], ...] | None = None
    slug: str | None = field(default=None, compare=False)
    deck: str = ""

    def at(self, line: int, column: int) -> Problem:
        """Return the same problem with its place in the author's text."""
        return replace(self, line=line, column=column)

    def to_json(self) -> dict[str, Any]:
        """Return the public form; optional keys are there only when they say something."""
        out: dict[str, Any] = {
            "code": self.code,
            "severity": self.severity,
            "layer": self.layer,
            "file": self.file,
            "card": self.card,
            "path": self.path,
            "line": self.line,
            "column": self.column,
            "message": dict(self.message),
        }
        for key in ("found", "wanted", "nearest"):
            if getattr(self, key) is not None:
                out[key] = getattr(self, key)
        if self.deck:
            out["deck"] = self.deck
        if self.fix is not None:
            out["fix"] = [dict(step) for step in self.fix]
        return out


Problems = Iterator[Problem]


def has_error(problems: Iterable[Problem]) -> bool:
    """Return whether there is an error among the problems."""
    return any(problem.severity == "error" for problem in problems)


class EngineBug(Exception):
    """Something that cannot happen did: a defect of the engine, never the author's or the player's fault."""


class BadCard(Exception):
    """A document cannot be used; carries every problem found, not only the first."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(f"{p.code} {p.path}: {p.message['en']}" for p in self.problems[:5]))


class IllegalAction(Exception):
    """A player asked for what is not offered; the state is untouched.

    Shapes: code is stable and short (`not-offered`, `no-decision`, `wrong-count`).
    """

    def __init__(self, code: str, detail: str) -> None:
        self.code = code
        super().__init__(f"{code}: {detail}")


class ChanceRefusal(IllegalAction):
    """The chance that a match was given does not fit what is drawn.

    Shapes: code is `chance-ended` where the stream has no value left, `chance-range` where `value` is not from 0 to below `bound`, and
            `chance-order` where it does not order that many cards; value and bound are nothing and 0 where the stream ended.
    """

    def __init__(self, code: str, stream: str, value: object = None, bound: int = 0) -> None:
        self.stream, self.value, self.bound = stream, value, bound
        super().__init__(code, stream if value is None else f"{stream}: {value} of {bound}")
