"""In which order listeners answer: keys as data of a ruleset, some of them changing; and what happens to those that come or go."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import EngineBug
from engine.kernel.events import emit
from engine.kernel.ground import Listener
from engine.kernel.mutations import SetVariable
from engine.kernel.state import Op, Order, State
from engine.kernel.state_writers import set_global, unlisten
from tests.engine.bout.play import Bout, definition, mount, passive, signal, var, variant, void
from tests.engine.bout.rules import active_first
from tests.engine.bout.table import bring

CALL: Op = lambda st, env: emit(st, "onSignal", (0, 1))  # noqa: E731 - a step
ALL = st.lists(st.tuples(st.integers(0, 2), st.integers(0, 3), st.booleans()), min_size=1, max_size=7)


def ordered(*keys: Any) -> Any:
    return variant({"order": Order(keys, ("characters", "area", "combat", "summons", "supports"))})


class TestOrder:
    def test_of_equals_is_that_of_registration(self) -> None:
        bout = Bout(ruleset=ordered())
        for mark in "abc":
            bout.hear(mark, "onSignal")
        bout.do(CALL)

        assert bout.heard == ("a", "b", "c")

    @pytest.mark.parametrize(("key", "order"), [("priority", "bca"), ("-priority", "acb")])
    def test_by_priority(self, key: str, order: str) -> None:
        bout = Bout(ruleset=ordered(key))
        for mark, priority in zip("abc", (9, 1, 5), strict=True):
            bout.hear(mark, "onSignal", priority=priority)
        bout.do(CALL)

        assert "".join(bout.heard) == order

    def test_by_the_zone_of_the_host(self) -> None:
        """Registered from the last zone to the first, they answer from the first to the last."""
        phrase = passive("onSignal", {"type": "modifyVar", "name": "n", "amount": 1, "target": {"type": "active"}})
        kinds = ("support", "summon", "combatStatus", "equipment")
        bout = Bout(*(definition(str(2100 + n), kind, phrase) for n, kind in enumerate(kinds)))
        brings = [bout.bring(str(2100 + n)) for n in range(len(kinds))]
        bout.do(CALL)
        sources = [
            entry.cause.source for entry in bout.step.log if isinstance(entry, SetVariable) and entry.name == "n"
        ]

        assert sources == brings[::-1]

    @pytest.mark.parametrize(
        ("keys", "order"),
        [
            ((active_first, "priority"), ["mine low", "mine high", "theirs low", "theirs high"]),
            (("priority", active_first), ["mine low", "theirs low", "mine high", "theirs high"]),
            ((active_first,), ["mine high", "mine low", "theirs high", "theirs low"]),
        ],
    )
    def test_by_what_changes_stands_where_the_ruleset_puts_it(self, keys: tuple[Any, ...], order: list[str]) -> None:
        """Whose turn it is may be asked before a priority (004) or after it (001)."""
        bout = Bout(ruleset=ordered(*keys))
        for priority, word in ((7, "high"), (2, "low")):
            for owner, whose in ((bout.opponent, "theirs"), (bout.me, "mine")):
                bout.hear(f"{whose} {word}", "onSignal", priority=priority, owner=owner)
        bout.do(CALL)

        assert list(bout.heard) == order

    def test_by_what_changes_is_asked_at_each_event(self) -> None:
        bout = Bout(ruleset=ordered(active_first))
        me, items = bout.me, bout.opponent
        for owner, mark in ((me, "mine"), (items, "theirs")):
            bout.hear(mark, "onSignal", owner=owner)
        bout.do(CALL)
        bout.write(lambda state: set_global(state, "now", items))
        bout.do(CALL)

        assert bout.heard == ("mine", "theirs", "theirs", "mine")

    @given(ALL)
    def test_is_total_and_stable(self, listeners: list[tuple[int, int, bool]]) -> None:
        """The law: sorted by all keys in their order, registration last, whatever was registered when."""
        bout = Bout(ruleset=ordered("zone", active_first, "-priority"))
        for mark, (rank, priority, mine) in enumerate(listeners):
            bout.hear(mark, "onSignal", rank=rank, priority=priority, owner=bout.me if mine else bout.opponent)
        bout.do(CALL)
        numbers = sorted(
            range(len(listeners)), key=lambda n: (listeners[n][0], not listeners[n][2], -listeners[n][1], n)
        )

        assert list(bout.heard) == numbers

    def test_of_modifiers_is_the_same(self) -> None:
        """The payload goes on from one to the next in this order too."""
        bout = Bout(ruleset=ordered("priority"))
        hand_on = {f"test/{n}": _appended(n) for n in (1, 2)}
        bout.program(inlines={**bout.state.program.inlines, **hand_on})
        bout.write(lambda state: mount(state, "onDamage", stage="modify", body="test/2", priority=2))
        bout.write(lambda state: mount(state, "onDamage", stage="modify", body="test/1", priority=1))
        foe = bout.foe
        bout.do(lambda state, env: emit(state, "onDamage", (foe, 0, 0)))

        assert bout.payloads("onDamage") == [(foe, 0, 12)]

    def test_by_a_word_that_nobody_knows_is_our_fault(self) -> None:
        with pytest.raises(EngineBug, match="not ordered by 'colour'"):
            Bout(ruleset=ordered("colour"))

    @pytest.mark.parametrize("keys", [("-priority", "zone", active_first), ("-priority", "zone")])
    def test_puts_the_end_of_a_lifetime_last(self, keys: tuple[Any, ...]) -> None:
        """Whatever the keys say, a trigger that lasts until an event still answers that event."""
        bout = Bout(ruleset=ordered(*keys))
        lid = bout.hear("last", "onSignal", priority=0, rank=4, owner=bout.opponent)
        bout.write(lambda state: mount(state, "onSignal", removes=lid, priority=9, owner=bout.me))
        bout.do(CALL)
        assert bout.heard == ("last",)

        bout.do(CALL)
        assert (bout.heard, lid in bout.state.listeners) == (("last",), False)


def _appended(digit: int) -> Any:
    return lambda state, env, payload, commit: (*payload[:2], payload[2] * 10 + digit)


class TestDuringADispatch:
    """Outside any scope a listener runs at once, so that it can change who else listens."""

    def test_who_is_added_waits_for_the_next_event(self) -> None:
        bout = Bout()
        bout.hear("new", "onRoundStart")
        bout.hear("old", "onSignal", then=(lambda state, env: void(mount(state, "onSignal", body="test/hear/new")),))
        bout.do(CALL, scoped=False)
        assert bout.heard == ("old",)

        bout.do(CALL, scoped=False)
        assert bout.heard == ("old", "old", "new")

    def test_who_is_removed_is_passed_over(self) -> None:
        bout = Bout()
        gone: list[int] = []
        bout.hear("first", "onSignal", then=(lambda state, env: unlisten(state, gone[0]),))
        gone.append(bout.hear("second", "onSignal"))
        bout.hear("third", "onSignal")
        bout.do(CALL, scoped=False)

        assert bout.heard == ("first", "third")

    def test_whose_host_leaves_is_passed_over(self) -> None:
        kill = passive("onSignal", {"type": "dispose", "target": {"type": "team", "who": "theirs"}})
        phrase = passive(
            "onSignal", {"type": "modifyVar", "name": "hp", "amount": -1, "target": {"type": "active", "who": "theirs"}}
        )
        character = definition("1001", "character", phrase, hp=9, maxHp=9, attack=1)
        bout = Bout(character, definition("2100", "combatStatus", kill), ruleset=ordered(active_first))
        bout.bring("2100")
        front = bout.front
        bout.write(
            lambda state: [unlisten(state, each.id) for each in tuple(state.listeners.values()) if each.host == front]
        )
        bout.program(mechanics=variant({"rules": (), "order": Order((active_first,))}).mechanics)
        bout.do(CALL, scoped=False)

        assert (bout.foe in bout.state.entities, bout.var(front, "hp")) == (False, 9)

    def test_conditions_see_the_table_as_it_is_and_the_event_as_it_was(self) -> None:
        """Two statuses answer damage: the second sees the first's change of the target, and the amount that was dealt."""
        heal = passive("onDamaged", {"type": "modifyVar", "name": "hp", "amount": 5, "target": "$onDamaged.targetUUID"})
        watch = passive(
            "onDamaged",
            signal(1),
            filter={"type": "And", "conditions": [
                {"type": "Equals", "value1": var("$onDamaged.targetUUID", "hp"), "value2": 10 - 3 + 5},
                {"type": "Equals", "value1": "$onDamaged.amount", "value2": 3}]},
        )  # fmt: skip
        bout = Bout(definition("2100", "combatStatus", heal), definition("2101", "combatStatus", watch))
        bout.write(lambda state: [bring(state, number, bout.front) for number in ("2100", "2101")])
        bout.do(lambda state, env: emit(state, "onDamage", (bout.foe, 0, 3)))

        assert len(bout.payloads("onSignal")) == 1


class TestTheIndex:
    @given(ALL, st.data())
    def test_is_sorted_whatever_comes_and_goes(self, listeners: list[tuple[int, int, bool]], data: Any) -> None:
        bout = Bout(ruleset=ordered("zone", "-priority"))
        ids: list[int] = []

        def change(state: State) -> None:
            for rank, priority, _ in listeners:
                ids.append(mount(state, "onSignal", rank=rank, priority=priority))
                if data.draw(st.booleans()):
                    unlisten(state, ids.pop(data.draw(st.integers(0, len(ids) - 1))))

        bout.write(change)
        current_listeners: tuple[Listener, ...] = tuple(
            bout.state.listeners[lid] for lid in bout.state.listener_index.get("onSignal", {}).get("after", ())
        )

        assert list(current_listeners) == sorted(
            current_listeners, key=lambda each: (each.rank, -each.priority, abs(each.id))
        )
        assert {each.id for each in current_listeners} == set(ids)
