"""What the grammar of sentences means in `wizards`: numbers and conditions."""

from __future__ import annotations

from typing import Any

from engine.language.spec.readings import OWNER, Reading, reading
from engine.toolkit.nodes.sentences import AMOUNT_PER, AMOUNT_PER_TARGET, AMOUNTS, LOGIC

from .templates import KINDS, NEXT_PLAYER, OWNERS, ZONES, of_card, of_player

COUNT: Any = {"type": "countCards", "playerUUID": OWNER}

MONSTERS: Any = {**COUNT, "zone": "slot", "whose": "all"}

TIMES: Any = {"type": "timesThis", "who": "you", "within": "round"}

NTH: Any = {"type": "Nth", "who": "you", "within": "round"}

LATER: Any = {"orLater": True}


def _happened(times: Any) -> Any:
    return {"type": "GreaterThanOrEqual", "value1": times, "value2": "%number"}


NUMBERS: tuple[Reading, ...] = (
    AMOUNT_PER,
    AMOUNT_PER_TARGET,
    *AMOUNTS,
    *LOGIC,
    *(
        reading("measure", words, of_player(OWNER, "hand"), {"you": {}})
        for words in ("card hand", "hand", "card", "stat:card")
    ),
    reading("measure", "nextplayer stat:card", of_player(NEXT_PLAYER, "hand")),
    *(
        reading("measure", words, of_player(NEXT_PLAYER, "hand"))
        for words in ("card nextplayer hand", "nextplayer hand", "card nextplayer")
    ),
    *(
        reading("measure", f"card {zone}", {**COUNT, "zone": zone_name}, {**KINDS, **OWNERS})
        for zone, zone_name in ZONES
    ),
    reading("measure", "card", {**COUNT, "zone": "hand"}, {**KINDS, **OWNERS}),
    reading("measure", "card played", {**TIMES, "event": "onPlayCard"}, {"you": {}}),
    reading("measure", "card discarded", {**TIMES, "event": "onDiscard"}, {"you": {}}),
    reading("measure", "card drawn", {**TIMES, "event": "onDrawCard"}, {"you": {}}),
    reading("measure", "killed", {**TIMES, "event": "onDefeat"}, {"you": {}}),
    reading("measure", "dead", {**TIMES, "event": "onDefeat", "who": "anyone"}, {"enemy": {}, "all": {}}),
    reading(
        "measure", "times this", {**TIMES, "event": "onPlayCard", "who": "this", "within": "match", "earlier": True}
    ),
    reading("measure", "all", MONSTERS, {"enemy": {}, "level": {"zone": "%level"}}),
    reading("measure", "all here", MONSTERS, {"enemy": {}}),
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
    *(
        row
        for verb, event in (
            ("draw", "onDrawCard"),
            ("discard", "onDiscard"),
            ("kill", "onDefeat"),
            ("buy", "onBuy"),
            ("gaingold", "onGoldGained"),
        )
        for row in (
            reading("fact", f"past {verb} exact", {**NTH, "n": "%number", "event": event}),
            reading("fact", f"past {verb} you", _happened({**TIMES, "event": event})),
        )
    ),
    reading("fact", "past before you", _happened({**TIMES, "event": "onPlayCard"})),
    reading("fact", "past play exact", {**NTH, "n": "%number", "event": "onPlayCard"}),
    reading("fact", "past play you", {**NTH, "n": "%number", "event": "onPlayCard", **LATER}),
    reading("fact", "past die exact", {**NTH, "n": "%number", "event": "onDefeat", "who": "anyone"}),
    reading("fact", "past die enemy", _happened({**TIMES, "event": "onDefeat", "who": "anyone"})),
    reading("fact", "past die", _happened({**TIMES, "event": "onDefeat", "who": "anyone"})),
    reading("fact", "compare", {"type": "HasWand", "playerUUID": OWNER}, of="card kind:wand", sign=">=", number=1),
    reading("fact", "compare", {"type": "HasWand", "playerUUID": OWNER}, of="card wandslot", sign=">=", number=1),
    reading("fact", "resonance", {"type": "Resonance", "amount": "%number"}),
    reading("fact", "spread", {"type": "Spread"}),
    reading("fact", "is kind", {"type": "Equals", "value1": of_card("%target", "cardType"), "value2": "%kind"}),
    reading("fact", "is school", {"type": "Equals", "value1": of_card("%target", "school"), "value2": "%school"}),
    reading("fact", "is level", {"type": "Equals", "value1": of_card("%target", "level"), "value2": "%level"}),
    reading("or", "", {"type": "Or", "conditions": "%conditions"}),
)
