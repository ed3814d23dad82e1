"""The list of a pack's cards as its page shows it: search, filters, order and page, all in the query string."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.db.models import F, QuerySet
from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext

from cards import gateway
from cards.models import Card, Pack
from cards.queries.cards import STATES, CardFilters, CardRow, card_list, card_rows
from cards.queries.problems import draft_counts
from cards.web.pages import page_number, page_url
from cards.web.text import bilingual_plain

PAGE_SIZE = 48  # cards of one page: divides into rows of 2, 3, 4 and 6
SORTS: Mapping[str, tuple[Any, ...]] = {
    "edited": (F("draft__saved_at").desc(), "written_id"),
    "id": ("written_id",),
    "kind": ("kind", "written_id"),
}


@dataclass(frozen=True, slots=True)
class Filter:
    """One select of the filter bar."""

    name: str
    label: str
    value: str
    choices: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Chip:
    """A filter that is on, and the address without it."""

    label: str
    url: str


@dataclass(frozen=True, slots=True)
class PreviewMark:
    """What a list says of a card's newest preview."""

    url: str
    fresh: bool
    mean: float | None
    label: str


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
class Listing:
    """A page of the list and everything around it."""

    cards: tuple[Tile, ...]
    found: int
    all: int
    query: str
    sort: str
    is_table: bool
    filters: tuple[Filter, ...]
    sorts: tuple[tuple[str, str], ...]
    chips: tuple[Chip, ...]
    page: int
    pages: int
    previous_url: str
    next_url: str


def listing(pack: Pack, asked: QueryDict, *, total: int) -> Listing:
    """Return the page of cards that the query string asks for; what it does not know it leaves out."""
    sort = asked.get("sort", "")
    sort = sort if sort in SORTS else "edited"
    kinds = kind_labels(pack.ruleset)
    wanted = _wanted(asked, kinds)
    cards = card_list(pack=pack, filters=wanted).order_by(*SORTS[sort])
    rows, found, page, pages = _page_of(cards, pack, wanted.problem, page_number(asked))
    filters = _filters(wanted, kinds)
    return Listing(
        cards=tuple(tile(row, pack) for row in rows),
        found=found,
        all=total,
        query=wanted.q,
        sort=sort,
        is_table=asked.get("view") == "table",
        filters=filters,
        sorts=(("edited", gettext("Last edited")), ("id", gettext("Id")), ("kind", gettext("Kind"))),
        chips=_chips(asked, wanted, filters),
        page=page,
        pages=pages,
        previous_url=page_url(asked, page - 1) if page > 1 else "",
        next_url=page_url(asked, page + 1) if page < pages else "",
    )


def tile(row: CardRow, pack: Pack) -> Tile:
    """Return one card as a tile or a line of the table."""
    return Tile(
        id=row.id,
        url=reverse("cards:card-detail", args=[pack.slug, row.id]),
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
    )


def _mark(preview: Mapping[str, Any], pack: Pack) -> PreviewMark:
    labels = {
        "queued": gettext("queued"),
        "running": gettext("running"),
        "cancelled": gettext("cancelled"),
        "failed": gettext("failed"),
        "finished": gettext("finished"),
    }
    url = reverse("cards:preview-detail", args=[pack.slug, preview["number"]])
    return PreviewMark(url, preview["fresh"], preview["mean_pp"], labels[preview["state"]])


def _wanted(asked: QueryDict, kinds: Mapping[str, str]) -> CardFilters:
    state, kind, problem = (asked.get(name, "") for name in ("state", "kind", "problems"))
    return CardFilters(
        q=asked.get("q", "").replace("\0", "").strip()[:200],
        state=state if state in STATES else "",
        kind=kind if kind in kinds else "",
        problem=problem if problem in {"error", "warning", "none"} else "",
    )


def _page_of(cards: QuerySet[Card], pack: Pack, problem: str, page: int) -> tuple[tuple[CardRow, ...], int, int, int]:
    """Return the rows of one page, how many there are, and which page of how many it is."""
    if problem:
        listed: Any = _with_problem(list(cards), pack, problem)
        found = len(listed)
    else:
        listed, found = cards, cards.count()
    pages = max(1, -(-found // PAGE_SIZE))
    page = min(page, pages)
    shown = list(listed[(page - 1) * PAGE_SIZE : page * PAGE_SIZE])
    return card_rows(cards=shown, pack=pack), found, page, pages


def _with_problem(cards: list[Card], pack: Pack, problem: str) -> list[Card]:
    counts = draft_counts(drafts=[card.draft for card in cards], pack=pack)
    return [card for card in cards if _has(counts[card.draft.source_sha], problem)]


def _has(counts: Mapping[str, Any], problem: str) -> bool:
    if problem == "none":
        return not counts["errors"] and not counts["warnings"]
    return bool(counts[f"{problem}s"])


def _filters(wanted: CardFilters, kinds: Mapping[str, str]) -> tuple[Filter, ...]:
    states = (("draft", gettext("Draft")), ("released", gettext("Released")), ("retired", gettext("Retired")))
    problems = (
        ("error", gettext("With errors")),
        ("warning", gettext("With warnings")),
        ("none", gettext("Without problems")),
    )
    return (
        Filter("state", gettext("Status"), wanted.state, states),
        Filter("kind", gettext("Kind"), wanted.kind, tuple(kinds.items())),
        Filter("problems", gettext("Problems"), wanted.problem, problems),
    )


def kind_labels(ruleset: str) -> dict[str, str]:
    """Return the kinds of card of a ruleset, each with its word in the language of the page."""
    info = gateway.ruleset_info(ruleset)
    return {kind: bilingual_plain(title) for kind, title in zip(info.kinds, info.titles, strict=True)} if info else {}


def _chips(asked: QueryDict, wanted: CardFilters, filters: tuple[Filter, ...]) -> tuple[Chip, ...]:
    chips = [Chip(f"“{wanted.q}”", _without(asked, "q"))] if wanted.q else []
    on = [each for each in filters if each.value]
    return (*chips, *(Chip(dict(each.choices).get(each.value, each.value), _without(asked, each.name)) for each in on))


def _without(asked: QueryDict, name: str) -> str:
    return "?" + urlencode([(key, value) for key, value in asked.items() if key not in {name, "page"} and value])
