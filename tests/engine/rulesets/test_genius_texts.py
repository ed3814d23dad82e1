"""Rules text of genius: what a trigger's condition asks is said in the sentence of its event, and a character speaks of itself."""

from __future__ import annotations

from typing import Any

import pytest

from engine.language.text.describe import describe
from engine.rulesets.genius.vocabulary import GENIUS

ADD = {"type": "addDamage", "amount": 1}
DRAW = {"type": "drawCards", "count": 1}
SPEND_USE = {"type": "changeVariable", "name": "usage", "amount": -1}


def both_texts(kind: str, event: str, asked: list[Any], *action: Any, **more: Any) -> tuple[str, str]:
    """Return the rules text of a card with one passive skill, in English and in Chinese."""
    skill = {"id": "s", "triggerOn": event, "filter": asked, "action": list(action), **more}
    card = {"id": "x.card", "type": kind, "name": "X", "rarity": "common", "skills": [skill]}
    return describe(GENIUS, card, "en"), describe(GENIUS, card, "zh")


def by(word: str) -> dict[str, Any]:
    return {"type": "DoneBy", "is": word}


def to(word: str) -> dict[str, Any]:
    return {"type": "DoneTo", "is": word}


PYRO = {"type": "ElementIs", "element": "pyro"}
PHYSICAL = {"type": "ElementIs", "element": "physical"}
NORMAL = {"type": "SkillTypeIs", "skillType": "normal"}
FOOD = {"type": "CardHasTag", "tag": "food"}
ARTIFACT = {"type": "CardHasTag", "tag": "artifact"}
FOE = {"type": "characters", "side": "opponent", "which": "active"}
NOT_A_BURST = {"type": "Not", "condition": {"type": "SkillTypeIs", "skillType": "burst"}}
HAND, OTHER_HAND = {"type": "count", "of": "myHand"}, {"type": "count", "of": "opponentHand"}


class TestWhoIsMeant:
    def test_is_the_character_itself_on_a_character(self) -> None:
        assert both_texts("character", "DAMAGE_ADD", [by("host")], ADD) == (
            "Whenever this character deals damage, add 1 damage.",
            "每当本角色造成伤害时，增加1点伤害。",
        )

    def test_is_its_character_on_what_is_attached(self) -> None:
        assert both_texts("status", "DAMAGE_ADD", [by("host")], ADD) == (
            "Whenever its character deals damage, add 1 damage.",
            "每当所附属角色造成伤害时，增加1点伤害。",
        )

    def test_is_the_target_of_a_card(self) -> None:
        heal = {"id": "s", "skillType": "card", "action": [{"type": "heal", "target": "$target.characterUUID", "amount": 2}]}  # fmt: skip
        card = {"id": "x", "type": "eventCard", "name": "X", "rarity": "common", "target": "myCharacter", "skills": [heal]}  # fmt: skip

        assert describe(GENIUS, card, "en") == "Restore 2 health to the target character."
        assert describe(GENIUS, card, "zh") == "为目标角色恢复2点生命值。"


class TestAConditionOnTheEvent:
    @pytest.mark.parametrize(
        ("event", "conditions", "en", "zh"),
        [
            ("DAMAGE_ADD", [], "Whenever damage is raised", "每当结算增伤时"),
            ("DAMAGE_ADD", [by("mine"), PYRO], "Whenever you deal Pyro damage", "每当我方造成火元素伤害时"),
            ("DAMAGE_ADD", [by("host"), NORMAL], "Whenever its character deals damage with a Normal attack", "每当所附属角色以普通攻击造成伤害时"),
            ("DAMAGE_ADD", [by("host"), PYRO, NORMAL], "Whenever its character deals Pyro damage with a Normal attack", "每当所附属角色以普通攻击造成火元素伤害时"),
            ("DAMAGE_ADD", [by("self"), to("opponents")], "Whenever this status deals damage to an opposing character", "每当此状态对敌方角色造成伤害时"),
            ("DAMAGE_ADD", [by("mine"), {"type": "SkillTypeIs", "skillType": "other"}], "Whenever you deal damage with another effect", "每当我方以其他效果造成伤害时"),
            ("EXECUTE_DAMAGE", [to("myActive"), PHYSICAL], "Whenever your active character suffers Physical damage", "每当我方出战角色受到物理伤害时"),
            ("DAMAGE_ADD", [{"type": "Not", "condition": by("mine")}], "Whenever damage is raised, if it is not done by your side", "每当结算增伤时，若并非由我方引发"),
        ],
        ids=lambda one: one if isinstance(one, str) and one.isascii() else "",
    )  # fmt: skip
    def test_is_part_of_a_step_of_damage(self, event: str, conditions: list[Any], en: str, zh: str) -> None:
        effect = {"type": "reduceDamage", "amount": 1} if event == "EXECUTE_DAMAGE" else ADD
        does = (
            ("prevent 1 damage.", "抵消1点伤害。") if event == "EXECUTE_DAMAGE" else ("add 1 damage.", "增加1点伤害。")
        )

        assert both_texts("status", event, conditions, effect) == (f"{en}, {does[0]}", f"{zh}，{does[1]}")

    @pytest.mark.parametrize(
        ("event", "asked", "en", "zh"),
        [
            ("AFTER_USE_SKILL", [by("mine"), NORMAL], "Whenever a character of yours has used a Normal attack", "有我方角色使用普通攻击后"),
            ("AFTER_USE_SKILL", [by("opponents")], "Whenever an opposing character has used a skill", "有敌方角色使用技能后"),
            ("AFTER_PLAY_CARD", [by("mine"), FOOD], "Whenever you have played a Food card", "我方打出料理牌后"),
            ("AFTER_PLAY_CARD", [ARTIFACT], "Whenever a player has played an Artifact card", "有玩家打出圣遗物牌后"),
            ("ON_SUMMON_REMOVE", [by("mine")], "Whenever a summon of yours leaves", "有我方召唤物离场后"),
            ("AFTER_CHANGE_CHARACTER", [by("mine")], "Whenever you switch characters", "我方切换角色后"),
            ("AFTER_CHANGE_CHARACTER", [to("host")], "Whenever its character becomes the active character", "所附属角色成为出战角色后"),
            ("AFTER_TAKES_DMG", [by("mine"), PYRO], "Whenever you deal Pyro damage to a character", "我方对角色造成火元素伤害后"),
            ("AFTER_TAKES_DMG", [to("host")], "Whenever its character suffers damage", "所附属角色受到伤害后"),
            ("AFTER_ANY_ACTION", [by("mine")], "Whenever you have acted", "我方行动后"),
            ("END_PHASE", [], "In the end phase", "结束阶段"),
        ],
        ids=lambda one: one if isinstance(one, str) and one.isascii() else "",
    )  # fmt: skip
    def test_is_part_of_what_is_answered_after(self, event: str, asked: list[Any], en: str, zh: str) -> None:
        assert both_texts("status", event, asked, DRAW) == (f"{en}, draw a card.", f"{zh}，抓1张牌。")

    @pytest.mark.parametrize(
        ("conditions", "en", "zh"),
        [
            ([by("mine"), {"type": "ActionIs", "action": "switch"}], "Whenever you switch characters, it", "每当我方切换角色时，"),
            ([by("mine"), {"type": "ActionIs", "action": "card"}, ARTIFACT], "Whenever you play an Artifact card, it", "每当我方打出圣遗物牌时，"),
            ([by("mine"), ARTIFACT], "Whenever you play an Artifact card, it", "每当我方打出圣遗物牌时，"),
            ([by("mine"), ARTIFACT, FOOD], "Whenever you play an Artifact card, if the card is a Food card, it", "每当我方打出圣遗物牌时，若该牌为料理牌，"),
            ([FOOD], "Whenever a Food card is paid for, it", "每当支付料理牌的费用时，"),
            ([by("host"), {"type": "ActionIs", "action": "skill"}, NORMAL], "Whenever its character uses a Normal attack, it", "每当所附属角色使用普通攻击时，"),
            ([{"type": "ActionIs", "action": "skill"}], "Whenever a skill is paid for, it", "每当支付技能的费用时，"),
        ],
        ids=["switch", "card", "tag", "tags", "tag-by-nobody", "skill", "nobody"],
    )  # fmt: skip
    def test_is_part_of_what_dice_are_for(self, conditions: list[Any], en: str, zh: str) -> None:
        cheaper = {"type": "reduceCost", "amount": 1, "element": "pyro"}

        assert both_texts("status", "CALCULATE_DICE", conditions, cheaper) == (f"{en} costs 1 Pyro die less.", f"{zh}少花费1个火元素骰。")  # fmt: skip


class TestASmallThing:
    @pytest.mark.parametrize(
        ("effect", "en", "zh"),
        [
            ({"type": "reroll", "count": 1}, "reroll your dice once.", "重投元素骰1次。"),
            ({"type": "reroll", "count": 2}, "reroll your dice twice.", "重投元素骰2次。"),
            ({"type": "drawCards", "count": 1, "tag": "artifact"}, "draw an Artifact card.", "抓1张圣遗物牌。"),
            ({"type": "drawCards", "count": 2, "tag": "food"}, "draw 2 Food cards.", "抓2张料理牌。"),
            (SPEND_USE, "the usage of this summon falls by 1.", "自身可用次数减少1。"),
            ({"type": "changeVariable", "name": "ticks", "amount": 1}, "the ticks counter of this summon rises by 1.", "自身“ticks”计数增加1。"),
            ({"type": "applyElement", "target": {"type": "characters", "which": "active"}, "element": "hydro"}, "apply Hydro to your active character.", "使我方出战角色附着水元素。"),
            ({"type": "createCard", "card": "x", "count": 1}, "add a copy of x to your hand.", "生成1张x置入手牌。"),
            ({"type": "createCard", "card": "x", "count": 2}, "add 2 copies of x to your hand.", "生成2张x置入手牌。"),
            ({"type": "addCombatStatus", "status": "x", "overrideVariables": {"usage": 2, "ticks": 3}}, "gain x with usage 2 and ticks counter 3.", "我方生成x（可用次数为2，“ticks”计数为3）。"),
            ({"type": "summon", "summon": "x", "side": "opponent", "overrideVariables": {"duration": 1}}, "x appears on the opposing side with duration 1.", "在敌方场上召唤x（持续回合为1）。"),
            ({"type": "selectCard", "cards": ["a", "b"]}, "add one of these to your hand: a or b.", "从以下牌中挑选一张加入手牌：a或b。"),
        ],
        ids=["once", "twice", "one-of-a-tag", "of-a-tag", "usage", "select", "own-counter", "element", "copy", "copies", "attached", "appears"],
    )  # fmt: skip
    def test_reads_as_it_is_printed(self, effect: Any, en: str, zh: str) -> None:
        assert both_texts("summon", "END_PHASE", [], effect) == (f"In the end phase, {en}", f"结束阶段，{zh}")

    def test_is_limited_by_the_round(self) -> None:
        text = both_texts("support", "AFTER_PLAY_CARD", [by("mine")], DRAW, usagePerRound=1)

        assert text == (
            "Once per round: whenever you have played a card, draw a card.",
            "我方打出手牌后，抓1张牌。（每回合1次）",
        )

    @pytest.mark.parametrize(
        ("side", "which", "en"),
        [
            ("my", "standby", "For each of your standby characters: it gains 1 energy."),
            ("opponent", "all", "For each opposing character: it gains 1 energy."),
        ],
    )
    def test_is_done_for_each(self, side: str, which: str, en: str) -> None:
        energy = {"type": "gainEnergy", "target": "$e.target", "amount": 1}
        each = {"type": "foreach", "id": "e", "in": {"type": "characters", "side": side, "which": which}, "do": [energy]}  # fmt: skip
        skill = {"id": "s", "skillType": "card", "action": [each]}
        card = {"id": "x", "type": "eventCard", "name": "X", "rarity": "common", "skills": [skill]}

        assert describe(GENIUS, card, "en") == en
        assert "该角色获得1点充能" in describe(GENIUS, card, "zh")


class TestACondition:
    @pytest.mark.parametrize(
        ("asked", "en", "zh"),
        [
            (NOT_A_BURST, "it is not an Elemental burst", "不是元素爆发"),
            ({"type": "SkillTypeIs", "skillType": "burst"}, "it is an Elemental burst", "为元素爆发"),
            ({"type": "Has", "card": "x"}, "you have x", "我方具有x"),
            ({"type": "Has", "card": "x", "target": FOE}, "the opposing active character has x", "敌方出战角色具有x"),
            ({"type": "HasTag", "target": FOE, "tag": "sword"}, "the opposing active character has the Sword tag", "敌方出战角色带有单手剑标签"),
            ({"type": "HasAura", "target": FOE, "element": "cryo"}, "the opposing active character has Cryo applied", "敌方出战角色附着冰元素"),
            ({"type": "ReactsWith", "element": "cryo"}, "the element that reacts is Cryo", "参与反应的元素为冰"),
            ({"type": "LessThan", "value1": {"type": "variable", "target": FOE, "name": "health"}, "value2": 4}, "the health of the opposing active character is less than 4", "敌方出战角色的生命值小于4"),
            ({"type": "Equals", "value1": HAND, "value2": OTHER_HAND}, "there are as many cards in your hand as in the opposing hand", "我方手牌数等于敌方手牌数"),
            ({"type": "Equals", "value1": HAND, "value2": 0}, "you have no cards in hand", "我方没有手牌"),
            ({"type": "Not", "condition": {"type": "Equals", "value1": HAND, "value2": 0}}, "you have any cards in hand", "我方有手牌"),
            ({"type": "Or", "conditions": [PYRO, PHYSICAL]}, "the element is Pyro or Physical", "元素为火或物理"),
            ({"type": "Or", "conditions": [PYRO, {"type": "Not", "condition": PHYSICAL}]}, "the element is Pyro or the element is not Physical", "元素为火或元素不是物理"),
        ],
    )  # fmt: skip
    def test_that_the_event_does_not_say_reads_as_it_is_printed(self, asked: Any, en: str, zh: str) -> None:
        then = {"type": "if", "condition": asked, "do": [DRAW]}

        assert both_texts("support", "AFTER_USE_SKILL", [], then) == (
            f"Whenever a character has used a skill, if {en}, draw a card.",
            f"有角色使用技能后，若{zh}，抓1张牌。",
        )


@pytest.mark.parametrize(
    ("of", "none", "some"),
    [
        ("opponentSummons", "若敌方没有召唤物", "若敌方有召唤物"),
        ("myHand", "若我方没有手牌", "若我方有手牌"),
        ("myPile", "若我方牌库中没有牌", "若我方牌库中有牌"),
        ("mySwitches", "若本回合我方没有切换过", "若本回合我方切换过"),
    ],
)
def test_none_of_something_is_said_without_a_number(of: str, none: str, some: str) -> None:
    for kind, number, start in (("Equals", 0, none), ("LessThan", 1, none), ("GreaterThan", 0, some)):
        condition = {"type": kind, "value1": {"type": "count", "of": of}, "value2": number}
        draw = {"type": "if", "condition": condition, "do": [{"type": "drawCards", "count": 1}]}
        card = {"id": "x", "type": "eventCard", "name": "X", "rarity": "common", "cost": {}, "action": [draw]}
        assert describe(GENIUS, card, "zh").startswith(start)
