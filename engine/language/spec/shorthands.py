"""Shorthands: what a document may write shortly, and into what that expands in the core form (docs/adr/0050, docs/adr/0092).

A node or a record with `opens` is handed to that function as it is written; what comes back is of the core form, with places
where parts of what is written go. A shorthand that cannot be expanded is left as it is, for the checker to report.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.json_values import Json


@dataclass(frozen=True, slots=True)
class AuthorField:
    """The place of what is written in a field, or of one item of the list there."""

    key: str
    item: int | None = None


@dataclass(frozen=True, slots=True)
class ShorthandNode:
    """What the word in a field stands for: problems in it are reported at that field.

    Shapes: `record` is the record that it is, if what that gives is around what is in it.
    """

    key: str
    value: Any
    record: str = ""


@dataclass(frozen=True, slots=True)
class Around:
    """Where a shorthand is.

    Shapes: kind is the kind of card; moment is the name by which the innermost moment of the card is referred to, fields are its
            own and their types.
    """

    kind: str = ""
    moment: str = ""
    fields: Mapping[str, str] = field(default_factory=dict)

    def own(self, wanted: str) -> str | None:
        """Return a reference to the player or card of the moment; None where no moment has one."""
        return next((f"${self.moment}.{name}" for name, kind in self.fields.items() if kind == wanted), None)


Opens = Callable[[Json, Around], Any]
"""From a shorthand as it is written to what it stands for, None where it stands for itself."""
