"""Each way in which a card can be wrong has its code, at its place."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from engine.language.analysis.check import MAX_DEPTH, check
from engine.language.diagnostics.listing import MAX_PROBLEMS
from engine.language.diagnostics.suggestions import SUGGESTIONS
from engine.language.reading.markup import foreign, stripped
from engine.rulesets.wizards.vocabulary import WIZARDS
from tests.engine.language.cards import CHOOSER, DRAW, HIT, ME, TRUE, mount, read, reported, treasure
from tests.engine.language.strategies import broken_cards, documents, json_values
from tests.examples import some_of

DO = "/behaviors/0/do"
LAW = settings(max_examples=some_of(300), deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])


def without(card: dict[str, Any], key: str) -> dict[str, Any]:
    return {name: value for name, value in card.items() if name != key}


def textual(text: str) -> dict[str, Any]:
    """Return a treasure card that does nothing and has a text."""
    return {**treasure(description=text), "behaviors": []}


class TestStructure:
    @pytest.mark.parametrize(
        ("card", "expected"),
        [
            ([], [("E-SCHEMA", "")]),
            ({}, [("E-SCHEMA", "")] * 5),
            (without(treasure(HIT), "name"), [("E-SCHEMA", "")]),
            (treasure(HIT, manaCost=21), [("E-SCHEMA", "/manaCost")]),
            (treasure(HIT, manaCost=True), [("E-SCHEMA", "/manaCost")]),
            (treasure(HIT, school="fier"), [("E-ENUM", "/school")]),
            (treasure(HIT, shcool="fire"), [("E-SCHEMA", "/shcool")]),
            (treasure(HIT, count="$0"), [("E-SCHEMA", "/count")]),
            (treasure(HIT, at="onPlai"), [("E-ENUM", "/behaviors/0/at")]),
            (treasure({**HIT, "type": "dmage"}), [("E-ENUM", f"{DO}/0/type")]),
            (treasure(without(HIT, "type")), [("E-SCHEMA", f"{DO}/0")]),
            (treasure({**HIT, "type": 5}), [("E-SCHEMA", f"{DO}/0/type")]),
            (treasure({**HIT, "amount": 1000}), [("E-SCHEMA", f"{DO}/0/amount")]),
            (treasure({**HIT, "target": "onPlay.playerUUID"}), [("E-SCHEMA", f"{DO}/0/target")]),
            (treasure({**HIT, "target": "$onPlay..x"}), [("E-SCHEMA", f"{DO}/0/target")]),
            (treasure({**HIT, "id": "a b"}), [("E-SCHEMA", f"{DO}/0/id")]),
            (treasure({"type": "if", "condition": {"type": "HasWnad", "playerUUID": ME}, "do": [HIT]}), [("E-ENUM", f"{DO}/0/condition/type")]),
            (treasure(mount("onPlayd", HIT)), [("E-ENUM", f"{DO}/0/triggers/0/event")]),
            (treasure({"type": "loop", "times": 101, "do": [HIT]}), [("E-LOOP", f"{DO}/0/times")]),
        ],
    )  # fmt: skip
    def test_names_the_place(self, card: Any, expected: list[tuple[str, str]]) -> None:
        assert reported(card) == expected

    def test_refuses_an_unknown_short_form(self) -> None:
        card = treasure(HIT)
        card["behaviors"][0]["do"] = "dealDamge"

        assert reported(card) == [("E-ENUM", DO)]

    def test_offers_the_nearest_word_and_a_fix(self) -> None:
        (problem,) = read(treasure(HIT, school="fier")).problems

        assert problem.nearest == "fire"
        assert problem.fix == ({"op": "replace", "path": "/school", "value": "fire"},)
        assert "fire" in problem.message["en"]
        assert "fire" in problem.message["zh"]

    def test_offers_to_rename_an_unknown_field_when_the_right_one_is_free(self) -> None:
        card = without(treasure(HIT), "school") | {"shcool": "fire"}
        found = {problem.path: problem.fix for problem in read(card).problems}

        assert found["/shcool"] == ({"op": "move", "from": "/shcool", "path": "/school"},)

    def test_offers_the_dollar_that_makes_a_reference(self) -> None:
        (problem,) = read(treasure({**DRAW, "target": "onPlay.playerUUID"})).problems

        assert problem.fix == ({"op": "replace", "path": f"{DO}/0/target", "value": ME},)

    def test_tells_all_faults_at_once_in_the_order_of_the_document(self) -> None:
        card = treasure({**HIT, "amount": -1}, {**HIT, "type": "nothing"}, manaCost=-1)

        assert [path for _, path in reported(card)] == ["/manaCost", f"{DO}/0/amount", f"{DO}/1/type"]

    def test_puts_line_and_column_into_the_authors_text(self) -> None:
        (problem,) = read('{"level": "III",\n  "id": "a.exploration.III.b", "name": "b",\n  "type": "mnster"}').problems

        assert (problem.code, problem.line, problem.column) == ("E-ENUM", 3, 11)

    def test_points_at_the_name_of_a_field_that_nobody_knows(self) -> None:
        (problem,) = read(
            '{"level": "III", "id": "a.exploration.III.b", "name": "b", "type": "event",\n "helth": 3}'
        ).problems

        assert (problem.code, problem.line, problem.column) == ("E-SCHEMA", 2, 2)


class TestReferences:
    @pytest.mark.parametrize(
        ("effects", "expected"),
        [
            ([{**DRAW, "target": "$onDraw.playerUUID"}], [("E-PATH", f"{DO}/0/target")]),
            ([{**DRAW, "target": "$onPlay.playerUID"}], [("E-PATH", f"{DO}/0/target")]),
            ([{**DRAW, "target": "$onPlay"}], [("E-PATH", f"{DO}/0/target")]),
            ([{**DRAW, "target": "$a.b.c.d.e.f.g.h.i"}], [("E-PATH", f"{DO}/0/target")]),
            ([{"type": "discardCard", "target": "$d.UUID"}, {**DRAW, "id": "d"}], [("E-PATH", f"{DO}/0/target"), ("W-DEADVAR", f"{DO}/1/id")]),
            ([{**DRAW, "id": "d"}, {"type": "discardCard", "target": "$d.UUID"}], []),
            ([{**DRAW, "id": "d"}, {"type": "discardCard", "target": "$d.UUIDs"}], []),
            ([{**DRAW, "id": "d"}, {**HIT, "amount": "$d.count"}], []),
            ([{**DRAW, "id": "d"}, {**HIT, "amount": "$d.UUID"}], [("E-TYPE", f"{DO}/1/amount")]),
            ([{**DRAW, "id": "d"}, {**DRAW, "target": "$d.UUID"}], [("E-TYPE", f"{DO}/1/target")]),
            ([{"type": "discardCard", "target": ME}], [("E-TYPE", f"{DO}/0/target")]),
            ([{**DRAW, "target": CHOOSER}], [("E-TYPE", f"{DO}/0/target")]),
            ([{**DRAW, "id": "d"}, {**HIT, "id": "x{d.UUIDs}"}], [("E-TYPE", f"{DO}/1/id"), ("W-DEADVAR", f"{DO}/1/id")]),
            ([mount("onDefeat", {**DRAW, "target": "$onDefeat.sourcePlayerUUID"}), HIT], []),
            ([mount("onDefeat", HIT), {**DRAW, "target": "$onDefeat.sourcePlayerUUID"}], [("E-PATH", f"{DO}/1/target")]),
        ],
    )  # fmt: skip
    def test_are_looked_up_and_typed(self, effects: list[Any], expected: list[tuple[str, str]]) -> None:
        assert reported(treasure(*effects)) == expected

    def test_see_a_name_that_a_loop_makes(self) -> None:
        draw = {**DRAW, "id": "dc{loop1.index}"}
        loop = {
            "type": "loop",
            "id": "loop1",
            "times": 5,
            "do": [draw, {"type": "discardCard", "target": "{dc{loop1.index}.UUID}"}],
        }

        assert reported(treasure(loop)) == []
        assert reported(treasure(loop, {"type": "discardCard", "target": "$dc3.UUID"})) == []
        assert reported(treasure(loop, {"type": "discardCard", "target": "$dd3.UUID"})) == [
            ("E-PATH", f"{DO}/1/target")
        ]

    def test_do_not_see_an_index_outside_a_named_loop(self) -> None:
        loop = {"type": "loop", "times": 2, "do": [{**HIT, "amount": "$loop1.index"}]}

        assert reported(treasure(loop)) == [("E-PATH", f"{DO}/0/do/0/amount")]

    def test_are_warned_of_when_only_some_paths_bind_them(self) -> None:
        maybe = {"type": "if", "condition": {"type": "HasWand", "playerUUID": ME}, "do": [{**HIT, "id": "hit"}]}
        use = {"type": "mana", "mode": "add", "amount": "$hit.amount", "target": ME}

        assert reported(treasure(maybe, use)) == [("W-PATH", f"{DO}/1/amount")]
        assert reported(treasure({**maybe, "elsedo": [{**HIT, "id": "hit"}]}, use)) == []
        assert reported(treasure({**maybe, "condition": TRUE}, use)) == []

    def test_of_a_wrong_effect_are_not_reported_as_well(self) -> None:
        wrong = {**DRAW, "type": "drawCards", "id": "d"}

        assert reported(treasure(wrong, {"type": "discardCard", "target": "$d.anything"})) == [
            ("E-ENUM", f"{DO}/0/type")
        ]

    def test_offer_the_nearest_name(self) -> None:
        (problem,) = read(treasure({**DRAW, "target": "{onPlay.playerUID}"})).problems

        assert problem.nearest == "onPlay.playerUUID"
        assert problem.fix == ({"op": "replace", "path": f"{DO}/0/target", "value": "{onPlay.playerUUID}"},)

    def test_to_cards_are_looked_up_when_the_pack_is_known(self) -> None:
        when = {"type": "Equals", "value1": "$onPlayCard.cardID", "value2": "base.treasure.common.y"}
        card = treasure(mount("onPlayCard", HIT, condition=when))
        at = f"{DO}/0/triggers/0/condition/value2"

        assert reported(card) == []
        assert reported(card, known_ids=frozenset({"base.treasure.common.z"})) == [("E-REF", at)]
        assert reported(card, known_ids=frozenset({"base.treasure.common.y"})) == []
        assert read(card, known_ids=frozenset({"base.treasure.common.yy"})).problems[0].layer == "references"

    def test_to_itself_a_card_may_always_make(self) -> None:
        when = {"type": "Equals", "value1": "base.treasure.common.x", "value2": "$onPlayCard.cardID"}

        assert reported(treasure(mount("onPlayCard", HIT, condition=when)), known_ids=frozenset({"a"})) == []


class TestScopes:
    def test_let_a_triggers_event_hide_the_timing_of_the_same_name(self) -> None:
        return_ = {"type": "gold", "mode": "add", "amount": "$onBuy.price", "target": "$onBuy.playerUUID"}

        assert reported(treasure(mount("onBuy", return_), at="onBuy")) == []
        assert reported(treasure(return_, at="onBuy")) == [("E-PATH", f"{DO}/0/amount")]

    def test_let_a_trigger_see_what_was_bound_before_it(self) -> None:
        later = mount("onDefeat", {**DRAW, "target": ME}, {"type": "discardCard", "target": "$d.UUID"})

        assert reported(treasure({**DRAW, "id": "d"}, later)) == []

    def test_keep_what_a_trigger_binds_inside_it(self) -> None:
        later = mount("onDefeat", {**DRAW, "id": "d"})

        assert reported(treasure(later, {"type": "discardCard", "target": "$d.UUID"})) == [
            ("W-DEADVAR", f"{DO}/0/triggers/0/do/0/id"),
            ("E-PATH", f"{DO}/1/target"),
        ]


class TestMeaning:
    def test_refuses_to_compare_a_number_with_a_text(self) -> None:
        when = {"type": "Equals", "value1": 4, "value2": "4"}

        assert reported(treasure({"type": "if", "condition": when, "do": [HIT]})) == [
            ("E-TYPE", f"{DO}/0/condition/value2")
        ]

    def test_refuses_to_compare_a_player_with_a_card(self) -> None:
        when = {"type": "Equals", "value1": ME, "value2": "$d.UUID"}
        card = treasure({**DRAW, "id": "d"}, {"type": "if", "condition": when, "do": [HIT]})

        assert reported(card) == [("E-TYPE", f"{DO}/1/condition/value2")]

    def test_refuses_an_id_that_is_the_same_in_every_pass(self) -> None:
        def passes(label: str) -> dict[str, Any]:
            drop = {"type": "discardCard", "target": f"{{{label}.UUID}}"}
            return {"type": "loop", "id": "l", "times": 2, "do": [{**DRAW, "id": label}, drop]}

        def refused(*effects: Any) -> list[str]:
            return [path for code, path in reported(treasure(*effects)) if code == "E-TMPLID"]

        nested = {"type": "loop", "times": 3}

        assert refused(passes("d{onPlay.playerUUID}")) == [f"{DO}/0/do/0/id"]
        assert refused(passes("d{l.count}")) == [f"{DO}/0/do/0/id"]
        assert refused(passes("d{l.index}")) == []
        assert refused(passes("d")) == []
        assert refused({**nested, "id": "l", "do": [passes("d{l.index}")]}) == []
        assert refused({**nested, "id": "k", "do": [passes("d{k.index}")]}) == [f"{DO}/0/do/0/do/0/id"]

    def test_refuses_passes_that_nothing_bounds(self) -> None:
        loop = {"type": "loop", "times": "$onDamageTaken.amount", "do": [HIT]}

        assert reported(treasure(mount("onDamageTaken", loop))) == [("E-LOOP", f"{DO}/0/triggers/0/do/0/times")]
        assert reported(treasure({**DRAW, "id": "d"}, {**loop, "times": "$d.count"})) == []

    @pytest.mark.parametrize(
        ("effect", "expected"),
        [
            ({"type": "counter"}, [("E-CANCEL", f"{DO}/0")]),
            (mount("onDefeat", {"type": "counter"}), [("E-CANCEL", f"{DO}/0/triggers/0/do/0")]),
            (mount("onPlayCard", {"type": "counter"}, stage="after"), [("E-CANCEL", f"{DO}/0/triggers/0/do/0")]),
            (mount("onPlayCard", {"type": "counter"}), []),
            (mount("onPlayCard", mount("instant", {"type": "counter"})), []),
        ],
    )
    def test_refuses_a_counter_where_nothing_can_be_cancelled(
        self, effect: Any, expected: list[tuple[str, str]]
    ) -> None:
        assert reported(treasure(effect)) == expected

    @pytest.mark.parametrize(
        "condition",
        [
            {"type": "Equals", "value1": 1, "value2": 2},
            {"type": "Not", "condition": TRUE},
            {"type": "Or", "conditions": []},
            {
                "type": "And",
                "conditions": [{"type": "LessThan", "value1": 3, "value2": 3}, {"type": "HasWand", "playerUUID": ME}],
            },
        ],
    )
    def test_warns_of_what_can_never_be(self, condition: Any) -> None:
        assert reported(treasure({"type": "if", "condition": condition, "do": [HIT]})) == [
            ("W-UNREACH", f"{DO}/0/condition")
        ]

    @pytest.mark.parametrize(
        "condition",
        [{"type": "AlwaysFalse"}, {"type": "And", "conditions": []}, {"type": "Equals", "value1": 1, "value2": 1}],
    )
    def test_is_silent_about_what_is_meant_or_may_be(self, condition: Any) -> None:
        assert reported(treasure({"type": "if", "condition": condition, "do": [HIT]})) == []


class TestLoops:
    def test_warn_of_a_trigger_that_feeds_itself(self) -> None:
        assert reported(treasure(mount("onDamageTaken", HIT, mode="always"))) == [("W-LOOP", f"{DO}/0/triggers/0")]

    def test_warn_of_two_triggers_that_feed_each_other(self) -> None:
        drop = {"type": "discardCard", "target": "$d.UUID"}
        first = mount("onDamageTaken", drop, mode="round")
        other = mount("onDiscard", mount("instant", HIT), mode="always")

        assert reported(treasure({**DRAW, "id": "d"}, first, other)) == [("W-LOOP", f"{DO}/1/triggers/0")]

    def test_are_silent_about_a_trigger_that_fires_once(self) -> None:
        assert reported(treasure(mount("onDamageTaken", HIT, mode="once"))) == []
        assert reported(treasure(mount("onDamageTaken", HIT))) == []

    def test_refuse_a_round_of_which_every_step_is_certain(self) -> None:
        nodes = (replace(node, analysis=replace(node.analysis, is_self_limiting=False)) for node in WIZARDS.nodes)
        wizards = replace(WIZARDS, nodes=tuple(nodes))
        card = treasure(mount("onDamageTaken", HIT, mode="always"))
        unsure = treasure(mount("onDamageTaken", HIT, mode="always", condition={"type": "HasWand", "playerUUID": ME}))

        assert [(p.code, p.path) for p in check(wizards, card)] == [("E-SELF", f"{DO}/0/triggers/0")]
        assert [(p.code, p.path) for p in check(wizards, unsure)] == [("W-LOOP", f"{DO}/0/triggers/0")]


class TestMarkup:
    @pytest.mark.parametrize("text", ["<b>y</b> a < b & c<br/>", "</p><SPAN>x</SPAN>", "1<2", "<3"])
    def test_allows_the_few_tags(self, text: str) -> None:
        assert reported(textual(text)) == []

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("<a href='x'>go</a>", "go"),
            ("<b onclick=x>2</b>", "<b>2</b>"),
            ("a<script>alert(1)</script>b", "ab"),
            ("<scr<script>ipt>", "&lt;scr"),
            ("<!-- x -->y", "y"),
            ("<img src=x", "&lt;img src=x"),
            ("<h1>T</h1><u>u</u>", "T<u>u</u>"),
        ],
    )
    def test_offers_the_text_without_the_others(self, text: str, expected: str) -> None:
        (problem,) = read(textual(text)).problems

        assert (problem.code, problem.path) == ("E-MARKUP", "/description")
        assert problem.fix == ({"op": "replace", "path": "/description", "value": expected},)
        assert reported(textual(expected)) == []

    @LAW
    @given(st.text(alphabet="<>/!-bsaxript= '&;", max_size=30))
    def test_leaves_nothing_foreign_behind(self, text: str) -> None:
        assert foreign(stripped(text)) == ()
        assert foreign(text) or stripped(text) == text

    def test_looks_into_the_texts_of_other_languages(self) -> None:
        (problem,) = read(treasure(HIT), texts={"zh": {"name": "x", "description": "<i>2</i><hr>"}}).problems

        assert (problem.code, problem.file, problem.path) == (
            "E-MARKUP",
            "text/zh.json",
            "/cards/base.treasure.common.x/description",
        )


class TestId:
    @pytest.mark.parametrize(
        "identity", ["stone", "base.treasure.stone", "base.exploration.III.x", "base.treasure.legendary.x"]
    )
    def test_is_warned_of_when_it_disagrees_with_the_card(self, identity: str) -> None:
        assert reported(treasure(HIT, id=identity)) == [("W-ID", "/id")]


class TestLimits:
    def test_tell_of_too_many_ids_once(self) -> None:
        blocks = [
            {"type": "loop", "times": 1, "do": [{**DRAW, "id": f"d{b}x{i}"} for i in range(150)]} for b in range(4)
        ]

        assert [code for code, _ in reported(treasure(*blocks)) if code not in ("W-DEADVAR", "W-MORE")] == ["E-LIMIT"]

    def test_tell_a_thousand_problems_and_no_more(self) -> None:
        block = {"type": "loop", "times": 1, "do": [{"type": "nothing"}] * 190}

        report = check(WIZARDS, treasure(*[block] * 10))

        assert len(report) == MAX_PROBLEMS + 1
        assert [one.found for one in report if one.code == "W-MORE"] == [1]

    def test_suggest_the_nearest_name_a_few_times_alone(self) -> None:
        report = check(WIZARDS, treasure(*[{**DRAW, "target": "$onPlay.playerUID"}] * 30))
        unknown = check(WIZARDS, treasure(*[{**DRAW, "target": "$onPlai.playerUUID"}] * 30))

        assert len(report) == len(unknown) == 30
        assert sum(problem.nearest is not None for problem in unknown) == SUGGESTIONS


class TestLaws:
    @LAW
    @given(documents(WIZARDS))
    def test_a_right_card_has_no_error(self, document: Any) -> None:
        assert [p for p in check(WIZARDS, document) if p.severity == "error"] == []

    @LAW
    @given(json_values() | broken_cards(WIZARDS))
    @example(
        {
            "id": "a",
            "behaviors": [{"at": "onPlay", "do": [{"type": "if", "condition": {"type": "And", "conditions": 5}}]}],
        }
    )
    @example({"id": 5, "level": {}, "behaviors": {"at": []}})
    def test_anything_at_all_gets_a_list_of_problems(self, document: Any) -> None:
        problems = check(WIZARDS, document)

        assert all(p.code[:2] in ("E-", "W-") and p.message["en"] and p.message["zh"] for p in problems)
        assert problems or isinstance(document, dict)

    def test_depth_without_end_is_a_problem_and_no_exception(self) -> None:
        value: Any = []
        for _ in range(5000):
            value = [value]

        assert [p.code for p in check(WIZARDS, value)] == ["E-LIMIT"]

    def test_the_depth_that_is_read_is_checked(self) -> None:
        condition: Any = TRUE
        for _ in range(MAX_DEPTH - 6):
            condition = {"type": "Not", "condition": condition}

        assert reported(treasure({"type": "if", "condition": condition, "do": [HIT]})) == []
