"""`manage.py change_address`: change the email with which an account signs in."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from cards.errors import IdTaken, InvalidFields
from cards.models import Account
from cards.services.address import address_set


class Command(BaseCommand):
    """For a portal without mail, where no link can be sent to the new address."""

    help = "Change the email that an account signs in with; sessions and tokens go on working."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take both emails."""
        parser.add_argument("email")
        parser.add_argument("new_email")

    def handle(self, *args: Any, **options: Any) -> None:
        """Change it and say so."""
        account = Account.objects.filter(email__iexact=options["email"].strip()).first()
        if account is None:
            raise CommandError(f"There is no account {options['email']!r}.")
        try:
            old = address_set(actor=None, account=account, email=options["new_email"])
        except IdTaken as refused:
            raise CommandError(refused.detail["en"]) from None
        except InvalidFields as refused:
            raise CommandError(refused.errors[0]["detail"]["en"]) from None
        account.refresh_from_db()
        self.stdout.write(f"{old} signs in as {account.email} now.")
