"""Who is on a card right now: beats in the cache, never a row."""

from django.core.cache import cache
from django.db.models import Q

from cards.models import Account, Card
from cards.values import frozen_dataclass

PEOPLE_LIMIT = 500  # accounts of a pack that are looked for


@frozen_dataclass
class Present:
    """Another account on the card, and the node that it edits."""

    account: Account
    pointer: str


def presence_others(*, account: Account, card: Card) -> list[Present]:
    """Return who else of the pack's people is on a card, by name, in one query and one look into the cache."""
    belongs = Q(memberships__pack=card.pack_id) | Q(is_superuser=True)
    people = Account.objects.filter(belongs, is_active=True).exclude(pk=account.pk).distinct().order_by("name", "pk")
    by_key = {presence_key(card, person.pk): person for person in people[:PEOPLE_LIMIT]}
    beats = cache.get_many(list(by_key))
    return [Present(person, beats[key]) for key, person in by_key.items() if key in beats]


def presence_key(card: Card, account: int) -> str:
    """Return where the cache keeps the beat of an account on a card."""
    return f"presence:{card.pk}:{account}"
