"""Whether what is published is still what was published: every byte hashed again, every row held against its manifest."""

import hashlib
import json
from collections.abc import Iterator, Sequence
from datetime import UTC
from typing import Any

from cards.gateway import packs, signatures
from cards.models import AuditEvent, Blob, Release, ReleaseTombstone
from cards.queries.releases import MANIFEST, release_bytes
from cards.queries.signing import public_keys
from cards.semver import Semver

Difference = str


def release_differences(
    *, release: Release, keys: Sequence[signatures.PublicKey] | None = None
) -> Iterator[Difference]:
    """Yield what differs between the rows of a release, its bytes, its manifest and its signature; none when it is whole."""
    files = release_bytes(release=release)
    if hashlib.sha256(files[MANIFEST]).hexdigest() != release.manifest_id:
        yield f"{MANIFEST}: its bytes do not have the hash of the row"
        return
    for problem in packs.release_problems(files):
        yield f"{problem.file}: {problem.message['en']}"
    manifest = json.loads(files[MANIFEST])
    yield from _column_differences(release, manifest)
    yield from _row_differences(release, manifest)
    archive = packs.write_zip(files)
    if (hashlib.sha256(archive).hexdigest(), len(archive)) != (release.zip_sha256, release.zip_size):
        yield "pack.zip: the archive does not have the hash or size of the row"
    yield from _signature_differences(release, files, public_keys() if keys is None else keys)
    yield from _grave_differences(release)
    yield from _author_differences(release)


def blob_differences() -> Iterator[Difference]:
    """Yield the blobs whose bytes do not have their hash, of whatever they hold."""
    for sha256, data in Blob.objects.order_by("sha256").values_list("sha256", "data").iterator(chunk_size=200):
        if hashlib.sha256(bytes(data)).hexdigest() != sha256:
            yield f"blob {sha256}: its bytes have another hash"


def grave_differences() -> Iterator[Difference]:
    """Yield the names and versions that were published, and are not there any more."""
    there = set(Release.objects.values_list("pack__slug", "version"))
    for slug, version in ReleaseTombstone.objects.order_by("pk").values_list("pack_slug", "version"):
        if (slug, version) not in there:
            yield f"{slug} {version}: was published, and its rows are gone"


def _column_differences(release: Release, manifest: dict[str, Any]) -> Iterator[Difference]:
    """Yield the columns of the release that do not say what the manifest does."""
    version = Semver.parse(release.version)
    released_at = release.released_at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    columns = {
        "pack": (release.pack.slug, manifest["pack"]),
        "version": (release.version, manifest["cardDataVersion"]),
        "order_key": (release.order_key, version.order_key),
        "is_prerelease": (release.is_prerelease, bool(version.pre)),
        "previous": (release.previous.version if release.previous else None, manifest["previous"]),
        "ruleset": (release.ruleset, manifest["ruleset"]),
        "engine": (release.engine, manifest["engine"]),
        "schemas": (release.schemas, [f"/schemas/{manifest['ruleset']}/card/{manifest['schemaVersion']}.json"]),
        "card_count": (release.card_count, len(manifest["cards"])),
        "changelog": (release.changelog, manifest["changelog"]),
        "released_at": (released_at, manifest["releasedAt"]),
    }
    for name, (row_value, manifest_value) in columns.items():
        if row_value != manifest_value:
            yield f"column {name}: the row and the manifest do not agree"


def _row_differences(release: Release, manifest: dict[str, Any]) -> Iterator[Difference]:
    """Yield the files and cards on which rows and manifest do not agree."""
    listed = {(row["path"], row["size"], row["sha256"]) for row in manifest["files"]}
    kept = set(release.files.values_list("path", "size", "blob_id"))
    for path, _, _ in sorted(listed ^ kept, key=str):
        yield f"{path}: the row of the file and the manifest do not agree"
    listed_cards = {
        (row["id"], row["version"], row["sha256"], row["path"], _text(row.get("deprecated")))
        for row in manifest["cards"]
    }
    columns = (
        "written_id",
        "version__number",
        "blob_id",
        "path",
        "deprecated",
        "version__blob_id",
        "version__art_sha256",
    )
    rows = list(release.cards.values_list(*columns))
    kept_cards = {(*row[:4], _text(row[4])) for row in rows}
    for card, *_ in sorted(listed_cards ^ kept_cards, key=str):
        yield f"{card}: the row of the card and the manifest do not agree"
    for row in rows:
        if row[2] != row[5]:
            yield f"{row[0]}: the release ships other bytes than the version has"
    pinned = {row["id"]: row["art"] for row in manifest["cards"] if "art" in row}
    for row in rows:  # a manifest from before images were pinned names none
        if row[0] in pinned and pinned[row[0]] != row[6]:
            yield f"{row[0]}: the manifest pins another image than the version has"


def _signature_differences(
    release: Release, files: dict[str, bytes], keys: Sequence[signatures.PublicKey]
) -> Iterator[Difference]:
    """Yield the faults of the signature; a release from before the portal had a key has none, and no key."""
    if not release.signature and not release.key_id:
        return
    found = signatures.verify_signed(files, keys)
    if (found.signature, found.key_id) != ("good", release.key_id):
        yield f"{signatures.SIGNATURE}: {found.signature}, of the key {release.key_id}"


def _grave_differences(release: Release) -> Iterator[Difference]:
    grave = ReleaseTombstone.objects.filter(pack_slug=release.pack.slug, version=release.version).first()
    if grave is None or (grave.manifest_sha256, grave.zip_sha256) != (release.manifest_id, release.zip_sha256):
        yield "its name and version are not written down with these bytes"


def _author_differences(release: Release) -> Iterator[Difference]:
    """Yield the columns of which the audit alone knows more, author and engine; the audit itself is verified apart."""
    filters = {
        "action": "release.publish",
        "pack": release.pack_id,
        "target": f"{release.pack.slug} {release.version}",
    }
    events = list(AuditEvent.objects.filter(**filters).values_list("actor_id", "details"))
    if events and release.released_by_id not in [actor for actor, _ in events]:
        yield "column released_by: the row and the audit do not agree"
    engines = [details["engine_hash"] for _, details in events if "engine_hash" in details]
    if engines and release.engine_hash not in engines:
        yield "column engine_hash: the row and the audit do not agree"


def _text(value: Any) -> str:
    return json.dumps(value, sort_keys=True)
