"""Cards: making one, the trash and back."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from cards.errors import IdTaken, InvalidFields, StateConflict
from cards.gateway import blanks, editing, rulesets
from cards.models import Account, Card, Draft, Pack, RevisionOrigin
from cards.models.fields import CARD_ID_PATTERN
from cards.permissions import Act, Actor, authorize, require
from cards.queries.card_names import retired_ids
from cards.queries.history import draft_get
from cards.queries.quotas import Quota
from cards.refusals import text
from cards.services.audit import audit_record
from cards.services.constraint import breaks
from cards.services.draft import CheckedDraft, checked_draft, drafts_new
from cards.services.quotas import within_quota
from cards.shape import JsonObject

RETIRED_ID = (
    "A release lists a card that had this id before. Choose another.",
    "某个发布版本中有卡牌曾用过这个 id，请另选一个。",
)


def card_create(
    *, actor: Actor, pack: Pack, text: str, texts: Mapping[str, Any] | None = None, written_id: str = ""
) -> Card:
    """Create a card from a text, under the id that the text gives.

    A text that does not parse is taken when `written_id` says what the card is called.

    Errors: InvalidFields for an id that is missing, malformed or not the one in the text; IdTaken, whatever the case.
    """
    account = authorize(actor, pack, Act.CARD_CREATE)
    checked = checked_draft(pack=pack, text=text, texts=texts)
    return _create(account, pack, checked, _final_id(checked, written_id), {"from": "text"})


def card_create_from_template(*, actor: Actor, pack: Pack, template: str, written_id: str, name: str = "") -> Card:
    """Make a card from one of the ruleset's templates (`gateway.rulesets.templates`).

    Its rules text is left to be generated; name is what the card is called in the pack's source language, empty for the template's.
    """
    account = authorize(actor, pack, Act.CARD_CREATE)
    card_template = next((each for each in rulesets.templates(pack.ruleset) if each.key == template), None)
    if card_template is None:
        raise InvalidFields.of("/template", "No such template.", "没有这个模板。")
    text = blanks.unwritten(card_template.text(written_id))
    return _begin(account, pack, text, written_id, name, {"from": "template", "template": template})


def card_create_blank(*, actor: Actor, pack: Pack, kind: str, written_id: str, name: str = "") -> Card:
    """Make a card of a kind that does nothing yet.

    Errors: InvalidFields for a kind of which the game has no template.
    """
    account = authorize(actor, pack, Act.CARD_CREATE)
    text = blanks.blank_text(pack.ruleset, kind, written_id)
    if text is None:
        raise InvalidFields.of("/kind", "No such kind of card.", "没有这种卡牌。")
    return _begin(account, pack, text, written_id, name, {"from": "blank", "kind": kind})


def _begin(account: Account, pack: Pack, text: str, written_id: str, name: str, details: JsonObject) -> Card:
    check_id(written_id)
    named = editing.edited_text(text, [("/name", name)]) if name else text
    checked = checked_draft(pack=pack, text=named, texts=None)
    return _create(account, pack, checked, _final_id(checked, written_id), details)


def card_copy(*, actor: Actor, pack: Pack, source: Card, written_id: str) -> Card:
    """Make a card from another one's draft, its comments, other languages and image included, under a new id.

    Errors: NotFound when the actor may not read the source; BadText when its draft does not parse.
    """
    account = authorize(actor, pack, Act.CARD_CREATE)
    require(account=account, pack=source.pack, act=Act.CARD_READ)
    if source.pack.ruleset != pack.ruleset:
        raise InvalidFields.of("/copy_of", "This card belongs to another game.", "这张卡牌属于另一个游戏。")
    check_id(written_id)
    draft = draft_get(card=source)
    draft_check = checked_draft(pack=pack, text=editing.with_card_id(draft.text, written_id), texts=draft.texts)
    if pack.source_language == source.pack.source_language:
        draft_check = replace(draft_check, bases=draft.bases)
    details = {"from": "copy", "copy_of": source.written_id}
    return _create(account, pack, draft_check, _final_id(draft_check, written_id), details, art=draft.art_sha256)


def card_trash(*, actor: Actor, card: Card) -> Card:
    """Put a card that was never released into the trash; its id stays taken."""
    account = authorize(actor, card.pack, Act.CARD_TRASH)
    if card.released_version_id is not None:
        raise StateConflict("A released card is retired, not deleted.", "已发布的卡牌只能停用，不能删除。")
    return _move(account, card, "card.trash", trashed=True)


def card_untrash(*, actor: Actor, card: Card) -> Card:
    """Take a card out of the trash."""
    account = authorize(actor, card.pack, Act.CARD_TRASH)
    return _move(account, card, "card.untrash", trashed=False)


def _move(account: Account, card: Card, action: str, *, trashed: bool) -> Card:
    with transaction.atomic():
        count = Card.objects.filter(
            pk=card.pk, trashed_at__isnull=trashed, purged_at__isnull=True, released_version__isnull=True
        ).update(trashed_at=timezone.now() if trashed else None, trashed_by=account if trashed else None)
        if not count:
            raise StateConflict("The card has been moved.", "卡牌已不在原处。")
        audit_record(actor=account, action=action, pack=card.pack, target=card.written_id)
        card.refresh_from_db(fields=["trashed_at", "trashed_by"])
    return card


def _create(
    account: Account,
    pack: Pack,
    checked: CheckedDraft,
    written_id: str,
    details: Mapping[str, str],
    *,
    art: str | None = None,
) -> Card:
    try:
        with transaction.atomic():
            card = card_add(
                account=account, pack=pack, checked=checked, written_id=written_id, origin=RevisionOrigin.CREATE
            )
            if art is not None:
                with within_quota(pack=pack, quota=Quota.IMAGES):
                    Draft.objects.filter(card=card).update(art_sha256=art)
            audit_record(actor=account, action="card.create", pack=pack, target=written_id, details=details)
    except IntegrityError as error:
        if breaks(error, "card_id_once_in_pack"):
            raise IdTaken() from None
        raise
    return card


def card_add(*, account: Account, pack: Pack, checked: CheckedDraft, written_id: str, origin: RevisionOrigin) -> Card:
    """Make the rows of a new card, for a service that records why."""
    [draft] = cards_add(account=account, pack=pack, cards={written_id: checked}, origin=origin)
    return draft.card


def cards_add(
    *, account: Account, pack: Pack, cards: Mapping[str, CheckedDraft], origin: RevisionOrigin
) -> list[Draft]:
    """Make the rows of new cards by their ids, in a fixed number of statements, and return their drafts, for a service that records why."""
    if retired := retired_ids(pack=pack, written_ids=cards):
        pointers = [{"pointer": f"/cards/{name}", "detail": text(*RETIRED_ID)} for name in retired]
        raise IdTaken(*RETIRED_ID, errors=pointers if len(cards) > 1 else ())
    new_cards = [
        Card(pack=pack, written_id=written_id, kind=checked.report.kind or "", created_by=account)
        for written_id, checked in cards.items()
    ]
    with within_quota(pack=pack, quota=Quota.CARDS):
        Card.objects.bulk_create(new_cards, batch_size=500)
    return drafts_new(account=account, cards=list(zip(new_cards, cards.values(), strict=True)), origin=origin)


def _final_id(checked: CheckedDraft, written_id: str) -> str:
    """Return the id that the card gets, refusing one that is not the text's own."""
    own = checked.report.card_id
    if written_id and own and own != written_id:
        raise InvalidFields.of("/id", f"The text says {own}.", f"文本中的 id 是 {own}。")
    final_id = written_id or own or ""
    if not final_id:
        raise InvalidFields.of(
            "/id",
            "The text has no id that can be read: correct the text, or send an id with it.",
            "文本中没有可读取的 id：请改正文本，或另外给出 id。",
        )
    check_id(final_id)
    return final_id


def is_card_id(written_id: object) -> bool:
    """Return whether this is a well-formed card id."""
    return isinstance(written_id, str) and re.fullmatch(CARD_ID_PATTERN, written_id) is not None


def check_id(written_id: str) -> None:
    """Refuse what no card may be called."""
    if not is_card_id(written_id):
        raise InvalidFields.of(
            "/id",
            "1 to 128 letters, digits, dots, hyphens and underscores, beginning with a letter or digit.",
            "1 到 128 个字母、数字、点、连字符或下划线，以字母或数字开头。",
        )
