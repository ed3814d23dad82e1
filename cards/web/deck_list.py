"""The list of a pack's decks: search, order and page, all in the query string."""

from collections.abc import Mapping
from typing import Any

from django.db.models import F, Value
from django.db.models.functions import Coalesce, Lower, NullIf
from django.http import QueryDict

from cards.localization import localize
from cards.lookups import search_words
from cards.models import Deck, Pack
from cards.queries.decks import DeckVerdict, deck_list, deck_verdicts
from cards.values import frozen_dataclass
from cards.web.deck_page import part_label, wanted_of
from cards.web.pages import Paged, paged

SORTS: Mapping[str, tuple[Any, ...]] = {
    "name": (Lower(Coalesce(NullIf("name", Value("")), F("deck_id"))), "number"),
    "edited": (F("saved_at").desc(), "number"),
}


@frozen_dataclass
class DeckRow:
    """One deck of the list. Shapes: parts are (heading, cards, cards wanted)."""

    deck: Deck
    is_legal: bool
    errors: int
    parts: tuple[tuple[str, int, str], ...]
    is_reference: bool


@frozen_dataclass
class DeckListing:
    """A page of the list and everything around it."""

    page: Paged
    rows: tuple[DeckRow, ...]
    query: str
    sort: str
    sorts: tuple[tuple[str, str], ...]
    is_trash: bool
    trashed: int
    references: tuple[Deck, ...]


def deck_listing(pack: Pack, params: QueryDict) -> DeckListing:
    """Return the page of decks that the query string asks for; what it does not know it leaves out."""
    sort = params.get("sort", "")
    sort = sort if sort in SORTS else "name"
    query = search_words(params, "q")
    is_trash = params.get("trash") == "1"
    page = paged(deck_list(pack=pack, trashed=is_trash, query=query).order_by(*SORTS[sort]), params)
    verdicts = deck_verdicts(decks=page.rows, pack=pack)
    return DeckListing(
        page=page,
        rows=tuple(_row(deck, verdicts[deck.pk], pack) for deck in page.rows),
        query=query,
        sort=sort,
        sorts=(("name", localize("Name", "名称")), ("edited", localize("Last edited", "最近编辑"))),
        is_trash=is_trash,
        trashed=deck_list(pack=pack, trashed=True).count(),
        references=tuple(deck_list(pack=pack).filter(number__in=pack.reference_decks).order_by("number")),
    )


def _row(deck: Deck, verdict: DeckVerdict, pack: Pack) -> DeckRow:
    parts = tuple((part_label(part), part.count, wanted_of(part)) for part in verdict.counts)
    return DeckRow(deck, verdict.is_legal, verdict.errors, parts, deck.number in pack.reference_decks)
