"""`manage.py verify_releases`: hash every published byte again."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from cards.models import Release
from cards.queries.signing import public_keys
from cards.queries.verification import blob_differences, grave_differences, release_differences


class Command(BaseCommand):
    """Exit 1 at the first difference and name it."""

    help = "Hash every release again and compare rows, files and manifests; exit 1 at the first difference."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take one switch."""
        parser.add_argument("--all", action="store_true", help="also check stored files that belong to no release")

    def handle(self, *args: Any, **options: Any) -> None:
        """Look at the releases one after another, so that memory holds one."""
        count, keys = 0, public_keys()
        for release in (
            Release.objects.select_related("pack", "previous").order_by("pack__slug", "order_key").iterator()
        ):
            for difference in release_differences(release=release, keys=keys):
                raise CommandError(f"{release.pack.slug} {release.version}: {difference}")
            count += 1
        for difference in grave_differences():
            raise CommandError(difference)
        if options["all"]:
            for difference in blob_differences():
                raise CommandError(difference)
        self.stdout.write(f"{count} releases are what they were when they were published.")
