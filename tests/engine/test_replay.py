"""Replay files: written down while a match is played, played again to the same digests, and refused where they cannot be."""

from __future__ import annotations

import copy
import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine import api
from engine.errors import BadCard, IllegalAction
from engine.packs.reader import read_json
from engine.rulesets.wizards import RULESET
from tests.engine.language.strategies import JUNK, places
from tests.examples import some_of

Json = dict[str, Any]
ROOT = Path(__file__).parents[2]
REPLAY_SCRIPT = """
import json, sys
from engine import api
print(json.dumps([api.replay(held) for held in json.load(sys.stdin)]))
"""


def played(seed: int = 3, **more: Any) -> Json:
    """Return the replay file of a match of random bots, as JSON has it."""
    match = api.new_match("wizards", seed=seed, seats=more.pop("seats", 2), **more)
    replay: Json = json.loads(json.dumps(api.play(match)))
    return replay


@pytest.fixture(scope="module")
def replay() -> Json:
    return played()


class TestReplayFile:
    def test_says_what_was_played_and_with_what(self, replay: Json) -> None:
        assert list(replay) == [
            "format", "engine", "ruleset", "cardDataVersion", "contentHash", "seed", "config", "decks", "seats", "bots",
            "actions", "checks", "result",
        ]  # fmt: skip
        assert (replay["format"], replay["engine"], replay["cardDataVersion"]) == ("replay/1", api.VERSION, api.VERSION)
        assert (replay["seed"], replay["seats"], replay["bots"], replay["decks"]) == (3, 2, ["random", "random"], [])
        assert set(replay["config"]) == {setting.name for setting in RULESET.settings}

    def test_checks_every_turn_and_the_end(self, replay: Json) -> None:
        numbers = [number for number, _ in replay["checks"]]

        assert numbers[0] == 0
        assert numbers[-1] == len(replay["actions"])
        assert len(numbers) > 10

    def test_says_how_it_ended(self, replay: Json) -> None:
        assert replay["result"]["outcome"] == "win"
        assert replay["result"]["winner"] in (0, 1)

    def test_is_verified(self, replay: Json) -> None:
        answer = api.replay(replay)

        assert (answer["ok"], answer["mismatch"], answer["decisions"]) == (True, None, len(replay["actions"]))
        assert answer["digest"] == replay["checks"][-1][1]

    def test_keeps_to_the_settings_that_it_was_played_with(self) -> None:
        second = played(config={"hand": 3, "steps": {"III": 5}, "reversePlays": [2, 2, 2, 2]})

        assert second["config"]["steps"] == {"III": 5, "VI": 6, "IX": 9, "XII": 12}
        assert second["actions"] != played()["actions"]
        assert api.replay(second)["ok"]
        assert not api.replay({**second, "config": {**second["config"], "hand": 4}})["ok"]

    def test_of_a_game_that_is_handed_in_is_verified_by_it(self) -> None:
        ruleset = replace(RULESET, name="other", config={**RULESET.config, "hand": 2})
        document = json.loads(json.dumps(api.play(api.new_match(ruleset, seed=1, seats=2))))

        assert api.replay(document, ruleset=ruleset)["ok"]
        with pytest.raises(BadCard, match="E-ENUM /ruleset"):
            api.replay(document)

    def test_of_random_matches_is_the_same_in_another_process_with_other_hashes(self) -> None:
        """Through the door, for more than two seats; tests/engine/laws/test_processes.py replays more of each game."""
        count = int(os.environ.get("CARDLOOM_REPLAYS", "9"))
        files = [played(seed, seats=2 + seed % 3) for seed in range(count)]
        environment = {**os.environ, "PYTHONHASHSEED": "4711"}
        reported = subprocess.run(
            [sys.executable, "-c", REPLAY_SCRIPT],
            input=json.dumps(files),
            cwd=ROOT,
            capture_output=True,
            text=True,
            env=environment,
        )

        assert [answer["mismatch"] for answer in json.loads(reported.stdout)] == [None] * count


class TestDifference:
    def test_of_an_answer_that_is_not_offered_names_it(self, replay: Json) -> None:
        changed = {**replay, "actions": [*replay["actions"][:7], "fly", *replay["actions"][8:]]}
        answer = api.replay(changed)

        assert answer["mismatch"] == {"decision": 7, "expected": "fly", "actual": "not-offered"}
        assert (answer["ok"], answer["decisions"]) == (False, 7)

    def test_of_one_answer_too_many_says_that_nobody_is_asked(self, replay: Json) -> None:
        answer = api.replay({**replay, "actions": [*replay["actions"], "pass"]})

        assert answer["mismatch"] == {"decision": len(replay["actions"]), "expected": "pass", "actual": "no-decision"}

    def test_of_answers_that_are_missing_is_reported_by_the_digests_that_are_never_reached(self, replay: Json) -> None:
        answer = api.replay({**replay, "actions": replay["actions"][:-1]})

        assert answer["mismatch"]["actual"] == "never-reached"

    def test_of_a_digest_is_reported_at_the_first_one_that_differs(self, replay: Json) -> None:
        checks = copy.deepcopy(replay["checks"])
        checks[2][1] = checks[4][1] = "0" * 16
        answer = api.replay({**replay, "checks": checks})

        assert answer["mismatch"] == {"decision": checks[2][0], "expected": "0" * 16, "actual": replay["checks"][2][1]}

    def test_of_another_seed_is_reported_at_once(self, replay: Json) -> None:
        assert api.replay({**replay, "seed": 4})["mismatch"]["decision"] == 0

    def test_of_the_result_alone_is_reported(self, replay: Json) -> None:
        answer = api.replay({**replay, "result": {**replay["result"], "reason": "luck"}})

        assert '"luck"' in answer["mismatch"]["expected"]


class TestRefusal:
    @pytest.mark.parametrize(
        ("change", "message"),
        [
            (lambda replay: {"contentHash": "0" * 64}, "0" * 64),
            (lambda replay: {"cardDataVersion": "0.9.0"}, "0.9.0"),
        ],
    )
    def test_of_other_cards_names_both(self, replay: Json, change: Callable[[Json], Json], message: str) -> None:
        with pytest.raises(IllegalAction, match="other-content") as error:
            api.replay({**replay, **change(replay)})

        assert message in str(error.value)
        assert replay["contentHash"] in str(error.value) or api.VERSION in str(error.value)

    def test_of_another_number_names_the_format_that_can_be_read(self, replay: Json) -> None:
        with pytest.raises(BadCard) as refused:
            api.replay({**replay, "format": "replay/2", "news": 1})
        (problem,) = refused.value.problems

        assert (problem.code, problem.path) == ("E-VERSION", "/format")
        assert "this engine reads replay/1" in problem.message["en"]

    @pytest.mark.parametrize("value", [[], "x", 3, None, {}, {"format": 1}, {"format": "deck/1"}])
    def test_of_what_is_no_replay_is_a_problem(self, value: Any) -> None:
        with pytest.raises(BadCard) as error:
            api.replay(value)

        assert [problem.code for problem in error.value.problems] == ["E-VERSION"]

    def test_of_a_misshapen_file_tells_every_place(self, replay: Json) -> None:
        text = json.dumps({**replay, "seed": "x", "seats": 9, "checks": [], "config": {"hands": 3}}, indent=1)
        with pytest.raises(BadCard) as error:
            api.replay(read_json(text, file="m.json"))

        assert [one.path for one in error.value.problems] == ["/seed", "/config/hands", "/seats", "/checks"]
        assert all(one.line > 1 and one.file == "m.json" for one in error.value.problems)

    def test_never_fails_in_another_way(self, replay: Json) -> None:
        short = {**replay, "actions": replay["actions"][:6], "checks": replay["checks"][:1]}

        @settings(max_examples=some_of(150), deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
        @given(st.data())
        def law(data: Any) -> None:
            changed = copy.deepcopy(short)
            where, key = data.draw(st.sampled_from(places(changed)))
            where[key] = data.draw(JUNK)
            try:
                answer = api.replay(changed)
            except (BadCard, IllegalAction):
                return
            assert answer["ok"] is (answer["mismatch"] is None)

        law()


class TestNewMatch:
    @pytest.mark.parametrize(
        ("asked", "message"),
        [
            ({"seats": 5}, "2, 3, 4"),
            ({"seed": -1}, "from 0"),
            ({"seed": 2**53}, "from 0"),
            ({"bots_by_seat": ("oracle",)}, "random, greedy"),
            ({"bots_by_seat": ("greedy", "random", "greedy")}, "3 bots"),
        ],
    )
    def test_refuses_what_there_is_not(self, asked: Json, message: str) -> None:
        with pytest.raises(ValueError, match=message):
            api.new_match("wizards", **{"seed": 1, "seats": 2, **asked})

    @pytest.mark.parametrize(
        "config", [{"hnad": 1}, {"hand": -1}, {"hand": "7"}, {"steps": {"X": 1}}, {"reversePlays": [1]}, {"hand": True}]
    )
    def test_refuses_settings_that_there_are_not(self, config: Json) -> None:
        with pytest.raises(BadCard):
            api.new_match("wizards", seed=1, seats=2, config=config)

    def test_takes_settings_as_the_rules_have_them(self) -> None:
        config = api.new_match("wizards", seed=1, seats=2, config={"winLoop": {2: 3}}).program.config

        assert config["winLoop"] == {2: 3, 3: 6, 4: 5}
