"""What a bot thinks a position of halo is worth, and which answers it looks at.

Weights are in thirds of a base point. They were set by hand and tuned by matches of one set against another; SOURCE.md keeps what was
measured. The opponent's hand, supply and shields to come are left out on purpose: they change when a turn is passed, and a bot that
counted them would rather do harm to itself than pass.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from engine.toolkit.evaluation import first_of_each, outcome, single_answers
from engine.toolkit.rules import Action, Decision, Entities, Entity, Option, State

from .define import MINDS_ROW
from .table import PLACES, ROUND_THE_LANE

BASE, ATTACK, HEALTH, SHIELD, THERE = 3, 5, 3, 1, 2
HULL, CANNON, BERTH = 2, 6, 2
OPEN, HELD, ALL_HELD, STREAK = 3, 5, 12, 60
CARD, STUCK, BATTERY, FIELD, LOADED = 4, 4, 1, 8, 2
NEAR = 10
"""Base points below which each one counts double."""


def evaluate(st: State, seat: int) -> int:
    """Return the value of a position for a side: bases, the battlefield, lanes, and its own hand."""
    if st.result is not None:
        return outcome(st.result, seat)
    me, enemy = seat + 1, 2 - seat
    score, lanes = _base(st, me) - _base(st, enemy), [0, 0, 0]
    for lane in (1, 2, 3):
        worth, holder = _lane(st, me, enemy, lane)
        score += worth
        lanes[holder] += 1
    for player, number, sign in ((me, lanes[1], 1), (enemy, lanes[2], -1)):
        score += sign * (HELD * number + (ALL_HELD if number == 3 else 0) + STREAK * st.entities[player]["streak"])
        score += sign * FIELD * len(st.zone(player, "field"))
    return score + _means(st, me)


def _base(st: State, player: int) -> int:
    points: int = st.entities[player]["base"]
    return BASE * (points + min(points, NEAR))


def _lane(st: State, me: int, enemy: int, lane: int) -> tuple[int, int]:
    """Return the value of a lane, and its holder: 1 for me, 2 for the opponent, 0 for none."""
    entities, zones = st.entities, st.zones
    front, back, orbit = ROUND_THE_LANE[lane]
    mine = zones.get((me, front), ()) + zones.get((me, back), ())
    theirs = zones.get((enemy, front), ()) + zones.get((enemy, back), ())
    score = _ships(st, zones.get((me, orbit), ())) - _ships(st, zones.get((enemy, orbit), ()))
    my_attack = their_attack = 0
    for eid in mine:
        ent = entities[eid]
        my_attack += ent["attack"]
        score += _unit(ent)
    for eid in theirs:
        ent = entities[eid]
        their_attack += ent["attack"]
        score -= _unit(ent)
    if not theirs:
        score += OPEN * my_attack
    if not mine:
        score -= OPEN * their_attack
    if len(mine) > len(theirs) and not zones.get((enemy, front)):
        return score, 1
    if len(theirs) > len(mine) and not zones.get((me, front)):
        return score, 2
    return score, 0


def _unit(ent: Entity) -> int:
    return int(THERE + ATTACK * ent["attack"] + HEALTH * ent["health"] + SHIELD * ent["shield"])


def _ships(st: State, ships: Entities) -> int:
    total = 0
    for eid in ships:
        ent = st.entities[eid]
        total += THERE + HULL * ent["health"] + SHIELD * ent["shield"] + BERTH * ent.get("hangars", 0)
        total += CANNON + ATTACK * ent.get("kw.ORBITAL_BATTERY", 0) // 2
        total += (
            LOADED * len(st.zone(eid, "hangar")) + sum(_unit(st.entities[unit]) for unit in st.zone(eid, "hangar")) // 2
        )
    return total


def _means(st: State, me: int) -> int:
    """Return what an own hand is worth: a card that wants battery that is not there is in the way."""
    entities, mine = st.entities, st.entities[me]
    hand, battery = st.zone(me, "hand"), mine["battery"]
    short = sum(entities[card]["battery"] > battery for card in hand)
    return int(CARD * len(hand) - STUCK * short + BATTERY * battery)


def candidate_actions(st: State, decision: Decision) -> Sequence[Action]:
    """Return the candidate answers: one of each kind of card, one card to charge, all places and targets."""
    if decision.kind == "main":
        return single_answers(decision, _worth_a_look(st, decision.options))
    if decision.min > 1 or decision.max > 1:
        order = sorted(decision.options, key=lambda card: _price(st, card))
        return [tuple(order[: decision.min]), tuple(order[len(order) - decision.min :])]
    options = _rows_apart(st, decision) if decision.kind == "place" else _alike(st, decision.options)
    return single_answers(decision, options)


def _worth_a_look(st: State, options: Sequence[Option]) -> list[Option]:
    """Return the options of a main decision, cards that are alike but once, and of those to charge the dearest."""
    charges = [option for option in options if isinstance(option, tuple) and option[0] == "charge"]
    cheapest = {max(charges, key=lambda option: _price(st, option[1]))} if charges else set()
    candidates = [
        option for option in options if option in cheapest or not isinstance(option, tuple) or option[0] != "charge"
    ]

    def kind(option: Option) -> Hashable:
        if not isinstance(option, tuple) or option[0] not in ("play", "load"):
            return option
        ent = st.entities[option[1]]
        return option[0], ent["def"], ent["supply"]

    return first_of_each(candidates, kind)


def _rows_apart(st: State, decision: Decision) -> Sequence[Option]:
    """Return the places of a question: of each lane only the first, for a card to which its row does not matter (docs/adr/0091)."""
    ent = st.entities.get(decision.source)
    if ent is None or not ent["def"] or MINDS_ROW in st.program.cards[ent["def"]].facts:
        return decision.options
    return first_of_each(decision.options, lambda place: PLACES[place][0] if place in PLACES else place)


def _price(st: State, card: Option) -> int:
    ent = st.entities[card] if isinstance(card, int) else {}
    return int(ent.get("supply", 0)) + 2 * int(ent.get("battery", 0))


def _alike(st: State, options: Sequence[Option]) -> list[Option]:
    """Return one of each kind of option: entities of one zone that differ only in id count as one answer."""

    def kind(option: Option) -> Hashable:
        ent = st.entities.get(option) if isinstance(option, int) else None
        if ent is None or not ent["def"]:
            return option
        return ent["def"], ent["zone"], ent["holder"], ent.get("health"), ent.get("shield")

    return first_of_each(options, kind)
