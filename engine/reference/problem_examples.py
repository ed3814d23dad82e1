"""For every code of a problem, a text that has it and the same text mended; told of cards of `wizards`, or of another game that says so.

A mistake stands in the frame's `do`, is a whole card, or is a pack of files.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from engine.language.spec.shapes import LocalizedText
from engine.reference import halo_mistakes

RULESET_NAME = "wizards"


@dataclass(frozen=True, slots=True)
class ProblemExample:
    """A text with one problem, and the same without it.

    Shapes: `place` says what the texts are: the effects of the frame, a card (or a list of cards), or the manifest of a pack
            that has no other file, or a deck, in which `…` stands for the rest of it; `repeat` is how often the sign `…` of `broken` is repeated before it is read.
    """

    broken: str
    mended: str
    place: Literal["do", "card", "manifest", "deck"] = "do"
    repeat: int = 1
    ruleset: str = RULESET_NAME


NEVER: Mapping[str, LocalizedText] = {
    "E-INLINE": LocalizedText(
        "No event of `wizards` is answered while it is still being worked out, so none of its cards can have it.",
        "`wizards` 中没有在计算过程中响应的事件，因此其卡牌不会出现此问题。",
    ),
    "E-NOSTARTERS": LocalizedText(
        "Told by a preview about a whole pack, never about one card's text.", "由模拟针对整个卡包给出，不针对单张卡牌。"
    ),
    "E-STATCYCLE": LocalizedText(
        "The shipped games have no static modifiers, so none of their cards can have it.",
        "现有游戏没有静态修正，因此它们的卡牌不会出现此问题。",
    ),
    "W-COST": LocalizedText(
        "Told of a set of at least 20 cards, never of one card's text.",
        "针对至少 20 张卡牌的卡组给出，不针对单张卡牌。",
    ),
    "W-HIDDEN": LocalizedText(
        "It never comes alone: only an old spelling of an outer trigger's event, itself W-ALIAS, can be hidden by an inner one.",
        "它不会单独出现：只有外层触发器事件的旧写法（本身为 W-ALIAS）才会被内层触发器遮蔽。",
    ),
    "W-MORE": LocalizedText(
        "It comes after more than 100 errors or warnings of one file, or 500 of a pack, and says how many more there are.",
        "当一个文件的错误或警告超过 100 个，或一个卡包超过 500 个时出现，并给出未列出的数量。",
    ),
    "W-VERSION": LocalizedText(
        "The card schemas of the shipped games have had one major version so far, so no card is of an older one.",
        "现有游戏的卡牌规范至今只有一个主版本，因此不存在旧版本的卡牌。",
    ),
    "W-EVENT": LocalizedText("Every event that `wizards` lists does happen in it.", "`wizards` 所列的事件都会发生。"),
    "E-SELF": LocalizedText(
        "Every effect of `wizards` that raises an event runs out of targets at some time, so its cards get W-LOOP at most.",
        "`wizards` 中会引发事件的效果终会用尽目标，因此其卡牌至多得到 W-LOOP。",
    ),
    "E-DECK-VESSEL": LocalizedText(
        "Told of a deck for a match whose setting `deckVessels` counts its vessels, which is off where nobody switches it on.",
        "仅当对局设置 `deckVessels` 开启、限制舰船数量时针对牌组给出；该设置缺省关闭。",
    ),
}
"""Codes that no text shown here can have, each with the reason."""

PROBLEM_EXAMPLES: Mapping[str, ProblemExample] = {
    "E-JSON": ProblemExample(
        '{ "id": "my.treasure.common.spark", "name": "Spark" "manaCost": 1, "rarity": "com", "school": "fire" }',
        '{ "id": "my.treasure.common.spark", "name": "Spark", "manaCost": 1, "rarity": "com", "school": "fire" }',
        "card",
    ),
    "E-LIMIT": ProblemExample(
        '{ "id": "my.treasure.common.spark", "name": "Spark", "manaCost": 1, "rarity": "com", "school": "fire",\n'
        '  "description": "…" }',
        '{ "id": "my.treasure.common.spark", "name": "Spark", "manaCost": 1, "rarity": "com", "school": "fire",\n'
        '  "description": "Short." }',
        "card",
        10_001,
    ),
    "E-VERSION": ProblemExample(
        '{ "schemaVersion": "9.0", "id": "my.exploration.III.rat", "name": "Rat", "type": "monster", "level": "III" }',
        '{ "schemaVersion": "1.0", "id": "my.exploration.III.rat", "name": "Rat", "type": "monster", "level": "III" }',
        "card",
    ),
    "E-SCHEMA": ProblemExample(
        '{ "type": "damage", "target": { "type": "monsterChooser" } }',
        '{ "type": "damage", "amount": 5, "target": { "type": "monsterChooser" } }',
    ),
    "E-ENUM": ProblemExample(
        '{ "type": "damge", "amount": 5, "target": { "type": "monsterChooser" } }',
        '{ "type": "damage", "amount": 5, "target": { "type": "monsterChooser" } }',
    ),
    "E-TYPE": ProblemExample(
        '{ "type": "damage", "amount": 5, "target": "$onPlay.playerUUID" }',
        '{ "type": "damage", "amount": 5, "target": { "type": "monsterChooser" } }',
    ),
    "E-PATH": ProblemExample(
        '{ "type": "mana", "mode": "add", "amount": 2, "target": "$onPlay.player" }',
        '{ "type": "mana", "mode": "add", "amount": 2, "target": "$onPlay.playerUUID" }',
    ),
    "E-REF": ProblemExample(
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
    "E-DUP": ProblemExample(
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
    "E-LOOP": ProblemExample(
        '{ "type": "loop", "times": 1000, "do": [{ "type": "gold", "mode": "add", "amount": 1, "target": "$onPlay.playerUUID" }] }',
        '{ "type": "loop", "times": 10, "do": [{ "type": "gold", "mode": "add", "amount": 1, "target": "$onPlay.playerUUID" }] }',
    ),
    "E-CANCEL": ProblemExample(
        '{ "type": "counter" }',
        '{ "type": "addTriggers", "triggers": [{ "event": "onPlayCard", "do": [{ "type": "counter" }] }] }',
    ),
    "E-TMPLID": ProblemExample(
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
    "E-MARKUP": ProblemExample(
        '{ "id": "my.exploration.III.rat", "name": "Rat", "type": "monster", "level": "III",\n'
        '  "description": "<a href=\\"https://example.org\\">A rat</a>." }',
        '{ "id": "my.exploration.III.rat", "name": "Rat", "type": "monster", "level": "III",\n'
        '  "description": "<b>A rat</b>." }',
        "card",
    ),
    "E-FILE": ProblemExample('{ "cardFiles": ["cards/spark.json"] }', '{ "cardFiles": [] }', "manifest"),
    "W-ALIAS": ProblemExample(
        '{ "type": "addTriggers", "triggers": [{\n'
        '  "event": "onRoundEnd", "mode": "permanent",\n'
        '  "do": [{ "type": "gold", "mode": "add", "amount": 1, "target": "$onPlay.playerUUID" }]\n'
        "}] }",
        '{ "type": "addTriggers", "triggers": [{\n'
        '  "event": "onRoundEnd", "mode": "always",\n'
        '  "do": [{ "type": "gold", "mode": "add", "amount": 1, "target": "$onPlay.playerUUID" }]\n'
        "}] }",
    ),
    "W-COERCE": ProblemExample(
        '{ "type": "damage", "amount": "5", "target": { "type": "monsterChooser" } }',
        '{ "type": "damage", "amount": 5, "target": { "type": "monsterChooser" } }',
    ),
    "W-ID": ProblemExample(
        '{ "id": "rat", "name": "Rat", "type": "monster", "level": "III" }',
        '{ "id": "my.exploration.III.rat", "name": "Rat", "type": "monster", "level": "III" }',
        "card",
    ),
    "W-LOOP": ProblemExample(
        '{ "type": "addTriggers", "triggers": [{\n'
        '  "event": "onDamageTaken", "mode": "round",\n'
        '  "do": [{ "type": "damage", "amount": 1, "target": "$onDamageTaken.monsterUUID" }]\n'
        "}] }",
        '{ "type": "addTriggers", "triggers": [{\n'
        '  "event": "onDamageTaken", "mode": "once",\n'
        '  "do": [{ "type": "damage", "amount": 1, "target": "$onDamageTaken.monsterUUID" }]\n'
        "}] }",
    ),
    "W-PATH": ProblemExample(
        '{ "type": "if", "condition": { "type": "HasWand", "playerUUID": "$onPlay.playerUUID" }, "do": [\n'
        '  { "id": "drawn", "type": "drawCard", "amount": 1, "target": "$onPlay.playerUUID" }\n'
        "] },\n"
        '{ "type": "discardCard", "target": "$drawn.UUID" }',
        '{ "type": "if", "condition": { "type": "HasWand", "playerUUID": "$onPlay.playerUUID" }, "do": [\n'
        '  { "id": "drawn", "type": "drawCard", "amount": 1, "target": "$onPlay.playerUUID" },\n'
        '  { "type": "discardCard", "target": "$drawn.UUID" }\n'
        "] }",
    ),
    "W-DEADVAR": ProblemExample(
        '{ "id": "drawn", "type": "drawCard", "amount": 2, "target": "$onPlay.playerUUID" }',
        '{ "type": "drawCard", "amount": 2, "target": "$onPlay.playerUUID" }',
    ),
    "W-TARGET": ProblemExample(
        '{ "type": "damage", "amount": 5, "target": {\n'
        '  "type": "monsterChooser",\n'
        '  "filter": { "type": "HasWand", "playerUUID": "$onPlay.playerUUID" }\n'
        "} }",
        '{ "type": "if", "condition": { "type": "HasWand", "playerUUID": "$onPlay.playerUUID" }, "do": [\n'
        '  { "type": "damage", "amount": 5, "target": { "type": "monsterChooser" } }\n'
        "] }",
    ),
    "W-TEXT": ProblemExample(
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
    "W-UNREACH": ProblemExample(
        '{ "type": "if", "condition": { "type": "GreaterThan", "value1": 1, "value2": 2 }, "do": [\n'
        '  { "type": "gold", "mode": "add", "amount": 1, "target": "$onPlay.playerUUID" }\n'
        "] }",
        '{ "type": "gold", "mode": "add", "amount": 1, "target": "$onPlay.playerUUID" }',
    ),
    **{
        code: ProblemExample(*texts, "card", ruleset=halo_mistakes.RULESET_NAME)
        for code, texts in halo_mistakes.CARDS.items()
    },
    **{
        code: ProblemExample(*texts, "deck", ruleset=halo_mistakes.RULESET_NAME)
        for code, texts in halo_mistakes.DECKS.items()
    },
}
