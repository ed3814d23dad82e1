"""Faults that are planted on purpose: each must be noticed by the checker within a bounded run.

Most are writes that are acknowledged, with their audit event, and lost; the others are those that were found, and their relatives.
"""

from __future__ import annotations

import importlib
import itertools
import pkgutil
from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction

from cards.api import repeat, views
from cards.errors import Refusal
from cards.models import AuditEvent, Draft, JobKind, JobState, Outbox
from cards.services import audit, bulk, draft, idempotency, import_write, job_run, release, version
from tests.history import portal

Patch = pytest.MonkeyPatch
Plant = Callable[[Patch], None]
INTERVAL = 2  # of the calls, one is done wrong


def everywhere(patch: Patch, name: str, make: Callable[[Any], Any]) -> None:
    """Replace a service wherever a view of the API, or its replacement for a page, calls it."""
    modules = [
        importlib.import_module(each.name) for each in pkgutil.iter_modules(views.__path__, f"{views.__name__}.")
    ]
    found = [module for module in (*modules, portal) if hasattr(module, name)]
    assert found, name
    for module in found:
        patch.setattr(module, name, make(getattr(module, name)))


def lose(name: str) -> Plant:
    """Acknowledge a write, keep its audit events, and forget what it wrote."""

    def plant(patch: Patch) -> None:
        calls = itertools.count(1)

        def make(act: Any) -> Any:
            def forget(**fields: Any) -> Any:
                if next(calls) % INTERVAL:
                    return act(**fields)
                before = AuditEvent.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
                with transaction.atomic():
                    step = act(**fields)
                    events = list(AuditEvent.objects.filter(pk__gt=before).values())
                    transaction.set_rollback(True)
                for each in events:
                    AuditEvent.objects.create(**{key: value for key, value in each.items() if key != "id"})
                return step

            return forget

        everywhere(patch, name, make)

    return plant


def _cut(patch: Patch) -> None:
    """Cut the route of a claim to the length of its column, and hash the body alone: as it was once."""
    patch.setattr(repeat, "_digest", lambda request: getattr(request, "body_sha256", "0" * 64))
    patch.setattr(idempotency, "fitting_key", lambda text, limit: text[:limit])


def _without_query(patch: Patch) -> None:
    claimed_claim = repeat.claim_of

    def claim(request: Any) -> Any:
        found = claimed_claim(request)
        return found and idempotency.Claim(found.route.partition("?")[0], found.key, "0" * 64)

    patch.setattr(repeat, "claim_of", claim)


def _never_kept(patch: Patch) -> None:
    patch.setattr(repeat, "idempotency_keep", lambda **_: None)


def _kept_and_undone(patch: Patch) -> None:
    """Keep an answer although what it answers for was rolled back."""
    keep = idempotency.idempotency_keep

    def keep_after_undo(**named: Any) -> None:
        transaction.set_rollback(False)
        keep(**named)

    calls = itertools.count(1)

    def create_and_undo(request: Any, make: Any, *, secrets: tuple[str, ...] = ()) -> Any:
        def forget() -> Any:
            if next(calls) % INTERVAL:
                return make()
            with transaction.atomic():
                given = make()
                transaction.set_rollback(True)
            return given

        return repeat.create_once(request, forget, secrets=secrets)

    patch.setattr(repeat, "idempotency_keep", keep_after_undo)
    everywhere(patch, "create_once", lambda _: create_and_undo)


def _over_newer(patch: Patch) -> None:
    save = draft._save
    patch.setattr(
        draft, "_save", lambda account, current, checked, _etag: save(account, current, checked, current.etag)
    )


def _aside_dropped(patch: Patch) -> None:
    add = draft.revision_add
    patch.setattr(draft, "revision_add", lambda **named: None if named["origin"] == "aside" else add(**named))


def _aside_moves(patch: Patch) -> None:
    aside_conflict = draft.save_conflict_copy

    def moved(account: Any, row: Draft, checked: Any) -> int:
        number = aside_conflict(account, row, checked)
        Draft.objects.filter(pk=row.pk, revision__lt=number).update(revision=number)
        return number

    patch.setattr(draft, "save_conflict_copy", moved)


def _refused_for_nothing(patch: Patch) -> None:
    save, calls = draft._save, itertools.count(1)

    def refuse(account: Any, current: Any, checked: Any, etag: str) -> Any:
        if next(calls) % 5 == 0:
            raise draft.Stale(current)
        return save(account, current, checked, etag)

    patch.setattr(draft, "_save", refuse)


def _no_event(patch: Patch) -> None:
    record = audit.audit_record
    for module in (draft, version, release, bulk):
        if hasattr(module, "audit_record"):
            patch.setattr(
                module, "audit_record", lambda **named: None if "version" in named["action"] else record(**named)
            )


def _event_of_refusal(patch: Patch) -> None:
    def make(act: Any) -> Any:
        def tell(**fields: Any) -> Any:
            try:
                return act(**fields)
            except Refusal:
                with transaction.atomic():
                    audit.audit_record(actor=fields["actor"], action="release.yank", pack=fields["release"].pack)
                raise

        return tell

    everywhere(patch, "release_yank", make)


def _roles_forgotten(patch: Patch) -> None:
    """Remember permanently what an account was allowed once."""
    ask, known_ids = draft.authorize, set[Any]()

    def authorize(actor: Any, pack: Any, act: Any) -> Any:
        if (actor.pk, pack.pk, act) not in known_ids:
            ask(actor, pack, act)
        known_ids.add((actor.pk, pack.pk, act))
        return actor

    patch.setattr(draft, "authorize", authorize)


def _file_missing(patch: Patch) -> None:
    write = release._write

    def without(account: Any, built: Any, rows: Any) -> Any:
        files, cards = rows
        return write(account, built, ([each for each in files if each.path != files[-1].path], cards))

    patch.setattr(release, "_write", without)


def _nothing_sent(patch: Patch) -> None:
    after = release._record_side_effects

    def silent(account: Any, made: Any, built: Any) -> None:
        after(account, made, built)
        Outbox.objects.filter(topic=release.RELEASE_PUBLISHED).order_by("-pk")[:1].get().delete()

    patch.setattr(release, "_record_side_effects", silent)


def _plan_left(patch: Patch) -> None:
    patch.setattr(release, "_end_plan", lambda _release: None)


def _older_version(patch: Patch) -> None:
    add = version.version_add

    def older(*, draft: Draft, **fields: Any) -> Any:
        first = draft.revisions.order_by("revision").first()
        draft.text = first.text if first else draft.text
        return add(draft=draft, **fields)

    patch.setattr(version, "version_add", older)


def _undo_of_the_wrong_one(patch: Patch) -> None:
    """Take the number before as the state before, whatever was set aside in between."""
    write = bulk.write_each

    def wrong(account: Any, made: Any, written: Any) -> None:
        write(account, made, written)
        for change in made.changes.all():
            change.before = max(1, change.before - 1)
            change.save()

    patch.setattr(bulk, "write_each", wrong)


def _half_an_import(patch: Patch) -> None:
    write, calls = import_write.drafts_write, itertools.count(1)

    def half(*, rows: Any, **named: Any) -> None:
        write(rows=[each for each in rows if next(calls) % INTERVAL], **named)

    patch.setattr(import_write, "drafts_write", half)


def _job_of_nothing(patch: Patch) -> None:
    """End a job as finished, and take back what it wrote."""
    act = job_run.ACTS[JobKind.IMPORT]

    def forget(job: Any, seen: Any) -> Any:
        with transaction.atomic():
            given = act(job, seen)
            transaction.set_rollback(True)
        return given

    patch.setitem(job_run.ACTS, JobKind.IMPORT, forget)  # type: ignore[misc]  # a mapping to its readers


def _job_done_again(patch: Patch) -> None:
    """Write what a job does and leave it in the queue, as a worker whose end is a transaction of its own and that dies between the two."""
    finish, calls = job_run._finish, itertools.count(1)

    def leave_queued(lease: Any, job: Any, result: Any) -> None:
        if next(calls) % INTERVAL:
            lease.mine.update(state=JobState.QUEUED, lease_id=None, lease_until=None)
        else:
            finish(lease, job, result)

    patch.setattr(job_run, "_finish", leave_queued)


def _twice(patch: Patch) -> None:
    def make(act: Any) -> Any:
        def decide_twice(**named: Any) -> Any:
            act(**named)
            return act(**{**named, "message": f"{named['message']} again"})

        return decide_twice

    everywhere(patch, "review_decide", make)


LOSSES = (
    "draft_save", "version_create", "card_create", "card_trash", "card_untrash", "card_unretire", "card_retire", "card_deprecate",
    "card_undeprecate", "card_rename", "art_set", "scenario_save", "scenario_remove", "deck_save", "deck_untrash",
    "glossary_edit", "glossary_remove", "member_change", "member_remove", "release_plan_save", "release_publish", "release_yank",
    "release_unyank", "pack_import", "token_revoke", "webhook_edit", "review_decide", "comment_add", "thread_resolve",
    "pack_edit", "bulk_write", "bulk_undo", "revision_restore", "job_queue",
)  # fmt: skip
FAULTS: dict[str, Plant] = {
    "a key of a long path is cut": _cut,
    "a key forgets query and body": _without_query,
    "a key is never kept": _never_kept,
    "an answer is kept of what was undone": _kept_and_undone,
    "a save goes over a newer state": _over_newer,
    "a text that lost is dropped": _aside_dropped,
    "a text that lost moves the draft": _aside_moves,
    "a save is refused for nothing": _refused_for_nothing,
    "an event is missing": _no_event,
    "a refusal leaves an event": _event_of_refusal,
    "a role that was taken away still works": _roles_forgotten,
    "a release lacks a file": _file_missing,
    "a release is told to nobody": _nothing_sent,
    "a plan outlives its release": _plan_left,
    "a version is of another state": _older_version,
    "an undo brings back another state": _undo_of_the_wrong_one,
    "an import writes half": _half_an_import,
    "a decision counts twice": _twice,
    "a job ends and wrote nothing": _job_of_nothing,
    "a job is done again": _job_done_again,
    **{f"{name} is acknowledged and lost": lose(name) for name in LOSSES},
}
SHORT = {
    "a key of a long path is cut": "versions POST",
    "a text that lost moves the draft": "draft PUT",
    "release_yank is acknowledged and lost": "release-",
    "a job is done again": "job POST",
}
"""Those that the suite plants, half of them each day, with how the names begin of what its clients then ask for most; `make history` plants all, and asks as ever."""
