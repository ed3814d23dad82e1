"""Delete what is kept for a time only: cards in the trash, old revisions of drafts."""

from typing import Any

from django.core.management.base import BaseCommand

from cards.services.prune import prune


class Command(BaseCommand):
    """`manage.py prune`, without waiting for the relay, which does it once a day."""

    help = "Delete cards that have been in the trash for 30 days, and revisions of drafts older than KEEP_REVISIONS_DAYS except the newest 50."

    def handle(self, *args: Any, **options: Any) -> None:
        """Delete them and say how many."""
        gone = prune()
        self.stdout.write("deleted " + ", ".join(f"{number} {name}" for name, number in gone.items()))
