"""The parts of JSON that hold nothing: texts with escapes, numbers, and the comments between them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from engine.packs.limits import MAX_INTEGER

Report = Callable[..., None]
"""Takes the name of a complaint, the offset in the text, and the words of its sentence."""

STRING: Final = r'"[^"\\]*+(?:\\.[^"\\]*+)*+"'
COMMENT: Final = r"//[^\n\r]*+|/\*.*?\*/"
"""The patterns of a whole string and of a whole comment, for DOTALL.

A group that may fail halfway is not repeated possessively, here and where these are part of others: early releases of Python 3.11 go on
in the middle of what failed (seen in 3.11.2, not in 3.11.7)."""

MAX_RUN: Final = 4096
"""So many pieces of a text are skipped by one match: it takes memory for each."""

_PAIR: Final = r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}"
_ESCAPE: Final = re.compile(rf"{_PAIR}|\\u[0-9a-fA-F]{{4}}|\\.", re.DOTALL)
MAX_ESCAPE_LENGTH: Final = 12
"""So many characters of a text encode one at most: a surrogate pair."""

_SIMPLE: Final = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_CONTROL: Final = re.compile(r"[\x00-\x1f]")
_STRICT: Final = re.compile(r"-?(?:0|[1-9][0-9]*)", re.ASCII)
_FRACTION: Final = re.compile(r"[-+]?[0-9]*+(?:\.[0-9]*+)?(?:[eE][-+]?[0-9]+)?", re.ASCII)
_LAZY: Final = re.compile(r"\+?([0-9]+)", re.ASCII)
_MAX_LENGTH: Final = len(str(-MAX_INTEGER))


def decode(raw: str, offset: int, report: Report) -> str:
    """Return what a text means, given the characters between its quotes from offset `offset` on; report what is wrong."""
    for match in _CONTROL.finditer(raw):
        if match[0] == "\0":
            report("null-character", offset + match.start())
        else:
            report("control-character", offset + match.start(), found=f"U+{ord(match[0]):04X}")
    return _ESCAPE.sub(lambda match: _character(match[0], offset + match.start(), report), raw)


def _character(escape: str, offset: int, report: Report) -> str:
    """Return the character of one escape, or a stand-in when there is none."""
    if len(escape) == 2:
        if escape[1] not in _SIMPLE:
            report("bad-escape", offset, found=escape)
        return _SIMPLE.get(escape[1], "?")
    if len(escape) == MAX_ESCAPE_LENGTH:
        high, low = int(escape[2:6], 16), int(escape[8:], 16)
        return chr(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00))
    point = int(escape[2:], 16)
    if 0xD800 <= point <= 0xDFFF:
        report("lone-surrogate", offset, found=escape)
        return "?"
    if point == 0:
        report("null-character", offset)
    return chr(point)


def integer(raw: str, offset: int, report: Report) -> int:
    """Return the integer that a token is, or 0 when it is none, which is reported.

    Every accepted integer has exactly one form: no leading zero or plus, and no minus before 0.
    """
    if _STRICT.fullmatch(raw) and raw != "-0":
        if len(raw) <= _MAX_LENGTH and abs(int(raw)) <= MAX_INTEGER:
            return int(raw)
        report("number-range", offset, found=raw)
    elif raw == "-0":
        report("number-spelling", offset, found=raw, wanted="0")
    elif lazy := _LAZY.fullmatch(raw):
        report("number-spelling", offset, found=raw, wanted=lazy[1].lstrip("0") or "0")
    elif _FRACTION.fullmatch(raw) and any(sign.isdigit() for sign in raw):
        report("not-integer", offset, found=raw)
    else:
        report("not-finite", offset, found=raw)
    return 0
