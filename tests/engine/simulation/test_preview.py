"""Previews as a whole: the same on one process and on several, exact where nothing changed, honest where a card never stops."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

from engine.errors import BadCard, EngineBug, IllegalAction
from engine.kernel.decisions import Action
from engine.kernel.state import State
from engine.packs.canonical import canonical_bytes
from engine.rulesets.wizards import RULESET
from engine.simulation import (
    preview_chunk,
    preview_chunk_count,
    preview_fold,
    preview_merge,
    preview_plan,
    preview_report,
)
from engine.simulation.plan import FORMER, spec_hash
from engine.simulation.play import decks_of
from engine.simulation.presets import PILOT, PRESETS, chunk_ends
from engine.simulation.run import worlds
from engine.simulation.verdict import VERDICTS
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
        with pytest.raises(BadCard) as error:
            RULESET.experiment.arrange(bolt(), None, [], [])

        assert [(p.code, p.card) for p in error.value.problems] == [("E-NOSTARTERS", bolt()["id"])]

    def test_is_canonical_and_equal_for_equal_questions(self) -> None:
        assert canonical_bytes(plan(bolt())) == canonical_bytes(plan(bolt()))

    def test_changes_its_hash_with_the_seed(self) -> None:
        assert spec_hash(plan(bolt(), seed=1)) != spec_hash(plan(bolt(), seed=2))

    def test_takes_missing_parts_from_the_shipped_set(self) -> None:
        spec = preview_plan(RULESET, candidate=bolt(), baseline=None, pool=(), preset="quick", seed=1)

        assert spec["layout"]["lent"] == spec["layout"]["cards"] == sorted(document["id"] for document, _ in POOL)
        assert spec["layout"]["piles"] == spec["layout"]["lent"]

    def test_starts_with_small_chunks_and_ends_one_with_the_pilot(self) -> None:
        ends = chunk_ends(PRESETS["standard"], 200)

        assert ends[:6] == [2, 4, 8, 12, 20, 28]
        assert PILOT in ends
        assert ends[-1] == PRESETS["standard"].blocks

    @pytest.mark.parametrize("block_ms", [170, 530])
    def test_ends_its_pilot_with_chunks_that_shrink(self, block_ms: int) -> None:
        """A worker that is done waits for what the other has left of the pilot."""
        ends = [0, *chunk_ends(PRESETS["quick"], block_ms)]
        sizes = [end - before for before, end in pairwise(ends) if end <= PILOT]

        assert sizes[-1] <= sizes[-2] <= sizes[-3] < max(sizes)

    @pytest.mark.parametrize("preset", ["quick", "standard", "deep"])
    @pytest.mark.parametrize("block_ms", [10, 420, 5_000])
    def test_has_no_more_chunks_than_its_preset_allows(self, preset: str, block_ms: int) -> None:
        assert len(chunk_ends(PRESETS[preset], block_ms)) <= PRESETS[preset].chunks

    @pytest.mark.parametrize("block_ms", [10, 420, 5_000])
    def test_of_a_deep_preview_has_few_chunks_whatever_a_match_costs(self, block_ms: int) -> None:
        ends = chunk_ends(PRESETS["deep"], block_ms)

        assert len(ends) <= 200
        assert ends[0] * block_ms <= max(500, block_ms)

    def test_of_a_smoke_preview_is_short(self) -> None:
        """Within 20 seconds for two workers, in the game with the dearest matches."""
        assert chunk_ends(PRESETS["smoke"], 1_060)[-1] * 1_060 <= 2 * 14_000

    def test_takes_the_same_slots_and_references_whatever_the_card_costs(self) -> None:
        plans = [plan(bolt() | {"manaCost": cost}) for cost in (0, 1, 3, 9)]

        assert len({as_bytes(spec["layout"]) for spec in plans}) == 1
        assert len({as_bytes(spec["formers"]) for spec in plans}) == 1
        assert plans[0]["layout"]["references"]

    def test_compares_a_card_of_another_kind_as_new_and_says_so(self) -> None:
        spec = plan(bolt(), monster(9) | {"id": bolt()["id"]})
        result = merged(spec, ())

        assert (spec["baseline"], spec["kindChanged"], result["against"]["kind"]) == (None, True, "reference")
        assert "kindChanged" in {warning["id"] for warning in result["warnings"]}

    def test_lets_a_former_version_speak_of_itself(self) -> None:
        echo = {"type": "createCard", "card": bolt()["id"]}
        (former,) = plan(bolt(), bolt() | {"behaviors": [{"at": "onPlay", "do": [echo]}]})["formers"]

        assert former["id"] == former["behaviors"][0]["do"][0]["card"] == bolt()["id"] + FORMER

    @pytest.mark.parametrize(
        "wrong", [{"preset": "endless"}, {"bots": ("oracle",)}, {"seed": -1}, {"bots": ()}, {"margin": 0}]
    )
    def test_refuses_what_it_does_not_know(self, wrong: Json) -> None:
        with pytest.raises(IllegalAction):
            plan(bolt(), **wrong)

    @pytest.mark.parametrize("preset", PRESETS)
    def test_counts_its_chunks(self, preset: str) -> None:
        spec = preview_plan(RULESET, candidate=bolt(), baseline=None, pool=POOL, preset=preset, seed=1)

        assert preview_chunk_count(spec) == len(spec["ends"]) > 5


class TestAChunk:
    def test_gives_the_same_bytes_twice_and_whatever_the_order_of_keys(self) -> None:
        spec, play = new_card()
        shuffled = json.loads(json.dumps(spec, sort_keys=True))

        assert canonical_bytes(preview_chunk(RULESET, shuffled, 1)) == canonical_bytes(play[1])

    def test_gives_the_same_bytes_in_processes_with_other_hash_seeds(self) -> None:
        spec, play = new_card()
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

        assert answers == {canonical_bytes(play[0])}

    def test_that_the_plan_does_not_have_is_our_bug(self) -> None:
        spec, _ = new_card()

        with pytest.raises(EngineBug):
            preview_chunk(RULESET, spec, len(spec["ends"]))


class TestTheMerge:
    def test_is_byte_equal_for_one_process_and_four(self) -> None:
        """Conformance 142: one worker here, four elsewhere, one chunk run twice by two of them and counted once."""
        spec, play = new_card()
        with ProcessPoolExecutor(4) as pool:
            *rest, again = pool.map(chunk_of, [spec] * 4, (0, 1, 2, 1))

        assert as_bytes(again) == as_bytes(rest[1])
        assert as_bytes(merged(spec, play)) == as_bytes(merged(spec, reversed(rest)))

    def test_takes_the_contiguous_prefix_alone(self) -> None:
        spec, played = new_card()

        assert merged(spec, (played[0], played[2])) == merged(spec, played[:1])

    def test_of_nothing_is_running_and_has_no_number(self) -> None:
        result = merged(new_card()[0], ())

        assert (result["status"], result["change"], result["estimate"], result["verdict"]) == (
            "running",
            None,
            None,
            None,
        )
        assert (result["n"]["blocks"], result["perOpponent"], result["bySeen"], result["flags"]) == (0, [], None, [])

    def test_refuses_chunks_of_another_plan(self) -> None:
        _, play = new_card()

        with pytest.raises(EngineBug):
            merged(plan(bolt(), seed=12), play)

    def test_is_what_folding_chunk_by_chunk_gives_through_a_database(self) -> None:
        spec, play = new_card()
        state = None
        for chunk in play:
            state = json.loads(json.dumps(preview_fold(RULESET, spec, state, chunk), sort_keys=True))

        assert as_bytes(preview_report(RULESET, spec, state)) == as_bytes(merged(spec, play))

    def test_folds_only_the_next_chunk(self) -> None:
        spec, play = new_card()

        with pytest.raises(EngineBug):
            preview_fold(RULESET, spec, None, play[1])

    def test_leaves_out_what_was_played_after_the_end(self) -> None:
        spec = plan(bolt()) | {"ends": [2, 4]}
        played_chunks = chunks(spec, 2)
        whole = preview_merge(RULESET, spec, played_chunks)
        state = preview_fold(RULESET, spec, preview_fold(RULESET, spec, None, played_chunks[0]), played_chunks[1])

        assert preview_report(RULESET, spec, preview_fold(RULESET, spec, state, {**played_chunks[1], "no": 2})) == whole
        assert (whole["status"], whole["stopReason"]) == ("finished", "budget")


class TestANewCard:
    def test_is_compared_with_reference_cards_head_to_head(self) -> None:
        spec, played = new_card()
        result = merged(spec, played)

        assert result["format"] == "preview-result/2"
        assert result["n"] == {"blocks": 7, "games": 15, "mirrors": 1, "identical": 0, "aborted": 0}
        assert [point["n"] for point in result["history"]] == [2, 4, 7]
        assert {point["interval"] for point in result["history"]} == {"betting"}
        assert result["against"]["references"] == spec["layout"]["references"]

    def test_has_a_wide_interval_and_no_verdict_before_the_first_look(self) -> None:
        result = merged(*new_card())

        assert (result["verdict"], result["estimate"]["verdict"], result["change"]["alpha"]) == (None, None, 0.005)
        assert result["change"]["halfWidth"] > 15
        assert result["progress"]["phase"] == "pilot"

    def test_shows_everything_at_a_look(self) -> None:
        result = finished()
        card = result["cardMetrics"]["candidate"]

        assert (result["status"], result["change"]["look"], result["change"]["interval"]) == ("finished", 8, "repeated")
        assert result["verdict"] in VERDICTS
        assert {one["opponent"] for one in result["perOpponent"]} == {"plain", "fire", "frost", "arcane"}
        assert result["measures"]["margin"]["kind"] == "own"
        assert card["copies"] == 2 * 2 * result["n"]["blocks"]
        assert sum(card["turnPlayed"].values()) <= card["copies"]

    def test_is_split_by_the_turn_on_which_it_was_first_seen(self) -> None:
        observations = finished()["bySeen"]
        counted = sum(row["n"] for row in observations["rows"]) + observations["never"]["n"]

        assert counted == finished()["n"]["blocks"]
        assert sum(row["n"] * row["mean"] for row in observations["rows"]) == pytest.approx(
            observations["seen"]["n"] * observations["seen"]["mean"]
        )
        assert observations["never"]["differing"] == 0

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
        assert (coverage[silent]["reached"], coverage[silent]["share"]["low"]) == (0, 0.0)


@cache
def finished() -> Json:
    """Return the result of a plan that is played to its end."""
    spec = plan(bolt()) | {"ends": [6, 12]}
    return merged(spec, chunks(spec, 2))


class TestCoverage:
    def test_counts_what_was_played_and_not_what_a_bot_thought_about(self) -> None:
        spec = plan(bolt(), bots=("greedy",)) | {"ends": [1]}
        result = merged(spec, chunks(spec, 1))
        plays = result["cardMetrics"]["candidate"]["plays"]

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

        assert (dear[:2], cheap[:2]) == ([2, 4], [25, 50])

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
            preview_chunk(self.changed(early=rounds), spec, 0)["counts"]["arms"]["candidate"].get("early")
            for rounds in (99, 0)
        )

        assert late is None
        assert early is not None

    def test_is_said_in_the_words_of_a_flag(self) -> None:
        spec = plan(bolt()) | {"ends": [6]}
        ruleset = self.changed(early=12)
        result = preview_merge(ruleset, spec, [preview_chunk(ruleset, spec, 0)])
        (text,) = (flag["text"] for flag in result["flags"] if flag["id"] == "snowball")

        assert "won when played by round 12" in text["en"]
        assert "前 12 回合" in text["zh"]

    def test_is_which_card_an_answer_plays_in_the_state_that_asked(self) -> None:
        zones: set[str] = set()

        def played(st: State, action: Action) -> int:
            card = RULESET.experiment.card_played(st, action)
            if card:
                zones.add(st.entities[card]["zone"])
            return card

        spec = plan(bolt()) | {"ends": [1]}
        preview_chunk(self.changed(card_played=played), spec, 0)

        assert zones == {"hand"}


class TestAnIdenticalCard:
    def test_changes_nothing_exactly_and_is_not_played_twice(self) -> None:
        """Conformance 141."""
        spec = plan(bolt(), bolt() | {"name": "Older bolt"})
        result = merged(spec, chunks(spec, 2))

        assert result["change"]["mean"] == 0
        assert result["change"]["low"] < 0 < result["change"]["high"]
        assert (result["n"]["identical"], result["n"]["games"]) == (4, 4)


class TestAChangedCard:
    def test_meets_its_former_version_in_both_seats(self) -> None:
        spec = plan(bolt(9), bolt(1))
        result = merged(spec, chunks(spec, 1))

        assert result["n"]["games"] == 5
        assert result["against"] == {**result["against"], "kind": "version", "copies": 2, "references": []}


class TestAnExplorationCard:
    def test_is_reported_without_a_win_rate_and_without_sums_over_seats(self) -> None:
        spec = plan(monster(60)) | {"ends": [6]}
        result = merged(spec, chunks(spec, 1))

        assert (result["unit"], result["verdict"], result["estimate"], result["winRates"]) == ("table", None, None, {})
        assert result["change"]["unit"] == "rounds"
        assert {key.partition(".")[2] for key in result["measures"]} >= {"each", "spread"}
        assert result["measures"]["defeats.each"]["mean"] < 0

    def test_keeps_the_slots_of_all_other_cards(self) -> None:
        spec = plan(monster(60))
        with_card, without = worlds(RULESET, spec, spec_hash(spec))
        decks = decks_of(spec, ("plain", "plain"), ([], []))
        ours, theirs = with_card.opening(decks), without.opening(decks)

        assert ours["III"][: len(theirs["III"])] == theirs["III"]
        assert {key for key in ours if ours[key] != theirs[key]} == {"III"}


class TestASmokePreview:
    def test_says_whether_it_fires_and_can_be_played_and_gives_no_verdict(self) -> None:
        spec = plan(bolt(), preset="smoke") | {"ends": [1, 3]}
        result = merged(spec, chunks(spec, 2))
        smoke = result["smoke"]

        assert (result["status"], result["stopReason"], result["change"], result["verdict"]) == (
            "finished",
            "smoke",
            None,
            None,
        )
        assert smoke["fired"]["rate"] > 0
        assert smoke["playable"]["rate"] >= smoke["played"]["rate"] * smoke["seen"]["rate"] > 0
        assert smoke["neverReached"] == ["/behaviors/0/do/1/then/0"]
        assert smoke["sample"]["kind"] == "sample"

    def test_does_not_take_a_condition_that_was_read_for_an_effect_that_fired(self) -> None:
        gold = {"type": "gold", "mode": "add", "amount": 1, "target": "$onPlay.playerUUID"}
        never = {"type": "if", "condition": {"type": "AlwaysFalse"}, "then": [gold]}
        spec = plan(bolt() | {"behaviors": [{"at": "onPlay", "do": [never]}]}, preset="smoke") | {"ends": [2]}
        result = merged(spec, chunks(spec, 1))

        assert result["coverage"]["/behaviors/0/do/0/condition"]["matches"] > 0
        assert result["smoke"]["fired"]["rate"] == 0.0

    def test_says_of_a_card_that_costs_too_much_that_it_is_never_playable(self) -> None:
        spec = plan(bolt() | {"manaCost": 99}, preset="smoke") | {"ends": [2]}
        smoke = merged(spec, chunks(spec, 1))["smoke"]

        assert (smoke["playable"]["rate"], smoke["fired"]["rate"]) == (0.0, 0.0)
        assert smoke["playable"]["high"] > 0


class TestAnEndlessCard:
    @pytest.mark.parametrize("bot", ["random", "greedy"])
    def test_ends_the_preview_and_names_the_node(self, bot: str) -> None:
        spec = plan(endless(), bots=(bot,)) | {"ends": [50, 800]}
        result = merged(spec, chunks(spec, 1))

        assert (result["status"], result["stopReason"]) == ("finished", "aborted: budget")
        assert result["abort"]["card"] == "test.treasure.common.endless"
        assert result["abort"]["pointer"].startswith("/behaviors/0/do/0/triggers/0/do")
        assert (result["change"], result["verdict"]) == (None, None)
        assert result["n"]["games"] <= 6


def chunk_of(spec: Json, no: int) -> Json:
    """Play a chunk in another process."""
    return preview_chunk(RULESET, spec, no)
