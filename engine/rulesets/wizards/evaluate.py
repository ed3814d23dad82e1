"""What a bot thinks a position is worth, and which answers it looks at.

Weights are in tenths of a cell of the wheel; they were set by hand and are checked for sign by tests.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.decisions import Action, Decision
from engine.kernel.state import State
from engine.rulesets.wizards.table import definition, monsters, players

CELL, STEP, GOLD, MANA, TOKEN, WOUND, OUT, PLAY = 10, 9, 6, 3, 12, 2, 0, 1
CARD_WORTH = {"ori": -4, "com": 10, "leg": 24}
RIVAL = 4
WIN = 100_000


def evaluate(st: State, side: int) -> int:
    """Return what the position is worth to a side: its progress, means and deck, less the best rival's progress."""
    me = side + 1
    ents = st.ents
    if st.result is not None and st.result.winner >= 0:
        return WIN if st.result.winner == side else -WIN
    mine = ents[me]
    score = _progress(st, me) + GOLD * mine["gold"] + MANA * mine["mana"] + TOKEN * mine["token"]
    score += sum(_worth(st, card) for zone in ("deck", "hand", "discard", "play", "wand") for card in st.zone(me, zone))
    score += WOUND * sum(ents[m]["maxHealth"] - ents[m]["health"] for m in monsters(st))
    return int(score - RIVAL * max(_progress(st, other) for other in players(st) if other != me) // 10)


def _progress(st: State, player: int) -> int:
    ent = st.ents[player]
    return int(CELL * ent["pos"] + STEP * ent["steps"])


def _worth(st: State, card: int) -> int:
    printed = definition(st, card)
    return CARD_WORTH[printed.words["rarity"]]


def narrow(st: State, decision: Decision) -> Sequence[Action]:
    """Return the answers worth a look: none or one of several, one of each kind of card, the longest walks."""
    options = decision.options
    if decision.kind == "number":
        return [(option,) for option in options[-6:]]
    if decision.max > 1:
        return [(), *((option,) for option in _by_kind(st, options))]
    singles: list[Action] = [(option,) for option in _by_kind(st, options)]
    return singles if decision.min else [(), *singles]


def _by_kind(st: State, options: Sequence[object]) -> list[object]:
    """Return one option of each kind: cards of one definition are alike."""
    seen: dict[object, object] = {}
    for option in options:
        card = option[1] if isinstance(option, tuple) else option
        ent = st.ents.get(card) if isinstance(card, int) else None
        alike = (ent["def"], ent["zone"], option[0] if isinstance(option, tuple) else "") if ent and ent["def"] and ent["zone"] != "slot" else option
        seen.setdefault(alike, option)
    return list(seen.values())
