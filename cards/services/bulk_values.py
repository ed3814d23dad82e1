"""What is typed into a cell of the grid, or is in a cell of a CSV file, as a value of a card."""

import re
from dataclasses import dataclass
from typing import Any

from cards.gateway.editing import REMOVED
from cards.gateway.fields import Field
from cards.refusals import Text, text

_INTEGER = re.compile(r"([-+]?[0-9]{1,16})(?:\.0{1,16})?")
"""A whole number, also as a spreadsheet writes one among fractions."""
_SPLIT = re.compile(r"[,，、;；\n]")
_TRUE, _FALSE = {"true", "yes", "1", "是", "真"}, {"false", "no", "0", "否", "假"}
_FULL_WIDTH = str.maketrans("０１２３４５６７８９－", "0123456789-")


@dataclass(frozen=True)
class BadCell(Exception):
    """A cell whose text is no value of its field; `detail` says what is wanted, in both languages."""

    detail: Text


def cell_text(value: Any) -> str:
    """Return a value as a cell shows it; empty where there is none."""
    if value is REMOVED or value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return ", ".join(str(item) for item in value)
    return str(value)


def is_plain(value: Any) -> bool:
    """Return whether a cell can show and change a value."""
    if isinstance(value, list):
        return all(isinstance(item, str) and not _SPLIT.search(item) for item in value)
    return value is REMOVED or isinstance(value, str | int)


def parsed(field: Field, cell_text: str) -> Any:
    """Return the value that a cell's text stands for; an empty cell takes an optional field away.

    Errors: BadCell with what the field wants.
    """
    words = cell_text.strip()
    if not words and (field.kind != "string" or field.options or field.rule.get("minLength", 0) > 0):
        return _removed_value(field)
    if field.kind == "boolean":
        return _boolean(words)
    if field.kind == "list":
        return [_word(field, item.strip()) for item in _SPLIT.split(words) if item.strip()]
    if field.kind == "integer":
        return _integer(field, words)
    return _string(field, cell_text)


def _removed_value(field: Field) -> Any:
    if field.is_required:
        raise BadCell(text("This field is required.", "此字段必填。"))
    return REMOVED


def _boolean(cell_text: str) -> bool:
    if cell_text.lower() not in _TRUE | _FALSE:
        raise BadCell(text("Wanted true or false.", "应为 true 或 false。"))
    return cell_text.lower() in _TRUE


def _integer(field: Field, cell_text: str) -> Any:
    digits = cell_text.translate(_FULL_WIDTH)
    whole = _INTEGER.fullmatch(digits)
    if whole is None:
        if pattern := field.rule.get("then", {}).get("pattern"):
            return _pattern(cell_text, pattern, field)
        raise BadCell(text(f"“{cell_text}” is not a whole number.", f"“{cell_text}”不是整数。"))
    number = int(whole[1])
    minimum, maximum = field.rule.get("minimum"), field.rule.get("maximum")
    if (minimum is not None and number < minimum) or (maximum is not None and number > maximum):
        raise BadCell(text(f"Wanted {minimum} to {maximum}.", f"应在 {minimum} 到 {maximum} 之间。"))
    return number


def _string(field: Field, cell_text: str) -> str:
    if field.options:
        return _option(field, cell_text.strip())
    max_length = field.rule.get("maxLength")
    if max_length is not None and len(cell_text) > max_length:
        raise BadCell(text(f"At most {max_length} characters.", f"最多 {max_length} 个字符。"))
    return _pattern(cell_text, field.rule.get("pattern", ""), field)


def _option(field: Field, cell_text: str) -> str:
    """Return the word of a fixed set, also where its name in either language is typed."""
    if cell_text in field.options:
        return cell_text
    for word, names in field.options.items():
        if cell_text.lower() in {name.lower() for name in names.values()}:
            return word
    wanted = ", ".join(field.options)
    raise BadCell(text(f"“{cell_text}” is none of {wanted}.", f"“{cell_text}”不是 {wanted} 之一。"))


def _word(field: Field, cell_text: str) -> str:
    if field.options:
        return _option(field, cell_text)
    items = field.rule.get("items", {})
    return _pattern(cell_text, items.get("pattern", ""), field)


def _pattern(cell_text: str, pattern: str, field: Field) -> str:
    if pattern and not re.search(pattern, cell_text):
        raise BadCell(
            text(
                f"“{cell_text}” is not written as {field.title['en']} must be.",
                f"“{cell_text}”不符合{field.title['zh']}的写法。",
            )
        )
    return cell_text
