"""`manage.py export_pack`: write the archive of a release."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from cards.models import Release
from cards.queries.releases import release_zip


class Command(BaseCommand):
    """Write the same bytes that the portal serves."""

    help = "Write the zip of a published release."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the pack, the version and where to write."""
        parser.add_argument("pack")
        parser.add_argument("version")
        parser.add_argument("--out", type=Path, help="the file to write; PACK-VERSION.zip here unless given")

    def handle(self, *args: Any, **options: Any) -> None:
        """Find the release, compare its archive with the row, write it."""
        slug, version = options["pack"], options["version"]
        release = Release.objects.filter(pack__slug=slug, version=version).first()
        if release is None:
            raise CommandError(f"There is no release {version} of a pack {slug}.")
        data = release_zip(release=release)
        if hashlib.sha256(data).hexdigest() != release.zip_sha256:
            raise CommandError(f"{slug} {version} is not what was published: run verify_releases.")
        out: Path = options["out"] or Path(f"{slug}-{version}.zip")
        out.write_bytes(data)
        self.stdout.write(f"{out}  {len(data)} bytes  sha256 {release.zip_sha256}")
