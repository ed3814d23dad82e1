"""Which of some candidates a node means: those with its attributes that pass its filter."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from engine.json_values import JsonObject
from engine.kernel.in_flight import Environment
from engine.kernel.state import State
from engine.language.compiling.choosing import Getter
from engine.language.spec import Field, ObjectShape

if TYPE_CHECKING:
    from engine.language.compiling.compile import Unit


def narrowing(unit: Unit, fields: Iterable[Field], node: JsonObject, pointer: str) -> Getter | None:
    """Compile the attributes and the filter of a node into a closure that gives the test of a candidate; None where it has neither."""
    tests = [
        _test_of(unit, field, node[field.name], pointer and f"{pointer}/{field.name}")
        for field in fields
        if field.name in node and (field.attribute is not None or field.analysis.narrows)
    ]
    return None if not tests else tests[0] if len(tests) == 1 else _passes_all(tests)


def _test_of(unit: Unit, field: Field, value: Any, pointer: str) -> Getter:
    if isinstance(field.shape, ObjectShape):
        return narrowing(unit, unit.vocabulary.record(field.shape.name).fields, value, pointer) or _takes_all
    if field.attribute is None:
        return unit.predicate(value, field, pointer)
    test, expected = field.attribute.test, unit.getter(value, None, pointer)

    def keeps(st: State, env: Environment) -> Callable[[Any], bool]:
        word = expected(st, env)
        return lambda thing: test(st, env, thing, word)

    return keeps


def _passes_all(tests: list[Getter]) -> Getter:
    def keeps(st: State, env: Environment) -> Callable[[Any], bool]:
        keep = [test(st, env) for test in tests]
        return lambda thing: all(passes(thing) for passes in keep)

    return keeps


def _takes_all(st: State, env: Environment) -> Callable[[Any], bool]:
    return lambda thing: True


def pure_getters(unit: Unit, fields: Iterable[Field], node: JsonObject, pointer: str) -> list[Getter]:
    """Compile the fields of a pure node; its attributes are part of what its filter gives."""
    all_fields = tuple(fields)
    own = [field for field in all_fields if field.attribute is None]
    keeps = None if len(own) == len(all_fields) else narrowing(unit, all_fields, node, pointer)
    return [
        keeps
        if keeps is not None and field.analysis.narrows
        else unit.getter(node.get(field.name), field, pointer and f"{pointer}/{field.name}")
        for field in own
    ]
