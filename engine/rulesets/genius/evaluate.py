"""What a bot thinks a position is worth, and which answers it looks at.

Weights are in tenths of a point of health, set by hand and tuned by matches. Dice that are left when the round is ended are lost, so
they count a little: enough not to be wasted, less than what they buy.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from engine.toolkit.evaluation import first_of_each, outcome, single_answers
from engine.toolkit.rules import Action, Decision, Entity, Option, State

from .dice import from_word, given_up, kind_of_die, preferred_kinds, worth
from .table import (
    CHARACTERS,
    HANDS,
    PLAYERS,
    SHIELDS,
    STATUSES,
    SUMMONS,
    SUPPORTS,
    living,
    player_at,
)
from .words import OMNI

HEALTH, ALIVE, ENERGY, EQUIPPED, ATTACHMENTS = 10, 60, 6, 14, 6
SUMMON, SUPPORT, STATUS, USAGE, CARD, DIE, AURA, FROZEN = 8, 14, 6, 7, 5, 4, 3, 8
PAYMENTS, REROLLS, REDRAWS = 2, 3, 2
NEAR = 3
"""Points of health below which each one counts more."""


def evaluate(st: State, seat: int) -> int:
    """Return the value of a position for a side."""
    if st.result is not None:
        return outcome(st.result, seat)
    me = player_at(seat)
    return sum(_side(st, player) * (1 if player == me else -1) for player in PLAYERS) + _means(st, me)


def _side(st: State, player: int) -> int:
    entities, zones = st.entities, st.zones
    total = 0
    for eid in zones[player, CHARACTERS]:
        ent = entities[eid]
        if ent["isAlive"]:
            total += _character(st, eid, ent)
    for zone, base in ((SUMMONS, SUMMON), (SUPPORTS, SUPPORT), (STATUSES, STATUS), (SHIELDS, STATUS)):
        for eid in zones.get((player, zone), ()):
            total += base + USAGE * min(entities[eid].get("usage", 1), 4)
    return total


def _character(st: State, eid: int, ent: Entity) -> int:
    health = ent["health"]
    total: int = ALIVE + HEALTH * health + 4 * min(health, NEAR) + ENERGY * min(ent["power"], ent["maxPower"])
    total -= (AURA if ent["aura"] else 0) + (FROZEN if ent["isFrozen"] else 0)
    for held in st.zones.get((eid, CHARACTERS), ()):
        total += EQUIPPED if st.entities[held]["kind"] == "equipment" else ATTACHMENTS
    return total


def _means(st: State, me: int) -> int:
    """Return what an own hand and own dice are worth, while they can still be used."""
    mine = st.entities[me]
    dice = 0 if mine["isPass"] else DIE * mine["diceNum"]
    return int(CARD * len(st.zone(me, HANDS)) + dice)


def candidate_actions(st: State, decision: Decision) -> Sequence[Action]:
    """Return the candidate answers: two payments, three rerolls, a few redraws, and one of cards that are alike."""
    match decision.kind:
        case "main":
            return single_answers(decision, _different(st, decision.options))
        case "payment":
            return _payments(st, decision)
        case "dice":
            return _rerolls(st, decision)
        case "cards":
            return _redraws(st, decision)
    return [(option,) for option in decision.options]


def _different(st: State, options: Sequence[Option]) -> list[Option]:
    """Return the options of a main decision, cards that are alike but once, and one card to tune."""

    def kind(option: Option) -> Hashable:
        if not isinstance(option, tuple):
            return option
        verb, eid = option[:2]
        return verb if verb == "tune" else (verb, st.entities[eid]["def"], verb == "switch" and eid)

    return first_of_each(options, kind)


def _payments(st: State, decision: Decision) -> list[Action]:
    """Return the automatic payment, and the next one where the first gives away a die that is worth keeping."""
    player, words = player_at(decision.seat), decision.options
    is_free = not given_up(from_word(str(words[0])), worth(st, player))
    return [(words[0],)] if is_free else [(option,) for option in words[:PAYMENTS]]


def _rerolls(st: State, decision: Decision) -> list[Action]:
    """Return to keep all, to keep omni and the active element, and to keep those of all own characters."""
    player = player_at(decision.seat)
    active, own = set(preferred_kinds(st, player)), {st.entities[eid]["element"] for eid in living(st, player)}
    keep_active = tuple(word for word in decision.options if _kind(word) not in active | {OMNI})
    keep_own = tuple(word for word in decision.options if _kind(word) not in own | {OMNI})
    return list(dict.fromkeys((keep_active, keep_own, ())))[:REROLLS]


def _kind(word: Option) -> int:
    return kind_of_die(str(word))


def _redraws(st: State, decision: Decision) -> list[Action]:
    """Return to keep all, and to return the dearest cards; where cards must go, the cheapest."""
    if decision.min:
        return [tuple(sorted(decision.options, key=lambda card: _price(st, card))[: decision.min])]
    dear = sorted(decision.options, key=lambda card: -_price(st, card))
    return [(), tuple(dear[: min(REDRAWS, decision.max)])]


def _price(st: State, card: Option) -> int:
    facts = st.program.cards[st.entities[card]["def"]].facts if isinstance(card, int) else {}
    return sum(count for _, count in facts.get("cost", ()))
