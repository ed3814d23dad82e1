"""`manage.py restore FILE`: read a backup, verify it, and only then keep it."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import OperationalError

from cards import public_files
from portal.backup import BadBackup, Report, restore
from portal.older_backup import NotVerified, is_older, older_restore
from portal.owner import as_owner


class Command(BaseCommand):
    """Restore into a migrated database; stop the web server and the workers first."""

    help = "Load a backup in one transaction, and verify counts, releases, blobs and the audit before it is committed."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the file, and the word that rows may go."""
        parser.add_argument("file", type=Path)
        parser.add_argument("--replace", action="store_true", help="delete all rows that are there now")
        parser.add_argument(
            "--without-key",
            action="store_true",
            help="restore although KEY_FILE is lost: the signing key and the secrets of webhooks stay encrypted",
        )

    def _restored(self, options: dict[str, Any]) -> Report:
        if is_older(options["file"]):
            self.stdout.write("A backup of an earlier version: its tables are made, then migrated.")
            return older_restore(options["file"], without_key=options["without_key"])
        with as_owner(lock_timeout=settings.MIGRATION_LOCK_TIMEOUT):
            return restore(options["file"], replace=options["replace"], without_key=options["without_key"])

    def handle(self, *args: Any, **options: Any) -> None:
        """Restore it and say what was verified."""
        try:
            report = self._restored(options)
        except NotVerified as error:
            raise CommandError(f"{error} Drop the database: it holds these rows.") from None
        except BadBackup as error:
            raise CommandError(f"{str(error).rstrip('.')}. Nothing was changed.") from None
        except OperationalError as error:
            said = str(error).strip()
            raise CommandError(f"Nothing was changed: {said}. Are the web server and the workers stopped?") from error
        self.stdout.write(f"{report.total} rows of {len(report.rows)} tables are back.")
        self.stdout.write(f"Verified: row counts and hashes, {report.releases} releases, every blob, the audit chain.")
        try:
            public_files.clear()  # of releases that may not be there any more, and of packs that may not be public
        except OSError as error:
            raise CommandError(
                f"{settings.PUBLIC_FILES} could not be emptied ({error.strerror}): empty it before the web server starts."
            ) from error
