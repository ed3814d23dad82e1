"""What the answers of the API hold. Keys are snake_case; the engine's own documents keep theirs."""

from typing import Any, NamedTuple

from cards.models import Deck, Draft, GlossaryTerm, Preview, Release, ReleaseYank, Scenario
from cards.queries.previews.turns import poll_after_ms
from cards.queries.problems import draft_report
from cards.queries.release_diff import CardChange
from cards.services.draft_shape import draft_answer, problems_of
from cards.shape import (
    ANY,
    BOTH,
    DIGEST,
    ENGINE_CARD,
    FLAG,
    PROBLEM,
    TEXT,
    TIME,
    WHOLE,
    Json,
    Member,
    Shape,
    listing,
    maybe,
    shape,
    timestamp,
)

API = "/api/v1"
WHOLE_ROW = "whole"
"""The part of an answer that lists leave out."""
MEMBERS = "members"
"""The part of a pack that its members alone see."""
SECRET = Member(maybe(TEXT), part="secret")
"""A secret is in the one answer that makes it."""

ACCOUNT = Shape("Account", email=TEXT, name=TEXT, language=TEXT, is_operator=FLAG)
PACK = Shape(
    "Pack",
    pack=Member(TEXT, "slug"),
    name=BOTH,
    description=BOTH,
    ruleset=TEXT,
    source_language=TEXT,
    visibility=TEXT,
    archived=Member(FLAG, lambda pack: pack.archived_at is not None),
    approvals_needed=Member(WHOLE, part=MEMBERS),
    guards_needed=Member(FLAG, part=MEMBERS),
    role=Member(maybe(TEXT), part=MEMBERS),
    cards=Member(WHOLE, "card_count", part=MEMBERS),
    latest=Member(maybe(TEXT), "last_release"),
    created_at=TIME,
)
"""A pack of `pack_list_visible`, or of `pack_get` with its description."""
LAST_PREVIEW = shape(number=WHOLE, fresh=FLAG, mean_pp=ANY, interval_pp=ANY, n=ANY)


def _last_preview(row: Any) -> Json | None:
    return row.preview and {key: row.preview[key] for key in LAST_PREVIEW["properties"]}


CARD = Shape(
    "Card",
    id=TEXT,
    kind=TEXT,
    name=Member(BOTH, lambda row: dict(row.name)),
    state=TEXT,
    edited=FLAG,
    retired=FLAG,
    deprecated=maybe(ANY),
    version=maybe(WHOLE),
    released=maybe(shape(version=WHOLE, release=TEXT)),
    sha256=maybe(DIGEST),
    updated=TIME,
    problems=Member(shape(errors=WHOLE, warnings=WHOLE), lambda row: dict(row.problems)),
    preview=Member(maybe(ANY), _last_preview),
)
REVISION = Shape(
    "Revision",
    revision=WHOLE,
    origin=TEXT,
    text=TEXT,
    texts=ANY,
    saved_at=TIME,
    saved_by=Member(TEXT, lambda revision: str(revision.author)),
)
VERSION = Shape(
    "Version",
    number=WHOLE,
    sha256=DIGEST,
    schema=Member(TEXT, "schema_id"),
    message=TEXT,
    author=Member(TEXT, lambda version: str(version.author)),
    parent=Member(maybe(WHOLE), lambda version: version.parent.number if version.parent else None),
    created_at=TIME,
    text=Member(TEXT, part=WHOLE_ROW),
    texts=Member(ANY, part=WHOLE_ROW),
    document=Member(ENGINE_CARD, part=WHOLE_ROW),
)
NODE_CHANGE = Shape(
    "NodeChange",
    kind=TEXT,
    path=Member(TEXT, "pointer"),
    old_path=Member(maybe(TEXT), lambda change: change.old_pointer or None),
    around=Member(maybe(TEXT), lambda change: change.around or None),
    old=TEXT,
    new=TEXT,
)
"""A node that differs: where it is, where it was, and both of its values as they are shown."""
TEXT_CHANGE = Shape("TextChange", language=TEXT, field=TEXT, old=TEXT, new=TEXT)
VERSION_DIFF = Shape(
    "VersionDiff",
    **{"from": WHOLE},
    to={"anyOf": [WHOLE, {"const": "draft"}]},
    changes=listing(NODE_CHANGE.ref),
    cut=FLAG,
    texts=listing(TEXT_CHANGE.ref),
)
MISMATCH = Shape("Mismatch", path=Member(TEXT, "pointer"), language=TEXT, written=TEXT, generated=TEXT)
VALIDATION = Shape("Validated", ok=FLAG, problems=listing(PROBLEM), describe=BOTH, mismatches=listing(MISMATCH.ref))
IMAGE = Shape("Image", sha256=DIGEST)


class DescribedRelease(NamedTuple):
    """A release with the channels that name it today, and its yank."""

    release: Release
    channels: list[str]
    yank: ReleaseYank | None


YANK = Shape("Yank", reason=BOTH, use=Member(maybe(TEXT), lambda yank: yank.instead or None), at=TIME)


def _zip(described: DescribedRelease) -> Json:
    release = described.release
    url = f"{API}/packs/{release.pack.slug}/releases/{release.version}/pack.zip"
    return {"url": url, "size": release.zip_size, "sha256": release.zip_sha256}


RELEASE = Shape(
    "Release",
    pack=Member(TEXT, "release.pack.slug"),
    version=Member(TEXT, "release.version"),
    released_at=Member(TIME, "release.released_at"),
    released_by=Member(TEXT, lambda described: str(described.release.released_by)),
    channels=listing(TEXT),
    yanked=Member(maybe(YANK.ref), lambda described: YANK(described.yank) if described.yank else None),
    ruleset=Member(TEXT, "release.ruleset"),
    engine=Member(TEXT, "release.engine"),
    schemas=Member(listing(TEXT), lambda described: list(described.release.schemas)),
    cards=Member(WHOLE, "release.card_count"),
    zip=Member(shape(url=TEXT, size=WHOLE, sha256=DIGEST), _zip),
    manifest_sha256=Member(DIGEST, "release.manifest_id"),
    key_id=Member(maybe(TEXT), lambda described: described.release.key_id or None),
    changelog=Member(BOTH, "release.changelog"),
)
PLAN_CHANGE = Shape("PlanChange", id=TEXT, change=TEXT, version=maybe(WHOLE), released=maybe(WHOLE))
RELEASE_PLAN = Shape(
    "ReleasePlan",
    version=TEXT,
    minimum=TEXT,
    bump=TEXT,
    reasons=listing(shape(bump=TEXT, reason=TEXT, cards=listing(TEXT), count=WHOLE)),
    changelog=BOTH,
    revision=WHOLE,
    publish_at=maybe(TIME),
    publish_error=maybe(BOTH),
    cards=WHOLE,
    count=WHOLE,
    changes=listing(PLAN_CHANGE.ref),
    next=maybe(TEXT),
    refusal=maybe(shape(code=TEXT, message=BOTH)),
    gates=listing(shape(id=TEXT, closes=FLAG, ok=FLAG, unchecked=WHOLE, missing=listing(ANY), count=WHOLE)),
    gates_at=maybe(TIME),
    gates_current=FLAG,
)
SIGNING_KEY = Shape("SigningKey", key_id=TEXT, public_key=TEXT, created_at=TIME, retired_at=maybe(TIME))
FILE = Shape("File", path=TEXT, size=WHOLE, sha256=DIGEST)
RELEASE_CARD = Shape(
    "ReleaseCard",
    id=Member(TEXT, "written_id"),
    kind=Member(TEXT, "card.kind"),
    version=Member(WHOLE, "version.number"),
    sha256=Member(DIGEST, "blob_id"),
    path=TEXT,
    updated=Member(TIME, "version.created_at"),
    document=Member(ENGINE_CARD, part="document"),
)
"""A card as a release ships it; its document is read from the canonical bytes, never from the row."""
SCHEMA = Shape("Schema", id=TEXT, ruleset=TEXT, kind=TEXT, version=TEXT, url=TEXT)
PLACE = Shape(
    "Place",
    pack=Member(TEXT, "release.pack.slug"),
    release=Member(TEXT, "release.version"),
    path=TEXT,
    size=WHOLE,
)
SCENARIO = Shape(
    "Scenario",
    id=Member(TEXT, lambda scenario: str(scenario.number)),
    card=Member(TEXT, "card.written_id"),
    name=TEXT,
    revision=WHOLE,
    saved_at=TIME,
    saved_by=Member(TEXT, lambda scenario: str(scenario.saved_by)),
    state=TEXT,
    ok=maybe(FLAG),
    outcomes=maybe(listing(ANY)),
    ran_at=maybe(TIME),
    text=Member(TEXT, part=WHOLE_ROW),
)
STRENGTH = Shape("Strength", state=TEXT, result=maybe(ANY))
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
MEMBER = Shape(
    "Member",
    id=Member(TEXT, lambda member: str(member.pk)),
    email=Member(TEXT, "account.email"),
    name=Member(TEXT, "account.name"),
    role=TEXT,
)
INVITATION = Shape("Invited", email=TEXT, role=TEXT, url=maybe(TEXT))
TOKEN = Shape(
    "Token",
    id=Member(TEXT, "token_id"),
    name=TEXT,
    scopes=listing(TEXT),
    created_at=TIME,
    expires_at=TIME,
    last_used_at=maybe(TIME),
    revoked_at=maybe(TIME),
    secret=SECRET,
)
EVENT = Shape(
    "Event",
    id=Member(TEXT, lambda event: str(event.pk)),
    at=TIME,
    actor=Member(maybe(TEXT), lambda event: event.actor.email if event.actor else None),
    action=TEXT,
    pack=Member(maybe(TEXT), lambda event: event.pack.slug if event.pack else None),
    target=TEXT,
    details=ANY,
    request_id=TEXT,
)
WEBHOOK = Shape(
    "Webhook",
    id=Member(TEXT, lambda webhook: str(webhook.pk)),
    url=TEXT,
    enabled=Member(FLAG, lambda webhook: webhook.disabled_at is None),
    disabled_why=Member(maybe(TEXT), lambda webhook: webhook.disabled_why or None),
    created_at=TIME,
    secret=SECRET,
)
DELIVERY = Shape(
    "Delivery",
    id=Member(TEXT, lambda delivery: str(delivery.pk)),
    event_id=TEXT,
    type=Member(TEXT, "kind"),
    body=TEXT,
    state=TEXT,
    attempts=listing(ANY),
    next_at=Member(maybe(TIME), lambda delivery: delivery.due_at if delivery.state == "pending" else None),
    created_at=TIME,
    delivered_at=maybe(TIME),
)


def _candidate(preview: Preview) -> Json:
    version = preview.candidate_version
    return {
        "revision": preview.candidate_revision,
        "version": version.number if version else None,
        "sha256": preview.candidate_sha256,
    }


def _baseline(preview: Preview) -> Json:
    former = preview.baseline_version
    return {"version": former.number, "sha256": preview.baseline_sha256} if former else {"without": True}


PREVIEW = Shape(
    "Preview",
    number=WHOLE,
    kind=TEXT,
    card=Member(maybe(TEXT), lambda preview: preview.card.written_id if preview.card else None),
    candidate=Member(ANY, _candidate),
    baseline=Member(ANY, _baseline),
    plan=ANY,
    state=TEXT,
    fresh=Member(FLAG, "is_fresh"),
    engine=Member(TEXT, "engine_hash"),
    progress=Member(
        shape(blocks=WHOLE, of=WHOLE), lambda preview: {"blocks": preview.blocks_done, "of": preview.blocks_of}
    ),
    queued_at=TIME,
    finished_at=maybe(TIME),
    poll_after_ms=Member(maybe(WHOLE), lambda preview: None if preview.is_final else poll_after_ms(preview)),
    failure=maybe(ANY),
    estimate=Member(maybe(ANY), part=WHOLE_ROW),
    result=Member(maybe(ANY), part=WHOLE_ROW),
)
"""A preview of `preview_get` or `preview_list`."""
TRACES = Shape("Traces", results=listing(ANY), next=maybe(TEXT))


def _shipped(side: str) -> Member:
    """Return the member for the card as one of two releases ships it."""

    def read(change: CardChange) -> Json | None:
        card = getattr(change, side)
        return card and {"id": card.id, "version": card.version, "sha256": card.sha256}

    return Member(maybe(shape(id=TEXT, version=WHOLE, sha256=DIGEST)), read)


CHANGE = Shape(
    "Change",
    id=TEXT,
    change=Member(TEXT, "kind"),
    before=_shipped("before"),
    after=_shipped("after"),
    patch=Member(listing(ANY), part="patches"),
    texts_patch=Member(listing(ANY), part="patches"),
)
"""How a card differs between two releases, of a card in both with the patches of its document and its texts."""
DIFFERENCE = Shape(
    "Difference", **{"from": TEXT}, to=TEXT, counts=ANY, changelog=BOTH, results=listing(CHANGE.ref), next=maybe(TEXT)
)
FEED = Shape("Feed", results=listing(ANY), next=maybe(TEXT), cursor=TEXT)
REFUSAL: Json = {
    "type": "object",
    "properties": {
        "type": TEXT,
        "title": TEXT,
        "status": WHOLE,
        "detail": TEXT,
        "instance": TEXT,
        "request_id": TEXT,
        "errors": listing(shape(pointer=TEXT, detail=TEXT)),
        "problems": listing(PROBLEM),
        "aside": shape(revision=WHOLE, url=TEXT, page=TEXT),
    },
    "required": ["type", "title", "status", "detail", "instance", "request_id"],
}
"""A problem document (RFC 9457): each slug may add members of its own."""


def feed_entry(release: Release, change: CardChange) -> Json:
    """Return an entry of the feed."""
    return {**CHANGE(change), "release": release.version, "released_at": timestamp(release.released_at)}


def migration(release: Release, change: CardChange) -> Json:
    """Return what became of an id: another one, or None, with the note that the card had."""
    note = dict((change.before.deprecated if change.before else None) or {})
    use = note.pop("use", None)
    return {
        "old_id": change.before.id if change.before else "",
        "new_id": change.after.id if change.after else use,
        "release": release.version,
        "date": release.released_at.date().isoformat(),
        "note": note or None,
    }


def term_tag(term: GlossaryTerm) -> str:
    """Return the mark of a term that a change must quote."""
    return f"r{term.revision}"


def preview_tag(preview: Preview) -> str:
    """Return the mark of what a preview says now."""
    return f"p{preview.number}-{preview.changes}-{preview.state}"


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
