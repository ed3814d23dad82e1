"""What an answer holds, written once: the same members give the JSON of a row and the component of the OpenAPI document."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

Json = dict[str, Any]

TEXT: Json = {"type": "string"}
WHOLE: Json = {"type": "integer"}
FLAG: Json = {"type": "boolean"}
TIME: Json = {"type": "string", "format": "date-time"}
DIGEST: Json = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
BOTH: Json = {"type": "object", "additionalProperties": TEXT, "description": "One text per language, `en` and `zh`."}
ANY: Json = {"type": "object", "additionalProperties": True}


def maybe(schema: Json) -> Json:
    """Return a schema that null satisfies too."""
    return {"anyOf": [schema, {"type": "null"}]}


def listing(item: Json) -> Json:
    """Return the schema of a list."""
    return {"type": "array", "items": item}


def shape(optional: Sequence[str] = (), **keys: Json) -> Json:
    """Return the schema of an object with exactly these keys."""
    required = [name for name in keys if name not in optional]
    return {"type": "object", "properties": keys, "required": required, "additionalProperties": False}


def timestamp(at: datetime | None) -> str | None:
    """Return a time as RFC 3339 in UTC."""
    return at.astimezone(UTC).isoformat().replace("+00:00", "Z") if at else None


@dataclass(frozen=True, slots=True)
class Member:
    """One member of an answer: its schema, and how it is read from what the answer is about."""

    schema: Json
    read: Callable[[Any], Any]


class Shape:
    """An answer: its members in order, its component, and the JSON of one row."""

    def __init__(self, **members: Member) -> None:
        self.members = members

    @property
    def component(self) -> Json:
        """Return the schema of the answer."""
        return shape((), **{name: member.schema for name, member in self.members.items()})

    def __call__(self, row: Any) -> Json:
        """Return the answer about a row."""
        return {name: member.read(row) for name, member in self.members.items()}


PROBLEM: Json = {
    "type": "object",
    "description": "A problem of a card, as the engine reports it.",
    "additionalProperties": True,
}
