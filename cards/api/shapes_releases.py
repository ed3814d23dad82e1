"""What the answers about releases hold: the release, its files and cards, what it changed, what the next one would be."""

from operator import attrgetter
from typing import Any, NamedTuple, get_args

from cards.api.shapes import API, GATE
from cards.models import Release, ReleaseYank
from cards.models.fields import LANGUAGES
from cards.queries.plan import REASONS, Change
from cards.queries.release_diff import CardChange, Kind
from cards.queries.releases import LATEST, NEXT
from cards.semver import Bump
from cards.shape import (
    DIGEST,
    ENGINE_CARD,
    FLAG,
    MAX_PAGE,
    NUMBER,
    POINTER,
    TEXT,
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

BUMP = one_of(get_args(Bump))


class DescribedRelease(NamedTuple):
    """A release with the channels that name it today, and its yank."""

    release: Release
    channels: list[str]
    yank: ReleaseYank | None


YANK = Shape("Yank", reason=TWO_LANGUAGES, use=Member(maybe(TEXT), lambda yank: yank.instead or None), at=TIME)


def _zip(described: DescribedRelease) -> Json:
    release = described.release
    url = f"{API}/packs/{release.pack.slug}/releases/{release.version}/pack.zip"
    return {"url": url, "size": release.zip_size, "sha256": release.zip_sha256}


ARCHIVE = Named("Archive", shape(url=URL, size=WHOLE, sha256=DIGEST))
RELEASE = Shape(
    "Release",
    pack=Member(TEXT, "release.pack.slug"),
    version=Member(TEXT, "release.version"),
    released_at=Member(TIME, "release.released_at"),
    released_by=Member(TEXT, lambda described: str(described.release.released_by)),
    channels=listing(one_of((LATEST, NEXT))),
    yanked=Member(maybe(YANK.ref), lambda described: YANK(described.yank) if described.yank else None),
    ruleset=Member(TEXT, "release.ruleset"),
    engine=Member(TEXT, "release.engine"),
    schemas=Member(listing(URL), lambda described: list(described.release.schemas)),
    cards=Member(WHOLE, "release.card_count"),
    zip=Member(ARCHIVE.ref, _zip),
    manifest_sha256=Member(DIGEST, "release.manifest_id"),
    key_id=Member(maybe(TEXT), lambda described: described.release.key_id or None),
    changelog=Member(TWO_LANGUAGES, "release.changelog"),
)
PLAN_CHANGE = Shape(
    "PlanChange", id=TEXT, change=one_of(get_args(Change)), version=maybe(NUMBER), released=maybe(NUMBER)
)
REASON = Named("Reason", shape(bump=BUMP, reason=one_of(REASONS), cards=listing(TEXT), count=WHOLE))
RELEASE_PLAN = Shape(
    "ReleasePlan",
    version=TEXT,
    minimum=TEXT,
    bump=BUMP,
    reasons=listing(REASON.ref),
    changelog=TWO_LANGUAGES,
    revision=WHOLE,
    publish_at=maybe(TIME),
    publish_error=maybe(TWO_LANGUAGES),
    cards=WHOLE,
    count=WHOLE,
    changes=listing(PLAN_CHANGE.ref),
    next=maybe(URL),
    refusal=maybe(shape(code=TEXT, message=TWO_LANGUAGES)),
    gates=listing(GATE.ref),
    gates_at=maybe(TIME),
    gates_current=FLAG,
)
SIGNING_KEY = Shape("SigningKey", key_id=TEXT, public_key=TEXT, created_at=TIME, retired_at=maybe(TIME))
FILE = Shape("File", path=TEXT, size=WHOLE, sha256=DIGEST)
RELEASE_CARD = Shape(
    "ReleaseCard",
    id=Member(TEXT, "written_id"),
    kind=Member(TEXT, lambda row: row.version.kind or row.card.kind),
    version=Member(NUMBER, "version.number"),
    sha256=Member(DIGEST, "blob_id"),
    path=TEXT,
    updated=Member(TIME, "version.created_at"),
    document=Member(ENGINE_CARD, part="document"),
)
"""A card as a release ships it; its document is read from the canonical bytes, never from the row."""
PLACE = Shape(
    "Place",
    pack=Member(TEXT, "release.pack.slug"),
    release=Member(TEXT, "release.version"),
    path=TEXT,
    size=WHOLE,
)
PLACES = Named("Places", by_name(listing(PLACE.ref)))
SHIPPED_CARD = Named("Shipped", shape(id=TEXT, version=NUMBER, sha256=DIGEST))
"""A card as one of two releases ships it."""
PATCH_STEP = Named(
    "PatchStep",
    {
        "type": "object",
        "properties": {
            "op": one_of(("add", "remove", "replace", "move", "copy", "test")),
            "path": POINTER,
            "from": POINTER,
            "value": {},
        },
        "required": ["op", "path"],
        "additionalProperties": False,
    },
)
"""A step of a JSON Patch (RFC 6902)."""


class Published(NamedTuple):
    """A change, and the release that published it."""

    release: Release
    change: CardChange


def _shipped(side: str) -> Member:
    """Return the member for the card as one of two releases ships it."""
    read_side = attrgetter(side)

    def read(row: Any) -> Json | None:
        card = read_side(row)
        return card and {"id": card.id, "version": card.version, "sha256": card.sha256}

    return Member(maybe(SHIPPED_CARD.ref), read)


KIND = one_of(get_args(Kind))
CHANGE = Shape(
    "Change",
    id=TEXT,
    change=Member(KIND, "kind"),
    before=_shipped("before"),
    after=_shipped("after"),
    patch=Member(listing(PATCH_STEP.ref), part="patches"),
    texts_patch=Member(listing(PATCH_STEP.ref), part="patches"),
)
"""How a card differs between two releases, of a card in both with the patches of its document and its texts."""
DIFFERENCE = Shape(
    "ReleaseDiff",
    **{"from": TEXT},
    to=TEXT,
    counts=shape(get_args(Kind), **dict.fromkeys(get_args(Kind), WHOLE)),
    changelog=TWO_LANGUAGES,
    results=listing(CHANGE.ref, MAX_PAGE),
    next=maybe(URL),
)
FEED_ENTRY = Shape(
    "FeedEntry",
    id=Member(TEXT, "change.id"),
    change=Member(KIND, "change.kind"),
    before=_shipped("change.before"),
    after=_shipped("change.after"),
    release=Member(TEXT, "release.version"),
    released_at=Member(TIME, "release.released_at"),
)
FEED = Shape("Feed", results=listing(FEED_ENTRY.ref, MAX_PAGE), next=maybe(URL), cursor=TEXT)


def _note(published: Published) -> Json:
    return dict((published.change.before.deprecated if published.change.before else None) or {})


def _new_id(published: Published) -> str | None:
    return published.change.after.id if published.change.after else _note(published).get("use")


def _words(published: Published) -> Json | None:
    return {name: text for name, text in _note(published).items() if name != "use"} or None


MIGRATION = Shape(
    "Migration",
    old_id=Member(TEXT, lambda published: published.change.before.id if published.change.before else ""),
    new_id=Member(maybe(TEXT), _new_id),
    release=Member(TEXT, "release.version"),
    date=Member(
        {"type": "string", "format": "date"}, lambda published: published.release.released_at.date().isoformat()
    ),
    note=Member(maybe(TWO_LANGUAGES), _words),
)
"""What became of an id: another one, or None, with the note that the card had."""
MIGRATIONS = Shape("Migrations", results=listing(MIGRATION.ref, MAX_PAGE), next=maybe(URL), cursor=TEXT)
BULK_CARDS = Named(
    "BulkCards",
    shape(
        ("lang",), pack=TEXT, version=TEXT, lang=one_of(LANGUAGES), manifest_sha256=DIGEST, cards=listing(ENGINE_CARD)
    ),
)
"""All cards of a release, as `release_bulk` writes them; of those of one language, `lang` says which."""
