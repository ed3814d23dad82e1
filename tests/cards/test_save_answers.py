"""What a save answers while another save follows at once."""

from __future__ import annotations

import itertools
import threading
import time
from functools import partial
from typing import Any

import pytest

from cards.errors import Stale
from cards.models import Account, Pack
from cards.services import scenario
from tests.cards.test_audit import Stage
from tests.cards.test_races import PATIENCE, is_a_lock_awaited, race

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def stage(admin: Account, pack: Pack) -> Stage:
    return Stage(admin, pack)


class TestAnswers:
    def test_of_a_saved_scenario_are_its_own_while_another_save_follows(
        self, stage: Stage, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Otherwise the account's next save would name the ETag of a text that it never saw, and replace that text."""
        row = scenario.scenario_create(actor=stage.admin, card=stage.card, text='"new"')
        read, calls, answers, is_saved = scenario.scenario_get, itertools.count(1), threading.Event(), threading.Event()

        def read_slowly(**key: Any) -> Any:
            if next(calls) == 2:  # the first save reads its answer
                answers.set()
                end = time.monotonic() + PATIENCE
                while not is_saved.is_set() and not is_a_lock_awaited():
                    assert time.monotonic() < end, "the second save neither ended nor waited"
                    time.sleep(0.02)
            return read(**key)

        def save_second() -> Any:
            assert answers.wait(PATIENCE)
            newest = read(card=stage.card, number=row.number)
            try:
                return scenario.scenario_save(actor=stage.admin, scenario=row, text='"second"', based_on=newest.etag)
            finally:
                is_saved.set()

        monkeypatch.setattr(scenario, "scenario_get", read_slowly)
        save_first = partial(scenario.scenario_save, actor=stage.admin, scenario=row, text='"first"', based_on=row.etag)
        results = race(save_first, save_second)

        assert (results[0].text, results[0].revision) == ('"first"', 2)
        assert isinstance(results[1], Stale)
