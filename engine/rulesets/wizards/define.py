"""From a card document to what the machine and the card face need of it."""

from __future__ import annotations

from typing import Any

from engine.face import Face, Texts, facts, tone_of, words_of
from engine.kernel.program import CardDef
from engine.language.compiling.compile import Unit
from engine.language.spec.shapes import LocalizedText
from engine.ruleset import Template, timing_blocks
from engine.rulesets.wizards.vocabulary import RARITIES, SCHOOLS

Json = dict[str, Any]
KIND_NAMES = {
    "spell": LocalizedText("Spell", "法术"),
    "wand": LocalizedText("Wand", "魔杖"),
    "occult": LocalizedText("Occult", "秘术"),
    "undercurrent": LocalizedText("Undercurrent", "暗流"),
}
GEMS = {"ori": "starter", "com": "common", "leg": "legendary"}
TYPE_NAMES = {"monster": LocalizedText("Monster", "怪物"), "event": LocalizedText("Event", "事件")}


def define(document: Json, kind: str, unit: Unit) -> CardDef:
    """Compile a card: its numbers as an entity's first variables, its words, its blocks by moment."""
    timings = timing_blocks(document, unit)
    copies = document.get("count", 1)
    if kind == "exploration":
        words = {"type": document["type"], "level": document["level"]}
        numbers = _monster(document) if words["type"] == "monster" else {}
        return CardDef(document["id"], kind, numbers, words, timings, copies)
    words = {"rarity": document["rarity"], "school": document["school"], "cardType": document.get("cardType", "spell")}
    numbers = {"manaCost": document["manaCost"]}
    if words["cardType"] == "undercurrent":
        numbers["faceDown"] = 1  # set for nothing, paid when it springs (WZ15)
    return CardDef(document["id"], kind, numbers, words, timings, copies)


def _monster(document: Json) -> dict[str, int]:
    """Return a monster's numbers; of several bodies it has the foremost one's health."""
    bodies = document.get("bodies", [])
    health = bodies[0] if bodies else document.get("health", 1)
    numbers = {"health": health, "maxHealth": health, "reward": document.get("reward", 0)}
    if bodies:
        numbers |= {"bodies": len(bodies), **{f"body{place}": each for place, each in enumerate(bodies)}}
    return numbers


def face(document: Json, texts: Texts) -> Face:
    """Return what a card face shows; a language without text shows the source's."""
    name, text = words_of(document, texts, "name"), words_of(document, texts, "description")
    card = str(document.get("id", ""))
    if "level" in document:
        kind = TYPE_NAMES.get(str(document.get("type")), LocalizedText("Exploration", "探索"))
        line = LocalizedText(f"{kind.en} {document['level']}", f"{kind.zh} {document['level']}")
        shown = document | ({"health": _joined(document["bodies"])} if document.get("bodies") else {})
        stats = facts(
            (LocalizedText("HP", "生命"), shown.get("health"), ""),
            (LocalizedText("Bounty", "赏金"), shown.get("reward"), ""),
        )
        return Face(card, "exploration", name, text, line, tone="ridge" if stats else "lantern", stats=stats)
    kind = KIND_NAMES.get(str(document.get("cardType", "spell")), KIND_NAMES["spell"])
    school, rarity = _title(SCHOOLS, document.get("school")), _title(RARITIES, document.get("rarity"))
    return Face(
        card,
        "treasure",
        name,
        text,
        LocalizedText(f"{kind.en} · {school.en}", f"{kind.zh} · {school.zh}"),
        tone=tone_of(document.get("school")),
        gem=GEMS.get(str(document.get("rarity")), "common"),
        rarity=rarity,
        cost=facts((LocalizedText("Mana", "法力"), document.get("manaCost"), "")),
        stats=facts((LocalizedText("Rarity", "稀有度"), rarity, "")),
    )


def _joined(bodies: Any) -> str:
    return "+".join(map(str, bodies)) if isinstance(bodies, list) else str(bodies)


def _title(options: Any, name: Any) -> LocalizedText:
    return next(
        (option.title for option in options if option.name == name), LocalizedText(str(name or ""), str(name or ""))
    )


TEMPLATES = (
    Template(
        "spell",
        "treasure",
        LocalizedText("A spell that deals damage", "造成伤害的法术"),
        """{
  "id": "@ID@",
  "count": 1,
  "name": "New spell",
  "manaCost": 2,
  "rarity": "com",
  "school": "none",
  "description": "Deal 5 damage to a monster.",
  "behaviors": [
    {
      "at": "onPlay",
      "do": [
        { "type": "damage", "amount": 5, "target": { "type": "monsterChooser", "ask": "$onPlay.playerUUID" } }
      ]
    }
  ]
}
""",
    ),
    Template(
        "trigger",
        "treasure",
        LocalizedText("A spell that waits for something", "等待时机的法术"),
        """{
  "id": "@ID@",
  "count": 1,
  "name": "New trap",
  "manaCost": 1,
  "rarity": "com",
  "school": "arcane",
  "description": "This round, whenever you defeat a monster, gain 2 gold.",
  "behaviors": [
    {
      "at": "onPlay",
      "do": [
        {
          "type": "addTriggers",
          "triggers": [
            {
              "event": "onDefeat",
              "mode": "round",
              "condition": { "type": "Equals", "value1": "$onDefeat.sourcePlayerUUID", "value2": "$onPlay.playerUUID" },
              "do": [{ "type": "gold", "mode": "add", "amount": 2, "target": "$onPlay.playerUUID" }]
            }
          ]
        }
      ]
    }
  ]
}
""",
    ),
    Template(
        "undercurrent",
        "treasure",
        LocalizedText("An undercurrent that counters a play", "反制出牌的暗流"),
        """{
  "id": "@ID@",
  "count": 1,
  "name": "New undercurrent",
  "manaCost": 3,
  "rarity": "com",
  "school": "frost",
  "cardType": "undercurrent",
  "description": "When another player plays a card, you may pay 3 mana: counter that card.",
  "behaviors": [
    {
      "at": "onEquip",
      "do": [
        {
          "type": "addTriggers",
          "triggers": [
            {
              "event": "onPlayCard",
              "mode": "always",
              "condition": {
                "type": "Not",
                "condition": { "type": "Equals", "value1": "$onPlayCard.playerUUID", "value2": "$onEquip.playerUUID" }
              },
              "do": [{ "type": "springUndercurrent", "do": [{ "type": "counter" }] }]
            }
          ]
        }
      ]
    }
  ]
}
""",
    ),
    Template(
        "monster",
        "exploration",
        LocalizedText("A monster", "怪物"),
        """{
  "id": "@ID@",
  "name": "New monster",
  "type": "monster",
  "level": "III",
  "health": 8,
  "reward": 2,
  "description": ""
}
""",
    ),
    Template(
        "event",
        "exploration",
        LocalizedText("An event", "事件"),
        """{
  "id": "@ID@",
  "name": "New event",
  "type": "event",
  "level": "III",
  "description": "Gain 2 mana.",
  "behaviors": [
    {
      "at": "onDrawExploration",
      "do": [{ "type": "mana", "mode": "add", "amount": 2, "target": "$onDrawExploration.playerUUID" }]
    }
  ]
}
""",
    ),
)
