"""A match that somebody plays in the browser: my card in hand, my questions, nothing of the other's, and nothing stored."""

from __future__ import annotations

import html
import io
import json
import re
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from cards.gateway import previews
from cards.models import Account, Preview
from cards.services.draft import draft_save
from cards.services.hand import one_at_a_time
from cards.services.previews.start import preview_start
from cards.web import playing
from engine import api
from engine.commands import main
from tests.cards.conftest import LayerOf, card_text
from tests.cards.layers import Values
from tests.cards.web.conftest import ClientOf
from tests.cards.web.test_versus_page import LAYERS as WITH_TWO_VERSIONS
from tests.cards.web.test_versus_page import two_versions
from tests.cards.web.world import World

__all__ = ["two_versions"]

HAND = "/packs/core/cards/base.stone/play/"


def hidden(page: str) -> dict[str, Any]:
    """Return what the form of a page brings along."""
    answers = re.search(r'<textarea name="answers"[^>]*>(.*?)</textarea>', page, re.DOTALL)
    plan = re.search(r'name="plan" value="(\w+)"', page)
    assert answers is not None and plan is not None, page[:2000]
    lines = html.unescape(answers[1]).replace("\n", "\r\n")  # as browsers send the lines of a text area
    return {"answers": lines, "plan": plan[1]}


def options(page: str) -> list[str]:
    return [html.unescape(key) for key in re.findall(r'name="choice" value="([^"]*)"', page)]


def answered(client: Client, url: str, page: str) -> str:
    """Give the first option that the page offers, or go on."""
    form = hidden(page)
    offered = options(page)
    if 'type="checkbox"' in page:
        form["none"] = "1"
        form["choice"] = offered[: int((re.search(r"\(choose (\d+)", page) or [0, 0])[1])]
    elif offered:
        form["choice"] = offered[0]
    answer = client.post(url, form)
    assert answer.status_code == 200
    return answer.content.decode()


def _preview(layers: Values) -> Preview:
    preview = preview_start(actor=layers["people"]["admin"], card=layers["world"].card, preset="smoke", seed=5)
    preview.spec = {**preview.spec, "bots": ["random"]}
    state = previews.preview_fold(preview.spec, None, previews.preview_chunk(preview.spec, 0))
    preview.result = previews.preview_report(preview.spec, state)
    preview.state = "finished"
    preview.save()
    return preview


LAYERS = {**WITH_TWO_VERSIONS, "preview": _preview}


@pytest.fixture
def preview(layer_of: LayerOf, two_versions: None) -> Preview:
    """A finished smoke preview with the traces of its first chunk."""
    preview: Preview = layer_of("preview")
    return preview


class TestAHand:
    def test_begins_with_my_card_and_my_question(self, world: World, client_of: ClientOf) -> None:
        page = client_of("designer").get(HAND).content.decode()

        assert "You are player 1" in page
        assert "tile--mine" in page
        assert options(page) or "The bots are still thinking" in page

    def test_lists_its_own_keys_and_not_those_of_the_editor(self, world: World, client_of: ClientOf) -> None:
        client = client_of("designer")
        hand = client.get(HAND).content.decode()
        editor = client.get(HAND.removesuffix("play/")).content.decode()

        assert ("Choose an answer" in hand, "Wrap a block, unwrap it" in hand) == (True, False)
        assert ("Choose an answer" in editor, "Wrap a block, unwrap it" in editor) == (False, True)

    def test_shows_nothing_of_the_others_hand(self, world: World, client_of: ClientOf) -> None:
        page = client_of("designer").get(HAND).content.decode()

        assert page.count("tile--hidden") >= 1

    def test_goes_on_by_answers_that_travel_with_the_page_and_stores_nothing(
        self, world: World, client_of: ClientOf
    ) -> None:
        client, before = client_of("designer"), Preview.objects.count()
        page = client.get(HAND).content.decode()
        for _ in range(4):
            page = answered(client, HAND, page)

        assert len(hidden(page)["answers"].splitlines()) >= 4
        assert Preview.objects.count() == before

    def test_takes_back_my_answers_up_to_the_first_question(self, world: World, client_of: ClientOf) -> None:
        client = client_of("designer")
        pages = [client.get(HAND).content.decode()]
        for _ in range(3):
            pages.append(answered(client, HAND, pages[-1]))
        assert "data-back" in pages[0]

        page = pages[-1]
        for earlier in reversed(pages[:-1]):
            page = client.post(HAND, {**hidden(page), "back": "1"}).content.decode()
            assert hidden(page) == hidden(earlier)
            assert options(page) == options(earlier)

        assert hidden(client.post(HAND, {**hidden(page), "back": "1"}).content.decode()) == hidden(pages[0])

    def test_keeps_my_hand_apart_from_the_board(self, world: World, client_of: ClientOf) -> None:
        page = client_of("designer").get(HAND).content.decode()

        hand = page[page.index('aria-label="Your hand"') :].partition("</section>")[0]
        assert "tile--mine" in hand
        assert "tile--mine" not in page.partition('aria-label="Your hand"')[0]

    def test_begins_another_match_at_another_block(self, world: World, client_of: ClientOf) -> None:
        client = client_of("designer")
        page = client.get(HAND).content.decode()
        again = re.search(r'href="([^"]*\?first=\d+)"><i class="i i-repeat"', page)
        assert again is not None

        other = client.get(again[1]).content.decode()

        seeds = [re.search(r'seed <span class="mono">(\d+)', each) for each in (page, other)]
        assert seeds[0] and seeds[1] and seeds[0][1] != seeds[1][1]

    def test_is_downloaded_as_a_file_that_the_command_verifies(
        self, world: World, client_of: ClientOf, tmp_path: Path
    ) -> None:
        client = client_of("designer")
        page = answered(client, HAND, client.get(HAND).content.decode())
        form = {**hidden(page), "download": "1", "choice": options(page)[:1]}

        answer = client.post(HAND, form)

        file = tmp_path / "match.json"
        file.write_bytes(answer.content)
        assert json.loads(answer.content)["answers"] == hidden(page)["answers"].splitlines()
        with redirect_stdout(io.StringIO()) as out:
            assert main(["replay", str(file), "--format", "json"], lambda: 0.0) == 0
        assert json.loads(out.getvalue())["ok"] is True

    @pytest.mark.parametrize(
        ("changes", "said"),
        [
            ({"choice": "nonsense"}, "That option is not available here"),
            ({"answers": "nonsense"}, "That option is not available here"),
            ({"plan": "0"}, "The card or the engine has changed"),
        ],
    )
    def test_begins_anew_after_nonsense(
        self, world: World, client_of: ClientOf, changes: dict[str, str], said: str
    ) -> None:
        client = client_of("designer")
        form = hidden(client.get(HAND).content.decode())

        answer = client.post(HAND, form | changes, follow=True)

        assert (answer.status_code, said in answer.content.decode()) == (200, True)

    def test_refuses_a_match_that_is_too_long(self, world: World, client_of: ClientOf) -> None:
        client = client_of("designer")
        form = hidden(client.get(HAND).content.decode())

        assert client.post(HAND, form | {"answers": "-\n" * (previews.ANSWERS_MOST + 1)}).status_code == 400

    def test_begins_anew_when_the_draft_changed(
        self, world: World, people: dict[str, Account], client_of: ClientOf
    ) -> None:
        client, draft = client_of("designer"), world.card.draft
        form = hidden(client.get(HAND).content.decode())
        text = card_text("base.stone", manaCost=4)
        draft_save(actor=people["admin"], card=world.card, text=text, texts=None, based_on=draft.etag)

        answer = client.post(HAND, form, follow=True)

        assert "The card or the engine has changed" in answer.content.decode()

    def test_is_for_designers_and_for_cards_without_errors(self, world: World, client_of: ClientOf) -> None:
        assert client_of("viewer").get(HAND).status_code == 403
        assert client_of("stranger").get(HAND).status_code == 404
        broken = client_of("designer").get("/packs/core/cards/base.broken/play/", follow=True)
        assert "The card has errors" in broken.content.decode()
        assert client_of("designer").get(f"{HAND}?first=x").status_code == 404

    def test_lets_bots_of_one_account_think_for_one_request_at_a_time(
        self, world: World, people: dict[str, Account], client_of: ClientOf, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("cards.services.hand.WAITS", 1)
        with one_at_a_time(people["designer"]):
            assert client_of("designer").get(HAND).status_code == 429
        assert client_of("designer").get(HAND).status_code == 200

    def test_asks_to_go_on_where_the_bots_are_not_done(
        self, world: World, client_of: ClientOf, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(playing, "BOT_ANSWERS", 0)
        client = client_of("designer")
        page = client.get(HAND).content.decode()
        for _ in range(12):
            if "The bots are still thinking" in page:
                break
            page = answered(client, HAND, page)

        assert "The bots are still thinking" in page
        monkeypatch.setattr(playing, "BOT_ANSWERS", 60)
        assert len(hidden(answered(client, HAND, page))["answers"]) > len(hidden(page)["answers"])


class TestAFork:
    def test_goes_on_from_its_step_as_the_chosen_seat(self, preview: Preview, client_of: ClientOf) -> None:
        url = f"/packs/core/previews/{preview.number}/matches/0/"
        client = client_of("designer")
        watched = client.get(f"{url}?step=4").content.decode()
        assert f"{url}play/?step=4&amp;seat=1" in watched

        page = client.get(f"{url}play/?step=4&seat=1").content.decode()

        begun = previews.preview_answers(preview.spec, preview.result["traces"][0])["answers"]
        assert "You are player 2" in page
        assert hidden(page)["answers"].splitlines()[:4] == begun[:4]
        answered(client, f"{url}play/?step=4&seat=1", page)

    @pytest.mark.parametrize("asked", ["step=99999&seat=0", "step=1&seat=9", "step=x", "step=-1"])
    def test_is_not_there_for_other_steps_and_seats(self, preview: Preview, client_of: ClientOf, asked: str) -> None:
        url = f"/packs/core/previews/{preview.number}/matches/0/play/?{asked}"

        assert client_of("designer").get(url).status_code == 404

    def test_is_for_designers(self, preview: Preview, client_of: ClientOf) -> None:
        url = f"/packs/core/previews/{preview.number}/matches/0/"

        assert client_of("viewer").get(f"{url}play/?step=1&seat=0").status_code == 403
        assert "Play on from here as" not in client_of("viewer").get(url).content.decode()


class TestTheReplayPage:
    def test_has_the_match_as_a_file_that_is_the_same_each_time(self, preview: Preview, client_of: ClientOf) -> None:
        url = f"/packs/core/previews/{preview.number}/matches/0/match.json"
        client = client_of("viewer")

        first = client.get(url).content
        cache.clear()

        assert client.get(url).content == first
        assert api.preview_match_verify(json.loads(first))["ok"] is True
        assert client.get(url.replace("/0/", "/99/")).status_code == 404

    def test_lights_what_ran_in_the_step(self, preview: Preview, client_of: ClientOf) -> None:
        card = preview.spec["candidate"]["id"]
        for index, trace in enumerate(preview.result["traces"]):
            answers = previews.preview_answers(preview.spec, trace)["answers"]
            view = previews.preview_watch(preview.spec, trace, answers, step=0, viewer=None)
            steps = [row["no"] for row in view["rows"] if any(node["card"] == card for node in row["nodes"])]
            if steps:
                url = f"/packs/core/previews/{preview.number}/matches/{index}/"
                lit = client_of("viewer").get(f"{url}?step={steps[0]}").content.decode()
                assert lit.count("is-lit") >= 1
                assert "is-lit" not in client_of("viewer").get(f"{url}?step=0").content.decode()
                return
        pytest.fail("no match of this preview plays the card")
