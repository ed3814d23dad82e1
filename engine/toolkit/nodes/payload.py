"""What the event that is answered says: its fields by name, whichever event it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from engine.language.spec import EventSpec
from engine.toolkit.rules import Environment, State
from engine.toolkit.types import Payload


def event_field(env: Environment, *names: str) -> Any:
    """Return the first of these fields that the event which is answered has; None where it has none."""
    for name in names:
        value = env.names.get(f"{env.event}.{name}")
        if value is not None:
            return value
    return None


def keys_by_event(events: Iterable[EventSpec], *fields: str) -> dict[str, str]:
    """Return for each event that has any of these fields the key under which an environment holds the first of them.

    With it a condition such as "done to" reads whom any event is about: `keys_by_event(EVENTS, "targetUUID", "unitUUID")`.
    """
    first = {spec.name: next((name for name in fields if name in spec.fields), "") for spec in events}
    return {event: f"{event}.{name}" for event, name in first.items() if name}


def with_field(st: State, env: Environment, payload: Payload, field: str, change: Callable[[Any], Any]) -> Payload:
    """Return the payload of the event that is answered with a field as a function of its value leaves it."""
    place = st.program.events[env.event].fields.index(field)
    return (*payload[:place], change(payload[place]), *payload[place + 1 :])
