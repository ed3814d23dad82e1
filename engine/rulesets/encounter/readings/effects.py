"""What the grammar of sentences means in `encounter`: what is done, and what holds by itself."""

from __future__ import annotations

from typing import Any

from engine.language.spec.readings import Reading, reading
from engine.toolkit.nodes.sentences import COST_RULES, flow, hand_changes

from .templates import STATS


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


EFFECTS: tuple[Reading, ...] = (
    _on_units("damage", "damage", id="%label", amount="%amount", color="%color?"),
    _on_units("heal", "heal", amount="%amount"),
    _on_units("kill", "destroy"),
    _on_units("sacrifice", "destroy"),
    _on_units("status", "giveStatus", status="%status", turns="%turns?"),
    _on_units("cannotattack", "giveStatus", status="disarmed", turns="%turns=1"),
    _on_units("cannotattack nextturn", "giveStatus", status="disarmed", turns=1),
    _on_units("cannotmove nextturn", "giveStatus", status="stumble", turns=1),
    _on_units("cannotmove", "giveStatus", status="stumble", turns="%turns=1"),
    _on_units("loststatus", "cure"),
    reading("effect", "dispel", {"type": "cure", "target": "%target"}, numberless=True, isOf="status"),
    _on_units("grantability", "grant", turns="%turns?", **{"is": {"id": "%label", "name": ""}}),
    _on_units(
        "keyword lifesteal",
        "grant",
        turns="%turns?",
        **{"is": {"id": "%label", "name": "Lifesteal", "static": [{"stat": "lifesteal", "op": "add", "value": 1}]}},
    ),
    _on_units("takeregion", "takeRegion"),
    _on_units(
        "double attack",
        "changeStat",
        stat="atk",
        amount={"type": "stat", "target": "%target", "name": "atk"},
        turns="%turns?",
    ),
    *(
        _on_units(
            f"set {what}",
            "changeStat",
            stat=name,
            amount={"type": "sub", "value1": "%amount", "value2": {"type": "stat", "target": "%target", "name": name}},
            turns="%turns?",
        )
        for what, name in STATS.items()
        if what != "health"
    ),
    reading("effect", "win", {"type": "win"}, numberless=True),
    reading("effect", "losematch", {"type": "lose"}, numberless=True),
    _effect("shuffle to:deck", "shuffleBack", count="%count"),
    reading("effect", "shuffle to:deck", {"type": "shuffleBack", "count": "%count"}, isOf="hand"),
    reading("effect", "mill", {"type": "destroyCards", "count": "%count"}, isOf="deck"),
    _effect("mill", "destroyCards", count="%count"),
    reading("effect", "kill", {"type": "destroyCards", "count": "%count"}, isOf="deck"),
    _effect("gain pages", "deathPages", amount="%amount"),
    _effect("lose pages", "deathPages", amount="%-amount"),
    _effect("gain treasure", "gainResource", resource="", amount="%amount?"),
    reading("effect", "completeplot", {"type": "completePlot", "plot": ""}, numberless=True),
    reading("effect", "giveboon", {"type": "giveBoon", "target": "%card", "ability": ""}, numberless=True),
    reading("effect", "removeboons", {"type": "removeBoons", "target": "%card"}, numberless=True),
    reading("effect", "changespell", {"type": "changeSpell", "target": "%card", "spell": ""}, numberless=True),
    reading("effect", "delayevent", {"type": "delayEvent", "place": 1, "by": "%amount"}),
    reading("effect", "swapevents", {"type": "swapEvents", "first": 1, "second": 2}, numberless=True),
    reading("effect", "removeevents", {"type": "removeEvents", "id": "%label"}, numberless=True),
    reading("effect", "growaxis", {"type": "growAxis", "amount": "%amount"}),
    reading("effect", "addevent", {"type": "addEvent", "event": ""}, numberless=True),
    reading("effect", "changeamount", {"type": "changeAmount", "amount": "%amount"}),
    _limit("draws", "draws")[0],
    _limit("draws", "draws")[1],
    reading("effect", "roll", {"type": "roll", "id": "%label", "dice": "%count", "sides": 6}, much="$%label.total"),
    *(
        reading(
            "skill",
            words,
            {"id": "%label", "triggerOn": "Damage", "usagePerRound": "%perTurn?", "%...": "target", "action": [own]},
            numberless=True,
            scope="target" if words.startswith("take") else "source",
        )
        for words, own in (
            ("takeless", {"type": "reduceDamage", "amount": "%amount"}),
            ("takemore", {"type": "addDamage", "amount": "%amount"}),
            ("takemost", {"type": "capDamage", "amount": "%amount"}),
            ("damagemore", {"type": "addDamage", "amount": "%amount"}),
        )
    ),
    *(
        reading("hit", words, {"type": kind, "amount": "%amount"}, ofIt=True)
        for words, kind in (
            ("damagemore", "addDamage"),
            ("takemore", "addDamage"),
            ("takeless", "reduceDamage"),
            ("takemost", "capDamage"),
        )
    ),
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
    *hand_changes("pick", "enemy"),
    _effect("gain ap", "changeAp", side="%player?", amount="%amount"),
    _effect("lose ap", "changeAp", side="%player?", amount="%-amount"),
    _effect("steal ap", "changeAp", side="enemy", amount="%-amount"),
    _effect("summon", "deploy", unit="", count="%count?"),
    _effect("deploy", "deploy", unit="", count="%count?"),
    _effect("copy", "deploy", copyOf="%target", turns="%turns?"),
    _effect("swap", "swap", what="place", first="%target", second="%second"),
    reading("effect", "swap", {"type": "swap", "what": "place", "first": "%target"}, isPair=True),
    reading("effect", "swap health", {"type": "swap", "what": "health", "first": "%target"}, isPair=True),
    _effect("swap", "swap", what="place", first="%target", second={"type": "host"}),
    _effect("swap attackAndHealth", "swap", what="attackAndHealth", first="%target"),
    _effect("swap health", "swap", what="health", first="%target", second="%second"),
    _effect("swap attack", "swap", what="atk", first="%target", second="%second"),
    _effect("create to:hand", "createCard", card="", count="%count?"),
    reading("effect", "convert terrain", {"type": "changeTerrain", "at": "%target", "level": 1, "terrain": "%terrain"}),
    reading("effect", "cost less", {"type": "changeCost", "target": "%card", "amount": "%-amount", "turns": "%turns?"}),
    reading("effect", "cost", {"type": "changeCost", "target": "%card", "amount": "%amount", "turns": "%turns?"}),
    *flow("$self.playerUUID"),
    *(
        reading("modifier", words, {"stat": name, "op": "add", "value": value, "to": "you"})
        for what, name in (("apcap", "apCap"), ("handcap", "handCap"), ("draws", "draws"))
        for words, value in ((f"limit {what}", "%amount"), (f"limit {what} lose", "%-amount"))
    ),
    reading(
        "modifier", "stat health", {"stat": "mhp", "op": "add", "value": "%amount", "%...": "target"}, guard="while"
    ),
    reading(
        "modifier",
        "takemost",
        {"stat": "damageTaken", "op": "max", "value": "%amount", "%...": "target"},
        guard="while",
    ),
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
