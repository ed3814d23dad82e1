"""What an answer holds, written once: the same members give the JSON of a row and the component of the OpenAPI document."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from operator import attrgetter
from typing import Any

from cards.values import frozen_dataclass

MAX_PAGE = 200  # entries of one page of a list
Json = dict[str, Any]
JsonObject = Mapping[str, Any]  # one that is only read

TEXT: Json = {"type": "string"}
WHOLE: Json = {"type": "integer", "minimum": 0}
NUMBER: Json = {"type": "integer", "minimum": 1, "maximum": 999_999_999}
"""The number of a version, a preview and the like, which count from 1 within their card or pack."""
REAL: Json = {"type": "number"}
INTERVAL: Json = {"type": "array", "items": REAL, "minItems": 2, "maxItems": 2}
EMAIL: Json = {"type": "string", "format": "email"}
URL: Json = {"type": "string", "format": "uri-reference"}
POINTER: Json = {"type": "string", "format": "json-pointer"}
FLAG: Json = {"type": "boolean"}
TIME: Json = {"type": "string", "format": "date-time"}
DIGEST: Json = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
ANY: Json = {"type": "object", "additionalProperties": True}


def component(name: str) -> Json:
    """Return the reference to a component of the description."""
    return {"$ref": f"#/components/schemas/{name}"}


ENGINE_CARD = component("EngineCard")
PROBLEM = component("Problem")
OUTCOME = component("ScenarioOutcome")
PREVIEW_RESULT = component("PreviewResult")
TRACE = component("Trace")
WORTH_RESULT = component("WorthResult")
TUNE_RESULT = component("TuneResult")
COMPARE_RESULT = component("CompareResult")
LADDER_RESULT = component("LadderResult")
PAIRS_RESULT = component("PairsResult")
MANIFEST = component("Manifest")
"""Documents of the engine: its own schemas say what is in them (`cards.api.documents`)."""


def one_of(values: Iterable[str]) -> Json:
    """Return the schema of one of some words."""
    return {"type": "string", "enum": [str(value) for value in values]}


def text_like(pattern: str) -> Json:
    """Return the schema of a text that is a pattern from end to end."""
    return {"type": "string", "pattern": f"^(?:{pattern})$"}


def maybe(schema: Json) -> Json:
    """Return a schema that null satisfies too."""
    return {"anyOf": [schema, {"type": "null"}]}


def listing(item: Json, most: int | None = None) -> Json:
    """Return the schema of a list, with its greatest length where there is one."""
    return {"type": "array", "items": item, **({} if most is None else {"maxItems": most})}


def by_name(value: Json) -> Json:
    """Return the schema of an object with names that are data."""
    return {"type": "object", "additionalProperties": value}


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
    def schema(self) -> Json:
        """Return the schema of the answer; members of a part may be absent."""
        parts = [key for key, member in self.members.items() if member.part]
        return shape(parts, **{key: member.schema for key, member in self.members.items()})

    @property
    def ref(self) -> Json:
        """Return the reference to the component, by its name."""
        return component(self.name)

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


@frozen_dataclass
class Named:
    """A part of answers and requests that several of them hold: a component without a serializer of its own."""

    name: str
    schema: Json

    @property
    def ref(self) -> Json:
        """Return the reference to the component, by its name."""
        return component(self.name)


LANGUAGE_TEXT = Named("LocalizedText", shape(("en", "zh"), en=TEXT, zh=TEXT))
TWO_LANGUAGES = LANGUAGE_TEXT.ref
"""One text per language."""
CARD_TEXTS = Named("CardTexts", shape(("en", "zh"), en=by_name(TEXT), zh=by_name(TEXT)))
TEXTS_OF_CARD = CARD_TEXTS.ref
"""The texts of a card in the languages that its document is not written in: `name`, `description`, `notes`, `skills.attack.name`."""
