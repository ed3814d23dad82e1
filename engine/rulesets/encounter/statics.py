"""What static abilities change, whose it is, and how it reads. Source: 001§7.1.1."""

from __future__ import annotations

from collections.abc import Iterator

from engine.language.nodes.static_modifiers import OPERATION, VALUE
from engine.language.spec.constructors import options
from engine.language.spec.fields import Field
from engine.language.spec.phrases import Case, Is, Wording
from engine.language.spec.records import RecordSpec
from engine.language.spec.shapes import Enum, LocalizedText, Option
from engine.rulesets.encounter.words import LIVE_STATS

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
)
OF_YOU = (
    Case(
        {"to": "you", "stat": "draws", "op": "add", "value": Is.NEGATIVE},
        LocalizedText("you draw {value:-fewer card|fewer cards} each turn", "你每回合少抽{value:-张牌}"),
    ),
    Case(
        {"to": "you", "stat": "draws", "op": "add", "value": 1},
        LocalizedText("you draw {value} more card each turn", "你每回合多抽{value:张牌}"),
    ),
    Case(
        {"to": "you", "stat": "draws", "op": "add"},
        LocalizedText("you draw {value:additional card|additional cards} each turn", "你每回合多抽{value:张牌}"),
    ),
    Case(
        {"to": "you", "op": "add", "value": Is.NEGATIVE},
        LocalizedText("your {stat} is reduced by {value:-}", "你的{stat}{value}"),
    ),
    Case({"to": "you", "op": "add"}, LocalizedText("your {stat} is increased by {value}", "你的{stat}+{value}")),
    Case({"to": "you", "op": "set"}, LocalizedText("your {stat} is {value}", "你的{stat}变为{value}")),
    Case({"to": "you", "op": "mul"}, LocalizedText("your {stat} is multiplied by {value}", "你的{stat}×{value}")),
    Case({"to": "you", "op": "max"}, LocalizedText("your {stat} is at most {value}", "你的{stat}至多为{value}")),
    Case({"to": "you", "op": "min"}, LocalizedText("your {stat} is at least {value}", "你的{stat}至少为{value}")),
)
"""What is said of a player's limits."""
HOLDS = (
    (
        {"stat": "swift", "op": "add", "value": 1},
        "may attack on the turn {they} deployed",
        "may attack on the turn {they} deployed",
        "部署的回合即可攻击",
    ),
    ({"op": "set"}, "has {value} {stat}", "have {value} {stat}", "{stat}变为{value}"),
    ({"op": "mul", "value": 2}, "has double {stat}", "have double {stat}", "{stat}翻倍"),
    ({"op": "mul"}, "has {value} times the {stat}", "have {value} times the {stat}", "{stat}×{value}"),
    ({"op": "max"}, "has at most {value} {stat}", "have at most {value} {stat}", "{stat}至多为{value}"),
    ({"op": "min"}, "has at least {value} {stat}", "have at least {value} {stat}", "{stat}至少为{value}"),
    ({"op": "add", "value": Is.NEGATIVE}, "has {value} {stat}", "have {value} {stat}", "{stat}{value}"),
    ({"op": "add"}, "has +{value} {stat}", "have +{value} {stat}", "{stat}+{value}"),
)
"""What is said of units: of the one that bears the ability, and of several."""


def _status_cases(option: Option) -> Iterator[Case]:
    """Yield what is said of the units that a word means; the bearer need not be named."""
    single = option.name == "host"
    for when, one, many, zh in HOLDS:
        said = (one if single else many).replace("{they}", "it is" if single else "they are")
        text = LocalizedText(f"{option.title.en} {said}", f"{option.title.zh}{zh}")
        for to in ({"to": option.name}, {"to": Is.ABSENT})[: 2 if single else 1]:
            yield Case({**to, **when}, text)


MODIFIER = RecordSpec(
    "modifier",
    LocalizedText("Modifier", "修正"),
    (
        Field("stat", Enum(LIVE_STATS), LocalizedText("Stat", "属性")),
        OPERATION,
        VALUE,
        Field(
            "to",
            Enum(TO),
            LocalizedText("Whose", "作用对象"),
            required=False,
            default="host",
            doc=LocalizedText(
                "Its bearer when absent; “here” is the region of its bearer, or the region that it belongs to.",
                "缺省为携带者；“此战区”为携带者所在或所属的战区。",
            ),
        ),
    ),
    doc=LocalizedText(
        "Holds as long as it is there; nothing is triggered (001§7.1.1).",
        "在场期间持续有效，不触发任何事件（001§7.1.1）。",
    ),
    phrase=LocalizedText("{to} has +{value} {stat}", "{to}{stat}+{value}"),
    wording=Wording(
        keys=LocalizedText("", ""),
        cases=OF_YOU + tuple(case for option in TO if option.name != "you" for case in _status_cases(option)),
    ),
)
