"""Every candidate of a search, drawn: panels by the numbers that vary, each bar as long as the mean is uncertain, the confirmed ones in colour."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from cards.gateway import previews
from cards.localization import localize
from cards.models import Preview
from cards.shape import JsonObject
from cards.values import frozen_dataclass
from cards.web.charts import Tick, Update, scale, tick_label, tick_rows, value_range
from cards.web.glyphs import tone_of
from cards.web.places import value_of
from cards.web.text import grouped, signed

PERCENT = 100
CONFIRMATION = "confirmation"
LETTERS = "ABCDEFG"
LEFT, RIGHT, TOP, BOTTOM, HEIGHT = 40, 8, 18, 138, 156
STEP, NARROWEST, ROOM = 40, 18, 280
ERRORS = 2.0
"""A bar of a round reaches so many standard errors beyond its mean."""
RING = 13
LAST_LOOK = 3
"""Rounds from this one on look alike."""
TONES = {"reached": "even", "missed": "up"}


@frozen_dataclass
class Mark:
    """A candidate, drawn. Shapes: `look` is `r1` to `r3` of the round that played it last, or the tone of its confirmation; `top` and `bottom` end its bar."""

    x: float
    y: float
    top: float
    bottom: float
    look: str
    words: str
    letter: str
    is_confirmed: bool
    cut: str


@frozen_dataclass
class Panel:
    """The candidates that differ in one number alone. Shapes: `ticks` are its values, with the place of the card as it stands marked."""

    title: str
    label: str
    marks: tuple[Mark, ...]
    ticks: tuple[Tick, ...]


@frozen_dataclass
class SearchChart:
    """All panels of a search, row by row, each row with its title; `across` names the number that varies within a panel."""

    rows: tuple[tuple[str, tuple[Panel, ...]], ...]
    across: str
    legend: tuple[tuple[str, str], ...]
    grid: tuple[Tick, ...]
    band: tuple[float, float]
    middle: float
    width: int
    height: int = HEIGHT
    left: int = LEFT
    top: int = TOP
    bottom: int = BOTTOM
    ring: int = RING

    @property
    def right(self) -> int:
        """Return where the panels end."""
        return self.width - RIGHT

    @property
    def inner_width(self) -> int:
        """Return how wide the ground of a panel is."""
        return self.right - LEFT

    @property
    def inner_height(self) -> int:
        """Return how high the ground of a panel is."""
        return BOTTOM - TOP


@frozen_dataclass
class Played:
    """What a search knows of a candidate: the last round that played it, and the confirmation. Units: percentage points."""

    round: int
    mean: float
    error: float
    blocks: int
    is_confirming: bool
    confirmed: JsonObject | None
    letter: str


def search_chart(preview: Preview, results: Sequence[JsonObject]) -> SearchChart | None:
    """Draw the candidates of a search; None before the first of them has a number, and of results without errors of their means."""
    spec, known = preview.spec, played_of(results)
    if not known:
        return None
    values = {pointer: sorted(numbers) for pointer, numbers in spec["ranges"].items()}
    names = {pointer: value_of(preview.pack.ruleset, spec["candidate"], pointer).words for pointer in values}
    order = sorted(values, key=lambda pointer: -len(values[pointer]))
    across, columns, rest = order[0], order[1:2], order[2:]
    aim, tolerance = spec["aim"] / PERCENT, spec["tolerance"] / PERCENT
    updates = [Update(0, aim, aim - tolerance, aim + tolerance), *(_update(one) for one in known.values())]
    low, high, step = value_range(updates)
    drawing = _Drawing(low, high, across, names[across], values[across], aim)
    places = places_of(spec)
    now = {row["pointer"]: row["value"] for row in previews.sweep_numbers(spec["candidate"])}

    def panel(fixed: Mapping[str, int]) -> Panel:
        here = {value: places.get(frozenset({**fixed, across: value}.items())) for value in values[across]}
        marks = tuple(
            drawing.mark(value, known[place]) for value, place in here.items() if place is not None and place in known
        )
        is_now = all(now[pointer] == value for pointer, value in fixed.items())
        ticks = tuple(Tick(drawing.x(value), f"{value}", is_now and now[across] == value) for value in values[across])
        return Panel(_fixed_words({p: v for p, v in fixed.items() if p in columns}, names), _label(marks), marks, ticks)

    rows = []
    for outer in product(*(values[pointer] for pointer in rest)):
        held = dict(zip(rest, outer, strict=True))
        panels = [
            panel({**held, **dict(zip(columns, inner, strict=True))})
            for inner in product(*(values[pointer] for pointer in columns))
        ]
        rows.append((_fixed_words(held, names), tuple(panels)))
    band = drawing.y(aim + tolerance)
    return SearchChart(
        tuple(rows),
        names[across],
        tuple(_legend(known, tolerance)),
        tuple(Tick(drawing.y(value), tick_label(value), value == 0) for value in tick_rows(low, high, step)),
        (band, round(drawing.y(aim - tolerance) - band, 1)),
        drawing.y(aim),
        drawing.width,
    )


def played_of(results: Sequence[JsonObject]) -> dict[int, Played]:
    """Return what a search knows of each candidate that a round has played."""
    known: dict[int, Played] = {}
    for result in results:
        letters = iter(LETTERS)
        for row in result["rows"]:
            change, place = row["change"], row["candidate"]
            if result["stage"] == CONFIRMATION:
                letter = "" if row["isAsItStands"] or result["end"] is None else next(letters)
                if place in known:
                    before, confirmed = known[place], row if row["reading"] else None
                    known[place] = Played(
                        before.round, before.mean, before.error, before.blocks, True, confirmed, letter
                    )
            elif change is not None and change.get("error") is not None:
                known[place] = Played(result["round"], change["mean"], change["error"], change["n"], False, None, "")
    return known


def places_of(spec: JsonObject) -> dict[frozenset[tuple[str, int]], int]:
    """Return the place of each candidate of a plan, by the values of all numbers that vary."""
    now = {row["pointer"]: row["value"] for row in previews.sweep_numbers(spec["candidate"])}
    stands = {pointer: now[pointer] for pointer in spec["ranges"]}
    return {frozenset((stands | dict(point)).items()): place for place, point in enumerate(spec["points"])}


def _interval(one: Played) -> tuple[float, float, float]:
    """Return mean and ends of what is drawn of a candidate: its confirmation once that is read."""
    change = (one.confirmed or {}).get("change")
    if change:
        return change["mean"], change["low"], change["high"]
    return one.mean, one.mean - ERRORS * one.error, one.mean + ERRORS * one.error


def _update(one: Played) -> Update:
    mean, low, high = _interval(one)
    return Update(0, mean, low, high)


@frozen_dataclass
class _Drawing:
    """Where values are in a panel."""

    low: float
    high: float
    pointer: str
    words: str
    values: Sequence[int]
    aim: float

    @property
    def step(self) -> int:
        return max(NARROWEST, min(STEP, ROOM // len(self.values)))

    @property
    def width(self) -> int:
        return LEFT + self.step * len(self.values) + RIGHT

    def x(self, value: int) -> float:
        return LEFT + self.step * (self.values.index(value) + 0.5)

    def y(self, value: float) -> float:
        return scale(self.low, self.high, BOTTOM, TOP)(max(self.low, min(self.high, value)))

    def mark(self, value: int, one: Played) -> Mark:
        mean, low, high = _interval(one)
        look = f"r{min(one.round, LAST_LOOK)}"
        if one.confirmed is not None:
            is_below = one.confirmed["reading"] == "missed" and mean < self.aim
            look = "down" if is_below else TONES.get(one.confirmed["reading"], tone_of(None))
        cut = "up" if mean > self.high else "down" if mean < self.low else ""
        return Mark(
            self.x(value),
            self.y(mean),
            self.y(high),
            self.y(low),
            look,
            _words(self.words, value, one),
            one.letter,
            one.is_confirming,
            cut,
        )


def _words(name: str, value: int, one: Played) -> str:
    """Return what a mark stands for, for the pointer that rests on it."""
    mean, low, high = _interval(one)
    if one.confirmed is not None:
        return localize(
            "{name} {value}: {mean} [ {low}, {high} ], confirmed on new seeds",
            "{name} {value}：{mean} [ {low}, {high} ]，已在新种子上确认",
            name=name,
            value=value,
            mean=signed(mean),
            low=signed(low),
            high=signed(high),
        )
    return localize(
        "{name} {value}: {mean}, round {round}, {blocks} blocks",
        "{name} {value}：{mean}，第 {round} 轮，{blocks} 组",
        name=name,
        value=value,
        mean=signed(mean),
        round=one.round,
        blocks=grouped(one.blocks),
    )


def _label(marks: Sequence[Mark]) -> str:
    """Return what a panel shows, for those who do not see it."""
    return localize("; ", "；").join(mark.words for mark in marks) or localize("no candidate", "没有候选")


def _fixed_words(fixed: Mapping[str, int], names: Mapping[str, str]) -> str:
    return " · ".join(f"{names[pointer]} {value}" for pointer, value in fixed.items())


def _legend(known: Mapping[int, Played], tolerance: float) -> Iterator[tuple[str, str]]:
    """Yield the looks of marks and what each stands for, with how far a bar of a round reaches on the whole."""
    for number in sorted({one.round for one in known.values()}):
        errors = [one.error for one in known.values() if one.round == number]
        reach = f"{ERRORS * sum(errors) / len(errors):.0f}"
        yield (
            f"r{min(number, LAST_LOOK)}",
            localize("round {n}, ±{reach}", "第 {n} 轮，±{reach}", n=number, reach=reach),
        )
    if any(one.confirmed for one in known.values()):
        yield "even", localize("confirmed", "已确认")
    elif any(one.is_confirming for one in known.values()):
        yield "ring", localize("being confirmed", "确认中")
    yield "target", localize("target, ±{tolerance}", "目标，±{tolerance}", tolerance=f"{tolerance:g}")
