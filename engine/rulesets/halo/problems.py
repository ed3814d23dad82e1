"""The problem codes of this game alone, texts of it that show codes, and why one cannot be shown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.language.spec import LocalizedText
from engine.ruleset import ProblemCode, ProblemExample
from engine.toolkit.linting import problem_code

_UNIT: Final = (
    '{ "id": "MY-001", "name": "Scouts", "version": "1.0.0", "faction": "NEUTRAL", "cardType": "UNIT", "rarity": "COMMON",\n'
    '  "deckLimit": 3, "isLegendary": false, "cost": { "supply": 1, "battery": 0 }, "tags": [], "keywords": [],\n'
    '  "stats": { "attack": 1, "shieldCap": 0, "healthCap": 2 }, "abilities": [] }'
)
_VESSEL: Final = (
    '{ "id": "VES-MY-001", "name": "Picket", "version": "1.0.0", "faction": "NEUTRAL", "cardType": "VESSEL", "rarity": "RARE",\n'
    '  "deckLimit": 2, "isLegendary": false, "cost": { "supply": 3, "battery": 0 }, "tags": [],\n'
    '  "keywords": [{ "name": "POINT_DEFENSE", "value": 2 }],\n'
    '  "stats": { "attack": 0, "shieldCap": 1, "healthCap": 4 },\n'
    '  "vesselStats": { "tonnageClass": "ESCORT", "hangars": 1, "payloadType": "MIXED", "shieldHardening": 0,\n'
    '    "pointDefense": 2, "multiSection": false, "sections": [] },\n'
    '  "abilities": [] }'
)


_DRAWS: Final = (
    '{ "id": "draw", "trigger": "CARD_PLAY_VALIDATED", "priority": 300, "limitPerTurn": 1,\n'
    '    "conditions": [{ "op": "SOURCE_IS_SELF", "args": [] }],\n'
    '    "effects": [{ "type": "DRAW", "target": "OWNER", "params": { "count": 1 } }] }'
)
_TACTICAL: Final = (
    '{ "id": "TAC-MY-001", "name": "Orders", "version": "1.0.0", "faction": "NEUTRAL", "cardType": "TACTICAL", "rarity": "COMMON",\n'
    '  "deckLimit": 3, "isLegendary": false, "cost": { "supply": 1, "battery": 0 }, "tags": [], "keywords": [],\n'
    '  "abilities": [] }'
)


def _abilities(conditions: str) -> str:
    """Return a unit that draws a card after a kill, under some conditions."""
    drawn = _DRAWS.replace("CARD_PLAY_VALIDATED", "KILL_OCCURRED")
    held = drawn.replace('{ "op": "SOURCE_IS_SELF", "args": [] }', conditions)
    return _UNIT.replace('"abilities": []', f'"abilities": [{held}]')


def _cut(text: str, begin: str, end: str) -> str:
    """Return a text without the part from one mark up to the other."""
    at = text.index(begin)
    return text[:at] + text[text.index(end, at) :]


def _deck(*entries: tuple[str, int]) -> str:
    """Return a deck that begins with these entries; the sign `…` stands for the rest of it."""
    rows = "".join(f'  {{ "id": "{name}", "count": {count} }},\n' for name, count in entries)
    return f'{{ "deckId": "my-deck", "cards": [\n{rows}  …\n] }}'


RIGHT: Final = (("AEG-001", 3), ("AEG-002", 1))
"""What completes the rest of a deck to forty."""

PROBLEM_CODES: Mapping[str, ProblemCode] = {
    "E-STATS": problem_code(
        "Stats are missing, or given where none belong",
        "缺少数值，或不应有数值",
        "Give a card that fights its stats, and take them from one that does not.",
        "请为参战的卡牌写明数值，并删去不参战卡牌的数值。",
    ),
    "E-VESSEL": problem_code(
        "Vessel data are missing, or given on another card",
        "缺少舰船数据，或舰船数据写在了其他卡牌上",
        "A vessel must have them and no other card may; sections are given exactly if the vessel has several.",
        "舰船必须有这些数据，其他卡牌不得有；只有多部位的舰船才写明部位。",
    ),
    "E-TOKEN": problem_code(
        "A token that is not made as tokens are",
        "衍生物的写法不合规则",
        "A token is created by an effect, belongs to no deck and costs nothing; fix the field that the sentence names.",
        "衍生物由效果产生，不能加入牌组，也没有费用；请修正提示所指的字段。",
    ),
    "E-DECK-VESSEL": problem_code(
        "More vessels than the match allows",
        "舰船超过对局允许的数量",
        "Take vessels out, or play without the setting that counts them.",
        "请减少舰船，或关闭限制舰船数量的设置。",
    ),
    "E-KEYWORD": problem_code(
        "A keyword of a pack that cannot be used as it is written",
        "卡包关键词的写法无法使用",
        "Declare each number that its parts use, with a minimum that is not above the maximum; of keywords it may hold those of the game only.",
        "请声明其各部分引用的每个数值，且最小值不大于最大值；只能等同于游戏自带的关键词。",
    ),
    "E-PLAYEDON": problem_code(
        "A card of another kind that says what it is played on",
        "非战术牌写明了打出目标",
        "Take “playedOn” out; only tactical cards choose it.",
        "请删去“playedOn”；只有战术牌可以选择。",
    ),
    "E-RESOURCE": problem_code(
        "A resource that begins above its limit",
        "资源的初始值超过上限",
        "Lower what players have at first, or raise the limit.",
        "请降低初始值，或提高上限。",
    ),
    "W-LEGENDARY": problem_code(
        "A legendary card that allows more than one copy",
        "允许携带多张的传奇卡",
        "Write deckLimit 1; a deck may hold one copy anyway.",
        "请将 deckLimit 写为 1；牌组本来也只能放一张。",
    ),
    "W-KEYWORD": problem_code(
        "A keyword and a field that contradict each other",
        "含义相同的关键词与字段不一致",
        "Give both the same number; the field is what counts.",
        "请将两者写成相同的数值；以字段为准。",
    ),
}
"""What the codes mean that only this game reports."""

_KEYWORD: Final = (
    '{ "id": "REGENERATION", "name": "Regeneration", "version": "1.0.0", "cardType": "KEYWORD",\n'
    '  "parameters": [{ "name": "health", "min": 1, "max": 9 }],\n'
    '  "abilities": [{ "id": "heals", "trigger": "TURN_STARTED", "conditions": [{ "op": "IS_OWN_TURN", "args": [] }],\n'
    '    "effects": [{ "type": "HEAL", "target": "THIS", "params": { "amount": "$keyword.value" } }] }] }'
)
_RESOURCE: Final = (
    '{ "id": "FAITH", "name": "Faith", "version": "1.0.0", "cardType": "RESOURCE", "start": 2, "max": 10 }'
)

CARDS: Mapping[str, tuple[str, str]] = {
    "E-STATS": (_cut(_UNIT, '  "stats"', ' "abilities"'), _UNIT),
    "E-VESSEL": (_cut(_VESSEL, '  "vesselStats"', '  "abilities"'), _VESSEL),
    "E-TOKEN": (_UNIT.replace(' "abilities"', ' "tokenTemplate": { "fallback": "STANDBY" }, "abilities"'), _UNIT),
    "E-KEYWORD": (_KEYWORD.replace("$keyword.value", "$keyword.second"), _KEYWORD),
    "E-PLAYEDON": (_UNIT.replace('"tags": []', '"playedOn": "ALLY", "tags": []'), _UNIT),
    "E-RESOURCE": (_RESOURCE.replace('"start": 2', '"start": 12'), _RESOURCE),
    "W-LEGENDARY": (
        _UNIT.replace('"isLegendary": false', '"isLegendary": true'),
        _UNIT.replace('"deckLimit": 3, "isLegendary": false', '"deckLimit": 1, "isLegendary": true'),
    ),
    "W-KEYWORD": (_VESSEL.replace('"value": 2', '"value": 1'), _VESSEL),
    "W-NEVER": (
        _abilities('{ "op": "IS_ALLY_SOURCE", "args": [] }, { "op": "IS_ENEMY_SOURCE", "args": [] }'),
        _abilities('{ "op": "IS_ENEMY_SOURCE", "args": [] }'),
    ),
    "W-EMPTY": (_TACTICAL, _TACTICAL.replace('"abilities": []', f'"abilities": [{_DRAWS}]')),
}
"""A card with each code, and the same card without it."""

DECKS: Mapping[str, tuple[str, str]] = {
    code: (_deck(*entries), _deck(*RIGHT))
    for code, entries in {
        "E-DECK-TOTAL": RIGHT[:1],
        "E-DECK-UNKNOWN": (("AEG-OO1", 3), RIGHT[1]),
        "E-DECK-LIMIT": (("AEG-001", 4),),
        "E-DECK-LEGENDARY": (("AEG-011", 2), ("AEG-002", 2)),
        "E-DECK-TOKEN": (RIGHT[0], ("TOKEN-MILITIA", 1)),
        "W-DUPENTRY": (("AEG-001", 2), ("AEG-001", 1), RIGHT[1]),
    }.items()
}
"""A deck with each code, and the same deck without it."""

PROBLEM_EXAMPLES: Mapping[str, ProblemExample] = {
    **{code: ProblemExample(*texts) for code, texts in CARDS.items()},
    **{code: ProblemExample(*texts, "deck") for code, texts in DECKS.items()},
}
PROBLEMS_UNSEEN: Mapping[str, LocalizedText] = {
    "E-DECK-VESSEL": LocalizedText(
        "Reported for a deck of a match with the setting `deckVessels`, which is off by default.",
        "仅当对局设置 `deckVessels` 开启、限制舰船数量时针对牌组给出；该设置缺省关闭。",
    ),
}
