"""Conditions and values whose functions see the environment: how their fields are compiled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.json_values import Json
from engine.kernel.in_flight import Environment
from engine.kernel.state import State
from engine.language.compiling.choosing import Getter
from engine.language.compiling.compile import Unit
from engine.language.spec import Enum, NodeSpec, Targets


def seeing(family: str, name: str, run: Callable[..., Any]) -> Callable[[Unit, Json, str], Getter]:
    """Return the builder of a condition or value whose function sees the environment and the fields."""

    def build(unit: Unit, node: Json, pointer: str) -> Getter:
        spec = unit.vocabulary.family(family)[name]
        if all(isinstance(one.shape, Enum) for one in spec.fields):
            words = [node.get(one.name) for one in spec.fields]
            return lambda st, env: run(st, env, *words)
        getters = _arguments(unit, node, pointer, spec)
        return lambda st, env: run(st, env, *[get(st, env) for get in getters])

    return build


def _arguments(unit: Unit, node: Json, pointer: str, spec: NodeSpec) -> list[Getter]:
    """Compile the fields of a pure node; a chooser gives all that it finds, a reference to one thing a list of it."""
    out: list[Getter] = []
    for key in spec.fields:
        value, place = node.get(key.name), pointer and f"{pointer}/{key.name}"
        if isinstance(key.shape, Targets):
            found = unit.things(value, place) if isinstance(value, dict) else unit.getter(value)
            out.append(_as_tuple(found))
        else:
            out.append(unit.getter(value, key, place))
    return out


def _as_tuple(get: Getter) -> Getter:
    def things(st: State, env: Environment) -> tuple[int, ...]:
        found = get(st, env)
        return () if found is None else found if isinstance(found, tuple) else (found,)

    return things
