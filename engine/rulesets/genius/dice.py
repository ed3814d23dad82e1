"""Dice and what they pay: eight kinds, the four rules of their order, check_dice, calculate_dice, and every payment of a cost.

Shapes: dice are eight counts, omni first; a payment is eight counts, too. A cost is pairs (kind, count) with a kind of 1 to 7 for an
        element, ALIGNED for so many of one kind, ANY for any. Source: 004 dice; GE2.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from operator import add, itemgetter, sub

from engine.kernel.state import State
from engine.kernel.state_writers import chances, set_var
from engine.rulesets.genius.table import DICE_ZONE, active_of, living, seat_of
from engine.rulesets.genius.words import ALIGNED, ANY, DICE, KINDS, LETTERS, OMNI

Counts = tuple[int, ...]
Cost = tuple[tuple[int, int], ...]
NOTHING: Counts = (0,) * 8
WEIGHTS = (1, 3, 5, 12)
"""What giving a die away costs, by what it is worth to keep."""
SCATTERED = 1_000
"""More than the dice of a player: what is given away is compared before the dice that are left alone."""
_COUNTS = itemgetter(*DICE)


def dice_of(st: State, player: int) -> Counts:
    """Return a player's dice."""
    found: Counts = _COUNTS(st.entities[st.zones[player, DICE_ZONE][0]])
    return found


def set_dice(st: State, player: int, dice: Counts) -> None:
    """Give a player these dice; their number is known to everybody."""
    held = st.zones[player, DICE_ZONE][0]
    before: Counts = _COUNTS(st.entities[held])
    for name, old, count in zip(DICE, before, dice, strict=True):
        if old != count:
            set_var(st, held, name, count)
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
    set_dice(st, player, _less(dice_of(st, player), payment))


def remove_all(st: State, player: int) -> None:
    """Take all dice away (004 remove_all)."""
    set_dice(st, player, NOTHING)


def roll(st: State, player: int, count: int) -> list[int]:
    """Return so many random dice."""
    return chances(st, f"roll/{seat_of(player)}", len(DICE), count)


def preferred(st: State, player: int) -> tuple[int, ...]:
    """Return the elements whose dice come first: that of the active character, or those of all that live (GE2)."""
    active = active_of(st, player)
    if st.program.config["sortByAll"]:
        return tuple(dict.fromkeys(st.entities[eid]["element"] for eid in living(st, player)))
    return (st.entities[active]["element"],) if active else ()


def show(st: State, player: int) -> tuple[int, ...]:
    """Return a player's dice in their order: omni, the preferred elements, larger counts, the order of kinds (004 show)."""
    dice, first = dice_of(st, player), preferred(st, player)
    order = sorted(KINDS, key=lambda kind: (kind != OMNI, kind not in first, -dice[kind], kind))
    return tuple(kind for kind in order for _ in range(dice[kind]))


def worth(st: State, player: int) -> Counts:
    """Return for each kind how much a player would rather keep it: omni most, then the active element, then those of the others."""
    own = {st.entities[eid]["element"] for eid in living(st, player)}
    active = active_of(st, player)
    mine = st.entities[active]["element"] if active else OMNI
    return tuple(3 if kind == OMNI else 2 if kind == mine else 1 if kind in own else 0 for kind in KINDS)


def check_dice(cost: Cost, chosen: Sequence[int]) -> bool:
    """Return whether exactly these dice pay a cost: omni stands for any kind (004 check_dice)."""
    counts = list(NOTHING)
    for kind in chosen:
        counts[kind] += 1
    return sum(count for _, count in cost) == len(chosen) and calculate_dice(cost, tuple(counts))


@lru_cache(maxsize=8192)
def calculate_dice(cost: Cost, dice: Counts) -> bool:
    """Return whether a cost can be paid out of dice (004 calculate_dice)."""
    (omni, *left), aligned, total = dice, 0, 0
    for kind, count in cost:
        total += count
        if kind == ALIGNED:
            aligned = count
        elif kind != ANY:
            paid = min(count, left[kind - 1])
            left[kind - 1] -= paid
            omni -= count - paid
    return omni >= 0 and sum(dice) >= total and (not aligned or max(left) + omni >= aligned)


def payments(cost: Cost, dice: Counts, keep: Counts) -> tuple[Counts, ...]:
    """Return every payment of a cost out of dice; the automatic one, which gives away what is worth least to keep, comes first.

    Of those that give away as much it is the one that leaves fewest dice of the kinds that it takes: a single die goes before one of a pair.
    """
    weights = [WEIGHTS[value] * SCATTERED for value in keep]
    most = sum([count for _, count in cost])

    def given_away(paid: Counts) -> int:
        return sum([count * weights[kind] + dice[kind] for kind, count in _parts(paid)])

    return tuple(sorted(_payments(cost, tuple([min(held, most) for held in dice])), key=given_away))


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
    fixed = [(kind, count) for kind, count in cost if kind < ALIGNED]
    aligned = sum(count for kind, count in cost if kind == ALIGNED)
    free = sum(count for kind, count in cost if kind == ANY)
    if not fixed and not aligned:
        return _of_any(free, dice)
    out: dict[Counts, None] = {}
    for first in _of_elements(fixed, dice):
        for second in _of_one_kind(aligned, _less(dice, first)) if aligned else (NOTHING,):
            both = _plus(first, second) if aligned else first
            if not free:
                out[both] = None
            for third in _of_any(free, _less(dice, both)) if free else ():
                out[_plus(both, third)] = None
    return tuple(out)


def _plus(one: Counts, two: Counts) -> Counts:
    return tuple(map(add, one, two))


def _less(one: Counts, two: Counts) -> Counts:
    return tuple(map(sub, one, two))


def _of(kind: int, count: int, omni: int = 0) -> Counts:
    paid = list(NOTHING)
    paid[kind] = count
    paid[OMNI] += omni
    return tuple(paid)


def _of_elements(cost: Sequence[tuple[int, int]], dice: Counts) -> Iterator[Counts]:
    """Yield the payments of elements: each with as many omni dice as one likes."""
    if not cost:
        yield NOTHING
        return
    (kind, count), *rest = cost
    for own in range(min(count, dice[kind]), -1, -1):
        if count - own <= dice[OMNI]:
            paid = _of(kind, own, count - own)
            for more in _of_elements(rest, _less(dice, paid)):
                yield _plus(paid, more)


def _of_one_kind(count: int, dice: Counts) -> Iterator[Counts]:
    """Yield the payments of so many dice of one kind."""
    if not count:
        yield NOTHING
        return
    for kind in KINDS[1:]:
        for own in range(min(count, dice[kind]), 0, -1):
            if count - own <= dice[OMNI]:
                yield _of(kind, own, count - own)
    if dice[OMNI] >= count:
        yield _of(OMNI, count)


@lru_cache(maxsize=8192)
def _of_any(count: int, dice: Counts) -> tuple[Counts, ...]:
    """Return the payments of so many dice of any kinds."""
    found: list[tuple[Counts, int]] = [((), count)]
    for kind in KINDS:
        more = sum(dice[kind + 1 :])
        found = [
            ((*paid, own), left - own)
            for paid, left in found
            for own in range(min(left, dice[kind]), max(left - more, 0) - 1, -1)
        ]
    return tuple(paid for paid, _ in found)


@lru_cache(maxsize=8192)
def as_word(payment: Counts) -> str:
    """Return a payment as an answer has it: `2P+1O`, omni last."""
    order = (*KINDS[1:], OMNI)
    return "+".join(f"{payment[kind]}{LETTERS[kind]}" for kind in order if payment[kind]) or "free"


@lru_cache(maxsize=8192)
def from_word(word: str) -> Counts:
    """Return the payment that an answer names."""
    paid = list(NOTHING)
    for part in () if word == "free" else word.split("+"):
        paid[LETTERS.index(part[-1])] += int(part[:-1])
    return tuple(paid)


def die_words(st: State, player: int) -> tuple[str, ...]:
    """Return a word for each die, in their order: `P1`, `P2`, `O1`."""
    seen = list(NOTHING)
    out = []
    for kind in show(st, player):
        seen[kind] += 1
        out.append(f"{LETTERS[kind]}{seen[kind]}")
    return tuple(out)


def kind_of_die(word: str) -> int:
    """Return the kind of the die that a word names."""
    return LETTERS.index(word[0])


def reduced(cost: Cost, amount: int, kind: int = 0) -> Cost:
    """Return a cost less so many dice: of a kind alone where one is given, else of elements and one kind first, then of any."""
    out = []
    for held, count in sorted(cost, key=lambda pair: pair[0] == ANY):
        taken = min(count, amount) if kind in (0, held) else 0
        amount -= taken
        if count > taken:
            out.append((held, count - taken))
    return tuple(out)
