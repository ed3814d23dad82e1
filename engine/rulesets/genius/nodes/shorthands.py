"""What cards of genius say often, in one word: each opens into the chooser of characters that it stands for. Source: docs/adr/0092."""

from __future__ import annotations

from engine.language.spec import LocalizedText, NodeSpec, chooser


def _short(name: str, en: str, zh: str, search: tuple[str, str], **fields: str) -> NodeSpec:
    """Return the one word for the characters that a chooser with these fields finds."""
    return chooser(
        name,
        en,
        zh,
        (),
        doc=LocalizedText(
            f"Short for `characters` with {_fields(fields)}.", f"`characters`（{_fields(fields)}）的简写。"
        ),
        gives="character",
        group="shorthands",
        search=search,
        extension=True,
        opens=lambda node, around: {"type": "characters", **fields},
        example=({"type": "damage", "target": {"type": name}, "amount": 2, "element": "physical"},),
    )


def _fields(fields: dict[str, str]) -> str:
    return ", ".join(f"`{name}: {word}`" for name, word in fields.items())


SHORT_CHOOSERS = (
    _short(
        "opponentActive",
        "The opposing active character",
        "敌方出战角色",
        ("opposing active character, their active, enemy, target", "敌方出战角色、对方出战角色、敌人"),
        side="opponent",
        which="active",
    ),
    _short(
        "opponentStandby",
        "All opposing standby characters",
        "敌方所有后台角色",
        ("opposing standby characters, back row, bench", "敌方后台角色、后排"),
        side="opponent",
        which="standby",
    ),
    _short(
        "myActive",
        "Your active character",
        "我方出战角色",
        ("my active character, own active, self", "我方出战角色、己方出战角色"),
        which="active",
    ),
    _short(
        "myStandby",
        "All your standby characters",
        "我方所有后台角色",
        ("my standby characters, own bench", "我方后台角色、后排"),
        which="standby",
    ),
    _short(
        "myCharacters",
        "All your characters",
        "我方所有角色",
        ("all my characters, team, everyone of mine", "我方所有角色、全队"),
        which="all",
    ),
)
