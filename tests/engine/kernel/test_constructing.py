"""Compiled constructors: what they build equals what the class builds."""

from __future__ import annotations

from engine.kernel.constructing import constructor
from engine.kernel.decisions import DecisionSpec
from engine.kernel.in_flight import Environment


class TestConstructor:
    def test_builds_a_named_tuple_with_its_defaults(self) -> None:
        made = constructor(DecisionSpec)(1, "main", "?", (1, 2), high=2)
        assert made == DecisionSpec(1, "main", "?", (1, 2), high=2)
        assert made.__class__ is DecisionSpec

    def test_gives_each_object_a_container_of_its_own(self) -> None:
        new = constructor(Environment)
        first, second = new(owner=3), new()
        first.names["a"] = 1
        assert second == Environment()
        assert first == Environment({"a": 1}, 3)
