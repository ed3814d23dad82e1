"""Dice and what they pay: eight kinds, the four rules of their order, check_dice, calculate_dice, and every payment of a cost.

Shapes: dice are eight counts, omni first; a payment is eight counts, too. A cost is pairs (kind, count) with a kind of 1 to 7 for an
        element, ALIGNED for dice of one kind, ANY for any. Source: 004 dice; GE2.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from operator import add, itemgetter, sub

from engine.kernel.state_writers import chances
from engine.toolkit.rules import State, chance, set_var

from .table import DICE_ZONE, active_of, living, seat_of
from .words import ALIGNED, ANY, DICE, KINDS, LETTERS, OMNI

Counts = tuple[int, ...]
Cost = tuple[tuple[int, int], ...]
NO_DICE: Counts = (0,) * 8
WEIGHTS = (1, 3, 5, 12)
"""What giving a die away costs, by what it is worth to keep."""
SHUFFLE_SCALE = 1_000
"""More than the dice of a player: what is given away is compared before the dice that are left alone."""
_COUNTS = itemgetter(*DICE)


def dice_of(st: State, player: int) -> Counts:
    """Return a player's dice."""
    found: Counts = _COUNTS(st.entities[st.zones[player, DICE_ZONE][0]])
    return found


def set_dice(st: State, player: int, dice: Counts) -> None:
    """Give a player these dice; their number is public."""
    pool = st.zones[player, DICE_ZONE][0]
    before: Counts = _COUNTS(st.entities[pool])
    for name, old, count in zip(DICE, before, dice, strict=True):
        if old != count:
            set_var(st, pool, name, count)
    set_var(st, player, "diceNum", sum(dice))


def add_dice(st: State, player: int, kinds: Sequence[int]) -> int:
    """Add dice of these kinds, as far as there is room, and return how many were added (004 add)."""
    dice = list(dice_of(st, player))
    room: int = st.program.config["diceMost"] - sum(dice)
    for kind in kinds[: max(room, 0)]:
        dice[kind] += 1
    set_dice(st, player, tuple(dice))
    return min(len(kinds), max(room, 0))


def remove_dice(st: State, player: int, payment: Counts) -> None:
    """Take dice away (004 use)."""
    set_dice(st, player, _minus(dice_of(st, player), payment))


def take_random_die(st: State, player: int, label: str) -> tuple[int, ...]:
    """Take a die from a player at random, by the chance of a label, and return its kind; of no dice none."""
    pool = [kind for kind, number in enumerate(dice_of(st, player)) for _ in range(number)]
    if not pool:
        return ()
    kind = pool[chance(st, label, len(pool))]
    remove_dice(st, player, tuple(int(other == kind) for other in KINDS))
    return (kind,)


def remove_all(st: State, player: int) -> None:
    """Take all dice away (004 remove_all)."""
    set_dice(st, player, NO_DICE)


def roll(st: State, player: int, count: int) -> list[int]:
    """Return a number of random dice."""
    return chances(st, f"roll/{seat_of(player)}", len(DICE), count)


def preferred_kinds(st: State, player: int) -> tuple[int, ...]:
    """Return the elements whose dice come first: that of the active character, or those of all that live (GE2)."""
    active = active_of(st, player)
    if st.program.config["sortByAll"]:
        return tuple(dict.fromkeys(st.entities[eid]["element"] for eid in living(st, player)))
    return (st.entities[active]["element"],) if active else ()


def show(st: State, player: int) -> tuple[int, ...]:
    """Return a player's dice in their order: omni, the preferred elements, larger counts, the order of kinds (004 show)."""
    dice, first = dice_of(st, player), preferred_kinds(st, player)
    order = sorted(KINDS, key=lambda kind: (kind != OMNI, kind not in first, -dice[kind], kind))
    return tuple(kind for kind in order for _ in range(dice[kind]))


def worth(st: State, player: int) -> Counts:
    """Return for each kind how much a player would rather keep it: omni most, then the active element, then those of the others."""
    own = {st.entities[eid]["element"] for eid in living(st, player)}
    active = active_of(st, player)
    mine = st.entities[active]["element"] if active else OMNI
    return tuple(3 if kind == OMNI else 2 if kind == mine else 1 if kind in own else 0 for kind in KINDS)


def check_dice(cost: Cost, kinds: Sequence[int]) -> bool:
    """Return whether exactly these dice pay a cost: omni stands for any kind (004 check_dice)."""
    counts = list(NO_DICE)
    for kind in kinds:
        counts[kind] += 1
    return sum(count for _, count in cost) == len(kinds) and calculate_dice(cost, tuple(counts))


@lru_cache(maxsize=8192)
def calculate_dice(cost: Cost, dice: Counts) -> bool:
    """Return whether a cost can be paid out of dice (004 calculate_dice)."""
    (omni, *basic), same_kind, total = dice, 0, 0
    for kind, count in cost:
        total += count
        if kind == ALIGNED:
            same_kind = count
        elif kind != ANY:
            paid = min(count, basic[kind - 1])
            basic[kind - 1] -= paid
            omni -= count - paid
    return omni >= 0 and sum(dice) >= total and (not same_kind or max(basic) + omni >= same_kind)


def payments(cost: Cost, dice: Counts, keep: Counts) -> tuple[Counts, ...]:
    """Return every payment of a cost out of dice; the automatic one, which gives away what is worth least to keep, comes first.

    Of those that give away as much it is the one that leaves fewest dice of the kinds that it takes: a single die goes before one of a pair.
    """
    weights = [WEIGHTS[value] * SHUFFLE_SCALE for value in keep]
    total = sum([count for _, count in cost])

    def given_away(paid: Counts) -> int:
        return sum([count * weights[kind] + dice[kind] for kind, count in _parts(paid)])

    return tuple(sorted(_payments(cost, tuple([min(held, total) for held in dice])), key=given_away))


@lru_cache(maxsize=8192)
def _parts(payment: Counts) -> tuple[tuple[int, int], ...]:
    """Return the kinds that are paid with, and how many of each."""
    return tuple([(kind, count) for kind, count in enumerate(payment) if count])


@lru_cache(maxsize=8192)
def payment_words(cost: Cost, dice: Counts, keep: Counts) -> tuple[str, ...]:
    """Return the same payments as words."""
    return tuple([as_word(paid) for paid in payments(cost, dice, keep)])


def given_up(payment: Counts, keep: Counts) -> int:
    """Return by how much a payment gives away what is worth more than nothing to keep."""
    return sum(paid for paid, value in zip(payment, keep, strict=True) if value)


@lru_cache(maxsize=8192)
def _payments(cost: Cost, dice: Counts) -> tuple[Counts, ...]:
    """Return the payments of a cost, unordered; of each kind no more dice are looked at than it costs in all."""
    elemental = [(kind, count) for kind, count in cost if kind < ALIGNED]
    same_kind = sum(count for kind, count in cost if kind == ALIGNED)
    free = sum(count for kind, count in cost if kind == ANY)
    if not elemental and not same_kind:
        return _of_any(free, dice)
    out: dict[Counts, None] = {}
    for first in _of_elements(elemental, dice):
        for second in _of_one_kind(same_kind, _minus(dice, first)) if same_kind else (NO_DICE,):
            base = _plus(first, second) if same_kind else first
            if not free:
                out[base] = None
            for third in _of_any(free, _minus(dice, base)) if free else ():
                out[_plus(base, third)] = None
    return tuple(out)


def _plus(one: Counts, two: Counts) -> Counts:
    return tuple(map(add, one, two))


def _minus(one: Counts, two: Counts) -> Counts:
    return tuple(map(sub, one, two))


def _of(kind: int, count: int, omni: int = 0) -> Counts:
    counts = list(NO_DICE)
    counts[kind] = count
    counts[OMNI] += omni
    return tuple(counts)


def _of_elements(cost: Sequence[tuple[int, int]], dice: Counts) -> Iterator[Counts]:
    """Yield the payments of elements: each with as many omni dice as one likes."""
    if not cost:
        yield NO_DICE
        return
    (kind, count), *rest = cost
    for own in range(min(count, dice[kind]), -1, -1):
        if count - own <= dice[OMNI]:
            paid = _of(kind, own, count - own)
            for more in _of_elements(rest, _minus(dice, paid)):
                yield _plus(paid, more)


def _of_one_kind(count: int, dice: Counts) -> Iterator[Counts]:
    """Yield the payments of a number of dice of one kind."""
    if not count:
        yield NO_DICE
        return
    for kind in KINDS[1:]:
        for own in range(min(count, dice[kind]), 0, -1):
            if count - own <= dice[OMNI]:
                yield _of(kind, own, count - own)
    if dice[OMNI] >= count:
        yield _of(OMNI, count)


@lru_cache(maxsize=8192)
def _of_any(count: int, dice: Counts) -> tuple[Counts, ...]:
    """Return the payments of a number of dice of any kinds."""
    partial: list[tuple[Counts, int]] = [((), count)]
    for kind in KINDS:
        later = sum(dice[kind + 1 :])
        partial = [
            ((*counts, own), left - own)
            for counts, left in partial
            for own in range(min(left, dice[kind]), max(left - later, 0) - 1, -1)
        ]
    return tuple(counts for counts, _ in partial)


@lru_cache(maxsize=8192)
def as_word(payment: Counts) -> str:
    """Return a payment as an answer has it: `2P+1O`, omni last."""
    order = (*KINDS[1:], OMNI)
    return "+".join(f"{payment[kind]}{LETTERS[kind]}" for kind in order if payment[kind]) or "free"


@lru_cache(maxsize=8192)
def from_word(word: str) -> Counts:
    """Return the payment that an answer names."""
    counts = list(NO_DICE)
    for part in () if word == "free" else word.split("+"):
        counts[LETTERS.index(part[-1])] += int(part[:-1])
    return tuple(counts)


def die_words(st: State, player: int) -> tuple[str, ...]:
    """Return a word for each die, in their order: `P1`, `P2`, `O1`."""
    counts = list(NO_DICE)
    out = []
    for kind in show(st, player):
        counts[kind] += 1
        out.append(f"{LETTERS[kind]}{counts[kind]}")
    return tuple(out)


def kind_of_die(word: str) -> int:
    """Return the kind of the die that a word names."""
    return LETTERS.index(word[0])


def lower_cost(cost: Cost, amount: int, kind: int = 0) -> Cost:
    """Lower a cost by a number of dice: of one kind where it is named, else of elements and one kind first, then of any."""
    out = []
    for die, count in sorted(cost, key=lambda pair: pair[0] == ANY):
        saving = min(count, amount) if kind in (0, die) else 0
        amount -= saving
        if count > saving:
            out.append((die, count - saving))
    return tuple(out)
