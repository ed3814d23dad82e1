"""The rows, one module per aggregate."""

from cards.models.account import (
    Account,
    AddressChange,
    ApiToken,
    Invitation,
    KnownPlace,
    Language,
    LoginThrottle,
    PasswordReset,
    SignedIn,
    Theme,
)
from cards.models.blob import Blob
from cards.models.bulk import BulkChange, BulkEdit, BulkKind
from cards.models.card import Card, CardRename, CardVersion, Draft, DraftRevision, RevisionOrigin
from cards.models.company import CompanyAccount, CompanyNotice
from cards.models.deck import Deck, DeckRevision
from cards.models.factor import AuthenticatorApp, Passkey, RecoveryCode
from cards.models.glossary import GlossaryTerm
from cards.models.health import HealthRun, HealthState
from cards.models.import_mapping import ImportMapping
from cards.models.job import Job, JobKind, JobState
from cards.models.loop_fault import LoopFault
from cards.models.match import Match, SeatLink
from cards.models.pack import Membership, Pack, PackCounter, Role, Visibility
from cards.models.preview import EXPERIMENTS, ChunkState, Preview, PreviewChunk, PreviewKind, PreviewState, WorkerBeat
from cards.models.program import Program, TokenExchange
from cards.models.readiness import PackChange, PackReadiness
from cards.models.record import AuditEvent, IdempotencyKey, Outbox
from cards.models.release import (
    Release,
    ReleaseCard,
    ReleaseFile,
    ReleasePlan,
    ReleaseTombstone,
    ReleaseYank,
    SigningKey,
)
from cards.models.review import (
    Comment,
    Decision,
    Notification,
    NotificationChoice,
    NotificationKind,
    Review,
    Thread,
    Verdict,
)
from cards.models.scenario import Scenario, ScenarioRevision
from cards.models.snippet import Snippet
from cards.models.sweep import Sweep, SweepState
from cards.models.verification import Verification, VerificationKind
from cards.models.webhook import Webhook, WebhookDelivery

__all__ = [
    "EXPERIMENTS",
    "Account",
    "AddressChange",
    "ApiToken",
    "AuditEvent",
    "AuthenticatorApp",
    "Blob",
    "BulkChange",
    "BulkEdit",
    "BulkKind",
    "Card",
    "CardRename",
    "CardVersion",
    "ChunkState",
    "Comment",
    "CompanyAccount",
    "CompanyNotice",
    "Decision",
    "Deck",
    "DeckRevision",
    "Draft",
    "DraftRevision",
    "GlossaryTerm",
    "HealthRun",
    "HealthState",
    "IdempotencyKey",
    "ImportMapping",
    "Invitation",
    "Job",
    "JobKind",
    "JobState",
    "KnownPlace",
    "Language",
    "LoginThrottle",
    "LoopFault",
    "Match",
    "Membership",
    "Notification",
    "NotificationChoice",
    "NotificationKind",
    "Outbox",
    "Pack",
    "PackChange",
    "PackCounter",
    "PackReadiness",
    "Passkey",
    "PasswordReset",
    "Preview",
    "PreviewChunk",
    "PreviewKind",
    "PreviewState",
    "Program",
    "RecoveryCode",
    "Release",
    "ReleaseCard",
    "ReleaseFile",
    "ReleasePlan",
    "ReleaseTombstone",
    "ReleaseYank",
    "Review",
    "RevisionOrigin",
    "Role",
    "Scenario",
    "ScenarioRevision",
    "SeatLink",
    "SignedIn",
    "SigningKey",
    "Snippet",
    "Sweep",
    "SweepState",
    "Theme",
    "Thread",
    "TokenExchange",
    "Verdict",
    "Verification",
    "VerificationKind",
    "Visibility",
    "Webhook",
    "WebhookDelivery",
    "WorkerBeat",
]
