"""Means and ratios of integer samples, clustered by block, and the guard of their variance.

Samples are integers, so sums are exact and merging is associative: it does not matter how the work was cut or who did it first.
Floats appear only in what is reported and are rounded there.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

MILLION = 1_000_000
DIGITS = 6


@dataclass(frozen=True, slots=True)
class Moments:
    """Count, sum and sum of squares of integer samples; exact, so that adding is associative and commutative."""

    n: int = 0
    total: int = 0
    sum_sq: int = 0

    def __add__(self, other: Moments) -> Moments:
        return Moments(self.n + other.n, self.total + other.total, self.sum_sq + other.sum_sq)

    @staticmethod
    def of(*samples: int) -> Moments:
        """Return the moments of some samples."""
        return Moments(len(samples), sum(samples), sum(x * x for x in samples))

    def mean(self, scale: int = 1) -> float:
        """Return the mean of sample ÷ scale; 0 of none."""
        return self.total / (self.n * scale) if self.n else 0.0

    def variance(self, scale: int = 1) -> float:
        """Return the variance of sample ÷ scale, by n; 0 of none."""
        if not self.n:
            return 0.0
        return (self.n * self.sum_sq - self.total * self.total) / (self.n * self.n * scale * scale)


@dataclass(frozen=True, slots=True)
class Ratio:
    """Sums over blocks for a share: how many blocks, parts, wholes, their squares and products.

    Matches of a block share a seed, so blocks are the samples and matches are not.
    """

    blocks: int = 0
    parts: int = 0
    wholes: int = 0
    parts2: int = 0
    wholes2: int = 0
    products: int = 0

    def __add__(self, ratio: Ratio) -> Ratio:
        return Ratio(
            self.blocks + ratio.blocks,
            self.parts + ratio.parts,
            self.wholes + ratio.wholes,
            self.parts2 + ratio.parts2,
            self.wholes2 + ratio.wholes2,
            self.products + ratio.products,
        )

    def share(self) -> float:
        """Return parts of wholes; 0 of nothing."""
        return self.parts / self.wholes if self.wholes else 0.0

    def effective(self) -> float:
        """Return how many independent samples the share is worth: at most the wholes, the blocks where all were alike."""
        rate = self.share()
        spread = rate * (1 - rate)
        error = (self.parts2 - 2 * rate * self.products + rate * rate * self.wholes2) / max(1, self.wholes) ** 2
        error *= self.blocks / max(1, self.blocks - 1)
        if spread <= 0 or error <= 0:
            return float(min(self.blocks, self.wholes))
        return max(1.0, min(float(self.wholes), spread / error))


GUARD = 3
"""Pseudo-blocks that guard a change of the win rate: with fewer, a card that decides one block in fifty is missed too often."""


def regularized_variance(variance: float, n: int, floor: float, guard: int = 1) -> float:
    """Return a variance to build an interval on: some pseudo-samples at the square root of `floor` join the n real ones.

    A card that made no difference in its first hundred blocks has a variance of zero and not an interval of none.
    """
    return (variance * n + guard * floor) / (n + guard)


def half_width(n: int, variance: float, critical: int) -> float:
    """Return half the width of an interval of a mean. Units: `critical` in millionths; the result in that of the samples."""
    return critical / MILLION * sqrt(variance / n)


def rounded(value: float) -> float:
    """Return a number as reports hold it: six digits, and no minus before zero."""
    return round(value, DIGITS) + 0.0
