"""A program grows by compiled units: all that a unit holds arrives, and the program that it came to stays as it was."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace

from engine.cardset import program_of, shipped
from engine.kernel.definitions import CardDef
from engine.kernel.state import Block, Program
from engine.language.compiling.compile import Unit
from tests.engine.bout.ruleset import RULESET

CARD = CardDef("test/card", "card", {}, {}, {})


@dataclass(frozen=True)
class Compiled:
    """A unit with one piece of each kind of code."""

    blocks: dict[str, Block]
    tests: dict[str, object]
    inlines: dict[str, object]
    values: dict[str, object]
    aims: dict[str, object]
    tallies: frozenset[object] = frozenset()
    cards: dict[str, object] = field(default_factory=dict)


def plain() -> Program:
    return program_of(RULESET, shipped(RULESET.folder), 2)


def unit(mark: str) -> Compiled:
    made = {"test/piece": lambda *_: mark}
    return Compiled({"test/piece": Block("test/piece", (), (mark,))}, *(dict(made) for _ in range(4)))


class TestWithUnit:
    def test_brings_the_definition_and_every_kind_of_code(self) -> None:
        grown_unit = plain().with_unit(CARD, unit("new"))  # type: ignore[arg-type]  # a stand-in card and unit

        assert grown_unit.cards["test/card"] is CARD
        assert grown_unit.codes["test/piece"].nodes == ("new",)
        assert [
            table["test/piece"]()
            for table in (grown_unit.tests, grown_unit.inlines, grown_unit.values, grown_unit.aims)
        ] == ["new"] * 4  # type: ignore[operator, call-arg]  # markers instead of code

    def test_brings_the_definitions_inside_it_too(self) -> None:
        inside = object()
        grown = plain().with_unit(CARD, replace(unit("new"), cards={"test/card#inside": inside}))  # type: ignore[arg-type]  # a stand-in card and unit

        assert grown.cards["test/card#inside"] is inside

    def test_replaces_what_had_the_same_ids_and_leaves_the_first_program_as_it_was(self) -> None:
        before = plain().with_unit(CARD, unit("old"))  # type: ignore[arg-type]  # a stand-in card and unit
        after = before.with_unit(CARD, unit("new"))  # type: ignore[arg-type]  # a stand-in card and unit

        assert [one.inlines["test/piece"]() for one in (before, after)] == ["old", "new"]  # type: ignore[call-arg]  # markers instead of code
        assert set(before.codes) == set(after.codes)

    def test_knows_every_table_of_code_that_a_unit_fills(self) -> None:
        """A sixth kind of code must be added here and in `Program`, or it is dropped."""
        tables = {table.name for table in fields(Unit)} - {
            "vocabulary",
            "name",
            "card",
            "counting",
            "expansions",
            "left_out",
            "at",
            "omitted",
        }

        assert tables == {table.name for table in fields(Compiled)}
