"""What the grammar of sentences means in `encounter`: its targets, effects, events, facts and numbers."""

from __future__ import annotations

from typing import Any

from engine.language.spec.readings import Nouns, Reading, noun, nouns, reading
from engine.toolkit.nodes.sentences import AMOUNT_PER, AMOUNT_PER_TARGET, AMOUNTS, COST_RULES, LOGIC, flow

BOUNDS: Any = {
    "health<=": {"healthAtMost": "%value"},
    "health>=": {"healthAtLeast": "%value"},
    "attack<=": {"attackAtMost": "%value"},
    "attack>=": {"attackAtLeast": "%value"},
    "health=": {"healthAtMost": "%value", "healthAtLeast": "%value"},
    "attack=": {"attackAtMost": "%value", "attackAtLeast": "%value"},
}


def _filter(condition: Any) -> Any:
    return {"filter": condition}


CANDIDATE = "$candidate.UUID"
HEALTH: Any = {"type": "stat", "target": CANDIDATE, "name": "health"}
FULL: Any = {"type": "stat", "target": CANDIDATE, "name": "mhp"}
UNITS: Any = {
    **BOUNDS,
    "hero": {"kind": "hero"},
    "other": {"not": "host"},
    "wounded": _filter({"type": "LessThan", "value1": HEALTH, "value2": FULL}),
    "unhurt": _filter({"type": "GreaterThanOrEqual", "value1": HEALTH, "value2": FULL}),
    "terrain": _filter({"type": "OnTerrain", "target": CANDIDATE, "terrain": "%value"}),
    "status": _filter({"type": "HasStatus", "target": CANDIDATE, "status": "%value"}),
    "color": _filter({"type": "HasColor", "target": CANDIDATE, "color": "%value"}),
}
CHOICE: Any = {
    **UNITS,
    "within": {"range": "%value"},
    "adjacent": {"range": 1},
    "random": {"pick": "random"},
    "count": {"min": "%value", "max": "%value"},
}
SIDES = (("enemy", "enemy"), ("ally", "ally"), ("", "any"))
THIS: Any = {"type": "host"}
CARDS: Any = {
    "random": {"pick": "random"},
    "kind": {"kind": "%value"},
    "color": {"color": "%value"},
    "cost<=": {"costAtMost": "%value"},
    "cost>=": {"costAtLeast": "%value"},
    "count": {"min": "%value", "max": "%value"},
    "all": {"pick": "all"},
}


def _units(side: str, which: str) -> Any:
    return {"type": "units", "side": side, "which": which}


def _effect(words: str, node: str, /, **fields: Any) -> Reading:
    return reading("effect", words, {"type": node, **fields})


def _on_units(words: str, node: str, /, **fields: Any) -> Reading:
    much: dict[str, Any] = {"much": "$%label.amount"} if node == "damage" else {}
    return reading("effect", words, {"type": node, "target": "%target", **fields}, **much)


def _stat(what: str, name: str) -> tuple[Reading, ...]:
    return (
        _on_units(f"stat {what}", "changeStat", stat=name, amount="%amount", turns="%turns?"),
        _on_units(f"stat {what} lose", "changeStat", stat=name, amount="%-amount", turns="%turns?"),
        *(
            reading(
                "modifier",
                f"stat {what}{suffix}",
                {"stat": name, "op": "add", "value": value, "%...": "target"},
                guard="while",
            )
            for suffix, value in (("", "%amount"), (" lose", "%-amount"))
        ),
    )


def _limit(what: str, name: str) -> tuple[Reading, ...]:
    return (
        _effect(f"limit {what}", "changeLimit", limit=name, amount="%amount"),
        _effect(f"limit {what} lose", "changeLimit", limit=name, amount="%-amount"),
    )


def _event(
    words: str,
    trigger: str,
    own: Any = None,
    *,
    subject: str = "unitUUID",
    attributes: Any = None,
    is_default: bool = False,
) -> Reading:
    return reading(
        "event",
        words,
        {"triggerOn": trigger, **(own or {})},
        attributes,
        it=f"${trigger}.{subject}",
        source=f"${trigger}.sourceUUID",
        much=f"${trigger}.amount",
        isDefault=is_default,
    )


ACTORS = ("ally", "enemy", "hero", "leader")


def _role(role: str, verb: str, trigger: str, subject: str, key: str) -> tuple[Reading, ...]:
    return (
        _event(f"{verb} {role}:this", trigger, subject=subject, is_default=True, own={key: "host"}),
        *(_event(f"{verb} {role}:{who}", trigger, subject=subject, own={key: who}) for who in ACTORS),
        _event(f"{verb} {role}:ally {role}:other", trigger, subject=subject, own={key: "otherAlly"}),
        _event(f"{verb} {role}:leader {role}:ally", trigger, subject=subject, own={key: "leader"}),
        _event(f"{verb} {role}:hero {role}:ally", trigger, subject=subject, own={key: "hero"}),
        _event(f"{verb} {role}:unit", trigger, subject=subject),
    )


def _player(verb: str, trigger: str) -> tuple[Reading, ...]:
    return (
        _event(f"{verb} by:you", trigger, own={"by": "ally"}, is_default=True),
        _event(f"{verb} by:opponent", trigger, own={"by": "enemy"}),
        _event(f"{verb} by:enemy", trigger, own={"by": "enemy"}),
        _event(f"{verb} by:allplayers", trigger),
    )


def _count(words: str, of: str) -> Reading:
    return reading("measure", words, {"type": "count", "of": of})


STATS = {"attack": "atk", "health": "health", "maxhealth": "mhp", "movement": "mov", "range": "rng", "speed": "spd"}
RULE: Any = {
    "%...": "event",
    "times": "%times?",
    "usagePerRound": "%perTurn?",
    "every": "%interval?",
    "filter": "%conditions",
    "action": "%do",
}
HISTORY: Any = {"type": "Nth", "n": "%number", "who": "you", "within": "%within"}

READINGS: tuple[Reading, ...] = (
    *(
        row
        for words, side in SIDES
        for row in (
            reading("thing", f"{words} all adjacent", _units(side, "adjacent"), UNITS),
            reading("thing", f"{words} all other", _units(side, "others"), UNITS),
            reading("thing", f"{words} all here", _units(side, "here"), UNITS),
            reading("thing", f"{words} all", _units(side, "all"), UNITS),
            reading("thing", f"{words} all", {"type": "chooseUnit", "side": side, "pick": "all"}, CHOICE),
            reading("thing", f"{words} nearest", _units(side, "nearest"), UNITS),
            reading("thing", f"{words} leader", _units(side, "leader")),
            reading("thing", f"{words}", {"type": "chooseUnit", "side": side}, CHOICE),
            reading("thing", f"{words} lowhealth", _units(side, "weakest"), UNITS),
            reading("thing", f"{words} mostInjured", _units(side, "weakest"), UNITS),
            reading("thing", f"{words} highattack", _units(side, "strongest"), UNITS),
        )
    ),
    reading("thing", "leader all", _units("any", "leader")),
    reading("thing", "leader allplayers", _units("any", "leader")),
    reading("thing", "this", THIS),
    reading("thing", "wearer", THIS),
    reading("thing", "target", "$target.unitUUID"),
    reading("thing", "cell", {"type": "chooseUnit", "side": "any"}),
    reading("thing", "cell target", "$target.unitUUID"),
    reading("thing", "you", "ally"),
    reading("thing", "opponent", "enemy"),
    reading("thing", "enemy player", "enemy"),
    *(
        reading("thing", f"card {zone}", {"type": "cards", "zone": "hand"}, CARDS)
        for zone in ("hand you", "hand", "you", "")
    ),
    _on_units("damage", "damage", id="%label", amount="%amount", color="%color?"),
    _on_units("heal", "heal", amount="%amount"),
    _on_units("kill", "destroy"),
    _on_units("sacrifice", "destroy"),
    _on_units("status", "giveStatus", status="%status", turns="%turns?"),
    _on_units("cannotattack", "giveStatus", status="disarmed", turns="%turns=1"),
    _on_units("cannotattack nextturn", "giveStatus", status="disarmed", turns=1),
    _on_units("cannotmove nextturn", "giveStatus", status="stumble", turns=1),
    _on_units("cannotmove", "giveStatus", status="stumble", turns="%turns=1"),
    _on_units("silence", "silence"),
    _on_units("push", "push", steps="%amount"),
    _on_units("pull", "pull", steps="%amount"),
    _on_units("move", "moveTo", steps="%amount"),
    _on_units("control", "takeControl", turns="%turns?"),
    _on_units("attackagain", "refresh", what="at", amount="%amount"),
    _on_units("moveagain", "refresh", what="mt", amount="%amount"),
    reading("effect", "dispel", {"type": "cure", "target": "%target"}, numberless=True),
    *(row for what, name in STATS.items() if what != "health" for row in _stat(what, name)),
    _effect("stat health", "changeStat", target="%target", stat="mhp", amount="%amount", turns="%turns?"),
    _effect("lose health", "damage", target="%target", amount="%amount"),
    _effect("stat health lose", "damage", target="%target", amount="%amount"),
    *_limit("apcap", "apCap"),
    *_limit("handcap", "handCap"),
    _effect("draw", "drawCards", count="%count"),
    _effect("drawto", "drawUpTo", hand="%count"),
    _effect("discard", "discard", side="%player?", count="%count", pick="choice"),
    _effect("discard random", "discard", side="%player?", count="%count", pick="random"),
    _effect("gain ap", "changeAp", side="%player?", amount="%amount"),
    _effect("lose ap", "changeAp", side="%player?", amount="%-amount"),
    _effect("steal ap", "changeAp", side="enemy", amount="%-amount"),
    _effect("summon", "deploy", unit="", count="%count?"),
    _effect("deploy", "deploy", unit="", count="%count?"),
    _effect("copy", "deploy", copyOf="%target", turns="%turns?"),
    _effect("swap", "swap", what="place", first="%target", second={"type": "host"}),
    _effect("swap", "swap", what="place", first="%target", second="%second"),
    _effect("swap health", "swap", what="health", first="%target", second="%second"),
    _effect("swap attack", "swap", what="atk", first="%target", second="%second"),
    _effect("create to:hand", "createCard", card="", count="%count?"),
    reading("effect", "convert terrain", {"type": "changeTerrain", "at": "%target", "level": 1, "terrain": "%terrain"}),
    reading("effect", "cost less", {"type": "changeCost", "target": "%card", "amount": "%-amount", "turns": "%turns?"}),
    reading("effect", "cost", {"type": "changeCost", "target": "%card", "amount": "%amount", "turns": "%turns?"}),
    reading("effect", "takeless", {"type": "reduceDamage", "amount": "%amount"}, change="damaged"),
    *flow("$self.playerUUID"),
    AMOUNT_PER,
    AMOUNT_PER_TARGET,
    *AMOUNTS,
    *LOGIC,
    _count("ally all", "myUnits"),
    _count("enemy all", "opponentUnits"),
    _count("region you", "myRegions"),
    _count("region ally", "myRegions"),
    _count("region all", "myRegions"),
    _count("region ally all", "myRegions"),
    _count("region enemy all", "opponentRegions"),
    *(
        _count(words, "myHand")
        for words in ("card hand you", "card hand", "hand you", "hand", "card you", "you stat:card")
    ),
    _count("you stat:ap", "myAp"),
    *(
        reading("measure", words, {"type": "timesThis", "event": "Dead", "who": who, "within": "round"})
        for words, who in (("ally dead", "ally"), ("enemy dead", "enemy"), ("dead", "anyone"))
    ),
    reading("statOf", "", {"type": "stat", "target": "%target", "name": "%stat"}, STATS),
    reading(
        "fact",
        "combo",
        {"type": "Nth", "n": 2, "event": "CastCard", "who": "you", "within": "turn", "orLater": True},
    ),
    reading("fact", "past play exact", {**HISTORY, "event": "CastCard"}),
    reading("fact", "past play you", {**HISTORY, "event": "CastCard", "orLater": True}),
    reading("fact", "past die ally", {**HISTORY, "event": "Dead", "who": "ally", "orLater": True}),
    reading("fact", "past die enemy", {**HISTORY, "event": "Dead", "who": "enemy", "orLater": True}),
    reading("fact", "past move this", {**HISTORY, "event": "Moved", "who": "this", "orLater": True}),
    reading("fact", "past attack this", {**HISTORY, "event": "Fought", "who": "this", "orLater": True}),
    reading("fact", "is status", {"type": "HasStatus", "target": "%target", "status": "%status"}),
    reading("fact", "is terrain", {"type": "OnTerrain", "target": "%target", "terrain": "%terrain"}),
    reading("fact", "is color", {"type": "HasColor", "target": "%target", "color": "%color"}),
    reading("fact", "region you", {"type": "Controls", "side": "ally"}),
    reading("fact", "region", {"type": "Controls", "side": "ally"}),
    reading("fact", "lethal", {"type": "Equals", "value1": "$%label.lethal", "value2": True}),
    *_role("to", "die", "Dead", "unitUUID", "to"),
    *_role("by", "kill", "Dead", "unitUUID", "by"),
    *_role("by", "attack", "Fought", "unitUUID", "by"),
    *_role("to", "damaged", "BeDamaged", "unitUUID", "to"),
    *_role("by", "damages", "BeDamaged", "unitUUID", "by"),
    *_role("to", "deploy", "Deployed", "unitUUID", "to"),
    *_role("by", "move", "Moved", "unitUUID", "by"),
    *_role("to", "heal", "Healed", "unitUUID", "to"),
    _event("attacked to:this", "AnnounceAttack", own={"to": "host"}, subject="unitUUID"),
    _event("attacked to:ally", "AnnounceAttack", own={"to": "ally"}, subject="unitUUID"),
    reading(
        "event",
        "move by:enemy to:adjacent",
        {"triggerOn": "Moved", "by": "enemy"},
        it="$Moved.unitUUID",
        conditions=[{"type": "DoneBy", "is": "adjacent"}],
    ),
    *_player("play", "CastCard"),
    *_player("draw", "DrawCard"),
    _event("capture by:you", "RegionChange", own={"by": "ally"}),
    _event("capture to:region", "RegionChange", own={"by": "ally"}),
    _event("capture by:you to:region", "RegionChange", own={"by": "ally"}),
    _event("battlecry", "Deployed", own={"to": "host"}),
    _event("deathrattle", "Dead", own={"to": "host"}),
    _event("overkill", "Overkill", own={"by": "host"}),
    _event("retaliate", "BeDamaged", own={"to": "host"}),
    _event("turnstart by:you", "BP"),
    _event("turnstart by:any", "BP"),
    _event("turnend by:you", "EP"),
    _event("turnend by:any", "EP"),
    _event("mainphase by:any", "MPBegin"),
    reading("event", "nextturnstart", {"triggerOn": "BP"}, frame="next"),
    reading("frame", "", {"id": "%label", **RULE}, of="skill"),
    reading("frame", "", {"type": "when", **RULE, "times": 1}, of="effect", kind="next"),
    reading("frame", "", {"type": "when", **RULE}, of="effect", once=True),
    reading("scope", "this", {"to": "host"}),
    reading("scope", "ally adjacent", {"to": "adjacentAllies"}),
    reading("scope", "enemy adjacent", {"to": "adjacentEnemies"}),
    reading("scope", "ally other", {"to": "otherAllies"}),
    reading("scope", "ally", {"to": "allies"}),
    reading("scope", "enemy", {"to": "enemies"}),
    reading("scope", "ally here", {"to": "alliesHere"}),
    reading("scope", "enemy here", {"to": "enemiesHere"}),
    reading("scope", "", {"to": "all"}),
    reading("modifier", "keyword lifesteal", {"stat": "lifesteal", "op": "add", "value": 1, "%...": "target"}),
    reading("modifier", "keyword charge", {"stat": "swift", "op": "add", "value": 1, "%...": "target"}),
    reading(
        "modifier",
        "takeless",
        {"stat": "damageTaken", "op": "add", "value": "%-amount", "%...": "target"},
        guard="while",
    ),
    reading(
        "modifier",
        "takemore",
        {"stat": "damageTaken", "op": "add", "value": "%amount", "%...": "target"},
        guard="while",
    ),
    *(
        reading(
            "modifier",
            words,
            {"stat": "cost", "op": "add", "value": value, "to": to},
            side=side,
            cards={"kind:order": {}},
        )
        for words, value in (("cost less", "%-amount"), ("cost", "%amount"))
        for side, to in (("you", "cards"), ("opponent", "enemyCards"))
    ),
    *COST_RULES,
)

NOUNS: tuple[Nouns, ...] = (
    nouns("status", "effect.giveStatus status"),
    nouns("terrain", "effect.changeTerrain terrain"),
    nouns("color", "effect.damage color"),
    noun("status", "dizzy", "stun, stunned, dizzy, asleep, sleep", "眩晕、晕、晕眩、睡眠"),
    noun("status", "disarmed", "disarm, disarmed", "缴械"),
    noun("status", "cursed", "curse, cursed", "诅咒"),
    noun("terrain", "burning", "burning, on fire, fire", "燃烧、着火、火"),
    noun("terrain", "mist", "mist, fog", "迷雾、雾"),
    noun("kind", "order", "order, spell, order card", "指令牌、法术、法咒"),
    noun("kind", "summon", "summoning card", "召唤牌"),
)
