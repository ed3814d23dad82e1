"""Charts as numbers that a template puts into SVG attributes."""

import math
from collections.abc import Callable, Sequence

from cards.values import frozen_dataclass

WIDTH = 760
LEFT, RIGHT, TOP, BOTTOM = 46, 704, 20, 300
STEPS = (0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100)
LINES = 6  # about how many lines of the grid
SPREAD_LIMIT = 25.0  # percentage points; the first, widest intervals may leave the picture
COLUMN_STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 150, 200, 250, 300, 500, 1000, 2000, 2500, 5000)


@frozen_dataclass
class Update:
    """The interval from a number of blocks on; before the pilot's end it supports no verdict. Units: percentage points."""

    n: int
    mean: float
    low: float
    high: float
    is_pilot: bool = False


@frozen_dataclass
class Tick:
    """A line of the grid or a number below the picture."""

    at: float
    label: str
    is_zero: bool = False


@frozen_dataclass
class Step:
    """One update, drawn: its interval at its place, and the stretch over which it stands."""

    x: float
    top: float
    height: float
    y: float
    width: float
    update: Update

    @property
    def bottom(self) -> float:
        """Return the lower end of the interval."""
        return round(self.top + self.height, 1)

    @property
    def label_mean(self) -> float:
        """Return the base line of the mean's label; those of the ends keep clear of it."""
        return round(self.y + 4, 1)

    @property
    def label_high(self) -> float:
        """Return the base line of the label of the upper end."""
        return round(min(self.top + 4, self.label_mean - 13), 1)

    @property
    def label_low(self) -> float:
        """Return the base line of the label of the lower end."""
        return round(max(self.bottom + 4, self.label_mean + 13), 1)


@frozen_dataclass
class UpdatesChart:
    """The interval at every update, drawn. Shapes: `pilot` is the width of the stretch without a verdict."""

    steps: tuple[Step, ...]
    line: str
    rows: tuple[Tick, ...]
    columns: tuple[Tick, ...]
    margin: tuple[float, float] | None
    pilot: float
    pilot_end: float
    planned: float
    last: Update

    @property
    def verdicts(self) -> tuple[Step, ...]:
        """Return the updates that may be judged."""
        return tuple(step for step in self.steps if not step.update.is_pilot)

    @property
    def ending(self) -> Step | None:
        """Return the newest update that may be judged."""
        return self.verdicts[-1] if self.verdicts else None


def updates_chart(updates: Sequence[Update], *, margin: float = 0.0, planned_end: int = 0) -> UpdatesChart | None:
    """Draw an interval over its updates; None below two updates.

    Units: margin in percentage points; planned in blocks, 0 where no end is planned.
    """
    if len(updates) < 2:
        return None
    low, high, step = value_range(updates)
    end = max(planned_end, updates[-1].n)
    x = scale(0, end, LEFT, RIGHT)
    y = scale(low, high, BOTTOM, TOP)

    def inside(value: float) -> float:
        return y(max(low, min(high, value)))

    until = [*(update.n for update in updates[1:]), updates[-1].n]
    steps = [
        Step(
            x(u.n), inside(u.high), round(inside(u.low) - inside(u.high), 1), inside(u.mean), round(x(n) - x(u.n), 1), u
        )
        for u, n in zip(updates, until, strict=True)
    ]
    pilot_end = next((update.n for update in updates if not update.is_pilot), updates[-1].n)
    has_pilot = any(update.is_pilot for update in updates)
    return UpdatesChart(
        steps=tuple(steps),
        line=_path([(update.x, update.y) for update in steps]),
        rows=tuple(Tick(y(value), tick_label(value), value == 0) for value in tick_rows(low, high, step)),
        columns=tuple(Tick(x(n), f"{n:,}") for n in _columns(end)),
        margin=(inside(margin), round(inside(-margin) - inside(margin), 1)) if margin else None,
        pilot=round(x(pilot_end) - LEFT, 1) if has_pilot else 0.0,
        pilot_end=x(pilot_end),
        planned=x(planned_end) if planned_end else 0.0,
        last=updates[-1],
    )


def value_range(updates: Sequence[Update]) -> tuple[float, float, float]:
    """Return the ends of the vertical axis and its step: whole steps that hold zero and all but the widest intervals."""
    low = max(min(u.low for u in updates), min(u.mean for u in updates) - SPREAD_LIMIT, -100.0)
    high = min(max(u.high for u in updates), max(u.mean for u in updates) + SPREAD_LIMIT, 100.0)
    low, high = min(low, 0.0), max(high, 0.0)
    step = tick_step(max(high - low, 0.5))
    bottom = math.floor(low / step) * step
    return bottom, max(math.ceil(high / step) * step, bottom + step), step


def tick_rows(low: float, high: float, step: float) -> list[float]:
    """Return the values of the grid's lines; zero is one of them."""
    return [round(low + step * i, 6) for i in range(round((high - low) / step) + 1)]


def tick_step(span: float) -> float:
    """Return how far apart the lines of a grid are."""
    return next((step for step in STEPS if span / step <= LINES), STEPS[-1])


def _columns(last: int) -> list[int]:
    step = next((s for s in COLUMN_STEPS if last / s <= LINES + 2), 10_000)
    return list(range(0, last + 1, step))


def scale(low: float, high: float, first: float, last: float) -> Callable[[float], float]:
    """Return what maps values to places of a picture."""
    return lambda value: round(first + (value - low) / ((high - low) or 1) * (last - first), 1)


def _path(points: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x} {y}" for x, y in points)


def tick_label(value: float) -> str:
    """Return the label of a line of the grid."""
    digits = 0 if float(value).is_integer() else 1
    sign = "+" if value > 0 else "−" if value < 0 else ""
    return f"{sign}{abs(value):.{digits}f}"


HEAD_WIDTH, HEAD_LEFT, HEAD_RIGHT = 640, 20, 620


@frozen_dataclass
class HeadChart:
    """One interval on a wide axis, drawn."""

    ticks: tuple[Tick, ...]
    margin: tuple[float, float] | None
    left: float
    length: float
    dot: float


def head_chart(mean: float, low: float, high: float, margin: float) -> HeadChart:
    """Return the picture of the headline's interval. Units: percentage points."""
    ends = min(low, -margin, 0.0), max(high, margin, 0.0)
    step = tick_step((ends[1] - ends[0]) * 1.05 or 1.0)
    first, last = math.floor(ends[0] / step) * step - step / 2, math.ceil(ends[1] / step) * step + step / 2
    x = scale(first, last, HEAD_LEFT, HEAD_RIGHT)
    ticks = [round(math.ceil(first / step) * step + step * i, 6) for i in range(round((last - first) / step))]
    return HeadChart(
        ticks=tuple(Tick(x(value), tick_label(value), value == 0) for value in ticks if first <= value <= last),
        margin=(x(-margin), round(x(margin) - x(-margin), 1)) if margin else None,
        left=x(low),
        length=round(max(2.0, x(high) - x(low)), 1),
        dot=x(mean),
    )


@frozen_dataclass
class Column:
    """One turn of the chart by first sight: the interval of its change above, its share of blocks below."""

    label: str
    x: float
    tone: str
    top: float
    height: float
    dot: float
    share_top: float
    share_height: float
    whisker: tuple[float, float]


@frozen_dataclass
class SeenChart:
    """Changes and shares by the turn of first sight, drawn."""

    columns: tuple[Column, ...]
    rows: tuple[Tick, ...]
    share_rows: tuple[Tick, ...]
    margin: tuple[float, float] | None
    width: float


@frozen_dataclass
class SeenAt:
    """What was found for one span of turns. Units: percentage points; shares 0…1."""

    label: str
    tone: str
    change: tuple[float, float, float]
    share: tuple[float, float, float]


SEEN_LEFT, SEEN_RIGHT = 46, 640
SEEN_TOP, SEEN_BOTTOM, SHARE_TOP, SHARE_BOTTOM = 14, 200, 226, 300


def seen_chart(rows: Sequence[SeenAt], margin: float) -> SeenChart | None:
    """Draw the changes by first sight; None without rows."""
    if not rows:
        return None
    updates = [Update(0, *row.change) for row in rows]
    low, high, step = value_range(updates)
    y = scale(low, high, SEEN_BOTTOM, SEEN_TOP)
    top = max(row.share[2] for row in rows) or 1.0
    share = scale(0, top, SHARE_BOTTOM, SHARE_TOP)
    slot = (SEEN_RIGHT - SEEN_LEFT) / len(rows)

    def inside(value: float) -> float:
        return y(max(low, min(high, value)))

    columns = []
    for index, row in enumerate(rows):
        mean, change_low, change_high = row.change
        rate, share_low, share_high = row.share
        x = round(SEEN_LEFT + slot * (index + 0.5), 1)
        columns.append(
            Column(
                row.label,
                x,
                row.tone,
                inside(change_high),
                round(max(2.0, inside(change_low) - inside(change_high)), 1),
                inside(mean),
                share(rate),
                round(SHARE_BOTTOM - share(rate), 1),
                (share(share_high), share(share_low)),
            )
        )
    return SeenChart(
        tuple(columns),
        tuple(Tick(y(value), tick_label(value), value == 0) for value in tick_rows(low, high, step)),
        (Tick(share(0), "0%"), Tick(share(top), f"{100 * top:.0f}%")),
        (inside(margin), round(inside(-margin) - inside(margin), 1)) if margin else None,
        round(min(22.0, slot * 0.6), 1),
    )
