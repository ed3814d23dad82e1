"""What the grammar of sentences means in `genius`: its targets, effects, events, facts and numbers."""

from __future__ import annotations

from typing import Any

from engine.language.spec.readings import Nouns, Reading, noun, nouns, reading
from engine.toolkit.nodes.sentences import AMOUNT_PER, AMOUNT_PER_TARGET, AMOUNTS, COST_RULES, LOGIC, flow

SIDES = (("ally", "my", "my"), ("enemy", "opponent", "opponent"))
ATTRIBUTES: Any = {
    "element": {"element": "%value"},
    "weapon": {"weapon": "%value"},
    "other": {"not": "host"},
    "health<=": {"healthAtMost": "%value"},
    "health>=": {"healthAtLeast": "%value"},
    "energy<=": {"energyAtMost": "%value"},
    "energy>=": {"energyAtLeast": "%value"},
    "all": {},
}
CHOICE: Any = {**ATTRIBUTES, "random": {"pick": "random"}, "count": {"min": "%value", "max": "%value"}}
ENTITIES = ("summon", "support")


def _is(kind: str, **words: Any) -> Any:
    return {"type": kind, **words}


def _characters(side: str, which: str) -> Any:
    return {"type": "characters", "side": side, "which": which}


def _choose(side: str, which: str) -> Any:
    return {"type": "chooseCharacter", "side": side, "which": which}


def _effect(words: str, node: str, /, **fields: Any) -> Reading:
    return reading("effect", words, {"type": node, **fields})


def _on(words: str, node: str, /, **fields: Any) -> Reading:
    return _effect(words, node, target="%target", **fields)


def _event(
    words: str,
    trigger: str,
    *conditions: Any,
    subject: str = "characterUUID",
    attributes: Any = None,
    is_default: bool = False,
) -> Reading:
    return reading(
        "event",
        words,
        {"triggerOn": trigger},
        attributes,
        conditions=list(conditions),
        it=f"${trigger}.{subject}",
        much=f"${trigger}.mainDamage",
        isDefault=is_default,
    )


BY: Any = (
    ("you", "mine"),
    ("ally", "myCharacter"),
    ("ally by:active", "myActive"),
    ("active", "myActive"),
    ("wearer", "host"),
    ("this", "host"),
    ("character", "host"),
    ("opponent", "opponents"),
    ("enemy", "opponents"),
    ("enemy by:active", "opponentActive"),
    ("summon", "mySummon"),
    ("ally by:summon", "mySummon"),
)
SKILLS: Any = {
    "skilltype": _is("SkillTypeIs", skillType="%skilltype"),
    "reaction": _is("ReactionIs", reaction="%reaction"),
    "element": _is("ElementIs", element="%element"),
    "kind": _is("CardHasTag", tag="%kind"),
}


CHANGED: Any = {**SKILLS, "action": _is("ActionIs", action="%action"), "kind": _is("CardHasTag", tag="%kind")}


def _role(verb: str, trigger: str, role: str, condition: str, default: str) -> tuple[Reading, ...]:
    return tuple(
        _event(
            f"{verb} {role}:{actor.replace('by:', role + ':')}",
            trigger,
            _is(condition, **{"is": word}),
            attributes=SKILLS,
            is_default=actor == default,
        )
        for actor, word in BY
    )


def _count(words: str, of: str) -> Reading:
    return reading("measure", words, {"type": "count", "of": of})


def _variable(target: Any, name: str) -> Any:
    return {"type": "variable", "target": target, "name": name}


WHEN: Any = {
    "%...": "event",
    "times": "%times?",
    "usagePerRound": "%perTurn?",
    "every": "%interval?",
    "filter": "%conditions",
    "action": "%do",
}
ACTIVE: Any = {"type": "opponentActive"}
HISTORY: Any = {"type": "Nth", "n": "%number", "who": "you", "within": "%within=round"}


def _change(words: str, trigger: str, effect: Any, role: str = "DoneBy", **given: Any) -> Reading:
    """Return a rule that changes what happens: damage or what an action costs."""
    return reading("change", words, effect, CHANGED, trigger=trigger, who=_is(role, **{"is": "%who"}), **given)


READINGS: tuple[Reading, ...] = (
    *(reading("who", who.replace("by:", ""), word) for who, word in BY),
    reading("default", "damage", "enemy active"),
    reading("default", "heal", "ally active"),
    reading("default", "gain", "ally active"),
    reading("default", "lose", "ally active"),
    reading("default", "apply", "enemy active"),
    reading("default", "revive", "ally defeated"),
    reading("default", "freeze", "enemy active"),
    *(
        row
        for words, side, _ in SIDES
        for row in (
            reading(
                "thing", f"{words} active", {"type": "myActive" if side == "my" else "opponentActive"}, {"all": {}}
            ),
            reading("thing", f"{words} standby all", {"type": "myStandby" if side == "my" else "opponentStandby"}),
            reading("thing", f"{words} standby", _choose(side, "standby"), CHOICE),
            reading("thing", f"{words} mostInjured", _characters(side, "mostInjured")),
            reading("thing", f"{words} lowhealth", _characters(side, "mostInjured")),
            reading("thing", f"{words} next", _characters(side, "next")),
            reading("thing", f"{words} defeated", _choose(side, "defeated"), CHOICE),
            reading("thing", f"{words} all", _characters(side, "all"), ATTRIBUTES),
            *(
                row
                for kind in ENTITIES
                for row in (
                    reading(
                        "thing",
                        f"{words} {kind} all",
                        {"type": "entities", "kind": kind, "side": side},
                    ),
                    reading(
                        "thing",
                        f"{words} {kind}",
                        {"type": "chooseEntity", "kind": kind, "side": side},
                        {"random": {"pick": "random"}},
                    ),
                )
            ),
            reading(
                "thing",
                f"{words} status all",
                {"type": "entities", "kind": "status", "side": side, "which": "active"},
                {"active": {}},
            ),
            reading("thing", words, _choose(side, "all"), CHOICE),
            reading("thing", f"card {'you' if side == 'my' else 'opponent'}", {"type": "chooseCard", "side": side}),
        )
    ),
    reading("thing", "active", {"type": "myActive"}),
    reading("thing", "standby all", {"type": "myStandby"}),
    reading("thing", "defeated", _choose("my", "defeated")),
    reading("thing", "ally", {"type": "myActive"}),
    reading("thing", "wearer", {"type": "host"}),
    reading("thing", "this", {"type": "host"}),
    reading("thing", "target", "$target.characterUUID"),
    reading("thing", "you", "my"),
    reading("thing", "opponent", "opponent"),
    reading("thing", "enemy", "opponent"),
    _on("damage", "damage", id="%label", amount="%amount", element="%element=physical"),
    _on("heal", "heal", amount="%amount"),
    _on("apply", "applyElement", element="%element"),
    _on("gain energy", "gainEnergy", amount="%amount"),
    _on("lose energy", "gainEnergy", amount="%-amount"),
    _on("kill", "remove"),
    _on("dispel", "remove"),
    _on("discard", "remove"),
    _on("freeze", "freeze"),
    _on("switch", "switchTo"),
    _on("revive", "revive", amount="%amount"),
    _on("set health", "setHealth", amount="%amount"),
    _on("return", "returnToHand"),
    _on("return to:hand", "returnToHand"),
    _on("gain use", "changeVariable", name="usage", amount="%amount"),
    _on("lose use", "changeVariable", name="usage", amount="%-amount"),
    _on("transform", "transform", into=""),
    reading(
        "effect",
        "draw",
        {"type": "drawCards", "count": "%count", "%...": "cards"},
        cards={"kind": {"tag": "%value"}},
        needs=True,
    ),
    reading(
        "effect", "search", {"type": "drawCards", "count": "%count", "%...": "cards"}, cards={"kind": {"tag": "%value"}}
    ),
    _effect("draw", "drawCards", count="%count"),
    _effect("drawto", "drawUpTo", hand="%count"),
    _effect("discard", "discard", side="%player?", count="%count", by="choice"),
    _effect("discard random", "discard", side="%player?", count="%count", by="random"),
    _effect("gain dice", "gainDice", kind="%dicekind=omni", count="%count"),
    _effect("gain dice random", "gainDice", kind="random", count="%count"),
    _effect("gain dice", "gainDice", kind="%element", count="%count"),
    _effect("lose dice", "loseDice", side="%player?", count="%count"),
    _effect("lose dice random", "loseDice", side="%player?", count="%count"),
    _effect("refund dice", "gainDice", kind="omni", count="%count"),
    _effect("steal dice", "stealDice", count="%count"),
    _effect("reroll", "reroll", count="%count"),
    _effect("summon", "summon", summon=""),
    reading(
        "effect",
        "convert dice all",
        {"type": "convertDice", "kind": "%dicekind", "count": {"type": "count", "of": "myDice"}},
        numberless=True,
    ),
    reading(
        "effect",
        "convert dice all",
        {"type": "convertDice", "kind": "%element", "count": {"type": "count", "of": "myDice"}},
        numberless=True,
    ),
    _effect("convert dice", "convertDice", kind="%dicekind", count="%count"),
    _effect("convert dice", "convertDice", kind="%element", count="%count"),
    _effect("swap health", "swap", what="health", first="%target", second="%second"),
    _effect("create to:hand", "createCard", card="", count="%count?"),
    _change("takeless", "EXECUTE_DAMAGE", {"type": "reduceDamage", "amount": "%amount"}, role="DoneTo"),
    _change("takemore", "DAMAGE_ADD", {"type": "addDamage", "amount": "%amount"}, role="DoneTo"),
    _change("damagemore", "DAMAGE_ADD", {"type": "addDamage", "amount": "%amount"}, role="DoneBy"),
    _change(
        "damagemore double", "DEALING_DAMAGE", {"type": "multiplyDamage", "factor": 2}, role="DoneBy", numberless=True
    ),
    _change("infuse", "INFUSION", {"type": "infuse", "element": "%element"}, role="DoneBy"),
    _change("cost less", "CALCULATE_DICE", {"type": "reduceCost", "amount": "%amount"}, role="DoneBy"),
    *flow("$self.playerUUID"),
    AMOUNT_PER,
    AMOUNT_PER_TARGET,
    *AMOUNTS,
    *LOGIC,
    *(_count(words, "myHand") for words in ("card hand you", "card hand", "hand you", "card you", "you stat:card")),
    *(_count(words, "opponentHand") for words in ("card hand opponent", "hand opponent", "card opponent")),
    _count("you stat:dice", "myDice"),
    _count("opponent stat:dice", "opponentDice"),
    _count("summon ally all", "mySummons"),
    _count("summon all", "mySummons"),
    _count("summon enemy all", "opponentSummons"),
    _count("support ally all", "mySupports"),
    _count("support all", "mySupports"),
    _count("support enemy all", "opponentSupports"),
    reading(
        "statOf",
        "",
        _variable("%target", "%stat"),
        {"health": "health", "energy": "energy"},
    ),
    reading("measure", "stat:health", _variable({"type": "host"}, "health")),
    reading("countOf", "", {"type": "eachOf", "amount": 1, "of": "%target"}),
    reading(
        "fact",
        "combo",
        {"type": "Nth", "n": 2, "event": "AFTER_PLAY_CARD", "who": "you", "within": "round", "orLater": True},
    ),
    reading("fact", "is element", _is("HasAura", target="%target", element="%element")),
    reading("fact", "is reaction", _is("ReactionIs", reaction="%reaction")),
    reading("fact", "is kind", _is("Bears", target="%target", tag="%kind")),
    reading("fact", "lethal", {"type": "Equals", "value1": "$%label.lethal", "value2": True}),
    *_role("play", "AFTER_PLAY_CARD", "by", "DoneBy", "you"),
    *_role("skill", "AFTER_USE_SKILL", "by", "DoneBy", "you"),
    *_role("attack", "AFTER_USE_SKILL", "by", "DoneBy", "wearer"),
    *_role("damages", "AFTER_TAKES_DMG", "by", "DoneBy", "wearer"),
    *_role("damaged", "AFTER_TAKES_DMG", "to", "DoneTo", "wearer"),
    *_role("die", "CHARACTER_DIE", "to", "DoneTo", "wearer"),
    *_role("kill", "CHARACTER_DIE", "by", "DoneBy", "wearer"),
    *_role("heal", "AFTER_HEAL", "to", "DoneTo", "wearer"),
    *_role("reaction", "AFTER_TAKES_DMG", "by", "DoneBy", "you"),
    *_role("discard", "ON_DISCARD", "by", "DoneBy", "you"),
    *_role("pass", "ON_DECLARE_END", "by", "DoneBy", "you"),
    *_role("tune", "ON_TUNE", "by", "DoneBy", "you"),
    _event("switch by:you", "AFTER_CHANGE_CHARACTER", _is("DoneTo", **{"is": "mine"}), is_default=True),
    _event("switch by:ally", "AFTER_CHANGE_CHARACTER", _is("DoneTo", **{"is": "mine"})),
    _event("switch by:opponent", "AFTER_CHANGE_CHARACTER", _is("DoneTo", **{"is": "opponents"})),
    _event("switch by:enemy", "AFTER_CHANGE_CHARACTER", _is("DoneTo", **{"is": "opponents"})),
    _event("switch by:wearer", "AFTER_CHANGE_CHARACTER", _is("DoneTo", **{"is": "host"})),
    _event("switch by:this", "AFTER_CHANGE_CHARACTER", _is("DoneTo", **{"is": "host"})),
    _event("deathrattle", "CHARACTER_DIE", _is("DoneTo", **{"is": "host"})),
    _event("endphase by:any", "END_PHASE"),
    _event("turnend by:you", "END_PHASE"),
    _event("turnend by:any", "END_PHASE"),
    _event("roundend by:any", "END_PHASE"),
    _event("actionphase by:any", "BEGIN_ACTION_PHASE"),
    _event("turnstart by:you", "BEGIN_ACTION_PHASE"),
    _event("turnstart by:any", "BEGIN_ACTION_PHASE"),
    _event("roundstart by:any", "BEGIN_ACTION_PHASE"),
    reading("event", "nextturnstart", {"triggerOn": "BEGIN_ACTION_PHASE"}, frame="next"),
    reading("event", "nextroundstart", {"triggerOn": "BEGIN_ACTION_PHASE"}, frame="next"),
    reading("frame", "", {"id": "%label", **WHEN}, of="skill"),
    reading("frame", "", {"type": "when", **WHEN, "times": 1}, of="effect", kind="next"),
    reading("frame", "", {"type": "when", "mode": "%mode?", **WHEN}, of="effect", once=True),
    *COST_RULES,
)

NOUNS: tuple[Nouns, ...] = (
    nouns("element", "effect.damage element"),
    nouns("reaction", "condition.ReactionIs reaction"),
    nouns("skilltype", "condition.SkillTypeIs skillType"),
    noun("dicekind", "omni", "omni, omni element, wild", "万能、万能元素"),
    noun("dicekind", "random", "random, random basic", "随机、随机基础、随机基础元素"),
    noun(
        "dicekind",
        "active",
        "active element, active's element, active character's element",
        "出战角色的元素、出战角色元素",
    ),
    noun("skilltype", "normal", "normal attack, normal attacks, basic attack", "普通攻击、普攻"),
    noun("skilltype", "elemental", "elemental skill", "元素战技、战技"),
    noun("skilltype", "burst", "elemental burst, burst, ultimate", "元素爆发、大招、爆发"),
    noun("element", "physical", "physical", "物理"),
    noun("element", "piercing", "piercing", "穿透"),
    noun("element", "pyro", "pyro, fire", "火、火元素"),
    noun("element", "cryo", "cryo, ice", "冰、冰元素"),
    noun("element", "hydro", "hydro, water", "水、水元素"),
    noun("element", "electro", "electro, lightning", "雷、雷元素"),
    noun("element", "anemo", "anemo, wind", "风、风元素"),
    noun("element", "geo", "geo, rock", "岩、岩元素"),
    noun("element", "dendro", "dendro, grass", "草、草元素"),
    noun("reaction", "any", "reaction, elemental reaction", "元素反应、反应"),
    noun("kind", "weapon", "weapon", "武器、武器牌"),
    noun("kind", "artifact", "artifact", "圣遗物"),
    noun("kind", "food", "food", "料理、食物"),
    noun("kind", "talent", "talent, talent card", "天赋、天赋牌"),
    noun("kind", "location", "location", "场地"),
    noun("kind", "companion", "companion, ally card", "伙伴"),
    noun("kind", "event", "event, event card", "事件、事件牌"),
)
