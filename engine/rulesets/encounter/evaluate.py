"""What a bot thinks a position is worth, and which answers it looks at.

Weights are in tenths of a point of health. The opponent's seat plays by the temperament of the encounter: bold seeks the fight, wary keeps
its units, greedy takes ground; the player's seat is in between.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.decisions import Action, Decision, Option
from engine.kernel.state import State
from engine.rulesets.encounter.grid import cell_of
from engine.rulesets.encounter.table import (
    HAND,
    OPPONENT,
    PLAYER,
    RECOVERY,
    REGIONS,
    TABLE,
    grid,
    other,
    units,
)
from engine.rulesets.encounter.words import STATUS_NAMES

WIN = 100_000
ALIVE, HEALTH, ATTACK, LEADER, HERO, ABILITY, STATUS = 30, 10, 12, 60, 30, 6, 8
REGION, MAIN, CARD, NEAR, RESTING, PAGE = 24, 60, 7, 3, 20, 60
STATES = {"": (3, 10, 24), "bold": (4, 9, 20), "wary": (2, 13, 20), "greedy": (3, 10, 36)}
"""By temperament: how much it wants to be near, what its own health is worth, and what a region is."""
CELLS = 6


def evaluate(st: State, seat: int) -> int:
    """Return the value of a position for a side."""
    if st.result is not None:
        return 0 if st.result.winner < 0 else WIN if st.result.winner == seat else -WIN
    me = seat + 1
    near, health, region = _temper(st, me)
    total: int = _side(st, me, health) - _side(st, other(me), HEALTH)
    for eid in st.zone(TABLE, REGIONS):
        ent = st.entities[eid]
        worth = region + (MAIN if ent["main"] else 0)
        total += worth if ent["control"] == me else -worth if ent["control"] else 0
    total += CARD * len(st.zone(me, HAND)) - PAGE * (st.entities[PLAYER]["deathPage"]) * (1 if me == PLAYER else -1)
    return total - near * _distance(st, me)


def _temper(st: State, player: int) -> tuple[int, int, int]:
    if player != OPPONENT or st.globals["encounter"] not in st.program.cards:
        return STATES[""]
    return STATES[st.program.cards[st.globals["encounter"]].facts["temperament"]]


def _side(st: State, player: int, health: int) -> int:
    entities, total = st.entities, 0
    for eid in units(st, player):
        ent = entities[eid]
        total += ALIVE + health * ent["health"] + ATTACK * ent["atk"] + 3 * ent["rng"]
        total += LEADER * ent["leader"] + (HERO if ent["kind"] == "hero" else 0)
        total += ABILITY * len(st.zones.get((eid, "abilities"), ()))
        total -= STATUS * sum(1 for name in STATUS_NAMES if ent[name])
    for eid in st.zone(player, RECOVERY):
        total += RESTING - 4 * entities[eid]["cooldown"]
    return total


def _distance(st: State, me: int) -> int:
    """Return how far the own units are from what they want: the nearest foe out of reach, or ground that is not theirs."""
    entities, rows = st.entities, grid(st).far
    foes = [entities[eid]["cell"] for eid in units(st, other(me))]
    ground = _wanted_ground(st, me)
    total = 0
    for eid in units(st, me):
        ent = entities[eid]
        row = rows[ent["cell"]]
        far = max(min([row[foe] for foe in foes]) - ent["rng"], 0) if foes else 0
        if ground and far:
            far = min(far, 1 + min([row[one] for one in ground]))
        total += far
    return total


def _wanted_ground(st: State, me: int) -> tuple[int, ...]:
    """Return one cell in the middle of each region that is not the own side's."""
    middles, entities = grid(st).middles, st.entities
    regions = [entities[eid] for eid in st.zone(TABLE, REGIONS)]
    return tuple([middles[ent["index"] - 1] for ent in regions if ent["control"] != me])


def candidate_actions(st: State, decision: Decision) -> Sequence[Action]:
    """Return the candidate answers: attacks first, the moves of one unit at a time, and six cells of those that are offered."""
    match decision.kind:
        case "main":
            return [(option,) for option in _worth_a_look(st, decision.options)]
        case "cell":
            return [(word,) for word in _cells(st, decision)]
    if decision.min > 1 or decision.max > 1:
        return [tuple(decision.options[: decision.min]), tuple(decision.options[: decision.max])]
    answers: list[Action] = [(option,) for option in decision.options]
    return answers if decision.min else [(), *answers]


def _worth_a_look(st: State, options: Sequence[Option]) -> list[Option]:
    """Return the options of a main decision: cards that are alike once, and of the moves those of the first unit."""
    out: list[Option] = []
    seen, moves = set[str](), 0
    for option in options:
        if not isinstance(option, tuple):
            out.append(option)
        elif option[0] == "play":
            name = st.entities[option[1]]["def"]
            if name not in seen:
                seen.add(name)
                out.append(option)
        elif option[0] == "move":
            moves += 1
            if moves == 1:
                out.append(option)
        else:
            out.append(option)
    return out


def _cells(st: State, decision: Decision) -> list[str]:
    """Return the six cells nearest to foes and ground, by reading order where they are alike."""
    words = [str(word) for word in decision.options]
    if len(words) <= CELLS:
        return words
    me, board = decision.seat + 1, grid(st)
    foes = [st.entities[eid]["cell"] for eid in units(st, other(me))]
    ground = _wanted_ground(st, me)
    reach = st.entities[decision.source]["rng"] if decision.source in st.entities and "rng" in st.entities[decision.source] else 1  # fmt: skip

    def rank(word: str) -> tuple[int, int]:
        row = board.far[cell_of(board.width, word)]
        foe = min((abs(row[one] - reach) for one in foes), default=0)
        return min(foe, min((row[one] for one in ground), default=99)), foe

    return sorted(words, key=rank)[:CELLS]
