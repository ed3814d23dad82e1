"""An interval for the mean of bounded values that holds at any time and needs no normality: hedged betting.

For each mean m that is still possible two gamblers bet, one that the truth is above, one that it is below. Their stakes are set before a
chunk from the chunks before it, so their capital is a martingale at the true m, and m is excluded where that
of one of the two has grown to 2/alpha: each has half of the error.
The intervals of all chunks are intersected: an m that was excluded once stays so.

Source: Waudby-Smith and Ramdas, "Estimating means of bounded random variables by betting" (2024), section 4.4.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import log, log1p, sqrt

MILLION = 1_000_000
ROOM = 0.5
"""The largest part of its capital that a gambler may lose in one block."""

VALUES = 5
"""A block's value in halves of a win: -2 to 2, which is 0 to 1 on the scale of the bets."""

SHIFT = 2
STEPS = 22

Histogram = Sequence[int]


def histogram(counts: Mapping[str, int]) -> list[int]:
    """Return how often each value was counted, from -2 to 2."""
    return [counts.get(str(value - SHIFT), 0) for value in range(VALUES)]


def narrow_interval(
    chunks: Sequence[Histogram], alpha: float, horizon: int, previous: tuple[int, int]
) -> tuple[int, int]:
    """Return the interval after the last chunk, within the interval held before it.

    Units: ends in millionths of the range from -2 to 2; `horizon` is the number of blocks at which it is to be narrow, 0 for any.
    """
    bets = list(bets_of(chunks, alpha, horizon))
    total = sum(map(sum, chunks))
    mean = sum(v * n for chunk in chunks for v, n in enumerate(chunk)) / (total * (VALUES - 1))
    low, high = (end / MILLION for end in previous)
    inner = min(max(mean, low), high)
    return (int(MILLION * _edge(bets, low, inner, alpha)), -int(-MILLION * _edge(bets, high, inner, alpha) // 1))


def bets_of(chunks: Sequence[Histogram], alpha: float, planned_blocks: int) -> Iterator[tuple[float, Histogram]]:
    """Yield each chunk with the stake that the chunks before it lead to."""
    n, total, sum_sq = 1.0, 0.5, 0.5
    for chunk in chunks:
        mean = total / n
        variance = max(sum_sq / n - mean * mean, 1 / (4 * n))
        size = sum(chunk)
        horizon = planned_blocks or (n + size) * log(1 + n + size)
        yield sqrt(2 * log(2 / alpha) / (variance * horizon)), chunk
        n += size
        for place, times in enumerate(chunk):
            value = place / (VALUES - 1)
            total, sum_sq = total + times * value, sum_sq + times * value * value


def _edge(bets: Sequence[tuple[float, Histogram]], outer: float, inner: float, alpha: float) -> float:
    """Return the outermost mean between two that is not excluded, on the safe side of the search."""
    threshold = log(2 / alpha)
    if log_capital(bets, outer) < threshold:
        return outer
    for _ in range(STEPS):
        middle = (outer + inner) / 2
        if log_capital(bets, middle) >= threshold:
            outer = middle
        else:
            inner = middle
    return outer


def log_capital(bets: Sequence[tuple[float, Histogram]], m: float) -> float:
    """Return the larger capital of both gamblers against the mean m, as a logarithm."""
    grown = [growth(stake, chunk, m) for stake, chunk in bets]
    return max(sum(up for up, _ in grown), sum(down for _, down in grown))


def growth(stake: float, chunk: Histogram, m: float) -> tuple[float, float]:
    """Return by how much a chunk grows the capital of who bets above m and of who bets below, as logarithms."""
    up = down = 0.0
    above, below = min(stake, ROOM / m if m > 0 else stake), min(stake, ROOM / (1 - m) if m < 1 else stake)
    for place, times in enumerate(chunk):
        if times:
            away = place / (VALUES - 1) - m
            up += times * log1p(above * away)
            down += times * log1p(-below * away)
    return up, down
