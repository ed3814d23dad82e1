"""Card art by its hash, for those who may see a card that has it."""

import re

from django.db.models import Q

from cards.errors import NotFound
from cards.models import Account, Blob, Card, ReleaseCard, Visibility
from cards.models.fields import SHA256_PATTERN
from cards.permissions import Actor


def art_get(*, account: Actor, sha256: str) -> bytes:
    """Return the bytes of an image of a card that the account may read, or of a public release.

    Errors: NotFound otherwise, whether there is such an image or not.
    """
    if not art_is_readable(account=account, sha256=sha256):
        raise NotFound
    return bytes(Blob.objects.values_list("data", flat=True).get(sha256=sha256))


def art_is_readable(*, account: Actor, sha256: str) -> bool:
    """Return whether a card that the account may read, or a public release, has an image of this hash."""
    return bool(re.fullmatch(SHA256_PATTERN, sha256)) and (_is_readable(account, sha256) or _is_public(sha256))


def art_is_kept(*, sha256: str) -> bool:
    """Return whether a card of this portal has an image of this hash; this portal then made the image."""
    return Card.objects.filter(Q(draft__art_sha256=sha256) | Q(versions__art_sha256=sha256)).exists()


def _is_readable(account: Actor, sha256: str) -> bool:
    """Return whether a card of one of the account's packs has the image; every role may read cards."""
    if not isinstance(account, Account) or not account.is_active:
        return False
    cards = Card.objects.filter(Q(draft__art_sha256=sha256) | Q(versions__art_sha256=sha256))
    if account.is_operator:
        return cards.exists()
    if account.is_program:
        return cards.filter(pack__programs__account=account).exists()
    return cards.filter(pack__memberships__account=account).exists()


def _is_public(sha256: str) -> bool:
    shipped = ReleaseCard.objects.filter(version__art_sha256=sha256)
    return shipped.filter(release__pack__visibility=Visibility.PUBLIC).exists()
