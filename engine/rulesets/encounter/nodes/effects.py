"""The effects of encounter: their fields, what they may raise, and how they read. Source: 001§2, §3, §6, §7, §10."""

from __future__ import annotations

from typing import Any

from engine.language.nodes.core import ID as NAME_OF_RESULT
from engine.language.nodes.declaring import effect
from engine.language.spec.fields import Field, FieldReference
from engine.language.spec.nodes import NodeAnalysis, NodeOutput, NodeRuntime, NodeSpec
from engine.language.spec.phrases import Case, Is, Result, Wording
from engine.language.spec.search import search_words
from engine.language.spec.shapes import Enum, IntegerLiteral, LocalizedText, Number, Option, Targets
from engine.ruleset.card_fields import ID_TEXT, TAG_TEXT
from engine.rulesets.encounter.nodes import handlers
from engine.rulesets.encounter.words import (
    ACTION_POINTS,
    COLORS,
    EVENT_TAGS,
    HAND_CARDS,
    LEVELS,
    LEVELS_ZH,
    OF_PLAYERS,
    SIDES,
    STATS,
    STATUSES,
    TERRAINS,
)

HIGH = 99
HURT = ("BeDamaged", "Dead")
GOALS = ("RegionChange",)
TARGET = Field("target", Targets("unit"), LocalizedText("Target", "目标"))
AMOUNT = Field("amount", Number(0, HIGH), LocalizedText("Amount", "数值"))
CHANGE = Field("amount", Number(-HIGH, HIGH), LocalizedText("Change", "变化"))
COUNT = Field("count", Number(1, handlers.COUNT_MAX), LocalizedText("Number", "数量"))
SOME = Field("count", Number(1, handlers.COUNT_MAX), LocalizedText("Number", "数量"), required=False, default=1)
SIDE = Field("side", Enum(SIDES), LocalizedText("Side", "阵营"), required=False, default="ally")
TURNS = Field(
    "turns",
    Number(1, 9),
    LocalizedText("Turns", "回合数"),
    required=False,
    doc=LocalizedText("For good when absent.", "缺省为永久。"),
)
ENEMY = {"side": "enemy"}


def _card(name: str, kinds: tuple[str, ...], title: LocalizedText) -> Field:
    return Field(name, ID_TEXT, title, reference=FieldReference(names="card", kinds=kinds))


def _place(name: str, title: LocalizedText) -> Field:
    return Field(name, IntegerLiteral(1, 6), title, doc=LocalizedText("From 1, the head.", "从 1 起，1 为队头。"))


FIGHT = (
    effect(
        "damage", "fight", LocalizedText("Deal damage", "造成伤害"),
        (NAME_OF_RESULT, TARGET, AMOUNT, Field("color", Enum(COLORS), LocalizedText("Colour", "颜色"), required=False, doc=LocalizedText("Raised by the dealer's affinity with it.", "受来源对应适性增强。"))),
        LocalizedText("To each target; the bearer, or a card's carrier, is the source.", "对每个目标造成伤害；来源为携带者，或卡牌的携带英雄。"),
        LocalizedText("Deal {amount:damage} to {target}.", "对{target}造成{amount:点伤害}。"), handlers.deal_damage, ("attack, hit, hurt, strike, shoot", "攻击、伤害、打击"), "swords",
        analysis=NodeAnalysis(emits=HURT, is_self_limiting=True), output=NodeOutput(results={"amount": "int"}),
        wording=Wording(
            cases=tuple(Case({"color": option.name}, LocalizedText(f"Deal {{amount:{option.title.en.lower()} damage}} to {{target}}.", f"对{{target}}造成{{amount:点{option.title.zh}色伤害}}。")) for option in COLORS),
            results={"amount": (Result(LocalizedText("the health lost this way", "以此法损失的生命值"), LocalizedText("{target} loses {n:health} this way", "{target}以此法损失{n:点生命值}"), that=True),)},
        ),
    ),
    effect(
        "heal", "fight", LocalizedText("Heal", "治疗"), (NAME_OF_RESULT, TARGET, AMOUNT), LocalizedText("Up to the maximum health.", "不超过最大生命值。"),
        LocalizedText("Restore {amount:health} to {target}.", "为{target}恢复{amount:点生命值}。"), handlers.heal, ("heal, restore, recover", "治疗、恢复、回血"), "heart", ("Healed",),
        output=NodeOutput(results={"amount": "int"}), wording=Wording(results={"amount": (Result(LocalizedText("the health restored this way", "以此法恢复的生命值"), LocalizedText("{target} regains {n:health} this way", "{target}以此法恢复{n:点生命值}"), that=True),)}),
    ),
    effect(
        "giveStatus", "fight", LocalizedText("Give a status", "施加状态"), (TARGET, Field("status", Enum(STATUSES), LocalizedText("Status", "状态")), Field("turns", Number(1, 9), LocalizedText("Turns", "回合数"), required=False, default=1)),
        LocalizedText("A longer one that it has stays.", "已有更长的状态时保留。"),
        LocalizedText("{target} becomes {status} for {turns} turns.", "使{target}{status}{turns:回合}。"), handlers.status, ("blind, curse, stun, disarm, debuff", "目盲、诅咒、眩晕、缴械、负面状态"), "tag",
        wording=Wording(keys=LocalizedText("becomes?|make|is|are", "使|处于|陷入|回合"), cases=(
            Case({"turns": Is.ABSENT}, LocalizedText("{target} becomes {status} for 1 turn.", "使{target}{status}1回合。")),
            Case({"turns": 1}, LocalizedText("{target} becomes {status} for {turns} turn.", "使{target}{status}{turns:回合}。")),
        )),
    ),
    effect(
        "cure", "fight", LocalizedText("Cure", "净化"), (TARGET,), LocalizedText("Takes all statuses off.", "移除所有状态。"),
        LocalizedText("Remove all statuses of {target}.", "移除{target}的所有状态。"), handlers.cure, ("cleanse, remove debuff, dispel", "净化、解除、驱散"), "heart",
    ),
    effect(
        "changeStat", "fight", LocalizedText("Change a stat", "改变属性"), (TARGET, Field("stat", Enum(STATS), LocalizedText("Stat", "属性")), CHANGE, TURNS),
        LocalizedText("For some turns, or for good.", "持续若干回合或永久。"),
        LocalizedText("{target} gains {amount} {stat}.", "{target}{stat}+{amount}。"), handlers.change_stat, ("buff, strengthen, weaken, attack, speed", "强化、增益、削弱、攻击力、速度"), "hash",
        wording=Wording(keys=LocalizedText("gains?|loses?|has|have|[+-]", "增加|减少|获得|失去|[+-]|回合"), cases=(
            Case({"amount": Is.COMPUTED, "turns": 1}, LocalizedText("{target} gains {stat} equal to {amount} for {turns} turn.", "{target}的{stat}增加，数值等同于{amount}，持续{turns:回合}。")),
            Case({"amount": Is.COMPUTED, "turns": Is.PRESENT}, LocalizedText("{target} gains {stat} equal to {amount} for {turns} turns.", "{target}的{stat}增加，数值等同于{amount}，持续{turns:回合}。")),
            Case({"amount": Is.COMPUTED}, LocalizedText("{target} gains {stat} equal to {amount}.", "{target}的{stat}增加，数值等同于{amount}。")),
            Case({"amount": Is.NEGATIVE, "turns": 1}, LocalizedText("{target} loses {amount:-} {stat} for {turns} turn.", "{target}{stat}-{amount:-}，持续{turns:回合}。")),
            Case({"amount": Is.NEGATIVE, "turns": Is.PRESENT}, LocalizedText("{target} loses {amount:-} {stat} for {turns} turns.", "{target}{stat}-{amount:-}，持续{turns:回合}。")),
            Case({"amount": Is.NEGATIVE}, LocalizedText("{target} loses {amount:-} {stat}.", "{target}{stat}-{amount:-}。")),
            Case({"turns": 1}, LocalizedText("{target} gains {amount} {stat} for {turns} turn.", "{target}{stat}+{amount}，持续{turns:回合}。")),
            Case({"turns": Is.PRESENT}, LocalizedText("{target} gains {amount} {stat} for {turns} turns.", "{target}{stat}+{amount}，持续{turns:回合}。")),
        )),
    ),
    effect(
        "grant", "fight", LocalizedText("Grant an ability", "赋予异能"), (TARGET, _card("ability", ("ability",), LocalizedText("Ability", "异能")), TURNS), LocalizedText("One that it has already is refreshed.", "已具有的异能会刷新。"),
        LocalizedText("{target} gains {ability:called}.", "{target}获得“{ability:called}”。"), handlers.grant, ("give ability, enchant, grant", "赋予异能、获得异能"), "sparkles",
        wording=Wording(keys=LocalizedText("gains?|has|have", "获得|具有|回合"), cases=(Case({"turns": 1}, LocalizedText("{target} gains {ability:called} for {turns} turn.", "{target}获得“{ability:called}”，持续{turns:回合}。")), Case({"turns": Is.PRESENT}, LocalizedText("{target} gains {ability:called} for {turns} turns.", "{target}获得“{ability:called}”，持续{turns:回合}。")),)),
    ),
    effect(
        "silence", "fight", LocalizedText("Silence", "沉默"), (TARGET,), LocalizedText("Takes all abilities off.", "移除所有异能。"),
        LocalizedText("{target} loses all abilities.", "{target}失去所有异能。"), handlers.silence, ("silence, remove abilities, negate", "沉默、失去异能"), "ban",
    ),
    effect(
        "destroy", "fight", LocalizedText("Destroy", "消灭"), (TARGET,), LocalizedText("It dies when this is done; damage is not dealt.", "结算后阵亡，不造成伤害。"),
        LocalizedText("Destroy {target}.", "消灭{target}。"), handlers.destroy, ("kill, destroy, execute", "消灭、击杀、处决"), "trash-2", ("Dead",),
    ),
    effect(
        "refresh", "fight", LocalizedText("Give actions", "给予行动次数"), (TARGET, Field("what", Enum(ACTION_POINTS), LocalizedText("What", "种类")), Field("amount", Number(1, 9), LocalizedText("Number", "次数"), required=False, default=1)),
        LocalizedText("More moves, attacks or casts this turn (001§6.2).", "本回合可多移动、攻击或施法若干次（001§6.2）。"),
        LocalizedText("{target} may {what} {amount} more times this turn.", "{target}本回合可多{what}{amount:次}。"), handlers.refresh, ("extra move, attack again, ready, untap", "再动、再次攻击、额外移动"), "repeat",
        wording=Wording(cases=tuple(Case({"amount": once}, LocalizedText("{target} may {what} once more this turn.", "{target}本回合可多{what}一次。")) for once in (Is.ABSENT, 1))),
    ),
)  # fmt: skip
BOARD = (
    effect(
        "push", "board", LocalizedText("Push", "推开"), (TARGET, Field("steps", Number(1, 9), LocalizedText("Steps", "格数"))), LocalizedText("Away from the bearer, as far as cells are free.", "远离携带者，直到没有空格。"),
        LocalizedText("Push {target} {steps:step|steps} away.", "将{target}推开{steps:格}。"), handlers.push, ("push, knock back, shove", "推开、击退"), "arrow-right", HURT,
    ),
    effect(
        "deploy", "board", LocalizedText("Deploy", "部署"), (_card("unit", ("unit",), LocalizedText("Unit", "单位")), SIDE, SOME, Field("turns", Number(1, 9), LocalizedText("Turns", "回合数"), required=False, doc=LocalizedText("Then it leaves; it stays when absent.", "之后离场；缺省为一直在场。"))), LocalizedText("On free cells of regions that the side controls and that are not contested; the side chooses each cell (001§6.1).", "部署在该方控制且未陷入争夺的战区空格上，由该方逐一选择格子（001§6.1）。"),
        LocalizedText("Deploy {unit:called a}.", "部署一个{unit:called}。"), handlers.deploy_unit, ("summon, deploy, create unit, reinforce", "召唤、部署、增援"), "plus", ("Deployed",),
        analysis=NodeAnalysis(emits=("Deployed",), draws_chance=True, suspends=True),
        wording=Wording(cases=tuple(
            Case({**side, **count, **turns}, LocalizedText(f"{who} {many}{en}.", f"{zh}部署{many_zh}{{unit:called}}{zh_end}。"))
            for side, who, zh in ((ENEMY, "The opponent deploys", "对手"), ({}, "Deploy", ""))
            for count, many, many_zh in (({"count": Is.PRESENT}, "{count} {unit:called} units", "{count:个}"), ({}, "{unit:called a}", "一个"))
            for turns, en, zh_end in (({"turns": Is.PRESENT}, " for {turns:turn|turns}", "，持续{turns:回合}"), ({}, "", ""))
        )),
    ),
    effect(
        "changeTerrain", "board", LocalizedText("Change the ground", "改变地形"), (Field("at", Targets("unit"), LocalizedText("Around", "中心")), Field("level", IntegerLiteral(1, 6), LocalizedText("Level", "范围等级")), Field("terrain", Enum(TERRAINS[:5]), LocalizedText("Terrain", "地形"))),
        LocalizedText("A burst of cells; walls stay.", "爆发范围内的格子；墙壁不变。"),
        LocalizedText("The ground around {at} becomes {terrain} ground.", "{at}周围变为{terrain}地形。"), handlers.change_terrain, ("terrain, burn ground, fog, mist", "地形、点燃、起雾"), "layers",
        wording=Wording(keys=LocalizedText("ground|becomes?|terrain", "地形|变为"), cases=(
            Case({"level": 1}, LocalizedText("The ground under {at} becomes {terrain} ground.", "{at}所在格变为{terrain}地形。")),
            *(Case({"level": level}, LocalizedText(f"The ground in {'an' if LEVELS[level][0] == 'e' else 'a'} {LEVELS[level]} burst around {{at}} becomes {{terrain}} ground.", f"{{at}}周围{LEVELS_ZH[level]}爆发范围变为{{terrain}}地形。")) for level in range(2, 7)),
        )),
    ),
    effect(
        "takeRegion", "board", LocalizedText("Take a region", "占领战区"), (TARGET,), LocalizedText("Even a contested one; the rules look again at once.", "包括争夺中的战区；之后照常检查。"),
        LocalizedText("{target} takes control of its region.", "{target}占领所在战区。"), handlers.take_region, ("capture, control, take region", "占领、控制权"), "flag", GOALS,
    ),
    effect(
        "win", "board", LocalizedText("Win", "获胜"), (), LocalizedText("The encounter ends when all of this instant is done.", "此刻的一切结算后遭遇结束。"),
        LocalizedText("You win the encounter.", "你赢得这场遭遇。"), handlers.win, ("win, victory, goal", "胜利、目标"), "star",
        wording=Wording(keys=LocalizedText("wins?|victory", "赢得|获胜|胜利")),
    ),
    effect(
        "lose", "board", LocalizedText("Lose", "落败"), (), LocalizedText("The encounter ends when all of this instant is done.", "此刻的一切结算后遭遇结束。"),
        LocalizedText("You lose the encounter.", "你输掉这场遭遇。"), handlers.lose, ("lose, defeat, fail", "失败、落败"), "ban",
        wording=Wording(keys=LocalizedText("loses? the (?:encounter|match|game)|defeat", "输掉|落败|失败")),
    ),
)  # fmt: skip
WHERE = (Option("hand", LocalizedText("the hand", "手牌")), Option("deck", LocalizedText("the deck", "牌库")))
MEANS = (
    effect(
        "changeAp", "means", LocalizedText("Change AP", "改变专注"), (SIDE, CHANGE), LocalizedText("Not below 0.", "不低于 0。"),
        LocalizedText("Gain {amount:AP}.", "获得{amount:点专注}。"), handlers.change_ap, ("AP, focus, mana, energy", "专注、费用、能量"), "zap",
        wording=Wording(keys=LocalizedText("gains?|loses?|AP|focus", "获得|失去|专注"), cases=(
            Case({"side": "enemy", "amount": Is.NEGATIVE}, LocalizedText("The opponent loses {amount:-AP}.", "对手失去{amount:-点专注}。")),
            Case(ENEMY, LocalizedText("The opponent gains {amount:AP}.", "对手获得{amount:点专注}。")),
            Case({"amount": Is.NEGATIVE}, LocalizedText("Lose {amount:-AP}.", "失去{amount:-点专注}。")),
        )),
    ),
    effect(
        "changeLimit", "means", LocalizedText("Change a limit", "改变上限"), (SIDE, Field("limit", Enum(OF_PLAYERS), LocalizedText("Limit", "上限")), CHANGE), LocalizedText("For the rest of the encounter.", "持续到遭遇结束。"),
        LocalizedText("Your {limit} rises by {amount}.", "你的{limit}+{amount}。"), handlers.change_limit, ("AP limit, hand limit, draw more", "专注上限、手牌上限、抽牌数"), "hash",
        wording=Wording(keys=LocalizedText("limit|draws?|drawn", "上限|抽|[+-]"), cases=(
            Case({"side": "enemy", "limit": "draws", "amount": Is.NEGATIVE}, LocalizedText("The opponent draws {amount:-fewer card|fewer cards} each turn.", "对手每回合少抽{amount:-张牌}。")),
            Case({"side": "enemy", "limit": "draws"}, LocalizedText("The number of cards that the opponent draws each turn rises by {amount}.", "对手每回合多抽{amount:张牌}。")),
            Case({"limit": "draws", "amount": Is.NEGATIVE}, LocalizedText("Draw {amount:-fewer card|fewer cards} each turn.", "你每回合少抽{amount:-张牌}。")),
                        Case({"limit": "draws"}, LocalizedText("The number of cards that you draw each turn rises by {amount}.", "你每回合多抽{amount:张牌}。")),
            Case({"side": "enemy", "amount": Is.NEGATIVE}, LocalizedText("The opponent's {limit} falls by {amount:-}.", "对手的{limit}-{amount:-}。")),
            Case(ENEMY, LocalizedText("The opponent's {limit} rises by {amount}.", "对手的{limit}+{amount}。")),
            Case({"amount": Is.NEGATIVE}, LocalizedText("Your {limit} falls by {amount:-}.", "你的{limit}-{amount:-}。")),
        )),
    ),
    effect(
        "drawCards", "means", LocalizedText("Draw cards", "抽牌"), (COUNT,), LocalizedText("As far as the hand has room (001§2.2).", "不超过手牌上限（001§2.2）。"),
        LocalizedText("Draw {count:card|cards}.", "抽{count:张牌}。"), handlers.draw_cards, ("draw, cards", "抽牌、抓牌"), "layers", ("DrawCard",),
    ),
    effect(
        "createCard", "means", LocalizedText("Create a card", "生成卡牌"), (_card("card", HAND_CARDS, LocalizedText("Card", "卡牌")), Field("to", Enum(WHERE), LocalizedText("Where", "位置"), required=False, default="hand"), SOME),
        LocalizedText("In the hand as far as it has room, or shuffled into the deck.", "置入手牌（不超过上限）或洗入牌库。"),
        LocalizedText("Add {card:called a} card to your hand.", "将一张“{card:called}”置入手牌。"), handlers.create_card, ("create card, token card, add to deck", "生成卡牌、衍生牌、洗入牌库"), "plus",
        analysis=NodeAnalysis(draws_chance=True),
        wording=Wording(cases=(
            Case({"to": "deck", "count": Is.PRESENT}, LocalizedText("Shuffle {count} {card:called} cards into your deck.", "将{count:张}“{card:called}”洗入牌库。")),
            Case({"to": "deck"}, LocalizedText("Shuffle {card:called a} card into your deck.", "将一张“{card:called}”洗入牌库。")),
            Case({"count": Is.PRESENT}, LocalizedText("Add {count} {card:called} cards to your hand.", "将{count:张}“{card:called}”置入手牌。")),
        )),
    ),
    effect(
        "discard", "means", LocalizedText("Discard", "弃牌"), (SIDE, COUNT), LocalizedText("Random cards go to standby.", "随机将手牌置入待命区。"),
        LocalizedText("Discard {count:random card|random cards}.", "随机弃{count:张牌}。"), handlers.discard, ("discard, lose cards", "弃牌、舍弃"), "trash-2",
        analysis=NodeAnalysis(draws_chance=True),
        wording=Wording(cases=(Case(ENEMY, LocalizedText("The opponent discards {count:random card|random cards}.", "对手随机弃{count:张牌}。")),)),
    ),
    effect(
        "shuffleBack", "means", LocalizedText("Return cards to the deck", "洗回牌库"), (COUNT,), LocalizedText("Random cards of the hand.", "随机选取手牌。"),
        LocalizedText("Shuffle {count:random card|random cards} of your hand into your deck.", "随机将{count:张手牌}洗回牌库。"), handlers.shuffle_back, ("return, put back, shuffle hand", "洗回牌库、放回"), "repeat",
        analysis=NodeAnalysis(draws_chance=True),
    ),
    effect(
        "destroyCards", "means", LocalizedText("Mill", "销毁牌库顶"), (COUNT,), LocalizedText("The topmost cards of the deck leave the match.", "牌库顶的牌离开对局。"),
        LocalizedText("Destroy the top {count} cards of your deck.", "销毁牌库顶{count:张牌}。"), handlers.destroy_cards, ("mill, burn deck", "销毁、磨牌"), "trash-2",
        wording=Wording(cases=(Case({"count": 1}, LocalizedText("Destroy the top card of your deck.", "销毁牌库顶一张牌。")),)),
    ),
    effect(
        "deathPages", "means", LocalizedText("Add death pages", "增加死页"), (AMOUNT,), LocalizedText("Where the encounter counts them (001§2.3).", "仅在使用死页的遭遇中有效（001§2.3）。"),
        LocalizedText("Gain {amount:death page|death pages}.", "增加{amount:点死页}。"), handlers.death_pages, ("death page, doom", "死页"), "hourglass", ("DeathPageIncrease",),
    ),
)  # fmt: skip
INTO = (
    Option("pool", LocalizedText("the random pool", "随机事件池")),
    Option("axis", LocalizedText("the axis", "事件轴")),
)
AXIS = (
    effect(
        "delayEvent", "axis", LocalizedText("Delay an event", "延后事件"), (_place("place", LocalizedText("Place", "位置")), Field("by", Number(1, 9), LocalizedText("By", "延后"))), LocalizedText("Never out of the axis (001§10.2).", "不会移出事件轴（001§10.2）。"),
        LocalizedText("Move event {place} of the axis {by:place|places} back.", "将事件轴第{place}位的事件延后{by:位}。"), handlers.delay_event, ("delay, postpone event", "延后、推迟事件"), "hourglass",
    ),
    effect(
        "swapEvents", "axis", LocalizedText("Swap events", "交换事件"), (_place("first", LocalizedText("First", "其一")), _place("second", LocalizedText("Second", "其二"))), LocalizedText("Of two places in the axis.", "交换事件轴中两个位置的事件。"),
        LocalizedText("Swap events {first} and {second} of the axis.", "交换事件轴第{first}位与第{second}位的事件。"), handlers.swap_events, ("swap, exchange events", "交换事件"), "repeat",
    ),
    effect(
        "removeEvents", "axis", LocalizedText("Remove events", "删除事件"),
        (NAME_OF_RESULT, Field("tag", TAG_TEXT, LocalizedText("With the tag", "带有标签"), required=False), Field("below", IntegerLiteral(1, 6), LocalizedText("Among the first", "前几个"), required=False, doc=LocalizedText("Of all when absent.", "缺省为全部。"))),
        LocalizedText("Later ones close up, and random ones refill the axis (001§10.2).", "后面的事件顺位填补，再随机补满（001§10.2）。"),
        LocalizedText("Remove all events from the axis.", "删除事件轴中的所有事件。"), handlers.remove_events, ("remove, cancel events, prevent disaster", "删除事件、取消事件、避免灾害"), "trash-2",
        analysis=NodeAnalysis(draws_chance=True), output=NodeOutput(results={"count": "int"}),
        wording=Wording(
            cases=(
                *(Case({"tag": tag, "below": Is.PRESENT}, LocalizedText(f"Remove the {text.en.lower()} events among the first {{below}} of the axis.", f"删除事件轴前{{below:位}}中的{text.zh}事件。")) for tag, text in EVENT_TAGS.items()),
                *(Case({"tag": tag}, LocalizedText(f"Remove all {text.en.lower()} events from the axis.", f"删除事件轴中的所有{text.zh}事件。")) for tag, text in EVENT_TAGS.items()),
                Case({"tag": Is.PRESENT, "below": Is.PRESENT}, LocalizedText("Remove the events with the tag {tag} among the first {below}.", "删除前{below:个事件中}带有{tag}标签者。")),
                Case({"tag": Is.PRESENT}, LocalizedText("Remove the events with the tag {tag}.", "删除带有{tag}标签的事件。")),
                Case({"below": Is.PRESENT}, LocalizedText("Remove the first {below:event|events}.", "删除前{below:个事件}。")),
            ),
            results={"count": (Result(LocalizedText("the number of events removed", "删除的事件数"), that=True),)},
        ),
    ),
    effect(
        "growAxis", "axis", LocalizedText("Change the axis' length", "改变事件轴长度"), (CHANGE,), LocalizedText("Up to 6; what is beyond it leaves from the tail.", "至多 6；超出部分从队尾移除。"),
        LocalizedText("The event axis grows by {amount}.", "事件轴长度+{amount}。"), handlers.grow_axis, ("longer axis, more events", "事件轴长度、更多事件"), "plus",
        analysis=NodeAnalysis(draws_chance=True), wording=Wording(keys=LocalizedText("axis (?:grows|shrinks)|longer|shorter|length", "事件轴长度|[+-]"), cases=(Case({"amount": Is.NEGATIVE}, LocalizedText("The event axis shrinks by {amount:-}.", "事件轴长度-{amount:-}。")),)),
    ),
    effect(
        "addEvent", "axis", LocalizedText("Add an event", "加入事件"), (_card("event", ("event",), LocalizedText("Event", "事件")), Field("to", Enum(INTO), LocalizedText("Where", "位置"), required=False, default="pool"), Field("weight", IntegerLiteral(1, 99), LocalizedText("Weight", "事件权"), required=False)),
        LocalizedText("To the pool with a weight, or to the tail of the axis.", "以权重加入随机事件池，或加入事件轴队尾。"),
        LocalizedText("Add {event:called} to the pool of random events.", "将“{event:called}”加入随机事件池。"), handlers.add_event, ("add event, inject, schedule", "加入事件、安排事件"), "plus",
        wording=Wording(keys=LocalizedText("add|axis|pool", "加入|事件"), cases=(Case({"to": "axis"}, LocalizedText("Add {event:called} to the tail of the event axis.", "将“{event:called}”加入事件轴队尾。")),)),
    ),
    effect(
        "changeAmount", "axis", LocalizedText("Change event amounts", "改变事件可变量"), (CHANGE,), LocalizedText("Of all events in the axis (001§10).", "事件轴中所有事件（001§10）。"),
        LocalizedText("The amounts of all events in the axis rise by {amount}.", "事件轴中所有事件的可变量+{amount}。"), handlers.change_amount, ("stronger events, variable", "事件可变量、增强事件"), "hash",
        wording=Wording(keys=LocalizedText("amounts?", "可变量|[+-]"), cases=(Case({"amount": Is.NEGATIVE}, LocalizedText("The amounts of all events in the axis fall by {amount:-}.", "事件轴中所有事件的可变量-{amount:-}。")),)),
    ),
)  # fmt: skip


PLAIN = Wording()


def _modifier(  # noqa: PLR0913 - the parts of an effect
    name: str,
    title: LocalizedText,
    doc: LocalizedText,
    phrase: LocalizedText,
    inline: Any,
    search: tuple[str, str],
    icon: str,
    wording: Wording = PLAIN,
) -> NodeSpec:
    return NodeSpec("effect", name, title, (AMOUNT,), doc, phrase, wording, runtime=NodeRuntime(inline=inline), group="modify", search=search_words(*search), icon=icon)  # fmt: skip


MODIFIERS = (
    _modifier("addDamage", LocalizedText("Raise the damage", "增加伤害"), LocalizedText("While damage is dealt.", "用于造成伤害时。"), LocalizedText("Add {amount:damage}.", "该伤害+{amount}。"), handlers.add_damage, ("more damage, bonus", "增伤、加伤"), "swords", Wording(keys=LocalizedText("damage", "伤害|[+]"))),
    _modifier("reduceDamage", LocalizedText("Lower the damage", "减少伤害"), LocalizedText("While damage is dealt; not below 0.", "用于造成伤害时；不低于 0。"), LocalizedText("Prevent {amount:damage}.", "抵消{amount:点伤害}。"), handlers.reduce_damage, ("less damage, armor, defend", "减伤、护甲、防御"), "shield"),
    _modifier("capDamage", LocalizedText("Limit the damage", "限制伤害"), LocalizedText("While damage is dealt: no more than so much.", "用于造成伤害时：不超过该数值。"), LocalizedText("Reduce it to at most {amount}.", "该伤害至多为{amount}。"), handlers.cap_damage, ("limit damage, at most, tough", "伤害上限、至多"), "shield"),
)  # fmt: skip
EFFECTS = (*FIGHT, *BOARD, *MEANS, *AXIS, *MODIFIERS)
