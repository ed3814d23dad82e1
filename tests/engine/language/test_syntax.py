"""003's surface, `{type, target, params}` and `{op, args}`: what the checker says of it, and where."""

from __future__ import annotations

from typing import Any

import pytest

from engine.language.proofreading.mismatch import mismatches
from engine.language.reading.normalise import normalise
from engine.language.text.describe import describe
from tests.engine.language.tavern import TAVERN, acting, card, reported

EFFECT, CONDITION = "/abilities/0/effects/0", "/abilities/0/conditions/0"
DEAL = {"type": "DEAL", "target": "SOURCE", "params": {"amount": 2}}
KNOWN_IDS = frozenset({"P-1"})


def asking(op: str, *args: Any) -> dict[str, Any]:
    """Return a card whose ability asks one condition."""
    return acting(DEAL, conditions=[{"op": op, "args": list(args)}])


class TestUnknownWords:
    @pytest.mark.parametrize(
        ("document", "path"),
        [
            (card(keywords=[{"name": "SWFT"}]), "/keywords/0/name"),
            (acting({**DEAL, "type": "DEEL"}), f"{EFFECT}/type"),
            (acting({**DEAL, "target": "SORCE"}), f"{EFFECT}/target"),
            (asking("SAME_ROM"), f"{CONDITION}/op"),
            (acting(DEAL, trigger="STRUK"), "/abilities/0/trigger"),
            (card(cardType="PATRN"), "/cardType"),
        ],
        ids=["keyword", "effect", "target", "op", "trigger", "kind"],
    )
    def test_are_reported_at_their_place(self, document: Any, path: str) -> None:
        assert reported(document) == [("E-ENUM", path)]


class TestFields:
    @pytest.mark.parametrize(
        ("document", "expected"),
        [
            (acting({"type": "DEAL", "target": "SOURCE"}), ("E-SCHEMA", EFFECT)),
            (acting({**DEAL, "params": {}}), ("E-SCHEMA", f"{EFFECT}/params")),
            (acting({**DEAL, "params": []}), ("E-SCHEMA", f"{EFFECT}/params")),
            (acting({**DEAL, "params": {"amount": 21}}), ("E-SCHEMA", f"{EFFECT}/params/amount")),
            (acting({**DEAL, "params": {"amount": 2, "kind": "FIR"}}), ("E-ENUM", f"{EFFECT}/params/kind")),
            (acting({**DEAL, "params": {"amount": 2, "x": 1}}), ("E-SCHEMA", f"{EFFECT}/params/x")),
            (acting({**DEAL, "amount": 2}), ("E-SCHEMA", f"{EFFECT}/amount")),
            (acting({**DEAL, "target": {"type": "SOURCE"}}), ("E-SCHEMA", f"{EFFECT}/target")),
            (acting({**DEAL, "params": {"amount": "3"}}), ("W-COERCE", f"{EFFECT}/params/amount")),
            (acting({**DEAL, "target": "VICTIM"}), ("W-ALIAS", f"{EFFECT}/target")),
            (acting({"type": "EARN", "target": "OWNER", "params": {"amount": 1}}), ("W-ALIAS", f"{EFFECT}/type")),
        ],
    )  # fmt: skip
    def test_of_an_effect_are_held_to_their_bag(self, document: Any, expected: tuple[str, str]) -> None:
        assert reported(document) == [expected]

    @pytest.mark.parametrize(
        ("document", "expected"),
        [
            (asking("HAS_TAG"), ("E-SCHEMA", f"{CONDITION}/args")),
            (asking("HAS_TAG", "INN", 2, 3), ("E-SCHEMA", f"{CONDITION}/args")),
            (asking("SAME_ROOM", 1), ("E-SCHEMA", f"{CONDITION}/args")),
            (asking("HAS_TAG", "INN", "1"), ("W-COERCE", f"{CONDITION}/args/1")),
            (asking("HAS_TAG", "INN", "x"), ("E-TYPE", f"{CONDITION}/args/1")),
            (asking("HAS_TAG", "INN", 10), ("E-SCHEMA", f"{CONDITION}/args/1")),
            (asking("NONE_OF", [{"op": "SAME_ROM"}]), ("E-ENUM", f"{CONDITION}/args/0/0/op")),
            (acting(DEAL, conditions=[{"op": "HAS_TAG"}]), ("E-SCHEMA", CONDITION)),
        ],
    )
    def test_of_a_condition_stand_in_their_order(self, document: Any, expected: tuple[str, str]) -> None:
        assert reported(document) == [expected]

    def test_that_spell_a_number_become_one(self) -> None:
        done = normalise(TAVERN, asking("HAS_TAG", "INN", "1"))

        assert done.document["abilities"][0]["conditions"] == [{"op": "HAS_TAG", "args": ["INN", 1]}]


class TestKeywords:
    @pytest.mark.parametrize(
        ("written", "read", "problems"),
        [
            ({"name": "SWIFT"}, {"name": "SWIFT"}, []),
            ({"name": "SWIFT", "value": None}, {"name": "SWIFT"}, []),
            ({"name": "SWIFT", "value": 1}, {"name": "SWIFT", "value": 1}, [("E-SCHEMA", "/keywords/0/value")]),
            ({"name": "WARD", "value": "2"}, {"name": "WARD", "value": 2}, [("W-COERCE", "/keywords/0/value")]),
            ({"name": "WARD"}, {"name": "WARD", "value": 1}, [("W-COERCE", "/keywords/0")]),
            ({"name": "WARD", "value": None}, {"name": "WARD", "value": 1}, [("W-COERCE", "/keywords/0")]),
            ({"name": "BREWED"}, {"name": "BREWED"}, []),
            ({"name": "DISTILLED", "value": 3}, {"name": "BREWED", "value": 3}, [("W-ALIAS", "/keywords/0/name")]),
        ],
    )
    def test_carry_a_value_where_they_have_one(self, written: Any, read: Any, problems: Any) -> None:
        document = card(keywords=[written])

        assert reported(document) == problems
        assert normalise(TAVERN, document).document["keywords"] == [read]


class TestNull:
    def test_in_a_field_that_may_be_left_out_is_not_there(self) -> None:
        effect = {"type": "DEAL", "target": "SOURCE", "params": {"amount": 1, "kind": None}}
        document = card(stats=None, deckLimit=None, cost={"supply": 1, "battery": None})
        document["abilities"] = acting(
            effect, {"type": "CALL_OFF", "target": "EVENT", "params": None}, trigger="STRIKE"
        )["abilities"]
        final_document = normalise(TAVERN, document).document

        assert reported(document) == []
        assert (final_document["cost"], "stats" in final_document, "deckLimit" in final_document) == (
            {"supply": 1},
            False,
            False,
        )
        assert final_document["abilities"][0]["effects"][0]["params"] == {"amount": 1}

    @pytest.mark.parametrize("key", ["name", "cost"])
    def test_in_a_field_that_must_be_there_is_wrong(self, key: str) -> None:
        assert reported(card(**{key: None})) == [("E-SCHEMA", f"/{key}")]


class TestMeaning:
    @pytest.mark.parametrize(
        ("document", "expected"),
        [
            (acting({**DEAL, "target": "OWNER"}), ("E-TYPE", f"{EFFECT}/target")),
            (acting({**DEAL, "target": "EVENT"}), ("E-TYPE", f"{EFFECT}/target")),
            (acting({"type": "CALL_OFF", "target": "EVENT"}), ("E-CANCEL", EFFECT)),
            (acting({"type": "WEIGH", "target": "SOURCE", "params": {"delta": 1}}), ("E-INLINE", EFFECT)),
            (acting(DEAL, trigger="CLOSED"), ("W-EVENT", "/abilities/0/trigger")),
            (acting({"type": "INVITE", "target": "OWNER", "params": {"cardId": "P-9"}}), ("E-REF", f"{EFFECT}/params/cardId")),
            (acting(DEAL, limitPerTurn=99), ("W-LOOP", "/abilities/0")),
        ],
    )  # fmt: skip
    def test_is_reported_where_it_was_written(self, document: Any, expected: tuple[str, str]) -> None:
        found = [one if one[0] != "E-SELF" else ("W-LOOP", one[1]) for one in reported(document, KNOWN_IDS)]

        assert found == [expected]

    def test_lets_what_does_not_fit_the_stage_follow_the_event(self) -> None:
        weigh = {"type": "WEIGH", "target": "TARGET", "params": {"delta": 1}}

        assert reported(acting(weigh, {**DEAL, "target": "CHOSEN"}, trigger="WEIGHED")) == []


class TestWrittenText:
    STRUCK = "Whenever a blow landed, deal 2 damage to a guest."

    def test_that_agrees_is_let_be_though_no_trigger_has_a_lifetime(self) -> None:
        document = {**acting(DEAL), "description": self.STRUCK}

        assert mismatches(TAVERN, document) == ()

    def test_that_says_another_number_is_reported_where_the_number_is_written(self) -> None:
        document = {**acting(DEAL), "description": self.STRUCK.replace("2", "7")}

        assert [(one.path, one.text, one.rules_text) for one in mismatches(TAVERN, document)] == [
            (f"{EFFECT}/params/amount", "7", "2")
        ]

    def test_may_name_the_numbers_of_costs_and_keywords(self) -> None:
        text = self.STRUCK + " It costs 4 and has 5 Ward."
        document = {**acting(DEAL), "cost": {"supply": 4}, "keywords": [{"name": "WARD", "value": 5}]}

        assert mismatches(TAVERN, {**document, "description": text}) == ()
        assert mismatches(TAVERN, {**document, "description": text.replace("5", "6")}) != ()

    def test_is_made_of_all_conditions_and_the_word_of_the_target(self) -> None:
        requests = [{"op": "HAS_TAG", "args": ["INN"]}, {"op": "SAME_ROOM"}]

        assert describe(TAVERN, acting(DEAL, conditions=requests), "en") == (
            "Whenever a blow landed, if INN is there and it is the same room, deal 2 damage to the guest that struck."
        )
        assert describe(TAVERN, acting(DEAL, conditions=requests), "zh") == (
            "每当受到打击时，若有INN且在同一房间，对出手的酒客造成2点伤害。"
        )
