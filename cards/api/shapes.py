"""What the answers of the API hold. Keys are snake_case; the engine's own documents keep theirs."""

from typing import Any, get_args

from cards.gateway import rulesets
from cards.models import Deck, Draft, GlossaryTerm, RevisionOrigin, Role, Scenario, Visibility
from cards.models.account import Language, TokenScope
from cards.models.fields import LANGUAGES
from cards.models.scenario import State as ScenarioState
from cards.models.webhook import DeliveryState
from cards.queries.cards import STATES
from cards.queries.gates import GATES
from cards.queries.problems import draft_report
from cards.queries.programs import live_tokens
from cards.refusals import REFUSALS
from cards.services.draft_shape import draft_answer, problems_of
from cards.services.webhook import EVENTS
from cards.shape import (
    ANY,
    DIGEST,
    EMAIL,
    ENGINE_CARD,
    FLAG,
    INTERVAL,
    NUMBER,
    OUTCOME,
    PROBLEM,
    REAL,
    TEXT,
    TEXTS_OF_CARD,
    TIME,
    TWO_LANGUAGES,
    URL,
    WHOLE,
    Json,
    Member,
    Named,
    Shape,
    by_name,
    listing,
    maybe,
    one_of,
    shape,
)
from cards.tree_diff import Kind

API = "/api/v1"
WHOLE_ROW = "whole"
"""The part of an answer that lists leave out."""
MEMBERS = "members"
"""The part of a pack that its members alone see."""
SECRET = Member(maybe(TEXT), part="secret")
"""A secret is in the one answer that makes it."""

ACCOUNT = Shape("Account", email=EMAIL, name=TEXT, language=one_of(Language.values), is_operator=FLAG)
PACK = Shape(
    "Pack",
    pack=Member(TEXT, "slug"),
    name=TWO_LANGUAGES,
    description=TWO_LANGUAGES,
    ruleset=TEXT,
    source_language=one_of(LANGUAGES),
    visibility=one_of(Visibility.values),
    archived=Member(FLAG, lambda pack: pack.archived_at is not None),
    approvals_needed=Member(WHOLE, part=MEMBERS),
    guards_needed=Member(FLAG, part=MEMBERS),
    release_tokens=Member(FLAG, part=MEMBERS),
    factor_needed=Member(FLAG, part=MEMBERS),
    role=Member(maybe(one_of(Role.values)), part=MEMBERS),
    cards=Member(WHOLE, "card_count", part=MEMBERS),
    latest=Member(maybe(TEXT), "last_release"),
    created_at=TIME,
)
"""A pack of `pack_list_visible`, or of `pack_get` with its description."""
LAST_PREVIEW = Named(
    "LastPreview", shape(number=NUMBER, fresh=FLAG, mean_pp=maybe(REAL), interval_pp=maybe(INTERVAL), n=maybe(WHOLE))
)


def _last_preview(row: Any) -> Json | None:
    return row.preview and {key: row.preview[key] for key in LAST_PREVIEW.schema["properties"]}


DEPRECATION = Named("Deprecation", shape(("en", "zh", "use"), en=TEXT, zh=TEXT, use=TEXT))
"""Why a card should no longer be used, and which card to use instead."""
RELEASED = Named("Released", shape(version=NUMBER, release=TEXT))
COUNTS = Named("ProblemCounts", shape(errors=WHOLE, warnings=WHOLE))
CARD = Shape(
    "Card",
    id=TEXT,
    kind=TEXT,
    name=Member(TWO_LANGUAGES, lambda row: dict(row.name)),
    state=one_of(STATES),
    edited=FLAG,
    retired=FLAG,
    deprecated=maybe(DEPRECATION.ref),
    version=maybe(NUMBER),
    released=maybe(RELEASED.ref),
    sha256=maybe(DIGEST),
    updated=TIME,
    problems=Member(COUNTS.ref, lambda row: dict(row.problems)),
    preview=Member(maybe(LAST_PREVIEW.ref), _last_preview),
)
REVISION = Shape(
    "Revision",
    revision=NUMBER,
    origin=one_of(RevisionOrigin.values),
    text=TEXT,
    texts=TEXTS_OF_CARD,
    saved_at=TIME,
    saved_by=Member(TEXT, lambda revision: str(revision.author)),
)
VERSION = Shape(
    "Version",
    number=NUMBER,
    sha256=DIGEST,
    schema=Member(TEXT, "schema_id"),
    message=TEXT,
    author=Member(TEXT, lambda version: str(version.author)),
    parent=Member(maybe(NUMBER), lambda version: version.parent.number if version.parent else None),
    created_at=TIME,
    text=Member(TEXT, part=WHOLE_ROW),
    texts=Member(TEXTS_OF_CARD, part=WHOLE_ROW),
    document=Member(ENGINE_CARD, part=WHOLE_ROW),
)
DRAFT_WORD = one_of(("draft",))
NODE_CHANGE = Shape(
    "NodeChange",
    kind=one_of(get_args(Kind)),
    path=Member(TEXT, "pointer"),
    old_path=Member(maybe(TEXT), lambda change: change.old_pointer or None),
    around=Member(maybe(TEXT), lambda change: change.around or None),
    old=TEXT,
    new=TEXT,
)
"""A node that differs: where it is, where it was, and both of its values as they are shown."""
TEXT_CHANGE = Shape("TextChange", language=one_of(LANGUAGES), field=TEXT, old=TEXT, new=TEXT)
VERSION_DIFF = Shape(
    "VersionDiff",
    **{"from": NUMBER},
    to={"anyOf": [NUMBER, DRAFT_WORD]},
    changes=listing(NODE_CHANGE.ref),
    cut=FLAG,
    texts=listing(TEXT_CHANGE.ref),
)
MISMATCH = Shape("Mismatch", path=Member(TEXT, "pointer"), language=one_of(LANGUAGES), written=TEXT, generated=TEXT)
VALIDATION = Shape(
    "Validated", ok=FLAG, problems=listing(PROBLEM), describe=TWO_LANGUAGES, mismatches=listing(MISMATCH.ref)
)
IMAGE = Shape("Image", sha256=DIGEST)


OPENAPI = Named(
    "OpenApiDocument",
    {
        "type": "object",
        "properties": {"openapi": TEXT, "info": ANY, "paths": ANY, "components": ANY, "webhooks": ANY},
        "required": ["openapi", "info", "paths"],
        "additionalProperties": True,
    },
)
SCHEMA = Shape("Schema", id=TEXT, ruleset=TEXT, kind=one_of(rulesets.schema_kinds()), version=TEXT, url=URL)
SCENARIO = Shape(
    "Scenario",
    id=Member(TEXT, lambda scenario: str(scenario.number)),
    card=Member(TEXT, "card.written_id"),
    name=TEXT,
    revision=WHOLE,
    saved_at=TIME,
    saved_by=Member(TEXT, lambda scenario: str(scenario.saved_by)),
    state=one_of(get_args(ScenarioState)),
    ok=maybe(FLAG),
    outcomes=maybe(listing(OUTCOME)),
    ran_at=maybe(TIME),
    text=Member(TEXT, part=WHOLE_ROW),
)
BLOCK_GUARD = Named(
    "BlockGuard",
    shape(path=TEXT, kind=TEXT, guard=one_of(("guarded", "unguarded", "unmeasured")), by=TEXT, loose=listing(TEXT)),
)
GUARDS = Named(
    "Guarded",
    shape(card=TEXT, guarded=WHOLE, total=WHOLE, scenarios=WHOLE, runs=WHOLE, blocks=listing(BLOCK_GUARD.ref)),
)
"""What the engine says of the scenarios of a card, block by block."""
STRENGTH = Shape("Strength", state=one_of(("measured", "measuring", "none")), result=maybe(GUARDS.ref))
RAN = Shape("Ran", ran=WHOLE, results=listing(SCENARIO.ref))
DECK = Shape(
    "Deck",
    id=Member(TEXT, lambda deck: str(deck.number)),
    deck_id=TEXT,
    name=TEXT,
    revision=WHOLE,
    sha256=Member(DIGEST, "sha"),
    is_reference=Member(FLAG, lambda deck: deck.number in deck.pack.reference_decks),
    trashed=Member(FLAG, lambda deck: deck.trashed_at is not None),
    saved_at=TIME,
    saved_by=Member(TEXT, lambda deck: str(deck.saved_by)),
    text=Member(TEXT, part=WHOLE_ROW),
)
REPORT = Shape("Report", ok=Member(FLAG, "is_legal"), problems=Member(listing(PROBLEM), problems_of))
"""Whether a match may be played with a deck, and every problem of it."""
TERM = Shape(
    "Term",
    id=Member(TEXT, lambda term: str(term.pk)),
    en=TEXT,
    zh=TEXT,
    also_en=listing(TEXT),
    also_zh=listing(TEXT),
    avoid_en=listing(TEXT),
    avoid_zh=listing(TEXT),
    note=TEXT,
    revision=WHOLE,
    edited_at=TIME,
)
IMPORT_MAPPING = Shape(
    "ColumnMapping",
    id=Member(TEXT, lambda mapping: str(mapping.pk)),
    columns=listing(TEXT),
    kind=TEXT,
    fields=by_name(TEXT),
    saved_by=Member(maybe(EMAIL), "saved_by.email"),
    saved_at=TIME,
)
"""Which field each column of a file fills: its JSON Pointer, or `kind` where the column names the kind of each row."""
MEMBER = Shape(
    "Member",
    id=Member(TEXT, lambda member: str(member.pk)),
    email=Member(EMAIL, "account.email"),
    name=Member(TEXT, "account.name"),
    role=one_of(Role.values),
)
INVITATION = Shape("Invited", email=EMAIL, role=one_of(Role.values), url=maybe(URL))
TOKEN = Shape(
    "Token",
    id=Member(TEXT, "token_id"),
    name=TEXT,
    scopes=listing(one_of(TokenScope.values)),
    created_at=TIME,
    expires_at=TIME,
    last_used_at=maybe(TIME),
    revoked_at=maybe(TIME),
    secret=SECRET,
)
PROGRAM = Shape(
    "Program",
    id=Member(TEXT, lambda program: str(program.pk)),
    address=Member(TEXT, "account.email"),
    name=Member(TEXT, "account.name"),
    kind=Member(one_of(("service", "job")), lambda program: "job" if program.is_trusted_job else "service"),
    owner=Member(maybe(TEXT), lambda program: program.owner.email if program.has_owner else None),
    issuer=Member(maybe(TEXT), lambda program: program.issuer or None),
    subject=Member(maybe(TEXT), lambda program: program.subject or None),
    claims=by_name(TEXT),
    created_at=TIME,
    tokens=Member(listing(TOKEN.ref), lambda program: [TOKEN(token) for token in live_tokens(program)]),
    secret=SECRET,
)
PUBLISHING_TOKEN = Shape(
    "PublishingToken", scopes=listing(one_of(TokenScope.values)), expires_at=TIME, secret=Member(TEXT, part="secret")
)
DETAILS: Json = {**ANY, "description": "What the event is about: other names for each `action`."}
EVENT = Shape(
    "Event",
    id=Member(TEXT, lambda event: str(event.pk)),
    at=TIME,
    actor=Member(maybe(TEXT), lambda event: event.actor.email if event.actor else None),
    action=TEXT,
    pack=Member(maybe(TEXT), lambda event: event.pack.slug if event.pack else None),
    target=TEXT,
    details=DETAILS,
    request_id=TEXT,
)
WEBHOOK = Shape(
    "Webhook",
    id=Member(TEXT, lambda webhook: str(webhook.pk)),
    url={"type": "string", "format": "uri"},
    enabled=Member(FLAG, lambda webhook: webhook.disabled_at is None),
    disabled_why=Member(maybe(one_of(("admin", "gone"))), lambda webhook: webhook.disabled_why or None),
    created_at=TIME,
    secret=SECRET,
)
ATTEMPT = Named("Attempt", shape(at=TIME, status=maybe(WHOLE), error=maybe(TEXT), ms=maybe(WHOLE)))
DELIVERY = Shape(
    "Delivery",
    id=Member(TEXT, lambda delivery: str(delivery.pk)),
    event_id=TEXT,
    type=Member(one_of(EVENTS), "kind"),
    body=TEXT,
    state=one_of(DeliveryState.values),
    attempts=listing(ATTEMPT.ref),
    next_at=Member(maybe(TIME), lambda delivery: delivery.due_at if delivery.state == "pending" else None),
    created_at=TIME,
    delivered_at=maybe(TIME),
)


GATE = Named(
    "Gate",
    shape(
        ("unchecked", "count"),
        id=one_of((*GATES, "schema")),
        closes=FLAG,
        ok=FLAG,
        unchecked=WHOLE,
        missing=listing(shape(card=TEXT, why=TWO_LANGUAGES, url=URL)),
        count=WHOLE,
    ),
)
"""What a release must pass, or is warned of: which cards do not, and why."""
FIELD_ERROR = Named("FieldError", shape(pointer=TEXT, detail=TEXT))
REFUSAL = Named(
    "Refusal",
    {
        "type": "object",
        "description": "A problem document (RFC 9457). A slug may add members of its own, such as `current` beside `stale`.",
        "properties": {
            "type": {**URL, "enum": ["about:blank", *(f"/problems/{slug}" for slug in sorted(REFUSALS))]},
            "title": TEXT,
            "status": {"type": "integer", "minimum": 400, "maximum": 599},
            "detail": TEXT,
            "instance": URL,
            "request_id": TEXT,
            "errors": listing(FIELD_ERROR.ref),
            "problems": listing(PROBLEM),
            "aside": shape(revision=NUMBER, url=URL, page=URL),
            "gates": listing(GATE.ref),
            "minimum": TEXT,
            "current": ANY,
        },
        "required": ["type", "title", "status", "detail", "instance", "request_id"],
    },
)


def term_tag(term: GlossaryTerm) -> str:
    """Return the mark of a term that a change must quote."""
    return f"r{term.revision}"


def current_shape(row: Any) -> Json | None:
    """Return the newer state of what another request changed."""
    match row:
        case Draft():
            return draft_answer(row, draft_report(draft=row, pack=row.card.pack))
        case Deck():
            return DECK(row, WHOLE_ROW)
        case Scenario():
            return SCENARIO(row, WHOLE_ROW)
        case GlossaryTerm():
            return TERM(row)
    return None


def current_tag(row: Any) -> str:
    """Return the ETag of that state, without quotes."""
    return term_tag(row) if isinstance(row, GlossaryTerm) else str(getattr(row, "etag", ""))
