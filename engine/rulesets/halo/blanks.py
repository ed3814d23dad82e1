"""The texts that a new card may start from, the plainest first. Source: 003§2.1, 003§5.2, 003§6."""

from __future__ import annotations

from engine.language.spec import LocalizedText
from engine.ruleset import Template

TEMPLATES = (
    Template(
        "unit",
        "UNIT",
        LocalizedText("A unit with an ability", "带能力的单位"),
        """{
  "id": "@ID@",
  "name": "New unit",
  "version": "1.0.0",
  "faction": "NEUTRAL",
  "cardType": "UNIT",
  "rarity": "COMMON",
  "deckLimit": 3,
  "isLegendary": false,
  "cost": {
    "supply": 2,
    "battery": 0
  },
  "tags": [
    "INFANTRY"
  ],
  "keywords": [
    {
      "name": "BALLISTIC"
    }
  ],
  "stats": {
    "attack": 2,
    "shieldCap": 0,
    "healthCap": 3
  },
  "abilities": [
    {
      "id": "a_arrives",
      "trigger": "UNIT_DEPLOYED",
      "priority": 300,
      "limitPerTurn": 99,
      "conditions": [
        {
          "op": "SOURCE_IS_SELF",
          "args": []
        }
      ],
      "effects": [
        {
          "type": "DRAW",
          "target": "OWNER",
          "params": {
            "count": 1
          }
        }
      ]
    }
  ],
  "description": "Whenever this unit is deployed, draw a card."
}
""",
    ),
    Template(
        "armory",
        "ARMORY",
        LocalizedText("An armory card", "军械"),
        """{
  "id": "@ID@",
  "name": "New armory",
  "version": "1.0.0",
  "faction": "NEUTRAL",
  "cardType": "ARMORY",
  "rarity": "COMMON",
  "deckLimit": 3,
  "isLegendary": false,
  "cost": {
    "supply": 1,
    "battery": 0
  },
  "tags": [],
  "keywords": [
    {
      "name": "ARMOR"
    }
  ],
  "stats": {
    "attack": 1,
    "shieldCap": 0,
    "healthCap": 0
  },
  "abilities": [],
  "description": ""
}
""",
    ),
    Template(
        "tactical",
        "TACTICAL",
        LocalizedText("A tactical card", "战术牌"),
        """{
  "id": "@ID@",
  "name": "New tactical",
  "version": "1.0.0",
  "faction": "NEUTRAL",
  "cardType": "TACTICAL",
  "rarity": "COMMON",
  "deckLimit": 3,
  "isLegendary": false,
  "cost": {
    "supply": 1,
    "battery": 0
  },
  "tags": [],
  "keywords": [],
  "abilities": [
    {
      "id": "a_played",
      "trigger": "CARD_PLAY_VALIDATED",
      "priority": 300,
      "limitPerTurn": 99,
      "conditions": [
        {
          "op": "SOURCE_IS_SELF",
          "args": []
        }
      ],
      "effects": [
        {
          "type": "DEAL_DAMAGE",
          "target": "CHOSEN_ENEMY",
          "params": {
            "amount": 2
          }
        }
      ]
    }
  ],
  "description": "Deal 2 damage to an enemy unit or vessel of your choice."
}
""",
    ),
    Template(
        "field",
        "FIELD",
        LocalizedText("A field card", "场地牌"),
        """{
  "id": "@ID@",
  "name": "New field",
  "version": "1.0.0",
  "faction": "NEUTRAL",
  "cardType": "FIELD",
  "rarity": "COMMON",
  "deckLimit": 3,
  "isLegendary": false,
  "cost": {
    "supply": 2,
    "battery": 0
  },
  "tags": [],
  "keywords": [],
  "abilities": [
    {
      "id": "a_mends",
      "trigger": "TURN_STARTED",
      "priority": 300,
      "limitPerTurn": 99,
      "conditions": [
        {
          "op": "IS_OWN_TURN",
          "args": []
        }
      ],
      "effects": [
        {
          "type": "HEAL",
          "target": "ALL_ALLIES",
          "params": {
            "amount": 1
          }
        }
      ]
    }
  ],
  "description": "At the start of your turn, restore 1 health to each of your units."
}
""",
    ),
    Template(
        "vessel",
        "VESSEL",
        LocalizedText("A vessel", "舰船"),
        """{
  "id": "@ID@",
  "name": "New vessel",
  "version": "1.0.0",
  "faction": "NEUTRAL",
  "cardType": "VESSEL",
  "rarity": "COMMON",
  "deckLimit": 3,
  "isLegendary": false,
  "cost": {
    "supply": 4,
    "battery": 0
  },
  "tags": [
    "VESSEL",
    "ESCORT"
  ],
  "keywords": [
    {
      "name": "POINT_DEFENSE",
      "value": 1
    }
  ],
  "stats": {
    "attack": 0,
    "shieldCap": 2,
    "healthCap": 5
  },
  "vesselStats": {
    "tonnageClass": "ESCORT",
    "hangars": 1,
    "payloadType": "MIXED",
    "shieldHardening": 0,
    "pointDefense": 1,
    "multiSection": false,
    "sections": []
  },
  "abilities": [],
  "description": ""
}
""",
    ),
    Template(
        "keyword",
        "KEYWORD",
        LocalizedText("A keyword of the pack", "卡包的关键词"),
        """{
  "id": "@ID@",
  "name": "New keyword",
  "version": "1.0.0",
  "cardType": "KEYWORD",
  "parameters": [
    {
      "name": "health",
      "min": 1,
      "max": 9
    }
  ],
  "abilities": [
    {
      "id": "a_heals",
      "trigger": "TURN_STARTED",
      "priority": 300,
      "limitPerTurn": 99,
      "conditions": [
        {
          "op": "IS_OWN_TURN",
          "args": []
        }
      ],
      "effects": [
        {
          "type": "HEAL",
          "target": "THIS",
          "params": {
            "amount": "$keyword.value"
          }
        }
      ]
    }
  ]
}
""",
    ),
    Template(
        "resource",
        "RESOURCE",
        LocalizedText("A resource of the pack", "卡包的资源"),
        """{
  "id": "@ID@",
  "name": "New resource",
  "version": "1.0.0",
  "cardType": "RESOURCE",
  "start": 0,
  "max": 10,
  "abilities": [
    {
      "id": "a_gained",
      "trigger": "KILL_OCCURRED",
      "priority": 300,
      "limitPerTurn": 99,
      "conditions": [
        {
          "op": "IS_ALLY_TARGET",
          "args": []
        }
      ],
      "effects": [
        {
          "type": "GAIN_RESOURCE",
          "target": "OWNER",
          "params": {
            "resource": "@ID@",
            "amount": 1
          }
        }
      ]
    }
  ]
}
""",
    ),
    Template(
        "token",
        "TOKEN",
        LocalizedText("A token", "衍生物"),
        """{
  "id": "@ID@",
  "name": "New token",
  "version": "1.0.0",
  "faction": "NEUTRAL",
  "cardType": "TOKEN",
  "rarity": "COMMON",
  "deckLimit": 0,
  "isLegendary": false,
  "cost": {
    "supply": 0,
    "battery": 0
  },
  "tags": [],
  "keywords": [],
  "stats": {
    "attack": 1,
    "shieldCap": 0,
    "healthCap": 1
  },
  "abilities": [],
  "description": ""
}
""",
    ),
)
