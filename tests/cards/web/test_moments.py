"""A moment of a match is kept as a scenario: from a hand that is played, and from a match behind a preview's numbers."""

from __future__ import annotations

import html
import re

import pytest

from cards.models import Account, Preview, Scenario
from tests.cards.web.conftest import ClientOf
from tests.cards.web.test_playing import HAND, LAYERS, answered, preview, send, table_form, two_versions
from tests.cards.web.world import World

__all__ = ["LAYERS", "preview", "two_versions"]


def words_of(page: str) -> str:
    """Return the words of a result that a scenario's page shows."""
    return html.unescape(re.sub(r"<[^>]+>", " ", page))


class TestOfAHand:
    def test_my_answer_becomes_a_scenario_that_passes(self, world: World, client_of: ClientOf) -> None:
        client = client_of("designer")
        page = answered(client, client.get(HAND).content.decode())
        steps = re.findall(r'name="scenario" value="(\d+)"', page)
        assert steps

        url, form = table_form(page)
        answer = client.post(url, {**form, "scenario": steps[-1]}, follow=True)

        [scenario] = Scenario.objects.filter(card=world.card)
        assert [outcome["state"] for outcome in scenario.outcomes] == ["passed"], scenario.text
        assert answer.redirect_chain == [(f"/packs/core/cards/base.stone/scenarios/{scenario.number}/", 302)]
        assert f"(step {steps[-1]})" in scenario.name
        assert "The moment is a scenario now." in words_of(answer.content.decode())

    def test_is_called_in_the_language_of_the_reader(self, world: World, client_of: ClientOf) -> None:
        client = client_of("designer")
        page = answered(client, client.get(HAND).content.decode())
        Account.objects.filter(email="designer@example.org").update(language="zh")

        send(client, page, scenario="1")

        [scenario] = Scenario.objects.filter(card=world.card)
        assert scenario.name.endswith("（第 1 步）")

    @pytest.mark.parametrize("step", ["0", "x", "-1"])
    def test_of_no_answer_is_none(self, world: World, client_of: ClientOf, step: str) -> None:
        client = client_of("designer")
        page = client.get(HAND).content.decode()

        url, form = table_form(page)
        client.post(url, {**form, "scenario": step})

        assert not Scenario.objects.filter(card=world.card).exists()


class TestOfAReplay:
    def test_a_step_becomes_a_scenario_that_passes(self, preview: Preview, client_of: ClientOf) -> None:
        client, url = client_of("designer"), f"/packs/core/previews/{preview.number}/matches/0/"
        page = client.get(f"{url}?step=9").content.decode()
        assert 'name="scenario" value="9"' in page

        client.post(f"{url}?step=9", {"scenario": "9"})

        [scenario] = Scenario.objects.filter(card=preview.card)
        assert [outcome["state"] for outcome in scenario.outcomes] == ["passed"], scenario.text

    def test_a_viewer_keeps_none(self, preview: Preview, client_of: ClientOf) -> None:
        client, url = client_of("viewer"), f"/packs/core/previews/{preview.number}/matches/0/"
        page = client.get(f"{url}?step=9").content.decode()

        answer = client.post(url, {"scenario": "9"})

        assert 'name="scenario"' not in page
        assert answer.status_code == 403
        assert not Scenario.objects.exists()
