"""Whatever a card does, a step ends: a budget breaks and names the node that ran and what it ran for, or a loop is seen for what it is."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.decisions import DecisionSpec, Result
from engine.kernel.events import emit, resolve_modifiers
from engine.kernel.ground import EnvironmentId
from engine.kernel.in_flight import Environment
from engine.kernel.machine import answer, apply, ask
from engine.kernel.signals import RULE_WROTE
from engine.kernel.state import Op, State
from engine.kernel.state_writers import over_budget, set_global
from tests.engine.bout.play import Bout, definition, mount, passive, signal, var, variant
from tests.engine.bout.play import skill as active_skill
from tests.engine.bout.table import use
from tests.engine.kernel.test_scopes import in_mode

Json = dict[str, Any]
SELF = {"type": "self"}
NUMBERS = {"hp": 10, "maxHp": 10, "attack": 1}


def grow(amount: int = 1) -> Json:
    return {"type": "modifyVar", "name": "n", "amount": amount, "target": SELF}


def end_of(result: Result) -> tuple[str, str, int]:
    return result.outcome, result.reason, result.winner


def budget(**limits: int) -> Any:
    return variant(budgets=limits)


def called(bout: Bout) -> Result:
    """Call a number out as a skill and return how that ended the match."""
    bout.do(lambda st, env: emit(st, "onSignal", (0, 1)))
    return bout.result


class TestABrokenBudget:
    def test_of_ops_names_the_node(self) -> None:
        """A loop of a hundred rounds inside another of a hundred."""
        inner = {"type": "loop", "times": 100, "do": [grow()]}
        card = definition("2100", "status", passive("onSignal", {"type": "loop", "times": 100, "do": [inner]}), n=0)
        bout = Bout(card, ruleset=budget(ops=5_000))
        bout.bring("2100")
        result = called(bout)

        assert end_of(result) == ("draw", "budget", -1)
        assert result.node.startswith("2100@")
        assert "#/skills/0/action/0" in result.node
        assert result.trail[-1] == "kernel/scope"

    def test_of_events_is_broken_by_one_event_however_many_an_op_raises(self) -> None:
        """Such an op is an effect that heals several entities."""
        bout = Bout(ruleset=budget(events=40))

        def emit_many(st: State, env_id: EnvironmentId) -> int | None:
            for _ in range(60):
                emit(st, "onSignal", (0, 1))
            return None

        bout.do(emit_many)

        assert end_of(bout.result) == ("draw", "budget", -1)
        assert bout.state.step_events == 41

    def test_of_events_names_the_node(self) -> None:
        calls = {"type": "loop", "times": 100, "do": [signal(2)]}
        bout = Bout(
            definition("1001", "character", active_skill("normal", "x", calls), **NUMBERS), ruleset=budget(events=40)
        )
        bout.answer("skill:0")

        assert end_of(bout.result) == ("draw", "budget", -1)
        assert bout.result.node.endswith("#/skills/0/action/0/do/0")

    def test_of_created_entities_names_the_node(self) -> None:
        makes = {"type": "createEntity", "definition": "2005", "target": SELF}
        calls = {"type": "loop", "times": 100, "do": [makes]}
        bout = Bout(
            definition("1001", "character", active_skill("normal", "x", calls), **NUMBERS), ruleset=budget(created=40)
        )
        bout.answer("skill:0")

        assert end_of(bout.result) == ("draw", "budget", -1)
        assert bout.result.node.endswith("#/skills/0/action/0/do/0")
        made = [each for each in bout.state.entities.values() if each["def"] == "2005"]
        assert len(made) <= 40, "the loop went on after the match had ended"

    def test_of_what_waits_names_the_node(self) -> None:
        calls = {"type": "loop", "times": 100, "do": [signal(2)]}
        bout = Bout(
            definition("1001", "character", active_skill("normal", "x", calls), **NUMBERS), ruleset=budget(queued=40)
        )
        bout.answer("skill:0")

        assert end_of(bout.result) == ("draw", "budget", -1)
        assert bout.result.node.endswith("#/skills/0/action/0/do/0")

    def test_of_depth_names_the_listener_and_its_trail(self) -> None:
        """Nested emissions, each inside the one before: the 65th is one too many."""
        card = definition("2100", "combatStatus", passive("onSignal", signal(var("$self.UUID", "n")), grow()), n=0)
        bout = Bout(card, ruleset=in_mode("nested"))
        bout.bring("2100")
        result = called(bout)

        assert end_of(result) == ("draw", "budget", -1)
        assert result.node.startswith("2100@")
        assert len(result.trail) == 8
        assert any(node.startswith("2100@") and node.endswith("/action/0") for node in result.trail)

    def test_of_depth_ends_skills_that_ask_for_themselves(self) -> None:
        """A chain of requestBy could not even be written down if it were a thousand long."""
        asks = active_skill("normal", "again", {"type": "useSkill", "skill": "normal/again"})
        bout = Bout(definition("1001", "character", asks, **NUMBERS))
        bout.answer("skill:0")

        assert end_of(bout.result) == ("draw", "budget", -1)
        assert bout.result.node

    def test_of_depth_ends_modifiers_that_modify_themselves(self) -> None:
        """Inline skills run in Python's own stack: their nesting is bounded too."""
        bout = Bout()

        def emit_again(st: State, env: Environment, payload: Any, commit: bool) -> Any:
            if commit:
                emit(st, "onDamage", (bout.foe, 0, 0))
            return payload

        bout.program(inlines={"test/again": emit_again})
        bout.write(lambda st: mount(st, "onDamage", stage="modify", body="test/again"))
        bout.do(lambda st, env: emit(st, "onDamage", (bout.foe, 0, 0)))

        assert end_of(bout.result) == ("draw", "budget", -1)

    def test_of_decisions_ends_the_match(self) -> None:
        bout = Bout(ruleset=budget(decisions=5))
        for _ in range(4):
            if bout.state.result is None:
                bout.answer("end")

        assert end_of(bout.result) == ("draw", "budget", -1)
        assert bout.result.trail

    def test_of_a_match_counts_over_all_steps(self) -> None:
        bout = Bout(ruleset=budget(match_ops=300))
        for _ in range(200):
            if bout.state.result is not None:
                break
            bout.step = apply(bout.state, bout.state.pending[0].options[-1:])

        assert end_of(bout.result) == ("draw", "budget", -1)

    def test_leaves_nothing_to_be_done(self) -> None:
        bout = Bout(ruleset=budget(events=0))
        called(bout)

        assert (bout.state.frames, bout.state.environments, bout.state.pending, bout.step.decision) == (
            [],
            {},
            (),
            None,
        )
        assert (bout.state.events_in_flight, bout.state.scopes) == ({}, {})

    def test_of_depth_counts_those_inside_each_other_alone(self) -> None:
        """More modified events one after the other than may lie inside each other."""
        adds = passive("onDamage", {"type": "addDamage", "amount": 1})
        bout = Bout(definition("2100", "combatStatus", adds), ruleset=budget(depth=5))
        bout.bring("2100")
        hit: Op = lambda st, env: emit(st, "onDamage", (bout.front, 0, -1))  # noqa: E731 - a step
        bout.do(*[hit] * 12, scoped=False)

        assert [amount for _, _, amount in bout.payloads("onDamage")] == [0] * 12
        assert bout.state.result is None

    def test_never_breaks_in_a_preview(self) -> None:
        bout = Bout(ruleset=budget(depth=0))
        bout.write(lambda st: mount(st, "onDamage", stage="modify", body="x"))

        assert resolve_modifiers(bout.state, "onDamage", (bout.foe, 0, 1), commit=False) == (bout.foe, 0, 1)
        assert bout.state.result is None

    def test_names_what_it_ran_for_innermost_first(self) -> None:
        """The trail names the node that each frame waits at, not the one behind it."""
        bout = Bout(
            definition("1001", "character", active_skill("normal", "x", signal(1), signal(2), signal(3)), **NUMBERS),
            ruleset=in_mode("nested"),
        )
        bout.hear("heard", "onSignal", then=(lambda st, env: over_budget(st, "test"),))
        bout.answer("skill:0")
        result = bout.result

        assert result.node.endswith("#/skills/0/action/0")
        assert next(node for node in result.trail if node.startswith("1001@")) == result.node
        assert [node for node in result.trail if node.startswith("bout/")] == ["bout/use", "bout/match"]


class TestALoop:
    @pytest.mark.parametrize("mode", ["deferred", "bus"])
    def test_that_is_mandatory_is_a_draw(self, mode: str) -> None:
        """Conformance 139, 151: a status that answers a call with the same call, whichever way its answers wait."""
        bout = Bout(definition("2100", "combatStatus", passive("onSignal", signal(1))), ruleset=in_mode(mode))
        bout.bring("2100")
        result = called(bout)

        assert end_of(result) == ("draw", "loop", -1)
        assert result.node.startswith("2100@") or result.node.startswith("kernel/")

    @pytest.mark.parametrize(("mode", "reason"), [("bus", "loop"), ("deferred", "budget")])
    def test_of_two_that_answer_each_other_is_one_where_answers_queue(self, mode: str, reason: str) -> None:
        """Told inside each other they grow, since each event has a listener left that waits: docs/adr/0003."""

        def answers(heard: int, phrase: int) -> Json:
            when = {"type": "Equals", "value1": "$onSignal.number", "value2": heard}
            return passive("onSignal", signal(phrase), filter=when)

        first, other_definition = (
            definition("2100", "combatStatus", answers(1, 2)),
            definition("2101", "combatStatus", answers(2, 1)),
        )
        bout = Bout(first, other_definition, ruleset=in_mode(mode))
        bout.bring("2100")
        bout.bring("2101")

        assert end_of(called(bout)) == ("draw", reason, -1)

    @pytest.mark.parametrize("mode", ["nested", "deferred", "bus"])
    def test_that_grows_breaks_a_budget(self, mode: str) -> None:
        """Conformance 139."""
        bout = Bout(
            definition("2100", "combatStatus", passive("onSignal", grow(), signal(1)), n=-999), ruleset=in_mode(mode)
        )
        bout.bring("2100")

        assert end_of(called(bout)) == ("draw", "budget", -1)

    def test_that_drains_life_ends_by_death(self) -> None:
        """Conformance 139: something falls each time, so no state comes twice."""
        drains = passive("onDamaged", {"type": "damage", "amount": 1, "target": {"type": "active", "who": "theirs"}})
        bout = Bout(definition("2100", "combatStatus", drains))
        bout.bring("2100")
        bout.answer("skill:0")

        assert (bout.result.outcome, bout.result.reason, bout.result.winner) == (
            "win",
            "defeat",
            bout.state.entities[bout.me]["seat"],
        )

    def test_of_rules_is_one_too(self) -> None:
        """A state-based rule that always has something to do and does nothing."""
        bout = Bout()
        rules: tuple[Any, ...] = (lambda st, env: RULE_WROTE,)
        bout.program(mechanics=variant({"rules": rules}).mechanics)
        bout.do()

        assert end_of(bout.result) == ("draw", "loop", -1)

    def test_with_a_question_in_it_is_none(self) -> None:
        """A player who may leave goes round as long as they like; only the answer that repeats is withheld in time."""
        bout = Bout()
        steps: tuple[Op, ...] = (
            lambda st, env: ask(st, env, DecisionSpec(0, "x", "x", ("on", "off"))),
            lambda st, env: 0 if answer(st, env) == ("on",) else None,
        )
        bout.do(*steps)
        for _ in range(10):
            bout.answer("on")

        assert bout.state.result is None

    def test_leaves_long_work_that_ends_alone(self) -> None:
        """Five hundred ops that count down are no loop."""
        bout = Bout()
        bout.write(lambda st: set_global(st, "left", 400))
        steps: tuple[Op, ...] = (
            lambda st, env: set_global(st, "left", st.globals["left"] - 1),
            lambda st, env: 0 if st.globals["left"] else None,
        )
        bout.do(*steps)

        assert (bout.state.result, bout.state.globals["left"]) == (None, 0)

    def test_of_a_card_played_by_its_own_answer_names_the_card(self) -> None:
        plays = passive("onSignal", signal(1))
        bout = Bout(
            definition("2100", "support", plays), definition("3001", "card", active_skill("card", "x", signal(1)))
        )
        bout.bring("2100")
        card, front = bout.bring("3001"), bout.front
        bout.do(lambda st, env: use(st, front, "card/x", card))

        assert end_of(bout.result) == ("draw", "loop", -1)
