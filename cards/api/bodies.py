"""The bodies of requests: which fields there are and what each may hold; an unknown one is refused, never ignored."""

from collections.abc import Callable, Mapping
from typing import Any

from rest_framework.request import Request

from cards.errors import InvalidFields
from cards.json_patch import escape
from cards.models.fields import LANGUAGES
from cards.single_line import line_fault

Check = Callable[[Any, str], Any]


def fields_of(request: Request, mandatory: Mapping[str, Check], optional: Mapping[str, Check] | None = None) -> Any:
    """Return the fields of a body, checked; an optional one that was not sent is not there.

    Errors: InvalidFields with the pointer of every field that is not right.
    """
    body, checks = request.data, {**mandatory, **(optional or {})}
    if not isinstance(body, dict):
        names = ", ".join(checks) or "—"
        raise InvalidFields.of("", f"Expected an object with the keys {names}.", f"应为对象，键为 {names}。")
    errors: list[Mapping[str, Any]] = []
    for key in body.keys() - checks.keys():
        names = ", ".join(checks) or "—"
        errors += InvalidFields.of(
            f"/{escape(key)}", f"Unknown; there are {names}.", f"未知字段；可用的有 {names}。"
        ).errors
    for key in mandatory.keys() - body.keys():
        errors += InvalidFields.of(f"/{key}", "This field is required.", "缺少此项。").errors
    values = {}
    for key in sorted(body.keys() & checks.keys()):
        try:
            values[key] = checks[key](body[key], f"/{key}")
        except InvalidFields as refusal:
            errors += refusal.errors
    if errors:
        raise InvalidFields(errors=sorted(errors, key=lambda error: str(error["pointer"])))
    return values


def text(value: Any, pointer: str) -> str:
    """Return a text."""
    if not isinstance(value, str):
        raise InvalidFields.of(pointer, "This must be a text.", "这里应为文本。")
    return value


def line(value: Any, pointer: str) -> str:
    """Return a text of one line."""
    if fault := line_fault(text(value, pointer)):
        raise InvalidFields(errors=[{"pointer": pointer, "detail": fault}])
    return text(value, pointer)


def flag(value: Any, pointer: str) -> bool:
    """Return true or false."""
    if not isinstance(value, bool):
        raise InvalidFields.of(pointer, "This must be true or false.", "这里应为 true 或 false。")
    return value


def whole(value: Any, pointer: str) -> int:
    """Return a whole number within what a column holds."""
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 1 << 31:
        raise InvalidFields.of(pointer, "This must be a whole number from 0.", "这里应为非负整数。")
    return value


def seed(value: Any, pointer: str) -> int:
    """Return a whole number that every reader of JSON keeps."""
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 1 << 53:
        raise InvalidFields.of(
            pointer, "This must be a whole number from 0 to 2^53 − 1.", "这里应为 0 到 2^53 − 1 的整数。"
        )
    return value


def words(value: Any, pointer: str) -> list[str]:
    """Return a list of texts of one line each."""
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise InvalidFields.of(pointer, "This must be a list of texts.", "这里应为文本列表。")
    return [line(each, f"{pointer}/{place}") for place, each in enumerate(value)]


def bilingual(value: Any, pointer: str) -> dict[str, str]:
    """Return one text per language."""
    if not isinstance(value, dict):
        raise InvalidFields.of(pointer, "This must be an object with en and zh.", "这里应为含有 en 和 zh 的对象。")
    for language, words in value.items():
        if language not in LANGUAGES:
            raise InvalidFields.of(f"{pointer}/{escape(language)}", "One of en, zh.", "应为 en 或 zh。")
        text(words, f"{pointer}/{language}")
    return value


def any_value(value: Any, pointer: str) -> Any:
    """Return the value as it is: a service checks it."""
    return value
