"""The keys that sign releases, as everybody may see them."""

from __future__ import annotations

from django.db.models import QuerySet

from cards.errors import NotFound
from cards.gateway import signatures
from cards.models import SigningKey


def signing_keys() -> QuerySet[SigningKey]:
    """Return all keys that ever signed, the newest first."""
    return SigningKey.objects.order_by("-pk")


def signing_key_get(*, key_id: str) -> SigningKey:
    """Return one key by its id."""
    found = SigningKey.objects.filter(key_id=key_id.upper()).first()
    if found is None:
        raise NotFound()
    return found


def public_keys() -> list[signatures.PublicKey]:
    """Return all keys as what verifies signatures."""
    return [signatures.read_public(line) for line in signing_keys().values_list("public_key", flat=True)]
