"""Rows as the public contract shows them. Keys are snake_case; the engine's own documents keep theirs."""

from __future__ import annotations

from typing import Any

from cards.gateway import validation
from cards.models import (
    Account,
    ApiToken,
    AuditEvent,
    CardVersion,
    Deck,
    Draft,
    DraftRevision,
    GlossaryTerm,
    Membership,
    Pack,
    Preview,
    Release,
    ReleaseCard,
    ReleaseFile,
    ReleaseYank,
    Scenario,
    SigningKey,
    Webhook,
    WebhookDelivery,
)
from cards.queries.cards import CardRow
from cards.queries.decks import DeckVerdict
from cards.queries.previews.turns import poll_after_ms
from cards.queries.problems import draft_report
from cards.queries.release_diff import CardChange, CardPatch, ShippedVersion
from cards.shape import Json as Json
from cards.shape import timestamp as timestamp
from cards.tree_diff import NodeChange, TextChange

API = "/api/v1"


def account_shape(account: Account) -> Json:
    """Return what an account may know of itself."""
    return {
        "email": account.email,
        "name": account.name,
        "language": account.language,
        "is_operator": account.is_operator,
    }


def pack_shape(pack: Pack) -> Json:
    """Return a pack that came from `pack_list_visible` or, described, from `pack_get`."""
    return {
        "pack": pack.slug,
        "name": pack.name,
        "description": pack.description,
        "ruleset": pack.ruleset,
        "source_language": pack.source_language,
        "visibility": pack.visibility,
        "archived": pack.archived_at is not None,
        "approvals_needed": pack.approvals_needed,
        "guards_needed": pack.guards_needed,
        "role": pack.role,  # type: ignore[attr-defined]  # annotated by the query
        "cards": pack.card_count,  # type: ignore[attr-defined]  # annotated by the query
        "latest": pack.last_release,  # type: ignore[attr-defined]  # annotated by the query
        "created_at": timestamp(pack.created_at),
    }


def open_pack_shape(pack: Pack) -> Json:
    """Return what a stranger sees of a public pack: nothing of its drafts, not even how many."""
    shown = pack_shape(pack)
    del shown["cards"], shown["role"], shown["approvals_needed"], shown["guards_needed"]
    return shown


def card_shape(row: CardRow) -> Json:
    """Return a card as lists and its own address show it."""
    preview = row.preview
    if preview is not None:
        preview = {key: preview[key] for key in ("number", "fresh", "mean_pp", "interval_pp", "n")}
    return {
        "id": row.id,
        "kind": row.kind,
        "name": dict(row.name),
        "state": row.state,
        "edited": row.edited,
        "retired": row.retired,
        "deprecated": row.deprecated,
        "version": row.version,
        "released": row.released,
        "sha256": row.sha256,
        "updated": timestamp(row.updated),
        "problems": dict(row.problems),
        "preview": preview,
    }


def draft_shape(draft: Draft, report: validation.CardReport) -> Json:
    """Return the working copy of a card with everything that is to be said about it."""
    return {
        "card": draft.card.written_id,
        "revision": draft.revision,
        "text": draft.text,
        "texts": draft.texts,
        "document": report.document,
        "sha256": report.sha256,
        "saved_at": timestamp(draft.saved_at),
        "saved_by": draft.saved_by.name or draft.saved_by.email,
        "problems": [problem.to_json() for problem in report.problems],
    }


def revision_shape(revision: DraftRevision) -> Json:
    """Return one save of a draft, or a text that was set aside."""
    return {
        "revision": revision.revision,
        "origin": revision.origin,
        "text": revision.text,
        "texts": revision.texts,
        "saved_at": timestamp(revision.saved_at),
        "saved_by": revision.author.name or revision.author.email,
    }


def version_shape(version: CardVersion, *, whole: bool = False) -> Json:
    """Return a named version; `whole` adds its text and its document."""
    shown: Json = {
        "number": version.number,
        "sha256": version.sha256,
        "schema": version.schema_id,
        "message": version.message,
        "author": version.author.name or version.author.email,
        "parent": version.parent.number if version.parent else None,
        "created_at": timestamp(version.created_at),
    }
    return {**shown, "text": version.text, "texts": version.texts, "document": version.document} if whole else shown


def release_shape(release: Release) -> Json:
    """Return a release; `channels` is filled in by the caller, who knows which is the newest."""
    at = f"{API}/packs/{release.pack.slug}/releases/{release.version}"
    return {
        "pack": release.pack.slug,
        "version": release.version,
        "released_at": timestamp(release.released_at),
        "released_by": release.released_by.name or release.released_by.email,
        "channels": [],
        "yanked": None,
        "ruleset": release.ruleset,
        "engine": release.engine,
        "schemas": list(release.schemas),
        "cards": release.card_count,
        "zip": {"url": f"{at}/pack.zip", "size": release.zip_size, "sha256": release.zip_sha256},
        "manifest_sha256": release.manifest_id,
        "key_id": release.key_id or None,
        "changelog": release.changelog,
    }


def yank_shape(yank: ReleaseYank) -> Json:
    """Return why a release was yanked, and what to use instead."""
    return {"reason": yank.reason, "use": yank.instead or None, "at": timestamp(yank.at)}


def signing_key_shape(key: SigningKey) -> Json:
    """Return a public key."""
    return {
        "key_id": key.key_id,
        "public_key": key.public_key,
        "created_at": timestamp(key.created_at),
        "retired_at": timestamp(key.retired_at) if key.retired_at else None,
    }


def file_shape(file: ReleaseFile) -> Json:
    """Return a file of a release."""
    return {"path": file.path, "size": file.size, "sha256": file.sha256}


def release_card_shape(card: ReleaseCard, document: Any = None) -> Json:
    """Return a card as a release ships it; its document is read from the canonical bytes, never from the row."""
    shown: Json = {
        "id": card.written_id,
        "kind": card.card.kind,
        "version": card.version.number,
        "sha256": card.blob_id,
        "path": card.path,
        "updated": timestamp(card.version.created_at),
    }
    return {**shown, "document": document} if document is not None else shown


def place_shape(file: ReleaseFile) -> Json:
    """Return where bytes occur."""
    release = file.release
    return {"pack": release.pack.slug, "release": release.version, "path": file.path, "size": file.size}


def scenario_shape(scenario: Scenario, *, whole: bool = False) -> Json:
    """Return a scenario with the result of its last run; `whole` adds its text."""
    shown: Json = {
        "id": str(scenario.number),
        "card": scenario.card.written_id,
        "name": scenario.name,
        "revision": scenario.revision,
        "saved_at": timestamp(scenario.saved_at),
        "saved_by": str(scenario.saved_by),
        "state": scenario.state,
        "ok": scenario.ok,
        "outcomes": scenario.outcomes,
        "ran_at": timestamp(scenario.ran_at),
    }
    return {**shown, "text": scenario.text} if whole else shown


def deck_shape(deck: Deck, *, whole: bool = False) -> Json:
    """Return a deck; `whole` adds its text."""
    shown: Json = {
        "id": str(deck.number),
        "deck_id": deck.deck_id,
        "name": deck.name,
        "revision": deck.revision,
        "sha256": deck.sha,
        "is_reference": deck.number in deck.pack.reference_decks,
        "trashed": deck.trashed_at is not None,
        "saved_at": timestamp(deck.saved_at),
        "saved_by": str(deck.saved_by),
    }
    return {**shown, "text": deck.text} if whole else shown


def deck_report_shape(verdict: DeckVerdict) -> Json:
    """Return whether a match may be played with a deck, and every problem of it."""
    return {"ok": verdict.is_legal, "problems": [problem.to_json() for problem in verdict.problems]}


def term_shape(term: GlossaryTerm) -> Json:
    """Return a term of the glossary."""
    words = {name: getattr(term, name) for name in ("en", "zh", "also_en", "also_zh", "avoid_en", "avoid_zh", "note")}
    return {"id": str(term.pk), **words, "revision": term.revision, "edited_at": timestamp(term.edited_at)}


def term_tag(term: GlossaryTerm) -> str:
    """Return the mark of a term that a change must quote."""
    return f"r{term.revision}"


def member_shape(member: Membership) -> Json:
    """Return who belongs to a pack, with which role."""
    account = member.account
    return {"id": str(member.pk), "email": account.email, "name": account.name, "role": member.role}


def token_shape(token: ApiToken) -> Json:
    """Return a token without its secret, which nobody has."""
    return {
        "id": token.token_id,
        "name": token.name,
        "scopes": token.scopes,
        "created_at": timestamp(token.created_at),
        "expires_at": timestamp(token.expires_at),
        "last_used_at": timestamp(token.last_used_at),
        "revoked_at": timestamp(token.revoked_at),
    }


def event_shape(event: AuditEvent) -> Json:
    """Return an event of the audit."""
    return {
        "id": str(event.pk),
        "at": timestamp(event.at),
        "actor": event.actor.email if event.actor else None,
        "action": event.action,
        "pack": event.pack.slug if event.pack else None,
        "target": event.target,
        "details": event.details,
        "request_id": event.request_id,
    }


def webhook_shape(webhook: Webhook) -> Json:
    """Return a webhook without its secret."""
    return {
        "id": str(webhook.pk),
        "url": webhook.url,
        "enabled": webhook.disabled_at is None,
        "disabled_why": webhook.disabled_why or None,
        "created_at": timestamp(webhook.created_at),
    }


def delivery_shape(delivery: WebhookDelivery) -> Json:
    """Return what was sent, and what came of each attempt."""
    return {
        "id": str(delivery.pk),
        "event_id": delivery.event_id,
        "type": delivery.kind,
        "body": delivery.body,
        "state": delivery.state,
        "attempts": delivery.attempts,
        "next_at": timestamp(delivery.due_at) if delivery.state == "pending" else None,
        "created_at": timestamp(delivery.created_at),
        "delivered_at": timestamp(delivery.delivered_at),
    }


def preview_tag(preview: Preview) -> str:
    """Return the mark of what a preview says now."""
    return f"p{preview.number}-{preview.changes}-{preview.state}"


def preview_shape(preview: Preview, *, whole: bool = False) -> Json:
    """Return a preview; `whole` adds its result."""
    card, version, former = preview.card, preview.candidate_version, preview.baseline_version
    shown: Json = {
        "number": preview.number,
        "kind": preview.kind,
        "card": card.written_id if card else None,
        "candidate": {
            "revision": preview.candidate_revision,
            "version": version.number if version else None,
            "sha256": preview.candidate_sha256,
        },
        "baseline": {"version": former.number, "sha256": preview.baseline_sha256} if former else {"without": True},
        "plan": preview.plan,
        "state": preview.state,
        "fresh": preview.is_fresh,  # type: ignore[attr-defined]  # annotated by preview_get and preview_list
        "engine": preview.engine_hash,
        "progress": {"blocks": preview.blocks_done, "of": preview.blocks_of},
        "queued_at": timestamp(preview.queued_at),
        "finished_at": timestamp(preview.finished_at),
        "poll_after_ms": None if preview.is_final else poll_after_ms(preview),
        "failure": preview.failure,
    }
    return {**shown, "estimate": preview.estimate, "result": preview.result} if whole else shown


def node_change_shape(change: NodeChange) -> Json:
    """Return a node that differs: where it is, where it was when that was elsewhere, and both of its values as they are shown."""
    return {
        "kind": change.kind,
        "path": change.pointer,
        "old_path": change.old_pointer or None,
        "around": change.around or None,
        "old": change.old,
        "new": change.new,
    }


def text_change_shape(change: TextChange) -> Json:
    """Return a text of a language that differs."""
    return {"language": change.language, "field": change.field, "old": change.old, "new": change.new}


def change_shape(change: CardChange, patched: CardPatch | None = None) -> Json:
    """Return how a card differs between two releases."""
    shown: Json = {
        "id": change.id,
        "change": change.kind,
        "before": _shipped(change.before),
        "after": _shipped(change.after),
    }
    return {**shown, "patch": patched.patch, "texts_patch": patched.texts} if patched else shown


def fed_shape(release: Release, change: CardChange) -> Json:
    """Return an entry of the feed."""
    return {**change_shape(change), "release": release.version, "released_at": timestamp(release.released_at)}


def migration_shape(release: Release, change: CardChange) -> Json:
    """Return what became of an id: another one, or nothing, with the note that the card had."""
    note = dict((change.before.deprecated if change.before else None) or {})
    use = note.pop("use", None)
    return {
        "old_id": change.before.id if change.before else "",
        "new_id": change.after.id if change.after else use,
        "release": release.version,
        "date": release.released_at.date().isoformat(),
        "note": note or None,
    }


def _shipped(card: ShippedVersion | None) -> Json | None:
    return {"id": card.id, "version": card.version, "sha256": card.sha256} if card else None


def current_shape(row: Any) -> Json | None:
    """Return the newer state of what somebody changed meanwhile."""
    match row:
        case Draft():
            return draft_shape(row, draft_report(draft=row, pack=row.card.pack))
        case Deck():
            return deck_shape(row, whole=True)
        case Scenario():
            return scenario_shape(row, whole=True)
        case GlossaryTerm():
            return term_shape(row)
    return None


def current_tag(row: Any) -> str:
    """Return the ETag of that state, without quotes."""
    return term_tag(row) if isinstance(row, GlossaryTerm) else str(getattr(row, "etag", ""))
