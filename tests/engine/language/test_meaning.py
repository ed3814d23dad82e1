"""What the semantic layer says of documents that the shipped rulesets cannot write, and of hard cases of what they can."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.kernel.definitions import Budgets
from engine.language.analysis.check import check
from engine.language.analysis.nested_passes import MAX_PASSES_IN_ALL, OPS_PER_PASS
from tests.engine.language.arena import ARENA, problems_of
from tests.engine.language.cards import CHOOSER, DRAW, HIT, ME, TRUE, mount, read, reported, treasure

DO = "/behaviors/0/do"
WAND = {"type": "HasWand", "playerUUID": ME}
STOP = {"type": "stop"}


def when(condition: Any, *effects: Any, **more: Any) -> dict[str, Any]:
    """Return an effect that does these under a condition."""
    return {"type": "if", "condition": condition, "do": list(effects), **more}


class TestDeadResults:
    def test_are_reported_where_their_id_stands(self) -> None:
        (problem,) = read(treasure({**HIT, "id": "hit"})).problems

        assert (problem.code, problem.path, problem.found) == ("W-DEADVAR", f"{DO}/0/id", "hit")
        assert problem.fix == ({"op": "remove", "path": f"{DO}/0/id"},)

    @pytest.mark.parametrize(
        "effects",
        [
            [{**DRAW, "id": "d"}, {"type": "discardCard", "target": "$d.UUID"}],
            [{**DRAW, "id": "d"}, mount("onDefeat", {"type": "discardCard", "target": "$d.UUID"})],
            [when(WAND, {**HIT, "id": "h"}, elsedo=[{**HIT, "id": "h"}]), {**HIT, "amount": "$h.amount"}],
            [
                {"type": "loop", "id": "l", "times": 2, "do": [{**DRAW, "id": "d{l.index}"}]},
                {"type": "discardCard", "target": "$d2.UUID"},
            ],
            [{"type": "loop", "id": "l", "times": 1, "target": CHOOSER, "do": [{**HIT, "target": "$l.target"}]}],
        ],
    )
    def test_do_not_name_what_anything_reads(self, effects: list[Any]) -> None:
        assert reported(treasure(*effects)) == []

    def test_name_what_another_hides_before_it_is_read(self) -> None:
        twice = [{**DRAW, "id": "d"}, {**DRAW, "id": "d"}, {"type": "discardCard", "target": "$d.UUID"}]

        assert reported(treasure(*twice)) == [("W-DEADVAR", f"{DO}/0/id")]

    def test_are_silent_about_triggers_which_are_found_by_id(self) -> None:
        assert reported(treasure(mount("onDefeat", HIT, id="later"))) == []


class TestWhatIsNeverDone:
    def test_is_what_stands_behind_a_stop(self) -> None:
        card = treasure(STOP, HIT, {**HIT, "type": "hurt"})
        (problem,) = check(ARENA, card)

        assert (problem.code, problem.path) == ("W-UNREACH", f"{DO}/1")
        assert problem.fix == ({"op": "remove", "path": f"{DO}/2"}, {"op": "remove", "path": f"{DO}/1"})

    @pytest.mark.parametrize(
        ("effects", "expected"),
        [
            ([when(WAND, STOP, elsedo=[STOP]), HIT], [("W-UNREACH", f"{DO}/1")]),
            ([when(TRUE, STOP), HIT], [("W-UNREACH", f"{DO}/1")]),
            ([when(WAND, STOP), HIT], []),
            ([{"type": "loop", "times": 3, "do": [STOP]}, HIT], [("W-UNREACH", f"{DO}/1")]),
            ([{"type": "loop", "times": {"type": "count"}, "do": [STOP]}, HIT], []),
            ([mount("onDefeat", STOP), HIT], []),
            ([STOP, mount("onDefeat", STOP, HIT)], [("W-UNREACH", f"{DO}/1"), ("W-UNREACH", f"{DO}/1/triggers/0/do/1")]),
            ([STOP], []),
        ],
    )  # fmt: skip
    def test_follows_every_path(self, effects: list[Any], expected: list[tuple[str, str]]) -> None:
        assert problems_of(treasure(*effects)) == expected

    def test_leaves_what_the_other_paths_bind_sure(self) -> None:
        bound = when(WAND, STOP, elsedo=[{**HIT, "id": "h"}])

        assert problems_of(treasure(bound, {**HIT, "amount": "$h.amount"})) == []

    def test_is_a_loop_of_no_pass(self) -> None:
        assert reported(treasure({"type": "loop", "times": 0, "do": [HIT]})) == [("W-UNREACH", f"{DO}/0/times")]

    def test_is_the_otherwise_of_what_always_holds(self) -> None:
        always = {"type": "Equals", "value1": 1, "value2": 1}
        (problem,) = read(treasure(when(always, HIT, elsedo=[HIT]))).problems

        assert (problem.code, problem.path) == ("W-UNREACH", f"{DO}/0/elsedo")
        assert reported(treasure(when(TRUE, HIT, elsedo=[HIT]))) == []


class TestChoosers:
    WEAK = {"type": "damage", "amount": 1, "target": {"type": "weakMonster", "filter": WAND}}

    def test_that_may_find_none_are_reported(self) -> None:
        assert problems_of(treasure(self.WEAK)) == [("W-TARGET", f"{DO}/0/target")]
        assert problems_of(treasure(mount("onDefeat", self.WEAK))) == [("W-TARGET", f"{DO}/0/triggers/0/do/0/target")]

    @pytest.mark.parametrize(
        "effects",
        [
            [HIT],
            [{**WEAK, "target": {"type": "weakMonster"}}],
            [{**WEAK, "target": {**WEAK["target"], "min": 0}}],  # type: ignore[dict-item]  # the chooser is an object
            [when(WAND, WEAK)],
            [mount("onDefeat", WEAK, condition=WAND)],
            [{**WEAK, "id": "h"}, when({"type": "Equals", "value1": "$h.lethal", "value2": True}, HIT)],
        ],
    )
    def test_that_an_author_has_thought_of_are_not(self, effects: list[Any]) -> None:
        assert problems_of(treasure(*effects)) == []


class TestEvents:
    @pytest.mark.parametrize("event", ["onEclipse", "onDarkness"])
    def test_that_nothing_raises_are_reported(self, event: str) -> None:
        assert problems_of(treasure(mount(event, HIT))) == [("W-EVENT", f"{DO}/0/triggers/0/event")]

    def test_can_be_cancelled_in_a_group_when_all_its_members_can(self) -> None:
        assert problems_of(treasure(mount("onAnyPlay", {"type": "counter"}))) == []
        assert problems_of(treasure(mount("onMixture", {"type": "counter"}))) == [
            ("E-CANCEL", f"{DO}/0/triggers/0/do/0")
        ]

    def test_are_cancelled_once_the_stage_that_is_too_late_is_gone(self) -> None:
        card = treasure(mount("onPlayCard", {"type": "counter"}, stage="after"))
        (problem,) = read(card).problems

        assert problem.fix == ({"op": "remove", "path": f"{DO}/0/triggers/0/stage"},)


class TestModify:
    @pytest.mark.parametrize(
        ("effects", "expected"),
        [
            ([{"type": "soften", "by": 1}], []),
            ([{"type": "ponder"}], ["/0"]),
            ([HIT], ["/0", "/0/target"]),
            ([when(WAND, {"type": "soften", "by": 1})], []),
            ([{"type": "soften", "by": {"type": "roll"}}], ["/0/by"]),
            ([mount("onDefeat", HIT)], ["/0"]),
        ],
    )
    def test_neither_waits_nor_draws_chance(self, effects: list[Any], expected: list[str]) -> None:
        card = treasure(mount("onDamageTaken", *effects, stage="modify"))

        assert problems_of(card) == [("E-INLINE", f"{DO}/0/triggers/0/do{place}") for place in expected]

    def test_draws_no_chance_in_its_condition_either(self) -> None:
        roll = {"type": "GreaterThan", "value1": {"type": "roll"}, "value2": 3}
        at = f"{DO}/0/triggers/0/condition/value1"

        for stage, expected in (("modify", [("E-INLINE", at)]), ("check", [("E-INLINE", at)]), ("before", [])):
            card = treasure(mount("onDamageTaken", {"type": "soften", "by": 1}, stage=stage, condition=roll))

            assert problems_of(card) == expected


class TestPasses:
    @pytest.mark.parametrize(
        ("times", "bounded"),
        [
            ({"type": "count"}, True),
            ({"type": "clamp", "value": "$onDamageTaken.amount", "max": 9}, True),
            ({"type": "clamp", "value": "$onDamageTaken.amount", "max": 900}, False),
            ({"type": "min", "values": ["$onDamageTaken.amount", 5]}, True),
            ({"type": "min", "values": ["$onDamageTaken.amount"]}, False),
            ({"type": "min", "values": []}, False),
            ({"type": "min", "values": 5}, False),
            ({"type": "min", "values": [{"type": "count"}, "$onDamageTaken.amount"]}, True),
            ({"type": "add", "values": [{"type": "clamp", "value": 1, "max": 9}, 3]}, True),
            ({"type": "add", "values": [60, 60]}, False),
            ({"type": "add", "values": [{"type": "numberOf", "card": "$onDamageTaken.monsterUUID", "property": "health"}, 3]}, False),
            ("$onDamageTaken.amount", False),
        ],
    )  # fmt: skip
    def test_are_bounded_by_a_literal_or_a_count(self, times: Any, bounded: bool) -> None:
        card = treasure(mount("onDamageTaken", {"type": "loop", "times": times, "do": [{"type": "shout"}]}))

        assert ("E-LOOP" not in {code for code, _ in problems_of(card)}) == bounded

    @pytest.mark.parametrize(
        ("times", "inside"),
        [
            ([99, 99, 99, 99], 2),
            ([100, 100], None),
            ([100, 100, 2], 2),
            ([100, {"type": "clamp", "value": "$onDamageTaken.amount", "max": 60}, 2], 2),
            ([100, 100, {"type": "count"}], None),
        ],
    )
    def test_of_loops_inside_each_other_are_bounded_together(self, times: list[Any], inside: int | None) -> None:
        """The bounds that an author wrote are multiplied; the loop with which they are too many is reported, once."""
        result: Any = {"type": "shout"}
        for each in reversed(times):
            result = {"type": "loop", "times": each, "do": [result]}
        at = None if inside is None else f"{DO}/0/triggers/0/do/0{'/do/0' * inside}/times"

        assert problems_of(treasure(mount("onDamageTaken", result))) == ([] if at is None else [("W-PASSES", at)])

    def test_of_a_trigger_are_not_those_of_the_loop_that_mounts_it(self) -> None:
        later = mount("onDamageTaken", {"type": "loop", "times": 100, "do": [{"type": "shout"}]})
        now = mount("instant", {"type": "loop", "times": 100, "do": [{"type": "shout"}]})
        around = [{"type": "loop", "times": 100, "do": [{"type": "loop", "times": 2, "do": [each]}]} for each in (later, now)]  # fmt: skip

        assert problems_of(treasure(around[0])) == []
        assert [code for code, _ in problems_of(treasure(around[1]))] == ["W-PASSES"]

    def test_too_many_to_finish_would_stop_a_match(self) -> None:
        """The limit is what the budget of operations allows: a loop over it that does nothing breaks it."""
        assert Budgets().ops == MAX_PASSES_IN_ALL * OPS_PER_PASS

    def test_are_not_bounded_by_an_events_field_that_is_called_count(self) -> None:
        counting = replace(
            ARENA,
            events=tuple(
                replace(e, fields={**e.fields, "count": "int"}) if e.name == "onDiscard" else e for e in ARENA.events
            ),
        )
        card = treasure(mount("onDiscard", {"type": "loop", "times": "$onDiscard.count", "do": [{"type": "shout"}]}))

        assert [problem.code for problem in check(counting, card)] == ["E-LOOP"]
        assert [problem.code for problem in check(ARENA, card)] == ["E-PATH"]


class TestNamesOnSomePaths:
    def test_are_warned_of_after_a_loop_that_may_have_no_pass(self) -> None:
        loop = {"type": "loop", "times": "$d.count", "do": [{**HIT, "id": "h"}]}
        use = {**HIT, "amount": "$h.amount"}

        assert reported(treasure({**DRAW, "id": "d"}, loop, use)) == [("W-PATH", f"{DO}/2/amount")]
        assert reported(treasure({**loop, "times": 2}, use)) == []

    def test_are_refused_where_another_branch_binds_them(self) -> None:
        fork = when(WAND, {**HIT, "id": "h"}, elsedo=[{**HIT, "amount": "$h.amount"}])

        assert ("E-PATH", f"{DO}/0/elsedo/0/amount") in reported(treasure(fork))


class TestBounds:
    @pytest.mark.parametrize(
        ("effect", "place"),
        [
            ({**HIT, "target": {**CHOOSER, "min": 9, "max": 1}}, f"{DO}/0/target"),
            ({**HIT, "amount": {"type": "random", "min": 9, "max": 1}}, f"{DO}/0/amount"),
        ],
    )
    def test_that_leave_nothing_between_them_are_reported(self, effect: dict[str, Any], place: str) -> None:
        (problem,) = [one for one in read(treasure(effect)).problems if one.code == "W-UNREACH"]

        assert (problem.path, problem.found, problem.wanted) == (f"{place}/max", 1, "9")
        assert problem.fix == tuple(
            {"op": "replace", "path": f"{place}/{name}", "value": value} for name, value in (("min", 1), ("max", 9))
        )

    def test_that_meet_are_fine(self) -> None:
        assert reported(treasure({**HIT, "amount": {"type": "random", "min": 2, "max": 2}})) == []


class TestASeenText:
    @pytest.mark.parametrize("name", ["火", "❤️", "👨‍👩‍👧", "नमस्ते", "ᄀᅠ", "مرحبا", "⠃⠀", "Ré"])
    def test_may_be_of_any_script(self, name: str) -> None:
        assert reported(treasure(HIT, name=name)) == []
