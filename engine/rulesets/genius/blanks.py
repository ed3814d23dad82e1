"""The texts that a new card may start from, the plainest first."""

from __future__ import annotations

from engine.language.spec import LocalizedText
from engine.ruleset import Template

TEMPLATES = (
    Template(
        "support",
        "support",
        LocalizedText("A support that gives dice", "生成骰子的支援牌"),
        """{
  "id": "@ID@",
  "type": "support",
  "name": "New support",
  "rarity": "common",
  "cost": { "aligned": 2 },
  "tags": ["ally"],
  "description": "",
  "varConfigs": { "usage": { "initialValue": 2 } },
  "skills": [
    {
      "id": "help",
      "triggerOn": "BEGIN_ACTION_PHASE",
      "spends": 1,
      "action": [{ "type": "gainDice", "kind": "omni", "count": 2 }]
    }
  ]
}
""",
    ),
    Template(
        "event",
        "eventCard",
        LocalizedText("An event card that heals", "治疗的事件牌"),
        """{
  "id": "@ID@",
  "type": "eventCard",
  "name": "New event",
  "rarity": "common",
  "cost": { "aligned": 1 },
  "tags": ["food"],
  "description": "",
  "target": "myCharacter",
  "skills": [
    { "id": "eat", "skillType": "card", "action": [{ "type": "heal", "target": "$target.characterUUID", "amount": 2 }] }
  ]
}
""",
    ),
    Template(
        "equipment",
        "equipment",
        LocalizedText("A weapon that raises damage", "增加伤害的武器"),
        """{
  "id": "@ID@",
  "type": "equipment",
  "name": "New weapon",
  "rarity": "common",
  "cost": { "aligned": 2 },
  "tags": ["weapon", "sword"],
  "description": "",
  "skills": [
    {
      "id": "edge",
      "triggerOn": "DAMAGE_ADD",
      "filter": [{ "type": "DoneBy", "is": "host" }],
      "action": [{ "type": "addDamage", "amount": 1 }]
    }
  ]
}
""",
    ),
    Template(
        "character",
        "character",
        LocalizedText("A character with three skills", "有三个技能的角色"),
        """{
  "id": "@ID@",
  "type": "character",
  "name": "New character",
  "rarity": "rare",
  "element": "pyro",
  "weaponType": "sword",
  "maxHealth": 10,
  "maxPower": 2,
  "description": "",
  "skills": [
    {
      "id": "strike",
      "name": "Strike",
      "skillType": "normal",
      "cost": { "pyro": 1, "any": 2 },
      "action": [{ "type": "damage", "target": { "type": "opponentActive" }, "amount": 2, "element": "physical" }]
    },
    {
      "id": "flare",
      "name": "Flare",
      "skillType": "elemental",
      "cost": { "pyro": 3 },
      "action": [{ "type": "damage", "target": { "type": "opponentActive" }, "amount": 3, "element": "pyro" }]
    },
    {
      "id": "blaze",
      "name": "Blaze",
      "skillType": "burst",
      "cost": { "pyro": 3, "energy": 2 },
      "action": [{ "type": "damage", "target": { "type": "opponentActive" }, "amount": 5, "element": "pyro" }]
    }
  ]
}
""",
    ),
    Template(
        "summon",
        "summon",
        LocalizedText("A summon that hits in the end phase", "结束阶段造成伤害的召唤物"),
        """{
  "id": "@ID@",
  "type": "summon",
  "name": "New summon",
  "rarity": "common",
  "description": "",
  "varConfigs": { "usage": { "initialValue": 2, "recreateBehavior": "takeMax" } },
  "skills": [
    {
      "id": "hit",
      "triggerOn": "END_PHASE",
      "spends": 1,
      "action": [{ "type": "damage", "target": { "type": "opponentActive" }, "amount": 1, "element": "pyro" }]
    }
  ]
}
""",
    ),
    Template(
        "status",
        "status",
        LocalizedText("A status that raises damage", "增加伤害的角色状态"),
        """{
  "id": "@ID@",
  "type": "status",
  "name": "New status",
  "rarity": "common",
  "description": "",
  "varConfigs": { "usage": { "initialValue": 1 } },
  "skills": [
    {
      "id": "boost",
      "triggerOn": "DAMAGE_ADD",
      "spends": 1,
      "filter": [{ "type": "DoneBy", "is": "host" }],
      "action": [{ "type": "addDamage", "amount": 1 }]
    }
  ]
}
""",
    ),
    Template(
        "combatStatus",
        "combatStatus",
        LocalizedText("A shield for the active character", "保护出战角色的护盾"),
        """{
  "id": "@ID@",
  "type": "combatStatus",
  "name": "New shield",
  "rarity": "common",
  "tags": ["shield"],
  "description": "",
  "varConfigs": { "usage": { "initialValue": 2, "recreateBehavior": "takeMax" } },
  "skills": [
    {
      "id": "absorb",
      "triggerOn": "EXECUTE_DAMAGE",
      "filter": [{ "type": "DoneTo", "is": "myActive" }],
      "action": [{ "type": "absorbDamage" }]
    }
  ]
}
""",
    ),
)
