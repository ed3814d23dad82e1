"""The one strict JSON reader: every document that enters, from wherever, comes through `read_json`."""

from __future__ import annotations

from functools import cached_property
from typing import Any, Final

from engine.errors import BadCard, Problem
from engine.language.diagnostics.problems import fill
from engine.language.diagnostics.syntax import LENIENT, complaint, printable
from engine.packs.fast_json import Excess, NeedsScanner, has_too_many_values, strict_value
from engine.packs.limits import CARD_LIMITS, MANIFEST_LIMITS, PACK_LIMITS, Limits
from engine.packs.places import Lines, Places
from engine.packs.scanner import Leniency, Scanner

__all__ = [
    "CARD_LIMITS",
    "MANIFEST_LIMITS",
    "PACK_LIMITS",
    "Document",
    "Leniency",
    "Limits",
    "read_json",
]

_BOM: Final = "\ufeff"


class Document:
    """A JSON value, with the position of each of its parts in the author's text.

    Shapes: value holds dict, list, str, int, bool and None alone; lenient lists, in the order of the text, what
            strict JSON would not have allowed.
    """

    def __init__(self, value: Any, text: str, *, file: str, lenient: tuple[Leniency, ...] = ()) -> None:
        self.value = value
        self.text = text
        self.file = file
        self.lenient = lenient

    @cached_property
    def _map(self) -> tuple[Places, Lines]:
        """Begin to look for places, which most readers of a document never ask for."""
        return Places(self.text), Lines(self.text)

    def locate(self, pointer: str, *, key: bool = False) -> tuple[int, int]:
        """Return line and column of the value at a JSON Pointer, or, on request, of its name.

        What does not exist is located at its nearest ancestor that does; an item of a list has no name, so the
        item itself is located.

        Units: both count from 1; a column is one Unicode code point.
        """
        places, lines = self._map
        return lines.at(places.find(pointer, key=key))

    def warnings(self) -> tuple[Problem, ...]:
        """Return one W-ALIAS for each kind of leniency that the text needed, at its first place."""
        first: dict[str, Leniency] = {}
        for used in self.lenient:
            first.setdefault(used.kind, used)
        return tuple(self._warning(used) for used in first.values())

    def _warning(self, leniency: Leniency) -> Problem:
        count = sum(other.count for other in self.lenient if other.kind == leniency.kind)
        english, chinese = LENIENT[leniency.kind]
        return Problem(
            code="W-ALIAS",
            severity="warning",
            message=fill(english, chinese, {"count": count, "found": printable(leniency.excerpt)}),
            file=self.file,
            line=leniency.line,
            column=leniency.column,
            found=leniency.kind,
        )


def read_json(
    data: bytes | str, *, limits: Limits = CARD_LIMITS, jsonc: bool = False, file: str = "card.json"
) -> Document:
    """Return the document that a text holds.

    Strict JSON in UTF-8 without byte order mark. Refused are also: names that occur twice in an object, numbers
    other than integers within ±(2^53 - 1) in their one form (so 1.0, 1e3, -0 and 007 are not), NaN, NUL and half
    surrogate pairs, raw or escaped, and whatever exceeds the limits. With jsonc, comments, a comma before a closing
    bracket and a byte order mark are tolerated, and listed in the document's `lenient`.

    Errors: BadCard with every problem found, each with line, column and path: E-JSON with the slug malformed-json,
            duplicate-key, bad-number or bad-string; E-LIMIT with too-deep or too-large. What makes the rest
            unreadable (a bracket too many, say) is the last of them.
    """
    text = _text(data, limits, file)
    has_bom = text.startswith(_BOM)
    if has_bom and not jsonc:
        raise BadCard([complaint("byte-order-mark", file, place=(1, 1))])
    text = text.removeprefix(_BOM)
    lenient = (Leniency("byte-order-mark", 1, 1),) if has_bom else ()
    try:
        if limits.nodes > CARD_LIMITS.nodes and has_too_many_values(text, limits.nodes):
            raise Excess
        return Document(strict_value(text, limits), text, file=file, lenient=lenient)
    except NeedsScanner as refused:
        if (
            isinstance(refused, Excess) and limits.nodes > CARD_LIMITS.nodes
        ):  # finding the place takes longer than it helps
            raise BadCard([complaint("too-many-nodes", file, place=(1, 1), wanted=limits.nodes)]) from None
    scanner = Scanner(text, limits, jsonc=jsonc, file=file)
    scanner.run()
    return Document(scanner.value, text, file=file, lenient=(*lenient, *scanner.lenient))


def _text(data: bytes | str, limits: Limits, file: str) -> str:
    """Return the text of the data once its size is known to be allowed and its characters to be whole."""
    try:
        raw = data.encode() if isinstance(data, str) else data
    except UnicodeEncodeError as broken:
        place = Lines(broken.object).at(broken.start)
        found = f"U+{ord(broken.object[broken.start]):04X}"
        raise BadCard([complaint("lone-surrogate", file, place=place, found=found)]) from None
    if len(raw) > limits.size:
        raise BadCard([complaint("too-large", file, found=len(raw), wanted=limits.size)])
    try:
        return data if isinstance(data, str) else raw.decode()
    except UnicodeDecodeError as broken:
        sound = raw[: broken.start].decode()
        place = Lines(sound).at(len(sound))
        raise BadCard([complaint("not-utf8", file, place=place, found=broken.start + 1)]) from None
