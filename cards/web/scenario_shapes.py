"""What the schema of scenarios says of a field: which widget it needs, its title, its words, and the kinds of a row."""

from django.utils.text import capfirst

from cards.localization import data_language
from cards.shape import JsonObject
from cards.web.text import bilingual_plain

Shape = JsonObject


class Absent:
    """What a key has that is not there."""


ABSENT = Absent()
_BY_TYPE = {
    ("string",): "text",
    ("integer",): "number",
    ("boolean",): "boolean",
    ("integer", "null"): "nullable",
    ("integer", "string"): "label",
}


def resolved(shape: Shape, shapes: JsonObject) -> Shape:
    """Return a shape with its reference followed."""
    while "$ref" in shape:
        shape = shapes[shape["$ref"].rpartition("/")[2]]
    return shape


def kinds_of(shape: Shape) -> dict[str, Shape]:
    """Return the kinds of an object that is known by a key, by that key."""
    kinds: dict[str, Shape] = {}
    while key := next(iter(shape.get("if", {}).get("required", ())), None):
        kinds[key] = shape["then"]
        shape = shape["else"]
    return kinds


def widget_of(shape: Shape, shapes: JsonObject) -> str:
    """Return the widget that a shape needs; `raw` is JSON."""
    types = _types(shape)
    if kinds_of(shape):
        return "kinds"
    if "prefixItems" in shape:
        return "row"
    if "properties" in shape:
        return "record"
    if "array" in types:
        return _of_items(shape, shapes) if len(types) == 1 else "raw"
    if options_of(shape):
        return "select"
    return _BY_TYPE.get(types, "raw")


def _of_items(shape: Shape, shapes: JsonObject) -> str:
    items = resolved(shape.get("items", {}), shapes)
    if kinds_of(items) or "properties" in items:
        return "list"
    return "words" if set(_types(items)) <= {"integer", "string"} and _types(items) else "raw"


def _types(shape: Shape) -> tuple[str, ...]:
    types = shape.get("type", ())
    return (types,) if isinstance(types, str) else tuple(sorted(types))


def options_of(shape: Shape) -> list[tuple[str, str]]:
    """Return the words that a field may have, each with its title in the language of the page."""
    if "titles" in shape:
        return list(shape["titles"].items())
    titles = shape.get("x-ui", {}).get("options", {})
    if "enum" in shape:
        return [
            (str(word), capfirst(bilingual_plain(titles[word])) if word in titles else str(word))
            for word in shape["enum"]
        ]
    branch = shape.get("then", {}).get("enum")
    if branch and _types(shape) == ("integer", "string"):
        bounds = shape["else"]
        seats = range(bounds["minimum"], bounds["maximum"] + 1)
        return [*((str(seat), str(seat)) for seat in seats), *((word, word) for word in branch)]
    return []


def title_of(shape: Shape, key: str) -> str:
    """Return the title of a field in the language of the page."""
    if data_language() == "zh":
        return str(shape.get("x-i18n", {}).get("zh", {}).get("title", key))
    return str(shape.get("title", key))
