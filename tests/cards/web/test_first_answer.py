"""What a card's page brings for its editor: the problems of the draft, what a preview reached, where the texts stand."""

from __future__ import annotations

import json
import re
from typing import Any

from django.test import Client

from cards.gateway import rulesets
from cards.models import Card, Preview
from tests.cards.web.conftest import ClientOf
from tests.cards.web.world import World

CARD = "/packs/core/cards/base.stone/"


def block(client: Client, name: str, url: str = CARD) -> Any:
    """Return the JSON that a page has under an id; None where it has none."""
    page = client.get(url).content.decode()
    found = re.search(rf'<script id="{name}" type="application/json">(.*?)</script>', page, re.S)
    return json.loads(found.group(1)) if found else None


class TestFirstAnswer:
    def test_is_what_the_draft_answers(self, world: World, client_of: ClientOf) -> None:
        client = client_of("designer")
        url = "/packs/core/cards/base.broken/"

        body = client.get(f"{url}draft/", headers={"accept": "application/json"}).json()

        assert body["problems"] != []
        assert block(client, "first-answer", url) == {"problems": body["problems"]}

    def test_says_where_each_text_is(self, card: Card, client_of: ClientOf) -> None:
        states = client_of("designer").get(f"{CARD}draft/").json()["text_states"]

        assert {one["language"] for one in states} == {"en", "zh"}
        assert all(set(one) == {"language", "field", "state", "label"} and one["label"] for one in states)


STALE = 'id="coverage-of" data-stale'


class TestCoverage:
    def test_is_that_of_the_last_finished_preview(self, world: World, client_of: ClientOf) -> None:
        coverage = (world.previews["finished"].result or {})["coverage"]

        shares = block(client_of("viewer"), "node-coverage")

        assert shares == {path: round(node["matches"] / node["of"], 4) for path, node in coverage.items()}
        assert shares["/behaviors/0/do/1"] == 0

    def test_is_stale_once_the_card_or_the_engine_moved_on(self, world: World, client_of: ClientOf) -> None:
        client = client_of("viewer")
        engine_hash = rulesets.engine_hash("wizards")
        sha256 = world.card.draft.sha256

        Preview.objects.filter(number=1).update(candidate_sha256=sha256, engine_hash=engine_hash)
        assert STALE not in client.get(CARD).content.decode()
        Preview.objects.filter(number=1).update(engine_hash="0" * 64)
        assert STALE in client.get(CARD).content.decode()
        Preview.objects.filter(number=1).update(candidate_sha256="0" * 64, engine_hash=engine_hash)
        assert STALE in client.get(CARD).content.decode()

    def test_is_absent_without_a_preview(self, card: Card, client_of: ClientOf) -> None:
        assert block(client_of("viewer"), "node-coverage") is None


class TestWorths:
    def test_are_those_of_the_last_measurement_with_the_words_of_what_they_mean(
        self, world: World, client_of: ClientOf
    ) -> None:
        assert block(client_of("viewer"), "node-worth") is None
        ends = {"mean": 3.1, "low": 1.7, "high": 4.5, "reading": "adds"}
        zero = {"mean": 0.0, "low": -0.2, "high": 0.2, "reading": "never"}
        worths = {"/behaviors/0/do/0": ends, "/behaviors/0/do/1": zero, "/behaviors/0/do/1/do/0": None}
        rows = [{"place": place, "worth": worth} for place, worth in worths.items()]
        Preview.objects.filter(number=1).update(kind="worth", result={"rows": rows})

        marks = block(client_of("viewer"), "node-worth")

        assert marks == {
            "/behaviors/0/do/0": {
                "number": "+3.1",
                "tone": "up",
                "words": "Adds: +3.1 [ +1.7, +4.5 ] pp of win rate that the card loses without it",
            },
            "/behaviors/0/do/1": {
                "number": "0",
                "tone": "unk",
                "words": "Never mattered: every pair of matches ended the same without it",
            },
        }
        assert 'id="worth-of"' in client_of("viewer").get(CARD).content.decode()


class TestSchemaAddress:
    def test_may_be_kept_for_ever(self, card: Card, client_of: ClientOf) -> None:
        client = client_of("viewer")
        page = client.get(CARD).content.decode()
        match = re.search(r'data-schema-url="([^"]+)"', page)

        assert match
        assert f'<link rel="preload" href="{match.group(1)}" as="fetch" crossorigin>' in page
        assert "immutable" in client.get(match.group(1)).headers["Cache-Control"]
        assert "immutable" not in client.get(match.group(1).partition("?")[0]).headers["Cache-Control"]
