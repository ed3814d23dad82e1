"""Rows as the public contract shows them. Keys are snake_case; the engine's own documents keep theirs."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from cards import gateway
from cards.models import Account, CardVersion, Draft, Pack, Release, ReleaseCard, ReleaseFile
from cards.queries.cards import CardRow

Json = dict[str, Any]
API = "/api/v1"


def timestamp(at: datetime | None) -> str | None:
    """Return a time as RFC 3339 in UTC."""
    return at.astimezone(UTC).isoformat().replace("+00:00", "Z") if at else None


def account_shape(account: Account) -> Json:
    """Return what an account may know of itself."""
    return {
        "email": account.email,
        "name": account.name,
        "language": account.language,
        "is_operator": account.is_operator,
    }


def pack_shape(pack: Pack) -> Json:
    """Return a pack that came from `pack_list_visible` or `pack_get`."""
    return {
        "pack": pack.slug,
        "name": pack.name,
        "description": pack.description,
        "ruleset": pack.ruleset,
        "source_language": pack.source_language,
        "visibility": pack.visibility,
        "role": pack.role,  # type: ignore[attr-defined]  # annotated by the query
        "cards": pack.card_count,  # type: ignore[attr-defined]  # annotated by the query
        "latest": pack.last_release,  # type: ignore[attr-defined]  # annotated by the query
        "created_at": timestamp(pack.created_at),
    }


def open_pack_shape(pack: Pack) -> Json:
    """Return what a stranger sees of a public pack: nothing of its drafts, not even how many."""
    shown = pack_shape(pack)
    del shown["cards"], shown["role"]
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


def draft_shape(draft: Draft, report: gateway.CardReport) -> Json:
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
