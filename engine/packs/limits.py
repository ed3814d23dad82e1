"""Size limits of a document, applied before it is parsed."""

from __future__ import annotations

from dataclasses import dataclass, replace

MAX_INTEGER = 2**53 - 1
"""The largest integer that every JSON reader in the world keeps exactly."""

_MIB = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Limits:
    """The bounds of one kind of document.

    Units: size in bytes of UTF-8; depth in nested lists and objects; nodes in values, containers among them;
           string in code points of one text or name. All are inclusive.
    """

    size: int
    depth: int
    nodes: int
    string: int


CARD_LIMITS = Limits(size=_MIB, depth=64, nodes=50_000, string=10_000)
MANIFEST_LIMITS = Limits(size=8 * _MIB, depth=64, nodes=250_000, string=10_000)
PACK_LIMITS = Limits(size=64 * _MIB, depth=64, nodes=1_200_000, string=10_000)
_SET_NODES = 150_000
"""More values than these in 8 MiB of text would take more than 100 MiB of memory and 2 s to read and check."""


def set_limits(size: int) -> Limits:
    """Return the limits of a list of cards by its size in bytes: the longer the text, the more values it may have."""
    share = PACK_LIMITS.nodes * size // PACK_LIMITS.size
    return replace(PACK_LIMITS, nodes=min(max(_SET_NODES, share), PACK_LIMITS.nodes))
