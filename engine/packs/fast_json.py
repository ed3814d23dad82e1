"""Read strict JSON fast, and only when there is nothing to say about it.

Whatever looks unusual is left to the scanner, so this module decides nothing: it accepts what the scanner accepts,
with the same value, or raises NeedsScanner.
"""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any, NoReturn

from engine.packs.atoms import MAX_RUN
from engine.packs.limits import MAX_INTEGER, Limits


class NeedsScanner(Exception):
    """The text needs the scanner: it is wrong, lenient, or merely unusual."""


class Excess(NeedsScanner):
    """The text is strict and has more values than allowed."""


def strict_value(text: str, limits: Limits) -> Any:
    """Return the value of a strict document without escapes of the form \\uXXXX.

    Errors: NeedsScanner for any other text; Excess where it has too many values.
    """
    if "\\u" in text and _CODE_POINT.search(text) is not None:
        raise NeedsScanner
    try:
        value = _DECODER.decode(text)
    except (ValueError, RecursionError) as refused:
        raise NeedsScanner from refused
    _refuse_excess(value, limits)
    if len(text) > limits.string and _longer(limits.string).search(text.replace('\\"', "__")) is not None:
        raise NeedsScanner
    return value


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the object of these pairs in which no name occurs twice."""
    members = dict(pairs)
    if len(members) != len(pairs):
        raise NeedsScanner
    return members


def _integer(digits: str) -> int:
    """Return an integer within range that is written in the one allowed way."""
    if len(digits) > 15:
        if len(digits) > 17 or abs(int(digits)) > MAX_INTEGER:
            raise NeedsScanner
    elif digits == "-0":
        raise NeedsScanner
    return int(digits)


def _refuse(token: str) -> NoReturn:
    """Refuse a number with a point or exponent, NaN and the infinities."""
    raise NeedsScanner


_ANY_STRING = r'"[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|\\?\Z)'
_ANY_COMMENT = r"//[^\n\r]*+|/\*.*?(?:\*/|\Z)"
"""As STRING and COMMENT, or what nothing closes up to the end of the text, so that the rest is not read again from each mark in it."""
_TEXTS = re.compile(f"{_ANY_STRING}|{_ANY_COMMENT}", re.DOTALL)
_CODE_POINT = re.compile(r"(?<!\\)(?:\\\\)*+\\u")
"""An escape of the form \\uXXXX, not a backslash that is escaped itself and a u after it, as regular expressions have."""
_PIECES = re.compile(rf'(?:[^"/]++|{_ANY_STRING}|{_ANY_COMMENT}|/){{1,{MAX_RUN}}}', re.DOTALL)
"""Strings and comments, in which a comma is no comma; and what may be looked at by itself, so many at once."""

_DECODER = json.JSONDecoder(
    object_pairs_hook=_object, parse_int=_integer, parse_float=_refuse, parse_constant=_refuse, strict=True
)


def has_too_many_values(text: str, limit: int) -> bool:
    """Return whether a text surely has more values than allowed, before any of them takes memory; stops as soon as that is sure."""
    if text.count(",") + text.count("[") + text.count("{") <= limit:
        return False
    commas = containers = 0
    for piece in _PIECES.finditer(text):
        bare = _TEXTS.sub("", piece[0])
        commas += bare.count(",")
        containers += bare.count("[") + bare.count("{")
        if commas > limit or containers > limit:
            return True
    return False


def _refuse_excess(value: Any, limits: Limits) -> None:
    """Refuse a document that is too deep or has too many values, level by level."""
    nodes, depth, level = 1, 0, [value]
    while level := [node for node in level if type(node) is dict or type(node) is list]:
        depth += 1
        below: list[Any] = []
        for node in level:
            below += node.values() if type(node) is dict else node
        nodes += len(below)
        level = below
        if depth > limits.depth:
            raise NeedsScanner
        if nodes > limits.nodes:
            raise Excess


@cache
def _longer(longest: int) -> re.Pattern[str]:
    """Return the pattern that finds a string longer than a limit between two quotes, without storing the pieces."""
    return re.compile(f'"[^"]{{{longest + 1}}}')
