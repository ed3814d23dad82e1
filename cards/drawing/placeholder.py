"""Placeholder art: shapes drawn from a card's id, the same on every visit."""

import hashlib
import math
from collections.abc import Callable, Iterator

from cards.values import frozen_dataclass

WIDTH, HEIGHT = 320, 200
MAX_BYTE = 255


@frozen_dataclass
class Stroke:
    """One SVG path of a picture: how it looks (a class of card.css), where it runs, how thick it is."""

    look: str
    path: str
    width: str = "0"


class Dice:
    """Numbers that depend on the card's id alone."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._drawn = 0

    def between(self, low: float, high: float) -> float:
        """Return the next number of [low, high]."""
        digest = hashlib.sha256(f"{self._seed}/{self._drawn}".encode()).digest()
        self._drawn += 1
        return low + (high - low) * digest[0] / MAX_BYTE


def strokes(card_id: str, manner: str) -> tuple[Stroke, ...]:
    """Return the picture of a card in a manner of `engine.face`, the plain one where it is none of them."""
    draw = MANNERS.get(manner, _contours)
    return tuple(draw(Dice(card_id)))


def _circle(x: float, y: float, r: float) -> str:
    return f"M{x - r:.1f} {y:.1f}a{r:.1f} {r:.1f} 0 1 0 {2 * r:.1f} 0a{r:.1f} {r:.1f} 0 1 0 {-2 * r:.1f} 0Z"


def _sparks(dice: Dice, count: int) -> Iterator[Stroke]:
    for _ in range(count):
        yield Stroke("art__spark", _circle(dice.between(0, WIDTH), dice.between(0, HEIGHT), dice.between(0.6, 2.2)))


def _flames(dice: Dice) -> Iterator[Stroke]:
    root = dice.between(90, 230)
    for _ in range(9):
        tip_x, tip_y = root + dice.between(-150, 150), dice.between(20, 130)
        lean = (root + tip_x) / 2 + dice.between(-30, 30)
        yield Stroke(
            "art__a",
            f"M{root - 14:.0f} 215Q{lean - 18:.0f} 150 {tip_x:.0f} {tip_y:.0f}Q{lean + 18:.0f} 150 {root + 14:.0f} 215Z",
        )
    yield from _sparks(dice, 24)


def _shards(dice: Dice) -> Iterator[Stroke]:
    centre_x, centre_y = dice.between(110, 210), dice.between(60, 120)
    for turn in range(12):
        angle = turn * math.pi / 6 + dice.between(-0.15, 0.15)
        reach, spread = dice.between(70, 190), dice.between(0.03, 0.1)
        a = _point(centre_x, centre_y, reach, angle - spread)
        b = _point(centre_x, centre_y, reach, angle + spread)
        yield Stroke("art__a", f"M{centre_x:.0f} {centre_y:.0f}L{a}L{b}Z")
    yield Stroke("art__spark", _circle(centre_x, centre_y, 5))
    yield from _sparks(dice, 10)


def _point(x: float, y: float, reach: float, angle: float) -> str:
    return f"{x + reach * math.cos(angle):.1f} {y + reach * math.sin(angle):.1f}"


def _orbits(dice: Dice) -> Iterator[Stroke]:
    centre_x, centre_y = dice.between(140, 180), dice.between(85, 115)
    for ring in range(6):
        r, squeeze, tilt = 22 + ring * 17, dice.between(0.35, 0.95), dice.between(0, 180)
        path = f"M{centre_x - r:.0f} {centre_y:.0f}a{r} {r * squeeze:.0f} {tilt:.0f} 1 0 {2 * r} 0a{r} {r * squeeze:.0f} {tilt:.0f} 1 0 {-2 * r} 0Z"
        yield Stroke("art__line", path, "1.4")
    points = [_point(centre_x, centre_y, 26, (corner * 4 / 5 - 0.5) * math.pi) for corner in range(5)]
    yield Stroke("art__line", "M" + "L".join(points) + "Z", "2")
    yield from _sparks(dice, 16)


def _ridges(dice: Dice) -> Iterator[Stroke]:
    yield Stroke("art__spark", _circle(dice.between(40, 280), dice.between(35, 70), 17))
    for layer in range(4):
        base = 90 + layer * 28
        peaks = [f"{x} {base + dice.between(-26, 22):.0f}" for x in range(0, WIDTH + 1, 40)]
        yield Stroke("art__b" if layer % 2 else "art__a", f"M0 {HEIGHT}L" + "L".join(peaks) + f"L{WIDTH} {HEIGHT}Z")


def _contours(dice: Dice) -> Iterator[Stroke]:
    centre_x, centre_y, corners = dice.between(120, 200), dice.between(80, 120), 3 + int(dice.between(0, 4))
    for ring in range(8):
        turn = dice.between(0, 0.7) + ring * 0.12
        points = [
            _point(centre_x, centre_y, 12 + ring * 16, turn + corner * 2 * math.pi / corners)
            for corner in range(corners)
        ]
        yield Stroke("art__line", "M" + "L".join(points) + "Z", "1.2")
    yield Stroke("art__spark", _circle(centre_x, centre_y, 4))


def _plates(dice: Dice) -> Iterator[Stroke]:
    """Yield hull plates over a low sun: slanted slabs with rivets."""
    yield Stroke("art__spark", _circle(dice.between(60, 260), dice.between(40, 80), 12))
    for slab in range(5):
        left, top, wide = dice.between(-30, 250), 60 + slab * 26 + dice.between(-8, 8), dice.between(90, 190)
        lean = dice.between(14, 34)
        path = f"M{left:.0f} {top:.0f}h{wide:.0f}l{lean:.0f} {lean:.0f}v60h{-wide - lean:.0f}Z"
        yield Stroke("art__b" if slab % 2 else "art__a", path)
    yield from _sparks(dice, 8)


def _spores(dice: Dice) -> Iterator[Stroke]:
    """Yield stalks that carry bulbs, and spores around them."""
    for _ in range(7):
        foot, top = dice.between(0, WIDTH), dice.between(40, 140)
        head = foot + dice.between(-40, 40)
        yield Stroke("art__line", f"M{foot:.0f} {HEIGHT}Q{foot:.0f} {top + 50:.0f} {head:.0f} {top:.0f}", "3")
        yield Stroke("art__b", _circle(head, top, dice.between(9, 24)))
        yield Stroke("art__a", _circle(head, top, dice.between(4, 9)))
    yield from _sparks(dice, 26)


def _rings(dice: Dice) -> Iterator[Stroke]:
    """Yield an arch of old makers: half rings with spokes above a line."""
    centre_x, floor = dice.between(130, 190), dice.between(150, 175)
    for ring in range(5):
        r = 30 + ring * 24 + dice.between(-5, 5)
        yield Stroke("art__line", f"M{centre_x - r:.0f} {floor:.0f}a{r:.0f} {r:.0f} 0 0 1 {2 * r:.0f} 0", "2.4")
    for spoke in range(7):
        angle = math.pi + (spoke + dice.between(0.2, 0.8)) * math.pi / 7
        yield Stroke("art__line", f"M{_point(centre_x, floor, 30, angle)}L{_point(centre_x, floor, 140, angle)}", "1")
    yield Stroke("art__b", f"M0 {floor:.0f}H{WIDTH}V{HEIGHT}H0Z")
    yield from _sparks(dice, 6)


MANNERS: dict[str, Callable[[Dice], Iterator[Stroke]]] = {
    "contours": _contours,
    "flames": _flames,
    "shards": _shards,
    "orbits": _orbits,
    "ridges": _ridges,
    "plates": _plates,
    "spores": _spores,
    "rings": _rings,
}
