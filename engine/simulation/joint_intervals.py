"""Intervals of several means that hold together, read once, at the end of a plan whose length was fixed before its first block.

Bonferroni: each of `family` intervals errs with at most ALPHA / family, whatever depends on what. They are intervals of Student's t of means of
independent blocks. `pseudo_blocks` keep one honest where almost every block is 0 or where they are skewed: after n blocks without an event it
reaches further than the exact one-sided bound at its level.
"""

from __future__ import annotations

from math import ceil, log, sqrt
from statistics import NormalDist

from engine.simulation.statistics import MILLION, Moments, regularized_variance

ALPHA = 500
"""Error allowed to all intervals of a result together, in ten-thousandths."""

GUARDS = 2
"""How often the pseudo-blocks count that an event which never came asks for; twice, so that skewed blocks are covered, too."""


def joint_critical(family: int, blocks: int) -> int:
    """Return the critical value of each of some intervals that hold together, in millionths, rounded up.

    It is the quantile of Student's t by the expansion of Cornish and Fisher, which is exact to a ten-thousandth from 100 blocks on.
    """
    z, freedom = NormalDist().inv_cdf(1 - ALPHA / (20_000 * family)), max(1, blocks - 1)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
    )
    correction: float = sum(term / freedom**power for power, term in enumerate(terms, 1))
    return ceil(MILLION * (z + correction))


def pseudo_blocks(family: int) -> int:
    """Return how many blocks of the greatest value guard a variance.

    Half as many leave after n blocks of 0 an interval of ± bound · ln(2 · family / alpha) / n or more: the exact bound of a share without an event.
    """
    z = NormalDist().inv_cdf(1 - ALPHA / (20_000 * family))
    return GUARDS * ceil((log(20_000 * family / ALPHA) / z) ** 2)


def joint_interval(samples: Moments, scale: int, bound: float, family: int) -> tuple[float, float, float]:
    """Return the mean of sample ÷ scale and the ends of its interval, one of `family` that hold together.

    Units: `bound` is the greatest value that a sample ÷ scale has.
    """
    guard = pseudo_blocks(family)
    variance = regularized_variance(
        samples.variance(scale) * samples.n / max(1, samples.n - 1), samples.n, bound * bound, guard
    )
    mean, half = samples.mean(scale), joint_critical(family, samples.n) / MILLION * sqrt(variance / samples.n)
    return mean, mean - half, mean + half


def rate_bound(blocks: int, family: int) -> float:
    """Return the greatest share of blocks in which something may happen that did not in any of those played, at the joint level."""
    return float(1 - (ALPHA / (10_000 * family)) ** (1 / blocks))


__all__ = ["ALPHA", "joint_critical", "joint_interval", "pseudo_blocks", "rate_bound"]
