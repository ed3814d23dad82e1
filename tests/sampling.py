"""Which part of a long list the suite looks at today: another third each day, so that three days see all; the whole list by a `make` target."""

from __future__ import annotations

import os
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import TypeVar

Row = TypeVar("Row")

DAY = int(os.environ.get("SAMPLE") or datetime.now(UTC).date().toordinal())
"""The number of the day, or SAMPLE to see again what a run of another day saw."""


def sampled(rows: Iterable[Row], *, of: int = 3, whole: bool = False) -> list[Row]:
    """Return one row of each `of`, another part each day; all where the whole form is asked for."""
    return [row for no, row in enumerate(rows) if whole or (no + DAY) % of == 0]
