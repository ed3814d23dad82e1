#!/usr/bin/env python
"""Django's command line for the portal: `manage.py up` runs everything."""

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line


def main() -> None:
    """Run one management command under the production settings, unless the environment names others."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings.production")
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        sys.exit(f"Cannot start: {error}")


if __name__ == "__main__":
    main()
