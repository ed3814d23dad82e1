"""Delete for good what has been in the trash for thirty days."""

from typing import Any

from django.core.management.base import BaseCommand

from cards.services.trash import trash_expire


class Command(BaseCommand):
    """`manage.py empty_trash`, once a day."""

    help = "Delete cards that have been in the trash for 30 days. Run it once a day."

    def handle(self, *args: Any, **options: Any) -> None:
        """Delete them and say how many."""
        self.stdout.write(f"deleted {trash_expire()} cards")
