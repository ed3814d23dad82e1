"""`manage.py export_pack`: write the archive of a release, or of the working copy."""

import hashlib
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from cards.errors import Refusal
from cards.models import Pack, Release
from cards.queries.export import pack_export
from cards.queries.releases import release_zip


class Command(BaseCommand):
    """Write the same bytes that the portal serves."""

    help = "Write the zip of a published release, or of the working copy of a pack."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the pack, the version and where to write."""
        parser.add_argument("pack")
        parser.add_argument("version", nargs="?", help="a release (default: the working copy)")
        parser.add_argument("--out", type=Path, help="the file to write (default: PACK-VERSION.zip in this folder)")

    def handle(self, *args: Any, **options: Any) -> None:
        """Find the release, compare its archive with the row, write it."""
        slug, version = options["pack"], options["version"]
        if version is None:
            self._write(options["out"] or Path(f"{slug}.zip"), _working_copy(slug))
            return
        release = Release.objects.filter(pack__slug=slug, version=version).first()
        if release is None:
            raise CommandError(f"There is no release {version} of a pack {slug}.")
        data = release_zip(release=release)
        if hashlib.sha256(data).hexdigest() != release.zip_sha256:
            raise CommandError(f"{slug} {version} is not what was published: run verify_releases.")
        self._write(options["out"] or Path(f"{slug}-{version}.zip"), data)

    def _write(self, out: Path, data: bytes) -> None:
        out.write_bytes(data)
        self.stdout.write(f"{out}  {len(data)} bytes  sha256 {hashlib.sha256(data).hexdigest()}")


def _working_copy(slug: str) -> bytes:
    pack = Pack.objects.filter(slug=slug).first()
    if pack is None:
        raise CommandError(f"There is no pack {slug}.")
    try:
        return pack_export(pack=pack)
    except Refusal as refused:
        raise CommandError(refused.detail["en"]) from None
