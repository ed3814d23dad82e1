"""The overview of a pack as its page shows it: curves and a table, each number with the list of cards behind it."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from urllib.parse import urlencode

from django.urls import reverse

from cards.gateway.costs import RARITY, cost_fields
from cards.gateway.fields import card_fields
from cards.gateway.nodes import node_types
from cards.localization import localize
from cards.models import Pack
from cards.queries.overview import TEXT_LAST, TEXT_STEP, Group, Overview, overview
from cards.values import frozen_dataclass
from cards.web.facets import choices_of, parameter
from cards.web.listing import kind_labels
from cards.web.text import bilingual_plain

COST_LAST = 7  # costs from here on share one column
MAX_WORDS = 24  # keywords, and effects, that are shown; the others are counted


@frozen_dataclass
class Count:
    """A number of cards with the list of them. Shapes: `share` is that of the highest number beside it, in percent."""

    label: str
    n: int
    url: str = ""
    share: int = 0
    parts: tuple["Count", ...] = ()


@frozen_dataclass
class Curve:
    """The cards by what they cost of one thing; `mean` is the average in words."""

    label: str
    columns: tuple[Count, ...]
    mean: str


@frozen_dataclass
class Row:
    """The cards of one kind by what they cost of one thing, each number in its rarities."""

    label: str
    cost: str
    cells: tuple[Count, ...]
    total: Count


@frozen_dataclass
class OverviewPage:
    """Everything that the page shows; `more` counts the keywords and the effects that are left out."""

    cards: int
    curves: tuple[Curve, ...]
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    keywords: tuple[Count, ...]
    effects: tuple[Count, ...]
    more_effects: int
    lengths: tuple[Count, ...]


def overview_page(pack: Pack) -> OverviewPage:
    """Return the overview of a pack's working copy."""
    counts = overview(pack=pack)
    list_of = _Lists(pack)
    effects = list_of.words(counts.effects, "contains")
    return OverviewPage(
        counts.cards,
        tuple(_curves(counts.groups, list_of)),
        (localize("none", "无"), *(_cost_label(cost) for cost in range(COST_LAST + 1))),
        tuple(_rows(counts.groups, list_of)),
        list_of.words(counts.keywords, "keyword"),
        effects[:MAX_WORDS],
        max(0, len(effects) - MAX_WORDS),
        _lengths(counts, list_of),
    )


class _Lists:
    """The lists of a pack's cards by their addresses, and the words of its game."""

    def __init__(self, pack: Pack) -> None:
        self._home = reverse("cards:pack-detail", args=[pack])
        self.kinds = kind_labels(pack.ruleset)
        self.costs = {field.pointer: bilingual_plain(field.title) for field in cost_fields(pack.ruleset)}
        rarity = next((field for field in card_fields(pack.ruleset) if field.pointer == RARITY), None)
        self.rarities = dict(choices_of(rarity)) if rarity else {}
        self._titles = {node.word: bilingual_plain(node.title) for node in node_types(pack.ruleset)}

    def url(self, params: Mapping[str, str]) -> str:
        return f"{self._home}?{urlencode({name: value for name, value in params.items() if value})}"

    def words(self, counts: Mapping[str, int], term: str) -> tuple[Count, ...]:
        highest = max(counts.values(), default=0)
        return tuple(
            Count(self._titles.get(word, word), n, self.url({"q": f"{term}:{word}"}), _share(n, highest))
            for word, n in counts.items()
        )


def _share(n: int, highest: int) -> int:
    return round(100 * n / highest) if highest else 0


def _cost_label(cost: int) -> str:
    return f"{cost}+" if cost == COST_LAST else str(cost)


def _column(cost: int) -> int:
    return min(max(cost, 0), COST_LAST)


def _cost_filter(field: str, column: int) -> Mapping[str, str]:
    return {parameter(field): _cost_label(column)}


def _curves(groups: Sequence[Group], lists: _Lists) -> Iterable[Curve]:
    """Yield a curve for each thing that a card costs, in the order of the game's costs."""
    for field, label in lists.costs.items():
        costs: Counter[int] = Counter()
        for group in groups:
            if group.field == field and group.cost is not None:
                costs[group.cost] += group.count
        if not costs:
            continue
        columns: Counter[int] = Counter()
        for cost, n in costs.items():
            columns[_column(cost)] += n
        highest, total = max(columns.values()), sum(costs.values())
        bars = tuple(
            Count(
                _cost_label(column),
                columns[column],
                lists.url(_cost_filter(field, column)) if columns[column] else "",
                _share(columns[column], highest),
            )
            for column in range(COST_LAST + 1)
        )
        yield Curve(label, bars, f"{sum(cost * n for cost, n in costs.items()) / total:.1f}")


def _rows(groups: Sequence[Group], lists: _Lists) -> Iterable[Row]:
    """Yield a row for each kind and what it costs, in the order of the game's kinds; cards that cost nothing of anything are in the first column."""
    kinds = list(dict.fromkeys([*lists.kinds, *(group.kind for group in groups)]))
    for kind in kinds:
        by_field = {
            field: [group for group in groups if (group.kind, group.field) == (kind, field)]
            for field in ["", *lists.costs]
        }
        used = {field: mine for field, mine in by_field.items() if mine}
        for field, mine in used.items():
            yield _row(kind, field, mine, lists, is_whole=len(used) == 1)


def _row(kind: str, field: str, groups: Sequence[Group], lists: _Lists, *, is_whole: bool) -> Row:
    """Return the row of a kind and a cost; of cards without a cost there is a list only where the row has the whole kind."""
    cells: dict[int, Counter[str]] = {column: Counter() for column in range(-1, COST_LAST + 1)}
    for group in groups:
        cells[-1 if group.cost is None else _column(group.cost)][group.rarity] += group.count
    rarities = list(dict.fromkeys([*lists.rarities, *(group.rarity for group in groups)]))

    has_list = bool(field) or is_whole

    def cell(column: int) -> Count:
        counts = cells[column]
        params = {"kind": kind, **(_cost_filter(field, column) if column >= 0 else {})}
        parts = tuple(
            Count(
                lists.rarities.get(rarity, rarity) or localize("no rarity", "无稀有度"),
                counts[rarity],
                lists.url({**params, parameter(RARITY): rarity}) if rarity and has_list else "",
            )
            for rarity in rarities
            if counts[rarity]
        )
        n = counts.total()
        return Count("", n, lists.url(params) if n and has_list else "", 0, parts)

    total = sum(group.count for group in groups)
    return Row(
        lists.kinds.get(kind, kind),
        lists.costs.get(field, ""),
        tuple(cell(column) for column in cells),
        Count("", total, lists.url({"kind": kind}) if is_whole else ""),
    )


def _lengths(counts: Overview, lists: _Lists) -> tuple[Count, ...]:
    """Return the cards by the length of their written text; the first column has those without one."""
    if not counts.cards:
        return ()
    highest = max(counts.lengths.values(), default=0)
    columns = []
    for column in range(TEXT_LAST + 1):
        low, high = (column - 1) * TEXT_STEP + 1, column * TEXT_STEP
        query = "length=0" if not column else f"length>={low}"
        label = localize("none written", "未写") if not column else f"{low}–{high}"
        if column == TEXT_LAST:
            label = f"{low}+"
        elif column:
            query += f" length<={high}"
        n = counts.lengths.get(column, 0)
        columns.append(Count(label, n, lists.url({"q": query}) if n else "", _share(n, highest)))
    return tuple(columns)
