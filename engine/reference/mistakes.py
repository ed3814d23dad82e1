"""For every code of a problem, a text that has it and the same text mended; told of cards of `wizards`, or of another game that says so.

A mistake stands in the frame's `do`, is a whole card, or is a pack of files.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from engine.language.shapes import Bi
from engine.reference import halo_mistakes

GAME = "wizards"


@dataclass(frozen=True, slots=True)
class Mistake:
    """A text with one problem, and the same without it.

    Shapes: `place` says what the texts are: the effects of the frame, a card (or a list of cards), or the manifest of a pack
            that has no other file, or a deck, in which `…` stands for the rest of it; `repeat` is how often the sign `…` of `broken` is repeated before it is read.
    """

    broken: str
    mended: str
    place: Literal["do", "card", "manifest", "deck"] = "do"
    repeat: int = 1
    game: str = GAME


NEVER: Mapping[str, Bi] = {
    "E-INLINE": Bi(
        "No event of `wizards` is answered while it is still being worked out, so none of its cards can have it.",
        "`wizards` 中没有在计算过程中响应的事件，因此其卡牌不会出现此问题。",
    ),
    "E-NOSTARTERS": Bi(
        "Told by a preview about a whole pack, never about one card's text.", "由模拟针对整个卡包给出，不针对单张卡牌。"
    ),
    "E-STATCYCLE": Bi(
        "The shipped games have no static modifiers, so none of their cards can have it.",
        "现有游戏没有静态修正，因此它们的卡牌不会出现此问题。",
    ),
    "W-COST": Bi(
        "Told of a set of at least 20 cards, never of one card's text.",
        "针对至少 20 张卡牌的卡组给出，不针对单张卡牌。",
    ),
    "W-HIDDEN": Bi(
        "It never comes alone: only an old spelling of an outer trigger's event, itself W-ALIAS, can be hidden by an inner one.",
        "它不会单独出现：只有外层触发器事件的旧写法（本身为 W-ALIAS）才会被内层触发器遮蔽。",
    ),
    "W-MORE": Bi(
        "It comes after more than 100 errors or warnings of one file, or 500 of a pack, and says how many more there are.",
        "当一个文件的错误或警告超过 100 个，或一个卡包超过 500 个时出现，并给出未列出的数量。",
    ),
    "W-VERSION": Bi(
        "The card schemas of the shipped games have had one major version so far, so no card is of an older one.",
        "现有游戏的卡牌规范至今只有一个主版本，因此不存在旧版本的卡牌。",
    ),
    "W-EVENT": Bi("Every event that `wizards` lists does happen in it.", "`wizards` 所列的事件都会发生。"),
    "E-SELF": Bi(
        "Every effect of `wizards` that raises an event runs out of targets at some time, so its cards get W-LOOP at most.",
        "`wizards` 中会引发事件的效果终会用尽目标，因此其卡牌至多得到 W-LOOP。",
    ),
    "E-DECK-VESSEL": Bi(
        "Told of a deck for a match whose setting `deckVessels` counts its vessels, which is off where nobody switches it on.",
        "仅当对局设置 `deckVessels` 开启、限制舰船数量时针对牌组给出；该设置缺省关闭。",
    ),
}
"""Codes that no text shown here can have, each with the reason."""

MISTAKES: Mapping[str, Mistake] = {
    "E-JSON": Mistake(
        '{ "id": "my.treasure.common.spark", "name": "Spark" "manaCost": 1, "rarity": "com", "school": "fire" }',
        '{ "id": "my.treasure.common.spark", "name": "Spark", "manaCost": 1, "rarity": "com", "school": "fire" }',
        "card",
    ),
    "E-LIMIT": Mistake(
        '{ "id": "my.treasure.common.spark", "name": "Spark", "manaCost": 1, "rarity": "com", "school": "fire",\n'
        '  "description": "…" }',
        '{ "id": "my.treasure.common.spark", "name": "Spark", "manaCost": 1, "rarity": "com", "school": "fire",\n'
        '  "description": "Short." }',
        "card",
        10_001,
    ),
    "E-VERSION": Mistake(
        '{ "schemaVersion": "9.0", "id": "my.exploration.III.rat", "name": "Rat", "type": "monster", "level": "III" }',
        '{ "schemaVersion": "1.0", "id": "my.exploration.III.rat", "name": "Rat", "type": "monster", "level": "III" }',
        "card",
    ),
    "E-SCHEMA": Mistake(
        '{ "type": "damage", "target": { "type": "monsterChooser" } }',
        '{ "type": "damage", "amount": 5, "target": { "type": "monsterChooser" } }',
    ),
    "E-ENUM": Mistake(
        '{ "type": "damge", "amount": 5, "target": { "type": "monsterChooser" } }',
        '{ "type": "damage", "amount": 5, "target": { "type": "monsterChooser" } }',
    ),
    "E-TYPE": Mistake(
        '{ "type": "damage", "amount": 5, "target": "$onPlay.playerUUID" }',
        '{ "type": "damage", "amount": 5, "target": { "type": "monsterChooser" } }',
    ),
    "E-PATH": Mistake(
        '{ "type": "mana", "mode": "add", "amount": 2, "target": "$onPlay.player" }',
        '{ "type": "mana", "mode": "add", "amount": 2, "target": "$onPlay.playerUUID" }',
    ),
    "E-REF": Mistake(
        '{ "type": "addTriggers", "triggers": [{\n'
        '  "event": "onBuy", "mode": "round",\n'
        '  "condition": { "type": "Equals", "value1": "$onBuy.cardID", "value2": "loom.treasure.common.ember_flik" },\n'
        '  "do": [{ "type": "gold", "mode": "add", "amount": 1, "target": "$onBuy.playerUUID" }]\n'
        "}] }",
        '{ "type": "addTriggers", "triggers": [{\n'
        '  "event": "onBuy", "mode": "round",\n'
        '  "condition": { "type": "Equals", "value1": "$onBuy.cardID", "value2": "loom.treasure.common.ember_flick" },\n'
        '  "do": [{ "type": "gold", "mode": "add", "amount": 1, "target": "$onBuy.playerUUID" }]\n'
        "}] }",
    ),
    "E-DUP": Mistake(
        "[\n"
        '  { "id": "my.exploration.III.rat", "name": "Rat", "type": "monster", "level": "III" },\n'
        '  { "id": "my.exploration.III.rat", "name": "Bat", "type": "monster", "level": "III" }\n'
        "]",
        "[\n"
        '  { "id": "my.exploration.III.rat", "name": "Rat", "type": "monster", "level": "III" },\n'
        '  { "id": "my.exploration.III.bat", "name": "Bat", "type": "monster", "level": "III" }\n'
        "]",
        "card",
    ),
    "E-LOOP": Mistake(
        '{ "type": "loop", "times": 1000, "do": [{ "type": "gold", "mode": "add", "amount": 1, "target": "$onPlay.playerUUID" }] }',
        '{ "type": "loop", "times": 10, "do": [{ "type": "gold", "mode": "add", "amount": 1, "target": "$onPlay.playerUUID" }] }',
    ),
    "E-CANCEL": Mistake(
        '{ "type": "counter" }',
        '{ "type": "addTriggers", "triggers": [{ "event": "onPlayCard", "do": [{ "type": "counter" }] }] }',
    ),
    "E-TMPLID": Mistake(
        '{ "id": "outer", "type": "loop", "times": 2, "do": [\n'
        '  { "type": "loop", "times": 2, "do": [\n'
        '    { "id": "drawn{outer.index}", "type": "drawCard", "amount": 1, "target": "$onPlay.playerUUID" },\n'
        '    { "type": "gold", "mode": "add", "amount": "{drawn{outer.index}.count}", "target": "$onPlay.playerUUID" }\n'
        "  ] }\n"
        "] }",
        '{ "id": "outer", "type": "loop", "times": 2, "do": [\n'
        '  { "id": "inner", "type": "loop", "times": 2, "do": [\n'
        '    { "id": "drawn{outer.index}_{inner.index}", "type": "drawCard", "amount": 1, "target": "$onPlay.playerUUID" },\n'
        '    { "type": "gold", "mode": "add", "amount": "{drawn{outer.index}_{inner.index}.count}", "target": "$onPlay.playerUUID" }\n'
        "  ] }\n"
        "] }",
    ),
    "E-MARKUP": Mistake(
        '{ "id": "my.exploration.III.rat", "name": "Rat", "type": "monster", "level": "III",\n'
        '  "description": "<a href=\\"https://example.org\\">A rat</a>." }',
        '{ "id": "my.exploration.III.rat", "name": "Rat", "type": "monster", "level": "III",\n'
        '  "description": "<b>A rat</b>." }',
        "card",
    ),
    "E-FILE": Mistake('{ "cardFiles": ["cards/spark.json"] }', '{ "cardFiles": [] }', "manifest"),
    "W-ALIAS": Mistake(
        '{ "type": "addTriggers", "triggers": [{\n'
        '  "event": "onRoundEnd", "mode": "permanent",\n'
        '  "do": [{ "type": "gold", "mode": "add", "amount": 1, "target": "$onPlay.playerUUID" }]\n'
        "}] }",
        '{ "type": "addTriggers", "triggers": [{\n'
        '  "event": "onRoundEnd", "mode": "always",\n'
        '  "do": [{ "type": "gold", "mode": "add", "amount": 1, "target": "$onPlay.playerUUID" }]\n'
        "}] }",
    ),
    "W-COERCE": Mistake(
        '{ "type": "damage", "amount": "5", "target": { "type": "monsterChooser" } }',
        '{ "type": "damage", "amount": 5, "target": { "type": "monsterChooser" } }',
    ),
    "W-ID": Mistake(
        '{ "id": "rat", "name": "Rat", "type": "monster", "level": "III" }',
        '{ "id": "my.exploration.III.rat", "name": "Rat", "type": "monster", "level": "III" }',
        "card",
    ),
    "W-LOOP": Mistake(
        '{ "type": "addTriggers", "triggers": [{\n'
        '  "event": "onDamageTaken", "mode": "round",\n'
        '  "do": [{ "type": "damage", "amount": 1, "target": "$onDamageTaken.monsterUUID" }]\n'
        "}] }",
        '{ "type": "addTriggers", "triggers": [{\n'
        '  "event": "onDamageTaken", "mode": "once",\n'
        '  "do": [{ "type": "damage", "amount": 1, "target": "$onDamageTaken.monsterUUID" }]\n'
        "}] }",
    ),
    "W-PATH": Mistake(
        '{ "type": "if", "condition": { "type": "HasWand", "playerUUID": "$onPlay.playerUUID" }, "do": [\n'
        '  { "id": "drawn", "type": "drawCard", "amount": 1, "target": "$onPlay.playerUUID" }\n'
        "] },\n"
        '{ "type": "discardCard", "target": "$drawn.UUID" }',
        '{ "type": "if", "condition": { "type": "HasWand", "playerUUID": "$onPlay.playerUUID" }, "do": [\n'
        '  { "id": "drawn", "type": "drawCard", "amount": 1, "target": "$onPlay.playerUUID" },\n'
        '  { "type": "discardCard", "target": "$drawn.UUID" }\n'
        "] }",
    ),
    "W-DEADVAR": Mistake(
        '{ "id": "drawn", "type": "drawCard", "amount": 2, "target": "$onPlay.playerUUID" }',
        '{ "type": "drawCard", "amount": 2, "target": "$onPlay.playerUUID" }',
    ),
    "W-TARGET": Mistake(
        '{ "type": "damage", "amount": 5, "target": {\n'
        '  "type": "monsterChooser",\n'
        '  "filter": { "type": "HasWand", "playerUUID": "$onPlay.playerUUID" }\n'
        "} }",
        '{ "type": "if", "condition": { "type": "HasWand", "playerUUID": "$onPlay.playerUUID" }, "do": [\n'
        '  { "type": "damage", "amount": 5, "target": { "type": "monsterChooser" } }\n'
        "] }",
    ),
    "W-TEXT": Mistake(
        '{ "id": "my.treasure.common.spark", "name": "Spark", "manaCost": 1, "rarity": "com", "school": "fire",\n'
        '  "description": "Deal 3 damage to a monster.",\n'
        '  "behaviors": [{ "at": "onPlay", "do": [\n'
        '    { "type": "damage", "amount": 2, "target": { "type": "monsterChooser" } }\n'
        "  ] }] }",
        '{ "id": "my.treasure.common.spark", "name": "Spark", "manaCost": 1, "rarity": "com", "school": "fire",\n'
        '  "description": "Deal 2 damage to a monster.",\n'
        '  "behaviors": [{ "at": "onPlay", "do": [\n'
        '    { "type": "damage", "amount": 2, "target": { "type": "monsterChooser" } }\n'
        "  ] }] }",
        "card",
    ),
    "W-UNREACH": Mistake(
        '{ "type": "if", "condition": { "type": "GreaterThan", "value1": 1, "value2": 2 }, "do": [\n'
        '  { "type": "gold", "mode": "add", "amount": 1, "target": "$onPlay.playerUUID" }\n'
        "] }",
        '{ "type": "gold", "mode": "add", "amount": 1, "target": "$onPlay.playerUUID" }',
    ),
    **{code: Mistake(*texts, "card", game=halo_mistakes.GAME) for code, texts in halo_mistakes.CARDS.items()},
    **{code: Mistake(*texts, "deck", game=halo_mistakes.GAME) for code, texts in halo_mistakes.DECKS.items()},
}
