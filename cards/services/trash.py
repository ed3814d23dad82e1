"""The trash: cards that were never released wait there for thirty days, then go for good."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from cards.errors import StateConflict
from cards.models import Account, Card, Draft, Pack, Preview
from cards.permissions import Act, Actor, authorize
from cards.services.audit import audit_record

TRASH_DAYS = 30
BATCH = 200  # cards that one transaction takes out


def card_purge(*, actor: Actor, card: Card) -> None:
    """Delete a card of the trash for good; its id is free again."""
    account = authorize(actor, card.pack, Act.CARD_PURGE)
    with transaction.atomic():
        locked = _in_trash(Card.objects.filter(pk=card.pk)).first()
        if locked is None:
            raise StateConflict("This card is not in the trash.", "这张卡牌不在回收站中。")
        _purge(locked)
        audit_record(actor=account, action="card.purge", pack=card.pack, target=card.written_id)


def trash_empty(*, actor: Actor, pack: Pack) -> int:
    """Delete every card in the trash of a pack for good; return how many there were."""
    account = authorize(actor, pack, Act.CARD_PURGE)
    with transaction.atomic():
        return _purge_all(account, pack, _in_trash(Card.objects.filter(pack=pack)))


def trash_expire(*, now: datetime | None = None) -> int:
    """Delete the cards that were put into the trash thirty days ago or earlier; return how many."""
    count = 0
    while True:
        with transaction.atomic():
            batch = list(_in_trash(trash_due(now=now)).order_by("pack_id", "pk")[:BATCH])
            if not batch:
                return count
            pack = batch[0].pack
            own = [card for card in batch if card.pack_id == pack.pk]
            count += _purge_all(None, pack, own)


def trash_due(*, now: datetime | None = None) -> QuerySet[Card]:
    """Return the cards whose time in the trash is over."""
    before = (now or timezone.now()) - timedelta(days=TRASH_DAYS)
    return Card.objects.filter(trashed_at__lte=before, purged_at__isnull=True, released_version__isnull=True)


def expires_at(card: Card) -> datetime | None:
    """Return when a card of the trash goes for good."""
    return card.trashed_at + timedelta(days=TRASH_DAYS) if card.trashed_at else None


def _in_trash(cards: QuerySet[Card]) -> QuerySet[Card]:
    """Return the cards, locked, that are in the trash and were never released."""
    waiting = cards.filter(trashed_at__isnull=False, purged_at__isnull=True, released_version__isnull=True)
    return waiting.select_for_update(of=("self",)).select_related("pack")


def _purge_all(account: Account | None, pack: Pack, cards: QuerySet[Card] | list[Card]) -> int:
    names = []
    for card in cards:
        names.append(card.written_id)
        _purge(card)
    if names:
        audit_record(actor=account, action="trash.empty", pack=pack, target=pack.slug, details={"cards": names})
    return len(names)


def _purge(card: Card) -> None:
    """Delete a card's rows; where versions or previews name it, its row stays, without its text and its id."""
    if not card.versions.exists() and not Preview.objects.filter(card=card).exists():
        card.delete()
        return
    Draft.objects.filter(card=card).delete()
    card.renames.all().delete()
    Card.objects.filter(pk=card.pk).update(written_id=f"purged-{card.pk}", purged_at=timezone.now())
