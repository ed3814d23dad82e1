"""The fourteen effects: their fields, what they may raise and how they read. Source: 003§2.3, 003§6; HA14."""

from __future__ import annotations

from typing import Any

from engine.language.registry import Field, NodeSpec
from engine.language.sayings import Case, Is, Wording
from engine.language.shapes import Bi, Enum, Targets, Whole, Words
from engine.rulesets.halo.blows import GENERAL
from engine.rulesets.halo.fields import ID, TAG
from engine.rulesets.halo.nodes.conditions import STATUS_ARG
from engine.rulesets.halo.nodes.deeds import (
    add_keyword,
    apply_status,
    deal_damage,
    destroy,
    draw_cards,
    heal,
    modify_atk,
    modify_damage,
    modify_hp,
    modify_shield_cap,
    reduce_cost,
    remove_keyword,
    roll_miss_chance,
    summon_token,
)
from engine.rulesets.halo.words import DAMAGE_TYPES, KEYWORDS, SIX_KINDS, TAGS


def _to(kind: str, doc: Bi | None = None) -> Field:
    return Field("target", Targets(kind), Bi("Target", "目标"), doc=doc)


TURNS = Field(
    "turns", Whole(1, 20), Bi("Turns", "回合数"), required=False,
    doc=Bi("How many turns it lasts, this one counted, both players'; for good when absent.", "持续的回合数，含本回合，双方回合均计；缺省时永久。"),
)  # fmt: skip
LASTS = Field("turns", Whole(1, 20), Bi("Turns", "回合数"), doc=Bi("How many turns it lasts, this one counted.", "持续的回合数，含本回合。"))  # fmt: skip
DELTA = Field("delta", Whole(-99, 99), Bi("Change", "变化"))
COUNT = Field("count", Whole(1, 9), Bi("Number", "数量"))
AMOUNT = Field("amount", Whole(0, 99), Bi("Amount", "数值"))
KEYWORD = Field("name", Enum(KEYWORDS), Bi("Keyword", "关键词"))
GENERAL_TYPE = next(option.title for option in DAMAGE_TYPES if option.name == GENERAL)


def _lasting(en: str, zh: str, **when: Any) -> tuple[Case, ...]:
    """Return a sentence for this turn, for some turns, and for good; `zh` has a place `本回合` for the first."""
    return (
        Case({**when, "turns": 1}, Bi(f"{en} this turn.", f"{zh.replace('~', '本回合')}。")),
        Case(
            {**when, "turns": Is.PRESENT},
            Bi(f"{en} for {{turns:turn|turns}}.", f"{zh.replace('~', '')}，持续{{turns:回合}}。"),
        ),
        Case(when, Bi(f"{en}.", f"{zh.replace('~', '')}。")),
    )


def _changing(of: Bi, keys: Bi) -> Wording:
    """Return the sentences of an effect that raises or lowers a number."""
    lower = _lasting(f"{{target}} gets {{delta:{of.en}}}", f"{{target}}的{of.zh}~{{delta}}", delta=Is.NEGATIVE)
    return Wording(
        keys=keys, cases=(*lower, *_lasting(f"{{target}} gets +{{delta:{of.en}}}", f"{{target}}的{of.zh}~+{{delta}}"))
    )


def _effect(name: str, title: Bi, fields: tuple[Field, ...], doc: Bi, says: Bi, **more: Any) -> NodeSpec:
    return NodeSpec("effect", name, title, fields, doc, says, **more)


def _laid(status: str, en: str, zh: str) -> tuple[Case, ...]:
    """Return the sentences of one status: of several stacks, and of one; `~` is this turn in Chinese."""
    many = _lasting(f"{en} with {{stacks:stack|stacks}}", f"{zh}，共{{stacks:层}}", status=status, stacks=Is.PRESENT)
    return (*many[:2], *_lasting(en, zh, status=status)[:2])


LAID = (
    *_laid("MARKED", "Mark {target}", "~标记{target}"),
    *_laid("SUPPRESSED", "Suppress {target}", "~压制{target}"),
    *_laid("DISABLED", "Disable {target}", "~瘫痪{target}"),
    *_laid("COVER", "Give cover to {target}", "~为{target}提供掩护"),
)
"""How each status is laid on."""

FILTERS = {**{kind.name: Bi(kind.title.en.lower(), kind.title.zh) for kind in SIX_KINDS}, **TAGS}
"""What kinds of card and tags are called of which cards may cost less."""

DAMAGES = (
    "DAMAGE_CALC_STARTED", "COVER_MITIGATED", "DAMAGE_MODIFIED", "SHIELD_DAMAGED", "HULL_OR_HEALTH_DAMAGED", "DAMAGE_DEALT",
    "LETHAL_CHECKED", "OVERKILL_APPLIED", "BASE_DAMAGED", "KILL_OCCURRED",
)  # fmt: skip
FIGHT = (
    _effect(
        "DEAL_DAMAGE", Bi("Deal damage", "造成伤害"),
        (
            _to("victim"), AMOUNT,
            Field("damageType", Enum(DAMAGE_TYPES), Bi("Kind of damage", "伤害类型"), required=False, default=GENERAL,
                  doc=Bi("Ballistic is stopped by armour, plasma is strong on shields, true damage passes both.", "实弹受装甲减免，等离子克制护盾，真实伤害不受减免。")),
        ),
        Bi("Hits each target in turn; a base loses as many points.", "依次命中每个目标；基地失去相应点数。"),
        Bi("Deal {amount:damage} to {target}.", "对{target}造成{amount:点伤害}。"),
        wording=Wording(
            cases=tuple(
                Case({"damageType": option.name}, Bi(f"Deal {{amount:{option.title.en}}} to {{target}}.", f"对{{target}}造成{{amount:点{option.title.zh}}}。"))
                for option in DAMAGE_TYPES if option.name != GENERAL
            ),
            keys=Bi("damage|hit|hurt|wound", "伤害"),
        ),
        run=deal_damage, emits=DAMAGES, wanes=True, writes={"health": "-"}, group="fight",
    ),
    _effect(
        "HEAL", Bi("Heal", "治疗"), (_to("victim"), AMOUNT),
        Bi("Restores health of units and points of bases, up to their most; a vessel's hull does not recover.", "恢复单位的生命或基地的点数，不超过上限；舰船的舰体不会恢复。"),
        Bi("Heal {target} by {amount}.", "为{target}恢复{amount:点生命}。"),
        wording=Wording(keys=Bi("heal|restore|repair|recover", "恢复|治疗|修复|生命")),
        run=heal, writes={"health": "+"}, group="fight",
    ),
    _effect(
        "MODIFY_DAMAGE", Bi("Change damage", "改变伤害"),
        (
            _to("aim", Bi("Whose damage it is; it changes the damage in flight alone.", "伤害的来源或目标；只改变当前这次伤害。")), DELTA,
            Field("maxBonus", Whole(1, 99), Bi("At most", "至多"), required=False,
                  doc=Bi("How much it changes at most; without it there is no bound.", "最多改变多少；缺省时不限。")),
        ),
        Bi("Changes damage while it is reckoned: by delta for each match of the conditions (HA7).", "在计算伤害时改变其数值：按条件的匹配数乘以变化值（HA7）。"),
        Bi("Raise that damage by {delta}.", "该伤害增加{delta:点}。"),
        wording=Wording(
            cases=(
                Case({"delta": Is.NEGATIVE, "matches": True, "maxBonus": Is.PRESENT}, Bi("Lower that damage by {delta:-} for each of them, by at most {maxBonus}.", "每有一个，该伤害减少{delta:-点}，至多减少{maxBonus:点}。")),
                Case({"delta": Is.NEGATIVE, "matches": True}, Bi("Lower that damage by {delta:-} for each of them.", "每有一个，该伤害减少{delta:-点}。")),
                Case({"delta": Is.NEGATIVE, "maxBonus": Is.PRESENT}, Bi("Lower that damage by {delta:-}, by at most {maxBonus}.", "该伤害减少{delta:-点}，至多减少{maxBonus:点}。")),
                Case({"delta": Is.NEGATIVE}, Bi("Lower that damage by {delta:-}.", "该伤害减少{delta:-点}。")),
                Case({"delta": 1, "maxBonus": 1}, Bi("Raise that damage by {delta}.", "该伤害增加{delta:点}。")),
                Case({"matches": True, "maxBonus": Is.PRESENT}, Bi("Raise that damage by {delta} for each of them, by at most {maxBonus}.", "每有一个，该伤害增加{delta:点}，至多增加{maxBonus:点}。")),
                Case({"matches": True}, Bi("Raise that damage by {delta} for each of them.", "每有一个，该伤害增加{delta:点}。")),
                Case({"maxBonus": Is.PRESENT}, Bi("Raise that damage by {delta}, by at most {maxBonus}.", "该伤害增加{delta:点}，至多增加{maxBonus:点}。")),
            ),
            keys=Bi("damage", "伤害"),
        ),
        inline=modify_damage, group="fight",
    ),
    _effect(
        "DESTROY", Bi("Destroy", "消灭"), (_to("piece"),),
        Bi("Units and vessels die at once, whatever protects them.", "单位与舰船立即被消灭，无视任何防护。"),
        Bi("Destroy {target}.", "消灭{target}。"),
        wording=Wording(keys=Bi("destroy|kill", "消灭|摧毁|击杀")),
        run=destroy, emits=("KILL_OCCURRED",), wanes=True, group="fight",
    ),
    _effect(
        "ROLL_MISS_CHANCE", Bi("May miss", "可能未命中"),
        (_to("event"), Field("chancePct", Whole(1, 100), Bi("Per cent", "百分比"), doc=Bi("Added to what others add, to 75 at most (HA8).", "与其他来源相加，至多 75（HA8）。"))),
        Bi("Raises the chance that the orbital strike in flight misses; it is rolled once.", "提高当前轨道打击未命中的几率；只判定一次。"),
        Bi("Give that strike a {chancePct}% chance to miss.", "使该次打击有{chancePct}%的几率未命中。"),
        wording=Wording(keys=Bi("miss", "未命中|偏离")),
        run=roll_miss_chance, emits=("ORBITAL_STRIKE_MISSED",), group="fight",
    ),
)  # fmt: skip
CHANGES = (
    _effect(
        "MODIFY_ATK", Bi("Change attack", "改变攻击力"), (_to("piece"), DELTA, TURNS),
        Bi("Changes attack, never below 0.", "改变攻击力，不低于 0。"), Bi("{target} gets +{delta:attack}.", "{target}的攻击力+{delta}。"),
        wording=_changing(Bi("attack", "攻击力"), Bi("attack", "攻击")), run=modify_atk, writes={"attack": "delta"}, group="numbers",
    ),
    _effect(
        "MODIFY_HP", Bi("Change health", "改变生命"), (_to("piece"), DELTA, TURNS),
        Bi("Changes the most health of units, and their health with it.", "改变单位的生命上限，生命随之改变。"), Bi("{target} gets +{delta:health}.", "{target}的生命+{delta}。"),
        wording=_changing(Bi("health", "生命"), Bi("health", "生命")), run=modify_hp, emits=("KILL_OCCURRED",), writes={"health": "delta"}, group="numbers",
    ),
    _effect(
        "MODIFY_SHIELD_CAP", Bi("Change shield", "改变护盾"), (_to("piece"), DELTA, TURNS),
        Bi("Changes the most shield of units and vessels, and their shield with it.", "改变护盾上限，护盾随之改变。"), Bi("{target} gets +{delta:shield}.", "{target}的护盾+{delta}。"),
        wording=_changing(Bi("shield", "护盾"), Bi("shield", "护盾")), run=modify_shield_cap, writes={"shield": "delta"}, group="numbers",
    ),
    _effect(
        "ADD_KEYWORD", Bi("Give a keyword", "赋予关键词"),
        (_to("piece"), KEYWORD, Field("value", Whole(1, 99), Bi("X", "X"), required=False, doc=Bi("For keywords that stand with a number; 1 when absent.", "用于带数值的关键词；缺省为 1。")), TURNS),
        Bi("Units and vessels gain a keyword.", "单位与舰船获得关键词。"), Bi("{target} gains {name}.", "{target}获得{name}。"),
        wording=Wording(cases=(*_lasting("{target} gains {name} {value}", "{target}~获得{name} {value}", value=Is.PRESENT), *_lasting("{target} gains {name}", "{target}~获得{name}")), keys=Bi("gain|give|get|have|become", "获得|赋予|具有")),
        run=add_keyword, emits=("KEYWORD_GAINED",), group="keywords",
    ),
    _effect(
        "REMOVE_KEYWORD", Bi("Take a keyword", "移除关键词"), (_to("piece"), KEYWORD, TURNS),
        Bi("Units and vessels lose a keyword.", "单位与舰船失去关键词。"), Bi("{target} loses {name}.", "{target}失去{name}。"),
        wording=Wording(cases=_lasting("{target} loses {name}", "{target}~失去{name}"), keys=Bi("lose|remove|strip|take", "失去|移除")),
        run=remove_keyword, emits=("KEYWORD_LOST",), wanes=True, group="keywords",
    ),
    _effect(
        "APPLY_STATUS", Bi("Lay a status on", "施加状态"),
        (_to("piece"), STATUS_ARG, LASTS, Field("stacks", Whole(1, 9), Bi("Stacks", "层数"), required=False, default=1)),
        Bi("Units and vessels get a status through so many turns.", "单位与舰船在若干回合内具有状态。"), Bi("{target} is {status} for {turns:turn|turns}.", "{target}处于{status}状态，持续{turns:回合}。"),
        wording=Wording(cases=LAID, keys=Bi("mark|suppress|cover|disable", "标记|压制|掩护|瘫痪")),
        run=apply_status, emits=("STATUS_APPLIED", "STATUS_REFRESHED", "STATUS_STACKED"), group="keywords",
    ),
)  # fmt: skip
CARDS = (
    _effect(
        "DRAW", Bi("Draw cards", "抽牌"), (_to("player"), COUNT),
        Bi("Players draw; from an empty deck the base pays (HA1).", "玩家抽牌；牌库为空时基地受损（HA1）。"), Bi("{target} draws {count:card|cards}.", "{target}抽{count:张牌}。"),
        wording=Wording(keys=Bi("draw", "抽")), run=draw_cards, emits=("CARD_DRAWN", "BASE_DAMAGED"), wanes=True, group="cards",
    ),
    _effect(
        "SUMMON_TOKEN", Bi("Make tokens", "生成衍生物"),
        (_to("row"), Field("tokenId", Words(128, 1, ID), Bi("Token", "衍生物"), names="card", of="TOKEN", doc=Bi("The id of a TOKEN card.", "TOKEN 卡牌的标识。")), COUNT),
        Bi("Makes tokens in a row of a lane; without room in the other row, else they are discarded (HA10).", "在战线的一排生成衍生物；没有空位时放到另一排，仍无空位则弃置（HA10）。"),
        Bi("Summon {count} {tokenId:called} tokens in {target}.", "在{target}召唤{count:个}{tokenId:called}。"),
        wording=Wording(
            cases=(Case({"count": 1}, Bi("Summon a {tokenId:called} token in {target}.", "在{target}召唤{count:个}{tokenId:called}。")),),
            keys=Bi("make|summon|create|rise|raise|token", "生成|召唤|衍生物"),
        ),
        run=summon_token, emits=("TOKEN_SUMMONED", "TOKEN_DISCARDED"), wanes=True, group="cards",
    ),
    _effect(
        "REDUCE_COST", Bi("Lower costs", "降低费用"),
        (
            _to("player"), Field("delta", Whole(1, 20), Bi("By", "减少"), doc=Bi("How much less supply.", "减少的补给。")),
            Field("filter", Words(40, 1, TAG), Bi("Only", "仅限"), required=False, called=FILTERS, doc=Bi("A kind of card or a tag; every card when absent.", "卡牌类型或标签；缺省时为所有牌。")), TURNS,
        ),
        Bi("Cards in the players' hands cost less supply, never below 0.", "玩家手牌的补给费用降低，不低于 0。"),
        Bi("Cards in {target's hand} cost {delta} less supply.", "{target}的手牌补给费用减少{delta:点}。"),
        wording=Wording(
            cases=(
                *_lasting("{filter} cards in {target's hand} cost {delta} less supply", "{target}手牌中的{filter}牌~补给费用减少{delta:点}", filter=Is.PRESENT),
                *_lasting("Cards in {target's hand} cost {delta} less supply", "{target}的手牌~补给费用减少{delta:点}"),
            ),
            keys=Bi("cost", "费用"),
        ),
        run=reduce_cost, wanes=True, group="cards",
    ),
)  # fmt: skip
EFFECTS = (*FIGHT, *CHANGES, *CARDS)
