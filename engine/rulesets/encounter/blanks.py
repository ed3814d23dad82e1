"""The texts that a new card may start from, the plainest first."""

from __future__ import annotations

from engine.language.spec import LocalizedText
from engine.ruleset import Template


def _template(kind: str, title: LocalizedText, body: str) -> Template:
    head = f'{{\n  "id": "@ID@",\n  "type": "{kind}",\n  "name": "New {kind}",\n  "rarity": "common",\n'
    return Template(kind, kind, title, head + body)


TEMPLATES = (
    _template(
        "ability",
        LocalizedText("An ability: an aura and a battlecry", "异能：光环与战吼"),
        """  "description": "",
  "static": [{ "stat": "atk", "op": "add", "value": 1, "to": "adjacentAllies" }],
  "skills": [
    {
      "id": "cry",
      "triggerOn": "Deployed",
      "filter": [{ "type": "DoneTo", "is": "host" }],
      "action": [{ "type": "damage", "target": { "type": "units", "side": "enemy", "which": "nearest" }, "amount": 1 }]
    }
  ]
}
""",
    ),
    _template(
        "unit",
        LocalizedText("A unit", "单位"),
        """  "colors": ["white"],
  "atk": 2,
  "mhp": 6,
  "mov": 2,
  "rng": 1,
  "spd": 1,
  "description": "",
  "abilities": []
}
""",
    ),
    _template(
        "order",
        LocalizedText("An order that strikes", "造成伤害的指令牌"),
        """  "colors": ["red"],
  "cost": 2,
  "spell": {
    "target": "enemy",
    "range": 3,
    "action": [{ "type": "damage", "target": "$target.unitUUID", "amount": 3, "color": "red" }]
  },
  "description": ""
}
""",
    ),
    _template(
        "summon",
        LocalizedText("A summoning card", "召唤牌"),
        """  "colors": ["white"],
  "cost": 2,
  "unit": "encounter.unit.spearman",
  "description": ""
}
""",
    ),
    _template(
        "hero",
        LocalizedText("A hero with two spells", "携带两张法咒的英雄"),
        """  "colors": ["red"],
  "atk": 3,
  "mhp": 12,
  "mov": 3,
  "rng": 1,
  "spd": 2,
  "cards": ["encounter.order.bolt", "encounter.summon.spearman"],
  "description": "",
  "abilities": []
}
""",
    ),
    _template(
        "event",
        LocalizedText("An event", "事件"),
        """  "weight": 2,
  "tags": ["reinforcement"],
  "description": "",
  "action": [{ "type": "deploy", "unit": "encounter.unit.spearman" }]
}
""",
    ),
    _template(
        "map",
        LocalizedText("A map of three regions", "三个战区的地图"),
        """  "rows": [
    "........",
    "..s.....",
    "...mm...",
    ".....b..",
    "........"
  ],
  "regions": [
    "aaa..bbb",
    "aa.cc.bb",
    "aa.cc.bb",
    "aa.cc.bb",
    "aaa..bbb"
  ],
  "description": ""
}
""",
    ),
    _template(
        "encounter",
        LocalizedText("An encounter", "遭遇"),
        """  "map": "encounter.map.ford",
  "heroes": ["encounter.hero.maren"],
  "units": [
    { "unit": "encounter.unit.spearman", "x": 2, "y": 2, "side": "player" },
    { "unit": "encounter.unit.bandit", "x": 6, "y": 2, "side": "opponent" },
    { "unit": "encounter.unit.captain", "x": 7, "y": 3, "side": "opponent", "leader": true }
  ],
  "holdings": [
    { "region": "a", "control": "player" },
    { "region": "b", "control": "opponent" }
  ],
  "description": ""
}
""",
    ),
)
