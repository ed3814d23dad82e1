"""The effects of encounter on units: damage, healing, statuses, stats and abilities. Source: 001§6, §7."""

from __future__ import annotations

from engine.language.nodes.core import ID as NAME_OF_RESULT
from engine.language.nodes.declaring import effect
from engine.language.spec.fields import Field
from engine.language.spec.phrases import Case, Is, Result, Wording
from engine.language.spec.shapes import Enum, LocalizedText, Number
from engine.rulesets.encounter.nodes import handlers
from engine.rulesets.encounter.nodes.effect_fields import AMOUNT, CHANGE, HURT, TARGET, TURNS, card_field
from engine.rulesets.encounter.words import ACTION_POINTS, COLORS, STATS, STATUSES

FIGHT_EFFECTS = (
    effect(
        "damage",
        "fight",
        LocalizedText("Deal damage", "造成伤害"),
        (
            NAME_OF_RESULT,
            TARGET,
            AMOUNT,
            Field(
                "color",
                Enum(COLORS),
                LocalizedText("Colour", "颜色"),
                required=False,
                doc=LocalizedText("Raised by the dealer's affinity with it.", "受来源对应适性增强。"),
            ),
        ),
        LocalizedText(
            "To each target; the bearer, or a card's carrier, is the source.",
            "对每个目标造成伤害；来源为携带者，或卡牌的携带英雄。",
        ),
        LocalizedText("Deal {amount:damage} to {target}.", "对{target}造成{amount:点伤害}。"),
        handlers.deal_damage,
        ("attack, hit, hurt, strike, shoot", "攻击、伤害、打击"),
        "swords",
        emits=HURT,
        is_self_limiting=True,
        results={"amount": "int"},
        wording=Wording(
            cases=tuple(
                Case(
                    {"color": option.name},
                    LocalizedText(
                        f"Deal {{amount:{option.title.en.lower()} damage}} to {{target}}.",
                        f"对{{target}}造成{{amount:点{option.title.zh}色伤害}}。",
                    ),
                )
                for option in COLORS
            ),
            results={
                "amount": (
                    Result(
                        LocalizedText("the health lost this way", "以此法损失的生命值"),
                        LocalizedText("{target} loses {n:health} this way", "{target}以此法损失{n:点生命值}"),
                        that=True,
                    ),
                )
            },
        ),
    ),
    effect(
        "heal",
        "fight",
        LocalizedText("Heal", "治疗"),
        (NAME_OF_RESULT, TARGET, AMOUNT),
        LocalizedText("Up to the maximum health.", "不超过最大生命值。"),
        LocalizedText("Restore {amount:health} to {target}.", "为{target}恢复{amount:点生命值}。"),
        handlers.heal,
        ("heal, restore, recover", "治疗、恢复、回血"),
        "heart",
        ("Healed",),
        results={"amount": "int"},
        wording=Wording(
            results={
                "amount": (
                    Result(
                        LocalizedText("the health restored this way", "以此法恢复的生命值"),
                        LocalizedText("{target} regains {n:health} this way", "{target}以此法恢复{n:点生命值}"),
                        that=True,
                    ),
                )
            }
        ),
    ),
    effect(
        "giveStatus",
        "fight",
        LocalizedText("Give a status", "施加状态"),
        (
            TARGET,
            Field("status", Enum(STATUSES), LocalizedText("Status", "状态")),
            Field("turns", Number(1, 9), LocalizedText("Turns", "回合数"), required=False, default=1),
        ),
        LocalizedText("A longer one that it has stays.", "已有更长的状态时保留。"),
        LocalizedText("{target} becomes {status} for {turns} turns.", "使{target}{status}{turns:回合}。"),
        handlers.status,
        ("blind, curse, stun, disarm, debuff", "目盲、诅咒、眩晕、缴械、负面状态"),
        "tag",
        wording=Wording(
            keys=LocalizedText("becomes?|make|is|are", "使|处于|陷入|回合"),
            cases=(
                Case(
                    {"turns": Is.ABSENT},
                    LocalizedText("{target} becomes {status} for 1 turn.", "使{target}{status}1回合。"),
                ),
                Case(
                    {"turns": 1},
                    LocalizedText("{target} becomes {status} for {turns} turn.", "使{target}{status}{turns:回合}。"),
                ),
            ),
        ),
    ),
    effect(
        "cure",
        "fight",
        LocalizedText("Cure", "净化"),
        (TARGET,),
        LocalizedText("Takes all statuses off.", "移除所有状态。"),
        LocalizedText("Remove all statuses of {target}.", "移除{target}的所有状态。"),
        handlers.cure,
        ("cleanse, remove debuff, dispel", "净化、解除、驱散"),
        "heart",
    ),
    effect(
        "changeStat",
        "fight",
        LocalizedText("Change a stat", "改变属性"),
        (TARGET, Field("stat", Enum(STATS), LocalizedText("Stat", "属性")), CHANGE, TURNS),
        LocalizedText("For some turns, or for good.", "持续若干回合或永久。"),
        LocalizedText("{target} gains {amount} {stat}.", "{target}{stat}+{amount}。"),
        handlers.change_stat,
        ("buff, strengthen, weaken, attack, speed", "强化、增益、削弱、攻击力、速度"),
        "hash",
        wording=Wording(
            keys=LocalizedText("gains?|loses?|has|have|[+-]", "增加|减少|获得|失去|[+-]|回合"),
            cases=(
                Case(
                    {"amount": Is.COMPUTED, "turns": 1},
                    LocalizedText(
                        "{target} gains {stat} equal to {amount} for {turns} turn.",
                        "{target}的{stat}增加，数值等同于{amount}，持续{turns:回合}。",
                    ),
                ),
                Case(
                    {"amount": Is.COMPUTED, "turns": Is.PRESENT},
                    LocalizedText(
                        "{target} gains {stat} equal to {amount} for {turns} turns.",
                        "{target}的{stat}增加，数值等同于{amount}，持续{turns:回合}。",
                    ),
                ),
                Case(
                    {"amount": Is.COMPUTED},
                    LocalizedText(
                        "{target} gains {stat} equal to {amount}.", "{target}的{stat}增加，数值等同于{amount}。"
                    ),
                ),
                Case(
                    {"amount": Is.NEGATIVE, "turns": 1},
                    LocalizedText(
                        "{target} loses {amount:-} {stat} for {turns} turn.",
                        "{target}{stat}-{amount:-}，持续{turns:回合}。",
                    ),
                ),
                Case(
                    {"amount": Is.NEGATIVE, "turns": Is.PRESENT},
                    LocalizedText(
                        "{target} loses {amount:-} {stat} for {turns} turns.",
                        "{target}{stat}-{amount:-}，持续{turns:回合}。",
                    ),
                ),
                Case(
                    {"amount": Is.NEGATIVE},
                    LocalizedText("{target} loses {amount:-} {stat}.", "{target}{stat}-{amount:-}。"),
                ),
                Case(
                    {"turns": 1},
                    LocalizedText(
                        "{target} gains {amount} {stat} for {turns} turn.",
                        "{target}{stat}+{amount}，持续{turns:回合}。",
                    ),
                ),
                Case(
                    {"turns": Is.PRESENT},
                    LocalizedText(
                        "{target} gains {amount} {stat} for {turns} turns.",
                        "{target}{stat}+{amount}，持续{turns:回合}。",
                    ),
                ),
            ),
        ),
    ),
    effect(
        "grant",
        "fight",
        LocalizedText("Grant an ability", "赋予异能"),
        (TARGET, card_field("ability", ("ability",), LocalizedText("Ability", "异能")), TURNS),
        LocalizedText("One that it has already is refreshed.", "已具有的异能会刷新。"),
        LocalizedText("{target} gains {ability:called}.", "{target}获得“{ability:called}”。"),
        handlers.grant,
        ("give ability, enchant, grant", "赋予异能、获得异能"),
        "sparkles",
        wording=Wording(
            keys=LocalizedText("gains?|has|have", "获得|具有|回合"),
            cases=(
                Case(
                    {"turns": 1},
                    LocalizedText(
                        "{target} gains {ability:called} for {turns} turn.",
                        "{target}获得“{ability:called}”，持续{turns:回合}。",
                    ),
                ),
                Case(
                    {"turns": Is.PRESENT},
                    LocalizedText(
                        "{target} gains {ability:called} for {turns} turns.",
                        "{target}获得“{ability:called}”，持续{turns:回合}。",
                    ),
                ),
            ),
        ),
    ),
    effect(
        "silence",
        "fight",
        LocalizedText("Silence", "沉默"),
        (TARGET,),
        LocalizedText("Takes all abilities off.", "移除所有异能。"),
        LocalizedText("{target} loses all abilities.", "{target}失去所有异能。"),
        handlers.silence,
        ("silence, remove abilities, negate", "沉默、失去异能"),
        "ban",
    ),
    effect(
        "destroy",
        "fight",
        LocalizedText("Destroy", "消灭"),
        (TARGET,),
        LocalizedText("It dies when this is done; damage is not dealt.", "结算后阵亡，不造成伤害。"),
        LocalizedText("Destroy {target}.", "消灭{target}。"),
        handlers.destroy,
        ("kill, destroy, execute", "消灭、击杀、处决"),
        "trash-2",
        ("Dead",),
    ),
    effect(
        "refresh",
        "fight",
        LocalizedText("Give actions", "给予行动次数"),
        (
            TARGET,
            Field("what", Enum(ACTION_POINTS), LocalizedText("What", "种类")),
            Field("amount", Number(1, 9), LocalizedText("Number", "次数"), required=False, default=1),
        ),
        LocalizedText(
            "More moves, attacks or casts this turn (001§6.2).", "本回合可多移动、攻击或施法若干次（001§6.2）。"
        ),
        LocalizedText("{target} may {what} {amount} more times this turn.", "{target}本回合可多{what}{amount:次}。"),
        handlers.refresh,
        ("extra move, attack again, ready, untap", "再动、再次攻击、额外移动"),
        "repeat",
        wording=Wording(
            cases=tuple(
                Case(
                    {"amount": once},
                    LocalizedText("{target} may {what} once more this turn.", "{target}本回合可多{what}一次。"),
                )
                for once in (Is.ABSENT, 1)
            )
        ),
    ),
)
