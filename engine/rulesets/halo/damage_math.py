"""The arithmetic of a hit: pure functions from numbers to numbers. Source: HA5, HA9; SOURCE.md (plasma)."""

from __future__ import annotations

from collections.abc import Sequence

GENERAL, BALLISTIC, PLASMA, TRUE = "GENERAL", "BALLISTIC", "PLASMA", "TRUE"
KINDS = (GENERAL, BALLISTIC, PLASMA, TRUE)
"""The types of damage; GENERAL is what a card deals that names none."""
STOPPED_BY_ARMOUR = (GENERAL, BALLISTIC)


def plasma(points: int, shield: int, *, is_doubled: bool = False) -> tuple[int, int]:
    """Split plasma damage and return what the shield and the health lose.

    A point takes two of the shield; what the shield does not use up goes to health at half, rounded down, but at least 1. A half
    point that the shield has no use for is lost; with `doubled` it is not: the whole is doubled first and what is over is halved.
    Units:  points, shield and both results are hit points, never negative.
    Source: HA5; 3 on a shield of 2 leaves 2 points, so 1 health is lost (2 when doubled first).
    """
    if 2 * points <= shield:
        return 2 * points, 0
    rest = (2 * points - shield) if is_doubled else points - (shield + 1) // 2
    return shield, max(1, rest // 2) if rest else 0


def split_shield(points: int, shield: int) -> tuple[int, int]:
    """Split damage that is not plasma and return what the shield and the health lose."""
    taken = min(points, shield)
    return taken, points - taken


def pass_armour(amount: int, kind: str, plates: int = 1) -> int:
    """Return what armour lets through to health: less by its plates, but at least 1; plasma and TRUE damage pass (HA5)."""
    if amount <= 0 or kind not in STOPPED_BY_ARMOUR:
        return amount
    return max(1, amount - plates)


def apply_cover(amount: int, by: int, cover: int, *, cover_first: bool = False) -> tuple[int, int]:
    """Return the damage after statuses and cover, and what cover removed; neither raises a hit of 0 (HA5).

    Shapes: `by` is what marks add less what suppression takes off, `cover` what cover takes off, 0 where it does not count.
    """
    if amount <= 0:
        return 0, 0
    if cover_first:
        reduction = min(cover, amount)
        left = amount - reduction
        return (max(left + by, 0) if left else 0), reduction
    amount = max(amount + by, 0)
    reduction = min(cover, amount)
    return amount - reduction, reduction


def multiply(amount: int, factors: Sequence[int], *, each: bool = True) -> int:
    """Return the damage multiplied by each factor, or by the largest alone."""
    chosen = factors if each else [max(factors, default=1)]
    for factor in chosen:
        amount *= factor
    return amount


def spread(amount: int, sections: Sequence[int], *, overflow: bool = True) -> tuple[int, ...]:
    """Return what is left of sections, hit in listed order; what a section cannot take goes on to the next, or is lost (HA9)."""
    remaining = list(sections)
    for place, points in enumerate(remaining):
        if points <= 0:
            continue
        taken = min(points, amount)
        remaining[place] = points - taken
        amount -= taken
        if amount <= 0 or not overflow:
            break
    return tuple(remaining)
