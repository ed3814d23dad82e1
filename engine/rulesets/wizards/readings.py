"""What the grammar of sentences means in `wizards`: its targets, effects, events, facts and numbers."""

from __future__ import annotations

from typing import Any

from engine.language.spec.patterns import OWNER
from engine.language.spec.readings import Nouns, Reading, noun, nouns, reading
from engine.toolkit.nodes.sentences import AMOUNT_PER, AMOUNTS, COST_RULES, LOGIC, flow

ATTRIBUTES: Any = {
    "other": {"not": "this"},
    "level": {"level": "%value"},
    "health<=": {"healthAtMost": "%value"},
    "health>=": {"healthAtLeast": "%value"},
}
CANDIDATE: Any = "$candidate.UUID"


def _of(card: Any, name: str) -> Any:
    return {"type": "getCardProperty", "cardUUID": card, "property": name}


CHOICE: Any = {
    **ATTRIBUTES,
    "random": {"pick": "random"},
    "count": {"min": "%value", "max": "%value"},
    "wounded": {
        "filter": {"type": "LessThan", "value1": _of(CANDIDATE, "health"), "value2": _of(CANDIDATE, "maxHealth")}
    },
    "unhurt": {
        "filter": {
            "type": "GreaterThanOrEqual",
            "value1": _of(CANDIDATE, "health"),
            "value2": _of(CANDIDATE, "maxHealth"),
        }
    },
}
KINDS: Any = {
    "kind": {"kind": "%value"},
    "school": {"school": "%value"},
    "rarity": {"rarity": "%value"},
    "cost<=": {"costAtMost": "%value"},
    "cost>=": {"costAtLeast": "%value"},
    "cost=": {"costAtMost": "%value", "costAtLeast": "%value"},
}
CARDS: Any = {
    **KINDS,
    "random": {"pick": "random"},
    "all": {"pick": "all"},
    "count": {"min": "%value", "max": "%value"},
    "top": {"top": "%value", "pick": "all"},
    "other": {"not": "this"},
}
MONSTER: Any = {"type": "monsterChooser"}
ALL_MONSTERS: Any = {"type": "allMonsters"}
NUMBERS = ("gold", "mana", "freezing")


def _player(which: str, **more: Any) -> Any:
    return {"type": "playerChooser", "which": which, **more}


def _cards(words: str, **fields: Any) -> Reading:
    return reading("thing", words, {"type": "cardChooser", **fields}, CARDS)


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
        reading("effect", f"lose {name} all", {**changed, "mode": "set", "amount": 0}, numberless=True),
        reading(
            "effect",
            f"double {name}",
            {**changed, "amount": {"type": "getPlayerProperty", "playerUUID": "%player", "property": name}},
            numberless=True,
        ),
        reading("measure", f"you stat:{name}", _property(OWNER, name)),
        reading("measure", f"nextplayer stat:{name}", _property({"type": "nextPlayer", "playerUUID": OWNER}, name)),
        reading("effect", f"swap {name}", {"type": "swap", "what": name, "first": "%player"}),
    )


def _property(player: Any, name: str) -> Any:
    return {"type": "getPlayerProperty", "playerUUID": player, "property": name}


def _card_facts(event: str) -> Any:
    card = f"${event}.cardUUID"
    return {
        "school": {"type": "Equals", "value1": _of(card, "school"), "value2": "%school"},
        "kind": {"type": "Equals", "value1": _of(card, "cardType"), "value2": "%kind"},
    }


def _event(
    words: str, event: str, actor: str = "", *, cards: bool = False, is_default: bool = False, **options: Any
) -> Reading:
    return reading(
        "event",
        words,
        {"event": event, **({"who": actor} if actor else {})},
        _card_facts(event) if cards else {},
        thatplayer=f"${event}.playerUUID",
        isDefault=is_default,
        **options,
    )


ACTORS = (("you", "you"), ("others", "others"), ("opponent", "others"), ("allplayers", ""), ("anyplayer", ""))


def _by(verb: str, event: str, *, cards: bool = False, role: str = "by", **options: Any) -> tuple[Reading, ...]:
    return tuple(
        _event(f"{verb} {role}:{word}", event, actor, cards=cards, is_default=word == "you", **options)
        for word, actor in ACTORS
    )


RULE: Any = {
    "%...": "event",
    "condition": "%condition?",
    "perRound": "%perTurn?",
    "times": "%times?",
    "every": "%interval?",
    "mode": "lies",
    "do": "%do",
}
ONCE: Any = {"%...": "event", "condition": "%condition?", "do": "%do"}


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
        for lasts, mode in (("once", "once"), ("thisturn", "turn"), ("nextturn", "round"), ("", "lies"))
    )


READINGS: tuple[Reading, ...] = (
    reading("thing", "all", ALL_MONSTERS, ATTRIBUTES),
    reading("thing", "enemy all", ALL_MONSTERS, ATTRIBUTES),
    reading("thing", "", MONSTER, CHOICE),
    reading("thing", "enemy", MONSTER, CHOICE),
    reading("thing", "ally", MONSTER, CHOICE),
    reading("thing", "enemy all", {**MONSTER, "pick": "all"}, CHOICE),
    reading("thing", "this", "$self.cardUUID"),
    reading("thing", "you", OWNER),
    reading("thing", "others", _player("others", pick="all")),
    reading("thing", "opponent", _player("others", pick="all")),
    reading("thing", "otherplayer", _player("others"), {"random": {"pick": "random"}}),
    reading("thing", "allplayers", _player("all", pick="all")),
    reading("thing", "nextplayer", _player("next")),
    reading("thing", "anyplayer", _player("all"), {"random": {"pick": "random"}}),
    _cards("card discards you", whose="own", zone="discard"),
    _cards("card discards", whose="own", zone="discard"),
    _cards("card hand you", whose="own", zone="hand"),
    _cards("card hand", whose="own", zone="hand"),
    _cards("card deck you", whose="own", zone="deck"),
    _cards("card deck", whose="own", zone="deck"),
    _cards("card top", whose="own", zone="deck"),
    _cards("card nextplayer hand", zone="hand", playerUUID={"type": "nextPlayer", "playerUUID": OWNER}),
    _cards("card nextplayer", zone="hand", playerUUID={"type": "nextPlayer", "playerUUID": OWNER}),
    _cards("nextplayer hand", zone="hand", playerUUID={"type": "nextPlayer", "playerUUID": OWNER}),
    _cards("card opponent hand", whose="others", zone="hand"),
    _cards("hand you", whose="own", zone="hand", pick="all"),
    _cards("hand", whose="own", zone="hand", pick="all"),
    _cards("card you", whose="own", zone="hand"),
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
        "discard all",
        {
            "type": "discardCard",
            "id": "%label",
            "target": {"type": "cardChooser", "pick": "all", "whose": "own", "zone": "hand"},
        },
        numberless=True,
        much="$%label.amount",
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
    reading("effect", "exile", {"type": "exile", "target": "%card"}, numberless=True),
    reading("effect", "exile thisturn", {"type": "exile", "target": "%card", "until": "roundEnd"}, numberless=True),
    reading("effect", "extraturn", {"type": "extraTurn", "target": "%player"}, numberless=True),
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
        for words, stat in (("damagemore", "spellDamage"), ("limit handcap", "hand"), ("limit manacap", "manaCap"))
        for row in (
            _modify(words, stat, "%amount", mode="once", lasts="once"),
            _modify(words, stat, "%amount", mode="turn", lasts="thisturn"),
            _modify(words, stat, "%amount"),
        )
    ),
    *_costs("cost less", "%-amount"),
    *_costs("cost", "%amount"),
    *flow(OWNER),
    AMOUNT_PER,
    *AMOUNTS,
    *LOGIC,
    *(
        reading("measure", words, _property(OWNER, "hand"))
        for words in ("card hand you", "card hand", "hand you", "card you", "you stat:card", "hand", "card")
    ),
    reading(
        "measure",
        "card discards you",
        {"type": "countCards", "playerUUID": OWNER, "whose": "own", "zone": "discard"},
        KINDS,
    ),
    reading(
        "measure",
        "card discards",
        {"type": "countCards", "playerUUID": OWNER, "whose": "own", "zone": "discard"},
        KINDS,
    ),
    reading("measure", "all", {"type": "countCards", "playerUUID": OWNER, "zone": "slot", "whose": "all"}),
    reading("measure", "enemy all", {"type": "countCards", "playerUUID": OWNER, "zone": "slot", "whose": "all"}),
    reading(
        "statOf",
        "",
        {"type": "getCardProperty", "cardUUID": "%target", "property": "%stat"},
        {"health": "health", "reward": "reward", "maxhealth": "maxHealth"},
    ),
    reading("fact", "lethal", {"type": "Equals", "value1": "$%label.lethal", "value2": True}),
    reading(
        "fact",
        "combo",
        {"type": "Nth", "n": 2, "event": "onPlayCard", "who": "you", "within": "round", "orLater": True},
    ),
    reading(
        "fact",
        "past play exact",
        {"type": "Nth", "n": "%number", "event": "onPlayCard", "who": "you", "within": "round"},
    ),
    reading(
        "fact",
        "past play you",
        {"type": "Nth", "n": "%number", "event": "onPlayCard", "who": "you", "within": "round", "orLater": True},
    ),
    *_by("play", "onPlayCard", cards=True),
    *_by("draw", "onDrawCard"),
    *_by("discard", "onDiscard"),
    *_by("buy", "onBuy"),
    *_by("kill", "onDefeat", role="by"),
    *(_event(f"kill by:{word} to:unit", "onDefeat", who) for word, who in ACTORS),
    _event("die to:unit", "onDefeat"),
    _event("die to:enemy", "onDefeat"),
    _event("die to:this", "onDefeat", "this", is_default=True),
    _event("deathrattle", "onDefeat", "this"),
    _event("damaged to:this", "onDamageTaken", "this", is_default=True),
    _event("damaged to:unit", "onDamageTaken"),
    _event("discard to:this", "onDiscard", "this"),
    _event("discard by:this", "onDiscard", "this"),
    *(_event(f"gain gold by:{word}", "onGoldGained", who, is_default=word == "you") for word, who in ACTORS),
    *(_event(f"gain mana by:{word}", "onManaGained", who, is_default=word == "you") for word, who in ACTORS),
    *_by("reverse", "onReverse"),
    _event("turnstart by:you", "onBattleTurnStart", "you"),
    _event("turnstart by:any", "onBattleTurnStart"),
    _event("turnstart by:opponent", "onBattleTurnStart", "others"),
    _event("turnend by:you", "onBattleTurnEnd", "you"),
    _event("turnend by:any", "onBattleTurnEnd"),
    _event("roundstart by:any", "onRoundStart"),
    _event("roundend by:any", "onRoundEnd"),
    _event("nextturnstart", "onBattleTurnStart", "you", frame="next"),
    _event("nextroundstart", "onRoundStart", frame="next"),
    _event("battlecry", "", frame="flip"),
    _event("flip to:this", "", frame="flip", is_default=True),
    _event("equip", "", frame="equip", is_default=True),
    _event("equip to:this", "", frame="equip"),
    _event("playthis", "", frame="play"),
    reading("frame", "", RULE, of="trigger"),
    reading("frame", "", {"type": "when", **RULE}, of="effect"),
    reading("frame", "", {"type": "when", **ONCE}, of="effect", kind="next"),
    reading("frame", "", {"at": "onEquip", "do": "%do"}, of="behavior.treasure", kind="equip"),
    reading("frame", "", {"at": "onPlay", "do": "%do"}, of="behavior.treasure", kind="play"),
    reading("frame", "", {"at": "onDrawExploration", "do": "%do"}, of="behavior.exploration", kind="flip"),
    *COST_RULES,
)

NOUNS: tuple[Nouns, ...] = (
    nouns("school", "onlyCards school"),
    nouns("kind", "onlyCards kind"),
    nouns("level", "chooser.monsterChooser level"),
    noun("school", "fire", "fire", "火系、火焰、火"),
    noun("school", "frost", "frost, ice", "冰系、冰霜、冰"),
    noun("school", "arcane", "arcane", "奥术"),
    noun("kind", "spell", "spell", "法术、法咒、咒语"),
    noun("kind", "wand", "wand", "魔杖、法杖"),
    noun("kind", "occult", "occult", "秘术"),
)
