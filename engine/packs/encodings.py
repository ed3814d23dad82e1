"""The encoding of a text whose bytes are not UTF-8, by its marks, its zeros, or what its letters would be."""

from __future__ import annotations

import re
from typing import Final

_MARKS: Final = (
    (b"\xff\xfe\0\0", "utf-32"),
    (b"\0\0\xfe\xff", "utf-32"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
    (b"\xef\xbb\xbf", "utf-8-sig"),
)
_ZEROS: Final = (
    (re.compile(rb"(?:[\x01-\x7f]\0\0\0){2}"), "utf-32-le"),
    (re.compile(rb"(?:\0\0\0[\x01-\x7f]){2}"), "utf-32-be"),
    (re.compile(rb"[\x01-\x7f]\0(?:[\x01-\x7f]\0|[^\0][^\0])"), "utf-16-le"),
    (re.compile(rb"\0[\x01-\x7f](?:\0[\x01-\x7f]|[^\0][^\0])"), "utf-16-be"),
)
"""How the first letters of a document look without a mark: those of JSON and CSV are ASCII."""
_SAMPLE: Final = 256 * 1024
"""Bytes by which an encoding is judged."""
_HIGH: Final = re.compile(rb"[\x80-\xff]+")
_MIN_SHARE: Final = 0.4
"""The part of the high bytes that belongs to frequent letters in a text of East Asia: accents of Europe are letters that are rare there."""
_ALONE: Final = re.compile(rb"(?<![\x80-\xff])[\x80-\xff](?![\x80-\xff])")
_FREQUENT: Final = {
    "gb18030": re.compile(rb"[\xa1-\xa3\xb0-\xd7][\xa1-\xfe]"),
    "big5": re.compile(rb"[\xa1-\xc6][\x40-\x7e\xa1-\xfe]"),
    "cp932": re.compile(rb"[\x82\x83][\x40-\x7e\x80-\xfc]"),
}
"""The letters of a language that are frequent, as an encoding of several bytes writes them."""


def encoding_of(data: bytes) -> str | None:
    """Return the encoding of a text as Python calls it; `utf-8` for what is UTF-8 already, None where no encoding fits.

    UTF-16 and UTF-32 are known for certain; GB18030, Big5, Shift-JIS and Windows-1252 are distinguished by how frequent the letters are that each reads.
    """
    for mark, name in _MARKS:
        if data.startswith(mark):
            return name if is_readable(data, name) else None
    for pattern, name in _ZEROS:
        if pattern.match(data):
            return name if is_readable(data, name) else None
    if is_readable(data, "utf-8"):
        return "utf-8"
    return next((name for name in _by_letters(data[:_SAMPLE]) if is_readable(data, name)), None)


def is_readable(data: bytes, encoding: str) -> bool:
    """Return whether data is whole in an encoding."""
    try:
        data.decode(encoding)
    except UnicodeDecodeError:
        return False
    return True


def _by_letters(sample: bytes) -> tuple[str, ...]:
    """Return the encodings that are possible, the likeliest first."""
    high = sum(len(run) for run in _HIGH.findall(sample))
    shares = {name: _share(pattern, sample) for name, pattern in _FREQUENT.items()}
    of_many_bytes = sorted(shares, key=lambda name: -shares[name])
    has_accents = (
        2 * len(_ALONE.findall(sample)) > high
    )  # they stand alone between letters of ASCII, as halves of kana do
    if (has_accents and of_many_bytes[0] != "cp932") or max(shares.values()) < _MIN_SHARE:
        return ("cp1252", *of_many_bytes)
    return (*of_many_bytes, "cp1252")


def _share(pattern: re.Pattern[bytes], sample: bytes) -> float:
    """Return which part of the high bytes belongs to frequent letters."""
    rest = _HIGH.findall(pattern.sub(b"", sample))
    high = sum(len(run) for run in _HIGH.findall(sample))
    return 1 - sum(len(run) for run in rest) / max(1, high)
