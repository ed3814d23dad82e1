"""The rows, one module per aggregate."""

from __future__ import annotations

from cards.models.account import (
    Account,
    ApiToken,
    Invitation,
    Language,
    LoginThrottle,
    PasswordReset,
    Theme,
)
from cards.models.blob import Blob
from cards.models.card import Card, CardVersion, Draft, DraftRevision, RevisionOrigin
from cards.models.pack import Membership, Pack, PackCounter, Role, Visibility
from cards.models.preview import ChunkState, Preview, PreviewChunk, PreviewKind, PreviewState, WorkerBeat
from cards.models.record import AuditEvent, IdempotencyKey, Outbox
from cards.models.release import Release, ReleaseCard, ReleaseFile, ReleasePlan

__all__ = [
    "Account",
    "ApiToken",
    "AuditEvent",
    "Blob",
    "Card",
    "CardVersion",
    "ChunkState",
    "Draft",
    "DraftRevision",
    "IdempotencyKey",
    "Invitation",
    "Language",
    "LoginThrottle",
    "Membership",
    "Outbox",
    "Pack",
    "PackCounter",
    "PasswordReset",
    "Preview",
    "PreviewChunk",
    "PreviewKind",
    "PreviewState",
    "Release",
    "ReleaseCard",
    "ReleaseFile",
    "ReleasePlan",
    "RevisionOrigin",
    "Role",
    "Theme",
    "Visibility",
    "WorkerBeat",
]
