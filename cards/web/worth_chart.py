"""The way from a blank card to the whole one as numbers that a template puts into SVG attributes."""

import math
from collections.abc import Sequence

from cards.values import frozen_dataclass
from cards.web.charts import BOTTOM, LEFT, RIGHT, TOP, Tick, tick_label, tick_rows, tick_step
from cards.web.charts import scale as scaled

WIDEST = 52.0  # pixels of a step


@frozen_dataclass
class Rise:
    """One step: from where to where, and the interval of what it adds, around its end. Units: percentage points."""

    label: str
    number: str
    start: float
    end: float
    tone: str
    low: float | None = None
    high: float | None = None


@frozen_dataclass
class Bar:
    """One step, drawn; `joint` is where the line to the next step runs, and the whisker is empty without an interval."""

    rise: Rise
    x: float
    edge: float
    width: float
    top: float
    height: float
    joint: float
    whisker: tuple[float, float] | None
    label_y: float


@frozen_dataclass
class Waterfall:
    """All steps on one axis."""

    bars: tuple[Bar, ...]
    rows: tuple[Tick, ...]


def waterfall(rises: Sequence[Rise]) -> Waterfall | None:
    """Draw the steps, None without any."""
    if not rises:
        return None
    ends = [end for rise in rises for end in (rise.start, rise.end, rise.low or 0.0, rise.high or 0.0)]
    step = tick_step(max(ends) - min(ends))
    low, high = math.floor(min(ends) / step) * step, math.ceil(max(ends) / step) * step
    y, pitch = scaled(low, high or step, BOTTOM, TOP), (RIGHT - LEFT) / len(rises)
    width = round(min(WIDEST, pitch * 0.7), 1)
    bars = []
    for place, rise in enumerate(rises):
        x = round(LEFT + pitch * (place + 0.5), 1)
        upper, lower = y(max(rise.start, rise.end)), y(min(rise.start, rise.end))
        whisker = None if rise.low is None or rise.high is None else (y(rise.high), y(rise.low))
        label = min(upper, whisker[0] if whisker else upper) - 6
        bars.append(
            Bar(
                rise,
                x,
                round(x - width / 2, 1),
                width,
                upper,
                round(max(1.0, lower - upper), 1),
                y(rise.end),
                whisker,
                round(label, 1),
            )
        )
    rows = tuple(Tick(y(value), tick_label(value), value == 0) for value in tick_rows(low, high, step))
    return Waterfall(tuple(bars), rows)
