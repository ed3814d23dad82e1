"""One step over the texts of many cards: use what the effects say, or confirm stale texts. It is undone as one."""

from collections.abc import Mapping
from enum import StrEnum

from django.db import transaction

from cards.errors import InvalidFields, NotFound
from cards.models import BulkEdit, BulkKind, Card, Draft, Pack
from cards.models.fields import LANGUAGES
from cards.permissions import Act, Actor, authorize
from cards.queries.problems import known_ids
from cards.queries.texts import card_texts
from cards.services.audit import audit_record
from cards.services.bulk import BULK_LIMIT, CardEdit, drafts_of, moved_on, write_each
from cards.services.draft import CheckedDraft, checked_draft
from cards.services.pack import pack_lock
from cards.services.texts import with_texts
from cards.text_states import DESCRIPTION, TextState


class TextStep(StrEnum):
    """What is done to the texts of each card."""

    GENERATED = "generated"
    STILL_RIGHT = "right"


ChangedCard = tuple[Card, CheckedDraft, str]


def bulk_texts(
    *, actor: Actor, pack: Pack, language: str, step: TextStep, etags: Mapping[str, str], what: dict[str, str]
) -> BulkEdit | None:
    """Take a step with the texts of a language, as one draft revision for each card that it changes; none where it changes nothing.

    Shapes: `etags` names the cards and the state of each draft that was looked at; `what` is how the list of bulk edits calls it.
    Errors: Refusal `stale` that names the drafts that moved on, NotFound for an unknown card; then nothing is written.
    """
    account = authorize(actor, pack, Act.DRAFT_SAVE)
    if language not in LANGUAGES:
        raise InvalidFields.of("/language", "One of en, zh.", "应为 en 或 zh。")
    if not 0 < len(etags) <= BULK_LIMIT:
        raise InvalidFields.of("/cards", f"Choose 1 to {BULK_LIMIT} cards.", f"请选择 1 至 {BULK_LIMIT} 张卡牌。")
    with transaction.atomic():
        pack_lock(pack=pack)
        drafts = drafts_of(pack, [CardEdit(name, etag, ()) for name, etag in etags.items()], lock=True)
        if etags.keys() - drafts.keys():
            raise NotFound()
        if stale := [name for name, draft in drafts.items() if draft.etag != etags[name]]:
            raise moved_on(stale)
        known_names = known_ids(pack=pack)
        changed_cards = [
            each for draft in drafts.values() if (each := _after(pack, draft, language, step, known_names))
        ]
        if not changed_cards:
            return None
        bulk = BulkEdit.objects.create(
            pack=pack, kind=BulkKind.GRID, summary={"what": what, "of": "texts"}, author=account
        )
        write_each(account, bulk, changed_cards)
        details = {"bulk": bulk.pk, "kind": "texts", "cards": len(changed_cards)}
        audit_record(actor=account, action="bulk.write", pack=pack, target=pack.slug, details=details)
    return bulk


def _after(pack: Pack, draft: Draft, language: str, step: TextStep, known_names: frozenset[str]) -> ChangedCard | None:
    """Return a card as it is after the step, None where it stays as it is."""
    words = card_texts(pack=pack, state=draft)
    if step is TextStep.STILL_RIGHT:
        stale = {(language, name) for name in words.names if words.state(language, name) == TextState.STALE}
        if not stale:
            return None
        draft_check = checked_draft(pack=pack, text=draft.text, texts=draft.texts, known_names=known_names)
        return draft.card, draft_check.following(draft, pack).confirmed(stale), draft.etag
    generated = words.generated(language, DESCRIPTION)
    if not generated or generated == words.text(language, DESCRIPTION):
        return None
    text, texts = with_texts(pack=pack, draft=draft, language=language, words={DESCRIPTION: generated})
    draft_check = checked_draft(pack=pack, text=text, texts=texts, known_names=known_names)
    return draft.card, draft_check.following(draft, pack), draft.etag
