"""Whether what is published is still what was published: every byte hashed again, every row held against its manifest."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator

from cards import gateway
from cards.models import Blob, Release
from cards.queries.releases import MANIFEST, release_bytes

Difference = str


def release_differences(*, release: Release) -> Iterator[Difference]:
    """Yield what differs between the rows of a release, its bytes and its manifest; nothing when it is whole."""
    files = release_bytes(release=release)
    if hashlib.sha256(files[MANIFEST]).hexdigest() != release.manifest_id:
        yield f"{MANIFEST}: its bytes do not have the hash of the row"
    for problem in gateway.release_problems(files):
        yield f"{problem.file}: {problem.message['en']}"
    yield from _row_differences(release, json.loads(files[MANIFEST]))
    archive = gateway.write_zip(files)
    if (hashlib.sha256(archive).hexdigest(), len(archive)) != (release.zip_sha256, release.zip_size):
        yield "pack.zip: the archive does not have the hash or size of the row"


def blob_differences() -> Iterator[Difference]:
    """Yield the blobs whose bytes do not have their hash, of whatever they hold."""
    for sha256, data in Blob.objects.order_by("sha256").values_list("sha256", "data").iterator(chunk_size=200):
        if hashlib.sha256(bytes(data)).hexdigest() != sha256:
            yield f"blob {sha256}: its bytes have another hash"


def _row_differences(release: Release, manifest: dict[str, list[dict[str, object]]]) -> Iterator[Difference]:
    """Yield the files and cards on which rows and manifest do not agree."""
    listed = {(row["path"], row["size"], row["sha256"]) for row in manifest["files"]}
    kept = set(release.files.values_list("path", "size", "blob_id"))
    for path, _, _ in sorted(listed ^ kept, key=str):
        yield f"{path}: the row of the file and the manifest do not agree"
    listed_cards = {(row["id"], row["version"], row["sha256"], row["path"]) for row in manifest["cards"]}
    kept_cards = set(release.cards.values_list("written_id", "version__number", "blob_id", "path"))
    for card, *_ in sorted(listed_cards ^ kept_cards, key=str):
        yield f"{card}: the row of the card and the manifest do not agree"
