"""The fourteen effects: their fields, what they may raise and how they read. Source: 003§2.3, 003§6; HA14."""

from __future__ import annotations

from typing import Any

from engine.language.spec.fields import Field, FieldReference
from engine.language.spec.nodes import NodeAnalysis, NodeRuntime, NodeSpec
from engine.language.spec.phrases import Case, Is, Wording
from engine.language.spec.search import search_words
from engine.language.spec.shapes import ID_LETTERS, Enum, IntegerLiteral, LocalizedText, Number, Targets, TextLiteral
from engine.rulesets.halo.damage_math import GENERAL
from engine.rulesets.halo.fields import ID, TAG, TAG_LETTERS
from engine.rulesets.halo.nodes.conditions import STATUS_ARG
from engine.rulesets.halo.nodes.effect_handlers import (
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


def _to(kind: str, doc: LocalizedText | None = None) -> Field:
    return Field("target", Targets(kind), LocalizedText("Target", "目标"), doc=doc)


TURNS = Field(
    "turns", IntegerLiteral(1, 20), LocalizedText("Turns", "回合数"), required=False,
    doc=LocalizedText("How many turns it lasts, this one counted, both players'; for good when absent.", "持续的回合数，含本回合，双方回合均计；缺省时永久。"),
)  # fmt: skip
LASTS = Field("turns", IntegerLiteral(1, 20), LocalizedText("Turns", "回合数"), doc=LocalizedText("How many turns it lasts, this one counted.", "持续的回合数，含本回合。"))  # fmt: skip
DELTA = Field("delta", Number(-99, 99), LocalizedText("Change", "变化"))
COUNT = Field("count", Number(1, 9), LocalizedText("Number", "数量"))
AMOUNT = Field("amount", Number(0, 99), LocalizedText("Amount", "数值"))
KEYWORD = Field("name", Enum(KEYWORDS), LocalizedText("Keyword", "关键词"))


def _lasting(en: str, zh: str, **when: Any) -> tuple[Case, ...]:
    """Return a sentence for this turn, for some turns, and for good; `zh` has a place `本回合` for the first."""
    return (
        Case({**when, "turns": 1}, LocalizedText(f"{en} this turn.", f"{zh.replace('~', '本回合')}。")),
        Case(
            {**when, "turns": Is.PRESENT},
            LocalizedText(f"{en} for {{turns:turn|turns}}.", f"{zh.replace('~', '')}，持续{{turns:回合}}。"),
        ),
        Case(when, LocalizedText(f"{en}.", f"{zh.replace('~', '')}。")),
    )


def _changing(of: LocalizedText, keys: LocalizedText) -> Wording:
    """Return the sentences of an effect that raises or lowers a number."""
    lower = _lasting(f"{{target}} gets {{delta:{of.en}}}", f"{{target}}的{of.zh}~{{delta}}", delta=Is.NEGATIVE)
    equal = _lasting(
        f"{{target}} gets extra {{delta:{of.en}}}", f"{{target}}的{of.zh}~增加，增加量等于{{delta}}", delta=Is.COMPUTED
    )
    return Wording(
        keys=keys,
        cases=(*lower, *equal, *_lasting(f"{{target}} gets +{{delta:{of.en}}}", f"{{target}}的{of.zh}~+{{delta}}")),
    )


def _effect(
    name: str, title: LocalizedText, fields: tuple[Field, ...], doc: LocalizedText, phrase: LocalizedText, **more: Any
) -> NodeSpec:
    return NodeSpec("effect", name, title, fields, doc, phrase, **more)


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
"""The sentences for applying each status."""

FILTERS = {**{kind.name: LocalizedText(kind.title.en.lower(), kind.title.zh) for kind in SIX_KINDS}, **TAGS}
"""What kinds of card and tags are called of which cards may cost less."""

DAMAGES = (
    "DAMAGE_CALC_STARTED", "COVER_MITIGATED", "DAMAGE_MODIFIED", "SHIELD_DAMAGED", "HULL_OR_HEALTH_DAMAGED", "DAMAGE_DEALT",
    "LETHAL_CHECKED", "OVERKILL_APPLIED", "BASE_DAMAGED", "KILL_OCCURRED",
)  # fmt: skip
FIGHT = (
    _effect(
        "DEAL_DAMAGE", LocalizedText("Deal damage", "造成伤害"),
        (
            _to("victim"), AMOUNT,
            Field("damageType", Enum(DAMAGE_TYPES), LocalizedText("Kind of damage", "伤害类型"), required=False, default=GENERAL,
                  doc=LocalizedText("Ballistic is stopped by armour, plasma is strong on shields, true damage passes both.", "实弹受装甲减免，等离子克制护盾，真实伤害不受减免。")),
        ),
        LocalizedText("Hits each target in turn; a base loses as many points.", "依次命中每个目标；基地失去相应点数。"),
        LocalizedText("Deal {amount:damage} to {target}.", "对{target}造成{amount:点伤害}。"),
        wording=Wording(
            cases=tuple(
                Case({"damageType": option.name}, LocalizedText(f"Deal {{amount:{option.title.en}}} to {{target}}.", f"对{{target}}造成{{amount:点{option.title.zh}}}。"))
                for option in DAMAGE_TYPES if option.name != GENERAL
            ),
            keys=LocalizedText("damage|hit|hurt|wound", "伤害"),
        ),
        runtime=NodeRuntime(run=deal_damage), analysis=NodeAnalysis(emits=DAMAGES, is_self_limiting=True, writes={"health": "-"}), group="fight",
        search=search_words("damage, hit, shoot, attack, burn, strike", "伤害、攻击、打击、射击、造成伤害"),
    ),
    _effect(
        "HEAL", LocalizedText("Heal", "治疗"), (_to("victim"), AMOUNT),
        LocalizedText("Restores health of units and points of bases, up to their most; a vessel's hull does not recover.", "恢复单位的生命或基地的点数，不超过上限；舰船的舰体不会恢复。"),
        LocalizedText("Heal {target} by {amount}.", "为{target}恢复{amount:点生命}。"),
        wording=Wording(keys=LocalizedText("heal|restore|repair|recover", "恢复|治疗|修复|生命")),
        runtime=NodeRuntime(run=heal), analysis=NodeAnalysis(writes={"health": "+"}), group="fight",
        search=search_words("heal, repair, restore, recover, hp", "治疗、修复、恢复、回血"), icon="heart",
    ),
    _effect(
        "MODIFY_DAMAGE", LocalizedText("Change damage", "改变伤害"),
        (
            _to("aim", LocalizedText("Whose damage it is; it changes the damage in flight alone.", "伤害的来源或目标；只改变当前这次伤害。")), DELTA,
            Field("maxBonus", IntegerLiteral(1, 99), LocalizedText("At most", "至多"), required=False,
                  doc=LocalizedText("How much it changes at most; without it there is no bound.", "最多改变多少；缺省时不限。")),
        ),
        LocalizedText("Changes damage while it is calculated: by delta for each match of the conditions (HA7).", "在计算伤害时改变其数值：按条件的匹配数乘以变化值（HA7）。"),
        LocalizedText("Raise that damage by {delta}.", "该伤害增加{delta:点}。"),
        wording=Wording(
            cases=(
                Case({"delta": Is.NEGATIVE, "matches": True, "maxBonus": Is.PRESENT}, LocalizedText("Lower that damage by {delta:-} for each of them, by at most {maxBonus}.", "每有一个，该伤害减少{delta:-点}，至多减少{maxBonus:点}。")),
                Case({"delta": Is.NEGATIVE, "matches": True}, LocalizedText("Lower that damage by {delta:-} for each of them.", "每有一个，该伤害减少{delta:-点}。")),
                Case({"delta": Is.NEGATIVE, "maxBonus": Is.PRESENT}, LocalizedText("Lower that damage by {delta:-}, by at most {maxBonus}.", "该伤害减少{delta:-点}，至多减少{maxBonus:点}。")),
                Case({"delta": Is.NEGATIVE}, LocalizedText("Lower that damage by {delta:-}.", "该伤害减少{delta:-点}。")),
                Case({"delta": 1, "maxBonus": 1}, LocalizedText("Raise that damage by {delta}.", "该伤害增加{delta:点}。")),
                Case({"matches": True, "maxBonus": Is.PRESENT}, LocalizedText("Raise that damage by {delta} for each of them, by at most {maxBonus}.", "每有一个，该伤害增加{delta:点}，至多增加{maxBonus:点}。")),
                Case({"matches": True}, LocalizedText("Raise that damage by {delta} for each of them.", "每有一个，该伤害增加{delta:点}。")),
                Case({"maxBonus": Is.PRESENT}, LocalizedText("Raise that damage by {delta}, by at most {maxBonus}.", "该伤害增加{delta:点}，至多增加{maxBonus:点}。")),
            ),
            keys=LocalizedText("damage", "伤害"),
        ),
        runtime=NodeRuntime(inline=modify_damage), analysis=NodeAnalysis(changes=("amount",)), group="fight",
        search=search_words("more damage, less damage, bonus damage, reduce damage, prevent", "增伤、减伤、伤害加成、改变伤害"),
    ),
    _effect(
        "DESTROY", LocalizedText("Destroy", "消灭"), (_to("piece"),),
        LocalizedText("Units and vessels die at once, whatever protects them.", "单位与舰船立即被消灭，无视任何防护。"),
        LocalizedText("Destroy {target}.", "消灭{target}。"),
        wording=Wording(keys=LocalizedText("destroy|kill", "消灭|摧毁|击杀")),
        runtime=NodeRuntime(run=destroy), analysis=NodeAnalysis(emits=("KILL_OCCURRED",), is_self_limiting=True), group="fight",
        search=search_words("kill, remove, eliminate, die", "消灭、摧毁、击杀、移除"), icon="trash-2",
    ),
    _effect(
        "ROLL_MISS_CHANCE", LocalizedText("May miss", "可能未命中"),
        (_to("event"), Field("chancePct", IntegerLiteral(1, 100), LocalizedText("Per cent", "百分比"), doc=LocalizedText("Added to what others add, to 75 at most (HA8).", "与其他来源相加，至多 75（HA8）。"))),
        LocalizedText("Raises the chance that the orbital strike in flight misses; it is rolled once.", "提高当前轨道打击未命中的几率；只判定一次。"),
        LocalizedText("Give that strike a {chancePct}% chance to miss.", "使该次打击有{chancePct}%的几率未命中。"),
        wording=Wording(keys=LocalizedText("miss", "未命中|偏离")),
        runtime=NodeRuntime(run=roll_miss_chance), analysis=NodeAnalysis(emits=("ORBITAL_STRIKE_MISSED",), answers="ORBITAL_STRIKE_DECLARED"), group="fight",
        search=search_words("random, chance, miss, dodge, evade, accuracy", "随机、几率、未命中、闪避、概率"), icon="dice-5",
    ),
)  # fmt: skip
CHANGES = (
    _effect(
        "MODIFY_ATK", LocalizedText("Change attack", "改变攻击力"), (_to("piece"), DELTA, TURNS),
        LocalizedText("Changes attack, never below 0.", "改变攻击力，不低于 0。"), LocalizedText("{target} gets +{delta:attack}.", "{target}的攻击力+{delta}。"),
        wording=_changing(LocalizedText("attack", "攻击力"), LocalizedText("attack", "攻击")), runtime=NodeRuntime(run=modify_atk), analysis=NodeAnalysis(writes={"attack": "delta"}), group="numbers",
        search=search_words("buff, debuff, attack up, strength, power", "增益、减益、加攻、攻击力"), icon="swords",
    ),
    _effect(
        "MODIFY_HP", LocalizedText("Change health", "改变生命"), (_to("piece"), DELTA, TURNS),
        LocalizedText("Changes the most health of units, and their health with it.", "改变单位的生命上限，生命随之改变。"), LocalizedText("{target} gets +{delta:health}.", "{target}的生命+{delta}。"),
        wording=_changing(LocalizedText("health", "生命"), LocalizedText("health", "生命")), runtime=NodeRuntime(run=modify_hp), analysis=NodeAnalysis(emits=("KILL_OCCURRED",), writes={"health": "delta"}), group="numbers",
        search=search_words("buff health, health up, toughness, life", "加血、生命上限、增加生命"), icon="heart",
    ),
    _effect(
        "MODIFY_SHIELD_CAP", LocalizedText("Change shield", "改变护盾"), (_to("piece"), DELTA, TURNS),
        LocalizedText("Changes the most shield of units and vessels, and their shield with it.", "改变护盾上限，护盾随之改变。"), LocalizedText("{target} gets +{delta:shield}.", "{target}的护盾+{delta}。"),
        wording=_changing(LocalizedText("shield", "护盾"), LocalizedText("shield", "护盾")), runtime=NodeRuntime(run=modify_shield_cap), analysis=NodeAnalysis(writes={"shield": "delta"}), group="numbers",
        search=search_words("shield, barrier, add shield, recharge", "护盾、加盾、护盾上限"), icon="shield",
    ),
    _effect(
        "ADD_KEYWORD", LocalizedText("Give a keyword", "赋予关键词"),
        (_to("piece"), KEYWORD, Field("value", IntegerLiteral(1, 99), LocalizedText("X", "X"), required=False, doc=LocalizedText("For keywords that stand with a number; 1 when absent.", "用于带数值的关键词；缺省为 1。")), TURNS),
        LocalizedText("Units and vessels gain a keyword.", "单位与舰船获得关键词。"), LocalizedText("{target} gains {name}.", "{target}获得{name}。"),
        wording=Wording(cases=(*_lasting("{target} gains {name} {value}", "{target}~获得{name} {value}", value=Is.PRESENT), *_lasting("{target} gains {name}", "{target}~获得{name}")), keys=LocalizedText("gain|give|get|have|become", "获得|赋予|具有")),
        runtime=NodeRuntime(run=add_keyword), analysis=NodeAnalysis(emits=("KEYWORD_GAINED",)), group="keywords",
        search=search_words("grant, gain keyword, give ability, buff", "赋予、获得关键词、给予能力"),
    ),
    _effect(
        "REMOVE_KEYWORD", LocalizedText("Take a keyword", "移除关键词"), (_to("piece"), KEYWORD, TURNS),
        LocalizedText("Units and vessels lose a keyword.", "单位与舰船失去关键词。"), LocalizedText("{target} loses {name}.", "{target}失去{name}。"),
        wording=Wording(cases=_lasting("{target} loses {name}", "{target}~失去{name}"), keys=LocalizedText("lose|remove|strip|take", "失去|移除")),
        runtime=NodeRuntime(run=remove_keyword), analysis=NodeAnalysis(emits=("KEYWORD_LOST",), is_self_limiting=True), group="keywords",
        search=search_words("lose keyword, silence, strip, take away", "失去关键词、沉默、移除能力"),
    ),
    _effect(
        "APPLY_STATUS", LocalizedText("Lay a status on", "施加状态"),
        (_to("piece"), STATUS_ARG, LASTS, Field("stacks", IntegerLiteral(1, 9), LocalizedText("Stacks", "层数"), required=False, default=1)),
        LocalizedText("Units and vessels get a status through so many turns.", "单位与舰船在若干回合内具有状态。"), LocalizedText("{target} is {status} for {turns:turn|turns}.", "{target}处于{status}状态，持续{turns:回合}。"),
        wording=Wording(cases=LAID, keys=LocalizedText("mark|suppress|cover|disable", "标记|压制|掩护|瘫痪")),
        runtime=NodeRuntime(run=apply_status), analysis=NodeAnalysis(emits=("STATUS_APPLIED", "STATUS_REFRESHED", "STATUS_STACKED")), group="keywords",
        search=search_words("mark, suppress, disable, stun, cover, debuff, freeze", "标记、压制、瘫痪、眩晕、掩护、状态"), icon="sparkles",
    ),
)  # fmt: skip
CARDS = (
    _effect(
        "DRAW", LocalizedText("Draw cards", "抽牌"), (_to("player"), COUNT),
        LocalizedText("Players draw; from an empty deck the base pays (HA1).", "玩家抽牌；牌库为空时基地受损（HA1）。"), LocalizedText("{target} draws {count:card|cards}.", "{target}抽{count:张牌}。"),
        wording=Wording(keys=LocalizedText("draw", "抽")), runtime=NodeRuntime(run=draw_cards), analysis=NodeAnalysis(emits=("CARD_DRAWN", "BASE_DAMAGED"), is_self_limiting=True), group="cards",
        search=search_words("draw a card, cards, card advantage, hand", "抽牌、抽卡、摸牌、过牌"),
    ),
    _effect(
        "SUMMON_TOKEN", LocalizedText("Make tokens", "生成衍生物"),
        (_to("row"), Field("tokenId", TextLiteral(128, 1, ID, says=ID_LETTERS), LocalizedText("Token", "衍生物"), reference=FieldReference(names="card", kinds=("TOKEN",)), doc=LocalizedText("The id of a TOKEN card.", "TOKEN 卡牌的标识。")), COUNT),
        LocalizedText("Makes tokens in a row of a lane; without room in the other row, else they are discarded (HA10).", "在战线的一排生成衍生物；没有空位时放到另一排，仍无空位则弃置（HA10）。"),
        LocalizedText("Summon {count} {tokenId:called} tokens in {target}.", "在{target}召唤{count:个}{tokenId:called}。"),
        wording=Wording(
            cases=(Case({"count": 1}, LocalizedText("Summon a {tokenId:called} token in {target}.", "在{target}召唤{count:个}{tokenId:called}。")),),
            keys=LocalizedText("make|summon|create|rise|raise|token", "生成|召唤|衍生物"),
        ),
        runtime=NodeRuntime(run=summon_token), analysis=NodeAnalysis(emits=("TOKEN_SUMMONED", "TOKEN_DISCARDED"), is_self_limiting=True), group="cards",
        search=search_words("summon, create, spawn, deploy token", "召唤、生成、衍生物、创造"), icon="plus",
    ),
    _effect(
        "REDUCE_COST", LocalizedText("Lower costs", "降低费用"),
        (
            _to("player"), Field("delta", IntegerLiteral(1, 20), LocalizedText("By", "减少"), doc=LocalizedText("How much less supply.", "减少的补给。")),
            Field("filter", TextLiteral(40, 1, TAG, says=TAG_LETTERS), LocalizedText("Only", "仅限"), required=False, called=FILTERS, doc=LocalizedText("A kind of card or a tag; every card when absent.", "卡牌类型或标签；缺省时为所有牌。")), TURNS,
        ),
        LocalizedText("Cards in the players' hands cost less supply, never below 0.", "玩家手牌的补给费用降低，不低于 0。"),
        LocalizedText("Cards in {target's hand} cost {delta} less supply.", "{target}的手牌补给费用减少{delta:点}。"),
        wording=Wording(
            cases=(
                *_lasting("{filter} cards in {target's hand} cost {delta} less supply", "{target}手牌中的{filter}牌~补给费用减少{delta:点}", filter=Is.PRESENT),
                *_lasting("Cards in {target's hand} cost {delta} less supply", "{target}的手牌~补给费用减少{delta:点}"),
            ),
            keys=LocalizedText("cost", "费用"),
        ),
        runtime=NodeRuntime(run=reduce_cost), analysis=NodeAnalysis(is_self_limiting=True), group="cards",
        search=search_words("cheaper, discount, cost less, free", "减费、费用降低、打折、免费"), icon="coins",
    ),
)  # fmt: skip
EFFECTS = (*FIGHT, *CHANGES, *CARDS)
