"""The strength of a card: a worker measures it, pages and the API show it, and it is measured again when anything that decides it changes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache

from cards import tasks
from cards.gateway import rulesets
from cards.models import Account, Card, Pack
from cards.queries.history import draft_get
from cards.queries.strength import measurable, strength_kept
from cards.services import strength as service
from cards.services.draft import draft_save
from cards.services.scenario import scenario_create, scenario_run
from cards.services.strength import strength_look, strength_measure
from cards.tasks import strength_run
from tests.cards.conftest import card_text
from tests.cards.web.conftest import ClientOf
from tests.cards.web.test_scenarios import PAGE, scenario_text

CARD = "/packs/core/cards/base.stone/"
BLOCK = "/behaviors/0/do/0"


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[tuple[int, int | None]]]:
    """What workers were asked to measure; the cache is empty before."""
    cache.clear()
    requests: list[tuple[int, int | None]] = []
    monkeypatch.setattr(service, "wake_strength", lambda card, version: requests.append((card, version)))
    monkeypatch.setattr(tasks, "_allow_cpu", lambda seconds: None)  # the limit would be that of the tests' own process
    yield requests
    cache.clear()


@pytest.fixture
def scenario(card: Card, admin: Account) -> Any:
    return scenario_create(actor=admin, card=card, text=scenario_text())


class TestAMeasurement:
    def test_is_asked_for_once_and_kept(self, card: Card, scenario: Any, calls: list[Any]) -> None:
        first, second_strength = strength_look(card=card), strength_look(card=card)
        results = [strength_run(card.pk, None), strength_run(card.pk, None)]
        stored, _ = strength_look(card=card)

        assert (first, second_strength, calls) == ((None, True), (None, True), [(card.pk, None)])
        assert (results, stored["guarded"], stored["total"]) == ([True, False], 1, 1)
        assert [block["path"] for block in stored["blocks"]] == [BLOCK]

    def test_of_a_card_without_scenarios_or_with_errors_is_none(
        self, card: Card, admin: Account, calls: list[Any]
    ) -> None:
        bare = strength_look(card=card)
        scenario_create(actor=admin, card=card, text=scenario_text())
        draft_save(actor=admin, card=card, text="{", texts=None, based_on=draft_get(card=card).etag)

        assert (bare, strength_look(card=card), calls) == ((None, False), (None, False), [])

    def test_is_another_when_card_or_scenario_or_engine_changes(
        self, card: Card, pack: Pack, scenario: Any, admin: Account, calls: list[Any], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def mark() -> str:
            found = measurable(card=card)
            assert found is not None
            return found.mark

        marks = [mark(), mark()]
        scenario_create(actor=admin, card=card, text=scenario_text(name="other"))
        marks.append(mark())
        text = card_text(card.written_id).replace('"amount": 5', '"amount": 4')
        draft_save(actor=admin, card=card, text=text, texts=None, based_on=draft_get(card=card).etag)
        marks.append(mark())
        monkeypatch.setattr(rulesets, "engine_hash", lambda ruleset: "0" * 64)
        marks.append(mark())
        monkeypatch.setattr(rulesets, "source_hash", lambda ruleset: "0" * 64)
        marks.append(mark())

        assert len(set(marks)) == 5
        assert marks[0] == marks[1]

    def test_of_a_card_that_is_gone_does_nothing(self, card: Card, calls: list[Any]) -> None:
        assert (
            strength_measure(card_id=card.pk + 99, version_id=None),
            strength_measure(card_id=card.pk, version_id=7),
        ) == (
            False,
            False,
        )


class TestPages:
    def test_show_what_is_guarded_in_both_languages(
        self, card: Card, scenario: Any, admin: Account, client_of: ClientOf, calls: list[Any]
    ) -> None:
        client = client_of("designer")
        waiting = client.get(PAGE).content.decode()
        strength_run(card.pk, None)
        english = client.get(PAGE).content.decode()
        client.post("/preferences/", {"language": "zh"})
        chinese = client.get(PAGE).content.decode()

        assert "Measuring what these scenarios guard." in waiting
        assert "1 of 1 blocks guarded" in english
        assert "1 个积木块中守护了 1 个" in chinese

    def test_mark_unguarded_blocks_in_the_gutter(
        self, card: Card, admin: Account, client_of: ClientOf, calls: list[Any]
    ) -> None:
        """The scenario asks for the price alone, so the block may be taken out unnoticed."""
        scenario_create(actor=admin, card=card, text=scenario_text(then=[{"entity": "z", "is": {"manaCost": 1}}]))
        scenario_run(actor=admin, card=card)
        before = client_of("viewer").get(CARD).content.decode()
        strength_run(card.pk, None)
        matching_measurable = measurable(card=card)
        assert matching_measurable is not None
        after = client_of("viewer").get(CARD).content.decode()

        assert strength_kept(of=matching_measurable)["blocks"][0]["guard"] == "unguarded"  # type: ignore[index]  # it was measured
        assert 'id="node-unguarded"' not in before
        assert f'<script id="node-unguarded" type="application/json">{json.dumps([BLOCK])}</script>' in after


class TestTheApi:
    def test_says_what_it_knows(self, card: Card, admin: Account, client_of: ClientOf, calls: list[Any]) -> None:
        url, client = "/api/v1/packs/core/cards/base.stone/strength/", client_of("designer")
        messages = [client.get(url).json()]
        scenario_create(actor=admin, card=card, text=scenario_text())
        messages.append(client.get(url).json())
        strength_run(card.pk, None)
        messages.append(client.get(url).json())

        assert [each["state"] for each in messages] == ["none", "measuring", "measured"]
        assert (messages[2]["result"]["guarded"], messages[2]["result"]["total"]) == (1, 1)
