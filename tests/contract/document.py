"""Write the description as a consumer saves it: `python -m tests.contract.document FILE`."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import django


def main(file: str) -> None:
    """Write the bytes that the portal serves."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings.test")
    django.setup()
    from cards.api.bytes import compact
    from cards.api.description import description

    Path(file).write_bytes(compact(description()))


if __name__ == "__main__":
    main(sys.argv[1])
