"""`manage.py rotate_secrets`: seal what the database holds under the new SECRET_KEY."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from cards.services.webhook import webhook_secrets_reseal


class Command(BaseCommand):
    """The second step of replacing SECRET_KEY; the first moves the old one to SECRET_KEY_FALLBACKS and restarts."""

    help = "Seal the secrets in the database under the new SECRET_KEY; the old one is among SECRET_KEY_FALLBACKS."

    def handle(self, *args: Any, **options: Any) -> None:
        """Seal them, and say whether the old key may go.

        Errors: CommandError where a secret is left that no key opens.
        """
        count, unreadable = webhook_secrets_reseal()
        self.stdout.write(f"{count} secrets of webhooks are sealed under SECRET_KEY. Their receivers change nothing.")
        if unreadable:
            names = ", ".join(f"{webhook.pack.slug}: {webhook.url}" for webhook in unreadable)
            raise CommandError(
                "No key opens the secrets of these webhooks. Add the key of that time to SECRET_KEY_FALLBACKS and run this again, "
                f"or renew the secrets on the packs' pages: {names}"
            )
        if settings.SECRET_KEY_FALLBACKS:
            days = settings.SESSION_COOKIE_AGE // 86_400
            self.stdout.write(f"Sessions under the old key last {days} days: remove it from SECRET_KEY_FALLBACKS then.")
