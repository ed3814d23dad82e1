"""`manage.py export_site`: write all public releases as files that a web server or a bucket serves."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from portal.mirror import MirrorError, mirror, nginx

PUBLIC, CONFIGURATION = "public", "nginx.conf"


class Command(BaseCommand):
    """Write DIR/public and the configuration for nginx beside it."""

    help = "Write all public releases as files with the paths of the API, and a configuration for nginx."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the folder."""
        parser.add_argument("folder", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        """Write what is new, remove what is not public any more, and say how much that was."""
        folder: Path = options["folder"].absolute()
        (folder / PUBLIC).mkdir(parents=True, exist_ok=True)
        (folder / CONFIGURATION).write_text(nginx(folder / PUBLIC), encoding="utf-8")
        try:
            result = mirror(folder / PUBLIC)
        except MirrorError as error:
            raise CommandError(f"{error}. Run this again: it goes on where it stopped.") from error
        self.stdout.write(f"{len(result.additions)} files written, {len(result.removals)} packs or channels removed")
