"""What a card changes by being there, an extension: a number of others is computed with it, nothing is triggered and nothing stored.

Source: SOURCE.md, extensions; the kernel's `modifiers` says how they apply.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.kernel.state import State
from engine.language.nodes.static_modifiers import OPERATION, VALUE
from engine.language.spec.fields import Field, FieldAnalysis
from engine.language.spec.phrases import Case, Is, Wording
from engine.language.spec.records import RecordSpec
from engine.language.spec.shapes import Enum, LocalizedText, Node, Option, TextLiteral
from engine.rulesets.halo.fields import TAG, TAG_LETTERS
from engine.rulesets.halo.nodes.ability_context import Env, this
from engine.rulesets.halo.table import definition, has_tag, is_ground, is_vehicle, last_lane, row_of
from engine.rulesets.halo.words import TAGS

STATS = (
    Option("attack", LocalizedText("attack", "攻击力")),
    Option("supply", LocalizedText("supply cost", "补给费用")),
    Option("cover", LocalizedText("cover", "掩护")),
    Option("penetration", LocalizedText("penetration", "穿透")),
    Option("leastHealth", LocalizedText("least health", "最低生命")),
    Option("strikes", LocalizedText("orbital strikes per turn", "每回合轨道打击次数")),
    Option("drops", LocalizedText("drops per turn", "每回合投送次数")),
    Option("aimedSupply", LocalizedText("supply cost of tactical cards played on it", "对其打出的战术牌的补给费用")),
)
"""The numbers that rules read with all modifiers."""
MEANT = (
    Option("self", LocalizedText("this card", "此牌")),
    Option("beside", LocalizedText("your units beside this one", "与本单位相邻的友方单位")),
    Option("alliesHere", LocalizedText("your units in this lane", "本战线的友方单位")),
    Option("otherAlliesHere", LocalizedText("your other units in this lane", "本战线的其他友方单位")),
    Option("enemiesHere", LocalizedText("enemy units in this lane", "本战线的敌方单位")),
    Option("allHere", LocalizedText("units and vessels in this lane", "本战线的单位与舰船")),
    Option("allies", LocalizedText("your units", "友方单位")),
    Option("enemies", LocalizedText("enemy units", "敌方单位")),
    Option("enemyVesselHere", LocalizedText("the enemy vessel over this lane", "本战线上空的敌方舰船")),
    Option("yourHand", LocalizedText("cards in your hand", "你的手牌")),
    Option("enemyHand", LocalizedText("cards in your opponent's hand", "对手的手牌")),
)
"""Whose numbers a modifier changes."""
ONE = ("self", "enemyVesselHere")


def is_meant(st: State, env: Env, eid: int, held: Mapping[str, Any]) -> bool:
    """Return whether a modifier of this card is about an entity: a card, never a player, whose supply is another number."""
    if not st.entities[eid]["def"] or not _is_of(st, env, eid, held):
        return False
    to = held["to"]
    me, ent = this(st, env), st.entities[eid]
    is_mine, here = ent["own"] == env.owner, last_lane(st, eid) == last_lane(st, me) != 0
    match to:
        case "self":
            return eid == me
        case "beside":
            return is_mine and here and eid != me and is_ground(st, eid) and row_of(st, eid) == row_of(st, me)
        case "alliesHere" | "otherAlliesHere":
            return is_mine and here and is_ground(st, eid) and (to == "alliesHere" or eid != me)
        case "allHere":
            return here
        case "enemiesHere":
            return not is_mine and here and is_ground(st, eid)
        case "allies" | "enemies":
            return is_mine == (to == "allies") and is_ground(st, eid)
        case "enemyVesselHere":
            return not is_mine and here and not is_ground(st, eid)
    return bool(ent["zone"] == "hand" and is_mine == (to == "yourHand"))


def _is_of(st: State, env: Env, eid: int, held: Mapping[str, Any]) -> bool:
    """Return whether a card is of the faction and the tag that a modifier asks for."""
    tag = held.get("tag")
    if "faction" in held and _faction(st, eid) != _faction(st, this(st, env)):
        return False
    return tag is None or has_tag(st, eid, tag) or (tag == "VEHICLE" and is_vehicle(st, eid)) or _kind(st, eid) == tag


def _faction(st: State, eid: int) -> str:
    return definition(st, eid).words["faction"]


def _kind(st: State, eid: int) -> str:
    return definition(st, eid).kind


def _cases() -> tuple[Case, ...]:
    """Return the sentence of each operation, for one thing and for many, of a tag or all."""
    out: list[Case] = []
    for one in MEANT:
        have = "has" if one.name in ONE else "have"
        for only, en, zh in (
            ({"faction": Is.PRESENT}, f"cards of this card's faction among {one.title.en}", f"{one.title.zh}中与此牌同阵营的牌"),
            ({"tag": Is.PRESENT}, f"{{tag}} cards among {one.title.en}", f"{one.title.zh}中的{{tag}}"),
            ({}, one.title.en, one.title.zh),
        ):  # fmt: skip
            when = {"to": one.name, **only}
            verb = "have" if only else have
            out += [
                Case({**when, "stat": "leastHealth"}, LocalizedText(f"{en} cannot fall below {{value}} health", f"{zh}的生命不会低于{{value}}")),
                Case({**when, "stat": "strikes", "op": "max", "value": 0}, LocalizedText(f"{en} cannot strike from orbit", f"{zh}不能发动轨道打击")),
                Case({**when, "stat": "drops", "op": "max", "value": 0}, LocalizedText(f"{en} cannot drop units", f"{zh}不能投送单位")),
                Case({**when, "stat": "penetration"}, LocalizedText(f"{en} {'ignores' if verb == 'has' else 'ignore'} {{value}} of each shield", f"{zh}的伤害无视{{value}}点护盾")),
                Case({**when, "stat": "aimedSupply", "value": Is.NEGATIVE}, LocalizedText(f"tactical cards that are played on {en} cost {{value:-}} less supply", f"对{zh}打出的战术牌的补给费用减少{{value:-}}点")),
                Case({**when, "stat": "aimedSupply", "op": "add"}, LocalizedText(f"tactical cards that are played on {en} cost {{value}} more supply", f"对{zh}打出的战术牌的补给费用增加{{value}}点")),
                Case({**when, "stat": "supply", "value": Is.NEGATIVE}, LocalizedText(f"{en} {'costs' if verb == 'has' else 'cost'} {{value:-}} less supply", f"{zh}的补给费用减少{{value:-}}点")),
                Case({**when, "stat": "supply", "op": "add"}, LocalizedText(f"{en} {'costs' if verb == 'has' else 'cost'} {{value}} more supply", f"{zh}的补给费用增加{{value}}点")),
                Case({**when, "op": "set"}, LocalizedText(f"the {{stat}} of {en} is {{value}}", f"{zh}的{{stat}}变为{{value}}")),
                Case({**when, "op": "mul"}, LocalizedText(f"{en} {verb} {{stat}} times {{value}}", f"{zh}的{{stat}}乘以{{value}}")),
                Case({**when, "op": "max"}, LocalizedText(f"{en} {verb} at most {{value}} {{stat}}", f"{zh}的{{stat}}至多为{{value}}")),
                Case({**when, "op": "min"}, LocalizedText(f"{en} {verb} at least {{value}} {{stat}}", f"{zh}的{{stat}}至少为{{value}}")),
                Case({**when, "value": Is.NEGATIVE}, LocalizedText(f"{en} {verb} {{value}} {{stat}}", f"{zh}的{{stat}}减少{{value:-}}")),
                Case({**when, "value": Is.COMPUTED}, LocalizedText(f"{en} {verb} extra {{stat}} {{value:equal}}", f"{zh}的{{stat}}增加，增加量等于{{value}}")),
                Case(when, LocalizedText(f"{en} {verb} +{{value}} {{stat}}", f"{zh}的{{stat}}增加{{value}}")),
            ]  # fmt: skip
    return tuple(out)


MODIFIER = RecordSpec(
    "modifier",
    LocalizedText("Modifier", "修正"),
    (
        Field("stat", Enum(STATS), LocalizedText("Stat", "属性")),
        OPERATION,
        VALUE,
        Field("to", Enum(MEANT), LocalizedText("Whose", "作用对象")),
        Field(
            "tag",
            TextLiteral(40, 1, TAG, says=TAG_LETTERS),
            LocalizedText("Only", "仅限"),
            required=False,
            called=TAGS,
            doc=LocalizedText("A kind of card or a tag; all when absent.", "卡牌类型或标签；缺省时为全部。"),
        ),
        Field(
            "faction",
            Enum((Option("OWN", LocalizedText("this card's faction", "此牌所属阵营")),)),
            LocalizedText("Of the faction", "阵营"),
            required=False,
            doc=LocalizedText("Cards of any faction when absent.", "缺省时不限阵营。"),
        ),
        Field(
            "while",
            Node("condition"),
            LocalizedText("As long as", "生效条件"),
            required=False,
            doc=LocalizedText(
                "What must hold; TARGET is what the number is asked of. Always when absent.",
                "须成立的条件；TARGET 为被读取数值的对象。缺省时始终生效。",
            ),
            analysis=FieldAnalysis(live=True),
        ),
    ),
    doc=LocalizedText(
        "Holds as long as this card is in play; nothing is triggered (added by this project).",
        "此牌在场期间持续有效，不触发任何事件（本项目扩展）。",
    ),
    gives={"self": {"UUID": "unit", "playerUUID": "player"}},
    phrase=LocalizedText("{to} have +{value} {stat}", "{to}的{stat}增加{value}"),
    wording=Wording(keys=LocalizedText("", ""), cases=_cases()),
)
