"""Drafts: saving what was typed, and going back to what was."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet
from django.db.models.functions import Greatest
from django.utils import timezone

from cards import meter
from cards.crash import crash_point
from cards.errors import IfMatchRequired, Stale, StateConflict
from cards.gateway import faces, validation
from cards.gateway.searching import card_words
from cards.lookups import tags_named
from cards.models import Account, Card, CardVersion, Draft, DraftRevision, Pack, RevisionOrigin
from cards.permissions import Act, Actor, authorize
from cards.queries.history import draft_get
from cards.queries.problems import known_ids
from cards.queries.texts import card_texts
from cards.search import names_text, search_text
from cards.services.audit import audit_record
from cards.shape import Json, JsonObject
from cards.texts import Bases, Texts, checked_text, checked_texts, source_sha
from cards.values import frozen_dataclass

_ETAG = re.compile(r"r([1-9][0-9]{0,8})-([0-9a-f]{8})")


@frozen_dataclass
class CheckedDraft:
    """A text that may be stored, with what the engine says about it.

    Shapes: bases are nothing until they are known: those of a restored state, or what follows from the draft before.
    """

    text: str
    texts: Texts
    report: validation.CardReport
    bases: Bases | None = None

    @property
    def source_sha(self) -> str:
        """Return the hash of what was typed and of what its stale texts were written against."""
        return source_sha(self.text, self.texts, self.bases)

    @property
    def document(self) -> JsonObject | None:
        """Return the parsed text, or None while it does not parse."""
        return self.report.document

    @property
    def parsed(self) -> JsonObject:
        """Return the columns that hold what the engine read out of the text."""
        return {"document": self.report.document, "sha256": self.report.sha256}

    def says(self, sha256: str | None, text: str, texts: JsonObject) -> bool:
        """Return whether a draft holds the same card and the same texts; of one that does not parse, without a sha256, the very text."""
        same = (self.report.sha256, self.texts) == (sha256, texts)
        return same and (sha256 is not None or self.text == text)

    def search(self, pack: Pack, written_id: str) -> str:
        """Return what a search reads of it; of a text that does not parse, the text itself."""
        if self.report.document is None:
            return search_text(written_id, [self.text])
        face = faces.face(pack.ruleset, self.report.document, self.texts)
        return search_text(written_id, card_words(face, self.report.document, self.texts))

    @property
    def names(self) -> str:
        """Return its names as searches compare them."""
        return names_text(self.report.document, self.texts)

    def following(self, draft: Draft, pack: Pack) -> CheckedDraft:
        """Return it with the bases that follow from the draft before it; bases that are known already stay."""
        if self.bases is not None:
            return self
        earlier = card_texts(pack=pack, state=draft)
        return replace(self, bases=card_texts(pack=pack, state=self).bases_after(earlier))

    def confirmed(self, still_right: Collection[tuple[str, str]]) -> CheckedDraft:
        """Return it with no base for these texts: each counts as written against the original of now."""
        tokens = {
            language: {name: base for name, base in bases.items() if (language, name) not in still_right}
            for language, bases in (self.bases or {}).items()
        }
        return replace(self, bases={language: bases for language, bases in tokens.items() if bases})

    def text_states(self, pack: Pack) -> JsonObject:
        """Return the columns by which lists find texts by their state; none while the document does not parse."""
        if self.report.document is None:
            return {}
        return {"text_states": card_texts(pack=pack, state=self).states()}


@frozen_dataclass
class DraftSaved:
    """The draft after a save, and what the engine says about it; unchanged text makes no new revision."""

    draft: Draft
    report: validation.CardReport
    is_new: bool


def draft_save(
    *,
    actor: Actor,
    card: Card,
    text: str,
    texts: JsonObject | None,
    based_on: str | None,
    still_right: Collection[tuple[str, str]] = (),
) -> DraftSaved:
    """Save a draft as typed, broken or not, unless it was saved since the state that `based_on` (an ETag) names.

    It writes no audit event: the revision is the record. `texts` None leaves the texts of the other languages as they are.
    `still_right` names stale texts, (language, text), that were read again: they are written against the original of now.

    Errors: IfMatchRequired without `based_on`; Stale with the newer draft and with the number under which the text was set aside;
            TooLarge beyond 1 MiB; BadText for NUL and lone surrogates; StateConflict for a card in the trash.
    """
    account, pack = _may_save(actor, card)
    current = draft_get(card=card)
    etag = checked_etag(based_on, current.etag)
    content = checked_draft(pack=pack, text=text, texts=current.texts if texts is None else texts)
    try:
        return _save(account, current, content.following(current, pack).confirmed(still_right), etag)
    except Stale:
        aside = save_conflict_copy(account, current, content)
        raise Stale(draft_get(card=card), aside) from None


def _save(account: Account, current: Draft, content: CheckedDraft, etag: str) -> DraftSaved:
    if current.etag != etag:
        raise Stale(current)
    if content.source_sha == current.source_sha:
        return DraftSaved(current, content.report, is_new=False)
    with transaction.atomic():
        draft = draft_write(card=current.card, account=account, content=content, etag=etag, origin=RevisionOrigin.SAVE)
        transaction.on_commit(lambda: meter.count("cardloom_saves_total"))
    return DraftSaved(draft, content.report, is_new=True)


def save_conflict_copy(account: Account, draft: Draft, content: CheckedDraft) -> int:
    """Keep a text that lost as a revision of the history, once per hash, and return its number; the draft and its ETag stay.

    Like a save it writes no audit event.
    """
    with transaction.atomic():
        locked = Draft.objects.select_for_update(no_key=True).get(pk=draft.pk)
        same = DraftRevision.objects.filter(draft=locked, source_sha=content.source_sha)
        if (number := same.values_list("revision", flat=True).first()) is not None:
            return number
        number = max(locked.revision, locked.last_aside) + 1
        Draft.objects.filter(pk=locked.pk).update(last_aside=number)
        conflict_copy = Draft(pk=locked.pk, revision=number, text=content.text, texts=content.texts)
        conflict_copy.source_sha = content.source_sha
        revision_add(draft=conflict_copy, account=account, origin=RevisionOrigin.ASIDE, now=timezone.now())
    return number


def version_restore(*, actor: Actor, card: Card, version: CardVersion, based_on: str | None) -> DraftSaved:
    """Make the draft what a version was, its image included, as a new revision: nothing in between is lost."""
    return _restore(actor, card, version, f"v{version.number}", based_on)


def revision_restore(*, actor: Actor, card: Card, revision: DraftRevision, based_on: str | None) -> DraftSaved:
    """Make the draft what an earlier save was, as a new revision."""
    return _restore(actor, card, revision, f"r{revision.revision}", based_on)


def _restore(
    actor: Actor, card: Card, source: CardVersion | DraftRevision, name: str, based_on: str | None
) -> DraftSaved:
    account, pack = _may_save(actor, card)
    etag = checked_etag(based_on, draft_get(card=card).etag)
    content = replace(checked_draft(pack=pack, text=source.text, texts=source.texts), bases=source.bases)
    with transaction.atomic():
        draft = draft_write(card=card, account=account, content=content, etag=etag, origin=RevisionOrigin.RESTORE)
        _restored(draft, source)
        target = f"{card.written_id} {name}"
        details = {"revision": draft.revision}
        audit_record(actor=account, action="draft.restore", pack=pack, target=target, details=details)
    return DraftSaved(draft, content.report, is_new=True)


def _restored(draft: Draft, source: CardVersion | DraftRevision) -> None:
    """Give a draft the image of a restored version; the author of the restored text contributes to the draft."""
    if isinstance(source, CardVersion):
        Draft.objects.filter(pk=draft.pk).update(art_sha256=source.art_sha256)
        contribute(draft=draft, accounts=source.contributors)
    else:
        contribute(draft=draft, accounts=[source.author_id])


def contribute(*, draft: Draft, accounts: Collection[int]) -> None:
    """Note accounts that have a part in the next version and whom no save of the draft names; within a transaction, the draft locked."""
    others = set(Draft.objects.values_list("contributors", flat=True).get(pk=draft.pk))
    if not others >= set(accounts):
        Draft.objects.filter(pk=draft.pk).update(contributors=sorted(others | set(accounts)))


def checked_etag(based_on: str | None, current: str) -> str:
    """Return the ETag, without quotes, of the state that a change is based on: the current one where it is named among others, or any is.

    One that no draft could have stays as it is.

    Errors: IfMatchRequired where none is named.
    """
    tags = tags_named(based_on)
    if not tags:
        raise IfMatchRequired()
    return current if current in tags or tags == ["*"] else tags[0]


def revision_named(etag: str) -> int:
    """Return the number of the revision that an ETag names, or 0 where it is none of a draft."""
    match = _ETAG.fullmatch(etag)
    return int(match[1]) if match else 0


def checked_draft(
    *, pack: Pack, text: str, texts: JsonObject | None, known_names: frozenset[str] | None = None
) -> CheckedDraft:
    """Return what was typed once it is known to be storable, with the engine's report on it.

    Shapes: known are the ids that it may refer to, those of the pack unless others are given.
    """
    text, other_texts = checked_text(text), checked_texts(texts)
    names = known_ids(pack=pack) if known_names is None else known_names
    report = validation.validate(pack.ruleset, text, known_ids=names, texts=other_texts)
    return CheckedDraft(text, other_texts, report)


def drafts_lock(*, cards: QuerySet[Card]) -> None:
    """Lock some cards, then their drafts, each in the order of their keys, as a save of one of them locks the two."""
    card_ids = list(cards.select_for_update(no_key=True).order_by("pk").values_list("pk", flat=True))
    list(Draft.objects.select_for_update(no_key=True).filter(card__in=card_ids).order_by("pk").values_list("pk"))


def draft_write(*, card: Card, account: Account, content: CheckedDraft, etag: str, origin: RevisionOrigin) -> Draft:
    """Replace the draft if it still is the one of the ETag, in one statement, and keep the save as a row; within a transaction.

    A card that becomes one of another kind is locked before its draft, as saving a version locks them.
    """
    now = timezone.now()
    content = content.following(draft_get(card=card), card.pack)
    fields = _saved(content, card, account, now)
    if content.report.kind and content.report.kind != card.kind:
        Card.objects.filter(pk=card.pk).update(kind=content.report.kind)
    sha = etag.partition("-")[2] or "-"
    unchanged_rows = Draft.objects.filter(card=card, revision=revision_named(etag), source_sha__startswith=sha)
    if not unchanged_rows.update(revision=Greatest("revision", "last_aside") + 1, **fields):
        raise Stale(draft_get(card=card))
    draft = draft_get(card=card)
    revision_add(draft=draft, account=account, origin=origin, now=now)
    crash_point("saved")
    return draft


def drafts_write(*, account: Account, rows: Sequence[tuple[Draft, CheckedDraft]], origin: RevisionOrigin) -> None:
    """Replace many drafts that the caller holds, with their cards, and keep each save as a row; within a transaction.

    Each draft is brought up to what was written.
    """
    now = timezone.now()
    for draft, content in rows:
        fields = _saved(content.following(draft, draft.card.pack), draft.card, account, now)
        fields["revision"] = max(draft.revision, draft.last_aside) + 1
        Draft.objects.filter(pk=draft.pk).update(**fields)
        for name, value in fields.items():
            setattr(draft, name, value)
        if content.report.kind and content.report.kind != draft.card.kind:
            Card.objects.filter(pk=draft.card_id).update(kind=content.report.kind)
    _keep([draft for draft, _ in rows], account, origin, now)
    crash_point("saved")


def _saved(content: CheckedDraft, card: Card, account: Account, now: datetime) -> Json:
    """Return the columns of a draft that a save writes."""
    fields = {**_columns(content, card.pack), "saved_by": account, "saved_at": now}
    if content.report.document is not None:  # the words of the last text that parsed stay findable
        fields |= {"search": content.search(card.pack, card.written_id), "names": content.names}
    return fields


def revision_add(*, draft: Draft, account: Account, origin: RevisionOrigin, now: datetime) -> None:
    """Save the current draft as a row of its history."""
    _keep([draft], account, origin, now)


def _keep(drafts: Sequence[Draft], account: Account, origin: RevisionOrigin, now: datetime) -> None:
    DraftRevision.objects.bulk_create(
        (
            DraftRevision(
                draft=draft,
                revision=draft.revision,
                text=draft.text,
                texts=draft.texts,
                bases=draft.bases,
                source_sha=draft.source_sha,
                size=len(draft.text.encode()),
                origin=origin,
                author=account,
                saved_at=now,
            )
            for draft in drafts
        ),
        batch_size=500,
    )


def drafts_new(*, account: Account, cards: Sequence[tuple[Card, CheckedDraft]], origin: RevisionOrigin) -> list[Draft]:
    """Make the first drafts of new cards."""
    now = timezone.now()
    drafts = [
        Draft(
            card=card,
            saved_by=account,
            saved_at=now,
            search=content.search(card.pack, card.written_id),
            names=content.names,
            **_columns(content, card.pack),
        )
        for card, content in cards
    ]
    Draft.objects.bulk_create(drafts, batch_size=500)
    _keep(drafts, account, origin, now)
    return drafts


def _columns(content: CheckedDraft, pack: Pack) -> Json:
    return {
        "text": content.text,
        "texts": content.texts,
        "bases": content.bases or {},
        "source_sha": content.source_sha,
        **content.parsed,
        **content.text_states(pack),
    }


def _may_save(actor: Actor, card: Card) -> tuple[Account, Pack]:
    account, pack = authorize(actor, card.pack, Act.DRAFT_SAVE), card.pack
    if card.trashed_at is not None:
        raise StateConflict("This card is in the trash.", "这张卡牌在回收站中。")
    return account, pack
