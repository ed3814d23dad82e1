"""What the counting flavour of a card notes in `State.coverage`: how often its nodes ran, did something, and held."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.kernel.in_flight import Environment
from engine.kernel.mutations import LogEntry
from engine.kernel.state import State, Test

Getter = Callable[[State, Environment], Any]


def counted_effect(run: Callable[..., Any], noop: tuple[str, str]) -> Callable[..., Any]:
    """Note each time that an effect sets nothing going, asks for nothing and does nothing: what it writes is logged while it runs."""

    def counted(st: State, *args: Any) -> Any:
        if st.coverage is None:
            return run(st, *args)
        log, entries, waiting, changes = st.log, list[LogEntry](), _waiting(st), st.changes
        st.log = entries
        signal = run(st, *args)
        st.log = log
        if log is not None:
            log += entries
        if signal is None and not entries and st.changes == changes and _waiting(st) == waiting:
            note(st, noop)
        return signal

    return counted


def _waiting(st: State) -> tuple[Any, ...]:
    """Return what an effect may change without writing: what waits for scopes to close, and the events on their way."""
    waits = sum(len(scope.outbox) for scope in st.scopes.values())
    return waits, *((event.payload, event.cancelled) for event in st.events_in_flight.values())


def counted_inline(run: Callable[..., Any], noop: tuple[str, str]) -> Callable[..., Any]:
    """Note each time that an effect on an event hands it on as it was and writes nothing."""

    def counted(st: State, env: Environment, payload: tuple[Any, ...], commit: bool, *args: Any) -> Any:
        if st.coverage is None or not commit:
            return run(st, env, payload, commit, *args)
        log, st.log = st.log, list[LogEntry]()
        changed, entries = run(st, env, payload, commit, *args), st.log
        st.log = log
        if log is not None:
            log += entries
        if changed == payload and not entries:
            note(st, noop)
        return changed

    return counted


def note(st: State, key: tuple[str, str] | None) -> None:
    """Note that something happened to a node, where the state counts."""
    if st.coverage is not None and key is not None:
        st.coverage[key] = st.coverage.get(key, 0) + 1


def counted_test(test: Test, node: str) -> Test:
    """Note which way a condition goes."""
    yes, no = (node, "true"), (node, "false")

    def counted(st: State, env: Environment) -> bool:
        held = test(st, env)
        note(st, yes if held else no)
        return held

    return counted


def counted_value(get: Getter, node: str) -> Getter:
    """Note each time that a value is read."""
    key = (node, "reached")

    def counted(st: State, env: Environment) -> Any:
        note(st, key)
        return get(st, env)

    return counted
