"""Triggers that set each other off: rounds inside one card and over several, what ends them, and how long the search takes."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from types import FrameType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.language.analysis.card_summary import card_summary
from engine.language.analysis.check import check
from engine.language.analysis.cross_card_checks import stat_cycles_across_cards, trigger_cycles_across_cards
from engine.language.analysis.trigger_cycles import TriggerCycle, find_trigger_cycles
from engine.language.analysis.trigger_graph import Trigger, components, stat_cycles, triggers_of
from engine.language.spec.vocabulary import Vocabulary
from tests.engine.bout.vocabulary import BOUT
from tests.engine.language.arena import ARENA, problems_of
from tests.engine.language.cards import CHOOSER, ME, mount, treasure
from tests.examples import some_of


def trigger_graph(documents: list[Any], vocabulary: Vocabulary) -> Sequence[Trigger]:
    """Return the triggers of canonical documents."""
    return triggers_of([card_summary(vocabulary, document) for document in documents])


DO = "/behaviors/0/do"
AT = f"{DO}/0/triggers/0"
SHOUT = {"type": "shout"}
TOSS = {"type": "toss"}
WAND = {"type": "HasWand", "playerUUID": ME}
THE_MONSTER = "$onDamageTaken.monsterUUID"


def card(number: int, event: str, *effects: Any, **more: Any) -> dict[str, Any]:
    """Return a card whose one trigger lasts."""
    return treasure(mount(event, *effects, **{"mode": "always", **more}), id=f"base.treasure.common.c{number}")


def endless(*cards: Any) -> list[tuple[int, str]]:
    """Return where the set has reports of cycles across several cards."""
    return [
        (number, problem.path)
        for number, problem in trigger_cycles_across_cards([card_summary(ARENA, one) for one in cards])
    ]


def steps(combo: TriggerCycle) -> list[tuple[int, str]]:
    return [(step.number, step.event) for step in combo.steps]


def above(number: int, card: str = THE_MONSTER, prop: str = "health") -> dict[str, Any]:
    return {"type": "GreaterThan", "value1": {"type": "numberOf", "card": card, "property": prop}, "value2": number}


def aura(number: int, feeds: str, reads: str) -> dict[str, Any]:
    """Return a definition of the bout with a static modifier."""
    value = {"type": "stat", "of": "$self.UUID", "name": reads}
    modifier = {"stat": feeds, "op": "add", "value": value}
    return {"id": str(number), "type": "status", "auras": [modifier]}


class TestOneCard:
    @pytest.mark.parametrize(
        ("trigger", "expected"),
        [
            (mount("onDefeat", SHOUT, mode="always"), "E-SELF"),
            (mount("onDefeat", SHOUT, mode="always", condition=WAND), "W-LOOP"),
            (mount("onDefeat", {"type": "if", "condition": WAND, "do": [SHOUT]}, mode="always"), "W-LOOP"),
            (mount("onDefeat", {"type": "loop", "times": 2, "do": [SHOUT]}, mode="always"), "E-SELF"),
            (mount("onDefeat", {"type": "loop", "times": 0, "do": [SHOUT]}, mode="always"), None),
            (mount("onDefeat", mount("instant", SHOUT), mode="always"), "E-SELF"),
            (mount("onDefeat", {"type": "stop"}, SHOUT, mode="always"), None),
            (mount("onDefeat", SHOUT, mode="once"), None),
            (mount("onDefeat", SHOUT), None),
            (mount("onDefeat", SHOUT, mode="always", perTurn=20), None),
            (mount("onDefeat", SHOUT, mode="always", perTurn=21), "E-SELF"),
            (mount("onDefeat", TOSS, mode="always"), None),
            (mount("onAnyPlay", SHOUT, mode="always"), None),
            (mount("onDefeat", {"type": "choose", "ask": ME, "options": [{"do": [SHOUT]}, {"do": []}]}, mode="always"), "W-LOOP"),
        ],
    )  # fmt: skip
    def test_names_its_cycles(self, trigger: Any, expected: str | None) -> None:
        codes = [(code, path) for code, path in problems_of(treasure(trigger)) if code in ("E-SELF", "W-LOOP")]

        assert codes == ([] if expected is None else [(expected, AT)])

    @pytest.mark.parametrize(
        ("condition", "effect", "ends"),
        [
            (above(3), {"type": "hurt", "amount": 1, "target": THE_MONSTER}, True),
            (above(3), {"type": "adjust", "amount": -1, "target": THE_MONSTER}, True),
            (above(3), {"type": "adjust", "amount": 1, "target": THE_MONSTER}, False),
            (above(3), {"type": "adjust", "amount": "$onDamageTaken.amount", "target": THE_MONSTER}, False),
            (above(3), {"type": "hurt", "amount": 1, "target": CHOOSER}, False),
            (above(3, prop="mana"), {"type": "hurt", "amount": 1, "target": THE_MONSTER}, False),
            ({"type": "And", "conditions": [WAND, above(3)]}, {"type": "hurt", "amount": 1, "target": "{onDamageTaken.monsterUUID}"}, True),
            ({"type": "Or", "conditions": [WAND, above(3)]}, {"type": "hurt", "amount": 1, "target": THE_MONSTER}, False),
            ({"type": "Not", "condition": above(3)}, {"type": "hurt", "amount": 1, "target": THE_MONSTER}, False),
        ],
    )  # fmt: skip
    def test_ends_where_its_condition_reads_what_its_body_lowers(self, condition: Any, effect: Any, ends: bool) -> None:
        trigger = mount("onDamageTaken", effect, mode="always", condition=condition)

        assert (problems_of(treasure(trigger)) == []) == ends

    def test_ends_where_the_source_must_be_another(self) -> None:
        mine = {"type": "Equals", "value1": "$onDamageTaken.sourcePlayerUUID", "value2": ME}
        hurt = {"type": "hurt", "amount": 1, "target": THE_MONSTER}

        others = mount("onDamageTaken", hurt, mode="always", condition={"type": "Not", "condition": mine})

        assert problems_of(treasure(others)) == []
        assert problems_of(treasure(mount("onDamageTaken", hurt, mode="always", condition=mine))) == [("W-LOOP", AT)]

    def test_counts_a_trigger_that_fires_once_where_a_lasting_one_mounts_it_anew(self) -> None:
        second_mount = mount("onDefeat", mount("onDefeat", SHOUT, mode="once"), mode="always")
        spent_mount = mount("onDefeat", mount("onDefeat", SHOUT, mode="once"), mode="once")
        elsewhere = mount("onBuy", mount("onDefeat", SHOUT, mode="once"), mode="always")

        assert problems_of(treasure(second_mount)) == [("W-LOOP", f"{AT}/do/0/triggers/0")]
        assert problems_of(treasure(spent_mount)) == []
        assert problems_of(treasure(elsewhere)) == []

    def test_names_each_cycle_once(self) -> None:
        pair = [mount("onDefeat", TOSS, mode="always"), mount("onDiscard", SHOUT, mode="always", condition=WAND)]
        other = mount("onPlayCard", {"type": "hurt", "amount": 1, "target": CHOOSER}, mode="always")

        assert problems_of(treasure(*pair, other)) == [("W-LOOP", AT)]

    def test_offers_to_let_a_certain_one_fire_once(self) -> None:
        (problem,) = check(ARENA, treasure(mount("onDefeat", SHOUT, mode="always")))

        assert problem.fix == ({"op": "replace", "path": f"{AT}/mode", "value": "once"},)


class TestSeveralCards:
    def test_include_a_cycle_that_none_closes_alone(self) -> None:
        first, other_card = card(1, "onDefeat", TOSS), card(2, "onDiscard", SHOUT)
        ((number, problem),) = trigger_cycles_across_cards(
            [card_summary(ARENA, first), card_summary(ARENA, other_card)]
        )

        assert (number, problem.code, problem.path) == (0, "W-LOOP", AT)
        assert "base.treasure.common.c2" in problem.message["en"]
        assert "base.treasure.common.c2" in problem.message["zh"]
        assert problems_of(first) == problems_of(other_card) == []

    @pytest.mark.parametrize(
        ("cards", "expected"),
        [
            ([card(1, "onDefeat", TOSS), card(2, "onDiscard", SHOUT, mode="once")], []),
            ([card(1, "onDefeat", TOSS), card(2, "onDiscard", SHOUT, perTurn=3)], []),
            ([card(1, "onDefeat", TOSS), card(2, "onBuy", SHOUT)], []),
            ([card(1, "onDefeat", SHOUT), card(2, "onDefeat", SHOUT)], []),
            ([card(1, "onDefeat", TOSS), card(2, "onDefeat", TOSS), card(3, "onDiscard", SHOUT)], [(0, AT), (1, AT)]),
        ],
    )
    def test_report_no_more_than_that(self, cards: list[Any], expected: list[tuple[int, str]]) -> None:
        assert endless(*cards) == expected

    def test_set_each_other_off_though_each_wants_another_source(self) -> None:
        """Two such cards of two players answer each other, which one card of one player never does."""
        mine = {"type": "Equals", "value1": "$onDamageTaken.sourcePlayerUUID", "value2": ME}
        hurt = {"type": "hurt", "amount": 1, "target": THE_MONSTER}
        pair = [card(n, "onDamageTaken", hurt, condition={"type": "Not", "condition": mine}) for n in (1, 2)]

        assert endless(*pair) == [(0, AT)]

    def test_are_listed_as_combos_with_what_ends_them(self) -> None:
        graph = trigger_graph(
            [card(1, "onDefeat", TOSS, mode="once"), card(2, "onDiscard", SHOUT, perTurn=1), card(3, "onBuy", SHOUT)],
            ARENA,
        )
        (combo,) = find_trigger_cycles(graph)

        assert steps(combo) == [(0, "onDefeat"), (1, "onDiscard")]
        assert combo.cards == ("base.treasure.common.c1", "base.treasure.common.c2")
        assert combo.limits == ("once", "limit")
        assert list(find_trigger_cycles(graph, endless=True)) == []

    def test_are_joined_by_an_edge_where_one_raises_what_another_hears(self) -> None:
        graph = trigger_graph([card(1, "onDefeat", TOSS), card(2, "onDiscard", SHOUT), card(3, "onBuy", SHOUT)], ARENA)
        raised, heard = [[*t.listener.raises] for t in graph], [t.listener.hears for t in graph]

        edges = [(x, y) for x in range(3) for y in range(3) if not set(raised[x]).isdisjoint(heard[y])]
        assert edges == [(0, 1), (1, 0), (2, 0)]

    def test_make_rounds_of_three(self) -> None:
        damaged_card = card(3, "onPlayCard", SHOUT)
        hurt = card(4, "onDamageTaken", TOSS)
        items = [
            card(1, "onDefeat", {"type": "hurt", "amount": 1, "target": CHOOSER}),
            hurt,
            card(2, "onDiscard", SHOUT),
            damaged_card,
        ]
        (combo,) = find_trigger_cycles(trigger_graph(items, ARENA))

        assert steps(combo) == [(0, "onDefeat"), (1, "onDamageTaken"), (2, "onDiscard")]


class TestLargeSets:
    EVENTS = ("onDefeat", "onDiscard", "onBuy", "onForget")

    def calls(self, size: int) -> int:
        """Return how many calls a set takes in which nearly every trigger lies on a round with nearly every other."""
        effects = [TOSS, SHOUT, {"type": "hurt", "amount": 1, "target": CHOOSER}]
        cards = [card(n, self.EVENTS[n % 4], effects[n % 3], mode=("always", "once")[n % 7 == 0]) for n in range(size)]
        summaries = [card_summary(ARENA, one) for one in cards]
        count = 0

        def note(_frame: FrameType, event: str, _argument: object) -> None:
            nonlocal count
            count += event in ("call", "c_call")

        before = sys.getprofile()
        sys.setprofile(note)
        try:
            total = sum(1 for _ in trigger_cycles_across_cards(summaries))
        finally:
            sys.setprofile(before)
        assert total > size // 20
        return count

    def test_take_work_in_proportion_to_their_size(self) -> None:
        small, large = self.calls(500), self.calls(2_500)

        assert large < 6 * small


class TestComponents:
    @settings(max_examples=some_of(200), deadline=None, derandomize=True)
    @given(st.dictionaries(st.integers(0, 8), st.lists(st.integers(0, 8), max_size=4), max_size=9))
    def test_are_those_of_a_plain_search(self, edges: dict[int, list[int]]) -> None:
        nodes = {*edges, *(node for ends in edges.values() for node in ends)}

        def reach(start: int) -> set[int]:
            observations, todo = {start}, [start]
            while todo:
                new = set(edges.get(todo.pop(), ())) - observations
                observations |= new
                todo += new
            return observations

        plain = {frozenset(other for other in reach(node) if node in reach(other)) for node in nodes}

        assert {frozenset(part) for part in components(edges)} == plain


class TestStats:
    @pytest.mark.parametrize(
        ("rules", "expected"),
        [
            ([("attack", ["health"])], []),
            ([("attack", ["attack"])], [[0]]),
            ([("attack", ["health"]), ("health", ["armour"]), ("armour", ["attack"])], [[0, 1, 2]]),
            ([("attack", ["health"]), ("health", ["armour"]), ("attack", ["attack"])], [[2]]),
            ([("a", ["b"]), ("c", ["d"]), ("b", ["a"]), ("d", ["c"])], [[0, 2], [1, 3]]),
        ],
    )
    def test_that_feed_themselves_are_found(self, rules: Any, expected: list[list[int]]) -> None:
        assert stat_cycles(rules) == expected

    def test_name_one_definition_and_several(self) -> None:
        pair = [aura(1, "attack", "maxHp"), aura(2, "maxHp", "attack")]
        ((number, problem),) = stat_cycles_across_cards([card_summary(BOUT, item) for item in pair])

        assert [(p.code, p.path) for p in check(BOUT, aura(1, "attack", "attack"))] == [
            ("E-STATCYCLE", "/auras/0/stat")
        ]
        assert [check(BOUT, item) for item in pair] == [[], []]
        assert (number, problem.code, problem.path, problem.layer) == (0, "E-STATCYCLE", "/auras/0/stat", "references")
        assert "“2”" in problem.message["en"]

    def test_may_read_variables_of_the_same_name(self) -> None:
        current_aura = aura(1, "attack", "attack")
        current_aura["auras"][0]["value"]["type"] = "var"

        assert check(BOUT, current_aura) == []


class TestOtherSpellings:
    """The bout calls a trigger's parts `triggerOn`, `filter`, `limit` and `action`: they are known by their shapes."""

    def skill(self, **extra: Any) -> dict[str, Any]:
        effect = {"type": "signal", "number": 1}
        return {
            "id": "1",
            "type": "summon",
            "skills": [{"id": "s", "triggerOn": "onSignal", "action": [effect], **extra}],
        }

    def test_are_searched_for_rounds_too(self) -> None:
        same = {"type": "Equals", "value1": "$onSignal.number", "value2": 1}

        assert [(p.code, p.path) for p in check(BOUT, self.skill())] == [("E-SELF", "/skills/0")]
        assert [p.code for p in check(BOUT, self.skill(filter=same))] == ["W-LOOP"]
        assert check(BOUT, self.skill(limit={"perTurn": 1})) == []
        assert [p.code for p in check(BOUT, self.skill(limit={"perTurn": 99}))] == ["E-SELF"]
