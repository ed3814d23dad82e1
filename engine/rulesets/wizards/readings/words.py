"""What the grammar of sentences means in `wizards`: words of its own."""

from __future__ import annotations

from engine.language.spec.readings import Nouns, noun, nouns, word

NOUNS: tuple[Nouns, ...] = (
    nouns("school", "onlyCards school"),
    nouns("kind", "onlyCards kind"),
    nouns("level", "chooser.monsterChooser level"),
    noun("school", "fire", "fire", "火系、火焰、火"),
    noun("school", "frost", "frost, ice", "冰系、冰霜、冰"),
    noun("school", "arcane", "arcane", "奥术"),
    nouns("rarity", "onlyCards rarity"),
    noun("rarity", "leg", "legendary", "传说"),
    noun("rarity", "com", "common", "普通"),
    noun("rarity", "ori", "starting", "初始"),
    word("head", "wandslot", "wand slot, equipped wand, your wand", "魔杖栏、装备的魔杖、你的魔杖"),
    word("head", "monster", "exploration", "探索牌"),
    word("res", "steps", "step, steps", "步数、步"),
    word("verb", "addbody", "gain a body of, add a body with, new body", "增加一个个体、增援"),
    word("verb", "advance", "advance, move forward, step forward", "前进、推进"),
    word("verb", "goback", "go back, move back, step back, fall back", "后退、退后"),
    word("verb", "attune", "become a wizard of, attune to, attune", "成为派系、专精"),
    word("verb", "redirect", "redirect it to, redirect the hit to, redirect", "转移给、转移到、改为命中"),
    word("verb", "turnschool", "turn into school, count as, counts as", "派系变为、视为"),
    word("verb", "prevent", "prevent it, prevent", "阻止"),
    word(
        "verb",
        "copy",
        "cast again, cast a copy of, recast, cast it again, echo",
        "再施放一次、再次施放、施放复制、重复施放、回响",
    ),
    word("event", "forget", "forget, forgets, is forgotten, trash", "遗忘、忘掉"),
    word(
        "event",
        "lethal",
        "would die, would be defeated, is about to die, would be killed",
        "即将被击败、将要死亡、即将死亡、濒死",
    ),
    word("event", "drawthis", "is drawn", "被抽到、抽到时、抽到此牌、抽到这张牌"),
    word("event", "unequip", "is unequipped, unequipped, leaves its slot, comes off", "卸下、被卸下"),
    word("event", "roll", "roll, rolls, roll dice", "掷骰、掷骰子"),
    word(
        "moment",
        "matchstart/any",
        "start of the match, match starts, game starts, start of the game",
        "对局开始、游戏开始",
    ),
    word("label", "resonance", "resonance", "共鸣"),
    word("label", "spread", "spread", "蔓延"),
    noun("kind", "spell", "spell", "法术、法咒、咒语"),
    noun("kind", "wand", "wand", "魔杖、法杖"),
    noun("kind", "occult", "occult", "秘术"),
)
