"""What the grammar of sentences means in `wizards`: when something is done, and the frames around it."""

from __future__ import annotations

from typing import Any

from engine.language.spec.readings import Reading, reading

from .templates import of_card


def _card_facts(event: str) -> Any:
    card = f"${event}.cardUUID"
    return {
        "school": {"type": "Equals", "value1": of_card(card, "school"), "value2": "%school"},
        "kind": {"type": "IsType", "playerUUID": f"${event}.playerUUID", "cardType": "%kind", "cardUUID": card},
    }


OF_MONSTERS = ("onDefeat", "onDamageTaken", "onLethal", "onHit")

OF_CARDS = ("onPlayCard", "onDiscard", "onDrawCard", "onBuy", "onForget", "onEquipped", "onExplorationFlip")


def _references(event: str) -> dict[str, str]:
    """Return who does it, where the event says, and the monster or card that it is of."""
    if event in OF_MONSTERS:
        return {"thatplayer": f"${event}.sourcePlayerUUID", "it": f"${event}.monsterUUID"}
    card = {"it": f"${event}.cardUUID"} if event in OF_CARDS else {}
    player = "sourcePlayerUUID" if event == "onExplorationFlip" else "playerUUID"
    return card if event.startswith("onRound") or not event else {**card, "thatplayer": f"${event}.{player}"}


def _event(
    words: str, event: str, actor: str = "", *, cards: bool = False, is_default: bool = False, **options: Any
) -> Reading:
    return reading(
        "event",
        words,
        {"event": event, **({"who": actor} if actor else {})},
        _card_facts(event) if cards else {},
        **_references(event),
        isDefault=is_default,
        **options,
    )


HIT_FACTS: Any = {"school": {"type": "Equals", "value1": "$onHit.school", "value2": "%school"}}

IS_MONSTER: Any = {"type": "Equals", "value1": "$onExplorationFlip.type", "value2": "monster"}

DOERS: Any = {
    "none": {},
    **{
        who: {"keys": {"who": key}}
        for who, key in (("you", "you"), ("opponent", "others"), ("others", "others"), ("this", "this"))
    },
    "allplayers": {},
    "enemy": {},
    "any": {},
}

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

NEXT: Any = {key: value for key, value in RULE.items() if key != "mode"}

ONCE: Any = {"%...": "event", "condition": "%condition?", "do": "%do"}

EVENTS: tuple[Reading, ...] = (
    *_by("play", "onPlayCard", cards=True),
    *_by("draw", "onDrawCard"),
    *_by("discard", "onDiscard"),
    *_by("buy", "onBuy"),
    *_by("kill", "onDefeat", role="by"),
    *(_event(f"kill by:{word} to:unit", "onDefeat", who) for word, who in ACTORS),
    _event("die to:unit", "onDefeat"),
    _event("die to:enemy", "onDefeat"),
    _event("die to:this", "onDefeat", "this", is_default=True),
    _event("deathrattle", "onDefeat", "this", frame="deathrattle"),
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
    *(
        reading(
            "event",
            f"hit by:{word}{to}",
            {"event": "onHit", "stage": "modify", **({"who": actor} if actor else {})},
            HIT_FACTS,
        )
        for word, actor in ACTORS
        for to in ("", " to:unit", " to:enemy")
    ),
    *(
        reading("event", f"hit {words}", {"event": "onHit", "stage": "modify", "who": "this"}, HIT_FACTS)
        for words in ("to:this", "by:anyplayer to:this", "by:allplayers to:this")
    ),
    _event("battlecry", "", frame="flip"),
    _event("flip to:this", "", frame="flip", is_default=True),
    _event("equip", "", frame="equip", is_default=True),
    _event("equip to:this", "", frame="equip"),
    _event("playthis", "", frame="play"),
    _event("play to:this", "", frame="play"),
    _event("play by:this", "", frame="play"),
    *_by("forget", "onForget"),
    *_by("equip", "onEquipped"),
    *_by("roll", "onRoll"),
    _event("forget to:this", "onForget", "this"),
    _event("lethal to:unit", "onLethal"),
    _event("lethal to:enemy", "onLethal"),
    _event("lethal to:this", "onLethal", "this", is_default=True),
    _event("flip to:unit", "onExplorationFlip", conditions=[IS_MONSTER]),
    _event("flip by:you to:unit", "onExplorationFlip", "you"),
    _event("flip by:you", "onExplorationFlip", "you"),
    _event("flip to:enemy", "onExplorationFlip"),
    _event("drawthis to:this", "", frame="drawn", is_default=True),
    _event("draw to:this", "", frame="drawn"),
    _event("buy to:this", "", frame="bought"),
    _event("unequip", "", frame="unequip", is_default=True),
    _event("matchstart by:any", "", frame="start"),
    reading("event", "*", {"event": "%event"}, adds=DOERS, thatplayer="$%event.playerUUID"),
    reading("frame", "", RULE, of="trigger"),
    reading(
        "frame",
        "",
        {"at": "deathrattle", "do": "%do"},
        of="behavior.exploration",
        kind="deathrattle",
        bars="$onDefeat",
        moment={"$onDefeat.sourcePlayerUUID": "$deathrattle.playerUUID"},
    ),
    reading("frame", "", RULE, of="trigger", kind="deathrattle"),
    reading("frame", "", {"type": "when", **RULE}, of="effect", kind="deathrattle"),
    reading("frame", "", {"type": "when", **NEXT}, of="effect", next=True),
    reading("frame", "", {"type": "when", **RULE}, of="effect"),
    reading(
        "frame",
        "",
        {"type": "when", **RULE, "mode": "%mode"},
        of="effect",
        once=True,
        modes={"turn": "turn", "round": "round", "battle": "battle", "match": "always"},
    ),
    reading("frame", "", {"type": "when", **ONCE}, of="effect", kind="next"),
    reading("frame", "", {"at": "onEquip", "do": "%do"}, of="behavior.treasure", kind="equip"),
    reading("frame", "", {"at": "onPlay", "do": "%do"}, of="behavior.treasure", kind="play", isPlain=True),
    *(
        reading("frame", "", {"at": moment, "do": "%do"}, of="behavior.treasure", kind=kind)
        for kind, moment in (
            ("drawn", "onDraw"),
            ("bought", "onBuy"),
            ("unequip", "onUnequip"),
            ("start", "onMatchStart"),
        )
    ),
    reading("frame", "", {"at": "onDrawExploration", "do": "%do"}, of="behavior.exploration", kind="flip"),
)
