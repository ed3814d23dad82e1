"""Steps that flows of many games have, each declared in one line: they emit an event, ask for a target, run a block, or go on elsewhere.

A step is called with a state and with the environment that all steps of its block share: its names are what the block works on, such as
`player`. Where a step below works on a name, it is read there. `flow` knows a step by its own name, which is the first argument of each.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.kernel.state import State, Step
from engine.toolkit.rules import RETURN, EnvironmentId, Jump, Option, ask, call, emit, new_question
from engine.toolkit.turns import in_scope


def step(name: str, run: Step) -> Step:
    """Return a step under a name: a function without one, such as a lambda."""
    run.__name__ = name
    return run


def jumps(name: str, label: str, queue: str = "") -> Step:
    """Return a step that jumps to another step; with `queue` only while that name has items left, and then the block ends."""

    def jump(st: State, env_id: EnvironmentId) -> Jump:
        return label if not queue or st.environments[env_id].names[queue] else RETURN

    return step(name, jump)


def ends(name: str) -> Step:
    """Return a step that ends its block."""

    def end(st: State, env_id: EnvironmentId) -> Jump:
        return RETURN

    return step(name, end)


def emits(name: str, event: str, *payload: str) -> Step:
    """Return a step that emits an event; the values of its fields are those of the names."""

    def emit_event(st: State, env_id: EnvironmentId) -> Jump:
        names = st.environments[env_id].names
        return emit(st, event, tuple([names[field] for field in payload]))

    return step(name, emit_event)


def asks(name: str, kind: str, prompt: str, options: Callable[[State, int], Sequence[Option]], source: str) -> Step:
    """Return a step that asks the `player` to choose one of the options that an entity has; the next step reads `answer`."""

    def prompts(st: State, env_id: EnvironmentId) -> Jump:
        names = st.environments[env_id].names
        seat, eid = st.entities[names["player"]]["seat"], names[source]
        return ask(st, env_id, new_question(seat, kind, prompt, options(st, eid), source=eid))

    return step(name, prompts)


def runs(name: str, code: str) -> Step:
    """Return a step that runs a block with an environment of its own."""

    def run(st: State, env_id: EnvironmentId) -> Jump:
        return call(st, code, {})

    return step(name, run)


def runs_in_scope(name: str, code: str) -> Step:
    """Return a step that runs a block as one piece (`engine.toolkit.turns.in_scope`) for the player whom the global `active` names."""

    def run(st: State, env_id: EnvironmentId) -> Jump:
        return in_scope(st, st.globals["active"], code)

    return step(name, run)
