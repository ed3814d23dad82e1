"""Renaming a card: its id in the text, the references of other cards, and what stays behind under the old id."""

from collections.abc import Sequence

from django.db import IntegrityError, transaction

from cards.errors import IdTaken, InvalidFields, StateConflict
from cards.gateway import editing, validation
from cards.models import Account, Card, CardRename, Draft, Pack, ReleaseCard, ReleasePlan, RevisionOrigin
from cards.permissions import Act, Actor, authorize
from cards.queries.card_names import Reference, card_references, is_retired_id, missing_at
from cards.queries.history import draft_get
from cards.queries.problems import known_ids
from cards.services.audit import audit_record
from cards.services.card import RETIRED_ID, check_id
from cards.services.constraint import breaks
from cards.services.draft import checked_draft, draft_write
from cards.services.pack import pack_lock


def card_rename(*, actor: Actor, card: Card, new_id: str, rewrite: bool = False) -> Card:
    """Give a card another id: in its row, in its text and, when asked, in the drafts of the cards that refer to it.

    Links to the old id lead to the card from then on. Where a release lists the old id, no other card may take it.

    Errors: InvalidFields for an id that is malformed or the same; IdTaken, whatever the case; BadText when the draft
            does not parse; StateConflict for a card in the trash.
    """
    account, pack = authorize(actor, card.pack, Act.CARD_RENAME), card.pack
    check_id(new_id)
    try:
        with transaction.atomic():
            pack_lock(pack=pack)
            locked, old_id = _locked_card(card, new_id)
            references = card_references(pack=pack, written_id=old_id) if rewrite else []
            _rename_row(account, locked, new_id)
            _rewrite_own(account, locked, old_id)
            for reference in references:
                _rewrite(account, reference, old_id, new_id)
            _carry_along(pack, old_id, new_id)
            details = {"from": old_id, "to": new_id, "rewritten": [each.card.written_id for each in references]}
            audit_record(actor=account, action="card.rename", pack=pack, target=new_id, details=details)
            card.refresh_from_db(fields=["written_id"])
    except IntegrityError as error:
        if breaks(error, "card_id_once_in_pack"):
            raise IdTaken() from None
        raise
    return locked


def _locked_card(card: Card, new_id: str) -> tuple[Card, str]:
    """Return the card, locked, and its id until now; refuse what cannot be renamed."""
    locked = Card.objects.select_for_update(no_key=True).get(pk=card.pk)
    if locked.trashed_at is not None:
        raise StateConflict("This card is in the trash.", "这张卡牌在回收站中。")
    if locked.written_id == new_id:
        raise InvalidFields.of("/id", "This is already the card's id.", "这已经是该卡牌的 id。")
    if is_retired_id(pack=card.pack, written_id=new_id, but_of=locked):
        raise IdTaken(*RETIRED_ID)
    return locked, locked.written_id


def _rename_row(account: Account, locked: Card, new_id: str) -> None:
    """Write the new id and keep the old one as the way to the card."""
    pack, old_id = locked.pack, locked.written_id
    Card.objects.filter(pk=locked.pk).update(written_id=new_id)
    locked.written_id = new_id
    CardRename.objects.filter(pack=pack, card=locked, old_id__iexact=new_id).delete()
    if old_id.lower() == new_id.lower():
        return
    is_listed = ReleaseCard.objects.filter(card=locked, written_id=old_id).exists()
    fields = {"card": locked, "new_id": new_id, "is_released": is_listed, "renamed_by": account}
    CardRename.objects.filter(pack=pack, old_id__iexact=old_id).delete()
    CardRename.objects.create(pack=pack, old_id=old_id, **fields)


def _rewrite_own(account: Account, locked: Card, old_id: str) -> None:
    """Put the new id into the card's own text, where it names itself too."""
    draft = draft_get(card=locked)
    text = draft.text
    if editing.card_id(text) != locked.written_id:
        text = editing.with_card_id(text, locked.written_id)
    pack = locked.pack
    report = validation.validate(pack.ruleset, text, known_ids=known_ids(pack=pack) - {old_id}, texts=draft.texts)
    text = editing.with_references(text, missing_at(report, old_id), old=old_id, new=locked.written_id)
    _write(account, locked, draft, text)


def _rewrite(account: Account, reference: Reference, old_id: str, new_id: str) -> None:
    draft = Draft.objects.select_for_update(no_key=True, of=("self",)).select_related("card").get(pk=reference.draft.pk)
    pointers: Sequence[str] = reference.pointers
    if draft.etag != reference.draft.etag:  # somebody saved since it was read: look again
        known = known_ids(pack=draft.card.pack) - {old_id}
        report = validation.validate(draft.card.pack.ruleset, draft.text, known_ids=known, texts=draft.texts)
        pointers = missing_at(report, old_id)
    text = editing.with_references(draft.text, pointers, old=old_id, new=new_id)
    _write(account, draft.card, draft, text)


def _write(account: Account, card: Card, draft: Draft, text: str) -> None:
    """Save a text as a revision of the rename; the draft is written even where only the row's id moved."""
    content = checked_draft(pack=card.pack, text=text, texts=draft.texts)
    draft_write(card=card, account=account, content=content, etag=draft.etag, origin=RevisionOrigin.RENAME)


def _carry_along(pack: Pack, old_id: str, new_id: str) -> None:
    """Write the new id where rows of the pack name the card: the plan of the release, notes of deprecated cards."""
    plan = ReleasePlan.objects.select_for_update().filter(pack=pack).first()
    if plan is not None and old_id in plan.choices:
        plan.choices = {new_id if name == old_id else name: number for name, number in plan.choices.items()}
        plan.save(update_fields=["choices"])
    for card in Card.objects.select_for_update(no_key=True).filter(pack=pack, deprecated__use=old_id):
        card.deprecated = {**(card.deprecated or {}), "use": new_id}
        card.save(update_fields=["deprecated"])
