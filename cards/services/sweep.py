"""Sweeps: started over a draft's number, advanced as their values come in, accepted into the draft.

A sweep is as many previews as it has values, all on the same seeds, and one more on fresh seeds for the value nearest to even.
"""

import secrets
from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone

from cards.errors import InvalidFields, QuotaExceeded, Stale, StateConflict
from cards.gateway import previews, validation
from cards.gateway.editing import edited_text
from cards.models import Account, Card, Preview, PreviewKind, PreviewState, Sweep, SweepState
from cards.permissions import Act, Actor, authorize
from cards.queries.history import draft_get
from cards.queries.problems import known_ids
from cards.services.audit import audit_record
from cards.services.draft import DraftSaved, draft_save
from cards.services.outbox_notify import wake_workers
from cards.services.pack import number_take
from cards.services.previews.parts import (
    SEEDS,
    Candidate,
    Planned,
    Purpose,
    baseline_of,
    candidate_of,
    preview_write,
    surroundings_again,
    surroundings_of,
)
from cards.services.quotas import previews_within_quota

SWEEP_PRESETS = ("quick", "standard")
RETRY_AFTER = 60  # seconds
OPEN = (SweepState.RUNNING, SweepState.CONFIRMING)
LIMIT = 1 << 53  # whole numbers that every reader of JSON keeps


def sweep_start(
    *, actor: Actor, card: Card, pointer: str, values: Sequence[int], preset: str = "quick", seed: int | None = None
) -> Sweep:
    """Queue a sweep of one number of a card's draft; its previews go behind those that a person waits for.

    Errors: InvalidFields for an unknown preset, a place without a whole number, and values that are too few, too many, repeated or too
            large; StateConflict with the problems of the draft, or of the draft with one of the values;
            QuotaExceeded while the account has a sweep that is not finished.
    """
    account, pack = authorize(actor, card.pack, Act.PREVIEW_START), card.pack
    if preset not in SWEEP_PRESETS:
        raise InvalidFields.of(
            "/preset", f"One of {', '.join(SWEEP_PRESETS)}.", f"应为 {'、'.join(SWEEP_PRESETS)} 之一。"
        )
    if any(abs(value) >= LIMIT for value in values):
        raise InvalidFields.of("/values", "A value is too large.", "数值过大。")
    _check_quota(account)
    draft, candidate = draft_get(card=card), candidate_of(card=card, number=None)
    former = baseline_of(card=card, candidate=candidate, baseline=None)
    common = secrets.randbelow(SEEDS) if seed is None else seed
    points = sorted(values)
    around = surroundings_of(card=card, candidate=candidate, former=former)
    plans = previews.sweep_plans(
        pack.ruleset,
        candidate=candidate.document,
        pointer=pointer,
        values=points,
        around=around.around,
        preset=preset,
        seed=common,
    )
    swept = [_with_value(card, pointer, value) for value in points]
    with transaction.atomic():
        Account.objects.select_for_update(no_key=True).get(pk=account.pk)
        _check_quota(account)
        previews_within_quota(account=account, pack=pack)
        sweep = Sweep.objects.create(
            pack=pack,
            number=number_take(pack=pack, kind="sweep"),
            card=card,
            pointer=pointer,
            start=_current_value(candidate, pointer),
            values=points,
            etag=draft.etag,
            candidate_revision=draft.revision,
            candidate_sha256=candidate.sha256,
            baseline_version=former,
            preset=preset,
            seed=common,
            requested_by=account,
        )
        for value, spec, changed in zip(points, plans, swept, strict=True):
            purpose = Purpose(PreviewKind.SWEEP, sweep=sweep, value=value)
            _queue(sweep, changed, Planned(spec, around), purpose)
        details = {"card": card.written_id, "pointer": pointer, "values": points, "preset": preset}
        audit_record(actor=account, action="sweep.start", pack=pack, target=f"sweep {sweep.number}", details=details)
        transaction.on_commit(wake_workers)
    return sweep


def _current_value(candidate: Candidate, pointer: str) -> int:
    """Return the number that a sweep changes, as it is in the draft."""
    numbers = previews.sweep_numbers(candidate.document)
    return next(int(number["value"]) for number in numbers if number["pointer"] == pointer)


def _queue(sweep: Sweep, candidate: Candidate, plan: Planned, purpose: Purpose) -> None:
    """Queue one preview of a sweep, in the name of who asked for it."""
    preview_write(
        account=sweep.requested_by,
        card=sweep.card,
        candidate=candidate,
        former=sweep.baseline_version,
        plan=plan,
        purpose=purpose,
    )


def _check_quota(account: Account) -> None:
    """Refuse a second sweep; asked first to spare the plans, and again under the account's lock."""
    if Sweep.objects.filter(requested_by=account, state__in=OPEN).exists():
        raise QuotaExceeded(RETRY_AFTER)


def _with_value(card: Card, pointer: str, value: int) -> Candidate:
    """Return the draft with another number, once it is known to have no error."""
    draft, pack = draft_get(card=card), card.pack
    text = edited_text(draft.text, [(pointer, value)])
    report = validation.validate(pack.ruleset, text, known_ids=known_ids(pack=pack), texts=draft.texts)
    if not report.ok or report.document is None or report.sha256 is None:
        wrong = next((each.message for each in report.problems if each.severity == "error"), {"en": "", "zh": ""})
        raise StateConflict(
            f"With {value} the card has an error: {wrong['en']}",
            f"取 {value} 时卡牌有错误：{wrong['zh']}",
            problems=report.problems,
        )
    return Candidate(report.document, report.sha256, draft.revision, None)


def sweeps_advance() -> None:
    """Advance every sweep that waits for nothing any more: its last value may have ended without a merge."""
    for sweep_id in Sweep.objects.filter(state__in=OPEN).values_list("pk", flat=True):
        sweep_advance(sweep_id=sweep_id)


def sweep_advance(*, sweep_id: int) -> None:
    """Go on with a sweep whose previews are all final: confirm the nearest value on fresh seeds, then end it."""
    sweep = Sweep.objects.select_related("card__pack", "baseline_version", "requested_by").get(pk=sweep_id)
    rows = list(sweep.previews.order_by("sweep_value"))
    if sweep.is_final or not all(row.is_final for row in rows):
        return
    curve = curve_of(sweep, rows)
    confirmation = next((row for row in rows if row.is_confirmation), None)
    if sweep.state == SweepState.RUNNING and curve["nearest"] is not None:
        _confirm(sweep, rows, curve["nearest"])
    elif confirmation is not None and confirmation.state == PreviewState.FINISHED:
        _finish(sweep, SweepState.FINISHED, previews.sweep_confirmed(curve, confirmation.result or {}))
    else:
        _finish(sweep, SweepState.FAILED, curve)


def curve_of(sweep: Sweep, rows: Sequence[Preview]) -> dict[str, Any]:
    """Return the curve of a sweep from its previews so far; one that was given up or cancelled has no point of its own."""
    held = {row.sweep_value: row for row in rows if not row.is_confirmation}
    shown = [value for value in sweep.values if held[value].state not in {PreviewState.FAILED, PreviewState.CANCELLED}]
    results = [held[value].result for value in shown]
    return previews.sweep_curve(sweep.pointer, sweep.start, shown, results)


def _confirm(sweep: Sweep, rows: Sequence[Preview], nearest: int) -> None:
    """Queue the nearest value once more, on seeds of its own and with an interval that stands alone."""
    measured = next(row for row in rows if row.sweep_value == nearest)
    around = surroundings_again(preview=measured)
    spec = previews.preview_plan(
        sweep.pack.ruleset,
        candidate=measured.spec["candidate"],
        around=around.around,
        preset=sweep.preset,
        seed=secrets.randbelow(SEEDS),
    )
    candidate = Candidate(spec["candidate"], measured.candidate_sha256 or "", sweep.candidate_revision, None)
    with transaction.atomic():
        locked = Sweep.objects.select_for_update(no_key=True).get(pk=sweep.pk)
        if locked.state != SweepState.RUNNING:
            return
        locked.state = SweepState.CONFIRMING
        locked.save(update_fields=["state"])
        purpose = Purpose(PreviewKind.SWEEP, sweep=locked, value=nearest, is_confirmation=True)
        _queue(sweep, candidate, Planned(spec, around), purpose)
        transaction.on_commit(wake_workers)


def _finish(sweep: Sweep, state: str, result: dict[str, Any]) -> None:
    with transaction.atomic():
        locked = Sweep.objects.select_for_update(no_key=True).get(pk=sweep.pk)
        if locked.is_final:
            return
        locked.state, locked.result, locked.finished_at = state, result, timezone.now()
        locked.save(update_fields=["state", "result", "finished_at"])


def sweep_cancel(*, actor: Actor, sweep: Sweep) -> None:
    """End a sweep at once, with the points that it has."""
    account = authorize(actor, sweep.pack, Act.PREVIEW_CANCEL)
    with transaction.atomic():
        locked = Sweep.objects.select_for_update(no_key=True).get(pk=sweep.pk)
        if locked.is_final:
            return
        rows = list(locked.previews.select_for_update(no_key=True).order_by("pk"))
        result = curve_of(locked, rows)
        for row in rows:
            if not row.is_final:
                row.state, row.cancel_requested, row.finished_at = PreviewState.CANCELLED, True, timezone.now()
                row.changes += 1
                row.save(update_fields=["state", "cancel_requested", "finished_at", "changes"])
                row.chunks.all().delete()
        locked.state, locked.result, locked.finished_at = SweepState.CANCELLED, result, timezone.now()
        locked.save(update_fields=["state", "result", "finished_at"])
        audit_record(actor=account, action="sweep.cancel", pack=sweep.pack, target=f"sweep {sweep.number}")


def sweep_accept(*, actor: Actor, sweep: Sweep) -> DraftSaved:
    """Write the confirmed value into the draft, unless the draft was saved since it was swept.

    Errors: StateConflict for a sweep that offers nothing; Stale for a draft that moved on.
    """
    account = authorize(actor, sweep.pack, Act.DRAFT_SAVE)
    proposal = (sweep.result or {}).get("confirmed") or {}
    if not proposal.get("isOffered"):
        raise StateConflict("This sweep has no value to apply.", "此扫描没有可采用的值。")
    draft = draft_get(card=sweep.card)
    if draft.etag != sweep.etag:
        raise Stale(draft)
    text = edited_text(draft.text, [(sweep.pointer, proposal["value"])])
    with transaction.atomic():
        draft_saved = draft_save(actor=actor, card=sweep.card, text=text, texts=None, based_on=sweep.etag)
        Sweep.objects.filter(pk=sweep.pk).update(
            accepted_value=proposal["value"], accepted_revision=draft_saved.draft.revision
        )
        details = {"card": sweep.card.written_id, "pointer": sweep.pointer, "value": proposal["value"]}
        target = f"sweep {sweep.number}"
        audit_record(actor=account, action="sweep.accept", pack=sweep.pack, target=target, details=details)
    return draft_saved
