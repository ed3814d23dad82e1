"""The cards that a document may name, found by id or by either name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Case, IntegerField, Q, Value, When

from cards import gateway
from cards.models import Card, Pack
from cards.permissions import Act, Actor, require
from cards.search import matches

NAMES_LIMIT = 50  # most cards of one answer
QUERY_LIMIT = 100  # characters of a query that are read


@dataclass(frozen=True, slots=True)
class NamedCard:
    """A card or token by its id and its names; `name` has `en` and `zh`, empty where there is none."""

    id: str
    kind: str
    name: Mapping[str, str]


def card_names(*, account: Actor, pack: Pack, q: str = "", kind: str = "") -> tuple[NamedCard, ...]:
    """Return the first cards that a query finds, those first whose id or name begins with it."""
    require(account=account, pack=pack, act=Act.VALIDATE)
    asked = q.strip()[:QUERY_LIMIT]
    live = Card.objects.filter(pack=pack, trashed_at__isnull=True, retired_at__isnull=True).select_related("draft")
    if kind:
        live = live.filter(kind=kind)
    if asked:
        live = live.filter(matches(asked, prefix="draft__")).annotate(nearness=_nearness(asked))
    return tuple(
        _named(card, pack) for card in live.order_by(*(["nearness"] if asked else []), "written_id")[:NAMES_LIMIT]
    )


def _nearness(asked: str) -> Case:
    """Return the expression by which exact names come before beginnings, and these before everything else."""
    whole = Q(written_id__iexact=asked) | Q(draft__document__name__iexact=asked)
    begins = Q(written_id__istartswith=asked) | Q(written_id__icontains=f".{asked}")
    begins |= Q(draft__document__name__istartswith=asked)
    return Case(When(whole, then=Value(0)), When(begins, then=Value(1)), default=Value(2), output_field=IntegerField())


def draft_name(pack: Pack, card: Card) -> dict[str, str]:
    """Return what a card's draft is called on its face, `en` and `zh`, empty where it is not called anything or cannot be read."""
    document = card.draft.document
    name = gateway.face(pack.ruleset, document, card.draft.texts)["name"] if document is not None else {}
    return {"en": "", "zh": "", **name}


def _named(card: Card, pack: Pack) -> NamedCard:
    return NamedCard(card.written_id, card.kind, draft_name(pack, card))
