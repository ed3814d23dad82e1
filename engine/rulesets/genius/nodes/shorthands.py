"""What cards of genius say often, in one word: each opens into the chooser of characters that it stands for. Source: docs/adr/0092."""

from __future__ import annotations

from engine.toolkit.nodes.short import damaging, short_chooser

CHARACTERS = ("characters", "character")
EXAMPLE = damaging(element="physical")
ROWS = (
    (
        "opponentActive",
        ("The opposing active character", "敌方出战角色"),
        ("opposing active character, their active, enemy, target", "敌方出战角色、对方出战角色、敌人"),
        {"side": "opponent", "which": "active"},
    ),
    (
        "opponentStandby",
        ("All opposing standby characters", "敌方所有后台角色"),
        ("opposing standby characters, back row, bench", "敌方后台角色、后排"),
        {"side": "opponent", "which": "standby"},
    ),
    (
        "opponentNext",
        ("The next opposing character", "敌方下一名角色"),
        ("next opposing character, force a switch", "敌方下一名角色、强制切换"),
        {"side": "opponent", "which": "next"},
    ),
    (
        "opponentCharacters",
        ("All opposing characters", "敌方所有角色"),
        ("all opposing characters, everyone over there, all enemies", "敌方所有角色、敌方全体、全体敌人"),
        {"side": "opponent", "which": "all"},
    ),
    (
        "myActive",
        ("Your active character", "我方出战角色"),
        ("my active character, own active, self", "我方出战角色、己方出战角色"),
        {"which": "active"},
    ),
    (
        "myStandby",
        ("All your standby characters", "我方所有后台角色"),
        ("my standby characters, own bench", "我方后台角色、后排"),
        {"which": "standby"},
    ),
    (
        "myNext",
        ("Your next character", "我方下一名角色"),
        ("my next character, switch", "我方下一名角色、切换"),
        {"which": "next"},
    ),
    (
        "myCharacters",
        ("All your characters", "我方所有角色"),
        ("all my characters, team, everyone of mine", "我方所有角色、全队"),
        {"which": "all"},
    ),
)
SHORT_CHOOSERS = tuple(
    short_chooser(CHARACTERS, name, title, search, EXAMPLE, **fields) for name, title, search, fields in ROWS
)
