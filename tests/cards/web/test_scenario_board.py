"""The page of a scenario: its board is set up, played and pointed at by forms, in every game and in both languages."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Mapping
from typing import Any

import pytest
from django.test import Client

from cards.models import Account, Card, Scenario, ScenarioRevision
from cards.services.card import card_create
from cards.services.pack import PackForm, pack_create
from cards.services.scenario import scenario_create
from engine import api
from tests.cards.web.conftest import ClientOf
from tests.cards.web.test_scenarios import PAGE, reloaded_scenario, scenario_text

CARDS: Mapping[str, tuple[str, ...]] = {
    "wizards": ("loom.treasure.original.frost_needle", "loom.exploration.III.bobbin_rat"),
    "halo": ("AEG-001", "AEG-002"),
    "genius": ("genius.support.chimes",),
    "encounter": ("encounter.unit.ox-rider", "encounter.ability.shove"),
}
"""Of each game the card that a scenario is about, and others of its pack."""
PUT: Mapping[str, Mapping[str, str]] = {
    "wizards": {"of": "loom.exploration.III.bobbin_rat", "seat": "1", "zone": "slot"},
    "halo": {"of": "AEG-002", "seat": "1", "zone": "alpha.front"},
    "genius": {"of": "genius.support.chimes", "seat": "1", "zone": "supports"},
    "encounter": {"of": "encounter.unit.ox-rider", "seat": "1", "zone": "field", "cell": "1"},
}
"""Of each game a card that stands against it."""
HEADING = re.compile(r'<h2[^>]* id="([^"]+)"[^>]*>(.*?)</h2>', re.DOTALL)


def landmarks(page: str) -> list[str]:
    """Return what the sections of a page are called, by a label or by their heading."""
    titles = {name: re.sub(r"<[^>]*>|\s+", " ", text).strip() for name, text in HEADING.findall(page)}
    sections = re.findall(r"<section [^>]*>", page)
    labels = [re.search(r'aria-label(ledby)?="([^"]*)"', section) for section in sections]
    return [titles[label[2]] if label[1] else label[2] for label in labels if label is not None]


class Board:
    """The page of one scenario, as a designer uses it."""

    def __init__(self, client: Client, url: str) -> None:
        self.client, self.url = client, url
        self.page = html.unescape(client.get(url).content.decode())

    def look(self, **query: str) -> str:
        self.page = html.unescape(self.client.get(self.url, query).content.decode())
        names = landmarks(self.page)
        assert len(set(names)) == len(names), f"two parts of the page have the same name: {names}"
        return self.page

    def send(self, **form: Any) -> int:
        """Send a form of the page, and see the page that follows."""
        [etag] = set(re.findall(r'name="etag" value="(\w+)"', self.page))
        answer = self.client.post(self.url, {"etag": etag, **form}, follow=True)
        assert all(url.endswith("#work") for url, _ in answer.redirect_chain if "?" in url), (
            "the keyboard goes on there"
        )
        self.page = html.unescape(answer.content.decode())
        return answer.status_code

    def options(self) -> list[str]:
        return re.findall(r'name="choice" value="([^"]+)"', self.page)

    def keys(self) -> list[str]:
        """Return what the page proposes to expect, all of it by one button."""
        [forms] = re.findall(
            r'<form method="post"[^>]*>(?:(?!</form>).)*?value="state">Expect all of these', self.page, re.DOTALL
        )[-1:]
        return re.findall(r'name="key" value="([^"]+)"', forms.rpartition("<form")[2])


@pytest.fixture
def scenario(card: Card, admin: Account) -> Scenario:
    return scenario_create(actor=admin, card=card, text=scenario_text())


class TestAScenarioFromTheCard:
    @pytest.mark.parametrize("game", CARDS)
    def test_is_made_on_the_board_from_nothing_to_green(self, game: str, admin: Account, client_of: ClientOf) -> None:
        pack = pack_create(actor=admin, slug="own", ruleset=game, form=PackForm(name={"en": "Own"}))
        shipped = {document["id"]: document for document, _ in api.card_set(game)}
        for name in CARDS[game]:
            card_create(actor=admin, pack=pack, text=json.dumps(shipped[name]))
        client = client_of("admin")
        made = client.post(f"/packs/own/cards/{CARDS[game][0]}/scenarios/", {"do": "create", "name": "n"})
        board = Board(client, made.headers["Location"])
        zone = PUT[game]["zone"]
        offers = f'value="{PUT[game]["of"]}"' in board.look(part="given", pick=f"zone:1:{zone}")
        board.send(do="give", part="given", **PUT[game])
        at = 0
        board.look(part="given", pick="seat:0")
        board.look(part="when")
        while board.options() and at < 3:
            attacks = [key for key in board.options() if key.startswith("attack:")]
            board.send(do="answer", part="when", at=at, choice=(attacks or board.options())[0])
            at += 1
        board.look(part="then")
        board.send(do="state", part="then", at=at, key=board.keys())
        scenario = Scenario.objects.get()
        board.client.post("/preferences/", {"language": "zh"})
        chinese = board.look(part="then")

        assert offers
        assert (scenario.state, ">passed<" in board.page) == ("passed", False)
        assert ">通过<" in chinese
        assert scenario.revision == 3 + at


class TestAFactThatDoesNotHold:
    def test_is_said_in_the_sentence_and_on_the_board_and_accepted(
        self, scenario: Scenario, client_of: ClientOf
    ) -> None:
        board = Board(client_of("designer"), f"{PAGE}{scenario.number}/")
        [card] = re.findall(r"pick=card%3A(\d+)#work\">Foe \(m\)", board.page)
        pane = board.look(part="then", pick=f"card:{card}")
        health = re.findall(r'name="key" value="(entity/\d+/health)"', pane)[0]
        board.send(do="fact", part="then", at="2", key=health, to="3")
        red, words = reloaded_scenario(scenario).state, board.page
        board.send(do="accept /then/0/is/health", part="then", at="2")

        assert (red, reloaded_scenario(scenario).state) == ("failed", "passed")
        assert words.count("Health is 3") >= 2
        assert "is 5</b>" in words
        assert 'class="wrong"' in words

    def test_of_an_answer_that_is_not_legal_any_more_is_chosen_again(
        self, scenario: Scenario, client_of: ClientOf
    ) -> None:
        board = Board(client_of("designer"), f"{PAGE}{scenario.number}/")
        board.send(
            do="text", text=scenario_text(when=[{"seat": 0, "do": "buy", "entity": "z"}, {"seat": 0, "answer": ["m"]}])
        )
        page_before = board.page
        board.look(part="when", at="0")
        board.send(do="answer", part="when", at="0", choice=board.options()[0])

        assert page_before.count("Choose again") == 1
        assert "not reached" in page_before
        assert (reloaded_scenario(scenario).state, len(json.loads(reloaded_scenario(scenario).text)["when"])) == (
            "passed",
            2,
        )


class TestAChange:
    def test_is_taken_back_one_after_another(self, scenario: Scenario, client_of: ClientOf) -> None:
        board = Board(client_of("designer"), f"{PAGE}{scenario.number}/")
        first = reloaded_scenario(scenario).text
        board.send(do="name", to="one")
        board.send(do="name", to="two")
        names = []
        for _ in range(2):
            [to] = re.findall(r'name="to" value="(\d+)"><button[^>]*value="undo"', board.page)
            board.send(do="undo", to=to)
            names.append(reloaded_scenario(scenario).name)

        assert names == ["one", "deals damage to the chosen monster"]
        assert reloaded_scenario(scenario).text == first
        assert ScenarioRevision.objects.count() == 5

    def test_that_the_board_does_not_take_says_why_and_writes_nothing(
        self, scenario: Scenario, client_of: ClientOf
    ) -> None:
        board = Board(client_of("designer"), f"{PAGE}{scenario.number}/")
        status = board.send(do="give", of="own.foe", seat="0", zone="slot")
        why = board.page
        stale = board.client.post(board.url, {"do": "name", "to": "x", "etag": "s9"}).status_code
        unknown = board.client.post(board.url, {"do": "dance", "etag": "s1"}).status_code

        assert (status, stale, unknown) == (400, 412, 404)
        assert "There is no room for it." in why
        assert reloaded_scenario(scenario).revision == 1

    def test_sets_the_numbers_that_differ_alone(self, scenario: Scenario, client_of: ClientOf) -> None:
        board = Board(client_of("designer"), f"{PAGE}{scenario.number}/")
        page = board.look(part="given", pick="seat:0")
        form = dict(re.findall(r'name="([no]\.\w*)" value="(-?\d+)"', page)) | {"n.mana": "4"}
        board.send(do="number", seat="0", part="given", pick="seat:0", **form)
        seat = json.loads(reloaded_scenario(scenario).text)["given"]["seats"][0]

        assert (seat["mana"], "gold" in seat) == (4, False)

    def test_is_not_for_people_who_only_read(self, scenario: Scenario, client_of: ClientOf) -> None:
        client = client_of("viewer")
        page = client.get(f"{PAGE}{scenario.number}/").content.decode()

        assert "You can read this scenario." in page
        assert "sen__x" not in page
        assert client.post(f"{PAGE}{scenario.number}/", {"do": "name", "to": "x", "etag": "s1"}).status_code == 403


HOSTILE: tuple[dict[str, Any], ...] = (
    {},
    {"do": ""},
    {"do": "answer"},
    {"do": "answer", "at": "-1", "choice": "play:3"},
    {"do": "answer", "at": "999999", "choice": "play:3"},
    {"do": "answer", "at": "9" * 40, "choice": "play:3"},
    {"do": "answer", "at": "0", "choice": ["x", "y", "x"]},
    {"do": "answer", "at": "0", "choice": ["a"] * 70},
    {"do": "begin"},
    {"do": "begin", "phase": "dancing", "active": "0"},
    {"do": "begin", "phase": "battling", "active": "9"},
    {"do": "number", "seat": "9", "n.mana": "1"},
    {"do": "number", "seat": "0", "n.nothing": "1"},
    {"do": "number", "seat": "0", "n.mana": "one"},
    {"do": "counter", "card": "999999", "n.health": "1"},
    {"do": "give", "of": "no.such", "seat": "0", "zone": "hand"},
    {"do": "give", "of": "own.foe", "seat": "-7", "zone": "hand"},
    {"do": "give", "of": "own.foe", "seat": "0", "zone": "hand", "count": "999999"},
    {"do": "move", "card": "1"},
    {"do": "move", "card": "1", "place": "0:hand"},
    {"do": "take", "card": ""},
    {"do": "cut /when/99"},
    {"do": "cut /when/x"},
    {"do": "forget /given"},
    {"do": "forget /name/0"},
    {"do": "fact", "at": "0", "key": "entity/x/y", "to": "1"},
    {"do": "fact", "at": "0", "key": "seat/0/mana"},
    {"do": "state", "at": "7", "key": "zone/0/hand"},
    {"do": "state", "at": "0", "key": ["event/x"] * 201},
    {"do": "undo", "to": "99"},
    {"do": "undo", "to": "x"},
    {"do": "text"},
)
"""Forms that no page has: fields that are missing, ids that name nothing, numbers out of range."""


class TestAFormThatNoPageHas:
    def test_is_refused_with_a_message_and_writes_nothing(self, scenario: Scenario, client_of: ClientOf) -> None:
        client, url = client_of("designer"), f"{PAGE}{scenario.number}/"
        client.raise_request_exception = False
        wrong = []
        for form in HOSTILE:
            answer = client.post(url, {"etag": "s1", **form})
            page = answer.content.decode()
            if not 400 <= answer.status_code < 500 or not ('role="alert"' in page or "<h1" in page):
                wrong.append((form, answer.status_code))
        unreadable = [client.post(url, {"do": "text", "text": text, "etag": "s1"}).status_code for text in ("{", "[]")]

        assert wrong == []
        assert all(status < 500 for status in unreadable)
        assert ScenarioRevision.objects.filter(scenario=scenario).exclude(text__in=("{", "[]")).count() == 1


class TestAnAddress:
    @pytest.mark.parametrize(
        "query",
        [
            {"part": "none", "at": "x"},
            {"part": "given", "pick": "card:999"},
            {"part": "given", "pick": "zone:0:nowhere"},
            {"part": "given", "pick": "cell:Z9"},
            {"part": "then", "pick": "seat:9"},
            {"part": "then", "at": "999999", "pick": "zone"},
            {"undone": "x"},
        ],
    )
    def test_that_names_nothing_shows_the_scenario(
        self, scenario: Scenario, client_of: ClientOf, query: dict[str, str]
    ) -> None:
        page = client_of("designer").get(f"{PAGE}{scenario.number}/", query)

        assert page.status_code == 200
        assert 'id="work"' in page.content.decode()
