"""A backup of the rows as one file: every table by COPY, from one snapshot, with hashes; and the way back.

The file is a gzipped tar: `tables/<name>.copy` as PostgreSQL's COPY writes text, then `backup.json`. Card files, art
and releases are rows, so they are in it; the signing key and the secrets of webhooks too, sealed under the portal's key. That key
(KEY_FILE), SECRET_KEY and passwords are not: they live in the data folder or the environment. Sessions and the cache are left out: people sign in again.
"""

import dataclasses
import hashlib
import io
import json
import os
import tarfile
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from django.conf import settings
from django.db import connection, transaction
from django.db.backends.utils import CursorWrapper
from django.utils import timezone
from psycopg import sql

from cards.models import Release
from cards.queries.audit_chain import audit_differences
from cards.queries.secrets import missing_keys
from cards.queries.signing import public_keys
from cards.queries.verification import blob_differences, release_differences

FORMAT = 1
INDEX = "backup.json"
LEFT_OUT = ("django_session", "portal_cache", "django_migrations")
CHUNK = 1024 * 1024  # bytes
_TABLES = """
SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname <> ALL(%s)
ORDER BY relname
"""
_COLUMNS = """
SELECT column_name FROM information_schema.columns
WHERE table_schema = 'public' AND table_name = %s AND is_generated = 'NEVER' ORDER BY ordinal_position
"""


class BadBackup(Exception):
    """A file or a database that a restore cannot use; the text says why and what to do."""


@dataclass(frozen=True, slots=True)
class Report:
    """What was written or read."""

    rows: Mapping[str, int]
    releases: int = 0

    @property
    def total(self) -> int:
        """Return the number of rows of all tables."""
        return sum(self.rows.values())


def backup_write(path: Path) -> Report:
    """Write the backup, whole or not at all; the file is readable by its owner alone.

    Errors: BadBackup when there is already a file; OSError when the disk is full.
    """
    if path.exists():
        raise BadBackup(f"{path} exists already: choose another name, a backup never replaces one.")
    staging = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with os.fdopen(os.open(staging, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            with tarfile.open(fileobj=file, mode="w:gz", compresslevel=3) as archive:
                report = _write(archive, path.parent)
            file.flush()
            os.fsync(file.fileno())
        staging.replace(path)
    finally:
        staging.unlink(missing_ok=True)
    return report


def _write(archive: tarfile.TarFile, folder: Path) -> Report:
    """Copy every table from one snapshot."""
    tables: dict[str, dict[str, Any]] = {}
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        for table in _tables(cursor):
            columns = _columns(cursor, table)
            with tempfile.TemporaryFile(dir=folder) as spool:
                digest = hashlib.sha256()
                statement = sql.SQL("COPY {} ({}) TO STDOUT").format(*_names(table, columns))
                with cursor.copy(statement) as copy:
                    for part in copy:
                        digest.update(part)
                        spool.write(part)
                tables[table] = {"columns": columns, "rows": cursor.rowcount, "sha256": digest.hexdigest()}
                _add(archive, f"tables/{table}.copy", spool)
        index = {
            "format": FORMAT,
            "made_at": timezone.now().isoformat(),
            "migrations": _migrations(cursor),
            "sequences": _sequences(cursor),
            "tables": tables,
        }
    _add(archive, INDEX, io.BytesIO(json.dumps(index, indent=1).encode()))
    return Report({table: each["rows"] for table, each in tables.items()})


def restore(path: Path, *, replace: bool, without_key: bool = False) -> Report:
    """Read a backup into this database in one transaction, verify it, and only then commit.

    `replace` empties the tables first; without it a database that holds rows is refused. `without_key` takes a backup whose sealed
    secrets no key of this host opens.
    Errors: BadBackup, with nothing changed.
    """
    with opened(path) as (archive, index), transaction.atomic():
        report = rows_restore(archive, index, replace=replace)
        verify(without_key=without_key)
        return dataclasses.replace(report, releases=Release.objects.count())


@contextmanager
def opened(path: Path) -> Iterator[tuple[tarfile.TarFile, Mapping[str, Any]]]:
    """Open a backup; yield the file and what it says of itself.

    Errors: BadBackup, for a file that turns out to be damaged, too.
    """
    try:
        with tarfile.open(path, "r:gz") as archive:
            index = json.loads(_member(archive, INDEX).read())
            if index["format"] != FORMAT:
                raise BadBackup(f"The backup has format {index['format']}; this version reads {FORMAT}.")
            yield archive, index
    except (tarfile.TarError, EOFError, OSError, ValueError, KeyError) as error:
        raise BadBackup(f"{path} is no whole backup: {error}") from error


def rows_restore(archive: tarfile.TarFile, index: Mapping[str, Any], *, replace: bool) -> Report:
    """Read the rows into tables of the version that made the backup, in the caller's transaction.

    Errors: BadBackup.
    """
    with connection.cursor() as cursor:
        _check_schema(cursor, index)
        tables = _tables(cursor)
        _make_empty(cursor, tables, replace)
        for table, said in index["tables"].items():
            _copy_in(cursor, table, said, _member(archive, f"tables/{table}.copy"))
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # foreign keys are checked here, all rows being there
        for table in tables:
            cursor.execute(sql.SQL("ALTER TABLE {} ENABLE TRIGGER USER").format(sql.Identifier(table)))
        for name, value in index["sequences"].items():
            cursor.execute("SELECT setval(%s::regclass, %s)", [name, value])
    return Report({name: each["rows"] for name, each in index["tables"].items()})


def verify(*, without_key: bool) -> None:
    """Verify every release, every stored byte and the audit, and that a key of this host opens what is sealed.

    Errors: BadBackup.
    """
    for difference in _differences():
        raise BadBackup(f"The restored rows are not what was published or sealed: {difference}")
    if not without_key:
        _check_keys()


def _check_schema(cursor: CursorWrapper, index: Mapping[str, Any]) -> None:
    """Refuse a backup of other tables than this version's."""
    here, there = _migrations(cursor), index["migrations"]
    if here != there:
        differ = sorted({tuple(each) for each in here} ^ {tuple(each) for each in there})
        raise BadBackup(
            f"The backup was made by another version (first difference: {'.'.join(differ[0])}). Name a database "
            "without tables, and do not migrate it: this version makes the tables of then, and migrates the rows. A newer backup needs its version."
        )


def _make_empty(cursor: CursorWrapper, tables: Sequence[str], replace: bool) -> None:
    """Empty the tables and stop their own triggers, which refuse changes of published rows, until the end."""
    seeded_tables = {"django_content_type", "auth_permission"}  # a migration fills them
    for table in tables:
        cursor.execute(sql.SQL("SELECT EXISTS (SELECT 1 FROM {})").format(sql.Identifier(table)))
        if cursor.fetchone()[0] and table not in seeded_tables and not replace:
            raise BadBackup(f"The database holds rows ({table}). To replace all of them, add --replace.")
    for table in tables:
        cursor.execute(sql.SQL("ALTER TABLE {} DISABLE TRIGGER USER").format(sql.Identifier(table)))
    every = sql.SQL(", ").join(map(sql.Identifier, tables))
    cursor.execute(sql.SQL("TRUNCATE {} CASCADE").format(every))


def _copy_in(cursor: CursorWrapper, table: str, header: Mapping[str, Any], rows: IO[bytes]) -> None:
    """Copy the rows of one table and compare their number and hash."""
    digest = hashlib.sha256()
    with cursor.copy(sql.SQL("COPY {} ({}) FROM STDIN").format(*_names(table, header["columns"]))) as copy:
        while part := rows.read(CHUNK):
            digest.update(part)
            copy.write(part)
    if (cursor.rowcount, digest.hexdigest()) != (header["rows"], header["sha256"]):
        raise BadBackup(f"The rows of {table} in the backup are damaged: they have another number or hash.")


def _differences() -> Iterator[str]:
    """Yield the faults of releases, stored bytes and the audit."""
    keys = public_keys()
    for release in Release.objects.select_related("pack", "previous").iterator():
        for difference in release_differences(release=release, keys=keys):
            yield f"{release.pack.slug} {release.version}: {difference}"
    yield from blob_differences()
    yield from (each for each in audit_differences() if "is not sealed" not in each)


def _check_keys() -> None:
    """Refuse secrets that nothing on this host opens: without them no release is signed, and no webhook is delivered."""
    for key_id, secrets in missing_keys().items():
        raise BadBackup(
            f"The backup is sealed under the key {key_id}, which {settings.KEY_FILE} lacks: {', '.join(secrets[:3])}"
            f"{' and others' if len(secrets) > 3 else ''}. Put the file of the portal that made the backup there. Where it is lost, "
            "--without-key restores all else; docs/operations/variables.md says how to go on."
        )


def _tables(cursor: CursorWrapper) -> list[str]:
    cursor.execute(_TABLES, [list(LEFT_OUT)])
    return [name for (name,) in cursor.fetchall()]


def _columns(cursor: CursorWrapper, table: str) -> list[str]:
    cursor.execute(_COLUMNS, [table])
    return [name for (name,) in cursor.fetchall()]


def _migrations(cursor: CursorWrapper) -> list[list[str]]:
    cursor.execute("SELECT app, name FROM django_migrations ORDER BY app, name")
    return [list(row) for row in cursor.fetchall()]


def _sequences(cursor: CursorWrapper) -> dict[str, int]:
    cursor.execute(
        "SELECT sequencename, last_value FROM pg_sequences WHERE schemaname = 'public' AND last_value IS NOT NULL "
        "AND sequencename NOT LIKE 'django_migrations%%'"
    )
    return dict(cursor.fetchall())


def _names(table: str, columns: Sequence[str]) -> tuple[sql.Identifier, sql.Composed]:
    return sql.Identifier(table), sql.SQL(", ").join(map(sql.Identifier, columns))


def _add(archive: tarfile.TarFile, name: str, file: IO[bytes]) -> None:
    entry = tarfile.TarInfo(name)
    entry.size = file.seek(0, io.SEEK_END)
    entry.mode = 0o600
    file.seek(0)
    archive.addfile(entry, file)


def _member(archive: tarfile.TarFile, name: str) -> IO[bytes]:
    member = archive.extractfile(name)
    if member is None:
        raise BadBackup(f"The backup has no {name}.")
    return member
