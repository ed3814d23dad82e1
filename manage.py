#!/usr/bin/env python
"""Django's command line for the portal: `manage.py up` runs everything."""

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line
from django.db import OperationalError

from portal import environment


def main() -> None:
    """Run one management command under the production settings, unless the environment names others."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings.production")
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        sys.exit(f"Cannot start: {error}")
    except OperationalError as error:
        said = str(error).strip()
        sys.exit(f"The database does not answer: {said}\n{_advice()}" if "connect" in said else f"Database: {said}")


def _advice() -> str:
    """Return what to look at when the database does not answer."""
    if environment.text("DATABASE_URL") or environment.text("DATABASE_URL_FILE"):
        return "Does the server run, and is DATABASE_URL right?"
    if "database_url" in environment.services():
        return "It is the embedded one: does `make run` run?"
    return (
        "DATABASE_URL is not set here: is this the environment of the portal? Without it, `make run` starts a database."
    )


if __name__ == "__main__":
    main()
