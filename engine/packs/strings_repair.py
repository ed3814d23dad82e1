"""A text in quotes as people and programs write it, as JSON writes it: which quote ends it, and what its backslashes mean."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Final

_DOUBLE: Final = '"“”„‟″＂'
_SINGLE: Final = "'‘’‚‛′＇`"
END_OF: Final = {
    **dict.fromkeys(_DOUBLE, _DOUBLE),
    **dict.fromkeys(_SINGLE, _SINGLE),
    "「": "」",
    "『": "』",
    "«": "»",
    "《": "》",
}
"""The quotes that may begin a text, and those that may end it."""

_FOLLOWS: Final = re.compile(r"[\s\u200b\u2060\ufeff]*(?:[,:}\])，：｝］】、；;=]|//|/\*|#|\Z)")
"""The signs behind the end of a text."""
_JSON: Final = re.compile(r'"[^"\\\x00-\x1f]*+(?:\\["\\/bfnrtu][^"\\\x00-\x1f]*+)*+"')
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f]")
_ESCAPE: Final = re.compile(r"\\(u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|\r\n|.)", re.DOTALL)
_MEANS: Final = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "\n": "", "\r\n": "", "\r": ""}
_SELF: Final = "\"'\\/`"
_SURROGATE: Final = re.compile(r"[\ud800-\udfff]")
_MAX_LENGTH: Final = 40_000
"""Characters in which the end of a text is looked for."""
_MAX_ENDS: Final = 20
"""Quotes of one text that are tried as its end."""


@dataclass(frozen=True, slots=True)
class StringToken:
    """A text as JSON writes it, where it ends, and what was changed in it, by kind, with what stood there."""

    text: str
    end: int
    changes: tuple[tuple[str, str], ...] = ()


def string_at(text: str, start: int) -> StringToken:
    """Return the text in quotes that begins at an offset; where no end is in sight, the quote alone."""
    plain = _JSON.match(text, start)
    if plain and (_FOLLOWS.match(text, plain.end()) or _begins_text(text, plain.end())):
        return StringToken(plain[0], plain.end())
    end = _end(text, start)
    if end is None:
        return StringToken(text[start], start + 1)
    raw = text[start + 1 : end]
    is_json = text[start] == text[end] == '"'
    changes = [] if is_json else [("quotes", f"{text[start]}…{text[end]}")]
    if is_json and '"' in re.sub(r"\\.", "", raw, flags=re.DOTALL):
        changes.append(("inner-quotes", raw))
    if _CONTROL.search(raw):
        changes.append(("line-break", raw))
    value, is_odd = _value(raw)
    if is_odd:
        changes.append(("backslash", raw))
    return StringToken(json.dumps(value, ensure_ascii=False), end + 1, tuple(changes))


def _begins_text(text: str, offset: int) -> bool:
    """Return whether a line end or blanks are followed by another text: a comma is missing between the two."""
    rest = text[offset : offset + 200].lstrip(" \t\r\n")
    return len(rest) < len(text[offset : offset + 200]) and rest[:1] in END_OF


def _end(text: str, start: int) -> int | None:
    """Return where the text that begins here ends: at the first quote of its family behind which a value ends, or else at the first one."""
    family, first, tries = END_OF[text[start]], None, 0
    limit, offset = min(len(text), start + _MAX_LENGTH), start + 1
    while offset < limit and tries < _MAX_ENDS:
        sign = text[offset]
        if sign in family:
            tries += 1
            first = offset if first is None else first
            if _FOLLOWS.match(text, offset + 1) or _begins_text(text, offset + 1):
                return offset
        offset += 2 if sign == "\\" else 1
    return first


def _value(raw: str) -> tuple[str, bool]:
    """Return what a text means, and whether its backslashes stand for themselves, as in a path of Windows."""
    escapes = _ESCAPE.findall(raw)
    if any(len(escape) < 3 and escape not in _MEANS and escape not in _SELF for escape in escapes):
        return re.sub(r'\\(["\\])', r"\1", raw), True
    value = _ESCAPE.sub(lambda match: _meaning(match[1]), raw)
    if _SURROGATE.search(value):  # two escapes make one letter
        value = value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return value, False


def _meaning(escape: str) -> str:
    if len(escape) > 2:
        return chr(int(escape[1:], 16))
    return _MEANS.get(escape, escape)
