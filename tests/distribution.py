"""Which tests go together when the suite runs in several processes (`make test`, `pytest -n 2`), and in which order.

A unit is a file, so that what its fixtures and caches hold is made once. The browser tests are one unit,
which one running portal and one Chromium serve. Units are handed out as processes become free, the longest
first.
"""

from __future__ import annotations

from typing import Any

import pytest
from xdist.scheduler import LoadScopeScheduling

TOGETHER = ("tests/browser/",)
FIRST = (
    "tests/browser/",
    "tests/cards/jobs/test_workers.py",
    "tests/cards/matrix/test_matrix.py",
    "tests/portal/test_up.py",
    "tests/hosts/test_hosts.py",
    "tests/engine/test_accelerate.py",
    "tests/engine/language/test_text_mismatch.py",
    "tests/engine/simulation/test_truth.py",
    "tests/engine/simulation/test_watch.py",
    "tests/engine/laws/test_campaign.py",
)
"""The longest units, the longest first; `test_up.py` after others, for it begins with a copy of what the browser tests have to make."""


class Distribution(LoadScopeScheduling):
    """Hands out units, in the order in which `sort` left them."""

    def __init__(self, config: pytest.Config, log: Any = None) -> None:
        """Keep xdist from sorting the units by their number of tests."""
        config.option.loadscopereorder = False
        super().__init__(config, log)

    def _split_scope(self, nodeid: str) -> str:
        return unit(nodeid)


def unit(nodeid: str) -> str:
    """Return the unit of a test: its folder or its file."""
    file = nodeid.split("::", 1)[0]
    return next((folder for folder in TOGETHER if file.startswith(folder)), file)


def sort(items: list[pytest.Item]) -> None:
    """Put the tests of the longest units first."""
    rank = {name: number for number, name in enumerate(FIRST)}
    items.sort(key=lambda item: rank.get(unit(item.nodeid), len(FIRST)))
