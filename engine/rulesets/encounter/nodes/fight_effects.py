"""The effects of encounter on units: damage, healing, statuses, stats and abilities. Source: 001§6, §7."""

from __future__ import annotations

from engine.language.spec import (
    ABSENT,
    COMPUTED,
    NEGATIVE,
    PRESENT,
    Enum,
    LocalizedText,
    Number,
    case,
    field,
    optional,
    result,
)
from engine.toolkit.nodes import effect
from engine.toolkit.nodes.damage import damage, heal
from engine.toolkit.nodes.inner import card_or_its_id

from ..words import ACTION_POINTS, COLORS, STATS, STATUSES
from . import handlers
from .effect_fields import CHANGE, DURATION, HURT, TARGET, TURNS

FIGHT_EFFECTS = (
    damage(
        handlers.deal_damage,
        TARGET,
        optional(
            "color", Enum(COLORS), "Colour", "颜色", "Raised by the dealer's affinity with it.", "受来源对应适性增强。"
        ),
        doc=LocalizedText(
            "To each target; the bearer, or a card's carrier, is the source.",
            "对每个目标造成伤害；来源为携带者，或卡牌的携带英雄。",
        ),
        results={
            "lethal": (
                "bool",
                result(
                    "{target:any} dies",
                    "{target:any}因此阵亡",
                    negated=LocalizedText("{target} does not die", "{target}未因此阵亡"),
                ),
            ),
        },
        emits=HURT,
        cases=tuple(
            case(
                {"color": option.name},
                f"Deal {{amount:{option.title.en.lower()} damage}} to {{target}}.",
                f"对{{target}}造成{{amount:点{option.title.zh}色伤害}}。",
            )
            for option in COLORS
        ),
    ),
    heal(handlers.heal, TARGET, ("Healed",), LocalizedText("Up to the maximum health.", "不超过最大生命值。")),
    effect(
        "giveStatus",
        "fight",
        "Give a status",
        "施加状态",
        (
            TARGET,
            field("status", Enum(STATUSES), "Status", "状态"),
            optional("turns", Number(1, 9), "Turns", "回合数", default=1, search=DURATION),
        ),
        "A longer one that it has stays.",
        "已有更长的状态时保留。",
        "{target} becomes {status} for {turns} turns.",
        "使{target}{status}{turns:回合}。",
        handlers.status,
        ("blind, curse, stun, disarm, debuff, dizzy", "目盲、诅咒、眩晕、缴械、负面状态、晕"),
        "tag",
        keys=("becomes?|make|is|are", "使|处于|陷入|回合"),
        cases=(
            case({"turns": ABSENT}, "{target} becomes {status} for 1 turn.", "使{target}{status}1回合。"),
            case({"turns": 1}, "{target} becomes {status} for {turns} turn.", "使{target}{status}{turns:回合}。"),
        ),
    ),
    effect(
        "cure",
        "fight",
        "Cure",
        "净化",
        (TARGET,),
        "Takes all statuses off.",
        "移除所有状态。",
        "Remove all statuses of {target}.",
        "移除{target}的所有状态。",
        handlers.cure,
        ("cleanse, remove debuff, dispel", "净化、解除、驱散"),
        "heart",
    ),
    effect(
        "changeStat",
        "fight",
        "Change a stat",
        "改变属性",
        (TARGET, field("stat", Enum(STATS), "Stat", "属性"), CHANGE, TURNS),
        "For some turns, or for good.",
        "持续若干回合或永久。",
        "{target} gains {amount} {stat}.",
        "{target}{stat}+{amount}。",
        handlers.change_stat,
        (
            "buff, strengthen, weaken, attack, speed, range, move, give attack, gains",
            "强化、增益、削弱、攻击力、速度、加攻、攻击、射程、移动",
        ),
        "hash",
        keys=("gains?|loses?|has|have|[+-]", "增加|减少|获得|失去|[+-]|回合"),
        cases=(
            case(
                {"amount": COMPUTED, "turns": 1},
                "{target} gains {stat} equal to {amount} for {turns} turn.",
                "{target}的{stat}增加，数值等同于{amount}，持续{turns:回合}。",
            ),
            case(
                {"amount": COMPUTED, "turns": PRESENT},
                "{target} gains {stat} equal to {amount} for {turns} turns.",
                "{target}的{stat}增加，数值等同于{amount}，持续{turns:回合}。",
            ),
            case(
                {"amount": COMPUTED},
                "{target} gains {stat} equal to {amount}.",
                "{target}的{stat}增加，数值等同于{amount}。",
            ),
            case(
                {"amount": NEGATIVE, "turns": 1},
                "{target} loses {amount:-} {stat} for {turns} turn.",
                "{target}{stat}-{amount:-}，持续{turns:回合}。",
            ),
            case(
                {"amount": NEGATIVE, "turns": PRESENT},
                "{target} loses {amount:-} {stat} for {turns} turns.",
                "{target}{stat}-{amount:-}，持续{turns:回合}。",
            ),
            case({"amount": NEGATIVE}, "{target} loses {amount:-} {stat}.", "{target}{stat}-{amount:-}。"),
            case(
                {"turns": 1},
                "{target} gains {amount} {stat} for {turns} turn.",
                "{target}{stat}+{amount}，持续{turns:回合}。",
            ),
            case(
                {"turns": PRESENT},
                "{target} gains {amount} {stat} for {turns} turns.",
                "{target}{stat}+{amount}，持续{turns:回合}。",
            ),
        ),
    ),
    effect(
        "grant",
        "fight",
        "Grant an ability",
        "赋予异能",
        (TARGET, *card_or_its_id("ability", "ability", "Ability", "异能", record_name="innerAbility"), TURNS),
        "One that it has already is refreshed.",
        "已具有的异能会刷新。",
        "{target} gains {ability:called}.",
        "{target}获得“{ability:called}”。",
        handlers.grant,
        ("give ability, enchant, grant", "赋予异能、获得异能"),
        "sparkles",
        keys=("gains?|has|have", "获得|具有|回合"),
        cases=(
            case(
                {"turns": 1},
                "{target} gains {ability:called} for {turns} turn.",
                "{target}获得“{ability:called}”，持续{turns:回合}。",
            ),
            case(
                {"turns": PRESENT},
                "{target} gains {ability:called} for {turns} turns.",
                "{target}获得“{ability:called}”，持续{turns:回合}。",
            ),
        ),
    ),
    effect(
        "silence",
        "fight",
        "Silence",
        "沉默",
        (TARGET,),
        "Takes all abilities off.",
        "移除所有异能。",
        "{target} loses all abilities.",
        "{target}失去所有异能。",
        handlers.silence,
        ("silence, remove abilities, negate", "沉默、失去异能"),
        "ban",
    ),
    effect(
        "destroy",
        "fight",
        "Destroy",
        "消灭",
        (TARGET,),
        "It dies when this is done; damage is not dealt.",
        "结算后阵亡，不造成伤害。",
        "Destroy {target}.",
        "消灭{target}。",
        handlers.destroy,
        ("kill, destroy, execute", "消灭、击杀、处决"),
        "trash-2",
        ("Dead",),
    ),
    effect(
        "refresh",
        "fight",
        "Give actions",
        "给予行动次数",
        (
            TARGET,
            field("what", Enum(ACTION_POINTS), "What", "种类"),
            optional("amount", Number(1, 9), "Number", "次数", default=1),
        ),
        "More moves, attacks or casts this turn (001§6.2).",
        "本回合可多移动、攻击或施法若干次（001§6.2）。",
        "{target} may {what} {amount} more times this turn.",
        "{target}本回合可多{what}{amount:次}。",
        handlers.refresh,
        ("extra move, attack again, ready, untap", "再动、再次攻击、额外移动"),
        "repeat",
        cases=tuple(
            case({"amount": once}, "{target} may {what} once more this turn.", "{target}本回合可多{what}一次。")
            for once in (ABSENT, 1)
        ),
    ),
)
