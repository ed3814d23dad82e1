"""What an answer holds, written once: the same members give the JSON of a row and the component of the OpenAPI document."""

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from operator import attrgetter
from typing import Any

from cards.values import frozen_dataclass

Json = dict[str, Any]
JsonObject = Mapping[str, Any]  # one that is only read

TEXT: Json = {"type": "string"}
WHOLE: Json = {"type": "integer"}
FLAG: Json = {"type": "boolean"}
TIME: Json = {"type": "string", "format": "date-time"}
DIGEST: Json = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
BOTH: Json = {"type": "object", "additionalProperties": TEXT, "description": "One text per language, `en` and `zh`."}
ANY: Json = {"type": "object", "additionalProperties": True}
ENGINE_CARD: Json = {"$ref": "#/components/schemas/EngineCard"}
"""A card's document: the engine's own schemas say what is in it; `meta.description` names them."""


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


Reader = str | Callable[[Any], Any]
"""The path of an attribute, such as `author.name`, or a function of what the answer is about."""


@frozen_dataclass
class Member:
    """One member of an answer: its schema, how it is read, and the part of the answer that it belongs to.

    Shapes: an empty reader reads the attribute of the member's own name; an empty part belongs to every answer.
    """

    schema: Json
    read: Reader = ""
    part: str = ""


class Shape:
    """What an answer holds: the component of the OpenAPI document, and the JSON of what the answer is about.

    Shapes: members are in the order of the JSON; a bare schema is a Member with that schema alone.
    """

    def __init__(self, name: str, /, **members: Json | Member) -> None:
        self.name = name
        self.members = {key: each if isinstance(each, Member) else Member(each) for key, each in members.items()}
        self._readers = {key: _reader(key, member.read) for key, member in self.members.items()}

    @property
    def component(self) -> Json:
        """Return the schema of the answer; members of a part may be absent."""
        parts = [key for key, member in self.members.items() if member.part]
        return shape(parts, **{key: member.schema for key, member in self.members.items()})

    @property
    def ref(self) -> Json:
        """Return the reference to the component, by its name."""
        return {"$ref": f"#/components/schemas/{self.name}"}

    def __call__(self, row: Any, *parts: str) -> Json:
        """Return the answer about a row or a mapping, with the members of these parts."""
        return {
            key: _as_json(self._readers[key](row))
            for key, member in self.members.items()
            if not member.part or member.part in parts
        }


def _reader(key: str, read: Reader) -> Callable[[Any], Any]:
    """Return the function that reads a member, of a mapping by its key."""
    if callable(read):
        return read
    name = read or key
    attribute = attrgetter(name)
    return lambda row: row[name] if isinstance(row, Mapping) else attribute(row)


def _as_json(value: Any) -> Any:
    """Return a value of a row as JSON has it: a time as a timestamp."""
    return timestamp(value) if isinstance(value, datetime) else value


PROBLEM: Json = {
    "type": "object",
    "description": "A problem of a card, as the engine reports it.",
    "additionalProperties": True,
}
