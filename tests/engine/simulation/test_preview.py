"""Previews as a whole: the same on one process and on several, exact where nothing changed, honest where a card never stops."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from engine.errors import BadCard, EngineBug, IllegalAction
from engine.kernel.decisions import Action
from engine.kernel.state import State
from engine.packs.canonical import canonical_bytes
from engine.rulesets.wizards import RULESET
from engine.simulation import preview_chunk, preview_chunk_count, preview_merge, preview_plan
from engine.simulation.plan import spec_hash
from engine.simulation.play import play
from engine.simulation.presets import PRESETS, chunk_ends
from engine.simulation.run import Job, arms, block_seed
from tests.engine.simulation.experiments import POOL, as_bytes, bolt, chunks, endless, monster, plan

Json = dict[str, Any]


@cache
def new_card() -> tuple[Json, tuple[Json, ...]]:
    """Return a plan of a card's first version and its first chunks."""
    spec = plan(bolt())
    return spec, tuple(chunks(spec, 3))


def merged(spec: Json, played: Any) -> Json:
    return preview_merge(RULESET, spec, list(played))


class TestThePlan:
    def test_needs_starters_for_a_deck(self) -> None:
        with pytest.raises(BadCard) as caught:
            RULESET.experiment.arrange(bolt(), None, [], [])

        assert [(p.code, p.card) for p in caught.value.problems] == [("E-NOSTARTERS", bolt()["id"])]

    def test_is_canonical_and_equal_for_equal_questions(self) -> None:
        assert canonical_bytes(plan(bolt())) == canonical_bytes(plan(bolt()))

    def test_changes_its_hash_with_the_seed(self) -> None:
        assert spec_hash(plan(bolt(), seed=1)) != spec_hash(plan(bolt(), seed=2))

    def test_takes_missing_parts_from_the_shipped_set(self) -> None:
        spec = preview_plan(RULESET, candidate=bolt(), baseline=None, pool=(), preset="quick", seed=1)

        assert spec["layout"]["lent"] == spec["layout"]["cards"] == sorted(document["id"] for document, _ in POOL)

    def test_starts_with_small_chunks_and_ends_at_the_budget(self) -> None:
        ends = chunk_ends(800, 50)

        assert ends[:6] == [7, 14, 28, 42, 70, 98]
        assert ends[-1] == 800

    @pytest.mark.parametrize("wrong", [{"preset": "endless"}, {"bots": ("oracle",)}, {"seed": -1}, {"bots": ()}])
    def test_refuses_what_it_does_not_know(self, wrong: Json) -> None:
        with pytest.raises(IllegalAction):
            plan(bolt(), **wrong)

    @pytest.mark.parametrize("preset", PRESETS)
    def test_counts_its_chunks(self, preset: str) -> None:
        spec = preview_plan(RULESET, candidate=bolt(), baseline=None, pool=POOL, preset=preset, seed=1)

        assert preview_chunk_count(spec) == len(spec["ends"]) > 5


class TestAChunk:
    def test_gives_the_same_bytes_twice_and_whatever_the_order_of_keys(self) -> None:
        spec, played = new_card()
        shuffled = json.loads(json.dumps(spec, sort_keys=True))

        assert canonical_bytes(preview_chunk(RULESET, shuffled, 1)) == canonical_bytes(played[1])

    def test_gives_the_same_bytes_in_processes_with_other_hash_seeds(self) -> None:
        spec, played = new_card()
        code = (
            "import json,sys\n"
            "from engine.rulesets.wizards import RULESET\n"
            "from engine.simulation import preview_chunk\n"
            "from engine.packs.canonical import canonical_bytes\n"
            "sys.stdout.buffer.write(canonical_bytes(preview_chunk(RULESET, json.load(sys.stdin), 0)))\n"
        )
        answers = {
            subprocess.run(
                [sys.executable, "-c", code],
                input=json.dumps(spec).encode(),
                capture_output=True,
                check=True,
                env={**os.environ, "PYTHONHASHSEED": seed},
            ).stdout
            for seed in ("1", "4711")
        }

        assert answers == {canonical_bytes(played[0])}

    def test_that_the_plan_does_not_have_is_our_bug(self) -> None:
        spec, _ = new_card()

        with pytest.raises(EngineBug):
            preview_chunk(RULESET, spec, len(spec["ends"]))


class TestTheMerge:
    def test_is_byte_equal_for_one_process_and_four(self) -> None:
        """Conformance 142: one worker here, four elsewhere, one chunk run twice by two of them and counted once."""
        spec, played = new_card()
        with ProcessPoolExecutor(4) as pool:
            *others, again = pool.map(chunk_of, [spec] * 4, (0, 1, 2, 1))

        assert as_bytes(again) == as_bytes(others[1])
        assert as_bytes(merged(spec, played)) == as_bytes(merged(spec, reversed(others)))

    def test_takes_the_contiguous_prefix_alone(self) -> None:
        spec, played = new_card()

        assert merged(spec, (played[0], played[2])) == merged(spec, played[:1])

    def test_of_nothing_is_running_and_has_no_number(self) -> None:
        result = merged(new_card()[0], ())

        assert (result["status"], result["estimate"], result["n"]["quads"]) == ("running", None, 0)

    def test_refuses_the_chunks_of_another_plan(self) -> None:
        with pytest.raises(EngineBug):
            merged(plan(bolt(), seed=99), new_card()[1])

    def test_stops_at_the_end_of_the_chunk_that_met_the_target_and_leaves_the_rest_out(self) -> None:
        spec = plan(bolt()) | {"target": 9_000, "ends": [2, 52, 54]}
        played = chunks(spec, 3)
        result = merged(spec, played)

        assert (result["status"], result["stopReason"], result["n"]["quads"]) == ("finished", "target", 52)
        assert result == merged(spec, played[:2])

    def test_says_when_the_budget_of_blocks_is_spent(self) -> None:
        spec = plan(bolt()) | {"blocks_max": 4, "ends": [2, 4]}

        assert merged(spec, chunks(spec, 2))["stopReason"] == "budget"

    def test_reports_what_a_page_shows(self) -> None:
        spec, played = new_card()
        result = merged(spec, played)
        card = result["cardMetrics"]["candidate"]

        assert result["format"] == "preview-result/1"
        assert result["n"] == {"quads": 7, "games": 16, "aborted": 0, "skippedIdentical": 0, "skippedMirror": 12}
        assert [point["n"] for point in result["history"]] == [2, 4, 7]
        assert result["estimate"]["n"] == 7
        assert result["winRates"]["baseline"]["exact"] == 0.5
        assert card["copies"] == 28
        assert card["played"]["copies"] <= card["seen"]["copies"] <= card["copies"]
        assert sum(card["turnPlayed"].values()) == card["played"]["copies"]

    def test_covers_every_node_and_says_which_were_not_reached(self) -> None:
        coverage = merged(*new_card())["coverage"]
        silent = "/behaviors/0/do/1/then/0"

        assert list(coverage) == [
            "/behaviors/0/do/0",
            "/behaviors/0/do/0/target",
            "/behaviors/0/do/1",
            "/behaviors/0/do/1/condition",
            silent,
        ]
        assert coverage["/behaviors/0/do/0"]["reached"] > 0
        assert coverage["/behaviors/0/do/1/condition"]["false"] > 0
        assert coverage[silent]["reached"] == 0


class TestCoverage:
    def test_counts_what_was_played_and_not_what_a_bot_thought_about(self) -> None:
        spec = plan(bolt(), bots=("greedy",)) | {"ends": [1]}
        result = merged(spec, chunks(spec, 1))
        plays = result["cardMetrics"]["candidate"]["played"]["times"]

        assert result["coverage"]["/behaviors/0/do/0"]["reached"] == plays > 0


class TestWhatARulesetDeclares:
    """What a preview must know of a game comes from its `Experiment`."""

    def changed(self, **parts: Any) -> Any:
        return replace(RULESET, experiment=replace(RULESET.experiment, **parts))

    def test_is_the_cost_of_a_match_by_bot_and_with_it_where_chunks_end(self) -> None:
        dear, cheap = (
            preview_plan(self.changed(match_ms={"greedy": ms}), candidate=bolt(), baseline=None, pool=POOL)["ends"]
            for ms in (100, 10)
        )

        assert (dear[:2], cheap[:2]) == ([1, 2], [17, 34])

    def test_are_the_bots_that_a_preview_may_ask_for(self) -> None:
        with pytest.raises(IllegalAction, match="random is not one of greedy"):
            preview_plan(
                self.changed(match_ms={"greedy": 9}), candidate=bolt(), baseline=None, pool=POOL, bots=("random",)
            )

    def test_may_not_be_a_bot_that_previews_cannot_play(self) -> None:
        ruleset = self.changed(match_ms={"oracle": 9})
        spec = preview_plan(ruleset, candidate=bolt(), baseline=None, pool=POOL, bots=("oracle",))

        with pytest.raises(EngineBug, match="oracle"):
            preview_chunk(ruleset, spec, 0)

    def test_is_until_when_a_play_counts_as_early(self) -> None:
        spec = plan(bolt()) | {"ends": [3]}
        early, late = (
            preview_merge(ruleset, spec, [preview_chunk(ruleset, spec, 0)])["cardMetrics"]["candidate"]["winWhenPlayed"]
            for ruleset in (self.changed(early=99), self.changed(early=0))
        )

        assert (early["late"], late["early"]) == (None, None)
        assert early["early"] == late["late"]
        assert early["early"] is not None

    def test_is_said_in_the_words_of_a_flag(self) -> None:
        spec = plan(bolt()) | {"ends": [60]}
        ruleset = self.changed(early=12)
        result = preview_merge(ruleset, spec, [preview_chunk(ruleset, spec, 0)])
        (text,) = (flag["text"] for flag in result["flags"] if flag["id"] == "snowball")

        assert text["en"].endswith("won when played by round 12")
        assert "前12回合" in text["zh"]

    def test_is_which_card_an_answer_plays_in_the_state_that_asked(self) -> None:
        zones: set[str] = set()

        def played(st: State, action: Action) -> int:
            card = RULESET.experiment.played(st, action)
            if card:
                zones.add(st.entities[card]["zone"])
            return card

        spec = plan(bolt()) | {"ends": [1]}
        preview_chunk(self.changed(played=played), spec, 0)

        assert zones == {"hand"}


class TestTheMirror:
    def test_baseline_scores_one_in_both_seats_together_when_it_is_played(self) -> None:
        spec, _ = new_card()
        plain = arms(RULESET, spec, spec_hash(spec))[1]
        for block in range(6):
            seats = [play(plain, plain.opening(-1), block_seed(spec, block), seat) for seat in (0, 1)]

            assert sum(match.score for match in seats) == 2


class TestAnIdenticalCard:
    def test_changes_nothing_exactly_and_is_not_played_twice(self) -> None:
        """Conformance 141."""
        spec = plan(bolt(), bolt() | {"name": "Older bolt"})
        result = merged(spec, chunks(spec, 2))
        low, high = result["delta"]["cs"]

        assert result["delta"]["mean"] == 0
        assert low < 0 < high
        assert result["n"]["skippedIdentical"] == result["n"]["games"] == 8

    def test_would_change_nothing_if_it_were_played(self) -> None:
        spec = plan(bolt(), bolt()) | {"same": False}
        job = Job(spec, arms(RULESET, spec, spec_hash(spec)))
        for block in range(4):
            job.play(block)

        assert job.counts["d"] == [4, 0, 0]
        assert all(total == squares == 0 for _, total, squares in job.counts["change"].values())


class TestAChangedCard:
    def test_is_compared_with_its_former_version_in_both_seats(self) -> None:
        spec = plan(bolt(9), bolt(1))
        result = merged(spec, chunks(spec, 1))

        assert result["n"]["games"] == 8
        assert result["cardMetrics"]["baseline"]["copies"] == 8


class TestAnExplorationCard:
    def test_is_reported_without_a_win_rate(self) -> None:
        spec = plan(monster(60))
        result = merged(spec, chunks(spec, 2))

        assert (result["unit"], result["delta"], result["estimate"], result["winRates"]) == ("table", None, None, {})
        assert set(result["comparison"]) == {"rounds", "gold", "defeats", "spread", "startWins"}
        assert result["comparison"]["defeats"]["change"] < 0

    def test_keeps_the_slots_of_all_other_cards(self) -> None:
        spec = plan(monster(60))
        with_card, without = arms(RULESET, spec, spec_hash(spec))
        ours, theirs = with_card.opening(-1), without.opening(-1)

        assert ours["III"][: len(theirs["III"])] == theirs["III"]
        assert {key for key in ours if ours[key] != theirs[key]} == {"III"}


class TestAnEndlessCard:
    @pytest.mark.parametrize("bot", ["random", "greedy"])
    def test_ends_the_preview_and_names_the_node(self, bot: str) -> None:
        spec = plan(endless(), bots=(bot,)) | {"ends": [50, 800]}
        result = merged(spec, chunks(spec, 1))

        assert (result["status"], result["stopReason"]) == ("finished", "aborted: budget")
        assert result["abort"]["card"] == "test.treasure.common.endless"
        assert result["abort"]["pointer"].startswith("/behaviors/0/do/0/triggers/0/do")
        assert result["n"]["aborted"] > 90


def chunk_of(spec: Json, no: int) -> Json:
    """Play a chunk in another process."""
    return preview_chunk(RULESET, spec, no)
