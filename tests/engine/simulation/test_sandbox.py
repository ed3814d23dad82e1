"""Changes by hand: whatever a board declares can be set, given and moved in every game, and plays again from its lines."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from engine import api
from engine.errors import IllegalAction
from engine.kernel.chance import Stream
from engine.kernel.decisions import MAIN
from engine.kernel.digest import digest
from engine.kernel.machine import Step, apply, interject
from engine.kernel.state_writers import chance as next_draw
from engine.replay import Match
from engine.ruleset import BoardRefusal
from engine.rulesets import find
from engine.scene import scene
from engine.simulation.sandbox import KEYS, Sandbox, change_line
from tests.engine.simulation.test_watch import PLANS, planned
from tests.engine.third_ruleset import OUTSIDE, on_the_path

Json = dict[str, Any]
GAMES = ("wizards", "halo", "genius", "encounter")
PLACES = (1, 4)
"""Fifths of a match at which its table is changed."""
CHANGES = 40
"""Changes of one table that are tried, of all that its board declares."""
ANSWERS = 12
"""Answers that are given on a changed table."""


def tables(match: Match) -> list[Step]:
    """Return the steps of a match that ask a main question of one seat."""
    return [
        step
        for step, _ in match.played()
        if step.decision is not None and [one.kind for one in step.state.pending] == [MAIN]
    ]


def sandbox_of(game: str) -> Sandbox:
    return Sandbox(find(game), {document["id"]: document for document, _ in api.card_set(game)}, min(find(game).seats))


def changes(offer: Json) -> Iterator[Json]:
    """Yield the changes that an offer means: each number to both of its ends, each card away and to each zone that takes it."""
    for seat, rows in (*enumerate(offer["seats"]), (-1, offer["table"])):
        for row in rows:
            yield from (
                {"do": "number", "seat": seat, "name": row["name"], "to": to}
                for to in {row["low"], min(row["high"], row["value"] + 1)}
            )
    for card in offer["placed"]:
        yield from (
            {"do": "counter", "card": card["id"], "name": row["name"], "to": row["low"]} for row in card["numbers"]
        )
        yield {"do": "remove", "card": card["id"]}
        zones = (zone for zone in offer["zones"] if card["sort"] in zone["sorts"])
        yield from ({"do": "move", "card": card["id"], **place_of(zone), "top": True} for zone in zones)
    for zone in offer["zones"]:
        of_zone = [card["card"] for card in offer["cards"] if card["sort"] in zone["sorts"]]
        given = of_zone[:: max(1, len(of_zone) // 2)]
        yield from ({"do": "give", "of": card, **place_of(zone), "top": False} for card in given)
    yield from ({"do": "chance", "stream": stream, "to": 1} for stream in offer["chance"])


def place_of(zone: Json) -> Json:
    return {"seat": zone["seat"], "zone": zone["name"], "cell": -1}


def played_on(step: Step, chance: Stream) -> Step:
    """Give some answers by chance."""
    for _ in range(ANSWERS):
        decision = step.decision
        if decision is None:
            break
        count = max(decision.min, min(1, decision.max))
        step = apply(step.state, tuple(decision.options[place] for place in chance.pick(count, decision.options)))
    return step


@pytest.mark.parametrize("game", GAMES)
class TestEveryGame:
    def test_takes_a_change_of_everything_that_its_board_declares_and_plays_on(self, game: str) -> None:
        sandbox, chance = sandbox_of(game), Stream(5, "changes")
        steps = tables(api.new_match(game, seed=3, seats=min(find(game).seats), bots_by_seat=("random",)))
        kinds: set[str] = set()
        for place in PLACES:
            step = steps[place * len(steps) // 5]
            before = digest(step.state)
            offer = sandbox.offered(step.state)
            by_kind: dict[str, list[Json]] = {}
            for change in changes(offer):
                by_kind.setdefault(change["do"], []).append(change)
            for kind, listed in by_kind.items():
                for no in chance.pick(min(len(listed), CHANGES // len(by_kind)), listed):
                    line = change_line(listed[no])
                    try:
                        after = sandbox.changed(step, line)
                    except BoardRefusal:
                        continue
                    kinds.add(kind)
                    assert digest(sandbox.changed(step, line).state) == digest(after.state), line
                    played_on(after, chance)
            assert digest(step.state) == before
        assert kinds == {*KEYS} - {"seats"}

    def test_asks_the_same_again_where_nothing_was_written(self, game: str) -> None:
        """The question is put by an op that only looks: run twice, it asks the same about the same state."""
        for step in tables(api.new_match(game, seed=3, seats=min(find(game).seats), bots_by_seat=("random",)))[::3]:
            again = interject(step.state, lambda st: None)

            assert (again.decision, digest(again.state), again.state.rng) == (
                step.decision,
                digest(step.state),
                step.state.rng,
            )

    def test_sets_each_number_to_what_is_written(self, game: str) -> None:
        sandbox = sandbox_of(game)
        steps = tables(api.new_match(game, seed=3, seats=min(find(game).seats), bots_by_seat=("random",)))
        step = steps[len(steps) // 5]
        for row in sandbox.offered(step.state)["seats"][0]:
            to = row["low"] if row["value"] != row["low"] else min(row["high"], row["low"] + 1)
            after = sandbox.changed(step, change_line({"do": "number", "seat": 0, "name": row["name"], "to": to}))
            set_to = {one["name"]: one["value"] for one in sandbox.offered(after.state)["seats"][0]}
            assert set_to[row["name"]] == to, row


class TestPhases:
    @pytest.mark.parametrize("game", GAMES)
    def test_of_a_round_are_phases_of_the_board_and_one_is_now_at_most(self, game: str) -> None:
        board = find(game).board
        assert board is not None
        assert board.layout.phases
        assert {*board.layout.phases} <= {phase.name for phase in board.phases}
        for step in tables(api.new_match(game, seed=3, seats=min(find(game).seats), bots_by_seat=("random",)))[::9]:
            phases = scene(find(game), step.state, min(find(game).seats))["phases"]
            assert sum(phase["now"] for phase in phases) == 1, phases


class TestOfThirdGames:
    @pytest.mark.parametrize("game", OUTSIDE)
    def test_a_studios_own_game_has_its_sandbox_by_its_declarations(self, game: str) -> None:
        with on_the_path(game):
            seats, changes_made = min(find(game).seats), 0
            step = tables(api.new_match(game, seed=3, seats=seats, bots_by_seat=("random",)))[2]
            sandbox = sandbox_of(game)
            offer = sandbox.offered(step.state)
            for change in changes(offer):
                try:
                    played_on(sandbox.changed(step, change_line(change)), Stream(1, game))
                except BoardRefusal:
                    continue
                changes_made += 1

        assert offer["seats"][0]
        assert changes_made


class TestLines:
    @pytest.mark.parametrize(
        "line",
        [
            "!",
            "![]",
            "!{}",
            '!{"do":"number"}',
            '!{"do":"number","seat":0,"name":"mana","to":true}',
            '!{"do":"number","seat":0,"name":"mana","to":1,"more":1}',
            '!{"do":"seats","seats":[[0]]}',
            '!{"do":"seats","seats":[]}',
            '!{"do":"seats","seats":[7]}',
            "!" + "[" * 390,
            '!{"do":"remove","card":1' + " " * 400 + "}",
        ],
    )
    def test_that_are_no_change_are_not_offered(self, line: str) -> None:
        step = tables(api.new_match("wizards", seed=3, seats=2, bots_by_seat=("random",)))[0]

        with pytest.raises(IllegalAction) as refusal:
            sandbox_of("wizards").changed(step, line)

        assert refusal.value.code == "not-offered"

    @pytest.mark.parametrize(
        "change",
        [
            {"do": "number", "seat": 0, "name": "mana", "to": 10**6},
            {"do": "number", "seat": 9, "name": "mana", "to": 1},
            {"do": "number", "seat": 0, "name": "kind", "to": 1},
            {"do": "counter", "card": 1, "name": "mana", "to": 1},
            {"do": "remove", "card": 10**6},
            {"do": "remove", "card": 1},
            {"do": "give", "of": "nonsense", "seat": 0, "zone": "hand", "cell": -1, "top": False},
            {"do": "give", "of": "loom.treasure.common.kindling", "seat": 0, "zone": "slot", "cell": -1, "top": False},
            {"do": "give", "of": "loom.treasure.common.kindling", "seat": -1, "zone": "hand", "cell": -1, "top": False},
            {"do": "chance", "stream": "shuffle/0", "to": 1},
            {"do": "chance", "stream": "first", "to": -1},
        ],
    )
    def test_that_the_table_does_not_take_are_refused_with_the_reason(self, change: Json) -> None:
        step = tables(api.new_match("wizards", seed=3, seats=2, bots_by_seat=("random",)))[0]

        with pytest.raises(BoardRefusal) as refusal:
            sandbox_of("wizards").changed(step, change_line(change))

        assert refusal.value.text.en and refusal.value.text.zh


class TestChance:
    def test_the_next_draw_is_the_one_that_was_fixed_and_no_thought_knows_it(self) -> None:
        sandbox = sandbox_of("genius")
        steps = tables(api.new_match("genius", seed=3, seats=2, bots_by_seat=("random",)))
        step = next(each for each in steps if "roll/0" in each.state.rng)
        for to in (0, 5):
            state = sandbox.changed(step, change_line({"do": "chance", "stream": "roll/0", "to": to})).state
            drawn = state.fork()
            assert next_draw(drawn, "roll/0", 8) == to
            assert state.fork_hypothetical(0, 1).program.foretold == {}


class TestAMatch:
    @pytest.fixture(params=PLANS)
    def spec(self, request: pytest.FixtureRequest) -> Json:
        ruleset, card, more = PLANS[request.param]
        return planned(ruleset, card, **more) | {"bots": ["random"]}

    def test_calls_given_cards_by_their_names(self, spec: Json) -> None:
        """No answer of the question that follows has the number of a card in the place of its name."""
        trace, answers, offer = self.opened(spec)
        zones = [zone for zone in offer["zones"] if zone["seat"] == trace["seat"]]
        for zone in zones:
            card = next((card for card in offer["cards"] if card["sort"] in zone["sorts"]), None)
            if card is None:
                continue
            given = [*answers, api.change_line({"do": "give", "of": card["card"], **place_of(zone), "top": True})]
            try:
                view = api.preview_watch(spec, trace, given, step=len(given), viewer=None)
            except BoardRefusal:
                continue
            words = [option[lang] for option in view["asked"]["options"] for lang in ("en", "zh")]
            assert [each for each in words if re.search("#[0-9]", each)] == [], (zone, card)

    def opened(self, spec: Json) -> tuple[Json, list[str], Json]:
        """Play a hand until its table can be changed; return the hand, its answers and what may be changed."""
        trace = api.preview_hand(spec)
        seat, answers = trace["seat"], list(trace["answers"])
        while True:
            answers = api.preview_play(spec, trace, answers, seat=seat, max_answers=60)["answers"]
            offer = api.preview_sandbox(spec, trace, answers)
            if offer is not None:
                return trace, answers, offer
            asked = api.preview_watch(spec, trace, answers, step=len(answers))["asked"]
            answers.append(",".join(each["key"] for each in asked["options"][: max(1, asked["min"])]))

    def test_with_changes_plays_again_is_told_and_verified_and_becomes_a_scenario(self, spec: Json) -> None:
        trace, answers, offer = self.opened(spec)
        seat = trace["seat"]
        row = next(row for row in offer["seats"][seat] if row["value"] < row["high"])
        change = {"do": "number", "seat": seat, "name": row["name"], "to": row["value"] + 1}
        other = {"do": "seats", "seats": [0, 1]}
        answers = [*answers, api.change_line(change), api.change_line(other)]

        on = api.preview_play(spec, trace, answers, seat=seat, max_answers=60)
        view = api.preview_watch(spec, trace, on["answers"], step=len(answers) - 1, viewer=None)
        file = json.loads(json.dumps(api.preview_match_file(spec, trace, answers)))
        text = api.match_scenario(spec, trace, answers, name="Table", documents=[spec["candidate"]])

        assert (on["seats"], on["isMine"], on["answers"]) == ([0, 1], True, answers)
        told = next(line for line in view["rows"] if line["no"] == len(answers) - 1)
        assert told["change"] and f"{row['value']} → {row['value'] + 1}" in told["lines"]["en"][0]
        assert file["sandbox"] and api.preview_match_verify(file)["ok"]
        assert api.preview_take_back(spec, trace, answers, seat=seat) == answers[:-1]
        assert api.preview_take_back(spec, trace, answers[:-1], seat=seat) == answers[:-2]
        assert text is not None
        assert json.loads(text)["given"]["seats"][seat][row["name"]] == row["value"] + 1
        [outcome] = api.scenario_outcomes(spec["ruleset"], text, [spec["candidate"]])
        assert outcome.state == "tests_nothing", outcome.failures
