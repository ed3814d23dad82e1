"""Static modifiers: a stat is computed, never triggered: set, then add, then multiply, then the bounds.

A modifier is a listener on `stat/NAME` whose stage is its operation, so it has a host, zones, limits and a lifetime like any other and
is in the same index. Its condition decides whom it applies to, its body names a value; both see the thing asked about as `target`.
Source: 001§7.1.1; 003 FIELD cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.kernel.definitions import Ability
from engine.kernel.entities import STAT
from engine.kernel.ground import Listener
from engine.kernel.in_flight import Environment, new_environment
from engine.kernel.state import State
from engine.kernel.state_writers import over_budget

OPERATIONS = ("set", "add", "mul", "max", "min")
"""In the order in which they apply; `max` is the most that the stat may be, `min` the least."""


def stat(st: State, eid: int, name: str) -> int:
    """Return a variable of an entity as all static modifiers leave it; a product is rounded down."""
    return modified(st, eid, name, int(st.entities[eid].get(name, 0)))


def modified(st: State, eid: int, name: str, value: int, player: int | None = None) -> int:
    """Return a number of an entity as all static modifiers of that name leave it, asked for a player where it is not its own.

    What a modifier reads may be modified in turn, as deep and as often as the budgets allow; modifiers that feed each other break them.
    Most apply to few: an aim turns the others away before an environment is made.
    Shapes: a `mul` modifier's value is a pair (numerator, denominator); an `add` modifier's may be a pair, the second of which is the least
            that it leaves of a number that was as high.
    """
    stages = st.listener_index.get(STAT + name)
    if stages is None or _is_endless(st):
        return value
    before = st.modified_by
    st.nesting += 1
    listeners, aims, amounts, budget = st.listeners, st.program.aims, st.program.values, st.program.budgets.modifiers
    for operation in OPERATIONS if len(stages) > 1 else stages:
        for lid in stages.get(operation, ()):
            listener = listeners[lid]
            aim = aims.get(listener.condition)
            if aim is not None and not aim(st, listener, eid):
                continue
            st.modified_by += 1
            env = _matching(st, eid, listener, player)
            amount = None if env is None else amounts[listener.body](st, env)
            if amount is not None:  # one without a value does not apply
                value = _applied(value, operation, amount)
            if st.modified_by > budget:
                _break(st, listener.body)
                break
    st.nesting -= 1
    if before == 0:
        st.modified_by = 0
    return value


def _is_endless(st: State) -> bool:
    """Return whether a number may not be worked out: the modifiers for those that it is read for are too many, or it is too deep.

    Depth alone, of events inside events, spends no budget: reading a number never gives budget back.
    """
    budgets = st.program.budgets
    if st.nesting < budgets.depth:
        return st.modified_by > budgets.modifiers
    if st.modified_by:
        st.modified_by = budgets.modifiers + 1
    return True


def _break(st: State, node: str) -> None:
    """End the match, if it runs: a state at rest is only looked at, and stays as it is."""
    if st.depth >= 0 and st.result is None:
        over_budget(st, "modifiers", node)


def printed(st: State, eid: int, rules: tuple[Ability, ...], value: int, player: int | None = None) -> int:
    """Return a number of an entity as modifiers that its own definition has leave it, wherever it lies; nothing is registered for them.

    Shapes: as in `modified`; a rule is the ability of a static modifier.
    """
    if _is_endless(st):
        return value
    before = st.modified_by
    st.nesting += 1
    bound, asked_for = st.program.mechanics.names, st.entities[eid]["own"] if player is None else player
    names = {} if bound is None else {bound.host: eid, bound.host_player: asked_for}
    for operation in OPERATIONS:
        for rule in rules:
            if rule.stage != operation:
                continue
            st.modified_by += 1
            env = new_environment(names, asked_for, eid)
            if rule.condition and not st.program.tests[rule.condition](st, env):
                continue
            amount = st.program.values[rule.body](st, env)
            value = value if amount is None else _applied(value, operation, amount)
            if st.modified_by > st.program.budgets.modifiers:
                _break(st, rule.body)
                break
    st.nesting -= 1
    if before == 0:
        st.modified_by = 0
    return value


def _applied(value: int, operation: str, amount: Any) -> int:
    match operation:
        case "set":
            return int(amount)
        case "add" if amount.__class__ is tuple:
            return int(max(value + amount[0], min(value, amount[1])))
        case "add":
            return int(value + amount)
        case "mul":
            return int(value * amount[0] // amount[1])
        case "max":
            return int(min(value, amount))
    return int(max(value, amount))


def steps(st: State, eid: int, name: str, value: int, player: int | None = None) -> Iterator[tuple[int, int, int]]:
    """Yield for each modifier that applies, in their order, its listener, and the number before and after it."""
    stages = st.listener_index.get(STAT + name, {})
    for operation in OPERATIONS:
        for lid in stages.get(operation, ()):
            env = _matching(st, eid, st.listeners[lid], player)
            amount = None if env is None else st.program.values[st.listeners[lid].body](st, env)
            if amount is not None:
                before, value = value, _applied(value, operation, amount)
                yield lid, before, value


def applying(st: State, eid: int, ids: tuple[int, ...], player: int | None = None) -> tuple[int, ...]:
    """Return those of some modifiers that apply to an entity."""
    return tuple(lid for lid in ids if _matching(st, eid, st.listeners[lid], player) is not None)


def _matching(st: State, eid: int, listener: Listener, player: int | None) -> Environment | None:
    """Return the environment in which a modifier's value is read for an entity, None where it does not apply to it."""
    host, bound_names = st.entities.get(listener.host), st.program.mechanics.names
    if listener.zones and (host is None or host["zone"] not in listener.zones):
        return None
    names = dict(listener.captured)
    if bound_names is not None:
        names[bound_names.target], names[bound_names.target_player] = (
            eid,
            st.entities[eid]["own"] if player is None else player,
        )
    env = new_environment(names, listener.owner, listener.host)
    return env if not listener.condition or st.program.tests[listener.condition](st, env) else None
