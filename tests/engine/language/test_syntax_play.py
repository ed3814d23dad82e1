"""Abilities written in 003's surface do what they say: several conditions are all asked, and what no stage allows follows the event."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.machine import apply
from tests.engine.language.tavern import RULESET, acting, card, evening, healths

WEIGH = {"type": "WEIGH", "target": "TARGET", "params": {"delta": 3}}
DEAL = {"type": "DEAL", "target": "SOURCE", "params": {"amount": 2}}
CONDITIONS = [{"op": "HAS_TAG", "args": ["INN"]}, {"op": "HAS_TAG", "args": ["BARREL", 2]}]
NODE = "P-1#/abilities/0"


def weighed(*effects: Any, **more: Any) -> Any:
    """Return a card with one ability that answers a hit that is weighed, once for both guests of the card."""
    return acting(*effects, trigger="WEIGHED", **more)


class TestAbilities:
    def test_are_compiled_into_the_stages_that_their_effects_need(self) -> None:
        made, _ = RULESET.compile_card(weighed(WEIGH, DEAL, WEIGH), "0" * 64)
        stages = [(one.stage, one.limit, one.priority) for one in made.abilities]

        assert stages == [("modify", (("turn", 9),), 200), ("after", (("turn", 9),), 200)]

    @pytest.mark.parametrize(("effect", "stage"), [(WEIGH, "modify"), (DEAL, "after")])
    def test_of_one_kind_of_effect_need_one_stage(self, effect: Any, stage: str) -> None:
        made, _ = RULESET.compile_card(weighed(effect), "0" * 64)

        assert [one.stage for one in made.abilities] == [stage]

    def test_change_the_event_and_follow_it(self) -> None:
        state = evening(weighed(WEIGH, DEAL)).state

        assert healths(state) == (9 - 2 * 2, 9 - 1 - 2 * 3)

    @pytest.mark.parametrize(("tags", "health"), [(1, 8), (2, 8 - 2 * 3)])
    def test_ask_all_of_their_conditions(self, tags: int, health: int) -> None:
        state = evening(weighed(WEIGH, conditions=CONDITIONS), tags=tags).state

        assert healths(state)[1] == health

    def test_answer_as_often_as_their_limit_says(self) -> None:
        state = evening(weighed(WEIGH, limitPerTurn=1), blows=2).state

        assert healths(state)[1] == 9 - 2 - 2 * 3

    def test_are_counted_where_they_are_written(self) -> None:
        state = evening(weighed(WEIGH, DEAL, conditions=CONDITIONS), tags=2).state

        assert state.coverage is not None
        assert state.coverage[f"{NODE}/effects/0", "reached"] == state.coverage[f"{NODE}/effects/1", "reached"] == 2
        assert state.coverage[f"{NODE}/effects/0/target", "reached"] == 2
        assert state.coverage[f"{NODE}/conditions/1", "true"] == 4


class TestChosenTargets:
    CHOSEN = weighed({**DEAL, "target": "CHOSEN"}, limitPerTurn=1)

    def test_are_asked_of_the_owner_one_at_a_time(self) -> None:
        step = evening(self.CHOSEN, choices=2)
        decision = step.decision
        assert decision is not None

        assert (decision.seat, decision.options, decision.min, decision.max) == (0, step.state.globals["guests"], 1, 1)
        step = apply(step.state, (decision.options[1],), 0)
        assert healths(step.state) == (9, 9 - 1 - 2)

    def test_that_are_not_there_are_a_counted_no_op(self) -> None:
        state = evening(self.CHOSEN, choices=0).state

        assert healths(state) == (9, 8)
        assert state.coverage is not None
        assert state.coverage[f"{NODE}/effects/0", "noop"] == 2


class TestKeywords:
    def test_reach_the_definition_with_their_values(self) -> None:
        made, _ = RULESET.compile_card(card(keywords=[{"name": "WARD", "value": 3}, {"name": "SWIFT"}]), "0" * 64)

        assert made.numbers == {"health": 9, "kw.WARD": 3, "kw.SWIFT": 1}
