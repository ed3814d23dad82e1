"""`manage.py signing_key new | list | retire ID`: the keys that sign releases."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from cards.errors import NotFound, Refusal
from cards.queries.signing import signing_keys
from cards.services.signing import signing_key_ensure, signing_key_make, signing_key_retire


class Command(BaseCommand):
    """Rotate by `new`: releases from then on have the new key, those before still verify with theirs."""

    help = "Create, list and retire the keys that sign releases."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take what to do."""
        acts = parser.add_subparsers(dest="act", required=True)
        new = acts.add_parser("new", help="create a key, which signs from now on")
        new.add_argument(
            "--out", type=Path, help="write the secret to this file, for SIGNING_KEY_FILE, instead of the database"
        )
        new.add_argument("--if-none", action="store_true", help="only where the portal has no key yet")
        acts.add_parser("list", help="list all keys")
        acts.add_parser("retire", help="end the use of a key").add_argument("key_id", metavar="ID")

    def handle(self, *args: Any, **options: Any) -> None:
        """Do it."""
        try:
            if options["act"] == "new" and options["if_none"]:
                signing_key_ensure()
            elif options["act"] == "new":
                row = signing_key_make(actor=None, out=options["out"])
                self.stdout.write(f"{row.key_id} {row.public_key}")
            elif options["act"] == "retire":
                row = signing_key_retire(actor=None, key_id=options["key_id"])
                self.stdout.write(f"{row.key_id} is retired. What it signed still verifies.")
            else:
                self._list()
        except NotFound:
            raise CommandError(f"There is no key {options['key_id']}.") from None
        except Refusal as refused:
            raise CommandError(refused.detail["en"]) from None
        except OSError as error:
            raise CommandError(f"{error.filename}: {error.strerror}") from None

    def _list(self) -> None:
        for row in signing_keys():
            state = f"retired {row.retired_at:%Y-%m-%d}" if row.retired_at else "signs"
            self.stdout.write(f"{row.key_id} {row.public_key} made {row.created_at:%Y-%m-%d} {state}")
