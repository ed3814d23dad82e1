"""`manage.py reload`: new web processes, without a request lost."""

import fcntl
import json
import os
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from portal import environment
from portal.supervisor.up import LOCK, RELOAD


class Command(BaseCommand):
    """For a new version that needs no migration and no other packages. Workers and relay go on as they are."""

    help = "Start new web processes of the running `manage.py up`; no request is lost."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        """Ask the process that holds the data folder."""
        path = environment.data_dir() / LOCK
        try:
            with path.open("rb") as file:
                state = json.load(file)
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.kill(int(state["pid"]), RELOAD)
            self.stdout.write(f"The web server at {state['url']} reloads.")
            return
        except (OSError, ValueError):
            pass
        raise CommandError(f"No `manage.py up` runs on {environment.data_dir()}: start it with make run.")
