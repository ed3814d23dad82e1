"""Cards that try the rules text."""

from __future__ import annotations

from typing import Any

from tests.engine.language.cards import CHOOSER, DRAW, ME, mount, treasure

OTHER_PLAYERS = {"type": "playerChooser", "which": "others"}
ALL = {"type": "allMonsters"}


def gain(kind: str, amount: Any, target: Any = ME, mode: str = "add", **more: Any) -> dict[str, Any]:
    """Return an effect on a number that one has."""
    return {"type": kind, "mode": mode, "amount": amount, "target": target, **more}


def dmg(amount: Any, target: Any = CHOOSER, **more: Any) -> dict[str, Any]:
    """Return damage."""
    return {"type": "damage", "amount": amount, "target": target, **more}


def eq(left: Any, right: Any) -> dict[str, Any]:
    """Return that two values are the same."""
    return compared("Equals", left, right)


def compared(kind: str, left: Any, right: Any) -> dict[str, Any]:
    """Return a comparison."""
    return {"type": kind, "value1": left, "value2": right}


def wand(player: str = ME) -> dict[str, Any]:
    """Return that a player has a wand."""
    return {"type": "HasWand", "playerUUID": player}


def when(condition: Any, *do: Any, other: list[Any] | None = None) -> dict[str, Any]:
    """Return an `if`."""
    return {"type": "if", "condition": condition, "do": list(do), **({"elsedo": other} if other is not None else {})}


def prop(ref: str, name: str = "health") -> dict[str, Any]:
    """Return a number of a card."""
    return {"type": "getCardProperty", "cardUUID": ref, "property": name}


CARDS: dict[str, Any] = {
    "bash": treasure(when(wand(), dmg(12, {**CHOOSER, "ask": ME}), other=[dmg(9, {**CHOOSER, "ask": ME})])),
    "survival": treasure(
        {
            "id": "loop1",
            "type": "loop",
            "times": 5,
            "do": [
                {"id": "dc{loop1.index}", "type": "drawCard", "amount": 1, "target": "{onPlay.playerUUID}"},
                when(
                    compared("LessThanOrEqual", prop("{dc{loop1.index}.UUID}", "manaCost"), 4),
                    {"type": "discardCard", "target": "{dc{loop1.index}.UUID}"},
                ),
            ],
        }
    ),
    "gilding": {
        "id": "base.exploration.III.gilding_components",
        "name": "X",
        "type": "event",
        "level": "III",
        "behaviors": [
            {
                "at": "onDrawExploration",
                "do": [
                    mount(
                        "onExplorationFlip",
                        gain("maxHealth", 3, "$onExplorationFlip.cardUUID"),
                        gain("health", 3, "$onExplorationFlip.cardUUID"),
                        gain("reward", 1, "$onExplorationFlip.cardUUID"),
                        mode="once",
                        condition={
                            "type": "And",
                            "conditions": [
                                eq("$onDrawExploration.playerUUID", "$onExplorationFlip.sourcePlayerUUID"),
                                eq("$onExplorationFlip.type", "monster"),
                            ],
                        },
                    )
                ],
            }
        ],
    },
    "each of up to": treasure(dmg(3, {**CHOOSER, "min": 0, "max": 2})),
    "two others": treasure(gain("gold", -2, {**OTHER_PLAYERS, "min": 2})),
    "that player chooses": treasure(mount("onBuy", dmg(2, {**CHOOSER, "ask": "$onBuy.playerUUID"}), mode="round")),
    "stolen": treasure(
        gain("gold", -3, OTHER_PLAYERS, id="t"), when(compared("LessThan", "{t.applied}", 0), gain("gold", 3))
    ),
    "overflow": treasure(
        gain("mana", 4, id="g"), when(compared("GreaterThanOrEqual", "{g.overflow}", 2), dmg("{g.overflow}"))
    ),
    "that many": treasure(
        {"type": "drawCard", "amount": 3, "target": OTHER_PLAYERS, "id": "d"},
        {"type": "drawCard", "amount": "{d.count}", "target": ME},
    ),
    "foreach": treasure(
        {
            "type": "foreach",
            "id": "e",
            "in": ALL,
            "do": [
                dmg(prop("$e.target", "reward"), "$e.target"),
                when(compared("LessThan", prop("$e.target"), 5), gain("reward", -1, "$e.target")),
            ],
        }
    ),
    "random": treasure(dmg(6, {**CHOOSER, "pick": "random", "max": 2, "min": 2})),
    "filter": treasure(
        dmg(
            8,
            {
                **CHOOSER,
                "filter": {
                    "type": "And",
                    "conditions": [
                        compared("LessThan", prop("$candidate.UUID"), 10),
                        compared("GreaterThan", prop("$candidate.UUID", "reward"), 1),
                    ],
                },
            },
        )
    ),
    "all filter": treasure(
        dmg(2, {**CHOOSER, "pick": "all", "filter": compared("GreaterThan", prop("$candidate.UUID"), 20)})
    ),
    "choose": treasure(
        {"type": "choose", "ask": ME, "options": [{"do": [dmg(7)]}, {"do": [gain("mana", 4), DRAW]}, {"do": []}]}
    ),
    "they choose": treasure(
        mount(
            "onReverse",
            {
                "type": "choose",
                "ask": "$onReverse.playerUUID",
                "options": [
                    {"do": [gain("gold", -2, "$onReverse.playerUUID")]},
                    {"do": [gain("freezing", 1, "$onReverse.playerUUID")]},
                ],
            },
            mode="battle",
        )
    ),
    "or and": treasure(
        when(
            {
                "type": "Or",
                "conditions": [
                    {"type": "And", "conditions": [wand(), compared("GreaterThan", 2, 1)]},
                    {"type": "Not", "condition": wand()},
                ],
            },
            DRAW,
        )
    ),
    "not and": treasure(
        mount(
            "onPlayCard",
            DRAW,
            mode="turn",
            condition={
                "type": "Not",
                "condition": {
                    "type": "And",
                    "conditions": [
                        wand(),
                        {
                            "type": "IsType",
                            "playerUUID": "$onPlayCard.playerUUID",
                            "cardType": "spell",
                            "cardUUID": "$onPlayCard.cardUUID",
                        },
                    ],
                },
            },
        )
    ),
    "else if": treasure(when(wand(), dmg(9), other=[when(compared("GreaterThan", 3, 2), dmg(6), other=[dmg(3)])])),
    "counter": treasure(
        mount(
            "onPlayCard",
            {"type": "counter"},
            gain("gold", -1, "$onPlayCard.playerUUID"),
            mode="once",
            condition={
                "type": "And",
                "conditions": [
                    {"type": "Not", "condition": eq("$onPlayCard.playerUUID", ME)},
                    {
                        "type": "IsNotType",
                        "playerUUID": "$onPlayCard.playerUUID",
                        "cardType": "wand",
                        "cardUUID": "$onPlayCard.cardUUID",
                    },
                ],
            },
        )
    ),
    "on it": treasure(
        {
            "type": "loop",
            "id": "m",
            "times": 1,
            "target": CHOOSER,
            "do": [
                mount("onDefeat", gain("gold", 4), mode="battle", condition=eq("$onDefeat.monsterUUID", "{m.target}")),
                dmg(3, "{m.target}"),
            ],
        }
    ),
    "triggers in triggers": treasure(
        mount(
            "onDamageTaken",
            mount(
                "onDefeat",
                gain("mana", 1, "$onDamageTaken.sourcePlayerUUID"),
                gain("gold", 1, "$onDefeat.sourcePlayerUUID"),
                dmg("$onDamageTaken.amount", "$onDefeat.monsterUUID"),
                mode="turn",
            ),
            mode="round",
        )
    ),
    "deep": treasure(
        {
            "type": "loop",
            "times": 3,
            "id": "l",
            "do": [
                when(
                    wand(),
                    dmg(1),
                    when(
                        compared("GreaterThan", "{l.index}", 1),
                        gain("mana", 1),
                        other=[gain("gold", 1), mount("onRoundEnd", DRAW)],
                    ),
                    DRAW,
                )
            ],
        }
    ),
    "computed": treasure(
        gain("mana", {"type": "mul", "value1": {"type": "add", "values": ["$onPlay.x", 3]}, "value2": 2}, mode="set"),
        {"type": "drawCard", "amount": {"type": "min", "values": [3, 7]}, "target": ME},
    ),
    "half": treasure(
        {
            "type": "foreach",
            "id": "p",
            "in": CHOOSER,
            "do": [
                dmg(
                    {
                        "type": "clamp",
                        "max": 14,
                        "value": {
                            "type": "mul",
                            "value1": prop("$p.target"),
                            "value2": 1,
                            "divisor": 2,
                            "round": "ceil",
                        },
                    },
                    "$p.target",
                )
            ],
        }
    ),
    "kick": treasure(
        mount(
            "onAdvanceKick",
            gain("gold", 1, "$onAdvanceKick.kickedUUID"),
            gain("gold", -1, "$onAdvanceKick.kickerUUID"),
            mode="always",
            condition={"type": "Not", "condition": eq("$onAdvanceKick.kickerUUID", ME)},
        )
    ),
    "refs unknown": treasure(dmg(3, "$nobody.target"), gain("gold", "$what.count")),
    "broken": treasure({"type": "fly"}, {"type": "damage"}, "x", {"type": "loop", "times": {"type": "?"}, "do": 3}),
    "literal": treasure(
        mount(
            "onDefeat",
            gain("gold", 2),
            mode="battle",
            condition={
                "type": "And",
                "conditions": [
                    eq("$onDefeat.level", "IX"),
                    compared("GreaterThan", prop("$onDefeat.monsterUUID", "reward"), 3),
                ],
            },
        )
    ),
    "many moments": {
        **treasure(dmg(7)),
        "behaviors": [
            {"at": "onPlay", "do": [dmg(7)]},
            {"at": "onBuy", "do": [gain("gold", 2, "$onBuy.playerUUID"), gain("mana", 1, "$onBuy.playerUUID")]},
            {
                "at": "onDiscard",
                "do": [mount("onRoundStart", DRAW | {"target": "$onDiscard.playerUUID"}, mode="always")],
            },
        ],
    },
    "fork in a condition": treasure(
        when(
            wand(),
            when(
                compared("GreaterThan", {"type": "getPlayerProperty", "playerUUID": ME, "property": "gold"}, 3),
                dmg(6),
                other=[dmg(3)],
            ),
        )
    ),
    "an ask": treasure(
        {"type": "ask", "id": "a", "target": {**CHOOSER, "min": 0, "max": 2}},
        dmg(2, "$a.selected"),
        gain("reward", 1, "$a.selected"),
    ),
    "a hand": treasure(
        {"type": "discardCard", "id": "d", "target": {"type": "cardChooser", "min": 1, "max": 2}},
        {"type": "drawCard", "amount": "$d.count", "target": ME},
    ),
    "from a pile": treasure(
        {"type": "reveal", "id": "r", "zone": "deck", "amount": 3, "target": ME},
        {"type": "moveCard", "target": {"type": "cardChooser", "from": "$r.UUIDs"}, "to": "hand"},
    ),
    "theft": treasure(
        {"type": "moveCard", "target": {"type": "cardChooser", "zone": "wand", "whose": "others"}, "to": "wand"}
    ),
    "a price": treasure({"type": "payMana", "id": "x", "target": ME, "max": 4}, dmg("$x.amount")),
    "a discount": treasure(
        gain(
            "manaCost",
            -1,
            {
                "type": "cardChooser",
                "pick": "all",
                "filter": {"type": "IsType", "playerUUID": ME, "cardType": "spell", "cardUUID": "$candidate.UUID"},
            },
        )
    ),
    "a forced discard": treasure(
        {"type": "askDiscardCard", "minimum": 1, "maximum": 2, "target": {"type": "playerChooser", "which": "next"}}
    ),
    "no dying": {
        "id": "base.exploration.III.x",
        "name": "X",
        "type": "monster",
        "level": "III",
        "health": 4,
        "behaviors": [
            {
                "at": "onDrawExploration",
                "do": [
                    mount(
                        "onLethal",
                        {"type": "prevent"},
                        gain("health", 3, "$onLethal.monsterUUID", mode="set"),
                        mode="once",
                        condition=eq("$onLethal.monsterUUID", "$onDrawExploration.cardUUID"),
                    )
                ],
            }
        ],
    },
    "forbidden": treasure(
        mount(
            "onDrawCard",
            mode="turn",
            stage="check",
            condition={"type": "Not", "condition": eq("$onDrawCard.playerUUID", ME)},
        )
    ),
    "undercurrent": treasure(
        mount(
            "onPlayCard",
            {"type": "springUndercurrent", "do": [{"type": "counter"}, gain("gold", 2, "$onEquip.playerUUID")]},
            mode="always",
            condition={"type": "Not", "condition": eq("$onPlayCard.playerUUID", "$onEquip.playerUUID")},
        ),
        at="onEquip",
    ),
}
