"""What the grammar of sentences means in `wizards`: what is done, and what holds by itself."""

from __future__ import annotations

from typing import Any

from engine.language.spec.readings import OWNER, THIS_CARD, Reading, reading
from engine.toolkit.nodes.sentences import COST_RULES, flow

from .templates import KINDS, NEXT_PLAYER, of_card, of_player

NUMBERS = ("gold", "mana", "freezing")

LIFETIMES = (("once", "once"), ("thisturn", "turn"), ("nextturn", "round"), ("battle", "battle"), ("", "lies"))


def _effect(words: str, node: str, /, **fields: Any) -> Reading:
    return reading("effect", words, {"type": node, "id": "%label", **fields})


def _on(words: str, node: str, /, **fields: Any) -> Reading:
    return _effect(words, node, target="%target", **fields)


def _number(name: str) -> tuple[Reading, ...]:
    changed: Any = {"type": name, "id": "%label", "mode": "add", "target": "%player"}
    return (
        reading("effect", f"gain {name}", {**changed, "amount": "%amount"}),
        reading("effect", f"lose {name}", {**changed, "amount": "%-amount"}),
        reading("effect", f"set {name}", {**changed, "mode": "set", "amount": "%amount"}),
        reading(
            "effect",
            f"lose {name} all",
            {**changed, "mode": "set", "amount": 0},
            numberless=True,
            much="$%label.lost",
        ),
        reading(
            "effect",
            f"halve {name}",
            {
                **changed,
                "amount": {
                    "type": "mul",
                    "value1": {"type": "getPlayerProperty", "playerUUID": "%player", "property": name},
                    "value2": -1,
                    "divisor": 2,
                },
            },
            numberless=True,
        ),
        reading(
            "effect",
            f"double {name}",
            {**changed, "amount": {"type": "getPlayerProperty", "playerUUID": "%player", "property": name}},
            numberless=True,
        ),
        reading("measure", f"stat:{name}", of_player(OWNER, name), {"you": {}, "all": {}}),
        reading("measure", f"nextplayer stat:{name}", of_player(NEXT_PLAYER, name)),
        reading("measure", f"anyplayer stat:{name}", of_player("$%label.target", name)),
        reading("effect", f"swap {name}", {"type": "swap", "what": name, "first": "%player"}),
    )


def _modify(words: str, stat: str, value: Any, **options: Any) -> Reading:
    template: Any = {
        "type": "modify",
        "stat": stat,
        "op": "add",
        "value": value,
        "%...": "cards",
        "mode": options.pop("mode", "lies"),
    }
    return reading("effect", words, template, cards={name: {"only": own} for name, own in KINDS.items()}, **options)


def _costs(words: str, value: Any) -> tuple[Reading, ...]:
    return tuple(
        reading(
            "effect",
            words,
            {
                "type": "modify",
                "stat": "manaCost",
                "op": "add",
                "value": value,
                **owner,
                "least": "%minimum?",
                "%...": "cards",
                "mode": mode,
            },
            cards={name: {"only": own} for name, own in KINDS.items()},
            side=side,
            lasts=lasts,
        )
        for side, owner in (("you", {}), ("opponent", {"whose": "others"}), ("all", {"whose": "all"}))
        for lasts, mode in LIFETIMES
    )


EFFECTS: tuple[Reading, ...] = (
    reading(
        "effect",
        "damage",
        {"type": "strike", "id": "%label", "amount": "%amount"},
        much="$%label.amount",
        excess="$%label.overflow",
        isPlain=True,
    ),
    reading(
        "effect",
        "damage",
        {"type": "damage", "id": "%label", "amount": "%amount", "target": "%target"},
        much="$%label.amount",
        excess="$%label.overflow",
    ),
    _on("heal", "health", mode="add", amount="%amount"),
    _on("stat health", "maxHealth", mode="add", amount="%amount"),
    _on("stat maxhealth", "maxHealth", mode="add", amount="%amount"),
    _on("stat health lose", "health", mode="add", amount="%-amount"),
    _on("lose health", "health", mode="add", amount="%-amount"),
    _on("stat reward", "reward", mode="add", amount="%amount"),
    reading("effect", "kill", {"type": "slay", "pays": "you", "target": "%target"}),
    reading("effect", "silence", {"type": "silence", "target": "%target"}),
    _on("transform", "transform"),
    *(
        reading("effect", f"swap {what}", {"type": "swapStats", "what": name, "first": "%target", "second": "%second"})
        for what, name in (("health", "health"), ("maxhealth", "maxHealth"), ("reward", "reward"))
    ),
    *(
        reading("effect", f"swap {what}", {"type": "swapStats", "what": name, "first": "%target"})
        for what, name in (("health", "health"), ("maxhealth", "maxHealth"), ("reward", "reward"))
    ),
    _on("set health", "health", mode="set", amount="%amount"),
    _on("set maxhealth", "maxHealth", mode="set", amount="%amount"),
    _on("set reward", "reward", mode="set", amount="%amount"),
    _on("stat reward lose", "reward", mode="add", amount="%-amount"),
    _on("stat maxhealth lose", "maxHealth", mode="add", amount="%-amount"),
    _on("double reward", "reward", mode="add", amount=of_card("%target", "reward")),
    _on("heal all", "health", mode="set", amount=of_card("%target", "maxHealth")),
    _on("addbody", "addBody", health="%amount"),
    reading("effect", "damage", {"type": "damagePlayer", "id": "%label", "amount": "%amount", "target": "%player"}),
    reading("effect", "lose steps", {"type": "damagePlayer", "id": "%label", "amount": "%amount", "target": "%player"}),
    reading("effect", "advance", {"type": "wheel", "amount": "%amount", "target": "%player", "what": "marker"}),
    reading("effect", "goback", {"type": "wheel", "amount": "%-amount", "target": "%player", "what": "marker"}),
    reading("effect", "gain steps", {"type": "wheel", "amount": "%amount", "target": "%player", "what": "steps"}),
    reading("effect", "attune", {"type": "takeSchool", "school": "%school", "target": "%player"}, numberless=True),
    reading(
        "effect", "reveal", {"type": "reveal", "zone": "deck", "amount": "%count", "target": "%player"}, isOf="card"
    ),
    reading(
        "effect", "reveal", {"type": "reveal", "zone": "hand", "amount": "%count", "target": "%player"}, isOf="hand"
    ),
    reading("effect", "look", {"type": "look", "id": "%label", "target": "%card"}, numberless=True),
    reading("effect", "copy", {"type": "castCopy", "target": "%card"}, numberless=True),
    reading("effect", "cast", {"type": "playCard", "target": "%card", "pays": "nothing"}, numberless=True),
    reading("effect", "counter", {"type": "counter"}, numberless=True, ofIt=True),
    reading("effect", "prevent", {"type": "prevent"}, numberless=True, ofIt=True),
    reading("effect", "redirect", {"type": "redirectHit", "target": "%target"}, numberless=True),
    reading("effect", "shuffle", {"type": "shuffleBack", "player": "%player"}, numberless=True, isOf="discards"),
    reading(
        "effect", "shuffle to:deck", {"type": "shuffleBack", "player": "%player"}, numberless=True, isOf="discards"
    ),
    reading("effect", "shuffle to:deck", {"type": "moveCard", "target": "%card", "to": "deck"}, numberless=True),
    reading("effect", "roll", {"type": "roll", "id": "%label", "dice": "%count", "sides": 6}, much="$%label.total"),
    reading(
        "effect", "roll dice", {"type": "roll", "id": "%label", "dice": "%count", "sides": 6}, much="$%label.total"
    ),
    reading("effect", "reroll", {"type": "reroll"}, numberless=True, ofIt=True),
    reading("effect", "lose mana any", {"type": "payMana", "id": "%label", "target": "%player"}, much="$%label.amount"),
    reading(
        "effect",
        "discard any",
        {"type": "askDiscardCard", "id": "%label", "minimum": 0, "maximum": 20, "target": "%player"},
        numberless=True,
        much="$%label.count",
    ),
    reading("effect", "turnschool", {"type": "changeSchool", "school": "%school", "target": "%card"}, numberless=True),
    *(
        reading(
            "trigger",
            words,
            {
                "event": "onHit",
                "%...": "target",
                "mode": "lies",
                "stage": "modify",
                "do": [{"type": "changeHit", **own}],
            },
            numberless=True,
        )
        for words, own in (
            ("takeless", {"mode": "add", "amount": "%-amount"}),
            ("takemore", {"mode": "add", "amount": "%amount"}),
            ("takemore double", {"mode": "mul", "amount": 2}),
            ("takemost", {"mode": "min", "amount": "%amount"}),
        )
    ),
    *(
        reading("hit", words, {"type": "changeHit", "mode": mode, "amount": amount}, ofIt=True, numberless=True)
        for words, mode, amount in (
            ("damagemore", "add", "%amount"),
            ("takemore", "add", "%amount"),
            ("takeless", "add", "%-amount"),
            ("damagemore double", "mul", 2),
            ("takemore double", "mul", 2),
            ("takemost", "min", "%amount"),
        )
    ),
    reading("effect", "gain gold", {"type": "gainGold", "amount": "%amount"}),
    reading("effect", "gain mana", {"type": "gainMana", "amount": "%amount"}),
    reading("effect", "gain freezing", {"type": "gainFreezing", "amount": "%amount"}),
    *(row for name in NUMBERS for row in _number(name)),
    reading(
        "effect",
        "steal gold",
        {"type": "steal", "id": "%label", "what": "gold", "amount": "%amount", "from": "%player=other"},
    ),
    reading(
        "effect",
        "steal mana",
        {"type": "steal", "id": "%label", "what": "mana", "amount": "%amount", "from": "%player"},
    ),
    reading(
        "effect",
        "steal card",
        {"type": "steal", "id": "%label", "what": "card", "amount": "%amount", "from": "%player"},
    ),
    reading("effect", "draw", {"type": "youDraw", "id": "%label", "amount": "%count"}),
    reading("effect", "draw", {"type": "drawCard", "id": "%label", "amount": "%count", "target": "%player"}),
    reading("effect", "drawto", {"type": "drawUpTo", "target": "%player", "hand": "%count"}),
    reading(
        "effect",
        "discard",
        {"type": "askDiscardCard", "id": "%label", "minimum": "%count", "maximum": "%count", "target": "%player"},
    ),
    reading(
        "effect",
        "discard random",
        {
            "type": "discardCard",
            "id": "%label",
            "target": {
                "type": "cardChooser",
                "playerUUID": "%player",
                "pick": "random",
                "min": "%count",
                "max": "%count",
            },
        },
    ),
    reading(
        "effect",
        "discard upto",
        {"type": "askDiscardCard", "id": "%label", "minimum": 0, "maximum": "%count", "target": "%player"},
        much="$%label.count",
    ),
    reading(
        "effect",
        "discard all",
        {
            "type": "discardCard",
            "id": "%label",
            "target": {"type": "cardChooser", "pick": "all", "whose": "own", "zone": "hand"},
        },
        numberless=True,
        much="$%label.count",
    ),
    reading("effect", "scry", {"type": "scry", "amount": "%amount"}),
    reading("effect", "search", {"type": "search", "%...": "cards", "amount": "%count", "to": "hand"}, cards=KINDS),
    reading(
        "effect", "draw", {"type": "search", "%...": "cards", "amount": "%count", "to": "hand"}, cards=KINDS, needs=True
    ),
    *(
        reading("effect", f"{verb}{to}", {"type": "moveCard", "target": "%card", "to": zone}, numberless=True)
        for verb in ("return", "put", "move")
        for to, zone in (
            (" to:hand", "hand"),
            (" to:discards", "discard"),
            (" to:top", "deckTop"),
            (" to:deck-top", "deckTop"),
            (" to:deck-bottom", "deckBottom"),
            (" to:bottom", "deckBottom"),
            (" to:deck", "deck"),
        )
    ),
    reading("effect", "return", {"type": "moveCard", "target": "%card", "to": "hand"}, numberless=True),
    reading(
        "effect",
        "mill",
        {
            "type": "moveCard",
            "target": {"type": "cardChooser", "whose": "own", "zone": "deck", "top": "%count", "pick": "all"},
            "to": "discard",
        },
    ),
    reading("effect", "discard", {"type": "discardCard", "id": "%label", "target": "%card"}, numberless=True),
    reading(
        "effect",
        "mill",
        [
            {"type": "ask", "id": "%label", "target": "%player"},
            {
                "type": "moveCard",
                "target": {
                    "type": "cardChooser",
                    "playerUUID": "$%label.UUID",
                    "zone": "deck",
                    "top": "%count",
                    "pick": "all",
                },
                "playerUUID": "$%label.UUID",
                "to": "discard",
            },
        ],
    ),
    *(
        reading(
            "effect",
            f"put to:hand-{who}",
            [
                {"type": "ask", "id": "%label", "target": {"type": "playerChooser", "which": "others"}},
                {"type": "moveCard", "target": "%card", "playerUUID": "$%label.UUID", "to": "hand"},
            ],
            numberless=True,
        )
        for who in ("otherplayer", "others", "opponent")
    ),
    reading("effect", "sacrifice", {"type": "discardCard", "id": "%label", "target": "%card"}, numberless=True),
    reading("effect", "exile", {"type": "exile", "target": "%card"}, numberless=True),
    reading("effect", "exile battle", {"type": "exile", "target": "%card", "until": "battleEnd"}, numberless=True),
    reading("effect", "exile thisturn", {"type": "exile", "target": "%card", "until": "roundEnd"}, numberless=True),
    reading("effect", "extraturn", {"type": "extraTurn", "target": "%player"}, numberless=True),
    reading(
        "trigger",
        "keyword taunt",
        {
            "event": "onAim",
            "mode": "lies",
            "stage": "check",
            "condition": {
                "type": "Not",
                "condition": {"type": "Equals", "value1": "$onAim.monsterUUID", "value2": THIS_CARD},
            },
            "do": [],
        },
        numberless=True,
    ),
    *(
        reading(
            "effect",
            f"swap {what}",
            {"type": "swap", "what": what, "first": OWNER, "second": "%player"},
            numberless=True,
        )
        for what in ("hand", "deck")
    ),
    reading("effect", "swap hand", {"type": "swap", "what": "hand", "first": "%player"}, numberless=True),
    reading("effect", "swap deck", {"type": "swap", "what": "deck", "first": "%player"}, numberless=True),
    reading(
        "effect",
        "refund cost",
        {"type": "mana", "mode": "add", "target": OWNER, "amount": "$onPlay.paid"},
        numberless=True,
    ),
    reading("effect", "refund mana", {"type": "gainMana", "amount": "%amount"}),
    *(
        row
        for words, stat in (
            ("damagemore", "spellDamage"),
            ("limit handcap", "hand"),
            ("limit manacap", "manaCap"),
            ("limit goldcap", "goldCap"),
            ("limit freezingcap", "freezingCap"),
            ("limit wandslots", "wandSlots"),
        )
        for row in (
            _modify(words, stat, "%amount", mode="once", lasts="once"),
            _modify(words, stat, "%amount", mode="turn", lasts="thisturn"),
            _modify(words, stat, "%amount", mode="battle", lasts="battle"),
            _modify(words, stat, "%amount"),
        )
    ),
    *(_modify(words, "price", value) for words, value in (("shopprice less", "%-amount"), ("shopprice", "%amount"))),
    *_costs("cost less", "%-amount"),
    *_costs("cost", "%amount"),
    *flow(OWNER),
    *COST_RULES,
)
