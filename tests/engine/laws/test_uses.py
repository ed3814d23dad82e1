"""A use is spent only where it did something: every limited trigger of every shipped card is asked about an event that it leaves as it is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import pytest

from engine.cardset import program_of, shipped
from engine.kernel import events
from engine.kernel.entities import register_abilities
from engine.kernel.ground import EnvironmentId, Listener
from engine.kernel.in_flight import Environment, new_event
from engine.kernel.machine import run
from engine.kernel.state import Block, Program, State
from engine.kernel.state_writers import create, set_global
from engine.kernel.uses import is_limited
from engine.language.compiling.control import mount
from engine.language.reading.surface import desugar
from engine.language.spec.fields import COUNTS_ALWAYS
from engine.replay import Match
from engine.rulesets import find, names

NOTHING, SOMETHING = "test/nothing", "test/something"
ALWAYS_EVENT = "test/always"


def _count_up(st: State, env_id: EnvironmentId) -> None:
    set_global(st, "test", int(st.globals.get("test", 0)) + 1)


def _altered(st: State, env: Environment, payload: tuple[Any, ...], commit: bool) -> tuple[Any, ...]:
    if commit:
        _count_up(st, 0)
    return payload


@dataclass
class Table:
    """A state of a match at rest, on which triggers are put one by one."""

    program: Program
    state: State
    player: int
    holder: int

    def at(self) -> State:
        """Return the state with nothing in flight, and bodies that do nothing or something."""
        st = self.state.fork()
        st.program, st.pending, st.log, st.coverage = self.program, (), None, None
        st.frames, st.environments, st.events_in_flight, st.scopes = [], {}, {}, {}
        return st


@cache
def table(game: str) -> Table:
    ruleset = find(game)
    program = program_of(ruleset, shipped(ruleset.folder), min(ruleset.seats))
    state = next(iter(Match(ruleset, program, 7, [("random", _first)] * min(ruleset.seats)).steps()))[0].state
    codes = {
        NOTHING: Block(NOTHING, (lambda st, env: None,)),
        SOMETHING: Block(SOMETHING, (_count_up,)),
    }
    program = replace(
        state.program,
        codes={**state.program.codes, **codes},
        inlines={**state.program.inlines, NOTHING: lambda st, env, payload, commit: payload, SOMETHING: _altered},
        tests={**state.program.tests, ALWAYS_EVENT: lambda st, env: True},
    )
    player = next(eid for eid, ent in state.entities.items() if ent["kind"] == "player")
    return Table(program, state, player, player)


def _first(*asked: Any) -> Any:
    raise AssertionError("the match is only begun")


def of_abilities(game: str) -> Iterator[tuple[str, State, Listener]]:
    """Yield each limited ability of the shipped cards, registered on an entity of its card."""
    current_table = table(game)
    for name, card in current_table.program.cards.items():
        zones = sorted({zone for ability in card.abilities for zone in ability.zones})
        for zone in zones:
            st = current_table.at()
            listeners = set(st.listeners)
            variables = {**card.numbers, **{key: config.initial for key, config in card.variables.items()}}
            eid = create(st, name, card.kind, current_table.player, (current_table.holder, f"test-{zone}"), variables)
            st.entities[eid]["zone"] = zone
            register_abilities(st, eid)
            for lid in sorted(set(st.listeners) - listeners):
                if is_limited(st.listeners[lid]) and not st.listeners[lid].event.startswith("stat/"):
                    yield f"{name} {st.listeners[lid].label}", st, st.listeners[lid]


def of_triggers(game: str) -> Iterator[tuple[str, State, Listener]]:
    """Yield each trigger of one use or some that a shipped card adds by an effect, mounted by its mode."""
    ruleset, current_table = find(game), table(game)
    modes = [key.default for record in ruleset.vocabulary.records if (key := record.field("mode")) is not None]
    for card, _ in shipped(ruleset.folder):
        todo: list[Any] = [(desugar(ruleset.vocabulary, card).document, False)]
        while todo:
            node, is_added = todo.pop()
            parts = node.values() if isinstance(node, dict) else node if isinstance(node, list) else ()
            todo += [(part, is_added or (isinstance(node, dict) and "do" in node)) for part in parts]
            if not is_added or not isinstance(node, dict) or "do" not in node:
                continue
            if node.get("event", "instant") == "instant":
                continue
            st, event = current_table.at(), ruleset.vocabulary.event(node["event"])
            if event is None or event.members:
                continue
            limit = (("life", node["times"]),) if "times" in node else ()
            what = (event.name, node.get("stage") or event.runtime.stage, NOTHING, "")
            lid = mount(
                st,
                Environment({}, current_table.player, current_table.player),
                what,
                node.get("mode", modes[0]),
                "",
                limit,
            )
            if is_limited(st.listeners[lid]):
                yield f"{card['id']} {event.name}", st, st.listeners[lid]


def uses_left(st: State, listener: Listener) -> tuple[Any, ...]:
    """Return what is left of a listener's uses."""
    host = st.entities.get(listener.host, {})
    return listener.id in st.listeners, st.uses.get(listener.id), [host.get(name) for name, _ in listener.spends]


def asked(st: State, listener: Listener, body: str, *, counts_always: bool = False) -> tuple[Any, ...]:
    """Ask a listener about an event while its body does nothing, or something, and return what is left of its uses then."""
    st = st.fork()
    listener = listener._replace(body=body, condition=ALWAYS_EVENT, counts_always=counts_always)
    st.listeners = {**st.listeners, listener.id: listener}
    payload = tuple(0 for _ in st.program.events[listener.event].fields)
    if listener.stage == "modify":
        events.resolve_modifiers(st, listener.event, payload, commit=True, hears=lambda one: one.id == listener.id)
    else:
        fid = st.add_event(new_event(listener.event, payload, {}, st.seq))
        assert events._fire(st, listener.id, st.events_in_flight[fid], fid), "its condition holds"
        again = st.fork()
        answers = events._fire(again, listener.id, again.events_in_flight[fid], fid)
        assert answers == (_uses(st, listener) > 1), "it answers again meanwhile with another use alone"
        run(st)
    assert not st.reserved, "what is reserved is spent or given back"
    return uses_left(st, listener)


def _uses(st: State, listener: Listener) -> int:
    """Return how many uses a listener has."""
    spent = [-(-st.entities[listener.host][name] // amount) for name, amount in listener.spends]
    return 1 if listener.once else min(spent + [most for _, most in listener.limit])


MIN_RUNS = {"wizards": 30, "halo": 30, "genius": 90, "encounter": 5}
"""So many limited triggers have the shipped cards of each game at least."""


@pytest.mark.parametrize("game", names())
def test_a_use_is_kept_where_nothing_was_done(game: str) -> None:
    observations = 0
    for name, st, listener in (*of_abilities(game), *of_triggers(game)):
        if listener.stage == "check":
            continue  # what it forbids was done by it
        whole, observations = uses_left(st, listener), observations + 1
        assert asked(st, listener, NOTHING) == whole, f"{name}: a use is kept where nothing was done"
        assert asked(st, listener, SOMETHING) != whole, f"{name}: a use is spent where something was done"
        assert asked(st, listener, NOTHING, counts_always=True) != whole, f"{name}: {COUNTS_ALWAYS.name}"
    assert observations >= MIN_RUNS.get(game, 0)


FREE = {
    "CALCULATE_DICE": {"cost": (), "isFast": True},
    "EXECUTE_DAMAGE": {"mainDamage": 0},
    "DIVIDE_DAMAGE": {"mainDamage": 0},
}
"""Events of `genius` that cannot be improved: nothing is left to pay, or to take."""


def test_discounts_and_shields_are_kept_where_nothing_is_left() -> None:
    observations = 0
    for name, st, listener in of_abilities("genius"):
        if listener.event in FREE:
            rule, known = st.program.events[listener.event], FREE[listener.event]
            payload = tuple(known.get(key, 0) for key in rule.fields)
            st.listeners = {**st.listeners, listener.id: listener._replace(condition=ALWAYS_EVENT)}
            whole, observations = uses_left(st, listener), observations + 1
            events.resolve_modifiers(
                st, rule.name, payload, commit=True, hears=lambda one, lid=listener.id: one.id == lid
            )
            assert uses_left(st, listener) == whole, name
    assert observations >= 20, observations
