"""What each block of a card is worth, in the browser: its cost first, the page while it runs and after, and who never sees it as a preview."""

from __future__ import annotations

import csv
import io
import json
import re

import pytest

from cards.errors import NotFound, QuotaExceeded, StateConflict
from cards.models import Account, Card, Pack, Preview
from cards.queries.previews.listing import preview_get, preview_list
from cards.services.draft import draft_save
from cards.services.previews.claim import chunk_claim
from cards.services.previews.work import chunk_finish, chunk_play
from cards.services.previews.worth import worth_start
from tests.cards.conftest import LayerOf, MakeCard, card_maker, card_text
from tests.cards.jobs.small import play_all, shrink
from tests.cards.layers import Values
from tests.cards.web.conftest import ClientOf

GOLD = {"type": "gold", "mode": "add", "amount": 3, "target": "$onPlay.playerUUID"}
DEAD_BRANCH = {"type": "if", "condition": {"type": "LessThanOrEqual", "value1": 3, "value2": 2}, "do": [GOLD]}
BEHAVIORS = [{"at": "onPlay", "do": [GOLD, {"type": "gainMana", "amount": 1}, DEAD_BRANCH]}]


def _acting(layers: Values) -> Card:
    return card_maker(layers["pack"], layers["admin"])("base.acting", manaCost=1, behaviors=BEHAVIORS)


def _short_preview(layers: Values) -> Preview:
    return shrink(worth_start(actor=layers["people"]["designer"], card=layers["acting"], seed=7), (2, 4))


def _finished(layers: Values) -> Preview:
    play_all()
    preview: Preview = layers["short_preview"]
    preview.refresh_from_db()
    return preview


LAYERS = {"acting": _acting, "short_preview": _short_preview, "finished": _finished}


@pytest.fixture
def acting(layer_of: LayerOf, pack: Pack, admin: Account) -> Card:
    """A card with two effects and a branch that no match reaches."""
    card: Card = layer_of("acting")
    return card


@pytest.fixture
def short_preview(layer_of: LayerOf, people: dict[str, Account], acting: Card) -> Preview:
    preview: Preview = layer_of("short_preview")
    return preview


@pytest.fixture
def finished(layer_of: LayerOf, short_preview: Preview) -> Preview:
    preview: Preview = layer_of("finished")
    return preview


def form_of(card: Card) -> str:
    return f"/packs/core/cards/{card.written_id}/worth/"


def page_of(preview: Preview) -> str:
    return f"/packs/core/previews/{preview.number}/"


class TestForm:
    def test_states_the_cost_of_each_precision_before_it_starts(self, client_of: ClientOf, acting: Card) -> None:
        page = client_of("designer").get(form_of(acting)).content.decode()

        assert re.search(r"±4 pp: 6 variants, [0-9,]+ matches, about [0-9,]+ s of processor", page)
        assert "±2 pp: 6 variants" in page

    def test_starts_and_leads_to_the_page(self, client_of: ClientOf, acting: Card) -> None:
        answer = client_of("designer").post(form_of(acting), {"preset": "standard"})
        preview = Preview.objects.get(kind="worth")

        assert (answer.status_code, answer.url) == (302, page_of(preview))
        assert preview.plan["preset"] == "standard"
        assert f'href="{page_of(preview)}"' in client_of("designer").get(form_of(acting)).content.decode()

    def test_says_why_there_is_nothing_to_measure(self, client_of: ClientOf, make_card: MakeCard) -> None:
        idle = make_card("base.idle", behaviors=[])
        client = client_of("designer")

        assert "The card does nothing that could be left out." in client.get(form_of(idle)).content.decode()
        assert client.post(form_of(idle)).status_code == 409

    def test_refuses_a_second_one_and_a_precision_that_there_is_not(
        self, client_of: ClientOf, people: dict[str, Account], acting: Card, short_preview: Preview
    ) -> None:
        with pytest.raises(QuotaExceeded):
            worth_start(actor=people["designer"], card=acting)
        assert client_of("admin").post(form_of(acting), {"preset": "deep"}).status_code == 400

    def test_of_a_card_with_errors_is_refused(self, people: dict[str, Account], acting: Card) -> None:
        text = card_text("base.acting", manaCost="x")
        draft_save(actor=people["designer"], card=acting, text=text, texts=None, based_on=acting.draft.etag)

        with pytest.raises(StateConflict):
            worth_start(actor=people["designer"], card=acting)


class TestPage:
    def test_has_no_reading_before_the_end(self, client_of: ClientOf, people: dict[str, Account], acting: Card) -> None:
        preview = shrink(worth_start(actor=people["designer"], card=acting, seed=7), (1, 2))
        lease = chunk_claim()
        assert lease is not None
        chunk_finish(lease, chunk_play(lease))
        client = client_of("viewer")
        page = client.get(page_of(preview)).content.decode()
        progress = client.get(f"{page_of(preview)}progress/").json()

        assert 'class="verdict' not in page
        assert "Means so far." in page
        assert (progress["final"], 'class="bw__r"' in progress["html"]) == (False, True)

    def test_shows_each_block_with_interval_reading_and_what_it_turned(
        self, client_of: ClientOf, finished: Preview
    ) -> None:
        page = client_of("viewer").get(page_of(finished)).content.decode()

        assert finished.state == "finished"
        assert page.count('class="bw__r"') == 6
        assert "Never mattered" in page
        assert "every pair of matches ended the same" in page
        assert "All 7 intervals of this page are simultaneous, 95%." in page
        assert '<table class="fit" data-table="worth">' in page

    def test_speaks_chinese(self, client_of: ClientOf, finished: Preview) -> None:
        client = client_of("viewer")
        client.post("/preferences/", {"language": "zh"})
        page = client.get(page_of(finished)).content.decode()

        assert "从未起作用" in page
        assert "全部 7 个区间同时成立" in page

    def test_is_exported_with_its_intervals(self, client_of: ClientOf, finished: Preview) -> None:
        client = client_of("viewer")
        rows = list(
            csv.DictReader(io.StringIO(client.get(f"{page_of(finished)}tables.csv").content.decode("utf-8-sig")))
        )
        answer = json.loads(client.get(f"{page_of(finished)}result.json").content)

        assert [row["place"] for row in rows] == [row["place"] for row in answer["rows"]]
        assert all(row["low"] and row["high"] for row in rows)

    def test_leads_to_the_two_matches_of_each_block_that_turned(self, client_of: ClientOf, finished: Preview) -> None:
        assert finished.result is not None
        client, matches = client_of("designer"), finished.result["matches"]
        page = client.get(page_of(finished)).content.decode()
        first, second = (f"{page_of(finished)}matches/{index}/" for index in (0, 1))
        match = client.get(first).content.decode()

        assert page.count("whole card: player") == len(matches) > 0
        assert f'href="{first}"' in page
        assert f'href="{second}"' in match
        assert "the card without" in match
        assert not re.search(r"Download the match|Play on from here|as a scenario", match)
        assert client.get(second).status_code == 200
        assert client.post(first).status_code == 404
        for address in (f"{page_of(finished)}matches/{len(matches)}/", f"{first}play/", f"{first}match.json"):
            assert client.get(address).status_code == 404


class TestPlace:
    def test_is_none_among_previews_that_compare_versions(self, client_of: ClientOf, finished: Preview) -> None:
        lists = client_of("viewer").get("/packs/core/previews/").content.decode()

        assert page_of(finished) not in lists
        assert finished.number not in {preview.number for preview in preview_list(pack=finished.pack)}
        assert not Preview.objects.measured().filter(pk=finished.pk).exists()
        with pytest.raises(NotFound):
            preview_get(pack=finished.pack, number=finished.number)
