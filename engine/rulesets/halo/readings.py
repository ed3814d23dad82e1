"""What the grammar of sentences means in `halo`: its targets, effects, events, facts and numbers."""

from __future__ import annotations

from typing import Any

from engine.language.spec.readings import Nouns, Reading, noun, nouns, reading
from engine.toolkit.nodes.sentences import AMOUNT_PER, AMOUNTS, COMPARISONS, COST_RULES

BOUNDS = ("attack", "health", "cost")
SIGNS = (("<=", "AtMost"), (">=", "AtLeast"))
ATTRIBUTES: Any = {
    "other": {"not": "this"},
    "tag": {"tag": "%value"},
    **{f"{stat}{sign}": {f"{stat}{key}": "%value"} for stat in BOUNDS for sign, key in SIGNS},
}
IS_WOUNDED: Any = {
    "op": "LessThan",
    "args": [
        {"type": "STAT_OF", "target": "$candidate.UUID", "stat": "health"},
        {"type": "STAT_OF", "target": "$candidate.UUID", "stat": "healthCap"},
    ],
}
PICK: Any = {
    **ATTRIBUTES,
    "random": {"how": "RANDOM"},
    "count": {"min": "%value", "max": "%value"},
    "wounded": {"filter": IS_WOUNDED},
}
CARDS: Any = {
    "random": {"how": "RANDOM"},
    "kind": {"kind": "%value"},
    "tag": {"tag": "%value"},
    "cost<=": {"costAtMost": "%value"},
    "cost>=": {"costAtLeast": "%value"},
}
THIS: Any = {"op": "SOURCE_IS_SELF", "args": []}


def _if(op: str, *args: Any) -> Any:
    return {"op": op, "args": list(args)}


def _effect(words: str, kind: str, *, target: Any = "%target", **params: Any) -> Reading:
    return reading("effect", words, {"type": kind, "target": target, "params": params})


def _on_units(words: str, kind: str, **params: Any) -> Reading:
    return _effect(words, kind, only="%attributes?", **params)


def _list(words: str, name: str) -> tuple[Reading, ...]:
    """Return a list of units as a target, and one of them that is chosen."""
    pick: Any = {"type": "PICK", "target": name, "params": {"id": "%label"}}
    return (
        reading("thing", f"{words} all", name, ATTRIBUTES, at="only"),
        reading("pick", words, pick, PICK, at="params"),
    )


def _event(words: str, trigger: str, *conditions: str, **options: Any) -> Reading:
    facts = [_if(op) for op in conditions]
    references: dict[str, Any] = {
        "it": f"${trigger}.{options.pop('it', 'sourceEntityId')}",
        "source": f"${trigger}.sourceEntityId",
        "much": f"${trigger}.amount",
    }
    attributes = options.pop("more", {})
    if "is_default" in options:
        references["isDefault"] = options.pop("is_default")
    return reading("event", words, {"trigger": trigger}, attributes, conditions=facts, **references, **options)


TARGET = "targetEntityId"
SIDES = (("this", "SOURCE_IS_SELF", "TARGET_IS_SELF"), ("ally", "IS_ALLY_SOURCE", "IS_ALLY_TARGET"))
SOURCES = (*SIDES, ("enemy", "IS_ENEMY_SOURCE", "IS_ENEMY_TARGET"))
SOURCE_TAG: Any = {"tag": _if("SOURCE_HAS_TAG", "%tag")}
TARGET_TAG: Any = {"tag": _if("TARGET_HAS_TAG", "%tag")}
CARD_FACTS: Any = {**SOURCE_TAG, "kind": _if("IS_KIND", "$CARD_PLAY_VALIDATED.sourceEntityId", "%kind")}


def _by_unit(verb: str, trigger: str) -> tuple[Reading, ...]:
    rows = tuple(
        _event(f"{verb} by:{actor}", trigger, op, more=SOURCE_TAG, is_default=actor == "this")
        for actor, op, _ in SOURCES
    )
    return (*rows, _event(f"{verb} by:unit", trigger))


def _to_unit(verb: str, trigger: str) -> tuple[Reading, ...]:
    rows = tuple(
        _event(f"{verb} to:{actor}", trigger, op, more=TARGET_TAG, it=TARGET, is_default=actor == "this")
        for actor, _, op in SOURCES
    )
    rows_here = tuple(
        reading(
            "event",
            f"{verb} to:{actor} here",
            {"trigger": trigger},
            TARGET_TAG,
            conditions=[_if(op), _if("SAME_LANE")],
            it=f"${trigger}.{TARGET}",
        )
        for actor, _, op in SOURCES[1:]
    )
    return (*rows, *rows_here, _event(f"{verb} to:unit", trigger, it=TARGET))


def _by_player(verb: str, trigger: str, attributes: Any) -> tuple[Reading, ...]:
    return (
        _event(f"{verb} by:you", trigger, "IS_ALLY_SOURCE", more=attributes, is_default=True),
        _event(f"{verb} by:opponent", trigger, "IS_ENEMY_SOURCE", more=attributes),
        _event(f"{verb} by:enemy", trigger, "IS_ENEMY_SOURCE", more=attributes),
        _event(f"{verb} by:allplayers", trigger, more=attributes),
    )


def _turn(words: str, trigger: str) -> tuple[Reading, ...]:
    return (
        _event(f"{words} by:you", trigger, "IS_OWN_TURN"),
        _event(f"{words} by:any", trigger),
        reading("event", f"{words} by:opponent", {"trigger": trigger}, conditions=[_if("Not", _if("IS_OWN_TURN"))]),
    )


def _modifier(words: str, stat: str, value: str = "%amount") -> Reading:
    rule: Any = {"stat": stat, "op": "add", "value": value, "%...": "target"}
    return reading("modifier", words, rule, guard="while")


def _pick_card(zone: str, target: str) -> Reading:
    pick: Any = {"type": "PICK_CARD", "target": target, "params": {"id": "%label"}}
    return reading("pick", f"card {zone}", pick, CARDS, at="params")


SEARCH: Any = {key: value for key, value in CARDS.items() if key != "random"}
SEARCH_EFFECT: Any = {"type": "SEARCH", "params": {"%...": "cards", "amount": "%count"}}
COSTS: Any = {f"cost{sign}": {"only": {f"cost{key}": "%value"}} for sign, key in SIGNS}
TRIGGER: Any = {
    "%...": "event",
    "limitPerTurn": "%perTurn?",
    "times": "%times?",
    "every": "%interval?",
    "conditions": "%conditions",
    "effects": "%do",
}

READINGS: tuple[Reading, ...] = (
    *_list("enemy", "ALL_ENEMIES"),
    *_list("ally", "ALL_ALLIES"),
    *_list("enemy here", "SOURCE_LANE_ENEMIES"),
    *_list("ally here", "SOURCE_LANE_ALLIES"),
    *_list("", "ALL_UNITS"),
    reading("thing", "enemy", "CHOSEN_ENEMY"),
    reading("thing", "ally", "CHOSEN_ALLY"),
    reading("thing", "this", "THIS"),
    reading("thing", "base enemy", "ENEMY_BASE"),
    reading("thing", "base ally", "OWNER_BASE"),
    reading("thing", "base", "OWNER_BASE"),
    reading("thing", "base opponent", "ENEMY_BASE"),
    reading("thing", "you", "OWNER"),
    reading("thing", "opponent", "OPPONENT"),
    reading("thing", "enemy player", "OPPONENT"),
    reading("thing", "allplayers", "EACH_PLAYER"),
    reading("thing", "hand you", "OWN_HAND"),
    reading("thing", "card hand", "OWN_HAND"),
    reading("thing", "card hand you", "OWN_HAND"),
    reading("thing", "discards you", "OWN_DISCARD"),
    reading("thing", "card discards you", "OWN_DISCARD"),
    _pick_card("discards you", "OWN_DISCARD"),
    _pick_card("discards", "OWN_DISCARD"),
    _pick_card("hand you", "OWN_HAND"),
    _pick_card("hand", "OWN_HAND"),
    reading("effect", "draw", SEARCH_EFFECT, cards=SEARCH, needs=True),
    _on_units("damage", "DEAL_DAMAGE", amount="%amount"),
    _on_units("heal", "HEAL", amount="%amount"),
    _on_units("heal shield", "RESTORE_SHIELD", amount="%amount?"),
    _on_units("kill", "DESTROY"),
    _on_units("sacrifice", "DESTROY"),
    _on_units("stat attack", "MODIFY_ATK", delta="%amount", turns="%turns?"),
    _on_units("stat health", "MODIFY_HP", delta="%amount", turns="%turns?"),
    _on_units("stat maxhealth", "MODIFY_HP", delta="%amount", turns="%turns?"),
    _on_units("stat shield", "MODIFY_SHIELD_CAP", delta="%amount", turns="%turns?"),
    _on_units("stat attack lose", "MODIFY_ATK", delta="%-amount", turns="%turns?"),
    _on_units("stat health lose", "MODIFY_HP", delta="%-amount", turns="%turns?"),
    _on_units("stat shield lose", "MODIFY_SHIELD_CAP", delta="%-amount", turns="%turns?"),
    _on_units("keyword", "ADD_KEYWORD", name="%keyword", turns="%turns?"),
    _on_units("keyword lifesteal", "ADD_KEYWORD", name="LIFESTEAL", turns="%turns?"),
    _on_units("keyword taunt", "ADD_KEYWORD", name="TAUNT", turns="%turns?"),
    _on_units("status", "APPLY_STATUS", status="%status", turns="%turns=1"),
    _on_units("cannotattack", "APPLY_STATUS", status="DISABLED", turns="%turns"),
    _on_units("cannotattack nextturn", "APPLY_STATUS", status="DISABLED", turns=1),
    _on_units("silence", "SILENCE"),
    _on_units("control", "TAKE_CONTROL", turns="%turns?"),
    _on_units("transform", "TRANSFORM", into=""),
    _on_units("return", "TO_HAND"),
    _on_units("return to:hand", "TO_HAND"),
    _on_units("put to:hand", "TO_HAND"),
    _on_units("attackagain", "READY"),
    _effect("move", "MOVE_UNIT", to=""),
    _effect("cost less", "MODIFY_COST", delta="%-amount", turns="%turns?"),
    _effect("cost", "MODIFY_COST", delta="%amount", turns="%turns?"),
    _effect("return to:hand", "TO_HAND", target="%card"),
    _effect("put to:hand", "TO_HAND", target="%card"),
    _effect("return", "TO_HAND", target="%card"),
    _effect("draw", "DRAW", target="%player", count="%count"),
    _effect("drawto", "DRAW_UP_TO", target="%player", hand="%count"),
    _effect("discard", "DISCARD", target="%player", count="%count"),
    _effect("discard random", "DISCARD", target="%player", count="%count", how="RANDOM"),
    _effect("gain supply", "GAIN_SUPPLY", target="%player", amount="%amount"),
    _effect("lose supply", "PAY_SUPPLY", target="%player", amount="%amount"),
    _effect("summon", "SUMMON_TOKEN", target="SOURCE_LANE_BACKLINE", tokenId="", count="%count"),
    reading("effect", "search", SEARCH_EFFECT, cards=SEARCH),
    reading("effect", "scry", {"type": "SCRY", "params": {"amount": "%amount"}}),
    reading(
        "effect",
        "steal supply",
        [
            {"type": "PAY_SUPPLY", "target": "OPPONENT", "params": {"amount": "%amount"}},
            {"type": "GAIN_SUPPLY", "target": "OWNER", "params": {"amount": "%amount"}},
        ],
    ),
    reading("if", "", {"type": "if", "params": {"condition": "%condition", "do": "%do"}}),
    reading("loop", "", {"type": "loop", "params": {"times": "%times", "do": "%do"}}),
    reading(
        "choose",
        "",
        {"type": "choose", "params": {"ask": "$self.playerUUID", "options": "%options"}},
        item={"do": "%do"},
    ),
    reading("flip", "", {"type": "flip", "params": {"heads": "%first", "tails": "%second"}}),
    AMOUNT_PER,
    reading("eachOf", "", {"type": "eachOf", "amount": "%number", "of": "%target", "only": "%attributes?"}),
    *AMOUNTS,
    reading("not", "", {"op": "Not", "args": ["%condition"]}),
    reading("and", "", {"op": "And", "args": ["%conditions"]}),
    reading(
        "compare",
        "",
        {"op": "%op", "args": ["%first", "%second"]},
        COMPARISONS,
    ),
    reading("measure", "you stat:supply", {"type": "STAT_OF", "target": "OWNER", "stat": "supply"}),
    reading("measure", "base ally stat:health", {"type": "STAT_OF", "target": "OWNER", "stat": "base"}),
    reading("measure", "base stat:health", {"type": "STAT_OF", "target": "OWNER", "stat": "base"}),
    reading("measure", "base enemy stat:health", {"type": "STAT_OF", "target": "OPPONENT", "stat": "base"}),
    reading("measure", "card you", {"type": "STAT_OF", "target": "OWNER", "stat": "hand"}),
    reading("measure", "card hand", {"type": "STAT_OF", "target": "OWNER", "stat": "hand"}),
    reading("measure", "card hand you", {"type": "STAT_OF", "target": "OWNER", "stat": "hand"}),
    reading("measure", "hand you", {"type": "STAT_OF", "target": "OWNER", "stat": "hand"}),
    reading("measure", "you stat:card", {"type": "STAT_OF", "target": "OWNER", "stat": "hand"}),
    reading("countOf", "", {"type": "COUNT_OF", "target": "%target", "only": "%attributes?"}),
    reading(
        "statOf",
        "",
        {"type": "STAT_OF", "target": "%target", "stat": "%stat"},
        {"attack": "attack", "health": "health", "maxhealth": "healthCap", "shield": "shield", "cost": "cost"},
    ),
    reading("fact", "combo", _if("NTH", 2, "CARD_PLAY_VALIDATED", "you", "turn", True)),
    reading("fact", "past play exact", _if("NTH", "%number", "CARD_PLAY_VALIDATED", "you", "%within")),
    reading("fact", "past play you", _if("NTH", "%number", "CARD_PLAY_VALIDATED", "you", "%within", True)),
    reading("fact", "past die ally", _if("NTH", "%number", "KILL_OCCURRED", "ally", "%within", True)),
    reading("fact", "is tag", _if("HAS_TAG", "%target", "%tag")),
    reading("fact", "is keyword", _if("HAS_KEYWORD", "%target", "%keyword")),
    reading("fact", "is kind", _if("IS_KIND", "%target", "%kind")),
    *_to_unit("die", "KILL_OCCURRED"),
    *_by_unit("kill", "KILL_OCCURRED"),
    *_by_unit("attack", "ATTACK_DECLARED"),
    *_to_unit("damaged", "DAMAGE_DEALT"),
    *_by_unit("damages", "DAMAGE_DEALT"),
    *_by_unit("deploy", "UNIT_DEPLOYED"),
    *_by_unit("move", "UNIT_MOVED"),
    _event("deploy by:you", "UNIT_DEPLOYED", "IS_ALLY_SOURCE", more=SOURCE_TAG),
    _event("deploy by:opponent", "UNIT_DEPLOYED", "IS_ENEMY_SOURCE", more=SOURCE_TAG),
    _event("deploy to:enemy here", "UNIT_DEPLOYED", "IS_ENEMY_SOURCE", "SAME_LANE", more=SOURCE_TAG),
    _event("deploy to:ally here", "UNIT_DEPLOYED", "IS_ALLY_SOURCE", "SAME_LANE", more=SOURCE_TAG),
    _event("play by:you to:unit", "UNIT_DEPLOYED", "IS_ALLY_SOURCE", more=SOURCE_TAG),
    _event("play by:opponent to:unit", "UNIT_DEPLOYED", "IS_ENEMY_SOURCE", more=SOURCE_TAG),
    *_by_player("play", "CARD_PLAY_VALIDATED", CARD_FACTS),
    *_by_player("draw", "CARD_DRAWN", {}),
    *_by_player("discard", "CARD_DISCARDED", {}),
    _event("battlecry", "UNIT_DEPLOYED", "SOURCE_IS_SELF"),
    _event("deathrattle", "KILL_OCCURRED", "TARGET_IS_SELF"),
    _event("overkill", "OVERKILL_APPLIED", "SOURCE_IS_SELF"),
    _event("playthis", "CARD_PLAY_VALIDATED", "SOURCE_IS_SELF"),
    reading("event", "damaged to:base to:enemy", {"trigger": "BASE_DAMAGED"}, conditions=[_if("IS_ENEMY_TARGET")]),
    reading("event", "damaged to:base to:ally", {"trigger": "BASE_DAMAGED"}, conditions=[_if("IS_ALLY_TARGET")]),
    *_turn("turnstart", "TURN_STARTED"),
    *_turn("turnend", "TURN_ENDED"),
    _event("roundstart by:any", "ROUND_STARTED"),
    _event("roundend by:any", "ROUND_ENDED"),
    reading("event", "nextturnstart", {"trigger": "TURN_STARTED"}, conditions=[_if("IS_OWN_TURN")], frame="next"),
    reading("frame", "", {"id": "%label", **TRIGGER}, of="ability"),
    reading("frame", "", {"type": "WHEN", "params": {**TRIGGER, "times": 1}}, of="effect", kind="next"),
    reading("frame", "", {"type": "WHEN", "params": TRIGGER}, of="effect", once=True),
    reading("scope", "this", {"to": "self"}, ATTRIBUTES),
    reading("scope", "ally other here", {"to": "otherAlliesHere"}, {"tag": {"tag": "%value"}}),
    reading("scope", "ally here", {"to": "alliesHere"}, {"tag": {"tag": "%value"}}),
    reading("scope", "ally other", {"to": "otherAllies"}, {"tag": {"tag": "%value"}}),
    reading("scope", "ally adjacent", {"to": "beside"}, {"tag": {"tag": "%value"}}),
    reading("scope", "adjacent", {"to": "beside"}, {"tag": {"tag": "%value"}}),
    reading("scope", "ally", {"to": "allies"}, {"tag": {"tag": "%value"}}),
    reading("scope", "enemy here", {"to": "enemiesHere"}, {"tag": {"tag": "%value"}}),
    reading("scope", "enemy", {"to": "enemies"}, {"tag": {"tag": "%value"}}),
    _modifier("stat attack", "attack"),
    _modifier("stat attack lose", "attack", "%-amount"),
    *(
        reading(
            "modifier",
            words,
            {"stat": "supply", "op": "add", "value": value, "to": to, "%...": "cards"},
            cards={"tag": {"tag": "%value"}, "kind": {"only": {"kind": "%value"}}, **COSTS},
            side=side,
        )
        for words, value in (("cost less", "%-amount"), ("cost", "%amount"))
        for side, to in (("you", "yourHand"), ("opponent", "enemyHand"))
    ),
    *COST_RULES,
)

NOUNS: tuple[Nouns, ...] = (
    nouns("keyword", "effect.ADD_KEYWORD params name"),
    nouns("status", "effect.APPLY_STATUS params status"),
    noun("status", "DISABLED", "stun, stunned, disable, freeze, frozen", "眩晕、瘫痪、冻结、冻住、晕"),
    noun("status", "MARKED", "mark, marked", "标记"),
    noun("status", "SUPPRESSED", "suppress, suppressed", "压制"),
    noun("tag", "INFANTRY", "infantry, soldier", "步兵"),
    noun("tag", "VEHICLE", "vehicle, tank", "载具、坦克"),
    noun("tag", "AIR", "aircraft, flyer", "飞行器"),
    noun("kind", "TACTICAL", "tactical, tactical card, tactic", "战术牌、战术"),
    noun("kind", "ARMORY", "armory, armory card, equipment", "军械、军械牌、装备牌"),
    noun("kind", "FIELD", "field card", "场地牌"),
    noun("kind", "VESSEL", "vessel, ship", "舰船、飞船"),
)
