"""Published releases: what they say, their files, and the archive built from rows, byte for byte the same each time."""

import json
from collections.abc import Iterator
from typing import Any

from django.db.models import F, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Coalesce, Lower, NullIf

from cards.errors import NotFound
from cards.gateway import packs, signatures, wording
from cards.lookups import first_or_not_found
from cards.models import AuditEvent, Blob, Pack, Release, ReleaseCard, ReleaseFile, ReleaseYank
from cards.permissions import Act, Actor, is_open, require, role_in
from cards.queries.card_filters import in_direction, value_in
from cards.queries.where import RELEASED_SORTS, of_released_kind, released_where, sort_of
from cards.search import matches

MANIFEST = "manifest.json"
LATEST, NEXT = "latest", "next"


def release_list(*, account: Actor, pack: Pack) -> QuerySet[Release]:
    """Return the releases of a pack, the highest version first."""
    require(account=account, pack=pack, act=Act.RELEASE_READ)
    found = Release.objects.filter(pack=pack).select_related("released_by", "previous", "pack")
    return found.annotate(is_yanked=is_yanked())


def is_yanked() -> Coalesce:
    """Return the expression, for releases, of whether the newest word on a release says that it is yanked."""
    newest = ReleaseYank.objects.filter(release=OuterRef("pk")).order_by("-pk").values("yanked")
    return Coalesce(Subquery(newest[:1]), False)


def active_releases(*, pack: Pack) -> QuerySet[Release]:
    """Return the releases that a channel may stand for: those not yanked, the highest version first."""
    return Release.objects.filter(~Q(is_yanked()), pack=pack).order_by("-order_key")


def gates_passed_over(*, release: Release) -> AuditEvent | None:
    """Return the event of a release that was published although gates were closed; its details name them and the reason. None for all others."""
    events = AuditEvent.objects.filter(pack=release.pack, action="release.publish", details__has_key="override")
    return events.filter(details__manifest_sha256=release.manifest_id).select_related("actor").first()


def yank_of(*, release: Release) -> ReleaseYank | None:
    """Return the yank that holds of a release, if one does."""
    newest = ReleaseYank.objects.filter(release=release).select_related("by").order_by("-pk").first()
    return newest if newest is not None and newest.yanked else None


def yanks_of(*, pack: Pack) -> dict[int, ReleaseYank]:
    """Return the yanks that hold in a pack, by the key of the release, in one query."""
    newest = ReleaseYank.objects.filter(release__pack=pack).order_by("release_id", "-pk").distinct("release_id")
    return {row.release_id: row for row in newest if row.yanked}


def release_get(*, account: Actor, pack: Pack, version: str) -> Release:
    """Return one release by its number, or by the channel `latest` or `next` (which includes pre-releases)."""
    releases = release_list(account=account, pack=pack)
    in_channels = releases.filter(~Q(is_yanked()))
    if version == LATEST:
        release = in_channels.filter(is_prerelease=False).first()
    elif version == NEXT:
        release = in_channels.first()
    else:
        release = releases.filter(version=version).first()
    if release is None:
        raise NotFound()
    return release


def release_last(*, pack: Pack) -> Release | None:
    """Return the highest release that is neither a pre-release nor yanked."""
    return active_releases(pack=pack).filter(is_prerelease=False).first()


def release_manifest(*, release: Release) -> bytes:
    """Return the bytes of the manifest, as they were when it was published."""
    return bytes(Blob.objects.values_list("data", flat=True).get(sha256=release.manifest_id))


def release_files(*, release: Release) -> QuerySet[ReleaseFile]:
    """Return path, size and hash of every file of a release, by path."""
    return ReleaseFile.objects.filter(release=release).order_by("path")


def release_file(*, release: Release, path: str) -> ReleaseFile:
    """Return path, size and hash of one file of a release."""
    return first_or_not_found(ReleaseFile.objects.filter(release=release, path=path))


def release_file_data(*, release: Release, path: str) -> bytes:
    """Return the bytes of one file of a release."""
    data = first_or_not_found(
        ReleaseFile.objects.filter(release=release, path=path).values_list("blob__data", flat=True)
    )
    return bytes(data)


def release_bytes(*, release: Release) -> dict[str, bytes]:
    """Return every file of a release by its path in the archive, the manifest among them."""
    files = {MANIFEST: release_manifest(release=release)}
    rows = ReleaseFile.objects.filter(release=release).values_list("path", "blob__data")
    if release.signature:
        files[signatures.SIGNATURE] = release.signature.encode()
    files.update((path, bytes(data)) for path, data in rows.iterator(chunk_size=500))
    return files


def release_zip(*, release: Release) -> bytes:
    """Return the archive of a release; its hash is the one in the release's row."""
    return packs.write_zip(release_bytes(release=release))


def release_art(*, release: Release) -> bytes:
    """Return the archive of the images that the manifest pins, by card, the same bytes every time; an empty one where it pins none."""
    rows_of_manifest = json.loads(release_manifest(release=release))["cards"]
    pinned = {row["art"]: "" for row in rows_of_manifest if "art" in row}
    rows = Blob.objects.filter(sha256__in=pinned).values_list("sha256", "data")
    images = {sha256: bytes(data) for sha256, data in rows.iterator(chunk_size=50)}
    return packs.write_zip({f"art/{row['id']}.webp": images[row["art"]] for row in rows_of_manifest if "art" in row})


def zip_digest_line(release: Release) -> bytes:
    """Return the hash of the archive, as `sha256sum -c` reads it."""
    return f"{release.zip_sha256}  pack.zip\n".encode()


def release_bulk(*, release: Release, language: str = "") -> bytes:
    """Return all cards of a release as one document; with a language, name and rules text in it."""
    head = {"pack": release.pack.slug, "version": release.version}
    if language:
        head["lang"] = language
    parts = [_compact({**head, "manifest_sha256": release.manifest_id})[:-1], b',"cards":[']
    cards = release_cards(release=release).select_related("blob")
    for place, card in enumerate(cards.iterator(chunk_size=500)):
        data = bytes(card.blob.data)
        if language:
            words = card.version.texts.get(language, {})
            data = _compact(wording.in_language(release.pack.ruleset, packs.read_json(data), words))
        parts += [b"," if place else b"", data]
    return b"".join([*parts, b"]}"])


def release_cards(
    *, release: Release, q: str = "", kind: str = "", where: str = "", sort: str = ""
) -> QuerySet[ReleaseCard]:
    """Return the cards of a release with the exact versions that it ships, searched in those versions alone.

    Shapes: where is a query by attribute, sort one of its columns or numbers, `-` before it for downwards; by id without.
    Errors: InvalidFields for a name or a value that the game does not have, with the choices.
    """
    cards = ReleaseCard.objects.filter(release=release).select_related("version", "card").defer("version__text")
    if q:
        cards = cards.filter(matches(q, prefix="version__"))
    if kind:
        cards = cards.filter(of_released_kind(kind))
    if where:
        cards = cards.filter(released_where(release=release, query=where))
    return _released_in_order(
        cards, sort_of(ruleset=release.ruleset, sort=sort, columns=RELEASED_SORTS) if sort else "id"
    )


def _released_in_order(cards: QuerySet[ReleaseCard], sort: str) -> QuerySet[ReleaseCard]:
    key, down = sort.removeprefix("-"), sort.startswith("-")
    columns = {
        "id": F("written_id"),
        "name": Lower(KeyTextTransform("name", "version__document")),
        "kind": Coalesce(NullIf("version__kind", Value("")), "card__kind"),
        "updated": F("version__created_at"),
    }
    column = value_in("version__document", key) if key.startswith("/") else columns[key]
    return cards.order_by(in_direction(column, down), "written_id")


def release_card(*, release: Release, written_id: str) -> ReleaseCard:
    """Return one card of a release."""
    return first_or_not_found(
        ReleaseCard.objects.filter(release=release, written_id=written_id).select_related("version", "card")
    )


def file_by_digest(*, account: Actor, sha256: str) -> ReleaseFile:
    """Return the file of some release that has these bytes and that the account may read."""
    files = ReleaseFile.objects.filter(blob=sha256).select_related("release", "release__pack")
    for found in _readable(account, files):
        return found
    raise NotFound()


def places_of(*, account: Actor, digests: list[str]) -> dict[str, list[ReleaseFile]]:
    """Return for each digest the files of readable releases that have it."""
    places: dict[str, list[ReleaseFile]] = {digest: [] for digest in digests}
    files = ReleaseFile.objects.filter(blob__in=digests).select_related("release", "release__pack")
    for found in _readable(account, files.order_by("release__pack__slug", "release__order_key", "path")):
        places[found.sha256].append(found)
    return places


def _readable(account: Actor, files: QuerySet[ReleaseFile]) -> Iterator[ReleaseFile]:
    """Yield the files whose release the account may read, asking once per pack."""
    verdicts: dict[int, bool] = {}
    for file in files:
        pack = file.release.pack
        if pack.pk not in verdicts:
            verdicts[pack.pk] = is_open(pack) or role_in(account=account, pack=pack) is not None
        if verdicts[pack.pk]:
            yield file


def _compact(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
