"""The files of public releases beside the database: written on the first request, taken back with the right to read them.

Writing holds a shared lock of the pack, taking back the exclusive one until its transaction ends: a writer sees either the pack as it
was, and is cleared afterwards, or as it became, and writes nothing.
"""

import io
import zipfile

import structlog
from django.db import connection, transaction

from cards import public_files
from cards.gateway import packs, signatures
from cards.models import Pack, Release, Visibility
from cards.models.fields import LANGUAGES
from cards.public_files import Entry
from cards.queries.releases import MANIFEST, release_art, release_bulk, release_files, release_zip, zip_digest_line

JSON, BYTES = "application/json", "application/octet-stream"
LINE = "text/plain; charset=utf-8"
ZIP, ART = "pack.zip", "art.zip"
LOCAL_HEADER = 30  # bytes before the name of a member
PACKS, RELEASES = 7_301_772, 7_301_773  # the spaces of the advisory locks
log = structlog.get_logger(__name__)


def downloads_write(*, release: Release) -> bool:
    """Write the files of a release if they are public and not being written by another process; return whether they are there now."""
    pack = release.pack
    if public_files.root() is None or public_files.has_release(pack.slug, release.version):
        return False
    with transaction.atomic():
        _lock("pg_advisory_xact_lock_shared", PACKS, pack.pk)
        is_open = Pack.objects.filter(pk=pack.pk, visibility=Visibility.PUBLIC, archived_at__isnull=True).exists()
        if not is_open or not _lock("pg_try_advisory_xact_lock", RELEASES, release.pk):
            return False
        try:
            _write(release)
        except OSError as error:  # a full disk costs the next requests a query, and no download
            log.warning("the files of a release were not written", reason=str(error), release=str(release))
            return False
    return True


def downloads_clear(*, pack: Pack) -> None:
    """Take the files of a pack away, within the transaction that ends the right to read them."""
    if not connection.in_atomic_block:
        raise RuntimeError("the files are cleared in the transaction of what closes the pack")
    _lock("pg_advisory_xact_lock", PACKS, pack.pk)
    public_files.clear(pack.slug)


def _write(release: Release) -> None:
    archive = release_zip(release=release)
    art = release_art(release=release)
    files = {ZIP: archive, ART: art, "pack.zip.sha256": zip_digest_line(release)}
    files |= {f"bulk.{name or 'all'}.json": release_bulk(release=release, language=name) for name in ("", *LANGUAGES)}
    file_stem = f"{release.pack.slug}-{release.version}"
    entries = {
        ZIP: Entry(ZIP, 0, len(archive), release.zip_sha256, "application/zip", f"{file_stem}.zip"),
        ART: Entry(ART, 0, len(art), f"{release.manifest_id}-art", "application/zip", f"{file_stem}-art.zip"),
        "pack.zip.sha256": _whole(files, "pack.zip.sha256", f"{release.zip_sha256}-line", LINE),
        "bulk/cards.json": _whole(files, "bulk.all.json", f"{release.manifest_id}-bulk", JSON),
    }
    for name in LANGUAGES:
        tag = f"{release.manifest_id}-bulk-{name}"
        entries[f"bulk/cards.{name}.json"] = _whole(files, f"bulk.{name}.json", tag, JSON)
    members = _members(archive)
    offset, size = members[MANIFEST]
    entries[MANIFEST] = Entry(ZIP, offset, size, release.manifest_id, JSON)
    if release.signature:
        offset, size = members[signatures.SIGNATURE]
        entries[signatures.SIGNATURE] = Entry(ZIP, offset, size, f"{release.manifest_id}-minisig", LINE)
    paths = []
    for row in release_files(release=release):
        offset, size = members[row.path]
        entries[f"files/{row.path}"] = Entry(ZIP, offset, size, row.sha256, media_of(row.path))
        paths.append(f"files/{row.path}")
    public_files.store(release.pack.slug, release.version, files=files, entries=entries, digests=paths)


def media_of(path: str) -> str:
    """Return the media type of a file of a release."""
    return JSON if path.endswith(".json") else LINE if path.startswith(packs.TYPES) else BYTES


def _whole(files: dict[str, bytes], name: str, tag: str, media: str) -> Entry:
    return Entry(name, 0, len(files[name]), tag, media)


def _members(archive: bytes) -> dict[str, tuple[int, int]]:
    """Return where in the archive the bytes of each member begin, and how many there are: nothing in it is compressed."""
    with zipfile.ZipFile(io.BytesIO(archive)) as archive_file:
        return {
            info.filename: (info.header_offset + LOCAL_HEADER + len(info.filename.encode()), info.file_size)
            for info in archive_file.infolist()
        }


def _lock(function: str, space: int, key: int) -> bool:
    """Take a lock of PostgreSQL until the transaction ends; false where it was only tried, and another process has it."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {function}(%s, %s)", [space, key])
        row = cursor.fetchone()
    return row is not None and row[0] is not False
