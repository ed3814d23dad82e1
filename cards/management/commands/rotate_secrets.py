"""`manage.py rotate_secrets [--new-key]`: seal what the database holds under the first key of KEY_FILE."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from cards.errors import Refusal
from cards.sealing import key_file_add, key_ids, key_path
from cards.services.secrets import secrets_reseal


class Command(BaseCommand):
    """Replaces the portal's key in two steps: a new key on every host, then all secrets under it."""

    help = "Encrypt the secrets in the database with the first key of KEY_FILE; earlier keys follow it there."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take whether there should be a new key."""
        parser.add_argument(
            "--new-key",
            action="store_true",
            help="only write a new key at the top of KEY_FILE, which is then copied to every host",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Seal them, and say whether earlier keys may go.

        Errors: CommandError where there is no key, or a secret is left that no key opens.
        """
        try:
            if options["new_key"]:
                self.stdout.write(
                    f"{key_file_add()} is the first key of {key_path()} now. Copy the file to every host, then run this again without --new-key."
                )
                return
            count, unreadable = secrets_reseal()
        except Refusal as refused:
            raise CommandError(refused.detail["en"]) from None
        except OSError as error:
            raise CommandError(f"{error.filename}: {error.strerror}") from None
        self.stdout.write(
            f"{count} secrets were sealed again, all are under the key {key_ids()[0]}. Receivers of webhooks change nothing."
        )
        if unreadable:
            raise CommandError(
                "No key opens these secrets. Put the key of that time into KEY_FILE below the others, or into SECRET_KEY_FALLBACKS if "
                "SECRET_KEY sealed them, and run this again; or renew the webhooks on the packs' pages and retire the signing key: "
                + ", ".join(unreadable)
            )
        if former := key_ids()[1:]:
            self.stdout.write(f"Keys that may go from KEY_FILE once old backups are not needed: {', '.join(former)}.")
