"""What a bot thinks a position is worth, and which answers it looks at.

Weights are in tenths of a point of health. The opponent's seat plays by the temperament of the encounter: bold seeks the fight, wary keeps
its units, greedy takes ground. The player presses on where time is on the other side.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import lru_cache
from operator import itemgetter

from engine.toolkit.evaluation import first_of_each, outcome, single_answers
from engine.toolkit.rules import Action, Decision, Entity, Option, State

from .grid import Grid, cell_of
from .table import HAND, OPPONENT, PLAYER, RECOVERY, REGIONS, TABLE, grid, opponent_of, units
from .words import STATUS_NAMES

ALIVE, HEALTH, ATTACK, LEADER, HERO, ABILITY, STATUS = 30, 10, 12, 60, 30, 6, 8
REGION, MAIN, CARD, NEAR, RESTING, PAGE = 24, 60, 7, 3, 20, 60
STATES = {"": (3, 10, 24), "pressed": (6, 7, 24), "bold": (4, 9, 20), "wary": (2, 13, 20), "greedy": (3, 10, 36)}
"""By temperament (`pressed`: who loses at the limit): how much it wants to be near, what its own health is worth, and what a region is."""
_STATUSES = itemgetter(*STATUS_NAMES)
CELLS, MOVERS = 6, 2
"""Cells and moving units that a bot looks at."""


def evaluate(st: State, seat: int) -> int:
    """Return the value of a position for a side."""
    if st.result is not None:
        return outcome(st.result, seat)
    me = seat + 1
    near, health, region = _temper(st, me)
    total: int = _side(st, me, health) - _side(st, opponent_of(me), HEALTH)
    for eid in st.zone(TABLE, REGIONS):
        ent = st.entities[eid]
        worth = region + (MAIN if ent["main"] else 0)
        total += worth if ent["control"] == me else -worth if ent["control"] else 0
    total += CARD * len(st.zone(me, HAND)) - PAGE * (st.entities[PLAYER]["deathPage"]) * (1 if me == PLAYER else -1)
    return total - near * _distance(st, me)


def _temper(st: State, player: int) -> tuple[int, int, int]:
    card = st.program.cards.get(st.globals["encounter"])
    if card is None:
        return STATES[""]
    if player == OPPONENT:
        return STATES[card.facts["temperament"]]
    return STATES["pressed" if st.globals["atLimit"] == opponent_of(player) else ""]


def _side(st: State, player: int, health: int) -> int:
    entities, total = st.entities, 0
    for eid in units(st, player):
        ent = entities[eid]
        total += ALIVE + health * ent["health"] + ATTACK * ent["atk"] + 3 * ent["rng"]
        total += LEADER * ent["leader"] + (HERO if ent["kind"] == "hero" else 0)
        total += ABILITY * len(st.zones.get((eid, "abilities"), ()))
        statuses = _STATUSES(ent)
        total -= STATUS * (len(statuses) - statuses.count(0))
    for eid in st.zone(player, RECOVERY):
        total += RESTING - 4 * entities[eid]["cooldown"]
    return total


def _distance(st: State, me: int) -> int:
    """Return how far the own units are from what they want, and from the units without which the other side loses."""
    entities, board = st.entities, grid(st)
    foes, regions = (_nearest(board, cells) for cells in _target_cells(st, me))
    leaders = _nearest(
        board, tuple([ent["cell"] for eid in units(st, opponent_of(me)) if (ent := entities[eid])["leader"]])
    )
    total = 0
    for eid in units(st, me):
        ent = entities[eid]
        total += _way(ent, foes, regions)
        if leaders:
            total += leaders[ent["cell"]] // 2
    return total


@lru_cache(maxsize=1024)
def _nearest(board: Grid, cells: tuple[int, ...]) -> tuple[int, ...]:
    """Return how far each cell is from the nearest of some cells, empty where there are none: foes stay while a bot tries its moves."""
    return tuple(map(min, zip(*[board.far[cell] for cell in cells], strict=True)))


def _target_cells(st: State, me: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the cells of foes, and of ground that is not the own side's."""
    return tuple([st.entities[eid]["cell"] for eid in units(st, opponent_of(me))]), _target_regions(st, me)


def _way(unit: Entity, foes: tuple[int, ...], regions: tuple[int, ...]) -> int:
    """Return how far a unit is from what it wants: the nearest foe out of reach, or ground, each by cell as `_nearest` has it."""
    cell = unit["cell"]
    far = max(foes[cell] - unit["rng"], 0) if foes else 0
    return int(min(far, 1 + regions[cell]) if regions and far else far)


def _target_regions(st: State, me: int) -> tuple[int, ...]:
    """Return one cell in the middle of each region that is not the own side's."""
    middles, entities = grid(st).middles, st.entities
    regions = [entities[eid] for eid in st.zone(TABLE, REGIONS)]
    return tuple([middles[ent["index"] - 1] for ent in regions if ent["control"] != me])


def candidate_actions(st: State, decision: Decision) -> Sequence[Action]:
    """Return the candidate answers: attacks first, the moves of two units, and six cells of those that are offered."""
    match decision.kind:
        case "main":
            return single_answers(decision, _worth_a_look(st, decision.options, decision.seat + 1))
        case "cell":
            return [(word,) for word in _cells(st, decision)]
    if decision.min > 1 or decision.max > 1:
        return [tuple(decision.options[: decision.min]), tuple(decision.options[: decision.max])]
    return single_answers(decision, decision.options)


def _worth_a_look(st: State, options: Sequence[Option], me: int) -> list[Option]:
    """Return the options of a main decision: cards that are alike once, and the moves of the units farthest from what they want."""
    movers = _movers(st, options, me)
    candidates = [
        option for option in options if not isinstance(option, tuple) or option[0] != "move" or option[1] in movers
    ]

    def kind(option: Option) -> Hashable:
        return st.entities[option[1]]["def"] if isinstance(option, tuple) and option[0] == "play" else option

    return first_of_each(candidates, kind)


def _movers(st: State, options: Sequence[Option], me: int) -> list[int]:
    foes, ground = (_nearest(grid(st), cells) for cells in _target_cells(st, me))
    able = [option[1] for option in options if isinstance(option, tuple) and option[0] == "move"]
    return sorted(able, key=lambda eid: -_way(st.entities[eid], foes, ground))[:MOVERS]


def _cells(st: State, decision: Decision) -> list[str]:
    """Return the six cells nearest to foes and ground, by reading order where they are alike."""
    words = [str(word) for word in decision.options]
    if len(words) <= CELLS:
        return words
    me, board = decision.seat + 1, grid(st)
    foes, regions = _target_cells(st, me)
    reach = st.entities.get(decision.source, {}).get("rng", 1)

    def rank(word: str) -> tuple[int, int]:
        row = board.far[cell_of(board.width, word)]
        foe = min((abs(row[one] - reach) for one in foes), default=0)
        return min(foe, min((row[one] for one in regions), default=99)), foe

    return sorted(words, key=rank)[:CELLS]
