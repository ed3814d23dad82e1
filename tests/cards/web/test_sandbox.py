"""The sandbox of a table: changes by form, marked, taken back, refused with the reason, and of no use on a table that is none."""

from __future__ import annotations

import html
import re
from pathlib import Path

from django.test import Client

from cards.gateway import previews
from cards.models import Match, Scenario
from cards.web.board_track import WHEELS
from tests.cards.web.conftest import ClientOf
from tests.cards.web.test_playing import HAND, answered, match_of, options, send, table_form
from tests.cards.web.world import World

ROOT = Path(__file__).resolve().parents[3]
SANDBOX = f"{HAND}?first=0&sandbox=1"


def opened(client: Client) -> str:
    """Return the page of a sandbox whose table can be changed."""
    page = client.get(SANDBOX).content.decode()
    for _ in range(12):
        if 'value="number"' in page:
            return page
        page = answered(client, page)
    raise AssertionError("no main question was asked")


def field(page: str, name: str) -> int:
    value = re.search(rf'name="n.{name}" value="(-?\d+)"', page)
    assert value is not None
    return int(value[1])


def last_change(page: str) -> str:
    return html.unescape(re.sub(r"<[^>]+>", " ", page.rpartition("is-set")[2].partition("</li>")[0]))


class TestTheSandbox:
    def test_sets_gives_moves_and_takes_away_step_by_step_and_takes_each_back(
        self, world: World, client_of: ClientOf
    ) -> None:
        client = client_of("designer")
        pages = [opened(client)]
        assert "no result counts" in pages[0] and "is-set" not in pages[0]
        gold = field(pages[0], "gold")

        pages.append(send(client, pages[-1], change="number", seat="0", **{"n.gold": gold + 3}))
        assert field(pages[-1], "gold") == gold + 3
        assert f"{gold} → {gold + 3}" in last_change(pages[-1])
        pages.append(send(client, pages[-1], change="give", of="base.stone", place="0:hand:-1", top="1"))
        assert "added" in last_change(pages[-1])
        card = re.search(r'name="pick" value="(\d+)"', pages[-1].partition('aria-label="Your hand"')[2])
        assert card is not None
        picked = send(client, pages[-1], pick=card[1])
        assert 'value="counter"' in picked or 'value="move"' in picked
        pages.append(send(client, picked, change="move", card=card[1], place="0:discard:-1"))
        assert "moved" in last_change(pages[-1])
        pages.append(send(client, pages[-1], change="seats", seats=["0", "1"]))
        assert pages[-1].count("set by hand") == len(pages) - 1

        page = pages[-1]
        for earlier in reversed(pages[:-1]):
            page = send(client, page, back="1")
            assert (options(page), field(page, "gold")) == (options(earlier), field(earlier, "gold"))

    def test_says_why_a_table_does_not_take_a_change_and_keeps_the_match(
        self, world: World, client_of: ClientOf
    ) -> None:
        client = client_of("designer")
        page = send(client, opened(client), change="number", seat="0")
        answers = match_of(page).answers

        for form in (
            {"change": "number", "seat": "0", "n.gold": "99999"},
            {"change": "give", "of": "nonsense", "place": "0:hand:-1"},
            {"change": "give", "of": "base.stone", "place": "0:slot:-1"},
        ):
            after = send(client, page, **form)
            assert match_of(after).answers == answers, form
            assert "banner--err" in after or "toast" in after, form

    def test_refuses_a_form_that_is_none_of_its_own(self, world: World, client_of: ClientOf) -> None:
        client = client_of("designer")
        url, form = table_form(send(client, opened(client), change="number", seat="0"))

        for more in ({"change": "all"}, {"change": "number", "seat": "x"}, {"change": "remove", "card": ""}):
            assert client.post(url, {**form, **more}).status_code == 404, more

    def test_becomes_a_scenario_whose_given_is_the_moment(self, world: World, client_of: ClientOf) -> None:
        client = client_of("designer")
        page = opened(client)
        gold = field(page, "gold") + 3
        page = send(client, page, change="number", seat="0", **{"n.gold": gold})
        match = match_of(page)

        send(client, page, scenario=str(len(match.answers)))
        assert match.is_sandbox

        [scenario] = Scenario.objects.filter(card=world.card)
        assert [outcome["state"] for outcome in scenario.outcomes] == ["tests_nothing"], scenario.outcomes
        assert f'"gold": {gold}' in scenario.text


class TestATableThatIsNone:
    def test_takes_no_change_and_shows_nothing_of_a_sandbox(self, world: World, client_of: ClientOf) -> None:
        """What a sandbox lists (every card of every zone, and the streams of chance) is nowhere in the bytes of a table with hidden hands."""
        client = client_of("designer")
        sandbox = opened(client)
        line = previews.change_line({"do": "number", "seat": 0, "name": "gold", "to": 9})
        plain = answered(client, client.get(HAND).content.decode())
        before = match_of(plain).answers
        url, form = table_form(plain)

        forged = ({"choice": line}, {"change": "number", "seat": "0", "n.gold": "9"})
        codes = [client.post(url, {**form, **more}).status_code for more in forged]

        assert "face down" in plain and "face down" not in sandbox
        for marks in ('name="pick"', 'name="stream"', "sandbox-cards", "shuffle/"):
            assert marks not in plain, marks
        assert codes == [404, 404]
        assert match_of(plain).answers == before

    def test_is_a_sandbox_for_good_once_it_was_opened(self, world: World, client_of: ClientOf) -> None:
        client = client_of("designer")
        page = answered(client, client.get(HAND).content.decode())

        page = send(client, page, sandbox="1")

        assert "no result counts" in page and "Leave the sandbox" not in page
        assert match_of(send(client, page, back="1")).is_sandbox


class TestTheTable:
    def test_has_a_place_in_the_style_sheet_for_each_cell_of_a_wheel(self) -> None:
        sheet = (ROOT / "static/css/board.css").read_text(encoding="utf-8")

        assert all(f".of{number} " in sheet for number in WHEELS)
        assert all(f".at{place} " in sheet for place in range(max(WHEELS)))

    def test_draws_phases_wheel_and_front_and_shows_a_judgement_when_asked(
        self, world: World, client_of: ClientOf
    ) -> None:
        client = client_of("designer")
        page = opened(client)
        assert 'class="wheel of12"' in page and "front__side--near" in page
        assert page.count('<li aria-current="step">') == 1

        plain = send(client, client.get(HAND).content.decode(), thought="1")

        assert not Match.objects.filter(is_sandbox=False).exists()
        assert 'class="thought"' in plain or "No bot has chosen" in plain
