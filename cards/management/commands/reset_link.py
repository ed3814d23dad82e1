"""`manage.py reset_link`: print a link to choose a new password."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from cards.errors import RateLimited
from cards.services.link import account_reset_request


class Command(BaseCommand):
    """For a portal without mail, where an operator hands the link over."""

    help = "Print a link to choose a new password; it works once, within seven days."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the email."""
        parser.add_argument("email")

    def handle(self, *args: Any, **options: Any) -> None:
        """Make the link and print it."""
        try:
            token = account_reset_request(email=options["email"])
        except RateLimited as refused:
            raise CommandError(f"Too many links for this email: wait {refused.retry_after} seconds.") from None
        if token is None:
            raise CommandError(f"There is no active account {options['email']!r}.")
        self.stdout.write(f"{settings.SITE_URL}/reset/{token}/")
