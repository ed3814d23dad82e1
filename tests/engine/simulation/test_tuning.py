"""Which numbers of a card reach a target: the grid, the rounds, fresh seeds, honest ends, and a command that says it."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from engine import api
from engine.commands import main
from engine.errors import IllegalAction
from engine.simulation.interim_results import SCALES
from engine.simulation.tuning import plan as tuning
from engine.simulation.tuning.report import STATE, tune_report
from tests.engine.third_ruleset import FOLDER, NAME, on_the_path

Json = dict[str, Any]
AMOUNT, SECOND = "/behaviors/0/do/0/amount", "/behaviors/0/do/1/amount"
RUNS = 300


@pytest.fixture(autouse=True)
def raid() -> Iterator[str]:
    with on_the_path() as name:
        yield name


def ram(breach: int, shore: int = 1) -> Json:
    """Return the shipped ram of the smallest game with two numbers of its own."""
    card = next(card for card, _ in api.card_set(NAME) if card["id"] == "raid.ram")
    effects = [{"type": "breach", "amount": breach}, {"type": "shore", "amount": shore}]
    return {**card, "behaviors": [{"at": "onPlay", "do": effects}]}


def search(candidate: Json, ranges: Mapping[str, Sequence[int]], **more: Any) -> Json:
    return api.tune_plan(NAME, candidate=candidate, ranges=ranges, bots=("random",), **{"baseline": ram(3), **more})


def shortened(spec: Json, blocks: int) -> Json:
    """Return a plan cut short before it starts."""
    return {**spec, "ends": [blocks // 2, blocks], "blocks_max": blocks}


def played(spec: Json) -> tuple[Json, Json]:
    """Return the last state of a plan and its result."""
    state: Json | None = None
    for no in range(len(spec["ends"])):
        state = api.preview_fold(spec, state, api.preview_chunk(spec, no))
    assert state is not None
    return state, api.preview_report(spec, state)


class TestTheGrid:
    def test_has_every_combination_the_smallest_changes_first(self) -> None:
        points = tuning.grid(ram(3), {AMOUNT: [2, 3, 4], SECOND: [1, 5]})

        assert points == [
            ((AMOUNT, 2),),
            ((AMOUNT, 4),),
            ((SECOND, 5),),
            ((AMOUNT, 2), (SECOND, 5)),
            ((AMOUNT, 4), (SECOND, 5)),
        ]

    @pytest.mark.parametrize(
        ("ranges", "why"),
        [
            ({"/name": [1, 2]}, "not-a-number"),
            ({AMOUNT: [3]}, "bad-values"),
            ({AMOUNT: range(1, 20), SECOND: range(1, 6)}, "too-many-candidates"),
        ],
    )
    def test_refuses_what_it_cannot_vary(self, ranges: Mapping[str, Sequence[int]], why: str) -> None:
        with pytest.raises(IllegalAction) as refusal:
            tuning.grid(ram(3), ranges)
        assert refusal.value.code == why

    def test_leaves_out_what_equals_the_baseline_and_what_is_no_card(self) -> None:
        spec = search(ram(5), {AMOUNT: [-4, 3, 4, 5]})

        assert spec["points"] == [[[AMOUNT, 4]]]
        assert spec["excluded"] == {"invalid": 1, "same": 1}
        with pytest.raises(IllegalAction) as refusal:
            search(ram(5), {AMOUNT: [3, 5]})
        assert refusal.value.code == "no-candidates"

    @pytest.mark.parametrize("more", [{"aim": 5_000}, {"tolerance": 0}, {"aim": -9_000}])
    def test_refuses_a_target_that_no_card_has(self, more: Json) -> None:
        with pytest.raises(IllegalAction) as refusal:
            search(ram(5), {AMOUNT: [1, 2]}, **more)
        assert refusal.value.code == "bad-aim"


class TestRounds:
    def test_keep_the_nearest_third_and_go_on_with_new_blocks(self) -> None:
        first = shortened(search(ram(5), {AMOUNT: range(1, 13)}, aim=500), 8)
        state, result = played(first)
        second = api.tune_next(first, state)
        assert second is not None
        nearest = sorted(row["candidate"] for row in result["rows"][:3])

        assert (len(first["alive"]), result["stage"], result["end"]) == (7, "ranking", None)
        assert [second[key] for key in ("round", "alive", "firstBlock")] == [2, nearest, 8]
        assert all(sum(second["before"][str(place)].values()) == 8 for place in nearest)
        distances = [abs(row["change"]["mean"] - 5) for row in result["rows"]]
        assert distances == sorted(distances)
        assert {row["change"]["low"] for row in result["rows"]} == {None}
        assert api.tune_matches_ahead(first) > first["cost"]["matches"]

    def test_play_no_block_twice(self) -> None:
        """A round and its successor together count what one of their length counts."""
        first = shortened(search(ram(5), {AMOUNT: [1, 2, 4, 6]}), 6)
        state, _ = played(first)
        second = {**first, "firstBlock": 6, "before": {}}
        rest, _ = played(second)
        whole, _ = played(shortened(first, 12))

        for place in map(str, first["alive"]):
            parts = Counter(state["counts"]["variants"][place]["x"]) + Counter(rest["counts"]["variants"][place]["x"])
            assert parts == Counter(whole["counts"]["variants"][place]["x"])

    def test_give_the_same_chunks_anywhere(self) -> None:
        spec = shortened(search(ram(5), {AMOUNT: [1, 4, 6]}), 4)
        assert api.preview_chunk(spec, 1) == api.preview_chunk(json.loads(json.dumps(spec)), 1)


class TestConfirmation:
    def test_plays_fresh_seeds_and_the_card_as_it_stands(self) -> None:
        first = shortened(search(ram(9), {AMOUNT: [1, 4]}), 8)
        state, _ = played(first)
        last = api.tune_next(first, state)
        assert last is not None
        result = played(shortened(last, 40))[1]

        assert (last["stage"], last["alive"], last["family"]) == ("confirmation", [-1, 0, 1], 3)
        assert (last["seed"] != first["seed"], last["firstBlock"], last["before"]) == (True, 0, {})
        assert [row["isAsItStands"] for row in result["rows"]] == [True, False, False]
        assert all(row["change"]["low"] <= row["change"]["mean"] <= row["change"]["high"] for row in result["rows"])
        assert list(Draft202012Validator(api.schema(NAME, "tune")).iter_errors(result)) == []
        assert api.tune_next(last, {**state, "reason": "planned"}) is None

    def test_leaves_out_the_card_as_it_stands_where_it_equals_the_baseline(self) -> None:
        first = shortened(search(ram(3), {AMOUNT: [1, 4]}), 8)
        last = api.tune_next(first, played(first)[0])
        assert last is not None and last["alive"] == [0, 1]

    def test_finds_a_number_that_is_planted(self) -> None:
        """Of a card that takes thrice as much as its former version only the smallest number is even."""
        spec = shortened(search(ram(9), {AMOUNT: [2, 5, 7]}, tolerance=1_500), 40)
        last = api.tune_next(spec, played(spec)[0])
        assert last is not None
        result = played(shortened(last, 160))[1]
        changes = {row["candidate"]: row["change"]["mean"] for row in result["rows"]}

        assert min(changes[-1], changes[0]) > changes[1] > changes[2]
        assert [row["reading"] for row in result["rows"][2:]] == ["missed", "reached"] and result["end"] == "reached"


def draw_state(spec: Json, random: Random, mean: float) -> Json:
    """Return a complete state of a plan whose candidates all have one true change, drawn block by block. Units: points."""
    shift = mean * SCALES[spec["layout"]["unit"]] / 200
    weights = [0.25 - shift, 0.5, 0.25 + shift]
    return counted_state(spec, lambda blocks: random.choices((-1, 0, 1), weights, k=blocks))


def counted_state(spec: Json, samples: Callable[[int], Sequence[int]]) -> Json:
    """Return a complete state of a plan with samples of its blocks for each candidate that is left. Units: halves of a win."""
    variants = {}
    for place in spec["alive"]:
        values = Counter(samples(spec["blocks_max"]))
        variants[str(place)] = {"x": {str(value): times for value, times in values.items()}}
    counts = {"blocks": spec["blocks_max"], "games": spec["cost"]["matches"], "variants": variants}
    return {"format": STATE, "spec": "", "next": len(spec["ends"]), "counts": counts, "traces": {}, "reason": "planned"}


@pytest.mark.parametrize(("mean", "aim", "low", "high"), [(1.0, 400, 0.0, 0.05), (4.0, 400, 0.9, 1.0)])
def test_the_best_of_many_is_reached_only_where_it_is_true(mean: float, aim: int, low: float, high: float) -> None:
    """All candidates have one true change: at the edge of the tolerance none may be called reached, on the target most are."""
    first = search(ram(5), {AMOUNT: range(1, 10), SECOND: range(1, 5)}, aim=aim)
    random, ends = Random(5), Counter[str]()
    for _ in range(RUNS):
        spec = first
        while spec["stage"] == "ranking":
            following = api.tune_next(spec, draw_state(spec, random, mean))
            assert following is not None
            spec = following
        ends[tune_report(spec, draw_state(spec, random, mean))["end"]] += 1

    assert low <= (ends["reached"] + ends["already"]) / RUNS <= high, ends


def test_a_round_says_how_far_its_means_vary_and_a_confirmation_does_not_before_it_is_read() -> None:
    """The true change lies within two errors of the mean of nearly every candidate; a search has no such bar once it is read."""
    first = search(ram(5), {AMOUNT: range(1, 10), SECOND: range(1, 5)})
    random = Random(6)
    rows = [row["change"] for _ in range(10) for row in tune_report(first, draw_state(first, random, 4.0))["rows"]]
    last = first
    while last["stage"] == "ranking":
        following = api.tune_next(last, draw_state(last, random, 4.0))
        assert following is not None
        last = following
    running = tune_report(last, draw_state(last, random, 4.0) | {"reason": ""})
    inside = sum(abs(row["mean"] - 4.0) <= 2 * row["error"] for row in rows)

    assert 0.9 * len(rows) <= inside < len(rows)
    assert {row["change"]["error"] for row in running["rows"]} == {None}


class TestEnds:
    @pytest.mark.parametrize(
        ("mean", "end"), [(0.0, "already"), (15.0, "none"), (3.0, "unconfirmed")], ids=("on", "far", "edge")
    )
    def test_say_what_was_found(self, mean: float, end: str) -> None:
        first = search(ram(9), {AMOUNT: [1, 12]})
        spec = api.tune_next(first, draw_state(first, Random(1), mean))
        assert spec is not None
        result = tune_report(spec, draw_state(spec, Random(2), mean))

        assert result["end"] == end
        assert {limit["pointer"] for limit in result["limits"]} == {AMOUNT}

    def test_are_open_where_matches_break_their_budget(self) -> None:
        first = search(ram(9), {AMOUNT: [1, 12]})
        state = draw_state(first, Random(1), 0.0) | {"reason": "aborted: budget"}
        assert api.tune_next(first, state) is None
        assert tune_report(first, state)["end"] is None


class TestTheCommand:
    @pytest.fixture
    def short(self, monkeypatch: pytest.MonkeyPatch) -> None:
        for name, blocks in (("ROUND_BLOCKS", 4), ("MIN_CONFIRM", 24), ("MAX_CONFIRM", 24)):
            monkeypatch.setattr(tuning, name, blocks)

    def run(self, capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
        code = main(("tune", *arguments), time.process_time, {"LANG": "C", "CARDLOOM_RULESETS": str(FOLDER)})
        return code, *capsys.readouterr()

    @pytest.mark.usefixtures("short")
    def test_states_its_cost_and_offers_the_smallest_change_first(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        path = tmp_path / "ram.json"
        path.write_text(json.dumps(ram(9)))
        vary = ("--vary", f"{AMOUNT}=1..9/2", "--bots", "random", "--tolerance", "45")
        code, out, err = self.run(capsys, str(path), *vary, "--lang", "en")

        assert code == 0
        assert out.startswith("These changes reach the target.\n") and f"{AMOUNT} 9 → 7" in out
        assert "4 candidates (0 invalid, 0 that change nothing left out)" in err and "confirmation: 3" in err
        code, out, _ = self.run(capsys, str(path), *vary, "--format", "json")
        assert list(Draft202012Validator(api.schema(NAME, "tune")).iter_errors(json.loads(out))) == []
        code, out, _ = self.run(capsys, str(path), *vary, "--lang", "zh", "--set", f"{SECOND}=3", "--aim", "+1")
        assert code == 1 and "未能确认" in out and "目标 +1.0 ± 45.0 个百分点" in out

    @pytest.mark.parametrize(
        ("option", "words"),
        [
            (("--vary", "amount"), "--vary wants POINTER=LOW..HIGH"),
            (("--vary", f"{AMOUNT}=5..1"), "--vary wants POINTER=LOW..HIGH"),
            (("--vary", f"{AMOUNT}=1..4", "--set", f"{SECOND}=many"), "--set wants POINTER=VALUE"),
            (("--vary", f"{AMOUNT}=1..4", "--aim", "strong"), "--aim wants even or a number of points"),
            (("--vary", "/name=1..4"), "no whole number at /name"),
        ],
    )
    def test_refuses_what_it_cannot_read(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str], option: Sequence[str], words: str
    ) -> None:
        path = tmp_path / "ram.json"
        path.write_text(json.dumps(ram(9)))
        code, out, err = self.run(capsys, str(path), *option)
        assert (code, out) == (2, "") and words in err
