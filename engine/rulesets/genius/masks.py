"""The action mask of 004 as nested lists: what a player may choose, on what, and for which dice. Computing it writes nothing.

`mask[choice][target]` is `[valid, count, kind, count, kind]`: up to two parts of the cost now, in kinds of `words` (9 any, 8 one kind); tuning costs a die
that is not of the active element, written as a negative kind. Choices: 0 to 9 the hand, 10 to 13 skills, 14 switch, 15 end, 16 dice,
17 cards of the hand, 19 one card. Targets: 0 the opponent, 1 oneself, 2 to 4 one's characters, 5 to 8 summons, 9 to 12 supports, 13 dice,
14 cards, 15 one card. What sixteen targets cannot tell apart shares one: the question that follows names it.
"""

from __future__ import annotations

from engine.kernel.decisions import MAIN
from engine.toolkit.rules import Decision, Option, State

from .actions import END, SKILL, price
from .dice import Cost
from .plays import find_target
from .table import CHARACTERS, HANDS, SUMMONS, SUPPORTS, active_of, characters, player_at

Mask = list[list[list[int]]]
CHOICES, TARGETS, PARTS = 20, 16, 5
FIRST_SKILL, SWITCH, PASS, DICE, CARDS, SELECT = 10, 14, 15, 16, 17, 19
FOE, SELF, MINE, SUMMONED, SUPPORTED, OF_DICE, OF_CARDS, OF_ONE = 0, 1, 2, 5, 9, 13, 14, 15
BROAD = {"dice": (DICE, OF_DICE), "cards": (CARDS, OF_CARDS), "choice": (SELECT, OF_ONE)}
"""Where the questions lie that are no action: the choice and its target by their kind."""


def encode(st: State, decision: Decision) -> Mask:
    """Return the mask of a question; of the questions that complete an action it is empty, for their options are few."""
    mask = [[[0] * PARTS for _ in range(TARGETS)] for _ in range(CHOICES)]
    player = player_at(decision.seat)
    if decision.kind == MAIN:
        for option in decision.options:
            _mark(st, player, option, mask)
    elif decision.kind in BROAD:
        choice, target = BROAD[decision.kind]
        mask[choice][target][0] = 1
    elif decision.prompt == "set-character":
        for eid in decision.options:
            mask[SWITCH][MINE + characters(st, player).index(int(eid))][0] = 1  # type: ignore[arg-type]  # characters
    return mask


def _mark(st: State, player: int, option: Option, mask: Mask) -> None:
    """Mark one main option with every target that it may have."""
    if not isinstance(option, tuple):
        mask[PASS][SELF][0] = int(option == END)
        return
    verb, eid = option
    choice = _choice(st, player, verb, eid)
    if choice is None:
        return
    if verb == "tune":
        mask[choice][OF_DICE] = [1, 1, -st.entities[active_of(st, player)]["element"], 0, 0]
        return
    cost = _parts(price(st, player, verb, eid, commit=False).cost)
    for target in _targets(st, player, verb, eid):
        mask[choice][target] = [1, *cost]


def _choice(st: State, player: int, verb: str, eid: int) -> int | None:
    """Return the place of a main option; none for a card beyond the tenth or a skill beyond the fourth, for which there is no place."""
    if verb == "switch":
        return SWITCH
    if verb.startswith(SKILL):
        place = FIRST_SKILL + int(verb[len(SKILL) :]) - 1
        return place if place < SWITCH else None
    place = st.zone(player, HANDS).index(eid)
    return place if place < FIRST_SKILL else None


def _parts(cost: Cost) -> list[int]:
    pairs = [part for kind, count in cost[:2] for part in (count, kind)]
    return pairs + [0] * (PARTS - 1 - len(pairs))


def _targets(st: State, player: int, verb: str, eid: int) -> list[int]:
    if verb == "switch":
        return [MINE + characters(st, player).index(eid)]
    if verb.startswith(SKILL):
        return [FOE]
    found = find_target(st, player, eid)
    return [SELF] if found is None else sorted({_place(st, player, one) for one in found})


def _place(st: State, player: int, target: int) -> int:
    """Return the place of a target."""
    held = st.entities[target]
    zone, owner = held["zone"], held["own"]
    if zone == CHARACTERS:
        return MINE + characters(st, player).index(target) if owner == player else FOE
    first = {SUMMONS: SUMMONED, SUPPORTS: SUPPORTED}[zone]
    return first + st.zone(owner, zone).index(target)
