"""Static modifiers: a stat is computed, set before add before multiply before the bounds; their hosts come and go."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.kernel.definitions import BoundNames
from engine.kernel.digest import digest
from engine.kernel.entities import dispose
from engine.kernel.modifiers import OPERATIONS, stat
from engine.kernel.state_writers import unlisten
from engine.language.compiling.abilities import UUID_NAMES as NAMES
from tests.engine.bout.play import Bout, definition, equals, mount, var, variant

Json = dict[str, Any]
MASTER = equals("$target.UUID", {"type": "masterOf", "of": "$self.UUID"})


def aura(op: str, value: Any, **more: Any) -> Json:
    return {"stat": "attack", "op": op, "value": value, **more}


def attack_with(*auras: Json) -> int:
    """Return the attack of a character of 2 on whose side a status with these modifiers lies."""
    bout = Bout(definition("2100", "combatStatus", auras=list(auras)))
    bout.bring("2100")
    return stat(bout.state, bout.front, "attack")


class TestAStat:
    def test_is_the_variable_where_nobody_modifies_it(self) -> None:
        bout = Bout()

        assert (stat(bout.state, bout.front, "attack"), stat(bout.state, bout.front, "kw.ARMOUR")) == (2, 0)

    def test_is_set_then_added_to_then_multiplied_then_bounded(self) -> None:
        """In whatever order the modifiers are written."""
        auras = [aura("mul", 3, divisor=2), aura("add", 4), aura("set", 5), aura("max", 12), aura("min", 1)]
        results = {attack_with(*order) for order in permutations(auras)}

        assert results == {12}
        assert attack_with(*auras[:3]) == (5 + 4) * 3 // 2 == 13

    def test_is_at_least_what_the_least_says_even_above_the_most(self) -> None:
        assert attack_with(aura("min", 9), aura("max", 1)) == 9

    def test_is_rounded_down(self) -> None:
        assert attack_with(aura("mul", 3, divisor=4)) == 1
        assert attack_with(aura("add", -5), aura("mul", 1, divisor=2)) == -2

    def test_takes_the_last_of_several_that_set_it(self) -> None:
        assert attack_with(aura("set", 5), aura("set", 7)) == 7

    def test_is_not_stored(self) -> None:
        bout = Bout(definition("2100", "combatStatus", auras=[aura("add", 4)]))
        bout.bring("2100")

        assert (bout.var(bout.front, "attack"), stat(bout.state, bout.front, "attack")) == (2, 6)

    @given(st.lists(st.tuples(st.sampled_from(OPERATIONS), st.integers(-9, 9), st.integers(1, 4)), max_size=6))
    def test_is_what_a_plain_reckoning_gives(self, given_modifiers: list[tuple[str, int, int]]) -> None:
        """The law written another way: fold the modifiers sorted by operation, in order of registration within each."""
        bout = Bout()
        values = {f"test/{n}": _amount(op, value, by) for n, (op, value, by) in enumerate(given_modifiers)}
        bout.program(values=values)
        for n, (op, _, _) in enumerate(given_modifiers):
            bout.write(lambda state, op=op, n=n: mount(state, "stat/attack", stage=op, body=f"test/{n}"))
        expected = 2
        for op, value, by in sorted(given_modifiers, key=lambda each: OPERATIONS.index(each[0])):
            match op:
                case "set":
                    expected = value
                case "add":
                    expected += value
                case "mul":
                    expected = expected * value // by
                case "max":
                    expected = min(expected, value)
                case "min":
                    expected = max(expected, value)

        assert stat(bout.state, bout.front, "attack") == expected


def _amount(op: str, value: int, by: int) -> Any:
    return lambda state, env: (value, by) if op == "mul" else value


class TestAModifier:
    def test_applies_to_whom_its_condition_says(self) -> None:
        bout = Bout()
        bout.bring("2002")
        standing = bout.state.zone(bout.me, "characters")[1]

        assert (stat(bout.state, bout.front, "attack"), stat(bout.state, bout.foe, "attack")) == (3, 2)
        assert stat(bout.state, standing, "attack") == 1

    def test_reads_the_table_each_time(self) -> None:
        bout = Bout(definition("2100", "equipment", auras=[aura("add", var("$self.UUID", "n"), condition=MASTER)], n=1))
        eid = bout.bring("2100")
        before = stat(bout.state, bout.front, "attack")
        bout.write(lambda state: state.entities.__setitem__(eid, {**state.entities[eid], "n": 5}))

        assert (before, stat(bout.state, bout.front, "attack")) == (3, 7)

    def test_finds_its_host_under_the_names_of_the_ruleset(self) -> None:
        own = BoundNames("me.ref", "me.seat", "it.ref", "it.seat")
        bout = Bout(ruleset=variant({"names": own}))
        eid = bout.bring("2002")
        names = [dict(row.captured) for row in bout.state.listeners.values() if row.host == eid]

        assert names
        assert all(row == {"me.ref": eid, "me.seat": bout.me} for row in names)

    @pytest.mark.parametrize(("names", "attack"), [(NAMES, 3), (NAMES._replace(target="it.ref"), 2), (None, 2)])
    def test_finds_the_one_asked_about_under_the_name_of_the_ruleset(
        self, names: BoundNames | None, attack: int
    ) -> None:
        card = definition("2100", "equipment", auras=[aura("add", 1, condition=MASTER)])
        bout = Bout(card, ruleset=variant({"names": names}))
        bout.bring("2100")

        assert stat(bout.state, bout.front, "attack") == attack

    def test_without_a_value_applies_not(self) -> None:
        assert attack_with(aura("add", var("$self.UUID", "nothing"))) == 2

    def test_ends_with_its_host(self) -> None:
        bout = Bout()
        eid = bout.bring("2002")
        bout.write(lambda state: dispose(state, eid))

        assert stat(bout.state, bout.front, "attack") == 2
        assert not any(event.startswith("stat/") for event in bout.state.listener_index)

    def test_is_silent_while_its_host_lies_elsewhere(self) -> None:
        bout = Bout()
        eid = bout.bring("2002")
        bout.write(lambda state: state.entities.__setitem__(eid, {**state.entities[eid], "zone": "discard"}))

        assert stat(bout.state, bout.front, "attack") == 2

    def test_can_be_taken_away_like_a_trigger(self) -> None:
        bout = Bout()
        eid = bout.bring("2002")
        (lid,) = (each.id for each in bout.state.listeners.values() if each.host == eid and each.event == "stat/attack")
        bout.write(lambda state: unlisten(state, lid))

        assert stat(bout.state, bout.front, "attack") == 2

    def test_changes_what_a_skill_does(self) -> None:
        bout = Bout()
        bout.bring("2002")
        foe = bout.foe
        bout.answer("skill:0")

        assert bout.var(foe, "hp") == 10 - 3


class TestModifiersThatFeedEachOther:
    """Two of them double the work with each level of depth: without a budget of their own a number is never worked out."""

    def endless(self, *, count: int) -> Bout:
        bout = Bout()
        bout.program(values={"test/same": lambda state, env: stat(state, bout.front, "attack")})
        for _ in range(count):
            bout.write(lambda state: mount(state, "stat/attack", stage="add", body="test/same"))
        return bout

    @pytest.mark.parametrize("count", [1, 2, 5])
    def test_end_a_match_that_runs_and_are_named(self, count: int) -> None:
        bout = self.endless(count=count)
        state = bout.state.fork()
        state.depth = 0

        stat(state, bout.front, "attack")

        assert state.result is not None
        assert (state.result.outcome, state.result.reason, state.result.node) == ("draw", "budget", "test/same")
        assert (state.nesting, state.modified_by) == (0, 0)

    def test_leave_a_state_at_rest_as_it_is(self) -> None:
        bout = self.endless(count=3)
        before = digest(bout.state)

        stat(bout.state, bout.front, "attack")

        assert bout.state.result is None
        assert digest(bout.state) == before

    def test_are_not_counted_where_events_alone_lie_too_deep(self) -> None:
        """The number is as it is there, and modified again afterwards."""
        bout = Bout(definition("2100", "combatStatus", auras=[aura("add", 4)]))
        bout.bring("2100")
        state = bout.state.fork()
        state.nesting = state.program.budgets.depth

        deep, state.nesting = stat(state, bout.front, "attack"), 0

        assert (deep, stat(state, bout.front, "attack"), state.modified_by) == (2, 6, 0)

    def test_are_no_more_than_those_of_one_number_and_what_it_reads(self) -> None:
        """A number that reads others has the whole budget each time it is asked for."""
        bout = Bout()
        bout.program(
            values={
                "test/health": lambda state, env: stat(state, bout.front, "health"),
                "test/one": lambda state, env: 1,
            }
        )
        for event, body in (("stat/attack", "test/health"), ("stat/health", "test/one")):
            bout.write(lambda state, event=event, body=body: mount(state, event, stage="add", body=body))
        state = bout.state.fork()
        state.depth = 0

        found = {stat(state, bout.front, "attack") for _ in range(state.program.budgets.modifiers)}

        assert (len(found), state.result) == (1, None)
