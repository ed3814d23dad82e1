"""What the grammar of sentences means in `genius`: whom and what they mean: targets, cards, and the reach of rules."""

from __future__ import annotations

from typing import Any

from engine.language.spec.readings import Reading, reading

from .templates import BY

SIDES = (("ally", "my", "my"), ("enemy", "opponent", "opponent"))

ATTRIBUTES: Any = {
    "element": {"element": "%value"},
    "weapon": {"weapon": "%value"},
    "other": {"not": "host"},
    "health<=": {"healthAtMost": "%value"},
    "health>=": {"healthAtLeast": "%value"},
    "energy<=": {"energyAtMost": "%value"},
    "energy>=": {"energyAtLeast": "%value"},
    "all": {},
}

CHOICE: Any = {**ATTRIBUTES, "random": {"pick": "random"}, "count": {"min": "%value", "max": "%value"}}

CARDS: Any = {
    "you": {},
    "opponent": {"side": "opponent"},
    "random": {"pick": "random"},
    "all": {"pick": "all"},
    "count": {"min": "%value", "max": "%value"},
}

ENTITIES = ("summon", "support")


def _characters(side: str, which: str) -> Any:
    return {"type": "characters", "side": side, "which": which}


def _choose(side: str, which: str) -> Any:
    return {"type": "chooseCharacter", **({} if side == "my" else {"side": side}), "which": which}


THINGS: tuple[Reading, ...] = (
    *(reading("who", who.replace("by:", ""), word) for who, word in BY),
    reading("default", "damage", "enemy active"),
    reading("default", "heal", "ally active"),
    reading("default", "gain", "ally active"),
    reading("default", "lose", "ally active"),
    reading("default", "apply", "enemy active"),
    reading("default", "revive", "ally defeated"),
    reading("default", "freeze", "enemy active"),
    *(
        row
        for words, side, _ in SIDES
        for row in (
            reading(
                "thing", f"{words} active", {"type": "myActive" if side == "my" else "opponentActive"}, {"all": {}}
            ),
            reading("thing", f"{words} standby all", {"type": "myStandby" if side == "my" else "opponentStandby"}),
            reading("thing", f"{words} standby", _choose(side, "standby"), CHOICE),
            reading("thing", f"{words} mostInjured", _characters(side, "mostInjured")),
            reading("thing", f"{words} lowhealth", _characters(side, "mostInjured")),
            reading("thing", f"{words} next", _characters(side, "next")),
            reading("thing", f"{words} defeated", _choose(side, "defeated"), CHOICE),
            reading("thing", f"{words} all", _characters(side, "all"), ATTRIBUTES),
            *(
                row
                for kind in ENTITIES
                for row in (
                    reading(
                        "thing",
                        f"{words} {kind} all",
                        {"type": "entities", "kind": kind, "side": side},
                    ),
                    reading(
                        "thing",
                        f"{words} {kind}",
                        {"type": "chooseEntity", "kind": kind, "side": side},
                        {"random": {"pick": "random"}},
                    ),
                )
            ),
            reading(
                "thing",
                f"{words} status all",
                {"type": "entities", "kind": "status", "side": side, "which": "active"},
                {"active": {}},
            ),
            reading("thing", words, _choose(side, "all"), CHOICE),
            reading("thing", f"card {'you' if side == 'my' else 'opponent'}", {"type": "chooseCard", "side": side}),
        )
    ),
    *(
        reading("thing", f"card {zone}", {"type": "chooseCard", "side": "my", "zone": place}, CARDS)
        for zone, place in (("hand", "hand"), ("deck", "pile"))
    ),
    reading(
        "thing",
        "card top",
        {"type": "topCard", "side": "my"},
        {"deck": {}, "you": {}, "opponent": {"side": "opponent"}, "top": {}},
    ),
    reading(
        "thing",
        "card last",
        {"type": "lastPlayed", "side": "my"},
        {
            "you": {},
            "opponent": {"side": "opponent"},
            "kind:event": {"kind": "eventCard"},
            "kind:equipment": {"kind": "equipment"},
            "kind:support": {"kind": "support"},
        },
    ),
    reading("thing", "card", {"type": "chooseCard", "side": "my"}, CARDS),
    reading("thing", "summon all", {"type": "entities", "kind": "summon", "side": "my"}),
    reading(
        "thing", "summon", {"type": "chooseEntity", "kind": "summon", "side": "my"}, {"random": {"pick": "random"}}
    ),
    reading(
        "thing", "support", {"type": "chooseEntity", "kind": "support", "side": "my"}, {"random": {"pick": "random"}}
    ),
    reading(
        "thing",
        "equipment enemy",
        {"type": "chooseEntity", "kind": "equipment", "side": "opponent", "which": "active"},
        {"random": {"pick": "random"}, "active": {}},
    ),
    reading(
        "thing",
        "equipment",
        {"type": "chooseEntity", "kind": "equipment", "side": "my", "which": "active"},
        {"ally": {}, "random": {"pick": "random"}, "active": {}},
    ),
    reading("thing", "status wearer all", {"type": "entities", "kind": "status", "side": "my", "which": "host"}),
    reading("thing", "self", {"type": "this"}),
    reading("thing", "next", _characters("my", "next")),
    reading("thing", "previous", _characters("my", "previous")),
    reading("thing", "active", {"type": "myActive"}),
    reading("thing", "standby all", {"type": "myStandby"}),
    reading("thing", "defeated", _choose("my", "defeated")),
    reading("thing", "ally", {"type": "myActive"}),
    reading("thing", "wearer", {"type": "host"}),
    reading("thing", "this", {"type": "host"}),
    reading("thing", "target", "$target.characterUUID"),
    *(reading("aim", words, "$target.characterUUID") for words in ("ally", "ally active", "enemy", "")),
    reading("thing", "you", "my"),
    reading("thing", "opponent", "opponent"),
    reading("thing", "enemy", "opponent"),
)
