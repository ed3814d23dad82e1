"""`manage.py migrate`, as the owner of the tables, one at a time, giving up rather than holding others up."""

from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError
from django.core.management.commands import migrate
from django.db import DEFAULT_DB_ALIAS, connection
from django.db.backends.utils import CursorWrapper

from cards.errors import StateConflict
from cards.services.secrets import key_file_ensure
from cards.services.signing import signing_key_adopt
from portal.newer import HELP, refusal
from portal.owner import app_role, as_owner, grant_use, revoke_history
from portal.prepared_tables import tables_prepare
from portal.whole_migrations import WholeMigrations

ONE_AT_A_TIME = 4_217_330_001  # the number of our advisory lock
LOOKS = ("plan", "check_unapplied", "fake", "fake_initial", "prune")  # options with which no table is made
# Django's command takes no other executor from anywhere
migrate.MigrationExecutor = WholeMigrations  # type: ignore[attr-defined]  # the module does not export it


class Command(migrate.Command):
    """Django's own, under the owner's role, with an advisory lock and short timeouts."""

    def handle(self, *args: Any, **options: Any) -> None:
        """Migrate, then let the app's role use what is there."""
        if options["database"] != DEFAULT_DB_ALIAS:
            super().handle(*args, **options)
            return
        if newer := refusal():
            raise CommandError(f"{newer}\n{HELP}")
        role = app_role()
        with as_owner(lock_timeout=settings.MIGRATION_LOCK_TIMEOUT):
            two_roles = role != app_role()
            with connection.cursor() as cursor:
                self._take_turn(cursor)
                if two_roles:
                    grant_use(cursor, role)
            if options["app_label"] is None and not any(options.get(name) for name in LOOKS):
                tables_prepare()
            super().handle(*args, **options)
            if not any(options[name] for name in ("app_label", "plan", "check_unapplied", "fake", "prune")):
                self.ensure_keys()
            if any(cache["BACKEND"].endswith("DatabaseCache") for cache in settings.CACHES.values()):
                call_command("createcachetable", verbosity=0)
            with connection.cursor() as cursor:
                if two_roles:
                    revoke_history(cursor, role)
                cursor.execute("SELECT pg_advisory_unlock(%s)", [ONE_AT_A_TIME])

    def ensure_keys(self) -> None:
        """Make the key that seals secrets, for the first host of a portal, and store the signing key that an earlier version left in a file."""
        try:
            key_file_ensure()
            if row := signing_key_adopt():
                self.stdout.write(
                    f"The signing key {row.key_id} is in the database now, sealed under {settings.KEY_FILE}. Keep a copy of that file apart "
                    f"from backups, and remove {settings.SIGNING_KEY_PATH} once every host runs this version."
                )
        except OSError as error:
            self.stderr.write(f"There is no key for secrets: {settings.KEY_FILE} cannot be written ({error.strerror}).")
        except StateConflict as refusal:
            self.stderr.write(refusal.detail["en"])

    def _take_turn(self, cursor: CursorWrapper) -> None:
        """Wait for another migrate to end, which takes as long as it takes; then set the short timeouts."""
        cursor.execute("SET lock_timeout = 0")
        cursor.execute("SELECT pg_advisory_lock(%s)", [ONE_AT_A_TIME])
        cursor.execute("SELECT set_config('lock_timeout', %s, false)", [settings.MIGRATION_LOCK_TIMEOUT])
        cursor.execute("SELECT set_config('statement_timeout', %s, false)", [settings.MIGRATION_STATEMENT_TIMEOUT])
