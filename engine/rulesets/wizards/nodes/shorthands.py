"""What cards of `wizards` say often, said shortly: each opens into the document's own doables and conditions.

Source: SOURCE.md "Shorthands"; docs/adr/0092.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.json_values import Json
from engine.language.spec import (
    Enum,
    Field,
    IntegerLiteral,
    LocalizedText,
    NodeSpec,
    Number,
    condition,
    effect,
    field,
    one_of,
    optional,
)
from engine.language.spec.shorthands import Around, AuthorField, Opens, ShorthandNode
from engine.toolkit.nodes import ID

from ..effects.cards import DRAW_CARD
from ..effects.fields import SCHOOL_WORDS
from ..effects.fight import DAMAGE
from ..effects.numbers import FREEZING, GOLD, MANA
from ..events import EVENTS

SUBJECT_KEY = "who"
EVENT_SPECS = {event.name: event for event in EVENTS}

WHO_FIELD = optional(
    SUBJECT_KEY,
    one_of(
        ("you", "you", "你"),
        ("others", "another player", "其他玩家", "everyone else, an opponent, other players", "别人、其他人、对手"),
        ("this", "this card", "此牌"),
    ),
    "Who",
    "谁",
    "Whom the event must be about: the player whose card this is, another player, or this card itself. Short for a condition that compares them (added by this project).",
    "事件须涉及谁：此牌所属的玩家、其他玩家，或此牌本身。等同于写出比较二者的条件（本项目扩展）。",
    shorthand=True,
)


def _about(trigger: Json, around: Around) -> Any:
    """Return the condition that the event is about the one whom `who` names."""
    event, subject = EVENT_SPECS.get(str(trigger.get("event"))), trigger[SUBJECT_KEY]
    fields = {} if event is None else event.fields
    if subject == "this":
        kinds = ("monster", "card") if around.kind == "exploration" else ("card", "monster")
        field_name = next((name for kind in kinds for name, found in fields.items() if found == kind), "cardUUID")
        mine = around.own("card")
    else:
        players = [name for name, kind in fields.items() if kind == "player"]
        source = event.analysis.source_field if event is not None else None
        field_name = source if source in players else next(iter(players), "playerUUID")
        mine = around.own("player")
    same = {"type": "Equals", "value1": f"${trigger.get('event')}.{field_name}", "value2": mine}
    return {"type": "Not", "condition": same} if subject == "others" else same


def open_trigger(trigger: Json, around: Around) -> Any:
    """Return a trigger with its `who` as a condition, before its own."""
    if SUBJECT_KEY not in trigger:
        return None
    asked = ShorthandNode(SUBJECT_KEY, _about(trigger, around))
    both = {"type": "And", "conditions": [asked, AuthorField("condition")]} if "condition" in trigger else asked
    held = {key: AuthorField(key) for key in TRIGGER_KEYS if key in trigger} | {"condition": both}
    return {key: held[key] for key in TRIGGER_KEYS if key in held}


TRIGGER_KEYS = ("id", "event", "mode", "times", "perRound", "every", "countsAlways", "stage", "condition", "do")
"""The keys of a trigger, `who` left out."""


MOUNTED_AT = {"wand": "onEquip", "undercurrent": "onEquip"}
"""When a treasure card mounts its triggers; when it is played, where its kind is another."""


def _opens_card(moment: Any) -> Opens:
    """Return what opens the triggers of a card: one more behaviour that mounts them."""

    def open_card(card: Json, around: Around) -> Any:
        if "triggers" not in card:
            return None
        held = card.get("behaviors", [])
        places = [AuthorField("behaviors", place) for place in range(len(held))] if isinstance(held, list) else []
        mounted = {"at": moment(card), "do": [{"type": "addTriggers", "triggers": AuthorField("triggers")}]}
        kept = {key: AuthorField(key) for key in card if key not in ("behaviors", "triggers")}
        return {**kept, "behaviors": [*places, ShorthandNode("triggers", mounted)]}

    return open_card


open_treasure = _opens_card(lambda card: MOUNTED_AT.get(str(card.get("cardType")), "onPlay"))
open_exploration = _opens_card(lambda card: "onDrawExploration")


def triggers_field(shape: Any, doc: LocalizedText) -> Field:
    """Return the field of the triggers that a card mounts by itself."""
    return optional("triggers", shape, "Triggers", "触发器", *doc, shorthand=True)


def _for_you(  # noqa: PLR0913 - the parts of a shorthand
    name: str, of: NodeSpec, en: str, zh: str, doc: str, doc_zh: str, extra: Json, search: tuple[str, str]
) -> NodeSpec:
    """Return an effect that does another one to you, with a literal number of at least 1."""
    amount = next(key for key in of.fields if key.name == "amount")
    high = amount.shape.max if isinstance(amount.shape, Number) else 0

    def open_card(node: Json, around: Around) -> Any:
        return _effect_of(node, of.name, extra, around.own("player"))

    fields = (ID, replace(amount, shape=Number(1, high)))
    return _effect(name, of, en, zh, fields, LocalizedText(doc, doc_zh), search, open_card)


def _effect(  # noqa: PLR0913 - the parts of a shorthand
    name: str,
    of: NodeSpec,
    en: str,
    zh: str,
    fields: tuple[Field, ...],
    doc: LocalizedText,
    search: tuple[str, str],
    opens: Opens,
) -> NodeSpec:
    return effect(
        name,
        en,
        zh,
        fields,
        *doc,
        search=search,
        icon=of.icon,
        output=of.output,
        extension=True,
        group="shorthands",
        opens=opens,
    )


def _effect_of(node: Json, name: str, extra: Json, target: Any) -> Any:
    """Return an effect with the id and amount of a shorthand."""
    named, many = ({key: AuthorField(key)} if key in node else {} for key in ("id", "amount"))
    return {**named, "type": name, **extra, **many, "target": target}


def _strike(node: Json, around: Around) -> Any:
    return _effect_of(node, DAMAGE.name, {}, {"type": "monsterChooser"})


def _spread(node: Json, around: Around) -> Any:
    played = {"type": "playedCard", "playerUUID": around.own("player"), "back": _or(node, "back", 1)}
    school = {"type": "getCardProperty", "cardUUID": played, "property": "school"}
    return {"type": "Equals", "value1": school, "value2": _or(node, "school", "fire")}


def _or(node: Json, key: str, default: Any) -> Any:
    return AuthorField(key) if key in node else default


def _resonance(node: Json, around: Around) -> Any:
    held = {"type": "getPlayerProperty", "playerUUID": around.own("player"), "property": "resonance"}
    return {"type": "GreaterThanOrEqual", "value1": held, "value2": _or(node, "amount", 1)}


SHORT_EFFECTS = (
    _for_you(
        "gainMana",
        MANA,
        "Gain mana",
        "获得法力",
        "Gives mana to the player whose card this is.",
        "使此牌所属的玩家获得法力。",
        {"mode": "add"},
        ("gain mana, regen mana, energy", "获得法力、回蓝、回费、加费"),
    ),
    _for_you(
        "gainGold",
        GOLD,
        "Gain gold",
        "获得金币",
        "Gives gold to the player whose card this is.",
        "使此牌所属的玩家获得金币。",
        {"mode": "add"},
        ("gain gold, earn, coins", "获得金币、赚钱"),
    ),
    _for_you(
        "gainFreezing",
        FREEZING,
        "Gain freezing",
        "获得冻结",
        "Gives freezing to the player whose card this is: freeze (X).",
        "使此牌所属的玩家获得冻结，即“冻结（X）”。",
        {"mode": "add"},
        ("freeze, gain freezing", "冻结、获得冻结"),
    ),
    _for_you(
        "youDraw",
        DRAW_CARD,
        "You draw",
        "你抽牌",
        "Lets the player whose card this is draw cards.",
        "使此牌所属的玩家抽牌。",
        {},
        ("draw cards, you draw", "抽牌、你抽牌"),
    ),
    _effect(
        "strike",
        DAMAGE,
        "Damage a monster",
        "对一个怪物造成伤害",
        tuple(key for key in DAMAGE.fields if key.name in ("id", "amount")),
        LocalizedText("Damages a monster of your choice.", "对你选择的一个怪物造成伤害。"),
        ("deal damage, hit a monster, bolt", "造成伤害、攻击怪物"),
        _strike,
    ),
)


WAITING = (
    {"type": "when", "event": "onDefeat", "who": "you", "mode": "round", "do": [{"type": "gainGold", "amount": 2}]},
)


def _asking(condition: Json) -> tuple[Json, ...]:
    """Return an example of a condition: damage if it holds."""
    return ({"type": "if", "condition": condition, "do": [{"type": "strike", "amount": 5}]},)


SHORT_CONDITIONS = (
    condition(
        "Spread",
        "Spread",
        "蔓延",
        (
            optional(
                "back",
                IntegerLiteral(1, 20),
                "Plays ago",
                "往前第几张",
                "1 for spread, 2 for the second spread, and so on.",
                "1 为蔓延，2 为二次蔓延，依此类推。",
                default=1,
            ),
            optional("school", Enum(SCHOOL_WORDS), "School", "派系", default="fire"),
        ),
        "Holds when the card that you played so many plays ago this round is of the school.",
        "你本轮往前第若干张打出的牌属于该派系时成立。",
        search=("spread, last card was fire", "蔓延、上一张是火焰"),
        icon="flame",
        extension=True,
        group="shorthands",
        opens=_spread,
        example=_asking({"type": "Spread"}),
    ),
    condition(
        "Resonance",
        "Resonance",
        "共鸣",
        (
            field(
                "amount",
                Number(1, 99),
                "At least",
                "至少",
                "So many cards are in your play area, as modifiers leave it.",
                "你的打出区中至少有这么多张牌，计入修正。",
            ),
        ),
        "Holds when your resonance is at least so much.",
        "你的共鸣不小于该数值时成立。",
        search=("resonance, cards in play", "共鸣、打出区张数"),
        icon="layers",
        extension=True,
        group="shorthands",
        opens=_resonance,
        example=_asking({"type": "Resonance", "amount": 3}),
    ),
)
