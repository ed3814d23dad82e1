"""The world that the tables of addresses speak about."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction

from cards.web import sessions
from tests.cards.matrix.world import World, build


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    """The world, made once; it is gone with the transaction around all of these tests."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield build()
        transaction.set_rollback(True)


@pytest.fixture(scope="package", autouse=True)
def hours_between_records_of_a_session() -> Iterator[None]:
    """A session is recorded as it opens and then not again, however long a table of requests takes."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sessions, "SEEN_EVERY", 24 * 3600)
        yield
