"""Changes to many cards at once: checked first, written whole or not at all, undone as one."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.db import transaction

from cards.errors import InvalidFields, Refusal, StateConflict
from cards.gateway import editing as gateway_editing
from cards.gateway.problems import BadCard, Problem
from cards.lookups import first_or_not_found
from cards.models import Account, BulkChange, BulkEdit, BulkKind, Card, Draft, DraftRevision, Pack, RevisionOrigin
from cards.permissions import Act, Actor, authorize, require
from cards.progress import Phase, Watch, ignore_progress
from cards.queries.problems import known_ids
from cards.refusals import text
from cards.services.audit import audit_record
from cards.services.draft import CheckedDraft, checked_draft, draft_write, drafts_lock, revision_named
from cards.services.pack import pack_lock
from cards.values import frozen_dataclass

BULK_LIMIT = 1_000
"""Cards of one bulk edit: so many are checked and written within a request."""
MAX_NAMES = 10  # cards that a refusal names


@frozen_dataclass
class Change:
    """One value to write: in the document at a JSON Pointer, or in the text of a language by its name.

    Shapes: pointer is `/manaCost`, or, with a language, `/name`, `/description` or `/notes`; value may be REMOVED.
    """

    pointer: str
    value: Any
    language: str = ""


@frozen_dataclass
class CardEdit:
    """The changes to one card, and the state of its draft (an ETag) that they are based on."""

    written_id: str
    etag: str
    changes: tuple[Change, ...]


@frozen_dataclass
class ShownChange:
    """One change as it is shown before it is written: the old value beside the new one, REMOVED for none."""

    pointer: str
    language: str
    old: Any
    new: Any


@frozen_dataclass
class EditedCard:
    """One card of a bulk edit as it would be.

    Shapes: errors and warnings are those that the card does not have now; is_stale says that the draft moved on since the edit's ETag.
    """

    card: Card
    edit: CardEdit
    changes: tuple[ShownChange, ...]
    content: CheckedDraft | None
    errors: tuple[Problem, ...]
    is_stale: bool
    warnings: tuple[Problem, ...] = ()

    @property
    def is_blocked(self) -> bool:
        """Return whether the card forbids writing the whole edit."""
        return self.is_stale or bool(self.errors)


@frozen_dataclass
class BulkReport:
    """What a bulk edit would do: the cards that change, those that stay as they are, and ids that the pack does not have."""

    cards: tuple[EditedCard, ...]
    unchanged: tuple[str, ...]
    unknown: tuple[str, ...]

    @property
    def blocked(self) -> tuple[EditedCard, ...]:
        """Return the cards that forbid writing."""
        return tuple(card for card in self.cards if card.is_blocked)

    @property
    def ok(self) -> bool:
        """Return whether it may be written."""
        return bool(self.cards) and not self.blocked and not self.unknown


def bulk_check(*, account: Actor, pack: Pack, edits: Sequence[CardEdit], watch: Watch = ignore_progress) -> BulkReport:
    """Return what the edits would do, without writing.

    Errors: InvalidFields for more than BULK_LIMIT cards, a card named twice, a change of `/id`.
    """
    require(account=account, pack=pack, act=Act.DRAFT_SAVE)
    _check_edits(edits)
    return _report(pack, edits, drafts_of(pack, edits), watch)


def bulk_write(
    *,
    actor: Actor,
    pack: Pack,
    edits: Sequence[CardEdit],
    kind: str,
    summary: Mapping[str, Any],
    watch: Watch = ignore_progress,
) -> BulkEdit:
    """Write all edits as one draft revision per card, in one transaction; none where one of them is refused.

    Errors: Refusal `stale` that names the drafts that moved on; InvalidFields for unknown ids, new errors, or no change.
    """
    account = authorize(actor, pack, Act.DRAFT_SAVE)
    _check_edits(edits)
    with transaction.atomic():
        pack_lock(pack=pack)
        report = _report(pack, edits, drafts_of(pack, edits, lock=True), watch)
        _refuse_blocked(report)
        bulk = BulkEdit.objects.create(pack=pack, kind=kind, summary=dict(summary), author=account)
        changed_cards = [(card.card, card.content, card.edit.etag) for card in report.cards if card.content is not None]
        write_each(account, bulk, changed_cards)
        audit_record(
            actor=account, action="bulk.write", pack=pack, target=pack.slug, details=_details(bulk, len(changed_cards))
        )
    return bulk


def bulk_undo(*, actor: Actor, pack: Pack, number: int) -> BulkEdit:
    """Take a bulk edit back: each card gets its earlier state as a new revision; only while no draft has moved on.

    Errors: NotFound for an edit of another pack; StateConflict that names the drafts that moved on.
    """
    account = authorize(actor, pack, Act.DRAFT_SAVE)
    with transaction.atomic():
        pack_lock(pack=pack)
        undone = first_or_not_found(BulkEdit.objects.select_for_update().filter(pack=pack, pk=number))
        bulk = BulkEdit.objects.create(
            pack=pack, kind=BulkKind.UNDO, summary={"of": undone.pk}, author=account, undoes=_undoable(undone)
        )
        earlier_cards = _earlier(pack, undone)
        write_each(account, bulk, earlier_cards)
        audit_record(
            actor=account, action="bulk.undo", pack=pack, target=pack.slug, details=_details(undone, len(earlier_cards))
        )
    return bulk


def bulk_size(*, pack: Pack, number: int) -> int:
    """Return how many cards a bulk edit of a pack changed; 0 where there is none."""
    return BulkChange.objects.filter(bulk__pack=pack, bulk=number).count()


def _undoable(bulk: BulkEdit) -> BulkEdit:
    if BulkEdit.objects.filter(undoes=bulk).exists():
        raise StateConflict("This bulk edit has already been undone.", "这次批量修改已经撤销。")
    return bulk


def _details(bulk: BulkEdit, cards: int) -> dict[str, Any]:
    return {"bulk": bulk.pk, "kind": bulk.kind, "cards": cards}


def _check_edits(edits: Sequence[CardEdit]) -> None:
    names = [edit.written_id for edit in edits]
    if len(names) > BULK_LIMIT:
        raise InvalidFields.of(
            "/cards",
            f"At most {BULK_LIMIT} cards at once; narrow the filters.",
            f"一次最多 {BULK_LIMIT} 张卡牌；请缩小筛选范围。",
        )
    if len(names) != len(set(names)):
        twice = next(name for name in names if names.count(name) > 1)
        raise InvalidFields.of(f"/cards/{twice}", "This card is named twice.", "这张卡牌出现了两次。")
    if any(change.pointer == "/id" and not change.language for edit in edits for change in edit.changes):
        raise InvalidFields.of("/id", "Renaming is not a bulk edit.", "批量修改不能修改 id。")


def drafts_of(pack: Pack, edits: Sequence[CardEdit], *, lock: bool = False) -> dict[str, Draft]:
    """Return the drafts of the cards that are named and in the pack, by id, all locked in one order on request."""
    names = [edit.written_id for edit in edits]
    if lock:
        drafts_lock(cards=Card.objects.filter(pack=pack, written_id__in=names, trashed_at__isnull=True))
    rows = Draft.objects.filter(card__pack=pack, card__written_id__in=names, card__trashed_at__isnull=True)
    return {draft.card.written_id: draft for draft in rows.select_related("card__pack").order_by("pk")}


def _report(pack: Pack, edits: Sequence[CardEdit], drafts: Mapping[str, Draft], watch: Watch) -> BulkReport:
    known_names = known_ids(pack=pack)
    edited = []
    for done, edit in enumerate(edits):
        watch(Phase.CHECKING, done, len(edits))
        if edit.written_id in drafts:
            edited.append(_edited(pack, edit, drafts[edit.written_id], known_names))
    return BulkReport(
        cards=tuple(card for card in edited if card.changes or card.is_blocked),
        unchanged=tuple(card.edit.written_id for card in edited if not card.changes and not card.is_blocked),
        unknown=tuple(edit.written_id for edit in edits if edit.written_id not in drafts),
    )


def _edited(pack: Pack, edit: CardEdit, draft: Draft, known_names: frozenset[str]) -> EditedCard:
    """Return a card with its changes applied and checked."""
    is_stale = bool(edit.etag) and edit.etag != draft.etag
    edit = CardEdit(edit.written_id, edit.etag or draft.etag, edit.changes)
    changes = _effective_changes(draft, edit)
    if not changes or is_stale:
        return EditedCard(draft.card, edit, changes, None, (), is_stale)
    try:
        text_after = gateway_editing.edited_text(
            draft.text, [(each.pointer, each.new) for each in changes if not each.language]
        )
    except BadCard as error:
        return EditedCard(draft.card, edit, changes, None, error.problems, is_stale)
    content = checked_draft(pack=pack, text=text_after, texts=_texts_after(draft, changes), known_names=known_names)
    new = _new_problems(pack, draft, content, known_names)
    errors = tuple(problem for problem in new if problem.severity == "error")
    warnings = tuple(problem for problem in new if problem.severity != "error")
    return EditedCard(draft.card, edit, changes, content, errors, is_stale, warnings)


def _effective_changes(draft: Draft, edit: CardEdit) -> tuple[ShownChange, ...]:
    """Return the changes that change something, each with the value that is there now."""
    rows = (ShownChange(each.pointer, each.language, _old(draft, each), each.value) for each in edit.changes)
    return tuple(row for row in rows if type(row.old) is not type(row.new) or row.old != row.new)


def _old(draft: Draft, change: Change) -> Any:
    if change.language:
        words = draft.texts.get(change.language, {})
        return words.get(change.pointer[1:]) or gateway_editing.REMOVED
    return gateway_editing.value_or_removed(draft.document, change.pointer)


def _texts_after(draft: Draft, shown: Sequence[ShownChange]) -> dict[str, dict[str, str]]:
    texts = {language: dict(words) for language, words in draft.texts.items()}
    for row in shown:
        if row.language:
            value = "" if row.new is gateway_editing.REMOVED else row.new
            texts.setdefault(row.language, {})[row.pointer[1:]] = value
    return texts


def _new_problems(pack: Pack, draft: Draft, content: CheckedDraft, known_names: frozenset[str]) -> tuple[Problem, ...]:
    """Return the problems of the changed card that it does not have now."""
    if not content.report.problems:
        return ()
    before = checked_draft(pack=pack, text=draft.text, texts=draft.texts, known_names=known_names)
    earlier = {(problem.code, problem.file, problem.path) for problem in before.report.problems}
    return tuple(each for each in content.report.problems if (each.code, each.file, each.path) not in earlier)


def _refuse_blocked(report: BulkReport) -> None:
    """Refuse the whole where one card forbids it, each named with its reason."""
    if stale := [card.edit.written_id for card in report.cards if card.is_stale]:
        raise moved_on(stale)
    if report.unknown:
        detail = text("The pack has no such card.", "卡包中没有这张卡牌。")
        raise InvalidFields(errors=[{"pointer": f"/cards/{name}", "detail": detail} for name in report.unknown])
    if report.blocked:
        raise InvalidFields(problems=[problem for card in report.blocked for problem in card.errors])
    if not report.cards:
        raise InvalidFields.of("/cards", "Nothing would change.", "没有任何改动。")


def moved_on(names: Sequence[str]) -> Refusal:
    """Return the refusal that names the drafts that another account saved in the meantime."""
    en = f"Saved by somebody else in the meantime: {some_names(names, 'en')}."
    zh = f"以下卡牌已被他人保存：{some_names(names, 'zh')}。"
    detail = text("The draft has changed.", "草稿已有更新。")
    errors = [{"pointer": f"/cards/{name}", "detail": detail} for name in names]
    return Refusal(en, zh, slug="stale", errors=errors)


def _earlier(pack: Pack, bulk: BulkEdit) -> list[tuple[Card, CheckedDraft, str]]:
    """Return every card of a bulk edit with its state before, and the ETag that it must still have."""
    changes = {change.card_id: change for change in bulk.changes.all()}
    drafts_lock(cards=Card.objects.filter(pk__in=changes))
    drafts = list(Draft.objects.filter(card_id__in=changes).select_related("card__pack").order_by("pk"))
    trashed_ids = [draft.card.written_id for draft in drafts if draft.card.trashed_at is not None]
    newer = [draft.card.written_id for draft in drafts if draft.revision != changes[draft.card_id].after]
    revisions = _revisions(drafts, changes)
    newer += [
        draft.card.written_id for draft in drafts if draft.pk not in revisions and draft.card.written_id not in newer
    ]
    if newer or trashed_ids or len(drafts) != len(changes):
        raise _not_undone(newer, trashed_ids, len(changes) - len(drafts))
    known_names = known_ids(pack=pack)
    return [
        (
            draft.card,
            _as_it_was(revisions[draft.pk], pack, known_names),
            draft.etag,
        )
        for draft in drafts
    ]


def _as_it_was(revision: DraftRevision, pack: Pack, known: frozenset[str]) -> CheckedDraft:
    """Return what a revision held, with what its translations were written against."""
    content = checked_draft(pack=pack, text=revision.text, texts=revision.texts, known_names=known)
    return replace(content, bases=revision.bases)


def _revisions(drafts: Sequence[Draft], changes: Mapping[int, BulkChange]) -> dict[int, DraftRevision]:
    """Return the revision that each draft had before, as far as the history still keeps it."""
    wanted = {draft.pk: changes[draft.card_id].before for draft in drafts}
    rows = DraftRevision.objects.filter(draft__in=drafts, revision__in=set(wanted.values()))
    return {row.draft_id: row for row in rows if wanted[row.draft_id] == row.revision}


def _not_undone(newer: Sequence[str], trashed_ids: Sequence[str], deleted_count: int) -> StateConflict:
    """Return the refusal that names the drafts that moved on and the cards in the trash, and counts those that are no more."""
    en, zh = [], []
    if newer:
        en.append(f"These drafts have changed: {some_names(newer, 'en')}. ")
        zh.append(f"以下草稿已有更新：{some_names(newer, 'zh')}。")
    if trashed_ids:
        en.append(f"In the trash: {some_names(trashed_ids, 'en')}. ")
        zh.append(f"以下卡牌在回收站中：{some_names(trashed_ids, 'zh')}。")
    if deleted_count:
        en.append(f"{deleted_count} {'card is' if deleted_count == 1 else 'cards are'} permanently deleted. ")
        zh.append(f"有 {deleted_count} 张卡牌已被彻底删除。")
    return StateConflict(f"{''.join(en)}Nothing was undone.", f"{''.join(zh)}未撤销任何内容。")


def some_names(names: Sequence[str], language: str) -> str:
    """Return the first of some names, and how many there are."""
    comma, more = ("、", f"等 {len(names)} 张") if language == "zh" else (", ", f" and {len(names) - MAX_NAMES} more")
    return comma.join(names[:MAX_NAMES]) + (more if len(names) > MAX_NAMES else "")


def write_each(account: Account, bulk: BulkEdit, drafts: Sequence[tuple[Card, CheckedDraft, str]]) -> None:
    """Write the cards of a bulk edit, each as one revision that its undo knows."""
    changes = []
    for card, content, etag in drafts:
        draft = draft_write(card=card, account=account, content=content, etag=etag, origin=RevisionOrigin.BULK)
        changes.append(BulkChange(bulk=bulk, card=card, before=revision_named(etag), after=draft.revision))
    BulkChange.objects.bulk_create(changes, batch_size=500)
