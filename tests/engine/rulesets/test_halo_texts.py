"""The rules text that halo's declarations make reads as a card does, in both languages; HA16, HA17."""

from __future__ import annotations

import re
from typing import Any

import pytest

from engine.language.spec import LocalizedText, Option
from engine.language.text.describe import describe
from engine.rulesets.halo.nodes.modifiers import SCOPES, SINGULAR_SCOPES
from engine.rulesets.halo.vocabulary import HALO
from tests.engine.rulesets.halo_cases import ability, card, effect, op, ship

Json = dict[str, Any]
DRAW = effect("DRAW", "OWNER", count=1)
BUFF = effect("MODIFY_ATK", "SOURCE", delta=2, turns=1)


def unit(trigger: str, *effects: Json, ops: tuple[Json, ...] = (), limit: int = 99, kind: str = "UNIT") -> Json:
    return card("x", kind, abilities=[ability(trigger, *effects, ops=ops, limit=limit)])


TEXTS = [
    (unit("UNIT_DEPLOYED", DRAW, ops=(op("SOURCE_IS_SELF"),)), "When this unit is deployed, draw a card.", "本单位部署时，抽1张牌。"),
    (unit("UNIT_DEPLOYED", BUFF), "When this unit is deployed, it gets +2 attack this turn.", "本单位部署时，其攻击力本回合+2。"),
    (
        unit("UNIT_DEPLOYED", BUFF, ops=(op("IS_ALLY_SOURCE"), op("SOURCE_HAS_TAG", "INFANTRY"))),
        "Whenever an allied infantry unit is deployed, it gets +2 attack this turn.",
        "每当有友方步兵单位部署时，其攻击力本回合+2。",
    ),
    (
        unit("KILL_OCCURRED", DRAW, ops=(op("SOURCE_IS_SELF"), op("TARGET_HAS_TAG", "VEHICLE")), limit=1),
        "Once per turn: whenever this unit kills a vehicle, draw a card.",
        "每当本单位击杀载具时，抽1张牌。（每回合1次）",
    ),
    (unit("KILL_OCCURRED", DRAW, ops=(op("SOURCE_IS_SELF"), op("TARGET_IS_SELF"))), "When this unit kills itself, draw a card.", "本单位击杀自身时，抽1张牌。"),
    (unit("KILL_OCCURRED", DRAW, ops=(op("TARGET_IS_SELF"),)), "When this unit is killed, draw a card.", "本单位被击杀时，抽1张牌。"),
    (unit("TURN_STARTED", DRAW, ops=(op("IS_OWN_TURN"),), kind="FIELD"), "At the start of your turn, draw a card.", "你的回合开始时，抽1张牌。"),
    (unit("CARD_PLAY_VALIDATED", DRAW, kind="TACTICAL", ops=(op("SOURCE_IS_SELF"),)), "Draw a card.", "抽1张牌。"),
    (
        unit("DAMAGE_CALC_STARTED", effect("MODIFY_DAMAGE", "SOURCE", delta=1, maxBonus=2), ops=(op("SOURCE_IN_LANE_WITH_ALLY_TAG", "INFANTRY", 1),)),
        "Whenever this unit deals damage, if another allied infantry unit is in its lane, raise that damage by 1 for each of them, by at most 2.",
        "每当本单位造成伤害时，若其战线有其他友方步兵单位，每有一个，该伤害增加1点，至多增加2点。",
    ),
    (
        ship("x", keywords=[("POINT_DEFENSE", 2)], abilities=[ability("ORBITAL_STRIKE_DECLARED", effect("ROLL_MISS_CHANCE", "EVENT", chancePct=50), ops=(op("SAME_LANE"), op("IS_ENEMY_SOURCE")))]),
        "Point Defence 2.\nWhenever an enemy vessel is about to make an orbital strike in this lane, give that strike a 50% chance to miss.",
        "点防御 2。\n每当本战线有敌方舰船即将发动轨道打击时，使该次打击有50%的几率未命中。",
    ),
    (
        card("x", "ARMORY", 0, (2, 1, 0), keywords=["ARMOR"], abilities=[ability("DAMAGE_DEALT", effect("HEAL", "SOURCE", amount=1))]),
        "The bearer gets +2 attack, +1 shield and Armor.\nWhenever the bearer deals damage, heal it by 1.",
        "装备者获得攻击力+2、护盾+1和装甲。\n装备者造成伤害后，为其恢复1点生命。",
    ),
    (
        unit("OVERKILL_APPLIED", effect("DEAL_DAMAGE", "ENEMY_BASE", amount="$OVERKILL_APPLIED.amount"), ops=(op("SOURCE_IS_SELF"),)),
        "Whenever this unit deals excess damage, deal the excess damage to the enemy base.",
        "每当本单位造成溢出伤害时，对敌方基地造成与溢出伤害等量的伤害。",
    ),
    (
        unit("DAMAGE_DEALT", effect("APPLY_STATUS", "TARGET", status="MARKED", turns=2), ops=(op("IS_ALLY_SOURCE"), op("COUNT_AT_LEAST", "ALL_ALLIES", 3))),
        "Whenever an ally deals damage to a target, if there are at least 3 allied units in play, mark that target for 2 turns.",
        None,
    ),
    (
        unit("BATTLECRY", DRAW, ops=(op("Equals", {"type": "COUNT_OF", "target": "SOURCE_LANE_ENEMIES"}, 1),)),
        "When this unit is deployed, if there is exactly 1 enemy unit in this lane, draw a card.",
        "本单位部署时，若本战线恰好有1个敌方单位，抽1张牌。",
    ),
    (
        unit("BATTLECRY", DRAW, ops=(op("LessThan", {"type": "COUNT_OF", "target": "OWN_HAND"}, 3),)),
        "When this unit is deployed, if there are fewer than 3 cards in your hand, draw a card.",
        "本单位部署时，若你有不足3张手牌，抽1张牌。",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("document", "english", "chinese"), TEXTS, ids=range(len(TEXTS)))
def test_an_ability_is_said_as_a_card_says_it(document: Json, english: str, chinese: str | None) -> None:
    assert describe(HALO, document, "en") == english
    assert chinese is None or describe(HALO, document, "zh") == chinese


NARROWINGS = (
    ({"only": {"kind": "UNIT", "healthAtLeast": 7}}, "a unit card with 7 or more health", "生命不少于7的单位牌"),
    ({"only": {"tag": "INFANTRY"}}, "an infantry card", "步兵牌"),
    ({"tag": "VESSEL"}, "a vessel", "舰船牌"),
    (
        {"faction": "OWN", "only": {"healthAtMost": 3}},
        "a card of this card's faction with 3 or less health",
        "与此牌同阵营且生命不超过3的牌",
    ),
)


@pytest.mark.parametrize(
    "scope", [scope for scope in SCOPES if scope.name in SINGULAR_SCOPES], ids=lambda scope: scope.name
)
def test_a_modifier_of_one_card_names_it_whatever_it_asks(scope: Option) -> None:
    """What is asked of the one card comes behind it, or before it as a condition; it never becomes many of its kind."""
    for narrowing, english, chinese in NARROWINGS:
        document = card(
            "x", "UNIT", modifiers=[{"stat": "attack", "op": "add", "value": 1, "to": scope.name, **narrowing}]
        )
        title = LocalizedText("this unit", "本单位") if scope.name == "self" else scope.title
        name = title.en[0].upper() + title.en[1:]
        assert describe(HALO, document, "en") == f"{name} has +1 attack as long as it is {english}."
        assert describe(HALO, document, "zh") == f"只要其是{chinese}，{title.zh}的攻击力增加1。"


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_event_is_said_of_ally_enemy_and_itself(language: str) -> None:
    """Each kind of source has words, and each says something else where the event has a source."""
    sentences = {
        event.name: {
            describe(HALO, unit(event.name, DRAW, ops=ops), language)
            for ops in ((op("IS_ALLY_SOURCE"),), (op("IS_ENEMY_SOURCE"),), (op("SOURCE_IS_SELF"),), ())
        }
        for event in HALO.events
    }

    assert {
        event: texts
        for event, texts in sentences.items()
        if len(texts) < 3 or any("…" in text or "{" in text for text in texts)
    } == {}


@pytest.mark.parametrize("scope", SCOPES, ids=lambda scope: scope.name)
def test_no_scope_says_twice_that_it_is_without_this_unit(scope: Option) -> None:
    modifier = {"stat": "attack", "op": "add", "value": 1, "to": scope.name, "only": {"not": "this"}}
    texts = [describe(HALO, card("x", "UNIT", modifiers=[modifier]), language) for language in ("en", "zh")]
    assert not re.search(r"\b(\w+) \1\b", texts[0])
    assert "其他其他" not in texts[1]


@pytest.mark.parametrize(
    ("kind", "en", "zh"),
    [
        ("UNIT", "This unit has +1 attack.", "本单位的攻击力增加1。"),
        ("ARMORY", "The bearer has +1 attack.", "装备者的攻击力增加1。"),
        ("VESSEL", "This vessel has +1 attack.", "本舰的攻击力增加1。"),
    ],
)
def test_a_modifier_of_the_card_itself_names_whose_number_it_changes(kind: str, en: str, zh: str) -> None:
    document = card("x", kind, modifiers=[{"stat": "attack", "op": "add", "value": 1, "to": "self"}])
    texts = [describe(HALO, document, language).rpartition("\n")[2] for language in ("en", "zh")]
    assert texts == [en, zh]
