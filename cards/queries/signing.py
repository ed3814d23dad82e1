"""The keys that sign releases, in their public form."""

from django.db.models import QuerySet

from cards.gateway import signatures
from cards.lookups import first_or_not_found
from cards.models import SigningKey


def signing_keys() -> QuerySet[SigningKey]:
    """Return all keys that ever signed, the newest first."""
    return SigningKey.objects.order_by("-pk")


def signing_key_get(*, key_id: str) -> SigningKey:
    """Return one key by its id."""
    return first_or_not_found(SigningKey.objects.filter(key_id=key_id.upper()))


def public_keys() -> list[signatures.PublicKey]:
    """Return all keys as what verifies signatures."""
    return [signatures.read_public(line) for line in signing_keys().values_list("public_key", flat=True)]
