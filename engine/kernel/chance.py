"""Keyed, counter-based chance: a draw depends on the match's seed, a stream's name and how often that stream was drawn.

The state holds counters only, so a fork costs nothing and two matches of one seed stay in step where they do the same things.
Source: SplitMix64 (Steele, Lea, Flood 2014); engine rule: streams are named by purpose.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b, shake_128
from struct import unpack

MASK = (1 << 64) - 1
GAMMA = 0x9E3779B97F4A7C15


def stream_key(seed: int, stream: str) -> int:
    """Return the 64-bit key of a stream; equal on every machine and Python."""
    return int.from_bytes(blake2b(f"{seed}\x1f{stream}".encode(), digest_size=8).digest(), "big")


def draw(key: int, n: int) -> int:
    """Return the n-th 64-bit value of a stream."""
    z = (key + n * GAMMA) & MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def bounded(value: int, bound: int) -> int:
    """Scale a 64-bit value to 0 ≤ result < bound."""
    return (value * bound) >> 64


def keys(seed: int, stream: str, count: int) -> tuple[int, ...]:
    """Return many 32-bit values at once, for deals that a bot imagines; a tenth of the cost of drawing them one by one."""
    return unpack(f">{count}I", shake_128(f"{seed}\x1f{stream}".encode()).digest(4 * count))


class Stream:
    """A draw source outside the state, for bots: it counts for itself."""

    __slots__ = ("key", "n")

    def __init__(self, seed: int, name: str) -> None:
        self.key = stream_key(seed, name)
        self.n = 0

    def below(self, bound: int) -> int:
        """Return the next value, 0 ≤ value < bound."""
        self.n = n = self.n + 1
        return draw(self.key, n) * bound >> 64

    def pick(self, count: int, options: Sequence[object]) -> tuple[int, ...]:
        """Return `count` distinct positions of the options, ascending."""
        rest = list(range(len(options)))
        return tuple(sorted(rest.pop(self.below(len(rest))) for _ in range(count)))
