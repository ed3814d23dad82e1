"""Intervals drawn small: a bar around its mean, on a line with zero and the pack's margin. Numbers for attributes of SVG."""

from collections.abc import Iterable

from cards.values import frozen_dataclass

HEIGHT = 20
BAR = 8
PAD = 6.0
TONES = {"stronger": "up", "weaker": "down", "even": "even"}
"""The class of each verdict; every other reading is "not known yet"."""


@frozen_dataclass
class Glyph:
    """One interval, drawn. Units: pixels of its own box; `margin` is absent where none applies."""

    width: int
    tone: str
    zero: float
    left: float
    length: float
    dot: float
    margin: tuple[float, float] | None = None
    cut_left: bool = False
    cut_right: bool = False
    height: int = HEIGHT
    bar: int = BAR

    @property
    def top(self) -> float:
        """Return where the bar begins."""
        return (self.height - self.bar) / 2

    @property
    def middle(self) -> float:
        """Return the height of its centre line."""
        return self.height / 2

    @property
    def right(self) -> float:
        """Return where the bar ends."""
        return self.left + self.length

    @property
    def square(self) -> float:
        """Return where the square of an even result begins."""
        return self.dot - 4


def tone_of(verdict: str | None) -> str:
    """Return the class for a verdict: up, down, even, or unk while nothing is known."""
    return TONES.get(verdict or "", "unk")


@frozen_dataclass
class Scale:
    """Maps values to a box: zero is always in it."""

    low: float
    high: float
    width: int

    def at(self, value: float) -> float:
        """Return the place of a value, kept inside the box."""
        inside = max(self.low, min(self.high, value))
        span = (self.high - self.low) or 1.0
        return round(PAD + (inside - self.low) / span * (self.width - 2 * PAD), 1)


def scale_for(
    intervals: Iterable[tuple[float, float]], width: int, *, margin: float = 0.0, extent: float = 0.0
) -> Scale:
    """Return one scale for several intervals.

    Units: `margin` and `most` as the values; beyond `most` a bar is cut, so that one wide interval does not flatten the others.
    """
    ends = [end for pair in intervals for end in pair]
    low, high = min((0.0, -margin, *ends)), max((0.0, margin, *ends))
    if extent:
        low, high = max(low, -extent), min(high, extent)
    room = (high - low) * 0.04
    return Scale(low - room, high + room, width)


def glyph(scale: Scale, mean: float, low: float, high: float, *, tone: str, margin: float = 0.0) -> Glyph:
    """Return the drawing of one interval on a scale."""
    start, right = scale.at(low), scale.at(high)
    band = (scale.at(-margin), round(scale.at(margin) - scale.at(-margin), 1)) if margin else None
    return Glyph(
        scale.width,
        tone,
        scale.at(0.0),
        start,
        round(max(2.0, right - start), 1),
        scale.at(mean),
        band,
        low < scale.low,
        high > scale.high,
    )
