"""The curve of a sweep as numbers that a template puts into SVG attributes."""

import math
from collections.abc import Callable, Sequence

from cards.values import frozen_dataclass
from cards.web.charts import BOTTOM, LEFT, RIGHT, TOP, Tick, tick_label, tick_rows, tick_step
from cards.web.charts import scale as scaled

BAR = 16.0  # width of an interval
CONFIRMATION_OFFSET = 22.0  # distance of the confirmation from its value
PAD = 46.0  # from the axis to the first value


@frozen_dataclass
class Swept:
    """The interval of one value. Units: percentage points."""

    value: int
    mean: float
    low: float
    high: float
    tone: str
    is_fresh: bool = False


@frozen_dataclass
class Bar:
    """One interval, drawn around its place."""

    x: float
    left: float
    top: float
    height: float
    dot: float
    tone: str
    is_fresh: bool


@frozen_dataclass
class SweepChart:
    """All intervals of a sweep on one axis; `start` is where the value stands that the card has, 0 where it was not played."""

    bars: tuple[Bar, ...]
    line: str
    rows: tuple[Tick, ...]
    columns: tuple[Tick, ...]
    margin: tuple[float, float] | None
    start: float
    width: float = BAR


def sweep_chart(points: Sequence[Swept], values: Sequence[int], start: int, margin: float) -> SweepChart | None:
    """Draw a sweep, None without values; the horizontal axis has the scale of the values."""
    if not points:
        return None
    low = min(0.0, -margin, *(point.low for point in points))
    high = max(0.0, margin, *(point.high for point in points))
    step = tick_step(high - low)
    low, high = math.floor(low / step) * step, math.ceil(high / step) * step
    x = scaled(min(values), max(values), LEFT + PAD, RIGHT - PAD)
    y = scaled(low, high, BOTTOM, TOP)
    curve = [point for point in points if not point.is_fresh]
    return SweepChart(
        bars=tuple(
            _bar(point, x(point.value) + (CONFIRMATION_OFFSET if point.is_fresh else 0.0), y) for point in points
        ),
        line="M" + "L".join(f"{x(point.value)} {y(point.mean)}" for point in curve) if curve else "",
        rows=tuple(Tick(y(value), tick_label(value), value == 0) for value in tick_rows(low, high, step)),
        columns=tuple(Tick(x(value), f"{value:,}".replace("-", "−"), value == start) for value in values),
        margin=(y(margin), round(y(-margin) - y(margin), 1)) if margin else None,
        start=x(start) if start in values else 0.0,
    )


def _bar(point: Swept, position: float, y: Callable[[float], float]) -> Bar:
    top, bottom = y(point.high), y(point.low)
    return Bar(
        round(position, 1),
        round(position - BAR / 2, 1),
        top,
        round(max(2.0, bottom - top), 1),
        y(point.mean),
        point.tone,
        point.is_fresh,
    )
