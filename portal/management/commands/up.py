"""`manage.py up`: everything on one machine, embedded where no address is set."""

import os
import sys
from typing import Any

from django.core.management.base import BaseCommand

from portal.embedded.refusal import CannotStart
from portal.supervisor.console import Console
from portal.supervisor.plan import made_from_environment
from portal.supervisor.up import Up


class Command(BaseCommand):
    """Start PostgreSQL, Valkey, a worker, the relay and the web server, and watch them."""

    help = "Run everything on one machine; a database or broker without an address is started with it. PORT, HOST and DATA_DIR set the place."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        """Run until Ctrl-C. The process ends at once then: taking its memory apart costs seconds on a busy machine."""
        console = Console()
        try:
            code = Up(made_from_environment(), console).run()
        except CannotStart as refusal:
            console.refuse(refusal)
            code = 1
        sys.stdout.flush()
        os._exit(code)
