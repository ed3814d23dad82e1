"""The list of a pack's cards as its page shows it: search, filters, order and page, all in the query string."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from django.db.models import QuerySet
from django.http import QueryDict
from django.urls import reverse

from cards.gateway import rulesets
from cards.gateway.searching import OPERATORS
from cards.localization import localize
from cards.lookups import search_words
from cards.models import Card, Pack
from cards.queries.card_filters import in_order
from cards.queries.cards import (
    PREVIEWS,
    STATES,
    CardFilters,
    CardRow,
    WithProblem,
    as_listed,
    card_list,
    card_rows,
    with_problem,
)
from cards.queries.where import with_where
from cards.services.checks_wanted import checks_want
from cards.values import frozen_dataclass
from cards.web.facets import Facet, facets_of, field_filters
from cards.web.pages import page_number, page_url
from cards.web.previews.former import within_whole
from cards.web.text import bilingual_plain

PAGE_SIZE = 48  # cards of one page: divides into rows of 2, 3, 4 and 6
SORTS = ("edited", "name", "id", "kind", "state", "preview")
DOWN = frozenset({"edited", "preview"})
"""Columns whose first order is the highest first."""
FILTERS = ("q", "state", "kind", "problems", "preview")


@frozen_dataclass
class Filter:
    """One select of the filter bar."""

    name: str
    label: str
    value: str
    choices: tuple[tuple[str, str], ...]


@frozen_dataclass
class Chip:
    """A filter that is on, and the address without it."""

    label: str
    url: str


@frozen_dataclass
class Column:
    """One column of the table that sorts it: where a press leads, and how the table is sorted by it now."""

    label: str
    url: str
    sorted: str


@frozen_dataclass
class PreviewMark:
    """What a list says of a card's newest preview: its interval, or how far it is. Units: percentage points."""

    url: str
    fresh: bool
    interval: tuple[float, float] | None
    label: str


@frozen_dataclass
class Tile:
    """One card of the list, ready to be drawn."""

    id: str
    url: str
    name: Mapping[str, str]
    face: Mapping[str, Any] | None
    state: str
    edited: bool
    retired: bool
    deprecated: Mapping[str, str] | None
    errors: int
    warnings: int
    preview: PreviewMark | None
    updated: Any
    is_released: bool = False


@frozen_dataclass
class Listing:
    """A page of the list and everything around it."""

    cards: tuple[Tile, ...]
    match_count: int
    all: int
    query: str
    sort: str
    is_table: bool
    filters: tuple[Filter, ...]
    facets: tuple[Facet, ...]
    sorts: tuple[tuple[str, str], ...]
    columns: Mapping[str, Column]
    chips: tuple[Chip, ...]
    other_params: str
    page: int
    pages: int
    previous_url: str
    next_url: str
    checked: WithProblem | None = None

    @property
    def is_unfinished(self) -> bool:
        """Return whether a filter on problems has not looked at every card yet."""
        return self.checked is not None and self.checked.checked < self.checked.all


def listing(pack: Pack, params: QueryDict, *, total: int) -> Listing:
    """Return the page of cards that the query string asks for; what it does not know it leaves out."""
    card_filters, facets = filters_of(pack, params)
    sorts = _sorts(facets)
    sort = params.get("sort", "")
    sort = sort if sort.removeprefix("-") in dict(sorts) else "edited"
    cards = in_order(card_list(pack=pack, filters=card_filters), _direction(sort))
    problem_page = problem_filter(cards, pack, card_filters.problem)
    of_all = total if card_filters == CardFilters() else None
    rows, count, page, pages = _page_of(
        problem_page.cards if problem_page else cards, pack, page_number(params), of_all
    )
    filters = _filters(params, card_filters, kind_labels(pack.ruleset))
    return Listing(
        cards=tuple(tile(row, pack) for row in rows),
        match_count=count,
        all=total,
        query=search_words(params, "q"),
        sort=sort,
        is_table=params.get("view") == "table",
        filters=filters,
        facets=facets,
        sorts=sorts,
        columns={key: _column(params, key, label, sort) for key, label in sorts},
        chips=_chips(params, card_filters, filters, facets),
        other_params=kept_query(params),
        page=page,
        pages=pages,
        previous_url=page_url(params, page - 1) if page > 1 else "",
        next_url=page_url(params, page + 1) if page < pages else "",
        checked=problem_page,
    )


def problem_filter(cards: QuerySet[Card], pack: Pack, problem: str) -> WithProblem | None:
    """Return the cards that a filter on problems leaves, and have the others checked; None without such a filter."""
    if not problem:
        return None
    problem_page = with_problem(cards=cards, pack=pack, problem=problem)
    if problem_page.checked < problem_page.all:
        checks_want(pack=pack)
    return problem_page


def filters_of(pack: Pack, params: QueryDict) -> tuple[CardFilters, tuple[Facet, ...]]:
    """Return which cards the query string asks for, and the filters by the fields that the game declares."""
    facets = facets_of(pack.ruleset, params)
    filters = _card_filters(params, kind_labels(pack.ruleset), facets)
    if any(sign in filters.q for sign in OPERATORS):
        filters = with_where(pack=pack, filters=replace(filters, q=""), query=filters.q, lenient=True)
    return filters, facets


def kept_query(asked: QueryDict) -> str:
    """Return the filters of a query string alone, for a link to another page over the same cards."""
    kept = [(key, value) for key, value in asked.items() if value and (key in FILTERS or key.startswith("f."))]
    return urlencode(kept)


def _sorts(facets: tuple[Facet, ...]) -> tuple[tuple[str, str], ...]:
    """Return what the list can be sorted by: its columns, and the numbers of a card's head."""
    labels = {
        "edited": localize("Last edited", "最近编辑"),
        "name": localize("Name", "名称"),
        "id": localize("Id", "标识"),
        "kind": localize("Kind", "种类"),
        "state": localize("Status", "状态"),
        "preview": localize("Win-rate change", "胜率变化"),
    }
    numbers = tuple((facet.pointer, facet.label) for facet in facets if facet.kind == "integer")
    return (*((key, labels[key]) for key in SORTS), *numbers)


def _direction(sort: str) -> str:
    """Return the order for the database: `edited` alone means the newest first."""
    key = sort.removeprefix("-")
    if key not in DOWN:
        return sort
    return key if sort.startswith("-") else f"-{key}"


def _column(params: QueryDict, key: str, label: str, sort: str) -> Column:
    """Return the head of a column; a second press turns the order around."""
    is_on = sort.removeprefix("-") == key
    target = f"-{key}" if sort == key else key
    pairs = [(name, value) for name, value in params.items() if name not in {"sort", "page"} and value]
    is_down = _direction(sort).startswith("-")
    state = ("descending" if is_down else "ascending") if is_on else ""
    return Column(label, "?" + urlencode([*pairs, ("sort", target)]), state)


def tile(row: CardRow, pack: Pack) -> Tile:
    """Return one card as a tile or a line of the table."""
    return Tile(
        id=row.id,
        url=reverse("cards:card-detail", args=[pack, row.id]),
        name=row.name,
        face=row.face,
        state=row.state,
        edited=row.edited,
        retired=row.retired,
        deprecated=row.deprecated,
        errors=row.problems["errors"],
        warnings=row.problems["warnings"],
        preview=_mark(row.preview, pack) if row.preview else None,
        updated=row.updated,
        is_released=row.released is not None,
    )


def _mark(preview: Mapping[str, Any], pack: Pack) -> PreviewMark:
    labels = {
        "queued": localize("queued", "排队中"),
        "running": localize("running", "运行中"),
        "cancelled": localize("cancelled", "已取消"),
        "failed": localize("failed", "失败"),
        "finished": localize("finished", "已完成"),
    }
    url = reverse("cards:preview-detail", args=[pack, preview["number"]])
    ends = preview["interval_pp"]
    interval = within_whole(ends) if ends else None
    return PreviewMark(url, preview["fresh"], interval, labels[preview["state"]])


def _card_filters(params: QueryDict, kinds: Mapping[str, str], facets: tuple[Facet, ...]) -> CardFilters:
    state, kind, problem, preview = (params.get(name, "") for name in ("state", "kind", "problems", "preview"))
    return CardFilters(
        q=search_words(params, "q"),
        state=state if state in STATES else "",
        edited=True if state == "edited" else None,
        kind=kind if kind in kinds else "",
        problem=problem if problem in {"error", "warning", "none"} else "",
        preview=preview if preview in PREVIEWS else "",
        fields=field_filters(facets),
    )


def _page_of(
    cards: QuerySet[Card], pack: Pack, page: int, count: int | None
) -> tuple[tuple[CardRow, ...], int, int, int]:
    """Return the rows of one page, their count (taken here where the caller has none), the page and the number of pages."""
    count = cards.count() if count is None else count
    pages = max(1, -(-count // PAGE_SIZE))
    page = min(page, pages)
    shown = list(as_listed(cards)[(page - 1) * PAGE_SIZE : page * PAGE_SIZE])
    return card_rows(cards=shown, pack=pack), count, page, pages


def _filters(asked: QueryDict, card_filters: CardFilters, kinds: Mapping[str, str]) -> tuple[Filter, ...]:
    states = (
        ("draft", localize("Draft", "草稿")),
        ("released", localize("Released", "已发布")),
        ("edited", localize("Edited since the newest version", "最新版本之后有改动")),
        ("retired", localize("Retired", "已停用")),
    )
    problems = (
        ("error", localize("With errors", "有错误")),
        ("warning", localize("With warnings", "有警告")),
        ("none", localize("Without problems", "没有问题")),
    )
    previews = (
        ("fresh", localize("Fresh preview", "模拟为最新")),
        ("stale", localize("Stale preview", "模拟已过时")),
        ("running", localize("Preview is running", "正在模拟")),
        ("none", localize("No preview", "无模拟")),
    )
    return (
        Filter("state", localize("Status", "状态"), "edited" if card_filters.edited else card_filters.state, states),
        Filter("kind", localize("Kind", "种类"), card_filters.kind, tuple(kinds.items())),
        Filter("problems", localize("Problems", "问题"), card_filters.problem, problems),
        Filter("preview", localize("Preview", "模拟"), card_filters.preview, previews),
    )


def kind_labels(ruleset: str) -> dict[str, str]:
    """Return the kinds of card of a ruleset, each with its word in the language of the page."""
    info = rulesets.ruleset_info(ruleset)
    return {kind: bilingual_plain(title) for kind, title in zip(info.kinds, info.titles, strict=True)} if info else {}


def _chips(
    params: QueryDict, wanted: CardFilters, filters: tuple[Filter, ...], facets: tuple[Facet, ...]
) -> tuple[Chip, ...]:
    chips = [Chip(f"“{wanted.q}”", _url_without(params, "q"))] if wanted.q else []
    chips += [
        Chip(dict(each.choices).get(each.value, each.value), _url_without(params, each.name))
        for each in filters
        if each.value
    ]
    return (*chips, *(Chip(facet.phrase, _url_without(params, facet.name)) for facet in facets if facet.value))


def _url_without(asked: QueryDict, name: str) -> str:
    return "?" + urlencode([(key, value) for key, value in asked.items() if key not in {name, "page"} and value])
