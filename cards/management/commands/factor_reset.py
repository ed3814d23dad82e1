"""`manage.py factor_reset`: take away the second factor of an account whose person lost app, passkeys and recovery codes."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from cards.errors import StateConflict
from cards.models import Account
from cards.services.factor import factor_reset


class Command(BaseCommand):
    """For an operator who has made sure, outside the portal, who asks."""

    help = "Remove the authenticator app, the passkeys and the recovery codes of an account; its password stays."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the email."""
        parser.add_argument("email")

    def handle(self, *args: Any, **options: Any) -> None:
        """Take them away and say so."""
        account = Account.objects.filter(email__iexact=options["email"].strip()).first()
        if account is None:
            raise CommandError(f"There is no account {options['email']!r}.")
        try:
            factor_reset(actor=None, account=account)
        except StateConflict as refusal:
            raise CommandError(refusal.detail["en"]) from None
        self.stdout.write(
            f"{account.email} signs in with the password alone until an app or a passkey is set up again."
        )
