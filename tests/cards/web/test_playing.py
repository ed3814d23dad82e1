"""A match that a person plays in the browser: my card in hand, my questions, no card of the other's, and a row that outlives the page."""

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
from cards.models import Account, AuditEvent, Match, Preview
from cards.services.draft import draft_save
from cards.services.hand import hand_plan, one_at_a_time
from cards.services.match import matches_prune
from cards.services.previews.start import preview_start
from cards.web.playing import MAX_ANSWER
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


def table_form(page: str) -> tuple[str, dict[str, Any]]:
    """Return the address to which a table sends its forms, and what each of them brings along."""
    action = re.search(r'<form method="post" action="([^"]*)" id="moment"', page)
    mark = re.search(r'name="(plan|etag)" value="([^"]+)"', page)
    assert action is not None and mark is not None, page[:2000]
    return html.unescape(action[1]), {mark[1]: mark[2]}


def send(client: Client, page: str, **fields: object) -> str:
    """Send a form of a table; return the page to which it leads."""
    url, form = table_form(page)
    answer = client.post(url, {**form, **fields}, follow=True)
    assert answer.status_code == 200, fields
    return answer.content.decode()


def match_of(page: str) -> Match:
    """Return the match of a table."""
    return Match.objects.get(number=int(table_form(page)[0].rstrip("/").rpartition("/")[2]))


def options(page: str) -> list[str]:
    return [html.unescape(key) for key in re.findall(r'name="choice" value="([^"]*)"', page)]


def answered(client: Client, page: str) -> str:
    """Give the first option that the page offers, or go on."""
    form: dict[str, Any] = {}
    offered_options = options(page)
    if 'type="checkbox"' in page:
        form["none"] = "1"
        form["choice"] = offered_options[: int((re.search(r"\(choose (\d+)", page) or [0, 0])[1])]
    elif offered_options:
        form["choice"] = offered_options[0]
    return send(client, page, **form)


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

    def test_says_at_a_card_why_it_cannot_be_paid_and_not_in_the_list(self, world: World, client_of: ClientOf) -> None:
        client = client_of("designer")
        page, reasons = client.get(HAND).content.decode(), list[str]()
        for _ in range(8):
            ask = page.partition('id="ask"')[2].partition("</form>")[0]
            reasons += re.findall(r'class="tile__why small">.*?</i>([^<]*)<', page)
            assert "needs" not in ask
            page = answered(client, page)
        assert reasons and all(re.fullmatch(r"needs \d+ mana, has \d+", reason) for reason in reasons)

    def test_is_a_row_from_the_first_answer_on_and_outlives_the_page(self, world: World, client_of: ClientOf) -> None:
        client = client_of("designer")
        page = client.get(HAND).content.decode()
        assert not Match.objects.exists()
        for _ in range(4):
            page = answered(client, page)

        match = match_of(page)
        reload = client.get(f"/packs/core/play/{match.number}/").content.decode()
        index = client_of("viewer").get("/packs/core/play/").content.decode()
        card = api.preview_match_verify(previews.preview_match_file(match.spec, match.trace, match.answers))
        assert (options(reload), table_form(reload)) == (options(page), table_form(page))
        assert (len(match.answers) >= 4, match.origin["revision"], card["ok"]) == (
            True,
            world.card.draft.revision,
            True,
        )
        assert f"/packs/core/play/{match.number}/" in index and "base.stone" in index
        assert AuditEvent.objects.filter(action="match.start").count() == 1

    def test_takes_back_my_answers_up_to_the_first_question(self, world: World, client_of: ClientOf) -> None:
        client = client_of("designer")
        pages = [client.get(HAND).content.decode()]
        for _ in range(3):
            pages.append(answered(client, pages[-1]))
        page = pages[-1]
        lengths = [len(match_of(page).answers)]
        for earlier in reversed(pages[:-1]):
            page = send(client, page, back="1")
            assert options(page) == options(earlier)
            lengths.append(len(match_of(page).answers))

        assert sorted(set(lengths), reverse=True) == lengths
        assert options(send(client, page, back="1")) == options(pages[0])
        assert match_of(page).taken_back == 3

    def test_is_of_one_person_until_it_is_over(
        self, world: World, people: dict[str, Account], client_of: ClientOf
    ) -> None:
        """Another member sees no table, gives no answer, takes no file; a page of before another answer changes nothing."""
        client, stranger = client_of("designer"), client_of("admin")
        first = answered(client, client.get(HAND).content.decode())
        page = answered(client, first)
        match = match_of(page)
        url = f"/packs/core/play/{match.number}/"
        _, form = table_form(page)

        looks = [stranger.get(url).content.decode(), stranger.get(f"{url}?step=0").content.decode()]
        codes = [stranger.post(url, {**form, **more}).status_code for more in ({"none": "1"}, {"back": "1"}, {"download": "1"}, {"remove": "1"}, {"sandbox": "1"}, {"scenario": "1"})]  # fmt: skip
        stale = send(client, first, choice=options(first)[:1])

        assert ["tile--" in look or 'name="choice"' in look for look in looks] == [False, False]
        assert "This match is being played" in looks[0]
        assert codes == [404] * 6
        assert "The match has gone on elsewhere" in stale
        assert match_of(page).answers == match.answers
        Match.objects.filter(pk=match.pk).update(asked=None, ended_at="2026-11-01T00:00Z", winner=0)
        assert "Step 1" in client_of("viewer").get(f"{url}?step=1").content.decode()
        assert client.post(url, {"remove": "1"}).status_code == 302 and not Match.objects.exists()

    def test_goes_after_ninety_days_without_an_answer_unless_it_is_over(
        self, world: World, client_of: ClientOf
    ) -> None:
        client = client_of("designer")
        matches = [match_of(answered(client, client.get(HAND).content.decode())) for _ in range(3)]
        old = {"changed_at": "2026-01-01T00:00Z"}
        Match.objects.filter(pk=matches[0].pk).update(**old)
        Match.objects.filter(pk=matches[1].pk).update(**old, asked=None, ended_at="2026-01-01T00:00Z")

        assert matches_prune() == 1
        assert set(Match.objects.values_list("pk", flat=True)) == {match.pk for match in matches[1:]}

    def test_keeps_my_hand_apart_from_the_board(self, world: World, client_of: ClientOf) -> None:
        page = client_of("designer").get(HAND).content.decode()

        hand = page[page.index('aria-label="Your hand"') :].partition("</section>")[0]
        assert "tile--mine" in hand
        assert "tile--mine" not in page.partition('aria-label="Your hand"')[0]

    def test_has_each_cards_text_and_my_numbers_beside_my_hand_alone(self, world: World, client_of: ClientOf) -> None:
        page = client_of("designer").get(HAND).content.decode()
        spec = hand_plan(account=Account.objects.get(email__startswith="designer"), card=world.card).spec
        texts = {api.face_text("wizards", document, "en") for document in (*spec["cards"], spec["candidate"])}

        hand = page[page.index('aria-label="Your hand"') :].partition("</section>")[0]
        rest = page.replace(hand, "")
        printed = [html.unescape(text) for text in re.findall(r'class="says">.*?<p>(.*?)</p>', hand, re.DOTALL)]
        assert printed and set(printed) <= texts
        assert len(printed) == hand.count('class="tile ')
        assert hand.count('class="counters"') == 1
        assert re.findall(r"token--(\d)[^<]*><span>\d</span></span> Player \d</h2><dl class", rest) == ["1"]

    def test_begins_another_match_at_another_block(self, world: World, client_of: ClientOf) -> None:
        client = client_of("designer")
        page = client.get(HAND).content.decode()
        second_match = re.search(r'href="([^"]*\?first=\d+[^"]*)"><i class="i i-repeat"', page)
        assert second_match is not None

        other = client.get(html.unescape(second_match[1])).content.decode()

        seeds = [re.search(r'seed <span class="mono">(\d+)', each) for each in (page, other)]
        assert seeds[0] and seeds[1] and seeds[0][1] != seeds[1][1]

    def test_is_downloaded_as_a_file_that_the_command_verifies(
        self, world: World, client_of: ClientOf, tmp_path: Path
    ) -> None:
        client = client_of("designer")
        page = answered(client, client.get(HAND).content.decode())
        url, form = table_form(page)

        answer = client.post(url, {**form, "download": "1"})

        file = tmp_path / "match.json"
        file.write_bytes(answer.content)
        assert json.loads(answer.content)["answers"] == match_of(page).answers
        with redirect_stdout(io.StringIO()) as out:
            assert main(["replay", str(file), "--format", "json"], lambda: 0.0) == 0
        assert json.loads(out.getvalue())["ok"] is True

    def test_refuses_nonsense_and_stays_as_it_is(self, world: World, client_of: ClientOf) -> None:
        client = client_of("designer")
        page = client.get(HAND).content.decode()
        refusal = client.post(HAND, {"plan": "0"}, follow=True).content.decode()
        nonsense = send(client, page, choice="nonsense")

        assert "The card or the engine has changed" in refusal
        assert "That option is not available here" in nonsense
        assert options(nonsense) == options(page)
        url, form = table_form(nonsense)
        assert client.post(url, {**form, "choice": "x" * (MAX_ANSWER + 1)}).status_code == 400

    def test_begins_anew_when_the_draft_changed(
        self, world: World, people: dict[str, Account], client_of: ClientOf
    ) -> None:
        client, draft = client_of("designer"), world.card.draft
        url, form = table_form(client.get(HAND).content.decode())
        text = card_text("base.stone", manaCost=4)
        draft_save(actor=people["admin"], card=world.card, text=text, texts=None, based_on=draft.etag)

        answer = client.post(url, form, follow=True)

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
        monkeypatch.setattr("cards.services.match.BOT_ANSWERS", 0)
        client = client_of("designer")
        page = client.get(HAND).content.decode()
        for _ in range(12):
            if "The bots are still thinking" in page:
                break
            page = answered(client, page)

        assert "The bots are still thinking" in page
        monkeypatch.setattr("cards.services.match.BOT_ANSWERS", 60)
        before = len(match_of(page).answers)
        assert len(match_of(answered(client, page)).answers) > before


class TestAFork:
    def test_goes_on_from_its_step_as_the_chosen_seat(self, preview: Preview, client_of: ClientOf) -> None:
        url = f"/packs/core/previews/{preview.number}/matches/0/"
        client = client_of("designer")
        watched = client.get(f"{url}?step=4").content.decode()
        assert f"{url}play/?step=4&amp;seat=1" in watched

        page = client.get(f"{url}play/?step=4&seat=1").content.decode()

        begun_answers = previews.preview_answers(preview.spec, preview.result["traces"][0])["answers"]
        assert "You are player 2" in page
        match = match_of(answered(client, page))
        assert (match.answers[:4], match.prelude, match.origin["index"]) == (begun_answers[:4], 4, 0)

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
