"""`manage.py index_texts`: work out the states of texts that an older engine worked out."""

from typing import Any

from django.core.management.base import BaseCommand

from cards.services.texts_index import texts_index_all


class Command(BaseCommand):
    """Bring the index of texts up to date; a second run finds nothing to do."""

    help = "Find again which texts are stale, missing or generated, where the engine has changed."

    def handle(self, *args: Any, **options: Any) -> None:
        """Index every pack and say how many cards that took."""
        self.stdout.write(f"{texts_index_all()} cards indexed")
