"""Card art: an image of the draft, outside its document; a version keeps the one that it was named with."""

from django.db import transaction

from cards.errors import StateConflict
from cards.images import art_encoded
from cards.models import Account, Card, Draft, Pack
from cards.permissions import Act, Actor, authorize
from cards.queries.quotas import Quota
from cards.services.audit import audit_record
from cards.services.blob import blobs_keep
from cards.services.draft import contribute
from cards.services.quotas import within_quota


def art_set(*, actor: Actor, card: Card, data: bytes) -> str:
    """Give a card's draft an uploaded image in place of the one it has, and return its hash.

    Errors: TooLarge and BadImage as `art_encoded`; StateConflict for a card in the trash.
    """
    account, pack = _may_change(actor, card)
    encoded = art_encoded(data)
    with transaction.atomic():
        [sha256] = blobs_keep(contents=[encoded])
        with within_quota(pack=pack, quota=Quota.IMAGES):
            _replace(card, account, sha256)
        details = {"sha256": sha256, "size": len(encoded)}
        audit_record(actor=account, action="art.set", pack=pack, target=card.written_id, details=details)
    return sha256


def art_remove(*, actor: Actor, card: Card) -> None:
    """Give a card's draft its placeholder back; versions keep their image.

    Errors: StateConflict when it has no image, and for a card in the trash.
    """
    account, pack = _may_change(actor, card)
    with transaction.atomic():
        if _replace(card, account, None) is None:
            raise StateConflict("This card has no image.", "这张卡牌没有图片。")
        audit_record(actor=account, action="art.remove", pack=pack, target=card.written_id)


def _may_change(actor: Actor, card: Card) -> tuple[Account, Pack]:
    account = authorize(actor, card.pack, Act.DRAFT_SAVE)
    if card.trashed_at is not None:
        raise StateConflict("This card is in the trash.", "这张卡牌在回收站中。")
    return account, card.pack


def _replace(card: Card, account: Account, sha256: str | None) -> str | None:
    """Write the image of the draft, locked as for a version, and return the one it had; who changes it contributes to the version."""
    draft = Draft.objects.select_for_update(no_key=True).only("art_sha256").get(card=card)
    Draft.objects.filter(pk=draft.pk).update(art_sha256=sha256)
    contribute(draft=draft, accounts=[account.pk])
    return draft.art_sha256
