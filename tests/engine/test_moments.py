"""Moments of matches as scenarios: what is made of any answer passes when it is run, and says what the answer changed."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from engine import api
from engine.cardset import HashedCard, hashed, shipped
from engine.kernel.decisions import action_key
from engine.packs.layout import pretty
from engine.packs.reader import Document
from engine.replay import Match
from engine.ruleset import Ruleset
from engine.rulesets import find
from engine.scenario import run_document
from engine.scenario.moment import ANSWERS_BEFORE, Answered, MatchScenario, moment_scenario
from tests.engine.simulation.test_watch import planned
from tests.examples import IS_WHOLE
from tests.sampling import sampled

Json = dict[str, Any]
GAMES = ("wizards", "halo", "genius", "encounter")
SAMPLES = 8
"""Moments of each playthrough, spread over the whole of it; a day looks at every other one."""
UNREACHABLE = {"reroll"}
"""Prompts to which no board leads: the dice before them are chance."""


def cards_of(ruleset: Ruleset) -> tuple[HashedCard, ...]:
    return shipped(ruleset.folder)


def answers_of(match: Match) -> list[Answered]:
    """Play a match, and return its answers between the steps before and after each."""
    answers: list[Answered] = []
    before = None
    for step, action in match.played():
        if before is not None and action is not None:
            answers.append(Answered(before, action, step))
        before = step
    return answers


def state_of(ruleset: Ruleset, value: Json, cards: tuple[HashedCard, ...]) -> str:
    document = Document(value, pretty(value), file="scenario.json")
    [outcome] = run_document(document, lambda name: (ruleset, cards))
    return outcome.state


def passing(ruleset: Ruleset, value: Json) -> bool:
    return state_of(ruleset, value, cards_of(ruleset)) == "passed"


@cache
def moments(game: str, bot: str, seed: int) -> list[tuple[Answered, MatchScenario | None]]:
    ruleset = find(game)
    answers = answers_of(api.new_match(game, seed=seed, seats=min(ruleset.seats), bots_by_seat=(bot,)))
    samples = sampled(range(SAMPLES), of=2, whole=IS_WHOLE)
    places = [round(place * (len(answers) - 1) / (SAMPLES - 1)) for place in samples]
    return [
        (
            answers[place],
            moment_scenario(ruleset, answers[max(0, place - ANSWERS_BEFORE) : place + 1], cards_of(ruleset), "moment"),
        )
        for place in places
    ]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("bot", "seed"), [("greedy", 8), ("random", 7)])
class TestEveryMoment:
    def test_becomes_a_scenario_that_passes(self, game: str, bot: str, seed: int) -> None:
        ruleset = find(game)

        for turn, moment in moments(game, bot, seed):
            decision = turn.before.decision
            assert decision is not None
            if decision.prompt not in UNREACHABLE:
                assert moment is not None, f"{decision.prompt}: {action_key(turn.action)}"
            if moment is not None:
                assert passing(ruleset, moment.value)
                assert moment.value["when"]

    def test_often_says_all_that_the_answer_changed(self, game: str, bot: str, seed: int) -> None:
        found = [moment for _, moment in moments(game, bot, seed) if moment is not None]

        assert sum(not moment.differences for moment in found) * 3 >= len(found)


def action_of(answers: list[Answered], key: str) -> int:
    """Return the place of the first answer whose key begins with some text."""
    return next(place for place, one in enumerate(answers) if action_key(one.action).startswith(key))


class TestWhatItSays:
    def scenario_of(self, game: str, key: str) -> Json:
        ruleset = find(game)
        answers = answers_of(api.new_match(game, seed=8, seats=2, bots_by_seat=("greedy",)))
        place = action_of(answers, key)
        moment = moment_scenario(ruleset, answers[max(0, place - 12) : place + 1], cards_of(ruleset), "A moment")
        assert moment is not None
        return moment.value

    def test_the_answer_is_the_last_of_what_is_done(self) -> None:
        value = self.scenario_of("halo", "attack")

        assert value["name"] == "A moment"
        assert value["when"][-1]["do"] == "attack"

    def test_what_did_not_matter_is_left_out(self) -> None:
        """An attack needs its two cards, not the decks of both seats."""
        seats = self.scenario_of("halo", "attack")["given"]["seats"]

        assert not any("deck" in seat or "hand" in seat for seat in seats)

    def test_each_part_that_is_left_is_needed(self) -> None:
        value = self.scenario_of("encounter", "attack")
        ruleset = find("encounter")

        for place, seat in enumerate(value["given"]["seats"]):
            for name in seat:
                smaller = {**seat}
                del smaller[name]
                seats = [*value["given"]["seats"]]
                seats[place] = smaller
                assert not passing(ruleset, {**value, "given": {**value["given"], "seats": seats}}), name

    def test_a_changed_card_breaks_it(self) -> None:
        """The facts are the change: with a stronger card the attack changes more."""
        value, ruleset = self.scenario_of("encounter", "attack"), find("encounter")
        attacker = next(action["entity"] for action in value["when"] if action.get("do") == "attack")
        entries = [
            entry
            for seat in value["given"]["seats"]
            for zone in seat.values()
            if isinstance(zone, list)
            for entry in zone
        ]
        [card] = [placed["card"] for placed in entries if placed.get("as") == attacker]
        stronger = tuple(
            hashed({**entry, "atk": entry["atk"] + 1}) if entry["id"] == card else (entry, digest)
            for entry, digest in cards_of(ruleset)
        )

        assert state_of(ruleset, value, stronger) == "failed"


class TestOfAPlan:
    def test_a_match_with_borrowed_cards_has_them_as_its_own(self) -> None:
        """A pack of one card plays with the shipped ones; its scenario runs on that one card."""
        spec = planned("halo", "VLT-007")
        trace = api.preview_hand(spec)
        answers = api.preview_play(spec, trace, [], seat=1, max_answers=30)["answers"]
        own = [spec["candidate"]]

        text = api.match_scenario(spec, trace, answers, name="A moment", documents=own)

        assert text is not None
        [outcome] = api.scenario_outcomes("halo", text, own)
        assert outcome.state == "passed", outcome.failures

    def test_no_answer_is_no_moment(self) -> None:
        spec = planned("halo", "VLT-007")

        assert api.match_scenario(spec, api.preview_hand(spec), [], name="-", documents=[]) is None
