"""Rules text of the second spelling as prose: who does what to whom, in which lane, how often, and what the card itself is called."""

from __future__ import annotations

from typing import Any

import pytest

from engine import api
from engine.language.proofreading.facts import facts
from engine.language.reading.surface import desugar
from engine.language.text.describe import describe
from engine.rulesets.halo.vocabulary import HALO
from engine.rulesets.halo.words import TAGS

Json = dict[str, Any]
DRAW: Json = {"type": "DRAW", "target": "OWNER", "params": {"count": 1}}
MARK: Json = {"type": "APPLY_STATUS", "target": "TARGET", "params": {"status": "MARKED", "turns": 1}}
BUFF: Json = {"type": "MODIFY_ATK", "target": "SOURCE", "params": {"delta": 1, "turns": 2}}


def card(trigger: str, *asked: tuple[Any, ...], do: Json = DRAW, kind: str = "UNIT", **extra: Any) -> Json:
    """Return a card with one ability; an asked condition is its op and its arguments."""
    conditions = [{"op": op, "args": args} for op, *args in asked]
    ability = {"id": "a", "trigger": trigger, "conditions": conditions, "effects": [do], **extra.pop("ability", {})}
    return {"id": "X-1", "name": "X", "cardType": kind, "abilities": [ability], **extra}


def both_texts(document: Json) -> tuple[str, str]:
    """Return the rules text in both languages."""
    return describe(HALO, document, "en"), describe(HALO, document, "zh")


class TestAnEvent:
    @pytest.mark.parametrize(
        ("document", "en", "zh"),
        [
            (
                card("KILL_OCCURRED"),
                "Whenever a unit is killed, draw a card.", "每当有单位被击杀时，抽1张牌。",
            ),
            (
                card("KILL_OCCURRED", ("SOURCE_IS_SELF",)),
                "Whenever this unit makes a kill, draw a card.", "每当本单位完成击杀时，抽1张牌。",
            ),
            (
                card("KILL_OCCURRED", ("TARGET_IS_SELF",)),
                "When this unit is killed, draw a card.", "本单位被击杀时，抽1张牌。",
            ),
            (
                card("KILL_OCCURRED", ("IS_ENEMY_SOURCE",), ("TARGET_HAS_TAG", "VEHICLE")),
                "Whenever an enemy kills a vehicle, draw a card.", "每当有敌方单位击杀载具时，抽1张牌。",
            ),
            (
                card("KILL_OCCURRED", ("SOURCE_HAS_TAG", "INFANTRY"), ("SOURCE_HAS_KEYWORD", "CAMO"), ("IS_ALLY_SOURCE",)),
                "Whenever an allied infantry unit with Camo makes a kill, draw a card.",
                "每当有带隐身的友方步兵单位完成击杀时，抽1张牌。",
            ),
            (
                card("KILL_OCCURRED", ("TARGET_NOT_TAG", "VEHICLE"), ("SAME_LANE",)),
                "Whenever a non-vehicle unit is killed in this lane, draw a card.",
                "每当本战线有非载具单位被击杀时，抽1张牌。",
            ),
            (
                card("KILL_OCCURRED", ("IS_OWN_TURN",)),
                "On your turn, whenever a unit is killed, draw a card.", "在你的回合中，每当有单位被击杀时，抽1张牌。",
            ),
            (
                card("STATUS_APPLIED", ("STATUS_IS", "SUPPRESSED"), ("IS_ENEMY_SOURCE",), ("TARGET_IS_SELF",)),
                "Whenever an enemy suppresses this unit, draw a card.", "每当有敌方单位压制本单位时，抽1张牌。",
            ),
            (
                card("STATUS_EXPIRED", ("STATUS_IS", "MARKED")),
                "Whenever a unit is no longer marked, draw a card.", "每当一个单位的标记状态结束时，抽1张牌。",
            ),
            (
                card("CARD_DRAWN", ("IS_ENEMY_SOURCE",)),
                "Whenever your opponent draws a card, draw a card.", "每当对手抽牌时，你抽1张牌。",
            ),
            (
                card("TARGET_LOCKED", ("SOURCE_IS_SELF",), do=MARK),
                "Whenever this unit locks on to a target, mark that target this turn.",
                "每当本单位锁定目标时，本回合标记该目标。",
            ),
        ],
    )  # fmt: skip
    def test_says_what_its_conditions_tell_of_it(self, document: Json, en: str, zh: str) -> None:
        assert both_texts(document) == (en, zh)

    @pytest.mark.parametrize(
        ("asked", "en", "zh"),
        [
            ((), "At the start of each turn", "每个回合开始时"),
            ((("IS_OWN_TURN",),), "At the start of your turn", "你的回合开始时"),
            ((("IS_ALLY_SOURCE",),), "At the start of your turn", "你的回合开始时"),
            ((("IS_ENEMY_SOURCE",),), "At the start of your opponent's turn", "对手的回合开始时"),
        ],
    )
    def test_that_is_a_time_of_the_turn_is_somebodys(self, asked: Any, en: str, zh: str) -> None:
        assert both_texts(card("TURN_STARTED", *asked)) == (f"{en}, draw a card.", f"{zh}，抽1张牌。")

    def test_says_the_rest_of_its_conditions_behind_it(self) -> None:
        asked = ("COUNT_AT_LEAST", "ALL_ALLIES", 4), ("SOURCE_HAS_KEYWORD", "CAMO")

        assert both_texts(card("UNIT_DEPLOYED", *asked)) == (
            "When this unit is deployed, if there are at least 4 allied units in play and this unit has Camo, draw a card.",
            "本单位部署时，若在场的友方单位至少有4个且本单位具有隐身，抽1张牌。",
        )


class TestTheSource:
    def test_is_this_card_unless_a_condition_tells_whose_it_is(self) -> None:
        texts = [both_texts(card("DAMAGE_DEALT", *asked, do=BUFF))[0] for asked in ((), (("IS_ALLY_SOURCE",),))]

        assert texts == [
            "Whenever this unit deals damage, it gets +1 attack for 2 turns.",
            "Whenever an ally deals damage, it gets +1 attack for 2 turns.",
        ]

    def test_is_this_card_where_the_event_has_none(self) -> None:
        assert both_texts(card("TURN_ENDED", do=BUFF)) == (
            "At the end of each turn, this unit gets +1 attack for 2 turns.",
            "每个回合结束时，本单位的攻击力+1，持续2回合。",
        )

    def test_gives_its_lane_to_what_is_done_there(self) -> None:
        hit = {"type": "DEAL_DAMAGE", "target": "SOURCE_LANE_ENEMIES", "params": {"amount": 2}}
        texts = [both_texts(card("UNIT_DEPLOYED", *asked, do=hit))[1] for asked in ((), (("IS_ENEMY_SOURCE",),))]

        assert texts == [
            "本单位部署时，对本战线的所有敌方单位造成2点伤害。",
            "每当有敌方单位部署时，对该战线的所有敌方单位造成2点伤害。",
        ]

    def test_is_not_it_where_two_things_were_named(self) -> None:
        assert both_texts(card("KILL_OCCURRED", ("IS_ALLY_SOURCE",), ("TARGET_HAS_TAG", "INFANTRY"), do=BUFF))[0] == (
            "Whenever an ally kills an infantry unit, that ally gets +1 attack for 2 turns."
        )

    def test_counts_what_stands_beside_it(self) -> None:
        extra = {"type": "MODIFY_DAMAGE", "target": "SOURCE", "params": {"delta": 1, "maxBonus": 2}}
        beside = ("SOURCE_IN_LANE_WITH_ALLY_TAG", "INFANTRY", 1)

        assert both_texts(card("DAMAGE_CALC_STARTED", beside, do=extra))[0] == (
            "Whenever this unit deals damage, if another allied infantry unit is in its lane, "
            "raise that damage by 1 for each of them, by at most 2."
        )
        assert both_texts(card("DAMAGE_CALC_STARTED", do=extra))[0] == (
            "Whenever this unit deals damage, raise that damage by 1, by at most 2."
        )


class TestACard:
    @pytest.mark.parametrize(
        ("kind", "en", "zh"),
        [
            ("UNIT", "this unit", "本单位"),
            ("TOKEN", "this unit", "本单位"),
            ("VESSEL", "this vessel", "本舰"),
            ("ARMORY", "the bearer", "装备者"),
            ("FIELD", "this card", "此牌"),
        ],
    )
    def test_speaks_of_itself_as_its_kind(self, kind: str, en: str, zh: str) -> None:
        document = card("DAMAGE_DEALT", ("SOURCE_IS_SELF",), kind=kind)

        assert both_texts(document) == (
            f"Whenever {en} deals damage, draw a card.",
            f"{zh}造成伤害后，抽1张牌。",
        )

    def test_acts_as_its_bearer_after_it_was_named_as_a_card(self) -> None:
        document = card("ARMORY_ATTACHED", ("SOURCE_IS_SELF",), do=BUFF, kind="ARMORY")

        assert both_texts(document)[0] == "When this card is attached, the bearer gets +1 attack for 2 turns."

    def test_says_its_keywords_first_each_with_its_number(self) -> None:
        document = card(
            "TURN_ENDED", keywords=[{"name": "SHIELDED", "value": 2}, {"name": "RANGED"}, {"name": "POINT_DEFENSE"}]
        )

        assert both_texts(document) == (
            "Shielded 2. Ranged. Point Defence 1.\nAt the end of each turn, draw a card.",
            "护盾 2。远程。点防御 1。\n每个回合结束时，抽1张牌。",
        )

    def test_lends_its_numbers_and_its_keywords_saying_nothing_twice(self) -> None:
        stats = {"attack": 1, "shieldCap": 2, "healthCap": 0}
        document = {
            "id": "X",
            "cardType": "ARMORY",
            "stats": stats,
            "keywords": [{"name": "SHIELDED", "value": 2}, {"name": "EMP"}],
        }

        assert both_texts(document) == (
            "The bearer gets +1 attack, +2 shield and EMP.",
            "装备者获得攻击力+1、护盾+2和电磁脉冲。",
        )

    def test_that_acts_when_it_is_played_says_no_moment(self) -> None:
        plain, asking = (
            card("CARD_PLAY_VALIDATED", ("SOURCE_IS_SELF",), *asked, kind="TACTICAL")
            for asked in ((), (("COUNT_AT_LEAST", "ALL_ENEMIES", 1),))
        )

        assert both_texts(plain) == ("Draw a card.", "抽1张牌。")
        assert both_texts(asking) == (
            "If there are any enemy units in play, draw a card.",
            "若存在在场的敌方单位，抽1张牌。",
        )
        assert both_texts({**plain, "cardType": "UNIT"})[0] == "When this card is played, draw a card."

    def test_calls_shipped_cards_by_their_names_and_others_by_their_ids(self) -> None:
        summon = {
            "type": "SUMMON_TOKEN",
            "target": "SOURCE_LANE_BACKLINE",
            "params": {"tokenId": "TOKEN-GLINT", "count": 2},
        }
        document = card("UNIT_DEPLOYED", do=summon)
        other_card = card("UNIT_DEPLOYED", do={**summon, "params": {"tokenId": "TOKEN-X", "count": 1}})

        assert api.describe("halo", document, "zh") == "本单位部署时，在本战线的己方后排召唤2个闪粒。"
        assert "summon 2 Glint tokens in your back row of this lane" in api.describe("halo", document, "en")
        assert "summon a “TOKEN-X” token" in api.describe("halo", other_card, "en")

    def test_says_tags_that_nobody_knows_as_they_are_written(self) -> None:
        texts = [
            both_texts(card("UNIT_DEPLOYED", ("IS_ALLY_SOURCE",), ("SOURCE_HAS_TAG", tag)))[1]
            for tag in ("ELITE", "ODD")
        ]

        assert "ODD" not in TAGS
        assert texts == ["每当有友方精英单位部署时，抽1张牌。", "每当有友方ODD单位部署时，抽1张牌。"]


class TestALimit:
    @pytest.mark.parametrize(
        ("limit", "en", "zh"),
        [
            (1, "Once per turn: whenever", "（每回合1次）"),
            (2, "Twice per turn: whenever", "（每回合2次）"),
            (5, "Five times per turn: whenever", "（每回合5次）"),
            (99, "Whenever", ""),
        ],
    )
    def test_stands_before_the_moment_and_in_chinese_behind_it_all(self, limit: int, en: str, zh: str) -> None:
        document = card("KILL_OCCURRED", ("IS_ALLY_SOURCE",), ability={"limitPerTurn": limit})

        assert both_texts(document) == (
            f"{en} an ally makes a kill, draw a card.",
            f"每当有友方单位完成击杀时，抽1张牌。{zh}",
        )

    @pytest.mark.parametrize(
        "document",
        [
            card("TURN_STARTED", ("IS_OWN_TURN",), ability={"limitPerTurn": 1}),
            card("UNIT_DEPLOYED", ("SOURCE_IS_SELF",), ability={"limitPerTurn": 1}),
            card("CARD_PLAY_VALIDATED", ("SOURCE_IS_SELF",), kind="TACTICAL", ability={"limitPerTurn": 1}),
        ],
        ids=["turn", "deployed", "played"],
    )
    def test_goes_unsaid_for_what_comes_once_anyhow(self, document: Json) -> None:
        numbers = [told.path for told in facts(HALO, desugar(HALO, document).document).numbers]

        assert "per turn" not in both_texts(document)[0]
        assert "/abilities/0/limitPerTurn" not in numbers


class TestAStatus:
    @pytest.mark.parametrize(
        ("status", "more", "en", "zh"),
        [
            ("MARKED", {"turns": 1}, "mark that target this turn", "本回合标记该目标"),
            ("SUPPRESSED", {"turns": 2}, "suppress that target for 2 turns", "压制该目标，持续2回合"),
            ("DISABLED", {"turns": 2}, "disable that target for 2 turns", "瘫痪该目标，持续2回合"),
            (
                "COVER",
                {"turns": 1, "stacks": 2},
                "give cover to that target with 2 stacks this turn",
                "本回合为该目标提供掩护，共2层",
            ),
        ],
    )
    def test_is_laid_on_by_a_verb_of_its_own(self, status: str, more: Json, en: str, zh: str) -> None:
        laying = {"type": "APPLY_STATUS", "target": "TARGET", "params": {"status": status, **more}}
        texts = both_texts(card("TARGET_LOCKED", ("SOURCE_IS_SELF",), do=laying))

        assert texts == (f"Whenever this unit locks on to a target, {en}.", f"每当本单位锁定目标时，{zh}。")


class TestWhatIsUnknown:
    def test_is_said_as_such(self) -> None:
        document = card("NO_SUCH", ("NO_SUCH",), do={"type": "NO_SUCH", "target": "SOURCE"})

        assert (
            both_texts(document)[0]
            == "Whenever something unknown happens, if an unknown condition holds, something unknown happens."
        )

    def test_target_is_called_by_its_kind(self) -> None:
        assert both_texts(card("TURN_STARTED", do=MARK))[0] == "At the start of each turn, mark that unit this turn."
