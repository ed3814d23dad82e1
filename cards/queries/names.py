"""The cards that a document may name, found by id or by either name."""

from collections.abc import Iterable, Mapping, Sequence

from django.db.models import Case, IntegerField, Q, QuerySet, Value, When

from cards.gateway import faces
from cards.gateway.searching import MAX_WORDS
from cards.models import Card, Pack
from cards.models.fields import LANGUAGES
from cards.permissions import Act, Actor, require
from cards.search import matches
from cards.values import frozen_dataclass

NAMES_LIMIT = 50  # most cards of one answer
QUERY_LIMIT = 100  # characters of a query that are read


@frozen_dataclass
class NamedCard:
    """A card or token by its id and its names; `name` has `en` and `zh`, empty where there is none."""

    id: str
    kind: str
    name: Mapping[str, str]


def card_names(*, account: Actor, pack: Pack, q: str = "", kinds: Sequence[str] = ()) -> tuple[NamedCard, ...]:
    """Return the first cards, of one of some kinds or of any, whose id or name in either language has every word of a query.

    Those come first whose id or name begins with it.
    """
    require(account=account, pack=pack, act=Act.VALIDATE)
    live = Card.objects.filter(pack=pack, trashed_at__isnull=True, retired_at__isnull=True).select_related("draft")
    if kinds:
        live = live.filter(kind__in=kinds)
    return tuple(
        NamedCard(card.written_id, card.kind, draft_name(pack, card)) for card in named_like(live, q)[:NAMES_LIMIT]
    )


def card_names_by_id(*, account: Actor, pack: Pack, ids: Iterable[str]) -> tuple[NamedCard, ...]:
    """Return the cards of a pack with some ids, by id; what is in the trash is not among them."""
    require(account=account, pack=pack, act=Act.VALIDATE)
    cards = Card.objects.filter(pack=pack, written_id__in=list(ids), trashed_at__isnull=True).select_related("draft")
    return tuple(NamedCard(card.written_id, card.kind, draft_name(pack, card)) for card in cards.order_by("written_id"))


def named_like(cards: QuerySet[Card], q: str, *before: Case) -> QuerySet[Card]:
    """Return the cards whose id or name has every word of a query, the nearest first; all of them by id for an empty one.

    Shapes: before are orders that count before the nearness.
    """
    query = q.strip()[:QUERY_LIMIT]
    if not query:
        return cards.order_by(*before, "written_id")
    matching = cards.filter(matches(query, prefix="draft__"), _has_words_in_name(query))
    return matching.annotate(nearness=_nearness(query)).order_by(*before, "nearness", "written_id")


def _has_words_in_name(query: str) -> Q:
    """Return the condition that each word is in the id or in a name; what a card says otherwise does not name it."""
    condition = Q()
    for word in query.replace('"', " ").split()[:MAX_WORDS]:
        names = (f"draft__texts__{language}__name__icontains" for language in LANGUAGES)
        word_condition = Q(written_id__icontains=word) | Q(draft__document__name__icontains=word)
        for name in names:
            word_condition |= Q(**{name: word})
        condition &= word_condition
    return condition


def _nearness(query: str) -> Case:
    """Return the expression by which exact names come before beginnings, and these before everything else."""
    whole = Q(written_id__iexact=query) | Q(draft__document__name__iexact=query)
    begins = Q(written_id__istartswith=query) | Q(written_id__icontains=f".{query}")
    begins |= Q(draft__document__name__istartswith=query)
    return Case(When(whole, then=Value(0)), When(begins, then=Value(1)), default=Value(2), output_field=IntegerField())


def draft_name(pack: Pack, card: Card) -> dict[str, str]:
    """Return what a card's draft is called on its face, `en` and `zh`, empty where it is not called anything or cannot be read."""
    document = card.draft.document
    name = faces.face(pack.ruleset, document, card.draft.texts)["name"] if document is not None else {}
    return {"en": "", "zh": "", **name}
