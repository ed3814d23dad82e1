"""Critical values of repeated looks by the recursion of Armitage, McPherson and Rowe (1969), to check those that plans carry."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, pi, sqrt
from statistics import NormalDist

CELLS = 200
NORMAL = NormalDist()

Grid = tuple[list[float], list[float]]


def critical_values(cost: Sequence[float]) -> list[float]:
    """Return where each of equally spaced looks is crossed first with these probabilities, both sides together."""
    matches: list[float] = []
    grid: Grid = ([0.0], [1.0])
    for look, alpha in enumerate(cost, 1):
        matches.append(_solve(grid, look, len(cost), alpha))
        grid = _survivors(grid, look, len(cost), matches[-1])
    return matches


def crossed(critical: Sequence[float]) -> float:
    """Return the probability that any of equally spaced looks is crossed."""
    grid: Grid = ([0.0], [1.0])
    total = 0.0
    for look, value in enumerate(critical, 1):
        total += _crossing(grid, look, len(critical), value)
        grid = _survivors(grid, look, len(critical), value)
    return total


def _crossing(grid: Grid, look: int, interim_analyses: int, value: float) -> float:
    bound, step = value * sqrt(look / interim_analyses), sqrt(1 / interim_analyses)
    points, weights = grid
    return sum(
        w * (NORMAL.cdf((x - bound) / step) + NORMAL.cdf((-bound - x) / step))
        for x, w in zip(points, weights, strict=True)
    )


def _solve(grid: Grid, look: int, interim_analyses: int, alpha: float) -> float:
    low, high = 0.5, 6.0
    for _ in range(40):
        middle = (low + high) / 2
        if _crossing(grid, look, interim_analyses, middle) > alpha:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _survivors(grid: Grid, look: int, interim_analyses: int, value: float) -> Grid:
    """Return the density of those that have not crossed, as points and weights of Simpson's rule."""
    bound, variance = value * sqrt(look / interim_analyses), 1 / interim_analyses
    width = 2 * bound / CELLS
    points = [-bound + width * place for place in range(CELLS + 1)]
    simpson = [width / 3 * (1 if place in (0, CELLS) else 4 if place % 2 else 2) for place in range(CELLS + 1)]
    norm = 1 / sqrt(2 * pi * variance)
    before = list(zip(*grid, strict=True))
    density = [norm * sum(w * exp(-((y - x) ** 2) / (2 * variance)) for x, w in before) for y in points]
    return points, [a * b for a, b in zip(simpson, density, strict=True)]
