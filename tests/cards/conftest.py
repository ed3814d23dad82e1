"""What tests of rows and services share."""

from __future__ import annotations

from typing import Any

import pytest


@pytest.fixture
def owner_url(database: Any) -> str:
    """The address of the role that owns the tables, for what even it may not do."""
    return str(database.owner)
