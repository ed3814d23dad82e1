"""From a card document to what the machine needs of it, and the texts of new cards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.language.compiling.behaviors import timing_blocks
from engine.language.compiling.compile import Unit
from engine.language.spec import LocalizedText
from engine.ruleset import Json, Template
from engine.toolkit.costs import cost_rules
from engine.toolkit.rules import CardDef

from .evaluate import worth_of
from .table import COSTS, EARLIER, KEPT, TURNS

KEEPS = {("playedCard", "turn"): TURNS, ("playedCards", None): EARLIER}
"""What is kept of plays for a value: its type, and what it says of `within`."""


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
    return CardDef(
        document["id"],
        kind,
        numbers,
        words,
        timings,
        copies,
        abilities=tuple(cost_rules(document, unit, "manaCost")),
        facts=_facts(document),
    )


def _facts(document: Json) -> Json:
    """Return what a bot values the card at, and what the match must keep for it, if its values ask about plays."""
    facts = {what for node in _nodes(document.get("behaviors", ())) if (what := KEEPS.get(_kind_and_span(node)))}
    facts |= {COSTS} if document.get("costs") else set()
    worth = {"worth": worth_of(document["rarity"], document["manaCost"])}
    return worth | ({KEPT: tuple(sorted(facts))} if facts else {})


def _kind_and_span(node: Json) -> tuple[Any, Any]:
    return node.get("type"), node.get("within")


def _nodes(value: Any) -> Iterator[Json]:
    """Yield all objects below a value."""
    if isinstance(value, dict):
        yield value
    for child in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _nodes(child)


def _monster(document: Json) -> dict[str, int]:
    """Return a monster's numbers; of several bodies it has the foremost one's health."""
    bodies = document.get("bodies", [])
    health = bodies[0] if bodies else document.get("health", 1)
    numbers = {"health": health, "maxHealth": health, "reward": document.get("reward", 0)}
    if document.get("taunt"):
        numbers["taunt"] = 1
    if bodies:
        numbers |= {"bodies": len(bodies), **{f"body{place}": each for place, each in enumerate(bodies)}}
    return numbers


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
