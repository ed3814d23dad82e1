"""What a skill's words mean where it runs: its own entity, the character it is attached to, who did the event and to whom."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.kernel.in_flight import Environment
from engine.kernel.state import State
from engine.language.compiling.choosing import Getter
from engine.language.compiling.compile import Unit
from engine.language.spec.shapes import Enum, Targets
from engine.rulesets.genius.events import EVENTS
from engine.rulesets.genius.table import active_of, host_of

Env = Environment


def _keys(*fields: str) -> dict[str, str]:
    """Return for each event the name of the first of these fields that it has."""
    found = {spec.name: next((one for one in fields if one in spec.fields), "") for spec in EVENTS}
    return {event: f"{event}.{field}" for event, field in found.items()}


ACTORS = _keys("damageFrom", "UUID", "fromUUID")
RECEIVERS = _keys("damageTo", "toUUID", "UUID")
PLAYERS_OF = _keys("playerUUID")


def field(env: Env, *names: str) -> Any:
    """Return the first of these fields that the event which is answered has; None where it has none."""
    for name in names:
        found = env.names.get(f"{env.event}.{name}")
        if found is not None:
            return found
    return None


def host(st: State, env: Env) -> int:
    """Return the character that this entity is or is attached to, 0 for none."""
    return host_of(st, env.source or 0)


def stands_for(st: State, env: Env, eid: int, player: int, who: str) -> bool:
    """Return whether an entity of a player is the one that a word means, seen from this entity."""
    match who:
        case "mine":
            return player == env.owner
        case "opponents":
            return player != env.owner
        case "host":
            return bool(eid) and eid == host(st, env)
        case "self":
            return eid == env.source
        case "myActive":
            return player == env.owner and eid == active_of(st, player)
        case "myStandby":
            return player == env.owner and _kind(st, eid) == "character" and eid != active_of(st, player)
    return player == env.owner and _kind(st, eid) == who.removeprefix("my").lower()


def _kind(st: State, eid: int) -> str:
    return str(st.entities.get(eid, {}).get("kind", ""))


def arguments(unit: Unit, node: Mapping[str, Any], pointer: str, spec: Any) -> list[Getter]:
    """Compile the fields of a pure node; a chooser gives all that it finds, a reference to one thing a list of it."""
    out: list[Getter] = []
    for one in spec.fields:
        written = node.get(one.name)
        if isinstance(one.shape, Targets):
            found = unit.things(written, f"{pointer}/{one.name}") if isinstance(written, dict) else unit.getter(written)
            out.append(_as_tuple(found))
        else:
            out.append(unit.getter(written, one, f"{pointer}/{one.name}"))
    return out


def _as_tuple(get: Getter) -> Getter:
    def things(st: State, env: Env) -> tuple[int, ...]:
        found = get(st, env)
        return () if found is None else found if isinstance(found, tuple) else (found,)

    return things


def seeing(family: str, name: str, run: Callable[..., Any]) -> Callable[[Unit, Mapping[str, Any], str], Getter]:
    """Return the builder of a condition or value whose function sees the environment and the fields."""

    def build(unit: Unit, node: Mapping[str, Any], pointer: str) -> Getter:
        spec = unit.vocabulary.family(family)[name]
        if all(isinstance(one.shape, Enum) for one in spec.fields):
            words = [node.get(one.name) for one in spec.fields]
            return lambda st, env: run(st, env, *words)
        getters = arguments(unit, node, pointer, spec)
        return lambda st, env: run(st, env, *[get(st, env) for get in getters])

    return build
