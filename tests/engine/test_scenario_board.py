"""A scenario on its board: what is drawn of it, and that each change by hand makes a scenario that says so."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from engine import api
from engine.scenario.edit import KEYS
from engine.scenario.facts import CHECKS
from engine.scenario.phrases import Phrases
from tests.sampling import sampled

GAMES = ("wizards", "halo", "genius", "encounter")
SAMPLES = 15  # one scenario of so many is drawn


def documents(game: str, text: str | None = None) -> list[dict[str, Any]]:
    """Return the shipped cards, or those that a scenario leads to, as a portal hands them in."""
    cards = {document["id"]: dict(document) for document, _ in api.card_set(game)}
    if text is None:
        return [*cards.values()]
    names = (set(api.strings_in(json.loads(text))) | api.words_of_rules(game)) & cards.keys()
    closure: set[str] = set()
    while names:
        closure |= names
        names = ({word for name in names for word in api.strings_in(cards[name])} & cards.keys()) - closure
    return [cards[name] for name in sorted(closure)]


def samples(game: str) -> list[api.SampleScenario]:
    played = [board for board in api.sample_scenarios(game) if '"problem"' not in board.text]
    return sampled(played, of=SAMPLES)


class Scenario:
    """A scenario of a game that is changed on its board."""

    def __init__(self, game: str, card: str) -> None:
        self.game, self.card = game, card
        self.cards = documents(game, json.dumps([card, "loom.exploration.III.bobbin_rat"]))
        self.text = api.new_scenario(game, card, "n", self.cards)

    def view(self, place: int | None = None) -> dict[str, Any]:
        return api.scenario_view(self.game, self.text, self.cards, place=place, card=self.card)

    def change(self, do: str, **parts: Any) -> None:
        self.text = api.scenario_changed(self.game, self.text, self.cards, {"do": do, **parts})

    def give(self, card: str, zone: str, seat: int, **parts: Any) -> int:
        before = {row["id"] for row in self.view()["offer"]["placed"]}
        self.change("give", of=card, seat=seat, zone=zone, **{"cell": -1, "top": False, "count": 1} | parts)
        [new] = {row["id"] for row in self.view()["offer"]["placed"]} - before
        return int(new)

    def answer(self, words: str) -> None:
        """Give the first answer whose words have these."""
        steps = len(self.value["when"])
        options = self.view(steps)["board"]["asked"]["options"]
        key = next(board["key"] for board in options if words in f"{board['en']} {(board['does'] or {'en': ''})['en']}")
        self.change("answer", place=steps, keys=key)

    def expect_what_changed(self) -> list[str]:
        """Expect everything that the actions changed, and return it in words."""
        steps = len(self.value["when"])
        rows = [row for row in self.view(steps)["open"] if row["changed"]]
        for row in rows:
            self.change("state", place=steps, key=row["key"])
        return [row["words"]["en"] for row in rows]

    @property
    def value(self) -> dict[str, Any]:
        value: dict[str, Any] = json.loads(self.text)
        return value

    @property
    def state(self) -> str:
        [outcome] = api.scenario_outcomes(self.game, self.text, self.cards)
        return outcome.state


def wizards() -> Iterator[tuple[Scenario, list[str]]]:
    board = Scenario("wizards", "loom.treasure.original.frost_needle")
    board.give("loom.exploration.III.bobbin_rat", "slot", 1)
    board.answer("Play")
    yield board, ["Bobbin Rat: Health is 9", "Player 1: Mana is 7"]


def halo() -> Iterator[tuple[Scenario, list[str]]]:
    board = Scenario("halo", "AEG-001")
    board.answer("Play")
    board.change("answer", place=1, keys=board.view(1)["board"]["asked"]["options"][0]["key"])
    yield board, ["Player 1, Hand: empty"]


def genius() -> Iterator[tuple[Scenario, list[str]]]:
    board = Scenario("genius", "genius.support.chimes")
    board.answer("Play")
    while board.view(len(board.value["when"]))["board"]["asked"]["seat"] == 0 and len(board.value["when"]) < 4:
        steps = len(board.value["when"])
        board.change("answer", place=steps, keys=board.view(steps)["board"]["asked"]["options"][0]["key"])
    yield board, ["Player 1, Hand: empty", "Player 1, Supports: Wind Chimes"]


def encounter() -> Iterator[tuple[Scenario, list[str]]]:
    board = Scenario("encounter", "encounter.unit.ox-rider")
    foe = board.give("encounter.unit.ox-rider", "field", 1, cell=1)
    board.change("counter", card=foe, name="health", to=9)
    board.answer("ttack")
    yield board, ["Health is"]


class TestBoard:
    @pytest.mark.parametrize("game", GAMES)
    def test_of_every_sample_is_drawn_and_says_what_its_run_says(self, game: str) -> None:
        for sample in samples(game):
            cards = documents(game, sample.text)
            [outcome] = api.scenario_outcomes(game, sample.text, cards)
            views = [api.scenario_view(game, sample.text, cards, place=at, card=sample.cards[0]) for at in (None, 999)]
            parts = [part for step in views[1]["steps"] for part in step["facts"] or ()] + views[1]["facts"]

            assert {view["state"] for view in views} == {outcome.state} == {"passed"}, sample.name
            assert parts, sample.name
            assert not any(part["actual"] for part in parts), sample.name
            assert all(part["words"][language] for part in parts for language in ("en", "zh")), sample.name

    @pytest.mark.parametrize("game", GAMES)
    def test_calls_a_card_by_a_name_and_everything_that_meant_it_still_does(self, game: str) -> None:
        """A fact about a card that has no name gives it one; actions and facts that called it by its id are rewritten."""
        for sample in samples(game):
            cards = documents(game, sample.text)
            view = api.scenario_view(game, sample.text, cards, place=999, card=sample.cards[0])
            nameless = [eid for eid, name in view["cards"].items() if not name]
            for row in view["open"]:
                if row["key"].startswith("entity/") and row["key"].split("/")[1] in nameless[:2]:
                    nameless.remove(row["key"].split("/")[1])
                    change = {"do": "state", "place": len(view["steps"]), "key": row["key"]}
                    text = api.scenario_changed(game, sample.text, cards, change)
                    [outcome] = api.scenario_outcomes(game, text, cards)
                    assert outcome.state == "passed", (sample.name, row["key"], outcome.failures)

    @pytest.mark.parametrize("write", [wizards, halo, genius, encounter], ids=GAMES)
    def test_is_set_up_played_and_pointed_at_until_it_is_green(self, write: Any) -> None:
        [(board, expected)] = write()
        before = board.state
        words = board.expect_what_changed()

        assert before == "tests_nothing"
        assert board.state == "passed"
        assert all(any(part in line for line in words) for part in expected), words


class TestFacts:
    def test_that_do_not_hold_are_named_accepted_and_taken_back(self) -> None:
        [(board, _)] = wizards()
        rat = next(row["key"] for row in board.view(1)["open"] if row["words"]["en"] == "Bobbin Rat: Health is 9")
        board.change("fact", place=1, key=rat, to=3)
        [wrong] = board.view(1)["facts"]
        red = board.state
        board.change("accept", path=wrong["path"])
        green = board.state
        board.change("forget", path=wrong["path"])

        assert (red, wrong["actual"]) == ("failed", {"en": "is 9", "zh": "实为9"})
        assert (green, board.state, board.value["then"]) == ("passed", "tests_nothing", [])

    def test_between_actions_stand_where_they_were_said(self) -> None:
        [(board, _)] = wizards()
        mana = next(row["key"] for row in board.view(0)["open"] if row["words"]["en"] == "Player 1: Mana is 9")
        board.change("state", place=0, key=mana)

        assert board.value["when"][0] == {"then": [{"seat": 0, "is": {"mana": 9}}]}
        assert board.state == "passed"

    def test_of_steps_become_one_list_of_actions(self) -> None:
        [(board, _)] = wizards()
        value = board.value
        facts = [{"seat": 0, "is": {"mana": 7}}]
        step = {"when": value.pop("when"), "then": facts}
        value.pop("then")
        board.text = json.dumps({**value, "steps": [step, {"then": [{"result": None}]}]})
        board.change("name", to="other")

        assert (board.value["when"][1], board.value["then"], board.state) == (
            {"then": facts},
            [{"result": None}],
            "passed",
        )


class TestChanges:
    def test_of_the_beginning_are_written_where_people_write_them(self) -> None:
        board = Scenario("wizards", "loom.treasure.original.frost_needle")
        rat = board.give("loom.exploration.III.bobbin_rat", "slot", 1)
        for change in (
            {"do": "counter", "card": rat, "name": "health", "to": 4},
            {"do": "number", "seat": 1, "name": "gold", "to": 2},
            {"do": "active", "to": 1},
            {"do": "seed", "to": 5},
            {"do": "move", "card": rat, "seat": 0, "zone": "slot", "cell": -1, "top": False},
            {
                "do": "give",
                "of": "loom.treasure.original.frost_needle",
                "seat": 1,
                "zone": "deck",
                "cell": -1,
                "top": False,
                "count": 3,
            },
        ):
            board.text = api.scenario_changed("wizards", board.text, board.cards, change)
        deck = {row["id"] for row in board.view()["offer"]["placed"] if row["zone"] == "deck"}
        board.change("counter", card=sorted(deck)[1], name="manaCost", to=0)
        seats = board.value["given"]["seats"]
        copies = [(entry.get("count", 1), entry.get("manaCost")) for entry in seats[1]["deck"]]

        assert seats[0]["slot"] == [{"card": "loom.exploration.III.bobbin_rat", "as": "bobbin_rat", "health": 4}]
        assert ((seats[1]["gold"], "slot" in seats[1]), board.value["given"]["active"], board.value["seed"]) == (
            (2, False),
            1,
            5,
        )
        assert copies == [(1, None), (1, 0), (1, None)]

    @pytest.mark.parametrize(
        ("change", "reason"),
        [
            (
                {
                    "do": "give",
                    "of": "loom.exploration.III.bobbin_rat",
                    "seat": 0,
                    "zone": "hand",
                    "cell": -1,
                    "top": False,
                    "count": 1,
                },
                "takes only",
            ),
            (
                {"do": "give", "of": "no.such", "seat": 0, "zone": "hand", "cell": -1, "top": False, "count": 1},
                "no.such",
            ),
            (
                {"do": "give", "of": "no.such", "seat": 7, "zone": "hand", "cell": -1, "top": False, "count": 1},
                "no longer",
            ),
            ({"do": "number", "seat": 0, "name": "mana", "to": -1}, "from 0 to 999"),
            ({"do": "number", "seat": 0, "name": "mood", "to": 1}, "no such"),
            ({"do": "counter", "card": 999, "name": "health", "to": 1}, "no such"),
            ({"do": "answer", "place": 0, "keys": "play:999"}, "not offered"),
            ({"do": "answer", "place": 9, "keys": "pass"}, "no longer"),
            ({"do": "state", "place": 0, "key": "seat/0/mood"}, "no longer"),
            ({"do": "fact", "place": 0, "key": "zone/0/hand", "to": 1}, "no such"),
            ({"do": "forget", "path": "/then/4"}, "no longer"),
            ({"do": "phase", "to": "sleeping"}, "sleeping"),
        ],
    )
    def test_that_the_board_does_not_take_say_why(self, change: dict[str, Any], reason: str) -> None:
        board = Scenario("wizards", "loom.treasure.original.frost_needle")
        with pytest.raises(api.BoardRefusal) as refusal:
            api.scenario_changed("wizards", board.text, board.cards, change)

        assert reason in refusal.value.text.en
        assert refusal.value.text.zh

    @pytest.mark.parametrize("kind", [*KEYS, "other"])
    def test_of_another_shape_are_none(self, kind: str) -> None:
        board = Scenario("wizards", "loom.treasure.original.frost_needle")
        parts = dict.fromkeys(KEYS.get(kind, ()))
        for change in ({"do": kind}, {"do": kind, **parts}, {"do": kind, **parts, "more": 1}):
            with pytest.raises(api.IllegalAction):
                api.scenario_changed("wizards", board.text, board.cards, change)

    def test_take_a_lone_text_alone(self) -> None:
        for text in ("{", "[]", "7"):
            with pytest.raises(api.BoardRefusal):
                api.scenario_view("wizards", text, [], place=None, card="x")


class TestSentences:
    def test_are_there_for_every_kind_of_fact(self) -> None:
        assert set(Phrases._sayings) == set(CHECKS)


NEED_MORE = {
    "genius.event.banish": "a summon of the opponent",
    "genius.event.auction": "a support card of one's own",
    "genius.event.salvage": "a support card of one's own",
    "genius.event.drum": "a switch before it",
    "genius.event.tend": "a summon of one's own",
    "genius.event.spirit-feast": "two summons of one's own",
    "encounter.order.execute": "two units of the opponent",
}
"""Cards that cannot be played on a board where nothing has happened, each with what it asks for."""


@pytest.mark.parametrize("game", GAMES)
def test_a_new_scenario_lets_its_card_be_played_at_once(game: str) -> None:
    cards = documents(game)
    without_play = set()
    for card in sampled((document["id"] for document in cards), of=8):
        view = api.scenario_view(game, api.new_scenario(game, card, "n", cards), cards, place=0, card=card)
        hands = [zone for side in view["board"]["scene"]["seats"] for zone in side["zones"] if zone["held"]]
        hand = {tile["id"] for zone in hands for tile in zone["cards"] if tile["card"] == card}
        options = {option["entity"] for option in view["board"]["asked"]["options"] if option["verb"] == "play"}
        if hand - options:
            without_play.add(card)
    assert without_play <= NEED_MORE.keys()
