"""State-based rules are not asked again about a state in which nothing was written since (docs/adr/0087)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.bots.players import random_bot
from engine.cardset import program_of, shipped
from engine.kernel.ground import EnvironmentId
from engine.kernel.scopes import RULES, run_state_based_actions
from engine.kernel.signals import Signal
from engine.kernel.state import Block, State
from engine.replay import Match
from engine.rulesets import find


@pytest.mark.parametrize("name", ("encounter", "genius", "halo"))
def test_where_rules_are_not_asked_none_has_anything_to_do(name: str) -> None:
    ruleset, left_out = find(name), 0

    def watched(st: State, env_id: EnvironmentId) -> Signal | None:
        nonlocal left_out
        if st.rules_asked_at == st.changes:
            left_out += 1
            assert [rule(st, env_id) for rule in st.program.mechanics.rules] == [None] * len(st.program.mechanics.rules)
            assert st.rules_asked_at == st.changes, "a rule that has nothing to do writes nothing"
        return run_state_based_actions(st, env_id)

    program = program_of(ruleset, shipped(ruleset.folder), min(ruleset.seats))
    program = replace(program, codes={**program.codes, RULES: Block(RULES, (watched,))})
    for seed in range(3):
        for _ in Match(ruleset, program, seed, [("random", random_bot)] * min(ruleset.seats)).steps():
            pass

    assert left_out > 20
