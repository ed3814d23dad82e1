"""What may be said of a mean after n samples: an interval that holds however often one looks, and a sequential verdict.

Samples are integers, so sums are exact and merging is associative: it does not matter how the work was cut or who did it first.
Floats appear only in what is reported and are rounded there.

Source: Waudby-Smith, Arbour, Sinha, Kennedy, Ramdas, "Time-uniform central limit theory and asymptotic confidence sequences" (2021),
normal mixture; the log likelihood ratio is Fishtest's approximation of a generalised sequential probability ratio test.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log, sqrt

ALPHA = 0.05
"""How often an interval may miss the truth at any time, and each error of the verdict."""

BOUND = log((1 - ALPHA) / ALPHA)
"""±2.94: where the log likelihood ratio decides with both errors at ALPHA."""

STEP = 0.02
"""The change of win rate that the verdict distinguishes from none: two percentage points."""

DIGITS = 6


@dataclass(frozen=True, slots=True)
class Moments:
    """Count, sum and sum of squares of integer samples; exact, so that adding is associative and commutative."""

    n: int = 0
    total: int = 0
    squares: int = 0

    def __add__(self, other: Moments) -> Moments:
        return Moments(self.n + other.n, self.total + other.total, self.squares + other.squares)

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
        return (self.n * self.squares - self.total * self.total) / (self.n * self.n * scale * scale)


def guarded(variance: float, n: int, floor: float) -> float:
    """Return a variance to build an interval on: one pseudo-sample at the square root of `floor` joins the n real ones.

    A card that made no difference in its first sixty blocks has a variance of zero and not an interval of none.
    """
    return (variance * n + floor) / (n + 1)


def mixture(planned: int, alpha: float = ALPHA) -> float:
    """Return the ρ² for which the confidence sequence is narrowest near a planned number of samples."""
    edge = -2 * log(alpha)
    return (edge + log(edge) + 1) / planned


def half_width(n: int, variance: float, planned: int, alpha: float = ALPHA) -> float:
    """Return half the width of the confidence sequence after n samples.

    Units: that of the samples; the interval mean ± this holds for all n at once with probability 1 - alpha, asymptotically.
    """
    weight = n * mixture(planned, alpha)
    return sqrt(variance * 2 * (weight + 1) / (n * weight) * log(sqrt(weight + 1) / alpha))


def likelihood_ratio(n: int, mean: float, variance: float) -> float:
    """Return the log likelihood ratio of a mean of STEP against a mean of 0."""
    return n * STEP * (2 * mean - STEP) / (2 * variance)


def verdict(n: int, mean: float, variance: float) -> str:
    """Return `stronger`, `weaker`, `even` (both tests accept no change), or `open`."""
    up, down = likelihood_ratio(n, mean, variance), likelihood_ratio(n, -mean, variance)
    if up >= BOUND:
        return "stronger"
    if down >= BOUND:
        return "weaker"
    return "even" if up <= -BOUND and down <= -BOUND else "open"


def rounded(value: float) -> float:
    """Return a number as reports hold it: six digits, and no minus before zero."""
    return round(value, DIGITS) + 0.0
