"""The rows as facts, registers and chains: what `tests.history.model` holds a history against."""

from __future__ import annotations

import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any

from cards.models import (
    ApiToken,
    AuditEvent,
    BulkChange,
    BulkEdit,
    Card,
    CardRename,
    CardVersion,
    Comment,
    Decision,
    Deck,
    DeckRevision,
    Draft,
    DraftRevision,
    GlossaryTerm,
    Invitation,
    Job,
    JobState,
    Membership,
    Notification,
    NotificationKind,
    Outbox,
    Pack,
    Preview,
    Program,
    Release,
    ReleaseFile,
    ReleasePlan,
    ReleaseYank,
    Review,
    RevisionOrigin,
    Scenario,
    ScenarioRevision,
    Thread,
    Webhook,
)
from cards.queries.audit_chain import audit_differences
from cards.queries.verification import release_differences
from tests.cards.matrix.world import RANKS
from tests.history.model import Fact, State

TYPED_ORIGINS = (RevisionOrigin.CREATE, RevisionOrigin.SAVE, RevisionOrigin.ASIDE, RevisionOrigin.IMPORT)


def sha(text: str) -> str:
    """Return the hash of a text."""
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()


def name_in(text: str) -> Any:
    """Return the name that a card's text gives, which marks the request that sent it; None where it does not parse."""
    try:
        document = json.loads(text)
    except ValueError:
        return None
    return document.get("name") if isinstance(document, dict) else None


def state_of() -> State:
    """Return what the rows hold now."""
    state = State()
    _cards(state)
    _drafts(state)
    _other_rows(state)
    _reviews(state)
    _releases(state)
    _jobs(state)
    _people(state)
    state.events = Counter(AuditEvent.objects.exclude(request_id="").values_list("request_id", flat=True))
    state.wrong += [f"audit: {each}" for each in audit_differences()]
    return state


def _grow(state: State, facts: Iterable[Fact], *, made: bool = False) -> None:
    rows = set(facts)
    state.facts |= rows
    if made:
        state.made |= rows


def _cards(state: State) -> None:
    for card in Card.objects.select_related("pack", "draft").filter(purged_at__isnull=True):
        at = (card.pack.slug, card.written_id)
        _grow(state, [("card", *at)])
        state.registers[("trashed", *at)] = card.trashed_at is not None
        state.registers[("retired", *at)] = card.retired_at is not None
        state.registers[("deprecated", *at)] = card.deprecated["en"] if card.deprecated else None
        state.registers[("art", *at)] = card.draft.art_sha256
    _renames(state)
    for version in CardVersion.objects.select_related("card", "card__pack"):
        at = (version.card.pack.slug, version.card.written_id, version.number)
        _grow(state, [("version", *at, version.message, version.revision)])
        source = DraftRevision.objects.filter(draft__card=version.card, revision=version.revision).first()
        if source is None or source.text != version.text:
            state.wrong.append(f"version {at} is not its revision {version.revision}")


def _renames(state: State) -> None:
    """Add the new ids of renames; those of a card lead from one to the next, and to the id that it has now."""
    renames: dict[int, list[CardRename]] = defaultdict(list)
    for row in CardRename.objects.select_related("card").order_by("pk"):
        renames[row.card_id].append(row)
    for rows in renames.values():
        ids = [(row.new_id, following.old_id) for row, following in pairwise(rows)]
        if any(new != old for new, old in [*ids, (rows[-1].new_id, rows[-1].card.written_id)]):
            state.wrong.append(f"the renames of {rows[-1].card.written_id} do not lead to it: {ids}")
        _grow(state, (("renamed to", row.new_id) for row in rows), made=True)


def _drafts(state: State) -> None:
    rows = DraftRevision.objects.select_related("draft", "draft__card", "draft__card__pack")
    first = {each.card_id: each.old_id for each in CardRename.objects.order_by("-pk")}
    for row in rows:
        card = row.draft.card
        at = (card.pack.slug, first.get(card.pk, card.written_id))
        state.chains.setdefault(("draft", *at), {})[row.revision] = row.origin != RevisionOrigin.ASIDE
        _grow(state, [("save", *at, row.revision, sha(row.text))])
        if (mark := name_in(row.text)) is not None:
            _grow(state, [("named", *at, mark)], made=row.origin in TYPED_ORIGINS)
    for draft in Draft.objects.select_related("card", "card__pack"):
        chain = state.chains[("draft", draft.card.pack.slug, first.get(draft.card_id, draft.card.written_id))]
        if draft.revision != max(number for number, is_save in chain.items() if is_save):
            state.wrong.append(f"the draft of {draft.card} is r{draft.revision}, and was saved as {sorted(chain)}")
        newest = draft.revisions.get(revision=draft.revision)
        if (newest.text, newest.source_sha) != (draft.text, draft.source_sha):
            state.wrong.append(f"the draft of {draft.card} is not its revision r{draft.revision}")


def _other_rows(state: State) -> None:
    _grow(state, (("pack", pack.slug) for pack in Pack.objects.all()), made=True)
    for pack in Pack.objects.all():
        state.registers[("archived", pack.slug)] = pack.archived_at is not None
        state.registers[("description", pack.slug)] = pack.description.get("en", "")
        state.registers[("approvals", pack.slug)] = pack.approvals_needed
    for scenario in Scenario.objects.select_related("pack"):
        state.registers[("scenario removed", scenario.number)] = scenario.removed_at is not None
    for saved in ScenarioRevision.objects.select_related("scenario"):
        state.chains.setdefault(("scenario", saved.scenario.number), {})[saved.revision] = True
        _grow(state, [("scenario", saved.scenario.number, saved.revision, sha(saved.text))])
    for deck in Deck.objects.all():
        state.registers[("deck trashed", deck.number)] = deck.trashed_at is not None
        _grow(state, [("deck", deck.number)])
    for kept in DeckRevision.objects.select_related("deck"):
        state.chains.setdefault(("deck", kept.deck.number), {})[kept.revision] = True
        _grow(state, [("deck save", kept.deck.number, kept.revision, sha(kept.text))])
    for term in GlossaryTerm.objects.all():
        state.registers[("term", term.pk)] = (term.en, term.zh)
        state.chains[("term", term.pk)] = dict.fromkeys(range(1, term.revision + 1), True)
    for program in Program.objects.filter(account__is_active=True):
        state.registers[("program", program.pk)] = True
    for hook in Webhook.objects.all():
        state.registers[("hook", hook.pk)] = (hook.url, hook.disabled_at is None)
    cancels = AuditEvent.objects.filter(action="preview.cancel").values_list("target", flat=True)
    _grow(state, [("event of cancel", int(target.removeprefix("preview "))) for target in cancels])
    for preview in Preview.objects.all():
        _grow(state, [("preview", preview.number), *_cancelled(preview)])
    _grow(state, _bulks(), made=True)


def _cancelled(preview: Preview) -> list[Fact]:
    return [("preview cancelled", preview.number)] if preview.state == "cancelled" or preview.cancel_requested else []


def _bulks() -> Iterator[Fact]:
    """Yield bulk edits with the number of their cards; an undo only where each card has its earlier text again."""
    for bulk in BulkEdit.objects.select_related("undoes"):
        changes = list(BulkChange.objects.filter(bulk=bulk).select_related("card__draft"))
        if bulk.undoes is None or all(_is_back(each, bulk.undoes) for each in changes):
            yield ("undone" if bulk.undoes else "bulk", bulk.undoes_id or bulk.pk, len(changes))


def _is_back(change: BulkChange, undone: BulkEdit) -> bool:
    before = BulkChange.objects.get(bulk=undone, card=change.card).before
    texts = dict(change.card.draft.revisions.values_list("revision", "text"))
    return texts[change.after] == texts[before]


def _reviews(state: State) -> None:
    for review in Review.objects.select_related("card", "version"):
        _grow(state, [("review", review.number, review.card.written_id, review.version.number)])
        if review.withdrawn_at is not None:
            _grow(state, [("withdrawn", review.number)])
    for decision in Decision.objects.select_related("review", "by"):
        facts = [("decision", decision.review.number, decision.by.email, decision.verdict, decision.message)]
        _grow(state, facts, made=True)
    for thread in Thread.objects.all():
        state.registers[("resolved", thread.pk)] = thread.resolved_at is not None
    for comment in Comment.objects.select_related("author"):
        _grow(state, [("comment", comment.author.email, comment.text)], made=True)


def _releases(state: State) -> None:
    for release in Release.objects.select_related("pack", "previous"):
        _grow(state, [("release", release.pack.slug, release.version, release.zip_sha256)], made=True)
        files = ReleaseFile.objects.filter(release=release, path__startswith="cards/").count()
        if files != release.card_count:
            state.wrong.append(f"release {release.version} has {files} files of {release.card_count} cards")
        state.wrong += [f"release {release.version}: {each}" for each in release_differences(release=release)]
        sent = Outbox.objects.filter(topic="release.published", payload__version=release.version)
        if sent.filter(payload__pack=release.pack.slug).count() != 1:
            state.wrong.append(f"release {release.version} owes {sent.count()} messages")
    for yank in ReleaseYank.objects.select_related("release").order_by("pk"):
        state.registers[("yank", yank.release.version)] = yank.reason["en"] if yank.yanked else None
    for plan in ReleasePlan.objects.select_related("pack"):
        state.registers[("plan", plan.pack.slug)] = plan.version


def _jobs(state: State) -> None:
    """What a job says that it wrote is there once, and so is the word that it has ended."""
    for job in Job.objects.select_related("pack"):
        _grow(state, [("job", job.number, job.state)])
        if job.state != JobState.FINISHED:
            continue
        versions = CardVersion.objects.filter(card__pack=job.pack, message=job.order["message"]).count()
        if versions != len(job.result["new"]) + len(job.result["changed"]):
            state.wrong.append(f"job {job.number} says {job.result['new']}, and wrote {versions} versions")
        told = Notification.objects.filter(kind=NotificationKind.JOB_DONE, pack=job.pack, about__job=job.number).count()
        if told != 1:
            state.wrong.append(f"job {job.number} was said to have ended {told} times")


def _people(state: State) -> None:
    for member in Membership.objects.select_related("account", "pack"):
        state.registers[("role", member.account.email, member.pack.slug)] = RANKS[member.role]
    _grow(state, (("invitation", each.email, each.role) for each in Invitation.objects.all()), made=True)
    for token in ApiToken.objects.all():
        _grow(state, [("token", token.token_id)])
        state.registers[("revoked", token.token_id)] = token.revoked_at is not None
