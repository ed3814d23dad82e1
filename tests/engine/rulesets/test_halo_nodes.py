"""Every effect, op and target of halo does what its declaration says, on small tables; HA7, HA8, HA14, HA16."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from engine.rulesets import find
from engine.rulesets.halo.nodes import OWN
from tests.engine.rulesets.halo_cases import ability, answer, card, do, effect, lies, op, run, ship

Json = dict[str, Any]
FIXTURES = Path(__file__).parents[2] / "fixtures"
SELF = (op("SOURCE_IS_SELF"),)
PASS = do("pass")
TURN = [PASS, PASS]
"""What ends the first seat's turn from its deployment on."""


class Try(NamedTuple):
    """An ability on a table: the card that has it, what lies there, what is done, what is then so; `of` is the node that is tried."""

    of: str
    card: Json
    mine: Json
    theirs: Json
    when: list[Json]
    then: list[Json]
    phase: str = "DEPLOYMENT"
    config: Json = {}


def tactic(*effects: Json, ops: tuple[Json, ...] = ()) -> Json:
    """Return a tactical card that does something when it is played."""
    return card("x", "TACTICAL", abilities=[ability("CARD_PLAY_VALIDATED", *effects, ops=(*SELF, *ops))])


def unit(trigger: str, *effects: Json, ops: tuple[Json, ...] = (), **extra: Any) -> Json:
    """Return a unit with an ability."""
    limit = extra.pop("limit", 99)
    return card(
        "x",
        "UNIT",
        0,
        extra.pop("stats", (1, 0, 3)),
        abilities=[ability(trigger, *effects, ops=ops, limit=limit)],
        **extra,
    )


def at(name: str, *held: Json) -> Json:
    return {name: list(held)}


CARDS = [
    card("man", "UNIT", 2, (1, 0, 3), tags=["INFANTRY"]),
    card("guard", "UNIT", 2, (1, 2, 3)),
    card("tank", "UNIT", 3, (2, 0, 5), tags=["VEHICLE"]),
    card("ghost", "UNIT", 2, (1, 0, 3), keywords=["CAMO"]),
    card("tok", "TOKEN", 0, (1, 0, 1)),
    card("gear", "ARMORY", 0, (1, 0, 0)),
    ship("ship", 1, (0, 2, 5)),
    ship("flag", 1, (0, 0, 9), multiSection=True, sections=[{"name": "A", "maxHp": 4, "critical": False}, {"name": "B", "maxHp": 5, "critical": True}]),
]  # fmt: skip
HAND = at("hand", lies("x", "x"))
PLAY = [do("play", "x")]
A, E = lies("man", "a"), lies("man", "e")
BOARDS: tuple[Json, Json] = ({**HAND, **at("alpha.front", A)}, at("alpha.front", E))


def tactical_try(of: str, *effects: Json, then: list[Json], **extra: Any) -> Try:
    """Return a try of effects that a tactical card does on a table with one unit each in the same lane."""
    mine, theirs = extra.pop("mine", BOARDS[0]), extra.pop("theirs", BOARDS[1])
    return Try(of, tactic(*effects), mine, theirs, extra.pop("when", PLAY), then, **extra)


def is_(entity: str, **facts: Any) -> Json:
    return {"entity": entity, "is": facts}


def seat(number: int, **facts: Any) -> Json:
    return {"seat": number, "is": facts}


def happened(name: str, count: int = 1, **facts: Any) -> Json:
    return {"event": name, "count": count, **({"with": facts} if facts else {})}


SHOT = effect("DEAL_DAMAGE", "CHOSEN_ENEMY", amount=2)
EFFECTS = [
    tactical_try("DEAL_DAMAGE", SHOT, then=[is_("e", health=1), is_("a", health=3), happened("DAMAGE_DEALT", amount=2, damageType="GENERAL")]),
    tactical_try("DEAL_DAMAGE", effect("DEAL_DAMAGE", "CHOSEN_ENEMY", amount=2, damageType="PLASMA"), theirs=at("alpha.front", lies("guard", "e", shield=2)), then=[is_("e", shield=0, health=2)]),
    tactical_try("DEAL_DAMAGE", effect("DEAL_DAMAGE", "ENEMY_BASE", amount=4), then=[seat(1, base=26), seat(0, base=30), happened("BASE_DAMAGED", amount=4)]),
    tactical_try("DEAL_DAMAGE", effect("DEAL_DAMAGE", "CHOSEN_ENEMY", amount=3), then=[happened("KILL_OCCURRED"), {"zone": [1, "discard"], "count": 1}]),
    tactical_try("HEAL", effect("HEAL", "ALL_ALLIES", amount=9), mine={**HAND, **at("alpha.front", lies("man", "a", health=1)), **at("alpha.orbit", lies("ship", "s", health=1))}, then=[is_("a", health=3), is_("s", health=1)]),
    tactical_try("HEAL", effect("HEAL", "CHOSEN_ALLY", amount=9), mine={**HAND, **at("alpha.orbit", lies("ship", "s", health=1))}, then=[is_("s", health=1)]),
    tactical_try("HEAL", effect("HEAL", "OWNER_BASE", amount=3), mine={**HAND, "base": 25}, then=[seat(0, base=28)]),
    tactical_try("HEAL", effect("HEAL", "OWNER_BASE", amount=9), mine={**HAND, "base": 25}, then=[seat(0, base=30)]),
    tactical_try("DRAW", effect("DRAW", "OWNER", count=2), mine={**HAND, **at("deck", lies("man"), lies("man"), lies("man"))}, then=[{"zone": [0, "hand"], "count": 2}, happened("CARD_DRAWN", 2)]),
    tactical_try("DRAW", effect("DRAW", "OPPONENT", count=1), theirs=at("deck", lies("man")), then=[{"zone": [1, "hand"], "count": 1}]),
    tactical_try("DISCARD", effect("DISCARD", "OWNER", count=1), mine=at("hand", lies("x", "x"), lies("man", "m"), lies("tank", "t")), when=[*PLAY, answer("t")], then=[{"zone": [0, "hand"], "holds": ["m"], "count": 1}, {"zone": [0, "discard"], "count": 2}, happened("CARD_DISCARDED", cardId="tank")]),
    tactical_try("DISCARD", effect("DISCARD", "EACH_PLAYER", count=2, how="RANDOM"), mine=at("hand", lies("x", "x"), lies("man")), theirs=at("hand", lies("man"), lies("man"), lies("man")), then=[{"zone": [0, "hand"], "count": 0}, {"zone": [1, "hand"], "count": 1}, happened("CARD_DISCARDED", 3)]),
    tactical_try("DISCARD", effect("DISCARD", "OPPONENT", count=1), then=[happened("CARD_DISCARDED", 0)]),
    tactical_try("GAIN_SUPPLY", effect("GAIN_SUPPLY", "OWNER", amount=2), mine={**HAND, "supply": 1}, then=[seat(0, supply=3)]),
    tactical_try("TAKE_CONTROL", effect("TAKE_CONTROL", "CHOSEN_ENEMY"), when=[*PLAY, *TURN], then=[{"zone": [0, "alpha.front"], "count": 2}, {"zone": [1, "alpha.front"], "count": 0}, happened("UNIT_REPOSITIONED")]),
    tactical_try("TAKE_CONTROL", effect("TAKE_CONTROL", "CHOSEN_ENEMY", turns=1), when=[*PLAY, *TURN], then=[{"zone": [1, "alpha.front"], "holds": ["e"]}, happened("UNIT_REPOSITIONED", 2)]),
    tactical_try("TAKE_CONTROL", effect("TAKE_CONTROL", "CHOSEN_ENEMY", turns=1), effect("DESTROY", "ALL_ALLIES"), then=[{"zone": [1, "discard"], "holds": ["e"]}]),
    tactical_try("TAKE_CONTROL", effect("TAKE_CONTROL", "CHOSEN_ENEMY"), mine={**HAND, **at("alpha.front", lies("man"), lies("man")), **at("alpha.back", lies("man"), lies("man"))}, then=[{"zone": [1, "alpha.front"], "holds": ["e"]}, happened("UNIT_REPOSITIONED", 0)]),
    tactical_try("TRANSFORM", effect("TRANSFORM", "CHOSEN_ENEMY", into="tok"), theirs=at("alpha.front", lies("guard", "e", shield=2)), then=[is_("e", attack=1, health=1, healthCap=1, shield=0, shieldCap=0), {"zone": [1, "alpha.front"], "holds": ["e"]}]),
    tactical_try("TRANSFORM", effect("TRANSFORM", "CHOSEN_ENEMY", into="tok"), SHOT, then=[{"zone": [1, "discard"], "count": 0}, {"zone": [1, "alpha.front"], "count": 0}]),
    tactical_try("TRANSFORM", effect("TRANSFORM", "ALL_ENEMIES", into="tank"), theirs=at("alpha.front", lies("ghost", "e")), then=[is_("e", **{"kw.CAMO": 0, "attack": 2, "health": 5})]),
    tactical_try("SILENCE", effect("SILENCE", "ALL_ENEMIES"), theirs=at("alpha.front", lies("ghost", "e")), then=[is_("e", **{"kw.CAMO": 0}), happened("KEYWORD_LOST", keyword="CAMO")]),
    tactical_try("SILENCE", effect("SILENCE", "ALL_ENEMIES"), effect("TO_HAND", "ALL_ENEMIES"), theirs=at("alpha.front", lies("ghost", "e")), then=[is_("e", **{"kw.CAMO": 1})]),
    tactical_try("MODIFY_COST", effect("PICK", "ALL_ENEMIES", id="it"), effect("TO_HAND", "$it.target"), effect("MODIFY_COST", "$it.target", delta=2), then=[is_("e", supply=4)]),
    tactical_try("ADD_KEYWORD", effect("ADD_KEYWORD", "CHOSEN_ALLY", name="RANGED"), then=[is_("a", **{"kw.RANGED": 1}), happened("KEYWORD_GAINED", keyword="RANGED", value=1)]),
    tactical_try("ADD_KEYWORD", effect("ADD_KEYWORD", "CHOSEN_ALLY", name="SHIELDED", value=2), then=[is_("a", **{"kw.SHIELDED": 2, "shieldCap": 2, "shield": 2})]),
    tactical_try("ADD_KEYWORD", effect("ADD_KEYWORD", "CHOSEN_ALLY", name="RANGED", turns=1), when=[*PLAY, *TURN], then=[is_("a", **{"kw.RANGED": 0})]),
    tactical_try("REMOVE_KEYWORD", effect("REMOVE_KEYWORD", "ALL_ENEMIES", name="CAMO"), theirs=at("alpha.front", lies("ghost", "e")), then=[is_("e", **{"kw.CAMO": 0}), happened("KEYWORD_LOST", keyword="CAMO")]),
    tactical_try("REMOVE_KEYWORD", effect("REMOVE_KEYWORD", "ALL_ENEMIES", name="CAMO", turns=1), theirs=at("alpha.front", lies("ghost", "e")), when=[*PLAY, *TURN], then=[is_("e", **{"kw.CAMO": 1})]),
    tactical_try("REMOVE_KEYWORD", effect("ADD_KEYWORD", "CHOSEN_ALLY", name="RANGED", turns=1), effect("REMOVE_KEYWORD", "CHOSEN_ALLY", name="RANGED", turns=1), when=[*PLAY, *TURN], then=[is_("a", **{"kw.RANGED": 0})]),
    tactical_try("REMOVE_KEYWORD", effect("ADD_KEYWORD", "CHOSEN_ALLY", name="RANGED", turns=1), effect("REMOVE_KEYWORD", "CHOSEN_ALLY", name="RANGED"), effect("ADD_KEYWORD", "CHOSEN_ALLY", name="RANGED"), when=[*PLAY, *TURN], then=[is_("a", **{"kw.RANGED": 1})]),
    tactical_try("REMOVE_KEYWORD", effect("REMOVE_KEYWORD", "ALL_ENEMIES", name="CAMO"), then=[happened("KEYWORD_LOST", 0)]),
    tactical_try("APPLY_STATUS", effect("APPLY_STATUS", "CHOSEN_ENEMY", status="MARKED", turns=2), SHOT, then=[happened("STATUS_APPLIED", status="MARKED"), happened("DAMAGE_DEALT", amount=3)]),
    tactical_try("APPLY_STATUS", effect("APPLY_STATUS", "CHOSEN_ENEMY", status="COVER", turns=2, stacks=2), effect("DEAL_DAMAGE", "CHOSEN_ENEMY", amount=3), then=[is_("e", health=2)]),
    tactical_try("SUMMON_TOKEN", effect("SUMMON_TOKEN", "SOURCE_LANE_BACKLINE", tokenId="tok", count=2), then=[happened("TOKEN_SUMMONED", 0)]),
    tactical_try("DESTROY", effect("DESTROY", "CHOSEN_ENEMY"), theirs=at("alpha.orbit", lies("ship", "s")), then=[{"zone": [1, "discard"], "count": 1}, happened("KILL_OCCURRED")]),
    tactical_try("DESTROY", effect("DESTROY", "CHOSEN_ENEMY"), theirs=at("alpha.orbit", lies("flag", "s")), then=[{"zone": [1, "discard"], "count": 1}]),
    tactical_try("REDUCE_COST", effect("REDUCE_COST", "OWNER", delta=1, filter="INFANTRY"), mine=at("hand", lies("x", "x"), lies("man", "m"), lies("tank", "t")), then=[is_("m", supply=1), is_("t", supply=3)]),
    tactical_try("REDUCE_COST", effect("REDUCE_COST", "OWNER", delta=9), mine=at("hand", lies("x", "x"), lies("man", "m")), then=[is_("m", supply=0)]),
    tactical_try("REDUCE_COST", effect("REDUCE_COST", "OWNER", delta=2, filter="UNIT", turns=1), mine=at("hand", lies("x", "x"), lies("man", "m"), lies("ship", "s")), when=[*PLAY, *TURN], then=[is_("m", supply=2), is_("s", supply=1)]),
    tactical_try("MODIFY_ATK", effect("MODIFY_ATK", "CHOSEN_ALLY", delta=2), then=[is_("a", attack=3)]),
    tactical_try("MODIFY_ATK", effect("MODIFY_ATK", "CHOSEN_ALLY", delta=-5, turns=1), then=[is_("a", attack=0)]),
    tactical_try("MODIFY_ATK", effect("MODIFY_ATK", "CHOSEN_ALLY", delta=-5, turns=1), when=[*PLAY, *TURN], then=[is_("a", attack=1)]),
    tactical_try("MODIFY_HP", effect("MODIFY_HP", "CHOSEN_ALLY", delta=2), then=[is_("a", health=5, healthCap=5)]),
    tactical_try("MODIFY_HP", effect("MODIFY_HP", "CHOSEN_ENEMY", delta=-2), then=[is_("e", health=1, healthCap=1)]),
    tactical_try("MODIFY_HP", effect("MODIFY_HP", "CHOSEN_ENEMY", delta=-3), then=[{"zone": [1, "discard"], "count": 1}]),
    tactical_try("MODIFY_HP", effect("MODIFY_HP", "CHOSEN_ALLY", delta=2, turns=1), when=[*PLAY, *TURN], then=[is_("a", health=3, healthCap=3)]),
    tactical_try("MODIFY_SHIELD_CAP", effect("MODIFY_SHIELD_CAP", "CHOSEN_ALLY", delta=2), then=[is_("a", shield=2, shieldCap=2)]),
    tactical_try("MODIFY_SHIELD_CAP", effect("MODIFY_SHIELD_CAP", "CHOSEN_ENEMY", delta=-1), theirs=at("alpha.front", lies("guard", "e", shield=2)), then=[is_("e", shield=1, shieldCap=1)]),
    tactical_try("MODIFY_SHIELD_CAP", effect("MODIFY_SHIELD_CAP", "CHOSEN_ALLY", delta=2, turns=1), when=[*PLAY, *TURN], then=[is_("a", shield=0, shieldCap=0)]),
]  # fmt: skip

FIGHT = [do("attack", "x")]
BONUS = effect("MODIFY_DAMAGE", "SOURCE", delta=1, maxBonus=2)
SQUAD = op("SOURCE_IN_LANE_WITH_ALLY_TAG", "INFANTRY", 1)


def attack_try(
    of: str, attacker: Json, then: list[Json], *mates: Json, config: Json | None = None, foe: str = "tank"
) -> Try:
    """Return a try of a unit that attacks in a lane with others of its side."""
    mine = {**at("alpha.front", lies("x", "x")), **at("alpha.back", *mates)}
    return Try(of, attacker, mine, at("alpha.front", lies(foe, "e")), FIGHT, then, "SKIRMISH", config or {})


CHAFF = ship("x", 0, abilities=[ability("ORBITAL_STRIKE_DECLARED", effect("ROLL_MISS_CHANCE", "EVENT", chancePct=100), ops=(op("SAME_LANE"), op("IS_ENEMY_SOURCE")))])  # fmt: skip
STRIKE = [do("strike", "s"), answer("e")]
IN_FLIGHT = [
    attack_try("MODIFY_DAMAGE", unit("DAMAGE_CALC_STARTED", BONUS), [is_("e", health=3)]),
    attack_try("MODIFY_DAMAGE", unit("DAMAGE_CALC_STARTED", effect("MODIFY_DAMAGE", "SOURCE", delta=-9)), [is_("e", health=5)]),
    attack_try("MODIFY_DAMAGE", unit("DAMAGE_CALC_STARTED", BONUS, ops=(SQUAD,)), [is_("e", health=4)]),
    attack_try("MODIFY_DAMAGE", unit("DAMAGE_CALC_STARTED", BONUS, ops=(SQUAD,)), [is_("e", health=3)], lies("man")),
    attack_try("MODIFY_DAMAGE", unit("DAMAGE_CALC_STARTED", BONUS, ops=(SQUAD,)), [is_("e", health=2)], lies("man"), lies("man")),
    attack_try("MODIFY_DAMAGE", unit("DAMAGE_CALC_STARTED", BONUS, ops=(SQUAD,)), [is_("e", health=3)], lies("man"), lies("man"), config={"bonusPerMatch": False}),
    attack_try("MODIFY_DAMAGE", unit("DAMAGE_CALC_STARTED", BONUS, effect("DRAW", "OPPONENT", count=1)), [is_("e", health=3), seat(1, base=29)]),
    Try("ROLL_MISS_CHANCE", CHAFF, {**at("alpha.orbit", lies("ship", "s"))}, {**at("alpha.orbit", lies("x", "x")), **at("alpha.front", E)}, STRIKE, [happened("ORBITAL_STRIKE_MISSED", missPct=100)], "SKIRMISH", {"missCap": 100}),
    Try("ROLL_MISS_CHANCE", CHAFF, {**at("alpha.orbit", lies("ship", "s"))}, {**at("bravo.orbit", lies("x", "x")), **at("alpha.front", E)}, [do("strike", "s")], [happened("ORBITAL_STRIKE_MISSED", 0), is_("e", health=1)], "SKIRMISH", {"missCap": 100}),
]  # fmt: skip

COME = [do("play", "x"), answer("alpha.front")]
MARK = effect("MODIFY_ATK", "SOURCE", delta=5)
HURT = {"amount": 1, "damageType": "TRUE"}


def came(of: str, *effects: Json, then: list[Json], ops: tuple[Json, ...] = (), **extra: Any) -> Try:
    """Return a try of a unit that does something when it is deployed in front of lane alpha."""
    mine = {**HAND, **extra.pop("mine", {})}
    return Try(of, unit("UNIT_DEPLOYED", *effects, ops=ops, **extra.pop("card", {})), mine, extra.pop("theirs", {}), extra.pop("when", COME), then, **extra)  # fmt: skip


SPREAD = {
    **at("alpha.front", lies("man", "af")),
    **at("alpha.back", lies("man", "ab")),
    **at("bravo.front", lies("man", "bf")),
}
HIT = "DEAL_DAMAGE"
TARGETS = [
    came("SOURCE", MARK, then=[is_("x", attack=6)]),
    came("SOURCE", MARK, mine=at("hand", lies("x", "x"), lies("man", "m")), when=[do("play", "m"), answer("bravo.front")], then=[is_("m", attack=1)]),
    Try("SOURCE", unit("TURN_ENDED", MARK), at("alpha.front", lies("x", "x")), {}, TURN, [is_("x", attack=6)]),
    attack_try("TARGET", unit("DAMAGE_DEALT", effect("MODIFY_ATK", "TARGET", delta=4), ops=SELF), [is_("e", attack=6)]),
    Try("EVENT", CHAFF, {**at("alpha.orbit", lies("ship", "s"))}, {**at("alpha.orbit", lies("x", "x")), **at("alpha.front", E)}, STRIKE, [happened("ORBITAL_STRIKE", 0)], "SKIRMISH", {"missCap": 100}),
    came("SOURCE_LANE_BACKLINE", effect("SUMMON_TOKEN", "SOURCE_LANE_BACKLINE", tokenId="tok", count=2), then=[{"zone": [0, "alpha.back"], "count": 2}, happened("TOKEN_SUMMONED", 2, tokenId="tok", sourceCardId="x", ownerPlayerId=0)]),
    came("SOURCE_LANE_BACKLINE", effect(HIT, "SOURCE_LANE_BACKLINE", **HURT), mine=SPREAD, then=[is_("ab", health=2), is_("af", health=3)]),
    came("SOURCE_LANE_FRONTLINE", effect("SUMMON_TOKEN", "SOURCE_LANE_FRONTLINE", tokenId="tok", count=1), then=[{"zone": [0, "alpha.front"], "count": 2}]),
    came("SOURCE_LANE_ALLIES", effect(HIT, "SOURCE_LANE_ALLIES", **HURT), mine=SPREAD, then=[is_("af", health=2), is_("ab", health=2), is_("x", health=2), is_("bf", health=3)]),
    came("SOURCE_LANE_ENEMIES", effect(HIT, "SOURCE_LANE_ENEMIES", **HURT), theirs=SPREAD, then=[is_("af", health=2), is_("ab", health=2), is_("bf", health=3)]),
    came("ALL_ALLIES", effect(HIT, "ALL_ALLIES", **HURT), mine=SPREAD, then=[is_("af", health=2), is_("bf", health=2), is_("x", health=2)], ops=SELF),
    came("ALL_ENEMIES", effect(HIT, "ALL_ENEMIES", **HURT), theirs={**SPREAD, **at("alpha.orbit", lies("ship", "s"))}, then=[is_("af", health=2), is_("bf", health=2), is_("s", health=5)], ops=SELF),
    came("CHOSEN_ALLY", effect("MODIFY_ATK", "CHOSEN_ALLY", delta=2), mine=at("alpha.back", A), ops=SELF, when=[*COME, answer("a")], then=[is_("a", attack=3), is_("x", attack=1)]),
    came("CHOSEN_ENEMY", effect("DESTROY", "CHOSEN_ENEMY"), theirs={**at("alpha.front", lies("ghost", "g"), E), **at("alpha.orbit", lies("ship", "s"))}, ops=SELF, when=[*COME, answer("s")], then=[{"zone": [1, "discard"], "holds": ["s"]}]),
    came("CHOSEN_ENEMY", effect("DESTROY", "CHOSEN_ENEMY"), theirs=at("alpha.front", lies("ghost", "g")), ops=SELF, then=[happened("KILL_OCCURRED", 0)]),
    came("OWNER", effect("DRAW", "OWNER", count=1), ops=SELF, then=[seat(0, base=29), seat(1, base=30)]),
    came("OPPONENT", effect("DRAW", "OPPONENT", count=1), ops=SELF, then=[seat(1, base=29), seat(0, base=30)]),
    came("OWNER_BASE", effect(HIT, "OWNER_BASE", **HURT), ops=SELF, then=[seat(0, base=29)]),
    came("ENEMY_BASE", effect(HIT, "ENEMY_BASE", **HURT), ops=SELF, then=[seat(1, base=29)]),
]  # fmt: skip

SIGN = effect(HIT, "ENEMY_BASE", **HURT)
"""What shows that an ability has answered: the enemy's base loses a point; nothing in it speaks of a source."""
YES, NO = seat(1, base=29), seat(1, base=30)
MATE = {"mine": at("alpha.back", lies("man", "m"))}


def asked(name: str, *args: Any) -> tuple[Json, ...]:
    return (op(name, *args),)


def watched(of: str, asks: tuple[Json, ...], answers: Json, attacker: str = "man", victim: str = "man") -> Try:
    """Return a try of a unit in lane bravo that watches one of its side attack in lane alpha."""
    mine = {**at("alpha.front", lies(attacker, "m")), **at("bravo.back", lies("x", "x"))}
    return Try(of, unit("DAMAGE_DEALT", SIGN, ops=(*asks, op("IS_ALLY_SOURCE"))), mine, at("alpha.front", lies(victim, "v")), [do("attack", "m")], [answers], "SKIRMISH")  # fmt: skip


def in_lane(of: str, lane: str, answers: Json, *ops: Json) -> Try:
    """Return a try of a unit in a lane that watches another of its side come to lane alpha."""
    mine = {**at("hand", lies("man", "m")), **at(f"{lane}.back", lies("x", "x"))}
    return Try(of, unit("UNIT_DEPLOYED", SIGN, ops=ops), mine, {}, [do("play", "m"), answer("alpha.front")], [answers])


CONDITIONS = [
    came("SOURCE_IN_LANE_WITH_ALLY_TAG", SIGN, ops=asked("SOURCE_IN_LANE_WITH_ALLY_TAG", "INFANTRY", 1), then=[NO]),
    came("SOURCE_IN_LANE_WITH_ALLY_TAG", SIGN, ops=asked("SOURCE_IN_LANE_WITH_ALLY_TAG", "INFANTRY", 1), then=[YES], **MATE),
    came("SOURCE_IN_LANE_WITH_ALLY_TAG", SIGN, ops=asked("SOURCE_IN_LANE_WITH_ALLY_TAG", "INFANTRY", 2), then=[NO], **MATE),
    came("SOURCE_HAS_KEYWORD", SIGN, ops=asked("SOURCE_HAS_KEYWORD", "RANGED"), then=[NO]),
    came("SOURCE_HAS_KEYWORD", SIGN, ops=asked("SOURCE_HAS_KEYWORD", "RANGED"), then=[YES], card={"keywords": ["RANGED"]}),
    came("SOURCE_HAS_TAG", SIGN, ops=asked("SOURCE_HAS_TAG", "ELITE"), then=[NO]),
    came("SOURCE_HAS_TAG", SIGN, ops=asked("SOURCE_HAS_TAG", "ELITE"), then=[YES], card={"tags": ["ELITE"]}),
    came("SOURCE_HAS_TAG", SIGN, ops=asked("SOURCE_HAS_TAG", "VEHICLE"), then=[YES], card={"keywords": ["VEHICLE"]}),
    came("SOURCE_IS_SELF", SIGN, ops=SELF, then=[YES]),
    in_lane("SOURCE_IS_SELF", "alpha", NO, *SELF),
    watched("TARGET_HAS_KEYWORD", asked("TARGET_HAS_KEYWORD", "CAMO"), NO),
    attack_try("TARGET_HAS_KEYWORD", unit("DAMAGE_DEALT", SIGN, ops=(*SELF, op("TARGET_HAS_KEYWORD", "ARMOR"))), [NO]),
    watched("TARGET_HAS_TAG", asked("TARGET_HAS_TAG", "VEHICLE"), YES, victim="tank"),
    watched("TARGET_HAS_TAG", asked("TARGET_HAS_TAG", "VEHICLE"), NO),
    watched("TARGET_NOT_TAG", asked("TARGET_NOT_TAG", "VEHICLE"), NO, victim="tank"),
    watched("TARGET_NOT_TAG", asked("TARGET_NOT_TAG", "VEHICLE"), YES),
    attack_try("TARGET_IS_SELF", unit("DAMAGE_DEALT", SIGN, ops=asked("TARGET_IS_SELF")), [YES]),
    watched("TARGET_IS_SELF", asked("TARGET_IS_SELF"), NO),
    in_lane("IS_ALLY_SOURCE", "bravo", YES, op("IS_ALLY_SOURCE")),
    in_lane("IS_ENEMY_SOURCE", "bravo", NO, op("IS_ENEMY_SOURCE")),
    attack_try("IS_ENEMY_SOURCE", unit("DAMAGE_DEALT", SIGN, ops=asked("IS_ENEMY_SOURCE")), [YES]),
    in_lane("SAME_LANE", "alpha", YES, op("SAME_LANE")),
    in_lane("SAME_LANE", "bravo", NO, op("SAME_LANE")),
    Try("IS_OWN_TURN", unit("TURN_STARTED", SIGN, ops=asked("IS_OWN_TURN")), at("alpha.front", lies("x", "x")), {}, TURN, [NO], config={"fatigue": 0}),
    Try("IS_OWN_TURN", unit("TURN_ENDED", SIGN, ops=asked("IS_OWN_TURN")), at("alpha.front", lies("x", "x")), {}, TURN, [YES], config={"fatigue": 0}),
    came("COUNT_AT_LEAST", SIGN, ops=(*SELF, op("COUNT_AT_LEAST", "ALL_ENEMIES", 2)), theirs=SPREAD, then=[YES]),
    came("COUNT_AT_LEAST", SIGN, ops=(*SELF, op("COUNT_AT_LEAST", "ALL_ENEMIES", 4)), theirs=SPREAD, then=[NO]),
    came("COUNT_AT_LEAST", SIGN, ops=(*SELF, op("COUNT_AT_LEAST", "SOURCE_LANE_BACKLINE", 1)), mine=SPREAD, then=[YES]),
    came("COUNT_AT_LEAST", SIGN, ops=(*SELF, op("COUNT_AT_LEAST", "SOURCE_LANE_BACKLINE", 1)), then=[NO]),
    Try("STATUS_IS", unit("STATUS_APPLIED", SIGN, effect("DRAW", "OWNER", count=1), ops=asked("STATUS_IS", "MARKED")), {**at("alpha.front", lies("x", "x"))}, {}, TURN, [NO], config={"fatigue": 0}),
    came("STATUS_IS", effect("APPLY_STATUS", "SOURCE", status="MARKED", turns=1), then=[happened("STATUS_APPLIED", status="MARKED")]),
]  # fmt: skip


ARMORY = {**at("alpha.front", lies("man", "m")), **at("armory", lies("x", "x", bearer=1))}
ABILITIES = [
    Try("limitPerTurn", unit("UNIT_DEPLOYED", SIGN, ops=asked("IS_ALLY_SOURCE"), limit=1), {**at("hand", lies("man", "m"), lies("man", "n")), **at("bravo.back", lies("x", "x"))}, {}, [do("play", "m"), answer("alpha.front"), do("play", "n"), answer("alpha.front")], [YES]),
    Try("limitPerTurn", unit("UNIT_DEPLOYED", SIGN, ops=asked("IS_ALLY_SOURCE"), limit=2), {**at("hand", lies("man", "m"), lies("man", "n")), **at("bravo.back", lies("x", "x"))}, {}, [do("play", "m"), answer("alpha.front"), do("play", "n"), answer("alpha.front")], [seat(1, base=28)]),
    Try("HA16", unit("UNIT_DEPLOYED", MARK), {**at("hand", lies("man", "m")), **at("bravo.back", lies("x", "x"))}, {}, [do("play", "m"), answer("alpha.front")], [is_("m", attack=1)]),
    Try("HA16", unit("UNIT_DEPLOYED", MARK), {**at("hand", lies("man", "m")), **at("bravo.back", lies("x", "x"))}, {}, [do("play", "m"), answer("alpha.front")], [is_("m", attack=6)], config={"sourceIsSelf": False}),
    Try("HA16", unit("UNIT_DEPLOYED", MARK, ops=asked("IS_ALLY_SOURCE")), {**at("hand", lies("man", "m")), **at("bravo.back", lies("x", "x"))}, {}, [do("play", "m"), answer("alpha.front")], [is_("m", attack=6)]),
    Try("HA16", unit("KILL_OCCURRED", effect("DEAL_DAMAGE", "SOURCE_LANE_ENEMIES", amount=2), ops=asked("TARGET_IS_SELF")), {**at("alpha.front", lies("x", "x", health=1))}, at("alpha.front", lies("tank", "e")), [do("attack", "x")], [is_("e", health=2)], "SKIRMISH"),
    Try("HA17", card("x", "ARMORY", 0, (2, 0, 0), abilities=[ability("DAMAGE_DEALT", effect("HEAL", "SOURCE", amount=1), SIGN)]), ARMORY, at("alpha.front", lies("tank", "e")), [do("attack", "m")], [YES, is_("e", health=2)], "SKIRMISH"),
    Try("HA17", card("x", "FIELD", 0, abilities=[ability("TURN_ENDED", SIGN, ops=asked("IS_OWN_TURN"))]), at("field", lies("x", "x")), {}, TURN, [YES], config={"fatigue": 0}),
    Try("HA17", card("x", "FIELD", 0, abilities=[ability("TURN_ENDED", SIGN, ops=asked("IS_OWN_TURN"))]), HAND, {}, TURN, [NO], config={"fatigue": 0}),
    Try("priority", unit("UNIT_DEPLOYED", effect("MODIFY_ATK", "SOURCE", delta=-9)), {**HAND, **at("field", lies("late", "late"))}, {}, COME, [is_("x", attack=3)]),
]  # fmt: skip
CARDS.append(card("late", "FIELD", 0, abilities=[ability("UNIT_DEPLOYED", effect("MODIFY_ATK", "SOURCE", delta=3), ops=asked("IS_ALLY_SOURCE"), priority=400)]))  # fmt: skip


def number(kind: str, target: str, **more: Any) -> Json:
    return {"type": kind, "target": target, **more}


EXTRA_TRIES = [
    tactical_try("EACH_PLAYER", effect("DRAW", "EACH_PLAYER", count=1), mine={**HAND, **at("deck", lies("man"))}, theirs=at("deck", lies("man")), then=[{"zone": [0, "hand"], "count": 1}, {"zone": [1, "hand"], "count": 1}]),
    tactical_try("SOURCE_PLAYER", effect("DRAW", "SOURCE_PLAYER", count=1), mine={**HAND, **at("deck", lies("man"))}, then=[{"zone": [0, "hand"], "count": 1}]),
    tactical_try("OWN_HAND", effect("MODIFY_COST", "OWN_HAND", delta=-1), mine=at("hand", lies("x", "x"), lies("man", "m")), then=[is_("m", supply=1)]),
    tactical_try("COUNT_OF", effect("DEAL_DAMAGE", "ENEMY_BASE", amount=number("COUNT_OF", "ALL_ENEMIES")), theirs=at("alpha.front", E, lies("man")), then=[seat(1, base=28)]),
    tactical_try("COUNT_OF", effect("DEAL_DAMAGE", "ENEMY_BASE", amount=number("COUNT_OF", "ALL_ENEMIES")), theirs={}, then=[seat(1, base=30)]),
    Try("HAS_TAG", unit("KILL_OCCURRED", MARK, ops=(op("HAS_TAG", "TARGET", "INFANTRY"),)), at("alpha.front", lies("x", "x")), at("alpha.front", lies("man", "e", health=1)), FIGHT, [is_("x", attack=6)], "SKIRMISH"),
    Try("HAS_TAG", unit("KILL_OCCURRED", MARK, ops=(op("HAS_TAG", "TARGET", "ELITE"),)), at("alpha.front", lies("x", "x")), at("alpha.front", lies("man", "e", health=1)), FIGHT, [is_("x", attack=1)], "SKIRMISH"),
    Try("HAS_KEYWORD", unit("UNIT_DEPLOYED", MARK, ops=(op("HAS_KEYWORD", "THIS", "CAMO"),), keywords=["CAMO"]), HAND, {}, COME, [is_("x", attack=6)]),
    Try("HAS_KEYWORD", unit("UNIT_DEPLOYED", MARK, ops=(op("HAS_KEYWORD", "THIS", "CAMO"),)), HAND, {}, COME, [is_("x", attack=1)]),
    Try("IS_ENEMY_TARGET", unit("DAMAGE_DEALT", effect("HEAL", "OWNER_BASE", amount=3), ops=(op("IS_ENEMY_TARGET"),)), {"base": 20, **at("alpha.front", lies("x", "x"))}, at("alpha.front", lies("tank", "e", attack=0)), FIGHT, [seat(0, base=23)], "SKIRMISH"),
    Try("CANCEL", unit("ATTACK_DECLARED", effect("CANCEL", "EVENT"), ops=(op("IS_ENEMY_SOURCE"),)), at("bravo.front", lies("x", "x")), at("alpha.front", lies("tank", "e")), [PASS, do("pass", seat=1), do("attack", "e", seat=1)], [seat(0, base=30)], "SKIRMISH"),
]  # fmt: skip
"""The nodes that 003 does not list and no wanted effect tries."""
TRIES = [*EFFECTS, *IN_FLIGHT, *TARGETS, *CONDITIONS, *ABILITIES, *EXTRA_TRIES]


@pytest.mark.parametrize("item", TRIES, ids=[f"{item.of}-{place}" for place, item in enumerate(TRIES)])
def test_a_node_does_what_it_says(item: Try) -> None:
    plenty = {"supply": 10, "supplyCap": 10}
    given = {"phase": item.phase, "seats": [{**plenty, **item.mine}, item.theirs]}

    assert run([*CARDS, item.card], given, item.when, item.then, {"fatigue": 1, **item.config}) == []


def test_every_node_is_tried() -> None:
    named = {node.name for node in OWN if node.family != "keyword"}

    assert named - {one.of for one in TRIES} - _wanted_nodes() == set()


def _wanted_nodes() -> set[str]:
    """Return the names of all nodes in the cards of `test_wanted_effects`, of what packs declare, of counts and of looks, whose scenarios try them."""
    scenarios = (find("halo").folder / "scenarios" / f"{name}.json" for name in ("declarations", "counting", "looking"))
    files = (*(FIXTURES / "wanted").rglob("*.json"), *scenarios)
    todo: list[Any] = [json.loads(file.read_text(encoding="utf-8")) for file in files]
    ids: set[str] = set()
    while todo:
        item = todo.pop()
        if isinstance(item, str):
            ids.add(item)
        else:
            todo += item.values() if isinstance(item, dict) else item if isinstance(item, list) else ()
    return ids
