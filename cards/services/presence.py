"""Saying that one is on a card: a beat in the cache that is forgotten by itself, never a row."""

from django.core.cache import cache

from cards.errors import InvalidFields
from cards.models import Account, Card
from cards.queries.presence import presence_key

BEAT_SECONDS = 15  # seconds that a beat counts: after three missed ones the account is gone
POINTER_LIMIT = 500  # characters of a JSON Pointer


def presence_beat(*, account: Account, card: Card, pointer: str) -> None:
    """Note that an account is on a card, at a node; forgotten by itself when no other beat follows."""
    if not isinstance(pointer, str) or len(pointer) > POINTER_LIMIT:
        raise InvalidFields.of("/pointer", "A JSON Pointer.", "应为 JSON Pointer。")
    cache.set(presence_key(card, account.pk), pointer, BEAT_SECONDS)


def presence_leave(*, account: Account, card: Card) -> None:
    """Forget an account that left a card."""
    cache.delete(presence_key(card, account.pk))
