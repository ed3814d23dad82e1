"""The flow of a match: scopes for what it does, and events of its phases."""

from __future__ import annotations

from typing import Any

from engine.toolkit.rules import EnvironmentId, Signal, State, emit, new_environment, new_skill_info, run_skill


def in_scope(st: State, player: int, code: str, source: int = 0, **names: Any) -> Signal:
    """Run a block as one piece before the op after this one: what it raises waits until it is done, then the rules of state look.

    Shapes: the block finds `player` and the other names in its environment; `source` is the entity that acts, 0 for the player.
    """
    env = new_environment({"player": player, **names}, player, source or None)
    return run_skill(st, new_skill_info(source or player, 0, code), code, env)


def emit_phase(st: State, code: str, player: int, event: str, payload: tuple[Any, ...]) -> Signal | None:
    """Raise an event of the flow: in a scope of its own if anything listens to it, else directly, which is faster.

    Shapes: `code` is a block of the game with the step `emit_pending`.
    """
    if event in st.listener_index:
        return in_scope(st, player, code, event=event, payload=payload)
    return emit(st, event, payload)


def emit_pending(st: State, env_id: EnvironmentId) -> Signal | None:
    """Raise the event for which a scope was opened."""
    names = st.environments[env_id].names
    return emit(st, names["event"], names["payload"])
