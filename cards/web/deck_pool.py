"""The cards that a deck may take, as its page lists them: search, filters, order and page, all in the query string."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import F, QuerySet
from django.http import QueryDict
from django.urls import reverse

from cards.gateway import deck_files, faces
from cards.localization import localize
from cards.lookups import search_words
from cards.models import Card, Pack
from cards.queries.decks import DeckVerdict, document_of, with_words
from cards.search import matches
from cards.values import frozen_dataclass
from cards.web.listing import kind_labels
from cards.web.pages import page_number, page_url

PAGE_SIZE = 40  # cards of one page
SORTED_LIMIT = 1_000  # most cards that are ordered by what their faces show, which no index holds
SORTS: Mapping[str, tuple[Any, ...]] = {
    "id": ("written_id",),
    "kind": ("kind", "written_id"),
    "edited": (F("draft__saved_at").desc(), "written_id"),
}
FACE_SORTS = ("cost", "name")
NO_COST = 1_000_000  # places cards without a cost last


@frozen_dataclass
class CardWords:
    """What lists show of a card; `cost` is None in a game without costs."""

    name: Mapping[str, str]
    type_line: Mapping[str, str]
    kind: str
    cost: int | None
    tone: str


@frozen_dataclass
class PoolRow:
    """One card of the pool; `most` copies are allowed, `held` are in the list that it goes into."""

    id: str
    url: str
    words: CardWords
    key: str
    copies: int
    most: int
    why: str


@frozen_dataclass
class Pool:
    """A page of the cards and everything around it."""

    rows: tuple[PoolRow, ...]
    match_count: int
    query: str
    kind: str
    kinds: tuple[tuple[str, str], ...]
    held: str
    sort: str
    sorts: tuple[tuple[str, str], ...]
    is_too_many: bool
    page: int
    pages: int
    previous_url: str
    next_url: str


def pool(pack: Pack, verdict: DeckVerdict, params: QueryDict) -> Pool:
    """Return the page of cards that the query string asks for; what it does not know it leaves out."""
    kinds = kind_labels(pack.ruleset)
    query, kind, membership, sort = _read_params(params, kinds)
    cards = _filter_cards(pack, verdict, query, kind, membership)
    count = cards.count()
    pages = max(1, -(-count // PAGE_SIZE))
    page = min(page_number(params), pages)
    is_too_many = sort in FACE_SORTS and count > SORTED_LIMIT
    shown = _page(cards, pack, "id" if is_too_many else sort, (page - 1) * PAGE_SIZE)
    return Pool(
        rows=_rows(pack, verdict, shown),
        match_count=count,
        query=query,
        kind=kind,
        kinds=tuple(kinds.items()),
        held=membership,
        sort=sort,
        sorts=_sorts(),
        is_too_many=is_too_many,
        page=page,
        pages=pages,
        previous_url=page_url(params, page - 1) if page > 1 else "",
        next_url=page_url(params, page + 1) if page < pages else "",
    )


def _read_params(params: QueryDict, kinds: Mapping[str, str]) -> tuple[str, str, str, str]:
    kind, membership, sort = (params.get(name, "") for name in ("kind", "held", "sort"))
    return (
        search_words(params, "q"),
        kind if kind in kinds else "",
        membership if membership in {"in", "out"} else "",
        sort if sort in {*SORTS, *FACE_SORTS} else "id",
    )


def _filter_cards(pack: Pack, verdict: DeckVerdict, query: str, kind: str, membership: str) -> QuerySet[Card]:
    """Return the live cards of the pack that the filters leave."""
    cards = Card.objects.filter(pack=pack, trashed_at__isnull=True, retired_at__isnull=True)
    if query:
        cards = cards.filter(matches(query, prefix="draft__"))
    if kind:
        cards = cards.filter(kind=kind)
    if membership and verdict.file is not None:
        wanted = {"written_id__in": verdict.file.cards}
        cards = cards.filter(**wanted) if membership == "in" else cards.exclude(**wanted)
    return cards


def _page(cards: QuerySet[Card], pack: Pack, sort: str, start: int) -> list[tuple[Card, CardWords]]:
    """Return one page of the cards, each with its words."""
    if sort in FACE_SORTS:
        worded = [(card, card_words(card, pack)) for card in with_words(cards.order_by("written_id"))]
        return sorted(worded, key=lambda pair: _face_key(sort, *pair))[start : start + PAGE_SIZE]
    rows = with_words(cards.order_by(*SORTS[sort]))[start : start + PAGE_SIZE]
    return [(card, card_words(card, pack)) for card in rows]


def _face_key(sort: str, card: Card, words: CardWords) -> tuple[Any, ...]:
    if sort == "cost":
        return (NO_COST if words.cost is None else words.cost, card.written_id)
    return (words.name["en"].casefold(), card.written_id)


def _rows(pack: Pack, verdict: DeckVerdict, page_rows: Sequence[tuple[Card, CardWords]]) -> tuple[PoolRow, ...]:
    documents = [{**document_of(card), "id": card.written_id} for card, _ in page_rows]
    facts = deck_files.deck_facts(pack.ruleset, documents)
    copies = verdict.file.copies if verdict.file is not None else {}
    return tuple(_row(pack, card, words, facts[card.written_id], copies) for card, words in page_rows)


def _row(
    pack: Pack, card: Card, words: CardWords, fact: deck_files.DeckCard, copies: Mapping[tuple[str, str], int]
) -> PoolRow:
    key, maximum = deck_files.deck_place(pack.ruleset, fact)
    held = copies.get((key, card.written_id), 0)
    url = reverse("cards:card-detail", args=[pack, card])
    return PoolRow(card.written_id, url, words, key, held, maximum, _why(held, maximum))


def _why(copies: int, maximum: int) -> str:
    """Return why no further copy fits, empty where it does."""
    if maximum == 0:
        return localize("This card cannot be put into a deck.", "这张卡牌不能加入牌组。")
    if copies >= maximum:
        return localize(
            "{held} of {most} are in the deck", "牌组中已有 {held} 张，最多 {most} 张", held=copies, most=maximum
        )
    return ""


def card_words(card: Card, pack: Pack) -> CardWords:
    """Return what lists show of a card: of its draft, or of its newest version while the draft does not parse."""
    document = document_of(card)
    source = card.draft if card.draft.document is not None else card.newest_version
    face = faces.face(pack.ruleset, document, source.texts if source is not None else {})
    plain = dict.fromkeys(("en", "zh"), card.written_id)
    cost = face["cost"][0]["value"] if face["cost"] else None
    return CardWords(
        name={language: face["name"][language] or plain[language] for language in plain},
        type_line=face["type_line"],
        kind=face["kind"],
        cost=cost if isinstance(cost, int) else None,
        tone=face["tone"],
    )


def _sorts() -> tuple[tuple[str, str], ...]:
    return (
        ("id", localize("Id", "标识")),
        ("name", localize("Name", "名称")),
        ("cost", localize("Cost", "费用")),
        ("kind", localize("Kind", "种类")),
        ("edited", localize("Last edited", "最近编辑")),
    )
