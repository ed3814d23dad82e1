"""What static abilities change, whose it is, and how it reads. Source: 001§7.1.1."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.language.nodes.static_modifiers import OPERATION, VALUE
from engine.language.spec import (
    ABSENT,
    EACH,
    NEGATIVE,
    Case,
    Enum,
    LocalizedText,
    Option,
    Wording,
    case,
    field,
    optional,
    options,
    record,
)

from .words import DAMAGE_TAKEN, LIVE_STATS

OWNERS_OF_CARDS = (("cards", "your cards", "你的牌"), ("enemyCards", "the opponent's cards", "对手的牌"))
"""Whose cards a static part of the stat `cost` applies to, wherever they lie (001§5.3.4)."""
TO = options(
    ("host", "this unit", "此单位"),
    ("allies", "your units", "友方单位"),
    ("otherAllies", "your other units", "其他友方单位"),
    ("enemies", "opposing units", "敌方单位"),
    ("all", "all units", "所有单位"),
    ("adjacentAllies", "your adjacent units", "相邻的友方单位"),
    ("adjacentEnemies", "adjacent opposing units", "相邻的敌方单位"),
    ("alliesHere", "your units in this region", "此战区内的友方单位"),
    ("you", "you", "你"),
    ("enemiesHere", "opposing units in this region", "此战区内的敌方单位"),
    *OWNERS_OF_CARDS,
)
OF_YOU = (
    case(
        {"to": "you", "stat": "draws", "op": "add", "value": NEGATIVE},
        "you draw {value:-fewer card|fewer cards} each turn",
        "你每回合少抽{value:-张牌}",
    ),
    case(
        {"to": "you", "stat": "draws", "op": "add"},
        "you draw {value:more card|more cards} each turn",
        "你每回合多抽{value:张牌}",
    ),
    case({"to": "you", "op": "add", "value": NEGATIVE}, "your {stat} is reduced by {value:-}", "你的{stat}{value}"),
    case({"to": "you", "op": "add"}, "your {stat} is increased by {value}", "你的{stat}+{value}"),
    case({"to": "you", "op": "set"}, "your {stat} is {value}", "你的{stat}变为{value}"),
    case({"to": "you", "op": "mul"}, "your {stat} is multiplied by {value}", "你的{stat}×{value}"),
    case({"to": "you", "op": "max"}, "your {stat} is at most {value}", "你的{stat}至多为{value}"),
    case({"to": "you", "op": "min"}, "your {stat} is at least {value}", "你的{stat}至少为{value}"),
)
"""What is said of a player's limits."""
OF_CARDS = tuple(
    case({"to": to, "stat": "cost", **when}, text.format(cards), chinese.format(zh))
    for to, cards, zh in OWNERS_OF_CARDS
    for when, text, chinese in (
        ({"op": "add", "value": NEGATIVE}, "{} cost {{value:-}} less", "{}费用减少{{value:-}}点"),
        (
            {"op": "add", "value": EACH},
            "{} cost {{value:base}} more {{value:per}}",
            "{{value:per}}，{}费用增加{{value:base}}点",
        ),
        ({"op": "add"}, "{} cost {{value}} more", "{}费用增加{{value}}点"),
        ({"op": "set"}, "{} cost {{value}}", "{}费用变为{{value}}点"),
        ({"op": "mul"}, "{} cost {{value}} times as much", "{}费用×{{value}}"),
        ({"op": "max"}, "{} cost at most {{value}}", "{}费用至多为{{value}}点"),
        ({"op": "min"}, "{} cost at least {{value}}", "{}费用至少为{{value}}点"),
    )
)
HOLDS: tuple[tuple[Mapping[str, Any], str, str, str], ...] = (
    *(
        ({"stat": stat, "op": op, "value": 1}, one, many, zh)
        for op in ("add", "set", "min")
        for stat, one, many, zh in (
            (
                "swift",
                "may attack on the turn {they} deployed",
                "may attack on the turn {they} deployed",
                "部署的回合即可攻击",
            ),
            ("lifesteal", "has lifesteal", "have lifesteal", "具有吸血"),
        )
    ),
    *(
        ({"stat": DAMAGE_TAKEN, "op": op, "value": 0}, "takes no damage", "take no damage", "不会受到伤害")
        for op in ("max", "set", "mul")
    ),
    *(
        (
            {"stat": DAMAGE_TAKEN, **when},
            f"takes {en} damage from each hit",
            f"take {en} damage from each hit",
            f"每次受到的伤害{zh}",
        )
        for when, en, zh in (
            ({"op": "add", "value": NEGATIVE}, "{value:-} less", "减少{value:-}点"),
            ({"op": "add", "value": EACH}, "{value:base} more {value:per}", "增加{value:base}点（{value:per}）"),
            ({"op": "add"}, "{value} more", "增加{value}点"),
            ({"op": "max"}, "at most {value}", "至多为{value}"),
            ({"op": "min"}, "at least {value}", "至少为{value}"),
            ({"op": "set"}, "exactly {value}", "变为{value}"),
            ({"op": "mul", "value": 2}, "double", "翻倍"),
            ({"op": "mul"}, "{value} times the", "×{value}"),
        )
    ),
    (
        {"op": "add", "value": EACH},
        "has +{value:base} {stat} {value:per}",
        "have +{value:base} {stat} {value:per}",
        "{stat}+{value:base}（{value:per}）",
    ),
    ({"op": "set", "value": NEGATIVE}, "has a {stat} of {value}", "have a {stat} of {value}", "{stat}变为{value}"),
    ({"op": "set"}, "has {value} {stat}", "have {value} {stat}", "{stat}变为{value}"),
    ({"op": "mul", "value": 2}, "has double {stat}", "have double {stat}", "{stat}翻倍"),
    ({"op": "mul"}, "has {value} times the {stat}", "have {value} times the {stat}", "{stat}×{value}"),
    ({"op": "max"}, "has at most {value} {stat}", "have at most {value} {stat}", "{stat}至多为{value}"),
    ({"op": "min"}, "has at least {value} {stat}", "have at least {value} {stat}", "{stat}至少为{value}"),
    ({"op": "add", "value": NEGATIVE}, "has {value} {stat}", "have {value} {stat}", "{stat}{value}"),
    ({"op": "add"}, "has +{value} {stat}", "have +{value} {stat}", "{stat}+{value}"),
)
"""What is said of units: of the one that bears the ability, and of several."""


def _status_cases(option: Option) -> Iterator[Case]:
    """Yield what is said of the units that a word means; the bearer need not be named."""
    single = option.name == "host"
    for when, one, many, zh in HOLDS:
        said = (one if single else many).replace("{they}", "it is" if single else "they are")
        text = LocalizedText(f"{option.title.en} {said}", f"{option.title.zh}{zh}")
        if single and when.get("stat") == "lifesteal":
            text = LocalizedText("lifesteal", "吸血")
        for to in ({"to": option.name}, {"to": ABSENT})[: 2 if single else 1]:
            yield case({**to, **when}, *text)


MODIFIER = record(
    "modifier",
    "Modifier",
    "修正",
    field("stat", Enum(LIVE_STATS), "Stat", "属性"),
    OPERATION,
    VALUE,
    optional(
        "to",
        Enum(TO),
        "Whose",
        "作用对象",
        "Its bearer when absent; “here” is the region of its bearer, or the region that it belongs to.",
        "缺省为携带者；“此战区”为携带者所在或所属的战区。",
        default="host",
    ),
    doc=LocalizedText(
        "Holds as long as it is there; nothing is triggered (001§7.1.1).",
        "在场期间持续有效，不触发任何事件（001§7.1.1）。",
    ),
    phrase=LocalizedText("{to} has +{value} {stat}", "{to}{stat}+{value}"),
    wording=Wording(
        keys=LocalizedText("", ""),
        cases=OF_YOU
        + OF_CARDS
        + tuple(case for option in TO if option.name != "you" for case in _status_cases(option)),
    ),
)
