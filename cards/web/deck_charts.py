"""The curve and the kinds of a deck, as numbers that a template puts into SVG attributes."""

from collections import Counter
from collections.abc import Iterable, Mapping

from cards.localization import localize
from cards.values import frozen_dataclass

LAST_COST = 7  # costs from here on share one bar
COLUMN, BAR = 36, 22  # widths of a column of the curve and of its bar
TOP, FLOOR = 20, 118  # where the tallest bar ends and all begin
ROW, LEFT, BAR_LENGTH = 26, 104, 150  # of the kinds: height of a row, where bars begin, the longest bar


@frozen_dataclass
class Bar:
    """One bar of a picture and its row in the table."""

    label: str
    count: int
    x: float
    y: float
    width: float
    height: float

    @property
    def end(self) -> float:
        """Return where a lying bar ends."""
        return self.x + self.width


@frozen_dataclass
class DeckChart:
    """A chart with its table; `mean` is the average cost in words, empty where no card has a cost."""

    bars: tuple[Bar, ...]
    width: int
    height: int
    mean: str = ""


def cost_curve(costs: Iterable[tuple[int | None, int]]) -> DeckChart:
    """Return how many cards cost how much. Shapes: costs are (cost, copies)."""
    cost_counts = [(cost, count) for cost, count in costs if cost is not None]
    columns: Counter[int] = Counter()
    for cost, count in cost_counts:
        columns[min(max(cost, 0), LAST_COST)] += count
    most = max(columns.values(), default=0)
    bars = tuple(_column(cost, columns[cost], most) for cost in range(LAST_COST + 1))
    total = sum(count for _, count in cost_counts)
    mean = f"{sum(cost * count for cost, count in cost_counts) / total:.1f}" if total else ""
    return DeckChart(bars, COLUMN * (LAST_COST + 1), FLOOR + 24, mean)


def _column(cost: int, count: int, most: int) -> Bar:
    height = (FLOOR - TOP) * count / most if most else 0
    label = f"{cost}+" if cost == LAST_COST else str(cost)
    return Bar(label, count, COLUMN * cost + (COLUMN - BAR) / 2, round(FLOOR - height, 1), BAR, round(height, 1))


def kinds_chart(kinds: Iterable[tuple[str, int]], labels: Mapping[str, str]) -> DeckChart:
    """Return how many cards are of which kind, the most first. Shapes: kinds are (kind, copies)."""
    counts: Counter[str] = Counter()
    for kind, count in kinds:
        counts[kind] += count
    highest = max(counts.values(), default=0)
    bars = tuple(
        Bar(
            labels.get(kind) or localize("Unknown", "未知"),
            count,
            LEFT,
            ROW * row + 5,
            round(BAR_LENGTH * count / highest, 1),
            14,
        )
        for row, (kind, count) in enumerate(counts.most_common())
    )
    return DeckChart(bars, LEFT + BAR_LENGTH + 40, ROW * max(1, len(bars)))
