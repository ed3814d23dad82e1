"""Marks on a card that stay beside its versions: retired, and deprecated with a note."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils import timezone

from cards.errors import InvalidFields, StateConflict
from cards.models import Account, Card, Pack
from cards.models.fields import LANGUAGES
from cards.permissions import Act, Actor, authorize
from cards.services.audit import audit_record
from cards.texts import checked_string

NOTE_LIMIT = 500  # characters of a note in one language


def card_retire(*, actor: Actor, card: Card) -> Card:
    """Leave a released card out of the next release; its versions, links and old releases stay.

    Errors: StateConflict for a card that was never released, is in the trash or is retired already.
    """
    account = authorize(actor, card.pack, Act.CARD_RETIRE)
    with transaction.atomic():
        locked = _locked_card(card)
        if locked.released_version_id is None:
            raise StateConflict(
                "This card was never released. Move it to the trash instead.", "这张卡牌从未发布，请将其移入回收站。"
            )
        if locked.retired_at is not None:
            raise StateConflict("This card is already retired.", "这张卡牌已停用。")
        _mark(account, locked, "card.retire", retired_at=timezone.now())
        card.refresh_from_db(fields=["retired_at"])
    return card


def card_unretire(*, actor: Actor, card: Card) -> Card:
    """Return a retired card to the next release."""
    account = authorize(actor, card.pack, Act.CARD_RETIRE)
    with transaction.atomic():
        locked = _locked_card(card)
        if locked.retired_at is None:
            raise StateConflict("This card is not retired.", "这张卡牌没有停用。")
        _mark(account, locked, "card.unretire", retired_at=None)
        card.refresh_from_db(fields=["retired_at"])
    return card


def card_deprecate(*, actor: Actor, card: Card, note: Mapping[str, str], use: str = "") -> Card:
    """Mark a card as deprecated: it still ships, and the manifest says why and what to use instead.

    Errors: InvalidFields for a note that is empty in the pack's own language, and for a card to use that is none of
            the pack's live ones, or the card itself.
    """
    account = authorize(actor, card.pack, Act.CARD_DEPRECATE)
    words = _checked_note(card.pack, note)
    if use:
        words["use"] = _checked_use(card, use)
    with transaction.atomic():
        _mark(account, _locked_card(card), "card.deprecate", deprecated=words)
        card.refresh_from_db(fields=["deprecated"])
    return card


def card_undeprecate(*, actor: Actor, card: Card) -> Card:
    """Take the note of a deprecated card away."""
    account = authorize(actor, card.pack, Act.CARD_DEPRECATE)
    with transaction.atomic():
        locked = _locked_card(card)
        if locked.deprecated is None:
            raise StateConflict("This card is not deprecated.", "这张卡牌没有标为不再推荐。")
        _mark(account, locked, "card.undeprecate", deprecated=None)
        card.refresh_from_db(fields=["deprecated"])
    return card


def _locked_card(card: Card) -> Card:
    """Return the card, locked; refuse one in the trash."""
    locked = Card.objects.select_for_update(no_key=True).get(pk=card.pk)
    if locked.trashed_at is not None:
        raise StateConflict("This card is in the trash.", "这张卡牌在回收站中。")
    return locked


def _mark(account: Account, locked: Card, action: str, **fields: Any) -> None:
    Card.objects.filter(pk=locked.pk).update(**fields)
    details = {"deprecated": fields["deprecated"]} if fields.get("deprecated") else {}
    audit_record(actor=account, action=action, pack=locked.pack, target=locked.written_id, details=details)


def _checked_note(pack: Pack, note: Mapping[str, str]) -> dict[str, str]:
    words = {
        language: checked_string(note.get(language, ""), pointer=f"/note/{language}", limit=NOTE_LIMIT).strip()
        for language in LANGUAGES
    }
    if not words[pack.source_language]:
        raise InvalidFields.of(
            f"/note/{pack.source_language}",
            "Write why the card should no longer be used, in the pack's own language.",
            "请用卡包的源语言写明为何不应再使用这张卡牌。",
        )
    return words


def _checked_use(card: Card, use: str) -> str:
    live = Card.objects.filter(pack=card.pack, trashed_at__isnull=True, retired_at__isnull=True).exclude(pk=card.pk)
    successor = live.filter(written_id__iexact=use.strip()).values_list("written_id", flat=True).first()
    if successor is None:
        raise InvalidFields.of(
            "/use", "No other live card of this pack has this id.", "卡包中没有使用此 id 的其他可用卡牌。"
        )
    return successor
