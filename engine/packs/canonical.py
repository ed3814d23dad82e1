"""The one form of a document: what is hashed, signed and released (RFC 8785, integers only)."""

from __future__ import annotations

import json
from collections.abc import Iterable
from hashlib import sha256
from typing import Any, Final

from engine.errors import EngineBug
from engine.packs.limits import MAX_INTEGER

_MAX_DEPTH: Final = 256
"""Deeper values than any document may be, and far from Python's own limit."""

_ENCODER: Final = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"), sort_keys=True)
_IN_OWN_ORDER: Final = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"))
_CONTENT: Final = b"cardloom-content/1\n"


def canonical_bytes(value: Any) -> bytes:
    """Return the canonical bytes of a value made of dict, list, tuple, str, int, bool and None.

    Errors: EngineBug for what has no canonical form: a float, an integer outside ±(2^53 - 1), a name that is not a
            text, half a surrogate pair, another type.
    Source: RFC 8785; names are ordered by their UTF-16 code units.
    """
    _check(value)
    text = _ENCODER.encode(value)
    if not text.isascii() and max(text) > "\uffff":
        text = _IN_OWN_ORDER.encode(_sorted(value))
    try:
        return text.encode()
    except UnicodeEncodeError as broken:
        raise EngineBug("half a surrogate pair has no canonical form") from broken


def sha256_hex(data: bytes) -> str:
    """Return the SHA-256 of some bytes in 64 lower-case hexadecimal digits."""
    return sha256(data).hexdigest()


def content_hash(documents: Iterable[bytes]) -> str:
    """Return one hash for a set of canonical documents, whatever their order; each one counts, as often as given."""
    digests = sorted(sha256(document).digest() for document in documents)
    return sha256_hex(_CONTENT + b"".join(digests))


def _check(value: Any) -> None:
    """Refuse what has no canonical form, level by level."""
    level: list[Any] = [value]
    for _ in range(_MAX_DEPTH):
        below: list[Any] = []
        for node in level:
            kind = type(node)
            if kind is dict:
                below += node.values()
                if any(type(name) is not str for name in node):
                    raise EngineBug("a name that is not a text has no canonical form")
            elif kind is list or kind is tuple:
                below += node
            elif kind is int:
                if not -MAX_INTEGER <= node <= MAX_INTEGER:
                    raise EngineBug(f"the integer {node} has no canonical form")
            elif kind is not str and kind is not bool and node is not None:
                raise EngineBug(f"a {kind.__name__} has no canonical form")
        if not below:
            return
        level = below
    raise EngineBug(f"a value nested more than {_MAX_DEPTH} deep has no canonical form")


def _sorted(value: Any) -> Any:
    """Return the value with all names in the order of their UTF-16 code units."""
    if isinstance(value, dict):
        names = sorted(value, key=lambda name: name.encode("utf-16-be", "surrogatepass"))
        return {name: _sorted(value[name]) for name in names}
    if isinstance(value, (list, tuple)):
        return [_sorted(item) for item in value]
    return value
