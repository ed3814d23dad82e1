"""What the grammar of sentences means in `encounter`: words of its own."""

from __future__ import annotations

from engine.language.spec.readings import Nouns, noun, nouns, word

NOUNS: tuple[Nouns, ...] = (
    nouns("trigger", "skill triggerOn"),
    word("res", "pages", "death page, death pages, doom", "死页"),
    word("res", "treasure", "world map resource, wood, loot", "大地图资源、木材、战利品"),
    word(
        "res",
        "draws",
        "cards drawn each turn, cards you draw each turn, card each turn, draw each turn",
        "每回合抽牌数、每回合抽牌",
    ),
    word("stat", "priority", "priority", "攻速修正值、攻速修正"),
    word("res", "axis", "axis length, event axis", "事件轴长度"),
    word("verb", "loststatus", "cure, cleanse", "净化、治愈状态"),
    word("verb", "grantability", "gain an ability, gains an ability, give an ability", "获得异能、赋予异能"),
    word(
        "verb",
        "takeregion",
        "take its region, takes its region, capture its region, takes control of its region",
        "占领所在战区、占领其战区",
    ),
    word("verb", "losematch", "you lose the encounter, lose the match, lose the game", "你输掉、落败、输掉这场遭遇"),
    word("verb", "win", "you win, win the encounter, win the game, win the match", "赢得、赢得这场遭遇、你获胜"),
    word("verb", "mill", "destroy the top cards, burn the top", "销毁牌库顶、销毁"),
    word("verb", "completeplot", "complete the plot event, complete the quest, complete", "完成剧情事件、完成任务"),
    word("verb", "giveboon", "give a boon to, boon", "赋予增益异能、增益异能"),
    word("verb", "removeboons", "remove the boons of, remove boons", "移除增益异能"),
    word("verb", "changespell", "change the spell of, rewrite the spell of", "改变法咒、改写法咒"),
    word(
        "verb",
        "delayevent",
        "delay the first event by, delay the next event by, delay the next event, push back the first event by",
        "延后第一个事件、推迟第一个事件、延后事件",
    ),
    word("verb", "swapevents", "swap the first two events, swap events", "交换前两个事件、交换事件"),
    word("verb", "removeevents", "remove all events, clear the event axis", "删除所有事件、清空事件轴"),
    word(
        "verb",
        "growaxis",
        "the event axis grows by, lengthen the event axis by, event axis length",
        "事件轴增长、事件轴长度",
    ),
    word("verb", "addevent", "add an event, schedule an event", "加入事件、安排事件"),
    word(
        "verb", "changeamount", "event amounts rise by, raise the event amounts by, amounts of all events", "事件可变量"
    ),
    word(
        "event",
        "hit",
        "would take damage, is about to take damage, would deal damage, is about to deal damage, would damage",
        "即将受到伤害、即将造成伤害",
    ),
    word("event", "castability", "casts an ability, uses an ability, cast an ability", "施放异能、使用异能"),
    nouns("status", "effect.giveStatus status"),
    nouns("terrain", "effect.changeTerrain terrain"),
    nouns("color", "effect.damage color"),
    noun("status", "dizzy", "stun, stunned, dizzy, asleep, sleep", "眩晕、晕、晕眩、睡眠"),
    noun("status", "disarmed", "disarm, disarmed", "缴械"),
    noun("status", "cursed", "curse, cursed", "诅咒"),
    noun("terrain", "burning", "burning, on fire, fire", "燃烧、着火、火"),
    noun("terrain", "mist", "mist, fog", "迷雾、雾"),
    noun("kind", "order", "order, spell, order card", "指令牌、法术、法咒"),
    noun("kind", "summon", "summoning card", "召唤牌"),
)
