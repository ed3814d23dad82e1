"""The cards that an account may go to, over all its packs."""

from django.db.models import Case, IntegerField, QuerySet, Value, When

from cards.models import Account, Card
from cards.queries.names import NamedCard, draft_name, named_like
from cards.queries.packs import pack_list
from cards.values import frozen_dataclass

CARDS_LIMIT = 8  # cards of one answer


@frozen_dataclass
class CardDestination:
    """A card that somewhere leads to, and the pack that it is in."""

    card: NamedCard
    pack_slug: str
    pack_name: dict[str, str]


def card_destinations(*, account: Account, q: str, current_pack: str = "") -> tuple[CardDestination, ...]:
    """Return the cards of the account's packs that a query names, those of the current pack first.

    Without a query they are the drafts that the account saved last.
    """
    packs = pack_list(account=account).order_by()
    live = Card.objects.filter(trashed_at__isnull=True, retired_at__isnull=True, pack__in=packs.values("pk"))
    if q.strip():
        is_here = When(pack__slug=current_pack, then=Value(0))
        cards = named_like(live, q, Case(is_here, default=Value(1), output_field=IntegerField()))
    else:
        cards = edited_by(account, live)
    return tuple(
        CardDestination(
            NamedCard(card.written_id, card.kind, draft_name(card.pack, card)), card.pack.slug, card.pack.name
        )
        for card in cards.select_related("draft", "pack")[:CARDS_LIMIT]
    )


def edited_by(account: Account, cards: QuerySet[Card]) -> QuerySet[Card]:
    """Return the cards whose drafts the account saved last, the newest first."""
    return cards.filter(draft__saved_by=account).order_by("-draft__saved_at")
