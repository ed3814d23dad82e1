"""Effects that deal damage, restore health and change damage on its way. Source: 003§2.3, 003§6; HA7, HA8, HA14; SOURCE.md, extensions."""

from __future__ import annotations

from typing import Any

from engine.language.spec import (
    ABSENT,
    NEGATIVE,
    PRESENT,
    Enum,
    IntegerLiteral,
    Targets,
    case,
    extensions,
    field,
    one_of,
    optional,
)
from engine.toolkit.nodes import Payload, effect, modifier, on_each, target_field, with_field
from engine.toolkit.rules import Environment, EnvironmentId, Signal, State, cancel, change, set_var

from ..damage import deal
from ..damage_math import GENERAL
from ..orbit import raise_miss
from ..table import controller, restore_health
from ..words import DAMAGE_TYPES
from .ability_context import Things, players_among, this, units
from .effect_fields import AMOUNT, DELTA, OF_GROUND, PIECES, VICTIMS, grounded
from .event_conditions import MATCHES


def deal_damage(
    st: State, env_id: EnvironmentId, name: str, target: Things, amount: int | None, kind: str | None
) -> Signal | None:
    """Deal damage from this card to each target in turn: units and vessels pass the steps of HA5, a base loses points."""
    return deal(
        st,
        this(st, st.environments[env_id]),
        units(st, target) + players_among(st, target),
        max(amount or 0, 0),
        kind or GENERAL,
    )


def heal(st: State, env_id: EnvironmentId, name: str, target: Things, amount: int | None) -> None:
    """Restore health of units and points of bases, up to their maximum; a vessel's hull does not recover."""
    for eid in units(st, target):
        restore_health(st, eid, amount or 0)
    for player in players_among(st, target):
        change(st, player, "base", max(amount or 0, 0), 0, max(st.program.config["base"], st.entities[player]["base"]))


def modify_damage(
    st: State, env: Environment, payload: Payload, commit: bool, target: Things, *args: int | None
) -> Payload:
    """Change the damage on its way: by delta for each match of the ability's conditions, up to a maximum (HA7)."""
    delta, maximum = args[0] or 0, args[1]
    matches = env.names.get(MATCHES, 1) if st.program.config["bonusPerMatch"] else 1
    bonus = delta * matches
    if maximum is not None:
        bonus = max(-maximum, min(maximum, bonus))
    return with_field(st, env, payload, "amount", lambda amount: max(amount + bonus, 0))


@on_each(units)
def destroy(st: State, env: Environment, eid: int) -> None:
    """Destroy units and vessels; this card is the killer."""
    set_var(st, eid, "lastHit", this(st, env))
    set_var(st, eid, "health", 0)


def roll_miss_chance(st: State, env_id: EnvironmentId, name: str, target: Things, chance_pct: int) -> None:
    """Raise the chance that the current strike misses; it is rolled once, after all reactions (HA8)."""
    raise_miss(st, st.environments[env_id].flight, chance_pct)


def scale_damage(
    st: State, env: Environment, payload: Payload, commit: bool, target: Things, factor: int, *args: Any
) -> Payload:
    """Multiply the damage on its way and divide it, rounded down or, if asked, up."""
    divisor, rounding = args[0] or 1, args[1]

    def scale(amount: int) -> int:
        product = max(amount, 0) * factor
        return -(-product // divisor) if rounding == "UP" else product // divisor

    return with_field(st, env, payload, "amount", scale)


def redirect_damage(st: State, env: Environment, payload: Payload, commit: bool, target: Things, to: Things) -> Payload:
    """Give the damage on its way another target; one that is gone, or none, changes nothing."""
    targets = units(st, to)
    if not targets:
        return payload
    fields, values = st.program.events[env.event].fields, list(payload)
    values[fields.index("targetEntityId")] = targets[0]
    values[fields.index("targetPlayerId")] = controller(st, targets[0])
    return tuple(values)


def survive(st: State, env: Environment, payload: Payload, commit: bool, target: Things, fate: str) -> Payload:
    """Change the fate of a unit or vessel that would die."""
    return with_field(st, env, payload, "fate", lambda before: fate)


def cancel_event(st: State, env_id: EnvironmentId, name: str, target: Things) -> None:
    """Cancel the event around."""
    cancel(st, st.environments[env_id].flight)


DAMAGES = (
    "DAMAGE_CALC_STARTED",
    "COVER_MITIGATED",
    "DAMAGE_MODIFIED",
    "SHIELD_DAMAGED",
    "HULL_OR_HEALTH_DAMAGED",
    "DAMAGE_DEALT",
    "LETHAL_CHECKED",
    "OVERKILL_APPLIED",
    "BASE_DAMAGED",
    "KILL_OCCURRED",
)
DAMAGE_EFFECTS = (
    effect(
        "DEAL_DAMAGE",
        "fight",
        "Deal damage",
        "造成伤害",
        (
            *VICTIMS,
            AMOUNT,
            optional(
                "damageType",
                Enum(DAMAGE_TYPES),
                "Kind of damage",
                "伤害类型",
                "Armour takes from plain and ballistic damage; plasma is strong on shields, weak on health; true damage passes armour.",
                "装甲减免普通与实弹伤害；等离子克制护盾，对生命减半；真实伤害仅无视装甲。",
                default=GENERAL,
            ),
        ),
        "Hits each target in turn; a base loses as many points.",
        "依次命中每个目标；基地失去相应点数。",
        "Deal {amount:damage} to {target}.",
        "对{target}造成{amount:点伤害}。",
        deal_damage,
        (
            "damage, hit, shoot, burn, strike, deal, ping, hits",
            "伤害、打击、射击、造成伤害、打、点伤害、点",
        ),
        "",
        DAMAGES,
        cases=tuple(
            case(
                {"damageType": option.name},
                f"Deal {{amount:{option.title.en}}} to {{target}}.",
                f"对{{target}}造成{{amount:点{option.title.zh}}}。",
            )
            for option in DAMAGE_TYPES
            if option.name != GENERAL
        ),
        keys=("damage|hit|hurt|wound", "伤害"),
        is_self_limiting=True,
        writes={"health": "-"},
    ),
    effect(
        "HEAL",
        "fight",
        "Heal",
        "治疗",
        (*VICTIMS, AMOUNT),
        "Restores health of units and points of bases, up to their most; a vessel's hull does not recover.",
        "恢复单位的生命或基地的点数，不超过上限；舰船的舰体不会恢复。",
        "Heal {target} by {amount}.",
        "为{target}恢复{amount:点生命}。",
        heal,
        ("heal, repair, restore, recover, hp", "治疗、修复、恢复、回血"),
        "heart",
        takes=OF_GROUND,
        eligible=grounded,
        keys=("heal|restore|repair|recover", "恢复|治疗|修复|生命"),
        writes={"health": "+"},
    ),
    modifier(
        "MODIFY_DAMAGE",
        "Change damage",
        "改变伤害",
        (
            target_field(
                "aim",
                "Whose damage it is; it changes the damage in flight alone.",
                "伤害的来源或目标；只改变当前这次伤害。",
            ),
            DELTA,
            optional(
                "maxBonus",
                IntegerLiteral(1, 99),
                "At most",
                "至多",
                "How much it changes at most; without it there is no bound.",
                "最多改变多少；缺省时不限。",
            ),
        ),
        "Changes damage while it is calculated: by delta for each match of the conditions (HA7).",
        "在计算伤害时改变其数值：按条件的匹配数乘以变化值（HA7）。",
        "Raise that damage by {delta}.",
        "该伤害增加{delta:点}。",
        modify_damage,
        ("more damage, less damage, bonus damage, reduce damage, prevent", "增伤、减伤、伤害加成、改变伤害"),
        "",
        group="fight",
        cases=(
            case(
                {"delta": NEGATIVE, "matches": True, "maxBonus": PRESENT},
                "Lower that damage by {delta:-} for each of them, by at most {maxBonus}.",
                "每有一个，该伤害减少{delta:-点}，至多减少{maxBonus:点}。",
            ),
            case(
                {"delta": NEGATIVE, "matches": True},
                "Lower that damage by {delta:-} for each of them.",
                "每有一个，该伤害减少{delta:-点}。",
            ),
            case(
                {"delta": NEGATIVE, "maxBonus": PRESENT},
                "Lower that damage by {delta:-}, by at most {maxBonus}.",
                "该伤害减少{delta:-点}，至多减少{maxBonus:点}。",
            ),
            case({"delta": NEGATIVE}, "Lower that damage by {delta:-}.", "该伤害减少{delta:-点}。"),
            case({"delta": 1, "maxBonus": 1}, "Raise that damage by {delta}.", "该伤害增加{delta:点}。"),
            case(
                {"matches": True, "maxBonus": PRESENT},
                "Raise that damage by {delta} for each of them, by at most {maxBonus}.",
                "每有一个，该伤害增加{delta:点}，至多增加{maxBonus:点}。",
            ),
            case(
                {"matches": True}, "Raise that damage by {delta} for each of them.", "每有一个，该伤害增加{delta:点}。"
            ),
            case(
                {"maxBonus": PRESENT},
                "Raise that damage by {delta}, by at most {maxBonus}.",
                "该伤害增加{delta:点}，至多增加{maxBonus:点}。",
            ),
        ),
        keys=("damage", "伤害"),
        changes=("amount",),
    ),
    effect(
        "DESTROY",
        "fight",
        "Destroy",
        "消灭",
        PIECES,
        "Units and vessels die at once, whatever protects them.",
        "单位与舰船立即被消灭，无视任何防护。",
        "Destroy {target}.",
        "消灭{target}。",
        destroy,
        ("kill, remove, eliminate, die", "消灭、摧毁、击杀、移除"),
        "trash-2",
        ("KILL_OCCURRED",),
        keys=("destroy|kill", "消灭|摧毁|击杀"),
        is_self_limiting=True,
    ),
    effect(
        "ROLL_MISS_CHANCE",
        "fight",
        "May miss",
        "可能未命中",
        (
            target_field("event"),
            field(
                "chancePct",
                IntegerLiteral(1, 100),
                "Per cent",
                "百分比",
                "Added to what others add, to 75 at most (HA8).",
                "与其他来源相加，至多 75（HA8）。",
            ),
        ),
        "Raises the chance that the orbital strike in flight misses; it is rolled once.",
        "提高当前轨道打击未命中的几率；只判定一次。",
        "Give that strike a {chancePct}% chance to miss.",
        "使该次打击有{chancePct}%的几率未命中。",
        roll_miss_chance,
        ("random, chance, miss, dodge, evade, accuracy", "随机、几率、未命中、闪避、概率"),
        "dice-5",
        ("ORBITAL_STRIKE_MISSED",),
        keys=("miss", "未命中|偏离"),
        answers="ORBITAL_STRIKE_DECLARED",
    ),
)
DAMAGE_MODIFIERS = extensions(
    modifier(
        "SCALE_DAMAGE",
        "Multiply damage",
        "伤害乘算",
        (
            target_field("aim"),
            field("factor", IntegerLiteral(0, 9), "Factor", "倍数"),
            optional("divisor", IntegerLiteral(1, 9), "Divided by", "除以", default=1),
            optional(
                "round", one_of(("DOWN", "down", "向下"), ("UP", "up", "向上")), "Rounded", "取整", default="DOWN"
            ),
        ),
        "Multiplies and divides damage while it is calculated; a factor of 0 prevents it.",
        "在计算伤害时将其乘以倍数再除以除数；倍数为 0 时防止该伤害。",
        "That damage is multiplied by {factor}.",
        "该伤害乘以{factor}。",
        scale_damage,
        ("halve, double, prevent damage, half damage, twice", "减半、翻倍、防止伤害、加倍"),
        "",
        group="fight",
        changes=("amount",),
        keys=("hal[fv]|doubl|twice|prevent|multipl|no damage", "减半|一半|翻倍|双倍|防止|乘以|不受"),
        cases=(
            case({"factor": 0}, "Prevent that damage.", "防止该伤害。"),
            case(
                {"factor": 1, "divisor": 2, "round": "UP"},
                "That damage is halved (rounded up).",
                "该伤害减半（向上取整）。",
            ),
            case({"factor": 1, "divisor": 2}, "That damage is halved (rounded down).", "该伤害减半（向下取整）。"),
            case({"factor": 2, "divisor": ABSENT}, "That damage is doubled.", "该伤害翻倍。"),
            case(
                {"divisor": PRESENT, "round": "UP"},
                "That damage is multiplied by {factor} and divided by {divisor} (rounded up).",
                "该伤害乘以{factor}再除以{divisor}（向上取整）。",
            ),
            case(
                {"divisor": PRESENT},
                "That damage is multiplied by {factor} and divided by {divisor} (rounded down).",
                "该伤害乘以{factor}再除以{divisor}（向下取整）。",
            ),
        ),
    ),
    modifier(
        "REDIRECT_DAMAGE",
        "Redirect damage",
        "转移伤害",
        (target_field("aim"), field("to", Targets("piece"), "To", "转移给")),
        "Gives the damage that is being calculated another target.",
        "将正在计算的伤害转移给另一目标。",
        "That damage goes to {to} instead.",
        "该伤害改由{to}承受。",
        redirect_damage,
        ("intercept, bodyguard, damage goes to", "拦截、护卫、代为承受"),
        "shield",
        group="fight",
        changes=("amount", "targetEntityId", "targetPlayerId", "base"),
        keys=("instead|redirect|hits", "改由|转移|承受"),
    ),
    modifier(
        "INSTEAD_OF_DEATH",
        "Instead of dying",
        "免于阵亡",
        (
            target_field("aim"),
            field(
                "fate",
                one_of(("EXILED", "exiled", "放逐"), ("SURVIVES", "left with 1 health", "保留1点生命")),
                "Becomes",
                "改为",
            ),
        ),
        "In UNIT_WOULD_DIE: it is exiled, or stays with 1 health.",
        "用于 UNIT_WOULD_DIE：改为放逐，或保留 1 点生命。",
        "It is {fate} instead.",
        "改为将其{fate}。",
        survive,
        ("survive, cannot die, exile instead, last stand", "存活、不死、放逐、免于阵亡"),
        "heart",
        group="fight",
        changes=("fate",),
        cases=(case({"fate": "SURVIVES"}, "It is left with 1 health instead.", "改为保留1点生命。"),),
        keys=("exile|instead|surviv|stays", "放逐|改为|存活|保留"),
    ),
    effect(
        "CANCEL",
        "control",
        "Cancel",
        "取消",
        (target_field("event"),),
        "Cancels what is about to happen.",
        "取消即将发生的事件。",
        "Cancel it.",
        "将其取消。",
        cancel_event,
        ("counter, negate, stop, does nothing", "反制、无效、取消"),
        "ban",
        cancels=True,
        keys=("cancel|counter|does nothing", "取消|无效|反制"),
    ),
)
