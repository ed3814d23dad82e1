"""`manage.py backup FILE`: every row, from one snapshot, into one file."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from portal.backup import BadBackup, backup_write
from portal.owner import as_owner


class Command(BaseCommand):
    """Back up while the portal runs, without delaying requests."""

    help = "Write every row, blobs included, to one file. The portal's key and passwords are not in it: keep those separately."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the file."""
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        """Write it and say what it holds, and what it does not."""
        path: Path = options["file"]
        try:
            with as_owner():
                report = backup_write(path)
        except BadBackup as error:
            raise CommandError(str(error)) from None
        except OSError as error:
            raise CommandError(f"{path} cannot be written: {error.strerror}. Nothing was left behind.") from error
        self.stdout.write(f"{report.total} rows of {len(report.rows)} tables in {path} ({path.stat().st_size} bytes)")
        self.stdout.write(
            f"Not in it, keep apart: {settings.KEY_FILE}, which opens the signing key and webhook secrets in it; SECRET_KEY; the passwords "
            "(keys/ of DATA_DIR)."
        )
