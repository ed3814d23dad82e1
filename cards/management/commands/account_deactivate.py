"""`manage.py account_deactivate`: shut an account at once."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from cards.errors import Refusal
from cards.models import Account, Membership, Role
from cards.services.account import account_deactivate


class Command(BaseCommand):
    """Deactivate the account of a person who leaves: its work stays, and no credential of it works any more."""

    help = "Deactivate an account: its sessions, tokens and links end at once."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the email."""
        parser.add_argument("email")
        parser.add_argument("--heir", metavar="EMAIL", help="becomes admin of the packs that would have none")

    def handle(self, *args: Any, **options: Any) -> None:
        """Shut the account, and name the packs that have no other admin."""
        account = _account(options["email"])
        heir = _account(options["heir"]) if options["heir"] else None
        try:
            slugs = account_deactivate(actor=None, account=account, heir=heir)
        except Refusal as refused:
            raise CommandError(refused.detail["en"]) from None
        self.stdout.write(f"{account.email} is deactivated.")
        for slug in slugs:
            self.stdout.write(f"{options['heir']} is now an admin of the pack {slug}.")
        admins = Membership.objects.filter(role=Role.ADMIN)
        others = admins.filter(account__is_active=True).values("pack")
        for slug in admins.filter(account=account).exclude(pack__in=others).values_list("pack__slug", flat=True):
            self.stdout.write(f"The pack {slug} has no admin now: an operator can give the role to another member.")


def _account(email: str) -> Account:
    account = Account.objects.filter(email__iexact=email.strip().replace("\0", "")).first()
    if account is None:
        raise CommandError(f"There is no account {email!r}.")
    return account
