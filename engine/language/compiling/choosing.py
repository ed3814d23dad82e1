"""How a chooser picks: the candidates, who is asked, and how a copy makes the same choice again.

What a run of a block chooses may be remembered, on the event in flight that `Resolution.memory` names. A run that repeats it
(`Resolution.repeats`) makes the same choices, as far as they are still possible.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from engine.kernel.decisions import new_question
from engine.kernel.ground import EnvironmentId
from engine.kernel.in_flight import Environment, Resolution
from engine.kernel.machine import answer, ask
from engine.kernel.signals import Signal
from engine.kernel.state import Op, State
from engine.kernel.state_writers import chance

Getter = Callable[[State, Environment], Any]

FIELDS = ("ask", "min", "max", "pick", "filter")
"""Fields that the compiler itself understands, whatever the chooser."""


class Choice(NamedTuple):
    """A chooser, compiled.

    Shapes: `pool` gives the candidates; `low` and `high` how many are wanted; `key` is where the environment keeps those taken.
    """

    pool: Getter
    asker: Getter
    low: Getter
    high: Getter
    prompt: str
    key: str


def remembered(st: State, env_id: EnvironmentId, key: str, options: tuple[Any, ...]) -> bool:
    """Answer as the first run did, in a run that repeats it, and return whether it is one; what can no longer be chosen is left out."""
    resolution = st.environments[env_id].resolution
    if resolution is None or not resolution.repeats:
        return False
    env = st.writable_environment(env_id)
    turn = env.names[f"{key}#"] = env.names.get(f"{key}#", -1) + 1
    held = chosen_before(st, resolution, key)
    env.answer = tuple(one for one in held[turn] if one in options) if turn < len(held) else ()
    return True


def chosen_before(st: State, resolution: Resolution, key: str) -> tuple[tuple[Any, ...], ...]:
    """Return what the run that is remembered chose under a key, time after time."""
    memory = st.events_in_flight.get(resolution.memory)
    return memory.notes.get(key, ()) if memory is not None else ()


def remember(st: State, env_id: EnvironmentId, key: str, choice: tuple[Any, ...]) -> None:
    """Note what was chosen, for copies, where this run is remembered."""
    resolution = st.environments[env_id].resolution
    if resolution is not None and resolution.memory in st.events_in_flight and not resolution.repeats:
        notes = st.writable_event(resolution.memory).notes
        notes[key] = (*notes.get(key, ()), choice)


def ask_op(choice: Choice) -> Op:
    """Return the op that asks; without a player to ask or an option to choose it continues with an empty choice."""
    pool, asker, low, high, prompt, key = choice

    def op(st: State, env_id: EnvironmentId) -> Signal | None:
        env = st.environments[env_id]
        player = asker(st, env)
        options = pool(st, env) if player is not None else ()
        if remembered(st, env_id, key, options):
            return None
        minimum = max(low(st, env) or 0, 0)
        most = high(st, env)
        count = max(minimum, 1) if most is None else most
        if not options or count <= 0:
            st.writable_environment(env_id).answer = ()
            return None
        seat = st.entities[player]["seat"]
        return ask(
            st, env_id, new_question(seat, "target", prompt, options, min(minimum, count), count, env.source or 0)
        )

    return op


def pick_op(choice: Choice, how: str) -> Op:
    """Return the op that takes the first, the last or random ones without asking."""
    pool, _, low, high, prompt, key = choice

    def op(st: State, env_id: EnvironmentId) -> None:
        env = st.environments[env_id]
        options = pool(st, env)
        if remembered(st, env_id, key, options):
            return
        most = high(st, env)
        count = min(max(low(st, env) or 0, 1) if most is None else max(most, 0), len(options))
        if how == "random":
            rest = list(options)
            picked_ids = tuple(rest.pop(chance(st, f"fx/{prompt}", len(rest))) for _ in range(count))
        else:
            picked_ids = options[:count] if how == "first" else options[len(options) - count :]
        st.writable_environment(env_id).answer = picked_ids

    return op


def take_op(key: str) -> Op:
    """Return the op that keeps what was chosen where the effect finds it."""

    def op(st: State, env_id: EnvironmentId) -> None:
        choice = answer(st, env_id)
        if st.environments[env_id].resolution is not None:
            remember(st, env_id, key, choice)
        st.writable_environment(env_id).names[key] = choice

    return op
