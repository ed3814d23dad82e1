"""Conditions that cannot be true on their event: what is said, where it would be otherwise, and what is not said."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine import api
from engine.language.analysis.eventless import asked_without_event
from engine.language.analysis.never import contradictions
from engine.language.reading.surface import desugar
from engine.rulesets import find, names

Json = dict[str, Any]


def status(event: str, *filters: Json, action: Json | None = None, kind: str = "combatStatus") -> Json:
    """Return a card of genius with one trigger."""
    done = action or {"type": "changeVariable", "name": "x", "amount": 1}
    skill = {"id": "a", "triggerOn": event, "filter": list(filters), "action": [done]}
    counted = {"x": {"initialValue": 0}}
    return {
        "id": "own.one", "type": kind, "name": "One", "rarity": "common", "varConfigs": counted, "skills": [skill],
    }  # fmt: skip


def never_problems(game: str, card: Json) -> list[Any]:
    """Return the problems of a card about what is never true."""
    return [each for each in api.validate(game, json.dumps(card)).problems if each.code.endswith("-NEVER")]


def codes(game: str, card: Json) -> list[tuple[str, str]]:
    """Return code and place of each of them."""
    return [(each.code, each.path) for each in never_problems(game, card)]


def is_reaction(word: str = "any") -> Json:
    return {"type": "ReactionIs", "reaction": word}


RAISES = {"type": "addDamage", "amount": 1}


class TestAConditionThatAnotherImplies:
    """It rules nothing out, and most likely something else was meant."""

    def test_is_named_with_the_other(self) -> None:
        filters = [{"type": "DoneTo", "is": "host"}, {"type": "DoneBy", "is": "host"}]
        skill = {"id": "a", "triggerOn": "Deployed", "filter": filters, "action": [{"type": "draw", "count": 1}]}
        card = {"id": "own.one", "type": "ability", "name": "One", "rarity": "common", "skills": [skill]}
        (problem,) = never_problems("encounter", card)

        assert (problem.code, problem.path) == ("W-NEVER", "/skills/0/filter/1")
        assert "“DoneTo”" in problem.message["en"]

    @pytest.mark.parametrize(
        ("first", "second", "place"),
        [
            ("SOURCE_IS_SELF", "IS_ALLY_SOURCE", 1),
            ("IS_ALLY_TARGET", "TARGET_IS_SELF", 0),
            ("SOURCE_IS_SELF", "SOURCE_IS_SELF", 1),
            ("SOURCE_IS_SELF", "IS_ALLY_TARGET", None),
        ],
    )
    def test_is_the_wider_one_or_the_second_of_two_alike(self, first: str, second: str, place: int | None) -> None:
        conditions = [{"op": first, "args": []}, {"op": second, "args": []}]
        ability = {"id": "a", "trigger": "ATTACK_DECLARED", "conditions": conditions, "effects": [draws()]}
        card = {"id": "OWN", "name": "Own", "version": "1.0.0", "cardType": "KEYWORD", "parameters": [], "abilities": [ability]}  # fmt: skip

        wanted = [] if place is None else [("W-NEVER", f"/abilities/0/conditions/{place}")]
        assert codes("halo", card) == wanted


class TestAConditionThatIsNeverTrue:
    def test_is_an_error_where_it_is_the_whole_trigger_and_names_the_event_where_it_would_be_true(self) -> None:
        (problem,) = never_problems("genius", status("DAMAGE_ADD", is_reaction(), action=RAISES))

        assert (problem.code, problem.path) == ("E-NEVER", "/skills/0/filter/0")
        assert "the reaction is known from DAMAGE_ADD_AFTER_REACTION on" in problem.message["en"]
        assert "从 DAMAGE_ADD_AFTER_REACTION 起才有元素反应" in problem.message["zh"]
        assert problem.fix == ({"op": "replace", "path": "/skills/0/triggerOn", "value": "DAMAGE_ADD_AFTER_REACTION"},)

    def test_is_gone_with_its_fix(self) -> None:
        card = status("DAMAGE_ADD_AFTER_REACTION", is_reaction(), action=RAISES)

        assert codes("genius", card) == []

    @pytest.mark.parametrize(
        ("event", "condition"),
        [
            ("INFUSION", {"type": "ReactsWith", "element": "pyro"}),
            ("DAMAGE_ADD", {"type": "ElementIs", "element": "piercing"}),
            ("AFTER_USE_SKILL", {"type": "SkillTypeIs", "skillType": "summon"}),
            ("AFTER_USE_SKILL", {"type": "IsCharged"}),
            ("AFTER_USE_SKILL", {"type": "DoneBy", "is": "self"}),
            ("AFTER_USE_SKILL", {"type": "CardHasTag", "tag": "food"}),
            ("END_PHASE", {"type": "DoneBy", "is": "myActive"}),
            ("END_PHASE", {"type": "DoneTo", "is": "opponents"}),
            ("ON_SUMMON_REMOVE", {"type": "DoneTo", "is": "myCharacter"}),
            ("END_PHASE", {"type": "Not", "condition": {"type": "Not", "condition": {"type": "ActionIs", "action": "card"}}}),
            ("END_PHASE", {"type": "Or", "conditions": [is_reaction("melt"), {"type": "IsPlunging"}]}),
            ("DAMAGE_ADD", {"type": "Equals", "value1": "$DAMAGE_ADD.reaction", "value2": 2}),
            ("AFTER_TAKES_DMG", {"type": "GreaterThan", "value1": "$AFTER_TAKES_DMG.reaction", "value2": 40}),
        ],
        ids=str,
    )  # fmt: skip
    def test_is_found_in_genius(self, event: str, condition: Json) -> None:
        assert [code for code, _ in codes("genius", status(event, condition))] == ["E-NEVER"]

    @pytest.mark.parametrize(
        ("event", "filters"),
        [
            ("CALCULATE_DICE", ({"type": "ActionIs", "action": "card"}, {"type": "IsCharged"})),
            ("CALCULATE_DICE", ({"type": "SkillTypeIs", "skillType": "burst"}, {"type": "IsPlunging"})),
            ("AFTER_TAKES_DMG", ({"type": "ElementIs", "element": "pyro"}, {"type": "ElementIs", "element": "cryo"})),
            ("AFTER_TAKES_DMG", ({"type": "SkillTypeIs", "skillType": "summon"}, {"type": "IsCharged"})),
        ],
        ids=str,
    )
    def test_is_found_where_conditions_exclude_each_other(self, event: str, filters: tuple[Json, ...]) -> None:
        action = {"type": "reduceCost", "amount": 1} if event == "CALCULATE_DICE" else None

        assert codes("genius", status(event, *filters, action=action)) == [("E-NEVER", "/skills/0/filter")]

    def test_is_a_warning_inside_an_effect(self) -> None:
        inner = {"type": "changeVariable", "name": "x", "amount": 1}
        card = status("END_PHASE", action={"type": "if", "condition": is_reaction(), "do": [inner]})

        assert codes("genius", card) == [("W-NEVER", "/skills/0/action/0/condition")]

    def test_is_a_warning_where_another_will_do(self) -> None:
        either = {"type": "Or", "conditions": [is_reaction(), {"type": "DoneBy", "is": "mine"}]}

        assert codes("genius", status("END_PHASE", either)) == [("W-NEVER", "/skills/0/filter/0/conditions/0")]

    def test_is_found_in_encounter(self) -> None:
        skill = {"id": "a", "triggerOn": "MPBegin", "filter": [{"type": "DoneBy", "is": "hero"}], "action": [{"type": "drawCards", "count": 1}]}  # fmt: skip
        card = {"id": "own.a", "type": "ability", "name": "A", "skills": [skill]}

        assert [code for code, _ in codes("encounter", card)] == ["E-NEVER"]

    @pytest.mark.parametrize(
        ("op", "code"),
        [
            ({"op": "TARGET_HAS_TAG", "args": ["ELITE"]}, "E-NEVER"),
            ({"op": "IS_ENEMY_TARGET", "args": []}, "E-NEVER"),
            ({"op": "DAMAGE_TYPE_IS", "args": ["PLASMA"]}, "E-NEVER"),
            ({"op": "IS_STRIKE", "args": []}, "E-NEVER"),
            ({"op": "HAS_TAG", "args": ["TARGET", "ELITE"]}, "E-NEVER"),
            ({"op": "SOURCE_IS_SELF", "args": []}, "W-NEVER"),
            ({"op": "TARGET_NOT_TAG", "args": ["ELITE"]}, "W-NEVER"),
        ],
        ids=str,
    )
    def test_is_found_in_halo(self, op: Json, code: str) -> None:
        ability = {"id": "a", "trigger": "TURN_STARTED", "conditions": [op], "effects": [draws()]}
        keyword = {"id": "OWN", "name": "Own", "version": "1.0.0", "cardType": "KEYWORD", "parameters": [], "abilities": [ability]}  # fmt: skip

        assert [one for one, _ in codes("halo", keyword)] == [code]

    def test_is_found_for_a_target_that_is_never_there(self) -> None:
        hits = {"type": "DEAL_DAMAGE", "target": "TARGET", "params": {"amount": 1}}
        ability = {"id": "a", "trigger": "TURN_STARTED", "conditions": [], "effects": [hits]}
        keyword = {"id": "OWN", "name": "Own", "version": "1.0.0", "cardType": "KEYWORD", "parameters": [], "abilities": [ability]}  # fmt: skip

        assert codes("halo", keyword) == [("W-NEVER", "/abilities/0/effects/0/target")]


def draws() -> Json:
    return {"type": "DRAW", "target": "OWNER", "params": {"count": 1}}


class TestWhatMayBeTrue:
    @pytest.mark.parametrize("game", names())
    def test_is_said_of_no_shipped_card(self, game: str) -> None:
        documents = [document for document, _ in api.card_set(game)]
        vocabulary = find(game).of_pack(documents).vocabulary
        lowered = [desugar(vocabulary, document).document for document in documents]

        assert [problem.to_json() for core in lowered for problem in contradictions(vocabulary, core)] == []

    @pytest.mark.parametrize(
        ("event", "filters"),
        [
            ("CALCULATE_DICE", ({"type": "ActionIs", "action": "skill"}, {"type": "IsCharged"})),
            ("ON_SUMMON_REMOVE", ({"type": "DoneTo", "is": "mySummon"},)),
            ("AFTER_TAKES_DMG", ({"type": "ElementIs", "element": "piercing"},)),
            ("DAMAGE_ADD", ({"type": "Not", "condition": {"type": "ElementIs", "element": "pyro"}},)),
        ],
        ids=str,
    )
    def test_is_let_alone(self, event: str, filters: tuple[Json, ...]) -> None:
        assert codes("genius", status(event, *filters)) == []


@pytest.mark.parametrize("event", ["GAME_STARTED", "GAME_ENDED", "WIN_CONDITION_MET"])
def test_an_event_that_comes_when_no_card_can_answer_is_warned_of(event: str) -> None:
    ability = {"id": "a", "trigger": event, "conditions": [], "effects": [draws()]}
    keyword = {"id": "OWN", "name": "Own", "version": "1.0.0", "cardType": "KEYWORD", "parameters": [], "abilities": [ability]}  # fmt: skip

    assert [each.code for each in api.validate("halo", json.dumps(keyword)).problems] == ["W-EVENT"]


class TestATriggerThatWaitsForAnotherTime:
    """What happens to a card only once has no third time."""

    def test_is_named_on_every_event_that_comes_once(self) -> None:
        vocabulary = find("halo").vocabulary
        itself = {
            spec.name: spec.wording.about.fields
            for spec in vocabulary.family("condition").values()
            if spec.wording.about is not None and spec.wording.about.itself
        }
        pairs = [(event, name) for event in vocabulary.events if not event.hidden for name in itself]
        once = {(event.name, name) for event, name in pairs if set(itself[name]) & set(event.wording.single)}
        reported = set()
        for event, name in pairs:
            ability = {
                "id": "a",
                "trigger": event.name,
                "every": 3,
                "conditions": [{"op": name, "args": []}],
                "effects": [{"type": "DRAW", "target": "OWNER", "params": {"count": 1}}],
            }
            card = desugar(vocabulary, {"id": "X-1", "cardType": "UNIT", "abilities": [ability]}).document
            problems = contradictions(vocabulary, card)
            if any(problem.path.endswith("/every") for problem in problems):
                reported.add((event.name, name))

        assert ("CARD_PLAY_VALIDATED", "SOURCE_IS_SELF") in once
        assert reported == once


class TestWithoutAnEvent:
    """Where no event is answered, what asks for one comes to nothing: a modifier, a rule of a cost, a spell's own conditions."""

    @pytest.mark.parametrize("game", names())
    def test_each_condition_that_asks_for_one_is_refused_in_a_rule_of_a_cost(self, game: str) -> None:
        vocabulary = find(game).vocabulary
        kinds = {kind.name for kind in vocabulary.kinds if vocabulary.record(kind.record).field("costs")}
        card = next(card for card, _ in api.card_set(game) if getattr(vocabulary.kind_of(card), "name", "") in kinds)
        core = desugar(vocabulary, card).document
        asking = [spec for spec in vocabulary.family("condition").values() if spec.analysis.asks]
        silent = []
        for spec in asking:
            words = {asks.by: next(iter(asks.among)) for asks in spec.analysis.asks if asks.by}
            rule = {"op": "less", "value": 1, "condition": {"type": spec.name, **words}}
            problems = list(asked_without_event(vocabulary, {**core, "costs": [rule]}))
            assert [each.path for each in problems] == ["/costs/0/condition"] * len(problems)
            silent += [] if problems else [spec]

        assert [spec.name for spec in silent if all(asks.absent is not None for asks in spec.analysis.asks)] == []

    def test_a_target_of_the_event_is_refused_in_a_modifier(self) -> None:
        target = {"type": "COUNT_OF", "target": "SOURCE_PLAYER"}
        (problem,) = api.validate("halo", json.dumps(halo_with(value=target))).problems

        assert (problem.code, problem.path) == ("E-PATH", "/modifiers/0/value/target")
        assert "“SOURCE_PLAYER” reads" in problem.message["en"]
        assert "“SOURCE_PLAYER”读取" in problem.message["zh"]

    def test_an_event_where_a_thing_is_counted_is_reported_once(self) -> None:
        (problem,) = api.validate("halo", json.dumps(halo_with(value={"type": "COUNT_OF", "target": "EVENT"}))).problems

        assert (problem.code, problem.path) == ("E-TYPE", "/modifiers/0/value/target")

    @pytest.mark.parametrize(
        ("condition", "codes"),
        [
            ({"op": "DAMAGE_TYPE_IS", "args": ["PLASMA"]}, ["W-NEVER"]),
            ({"op": "IS_ALLY_SOURCE", "args": []}, ["W-NEVER"]),
            ({"op": "Not", "args": [{"op": "IS_STRIKE", "args": []}]}, ["W-NEVER"]),
            ({"op": "TARGET_HAS_TAG", "args": ["INFANTRY"]}, []),
            ({"op": "SOURCE_HAS_TAG", "args": ["INFANTRY"]}, []),
        ],
        ids=str,
    )
    def test_a_modifier_knows_its_target_and_its_card_alone(self, condition: Json, codes: list[str]) -> None:
        report = api.validate("halo", json.dumps(halo_with(value=1, to="allies", **{"while": condition})))

        assert [problem.code for problem in report.problems] == codes


def halo_with(**modifier: Any) -> Json:
    """Return a shipped unit of halo with one modifier of its attack."""
    card = next(card for card, _ in api.card_set("halo") if card["cardType"] == "UNIT")
    return {**card, "id": "OWN-ONE", "modifiers": [{"stat": "attack", "op": "add", "to": "self", **modifier}]}
