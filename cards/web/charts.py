"""Charts as numbers that a template puts into SVG attributes."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 760, 250
LEFT, RIGHT, TOP, BOTTOM = 44, 744, 14, 220
STEPS = (0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100)
LINES = 6  # about how many lines of the grid
SPREAD_LIMIT = 12.0  # percentage points; the first, widest intervals may leave the picture


@dataclass(frozen=True, slots=True)
class Point:
    """The interval after so many blocks. Units: percentage points."""

    n: int
    mean: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Tick:
    """A line of the grid or a number below the picture."""

    at: float
    label: str
    is_zero: bool = False


@dataclass(frozen=True, slots=True)
class IntervalChart:
    """The interval over time, drawn."""

    band: str
    line: str
    rows: tuple[Tick, ...]
    columns: tuple[Tick, ...]
    last_x: float
    last_y: float
    last: Point


def interval_chart(points: Sequence[Point]) -> IntervalChart | None:
    """Return the picture of a confidence sequence, or nothing when it has less than two points."""
    if len(points) < 2:
        return None
    low, high = _range(points)
    x = _scale(0, points[-1].n, LEFT, RIGHT)
    y = _scale(low, high, BOTTOM, TOP)
    upper = [(x(p.n), y(min(p.high, high))) for p in points]
    lower = [(x(p.n), y(max(p.low, low))) for p in reversed(points)]
    step = _step(high - low)
    rows = [round(low + step * i, 6) for i in range(round((high - low) / step) + 1)]
    return IntervalChart(
        band=_path([*upper, *lower]) + "Z",
        line=_path([(x(p.n), y(min(max(p.mean, low), high))) for p in points]),
        rows=tuple(Tick(y(value), _label(value), value == 0) for value in rows),
        columns=tuple(Tick(x(n), f"{n:,}") for n in _columns(points[-1].n)),
        last_x=x(points[-1].n),
        last_y=y(min(max(points[-1].mean, low), high)),
        last=points[-1],
    )


def _range(points: Sequence[Point]) -> tuple[float, float]:
    """Return the ends of the vertical axis: whole steps that hold zero and all but the widest intervals."""
    low = max(min(p.low for p in points), min(p.mean for p in points) - SPREAD_LIMIT, -100.0)
    high = min(max(p.high for p in points), max(p.mean for p in points) + SPREAD_LIMIT, 100.0)
    low, high = min(low, 0.0), max(high, 0.0)
    step = _step(max(high - low, 0.5))
    return math.floor(low / step) * step, max(math.ceil(high / step) * step, math.floor(low / step) * step + step)


def _step(span: float) -> float:
    return next((step for step in STEPS if span / step <= LINES), STEPS[-1])


def _columns(last: int) -> list[int]:
    step = next(
        (s for s in (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 2500, 5000) if last / s <= LINES), 10000
    )
    return list(range(0, last + 1, step))


def _scale(low: float, high: float, first: float, last: float) -> Callable[[float], float]:
    return lambda value: round(first + (value - low) / ((high - low) or 1) * (last - first), 1)


def _path(points: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x} {y}" for x, y in points)


def _label(value: float) -> str:
    digits = 0 if float(value).is_integer() else 1
    sign = "+" if value > 0 else "−" if value < 0 else ""
    return f"{sign}{abs(value):.{digits}f}"


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar and the number below it. Units: percent of all."""

    label: str
    share: float
    x: float
    y: float
    height: float


@dataclass(frozen=True, slots=True)
class BarChart:
    """Shares by number, drawn."""

    bars: tuple[Bar, ...]
    rows: tuple[Tick, ...]
    width: float
    total: int


BARS_WIDTH, BARS_BOTTOM, BARS_TOP, BARS_LEFT = 462, 156, 14, 40
MANY = 10  # bars; later ones are put into the last


def bar_chart(counts: Mapping[str, int]) -> BarChart | None:
    """Return the picture of counts by number (a turn), those from the tenth on together; nothing of nothing."""
    total = sum(counts.values())
    if not total:
        return None
    grouped = {str(n): counts.get(str(n), 0) for n in range(1, MANY)}
    grouped[f"{MANY}+"] = sum(count for n, count in counts.items() if int(n) >= MANY)
    shares = {label: 100 * count / total for label, count in grouped.items()}
    step = _step(max(shares.values()))
    top = math.ceil(max(shares.values()) / step) * step
    y = _scale(0, top, BARS_BOTTOM, BARS_TOP)
    slot = (BARS_WIDTH - BARS_LEFT) / MANY
    bars = [
        Bar(label, share, round(BARS_LEFT + slot * at + slot * 0.15, 1), y(share), round(BARS_BOTTOM - y(share), 1))
        for at, (label, share) in enumerate(shares.items())
    ]
    rows = tuple(Tick(y(step * i), f"{step * i:.0f}%") for i in range(round(top / step) + 1))
    return BarChart(tuple(bars), rows, round(slot * 0.7, 1), total)
