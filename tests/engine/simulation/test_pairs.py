"""What pairs of cards do together: which are suspected, planted truth, a pair that is played, and a command that says it."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from engine import api
from engine.commands import main
from engine.errors import IllegalAction
from engine.simulation.pairs import plan as plans
from tests.engine.simulation import pairs_truth, truth
from tests.engine.third_ruleset import EXAMPLE, EXAMPLES, on_the_path

Json = dict[str, Any]


@pytest.fixture(autouse=True)
def duel() -> Iterator[str]:
    with on_the_path(EXAMPLE) as name:
        yield name


def minion(name: str, **parts: Any) -> Json:
    """Return a minion that costs and attacks nothing."""
    return {"id": name, "name": name, "type": "minion", "cost": 0, "attack": 0, "health": 9, "description": "", **parts}


def ender(name: str) -> Json:
    """Return a minion that wins the match at the end of the turn in which it comes."""
    hurt = {"type": "damage", "amount": 30, "target": {"type": "hero", "who": "opponent"}}
    return minion(name, triggers=[{"event": "onTurnEnd", "condition": {"type": "isYours"}, "do": [hurt]}])


def healer(name: str) -> Json:
    heal = {"type": "heal", "amount": 1, "target": {"type": "hero", "who": "you"}}
    return minion(name, behaviors=[{"at": "battlecry", "do": [heal]}])


def altar() -> Json:
    hurt = {"type": "damage", "amount": 1, "target": {"type": "hero", "who": "opponent"}}
    return minion("my.altar", triggers=[{"event": "onHealed", "do": [hurt]}])


def planned(card: Json, *beside: Json, **more: Any) -> Json:
    pool = [document for document, _ in api.card_set(EXAMPLE)]
    return api.pairs_plan(EXAMPLE, candidate=card, pool=[*pool, *beside], **more)


class TestThePlan:
    def test_pairs_a_card_with_those_that_its_events_are_linked_to_and_states_its_cost(self) -> None:
        spec = planned(altar(), healer("my.nurse"), minion("my.plain"))
        partners = {pair["partner"]: pair["links"] for pair in spec["pairs"]}

        assert partners["my.nurse"] == [["event", "onHealed"]] and "my.plain" not in partners
        assert len(partners) <= plans.MAX_PAIRS
        assert spec["family"] == 1 + 3 * len(partners)
        assert spec["cost"]["matches"] == spec["blocks_max"] * 2 * (1 + 2 * len(partners))
        assert spec["costs"]["standard"]["matches"] > 3 * spec["costs"]["quick"]["matches"]
        for pair in spec["pairs"]:
            for style, places in pair["slots"].items():
                assert places and not {*places} & {*spec["layout"]["slots"][style]}

    def test_refuses_what_it_cannot_ask(self) -> None:
        with pytest.raises(IllegalAction, match="no-pairs"):
            planned(minion("my.plain"))
        with pytest.raises(IllegalAction, match="no-partner"):
            planned(altar(), partners=["my.altar"])
        with pytest.raises(IllegalAction, match="unknown-preset"):
            planned(altar(), preset="deep")


class TestAResult:
    def test_has_a_planted_clash_and_is_the_same_however_its_chunks_are_cut(self) -> None:
        """Each of two cards wins at once, so that both win hardly more than one: together they are worth less than their sum."""
        spec, results = planned(ender("my.first"), ender("my.second"), partners=["my.second"]), []
        for ends in ([24], [8, 24]):
            cut, state = spec | {"ends": ends, "blocks_max": 24}, None
            for no in range(len(ends)):
                state = api.preview_fold(cut, state, json.loads(json.dumps(api.preview_chunk(cut, no))))
                if no < len(ends) - 1:
                    assert api.preview_report(cut, state)["rows"][0]["reading"] is None
            finished = api.preview_report(cut, state or {})
            results.append({**finished, "spec": "", "progress": {}})
        row = results[0]["rows"][0]

        assert results[0] == results[1]
        assert results[0]["n"]["games"] == 24 * 6
        assert results[0]["alone"]["mean"] > 25 and row["partnerAlone"]["mean"] > 25
        assert row["interaction"]["mean"] < -15
        assert row["interaction"]["mean"] == pytest.approx(
            row["both"]["mean"] - row["partnerAlone"]["mean"] - results[0]["alone"]["mean"], abs=1e-3
        )
        assert list(Draft202012Validator(api.schema(EXAMPLE, "pairs")).iter_errors(finished)) == []


class TestTheTruth:
    """Draws blocks of a known truth again and again, and reads them as results are read: `make truth` at length."""

    def test_is_in_all_intervals_at_once_and_no_interaction_is_claimed_where_none_is(self) -> None:
        spec = pairs_truth.plan()
        for name in ("halo-greedy-attack", "wizards-greedy-free"):
            figures = pairs_truth.resampled(spec, name, pairs_truth.RUNS_SHORT)
            assert figures.coverage >= truth.COVERAGE, name
            assert figures.false_claims <= 1 - truth.COVERAGE, name

    def test_is_claimed_where_it_is_large(self) -> None:
        spec, zero = pairs_truth.plan(), [0] * pairs_truth.BLOCKS
        strong = [1, 1, 0, 2] * (pairs_truth.BLOCKS // 4)
        rows = pairs_truth.read(spec, zero, [strong, [-value for value in strong], zero])["rows"]

        assert [row["reading"] for row in rows][:2] == ["combo", "clash"]


class TestTheCommand:
    def test_states_the_cost_first_then_each_pair_with_what_it_is_made_of(
        self, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(plans, "MIN_BLOCKS", 4)
        monkeypatch.setattr(plans, "MAX_BLOCKS", 4)
        monkeypatch.setattr(plans, "VARIANCE", {"seat": 0.0001})
        (tmp_path / "card.json").write_text(json.dumps(altar()))
        arguments = ["pairs", str(tmp_path / "card.json"), "--ruleset", EXAMPLE, "--partner", "duel.kindler"]
        variables = {"LANG": "C", "CARDLOOM_RULESETS": str(EXAMPLES)}

        code = main(arguments, time.process_time, variables)
        out, err = capsys.readouterr()
        main([*arguments, "--lang", "zh"], time.process_time, variables)
        chinese = capsys.readouterr().out

        assert code == 0
        assert err.startswith("1 pairs, ") and "s of processor" in err
        assert len(out.splitlines()) == 4 and "no link" in out
        assert "全部 4 个区间同时成立" in chinese
