"""`manage.py invite`: print a link that makes an account."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from cards.errors import InvalidFields, Refusal
from cards.models import Pack, Role
from cards.queries.clock import database_now
from cards.services.company import LOCAL_ENTRY
from cards.services.link import invitation_create


class Command(BaseCommand):
    """Who may run commands may invite people."""

    help = (
        "Print a link that creates an account; it works once, within seven days. With SIGN_IN=oidc the link of an operator works within one "
        "hour, and signs in without the provider for one hour."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the email and what the account is to be."""
        parser.add_argument("email")
        parser.add_argument("--operator", action="store_true", help="the account runs the portal")
        parser.add_argument("--pack", help="slug of a pack that it joins")
        parser.add_argument("--role", choices=Role.values, help="its role there")

    def handle(self, *args: Any, **options: Any) -> None:
        """Make the invitation and print its link, which is shown nowhere else."""
        pack, is_local = None, options["operator"] and settings.SIGN_IN == "oidc"
        if options["pack"]:
            pack = Pack.objects.filter(slug=options["pack"]).first()
            if pack is None:
                raise CommandError(f"There is no pack {options['pack']!r}.")
        try:
            token = invitation_create(
                actor=None,
                email=options["email"],
                pack=pack,
                role=options["role"] or "",
                is_operator=options["operator"],
                expires_at=database_now() + LOCAL_ENTRY if is_local else None,
            )
        except InvalidFields as refused:
            raise CommandError("; ".join(error["detail"]["en"] for error in refused.errors)) from None
        except Refusal as refused:
            raise CommandError(refused.detail["en"]) from None
        self.stdout.write(f"{settings.SITE_URL}/invitations/{token}/")
