"""Intervals of a single rate: Wilson's, and Jeffreys' where the sample is tiny or one-sided.

Source: Brown, Cai, DasGupta, "Interval Estimation for a Binomial Proportion" (2001).
"""

from __future__ import annotations

from math import exp, lgamma, log, sqrt
from statistics import NormalDist

from engine.simulation.statistics import Ratio

Z95 = 1.959963984540054
"""The 97.5 % point of the normal distribution."""

TINY = 20
"""Samples below which Jeffreys' interval is used."""

MIN_BLOCKS = 40
"""Blocks below which the samples of a block count as one, whatever their variance says."""

_STEPS = 200
_SMALL = 1e-15


def wilson(successes: float, n: float, z: float = Z95) -> tuple[float, float]:
    """Return Wilson's interval of a rate, at 95 % by default; draws may count as half successes. Of no samples it is (0, 1)."""
    if not n:
        return 0.0, 1.0
    rate, room = successes / n, z * z / n
    centre = (rate + room / 2) / (1 + room)
    half = z / (1 + room) * sqrt(rate * (1 - rate) / n + room / (4 * n))
    return max(0.0, centre - half), min(1.0, centre + half)


def jeffreys(successes: float, n: float, z: float = Z95) -> tuple[float, float]:
    """Return Jeffreys' interval of a rate: quantiles of Beta(x + ½, n - x + ½), closed at 0 and 1 where nothing or all succeeded."""
    a, b, tail = successes + 0.5, n - successes + 0.5, NormalDist().cdf(-z)
    low = 0.0 if successes == 0 else beta_quantile(tail, a, b)
    high = 1.0 if successes == n else beta_quantile(1 - tail, a, b)
    return low, high


def rate_interval(successes: float, n: float, z: float = Z95) -> tuple[float, float]:
    """Return the interval to show for a rate: Jeffreys' for tiny or one-sided samples, Wilson's else."""
    if 0 < n < TINY or (n and successes in (0, n)):
        return jeffreys(successes, n, z)
    return wilson(successes, n, z)


def clustered_interval(share: Ratio, z: float = Z95) -> tuple[float, float]:
    """Return the interval of a share whose samples come in blocks, as of the number of independent samples that they are worth.

    Few blocks tell too little of how alike the samples of a block are: below MIN_BLOCKS of them each counts as one sample at most, by its weight.
    """
    n = share.effective()
    if 0 < share.blocks < MIN_BLOCKS:
        n = min(n, share.wholes * share.wholes / share.wholes2)
    return rate_interval(n if share.parts == share.wholes else share.share() * n, n, z) if n else (0.0, 1.0)


def beta_quantile(p: float, a: float, b: float) -> float:
    """Return x with I_x(a, b) = p, by halving."""
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        if beta_share(middle, a, b) < p:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def beta_share(x: float, a: float, b: float) -> float:
    """Return the regularised incomplete beta function I_x(a, b)."""
    if x <= 0 or x >= 1:
        return 0.0 if x <= 0 else 1.0
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log(1 - x))
    if x < (a + 1) / (a + b + 2):
        return front * _fraction(x, a, b) / a
    return 1 - front * _fraction(1 - x, b, a) / b


def _fraction(x: float, a: float, b: float) -> float:
    """Evaluate the continued fraction of the incomplete beta function by Lentz's method."""
    c, d = 1.0, 1 / _away_from_zero(1 - (a + b) * x / (a + 1))
    out = d
    for m in range(1, _STEPS):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        change = 1.0
        for term in (even, odd):
            d = 1 / _away_from_zero(1 + term * d)
            c = _away_from_zero(1 + term / c)
            change = c * d
            out *= change
        if abs(change - 1) < _SMALL:
            break
    return out


def _away_from_zero(value: float) -> float:
    """Keep a divisor away from zero."""
    return value if abs(value) > 1e-300 else 1e-300
