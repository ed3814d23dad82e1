"""A scenario on its board: what is drawn of it, and that each change by hand makes a scenario that says what stands there."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from engine import api
from engine.scenario.edit import KEYS
from tests.sampling import sampled

GAMES = ("wizards", "halo", "genius", "encounter")
SAMPLES = 15  # one scenario of so many is drawn


def documents(game: str, text: str | None = None) -> list[dict[str, Any]]:
    """Return the shipped cards, or those that a scenario leads to, as a portal hands them in."""
    cards = {document["id"]: dict(document) for document, _ in api.card_set(game)}
    if text is None:
        return [*cards.values()]
    names = (set(api.strings_in(json.loads(text))) | api.words_of_rules(game)) & cards.keys()
    found: set[str] = set()
    while names:
        found |= names
        names = ({word for name in names for word in api.strings_in(cards[name])} & cards.keys()) - found
    return [cards[name] for name in sorted(found)]


def samples(game: str) -> list[api.SampleScenario]:
    played = [one for one in api.sample_scenarios(game) if '"problem"' not in one.text]
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
        key = next(one["key"] for one in options if words in f"{one['en']} {(one['does'] or {'en': ''})['en']}")
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
    one = Scenario("wizards", "loom.treasure.original.frost_needle")
    one.give("loom.exploration.III.bobbin_rat", "slot", 1)
    one.answer("Play")
    yield one, ["Bobbin Rat: Health is 9", "Player 1: Mana is 7"]


def halo() -> Iterator[tuple[Scenario, list[str]]]:
    one = Scenario("halo", "AEG-001")
    one.answer("Play")
    one.change("answer", place=1, keys=one.view(1)["board"]["asked"]["options"][0]["key"])
    yield one, ["Player 1, Hand: empty"]


def genius() -> Iterator[tuple[Scenario, list[str]]]:
    one = Scenario("genius", "genius.support.chimes")
    one.answer("Play")
    while one.view(len(one.value["when"]))["board"]["asked"]["seat"] == 0 and len(one.value["when"]) < 4:
        steps = len(one.value["when"])
        one.change("answer", place=steps, keys=one.view(steps)["board"]["asked"]["options"][0]["key"])
    yield one, ["Player 1, Hand: empty", "Player 1, Supports: Wind Chimes"]


def encounter() -> Iterator[tuple[Scenario, list[str]]]:
    one = Scenario("encounter", "encounter.unit.ox-rider")
    foe = one.give("encounter.unit.ox-rider", "field", 1, cell=1)
    one.change("counter", card=foe, name="health", to=9)
    one.answer("ttack")
    yield one, ["Health is"]


class TestBoard:
    @pytest.mark.parametrize("game", GAMES)
    def test_of_every_sample_is_drawn_and_says_what_its_run_says(self, game: str) -> None:
        for sample in samples(game):
            cards = documents(game, sample.text)
            [outcome] = api.scenario_outcomes(game, sample.text, cards)
            drawn = [api.scenario_view(game, sample.text, cards, place=at, card=sample.cards[0]) for at in (None, 999)]
            said = [part for step in drawn[1]["steps"] for part in step["facts"] or ()] + drawn[1]["facts"]

            assert {view["state"] for view in drawn} == {outcome.state} == {"passed"}, sample.name
            assert said, sample.name
            assert not any(part["instead"] for part in said), sample.name
            assert all(part["words"][language] for part in said for language in ("en", "zh")), sample.name

    @pytest.mark.parametrize("game", GAMES)
    def test_calls_a_card_by_a_name_and_everything_that_meant_it_still_does(self, game: str) -> None:
        """A fact about a card that has no name gives it one; actions and facts that called it by its id are written anew."""
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
        [(one, expected)] = write()
        before = one.state
        words = one.expect_what_changed()

        assert before == "tests_nothing"
        assert one.state == "passed"
        assert all(any(part in line for line in words) for part in expected), words


class TestFacts:
    def test_that_do_not_hold_are_named_accepted_and_taken_back(self) -> None:
        [(one, _)] = wizards()
        rat = next(row["key"] for row in one.view(1)["open"] if row["words"]["en"] == "Bobbin Rat: Health is 9")
        one.change("fact", place=1, key=rat, to=3)
        [wrong] = one.view(1)["facts"]
        red = one.state
        one.change("accept", path=wrong["path"])
        green = one.state
        one.change("forget", path=wrong["path"])

        assert (red, wrong["instead"]) == ("failed", {"en": "is 9", "zh": "实为9"})
        assert (green, one.state, one.value["then"]) == ("passed", "tests_nothing", [])

    def test_between_actions_stand_where_they_were_said(self) -> None:
        [(one, _)] = wizards()
        mana = next(row["key"] for row in one.view(0)["open"] if row["words"]["en"] == "Player 1: Mana is 9")
        one.change("state", place=0, key=mana)

        assert one.value["when"][0] == {"then": [{"seat": 0, "is": {"mana": 9}}]}
        assert one.state == "passed"

    def test_of_steps_become_one_list_of_actions(self) -> None:
        [(one, _)] = wizards()
        value = one.value
        facts = [{"seat": 0, "is": {"mana": 7}}]
        step = {"when": value.pop("when"), "then": facts}
        value.pop("then")
        one.text = json.dumps({**value, "steps": [step, {"then": [{"result": None}]}]})
        one.change("name", to="other")

        assert (one.value["when"][1], one.value["then"], one.state) == ({"then": facts}, [{"result": None}], "passed")


class TestChanges:
    def test_of_the_beginning_are_written_where_people_write_them(self) -> None:
        one = Scenario("wizards", "loom.treasure.original.frost_needle")
        rat = one.give("loom.exploration.III.bobbin_rat", "slot", 1)
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
            one.text = api.scenario_changed("wizards", one.text, one.cards, change)
        deck = {row["id"] for row in one.view()["offer"]["placed"] if row["zone"] == "deck"}
        one.change("counter", card=sorted(deck)[1], name="manaCost", to=0)
        seats = one.value["given"]["seats"]
        copies = [(entry.get("count", 1), entry.get("manaCost")) for entry in seats[1]["deck"]]

        assert seats[0]["slot"] == [{"card": "loom.exploration.III.bobbin_rat", "as": "bobbin_rat", "health": 4}]
        assert ((seats[1]["gold"], "slot" in seats[1]), one.value["given"]["active"], one.value["seed"]) == (
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
        one = Scenario("wizards", "loom.treasure.original.frost_needle")
        with pytest.raises(api.BoardRefusal) as refused:
            api.scenario_changed("wizards", one.text, one.cards, change)

        assert reason in refused.value.text.en
        assert refused.value.text.zh

    @pytest.mark.parametrize("kind", [*KEYS, "other"])
    def test_of_another_shape_are_none(self, kind: str) -> None:
        one = Scenario("wizards", "loom.treasure.original.frost_needle")
        parts = dict.fromkeys(KEYS.get(kind, ()))
        for change in ({"do": kind}, {"do": kind, **parts}, {"do": kind, **parts, "more": 1}):
            with pytest.raises(api.IllegalAction):
                api.scenario_changed("wizards", one.text, one.cards, change)

    def test_take_a_lone_text_alone(self) -> None:
        for text in ("{", "[]", "7"):
            with pytest.raises(api.BoardRefusal):
                api.scenario_view("wizards", text, [], place=None, card="x")
