"""Texts of this game that show problem codes, and why some codes cannot be shown."""

from __future__ import annotations

from collections.abc import Mapping

from engine.language.spec import LocalizedText
from engine.ruleset import ProblemCode, ProblemExample
from engine.toolkit.linting import problem_code

_WAND = (
    '{ "id": "my.treasure.common.awl", "name": "Awl", "manaCost": 0, "rarity": "com", "school": "fire", "cardType": "wand",\n'
    '  "behaviors": [{ "at": "onEquip", "do": [%s] }%s] }'
)
_RAISES = '{ "type": "spellDamage", "mode": "add", "amount": 2, "target": "$onEquip.playerUUID" }'
_LOWERS = ',\n    { "at": "onUnequip", "do": [{ "type": "spellDamage", "mode": "add", "amount": -2, "target": "$onUnequip.playerUUID" }] }'
_LASTS = '{ "type": "modify", "stat": "spellDamage", "op": "add", "value": 2, "mode": "lies" }'

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
        "do",
    ),
    "E-ENUM": ProblemExample(
        '{ "type": "damge", "amount": 5, "target": { "type": "monsterChooser" } }',
        '{ "type": "damage", "amount": 5, "target": { "type": "monsterChooser" } }',
        "do",
    ),
    "E-TYPE": ProblemExample(
        '{ "type": "damage", "amount": 5, "target": "$onPlay.playerUUID" }',
        '{ "type": "damage", "amount": 5, "target": { "type": "monsterChooser" } }',
        "do",
    ),
    "E-PATH": ProblemExample(
        '{ "type": "mana", "mode": "add", "amount": 2, "target": "$onPlay.player" }',
        '{ "type": "mana", "mode": "add", "amount": 2, "target": "$onPlay.playerUUID" }',
        "do",
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
        "do",
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
        "do",
    ),
    "E-CANCEL": ProblemExample(
        '{ "type": "counter" }',
        '{ "type": "addTriggers", "triggers": [{ "event": "onPlayCard", "do": [{ "type": "counter" }] }] }',
        "do",
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
        "do",
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
        "do",
    ),
    "W-COERCE": ProblemExample(
        '{ "type": "damage", "amount": "5", "target": { "type": "monsterChooser" } }',
        '{ "type": "damage", "amount": 5, "target": { "type": "monsterChooser" } }',
        "do",
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
        "do",
    ),
    "W-PASSES": ProblemExample(
        '{ "type": "loop", "times": 100, "do": [{ "type": "loop", "times": 100, "do": [{ "type": "loop", "times": 100, "do": [\n'
        '  { "type": "gold", "mode": "add", "amount": 1, "target": "$onPlay.playerUUID" }\n'
        "] }] }] }",
        '{ "type": "loop", "times": 100, "do": [{ "type": "loop", "times": 100, "do": [\n'
        '  { "type": "gold", "mode": "add", "amount": 1, "target": "$onPlay.playerUUID" }\n'
        "] }] }",
        "do",
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
        "do",
    ),
    "W-DEADVAR": ProblemExample(
        '{ "id": "drawn", "type": "drawCard", "amount": 2, "target": "$onPlay.playerUUID" }',
        '{ "type": "drawCard", "amount": 2, "target": "$onPlay.playerUUID" }',
        "do",
    ),
    "W-TARGET": ProblemExample(
        '{ "type": "damage", "amount": 5, "target": {\n'
        '  "type": "monsterChooser",\n'
        '  "filter": { "type": "HasWand", "playerUUID": "$onPlay.playerUUID" }\n'
        "} }",
        '{ "type": "if", "condition": { "type": "HasWand", "playerUUID": "$onPlay.playerUUID" }, "do": [\n'
        '  { "type": "damage", "amount": 5, "target": { "type": "monsterChooser" } }\n'
        "] }",
        "do",
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
        "do",
    ),
    "W-EMPTY": ProblemExample(
        '{ "type": "addTriggers", "triggers": [{ "event": "onDefeat", "mode": "round", "do": [] }] }',
        '{ "type": "addTriggers", "triggers": [{ "event": "onDefeat", "mode": "round", "do": [\n'
        '  { "type": "gold", "mode": "add", "amount": 1, "target": "$onPlay.playerUUID" }\n'
        "] }] }",
        "do",
    ),
    "E-INLINE": ProblemExample(
        '{ "type": "addTriggers", "triggers": [{ "event": "onHit", "do": [\n'
        '  { "type": "drawCard", "amount": 1, "target": "$onPlay.playerUUID" }\n'
        "] }] }",
        '{ "type": "addTriggers", "triggers": [{ "event": "onDamageTaken", "do": [\n'
        '  { "type": "drawCard", "amount": 1, "target": "$onPlay.playerUUID" }\n'
        "] }] }",
        "do",
    ),
    "E-STATCYCLE": ProblemExample(
        '{ "type": "modify", "stat": "manaCost", "op": "add", "mode": "round",\n'
        '  "value": { "type": "getCardProperty", "cardUUID": "$onPlay.cardUUID", "property": "manaCost" } }',
        '{ "type": "modify", "stat": "manaCost", "op": "add", "mode": "round",\n'
        '  "value": { "type": "getCardProperty", "cardUUID": "$onPlay.cardUUID", "property": "printedCost" } }',
        "do",
    ),
    "E-TEXT": ProblemExample(
        '{ "id": "my.treasure.common.spark", "name": "  ", "manaCost": 1, "rarity": "com", "school": "fire" }',
        '{ "id": "my.treasure.common.spark", "name": "Spark", "manaCost": 1, "rarity": "com", "school": "fire" }',
        "card",
    ),
    "W-DRIFT": ProblemExample(_WAND % (_RAISES, _LOWERS), _WAND % (_LASTS, "")),
}
"""Texts that show the general codes, and the game's own."""

PROBLEM_CODES: Mapping[str, ProblemCode] = {
    "W-DRIFT": problem_code(
        "A number that is raised and lowered again",
        "先升后降的数值",
        "Use the effect “modify” with a lifetime; what it adds is computed each time and leaves nothing behind.",
        "请改用带有持续时间的“modify”；其加值每次重新计算，不留余数。",
    ),
}
"""What the codes mean that only this game reports."""

PROBLEMS_UNSEEN: Mapping[str, LocalizedText] = {
    "W-EVENT": LocalizedText("Every event that `wizards` lists does happen in it.", "`wizards` 所列的事件都会发生。"),
    "E-SELF": LocalizedText(
        "Every effect of `wizards` that raises an event runs out of targets at some time, so its cards get W-LOOP at most.",
        "`wizards` 中会引发事件的效果终会用尽目标，因此其卡牌至多得到 W-LOOP。",
    ),
}
