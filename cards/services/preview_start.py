"""Starting and cancelling previews: what is asked is pinned by hash before anything is played."""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils import timezone

from cards import gateway
from cards.errors import InvalidFields, QuotaExceeded, StateConflict
from cards.models import Account, Card, CardVersion, Outbox, Pack, Preview, PreviewChunk, PreviewState
from cards.permissions import Act, Actor, require, require_account
from cards.queries.history import blob_data, draft_get, version_get
from cards.queries.problems import draft_report, version_report
from cards.queries.releases import release_last
from cards.services.audit import audit_record, request_id
from cards.services.outbox_notify import wake_workers
from cards.services.pack import number_take

PRESETS = ("smoke", "quick", "standard", "deep")
WITHOUT = "without"
OPEN_AT_ONCE = 4  # previews of one account that may be waiting or running
RETRY_AFTER = 30  # seconds
WINDOW = 8
"""Chunks that stand ready beyond the merged ones; a fixed number, so that the stop rule wastes little and workers never wait."""
SEEDS = 1 << 53
"""Seeds are whole numbers that every reader of JSON keeps."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """What is previewed: a draft's revision or a version, its canonical document and hash."""

    document: dict[str, Any]
    sha256: str
    revision: int | None
    version: CardVersion | None


def preview_start(
    *,
    actor: Actor,
    card: Card,
    preset: str = "quick",
    version: int | None = None,
    baseline: int | str | None = None,
    seed: int | None = None,
) -> Preview:
    """Queue the preview of a card's draft, or of a version, against its last other version, or against the match without it.

    A preview has a seed of its own, so one that is run again plays other matches; give a seed to repeat one.

    Errors: InvalidFields for an unknown preset or baseline; StateConflict with the problems of a card that has errors;
            QuotaExceeded when the account has as many open as it may.
    """
    account, pack = require_account(actor), card.pack
    require(account=account, pack=pack, act=Act.PREVIEW_START)
    if preset not in PRESETS:
        raise InvalidFields.of("/preset", f"One of {', '.join(PRESETS)}.", f"应为 {'、'.join(PRESETS)} 之一。")
    _check_quota(account)
    candidate = _candidate(pack, card, version)
    former = _baseline(card, candidate, baseline)
    spec = gateway.preview_plan(
        pack.ruleset,
        candidate=candidate.document,
        baseline=_document(former) if former else None,
        pool=_pool(pack, card),
        preset=preset,
        seed=secrets.randbelow(SEEDS) if seed is None else seed,
    )
    with transaction.atomic():
        Account.objects.select_for_update(no_key=True).get(pk=account.pk)
        _check_quota(account)
        preview = _write(account, card, candidate, former, spec)
        transaction.on_commit(wake_workers)
    return preview


def preview_cancel(*, actor: Actor, preview: Preview) -> None:
    """End a preview at once; what was played stays, a chunk still being played is dropped when it comes in."""
    account = require_account(actor)
    require(account=account, pack=preview.pack, act=Act.PREVIEW_CANCEL)
    with transaction.atomic():
        held = Preview.objects.select_for_update(no_key=True).get(pk=preview.pk)
        if held.is_final:
            return
        held.state = PreviewState.CANCELLED
        held.cancel_requested = True
        held.finished_at = timezone.now()
        held.changes += 1
        held.save(update_fields=["state", "cancel_requested", "finished_at", "changes"])
        held.chunks.all().delete()
        audit_record(actor=account, action="preview.cancel", pack=preview.pack, target=f"preview {preview.number}")


def chunks_release(*, preview: Preview, merged: int) -> None:
    """Make the rows of the chunks that may be played next: those within the window beyond the merged ones."""
    most = gateway.preview_chunk_count(preview.spec)
    wanted = range(merged, min(merged + WINDOW, most))
    PreviewChunk.objects.bulk_create([PreviewChunk(preview=preview, no=no) for no in wanted], ignore_conflicts=True)


def canonical_sha(value: Any) -> str:
    """Return the hash of a document with its keys in order, whatever the database made of their order."""
    return hashlib.sha256(
        json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode()
    ).hexdigest()


def _check_quota(account: Account) -> None:
    """Refuse one more than may be open; asked first to spare the plan, and again under the account's lock."""
    waiting = Preview.objects.filter(requested_by=account, state__in=[PreviewState.QUEUED, PreviewState.RUNNING])
    if waiting.count() >= OPEN_AT_ONCE:
        raise QuotaExceeded(RETRY_AFTER)


def _candidate(pack: Pack, card: Card, number: int | None) -> Candidate:
    """Return what is previewed, once it is known to have no error."""
    if number is None:
        draft = draft_get(card=card)
        report, revision, version = draft_report(draft=draft, pack=pack), draft.revision, None
    else:
        version = version_get(card=card, number=number)
        report, revision = version_report(version=version, pack=pack), None
    if not report.ok or report.document is None or report.sha256 is None:
        raise StateConflict(
            {"en": "The card has errors; fix them first.", "zh": "卡牌有错误，请先修正。"}, problems=report.problems
        )
    return Candidate(report.document, report.sha256, revision, version)


def _baseline(card: Card, candidate: Candidate, asked: int | str | None) -> CardVersion | None:
    """Return the version to compare with: the one asked for, else the newest with other bytes; none means without the card."""
    if asked == WITHOUT:
        return None
    if isinstance(asked, int):
        return version_get(card=card, number=asked)
    if asked is not None:
        raise InvalidFields.of("/baseline", "The number of a version, or without.", "应为版本号或 without。")
    versions = CardVersion.objects.filter(card=card).exclude(blob_id=candidate.sha256)
    if candidate.version is not None:
        versions = versions.filter(number__lt=candidate.version.number)
    return versions.order_by("-number").first()


def _document(version: CardVersion) -> dict[str, Any]:
    document: dict[str, Any] = gateway.read_json(blob_data(sha256=version.sha256))
    return document


def _pool(pack: Pack, card: Card) -> list[dict[str, Any]] | None:
    """Return the cards that the experiment's decks and piles are taken from: those of the last release.

    Before the first release the newest versions that are valid; a pack that has neither plays with the engine's own set.
    """
    release = release_last(pack=pack)
    if release is not None:
        shipped = release.cards.exclude(card=card).select_related("blob").order_by("written_id")
        return [gateway.read_json(bytes(each.blob.data)) for each in shipped]
    valid = [version for version in _newest(pack, card) if version_report(version=version, pack=pack).ok]
    return [_document(version) for version in valid] or None


def _newest(pack: Pack, card: Card) -> list[CardVersion]:
    cards = Card.objects.filter(pack=pack, trashed_at__isnull=True, newest_version__isnull=False).exclude(pk=card.pk)
    return [
        each.newest_version
        for each in cards.select_related("newest_version").order_by("written_id")
        if each.newest_version
    ]


def _write(
    account: Account, card: Card, candidate: Candidate, former: CardVersion | None, spec: Mapping[str, Any]
) -> Preview:
    """Insert the preview, its first chunks, its outbox row and its audit event."""
    pack = card.pack
    preview = Preview.objects.create(
        pack=pack,
        number=number_take(pack=pack, kind="preview"),
        card=card,
        candidate_revision=candidate.revision,
        candidate_version=candidate.version,
        candidate_sha256=candidate.sha256,
        baseline_version=former,
        baseline_sha256=former.sha256 if former else None,
        plan={"preset": spec["preset"], "bots": spec["bots"], "opponents": ["starters"], "seed": spec["seed"]},
        spec=spec,
        spec_sha256=canonical_sha(spec),
        engine_hash=spec["engine"],
        seed=spec["seed"],
        blocks_of=spec["blocks_max"],
        request_id=request_id(),
        requested_by=account,
    )
    chunks_release(preview=preview, merged=0)
    Outbox.objects.create(topic="preview.queued", payload={"preview": preview.pk}, request_id=request_id())
    target = f"preview {preview.number}"
    details = {"card": card.written_id, "preset": spec["preset"], "candidate": candidate.sha256}
    audit_record(actor=account, action="preview.start", pack=pack, target=target, details=details)
    return preview
