"""Workers and a database that is away for a moment."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import OperationalError

from cards import tasks, watch
from cards.models import Account, Card, Preview
from cards.services.previews.claim import chunk_claim
from cards.services.previews.start import preview_start
from tests.cards.jobs.small import shrink

pytestmark = pytest.mark.django_db


@pytest.fixture
def preview(admin: Account, card: Card) -> Preview:
    return shrink(preview_start(actor=admin, card=card, seed=7))


class TestADatabaseThatIsAwayForAMoment:
    def test_costs_no_chunk(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """A result that was computed is handed in when the database is back."""
        monkeypatch.setattr(tasks, "AGAIN", 0)
        monkeypatch.setattr(tasks.connection, "close", lambda: None)
        monkeypatch.setattr(tasks, "close_old_connections", lambda: None)
        tries = iter([OperationalError("gone"), OperationalError("starting up"), "kept"])

        def act() -> Any:
            printed_try = next(tries)
            if isinstance(printed_try, Exception):
                raise printed_try
            return printed_try

        assert tasks._with_database(act) == "kept"

    def test_is_not_waited_for_by_a_worker_that_stops(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(tasks.connection, "close", lambda: None)
        monkeypatch.setattr(tasks, "close_old_connections", lambda: None)
        monkeypatch.setattr(watch, "is_ending", lambda: True)
        attempts = []

        def act() -> None:
            attempts.append(1)
            raise OperationalError("gone")

        with pytest.raises(OperationalError):
            tasks._with_database(act)
        assert attempts == [1]

    def test_does_not_take_a_lease_away(self, preview: Preview, monkeypatch: pytest.MonkeyPatch) -> None:
        lease = chunk_claim()
        assert lease is not None

        def renew(_: object) -> bool:
            raise OperationalError("gone")

        monkeypatch.setattr(tasks, "lease_renew", renew)
        monkeypatch.setattr(tasks.connection, "close", lambda: None)
        assert tasks._renew_lease(lease)
