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
STEP, NARROWEST = 60, 18
ROOM, WIDEST, GAP = 1080, 360, 16
"""Pixels of a row of panels, of one panel at most, and between two."""
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
    spec, candidates = preview.spec, played_of(results)
    if not candidates:
        return None
    values = {pointer: sorted(numbers) for pointer, numbers in spec["ranges"].items()}
    names = {pointer: value_of(preview.pack.ruleset, spec["candidate"], pointer).words for pointer in values}
    order = sorted(values, key=lambda pointer: -len(values[pointer]))
    across, columns, rest = order[0], order[1:2], order[2:]
    aim, tolerance = spec["aim"] / PERCENT, spec["tolerance"] / PERCENT
    updates = [
        Update(0, aim, aim - tolerance, aim + tolerance),
        *(_update(candidate) for candidate in candidates.values()),
    ]
    low, high, step = value_range(updates)
    drawing = _Drawing(low, high, across, names[across], values[across], aim, len(values[columns[0]]) if columns else 1)
    places = places_of(spec)
    now = {row["pointer"]: row["value"] for row in previews.sweep_numbers(spec["candidate"])}

    def panel(setting: Mapping[str, int]) -> Panel:
        by_value = {value: places.get(frozenset({**setting, across: value}.items())) for value in values[across]}
        marks = tuple(
            drawing.mark(value, candidates[place])
            for value, place in by_value.items()
            if place is not None and place in candidates
        )
        is_now = all(now[pointer] == value for pointer, value in setting.items())
        ticks = tuple(Tick(drawing.x(value), f"{value}", is_now and now[across] == value) for value in values[across])
        return Panel(
            _fixed_words({p: v for p, v in setting.items() if p in columns}, names), _label(marks), marks, ticks
        )

    rows = []
    for outer in product(*(values[pointer] for pointer in rest)):
        outer_setting = dict(zip(rest, outer, strict=True))
        panels = [
            panel({**outer_setting, **dict(zip(columns, inner, strict=True))})
            for inner in product(*(values[pointer] for pointer in columns))
        ]
        rows.append((_fixed_words(outer_setting, names), tuple(panels)))
    band = drawing.y(aim + tolerance)
    return SearchChart(
        tuple(rows),
        names[across],
        tuple(_legend(candidates, tolerance)),
        tuple(Tick(drawing.y(value), tick_label(value), value == 0) for value in tick_rows(low, high, step)),
        (band, round(drawing.y(aim - tolerance) - band, 1)),
        drawing.y(aim),
        drawing.width,
    )


def played_of(results: Sequence[JsonObject]) -> dict[int, Played]:
    """Return what a search knows of each candidate that a round has played."""
    candidates: dict[int, Played] = {}
    for result in results:
        letters = iter(LETTERS)
        for row in result["rows"]:
            change, place = row["change"], row["candidate"]
            if result["stage"] == CONFIRMATION:
                letter = "" if row["isAsItStands"] or result["end"] is None else next(letters)
                if place in candidates:
                    before, confirmed = candidates[place], row if row["reading"] else None
                    candidates[place] = Played(
                        before.round, before.mean, before.error, before.blocks, True, confirmed, letter
                    )
            elif change is not None and change.get("error") is not None:
                candidates[place] = Played(
                    result["round"], change["mean"], change["error"], change["n"], False, None, ""
                )
    return candidates


def places_of(spec: JsonObject) -> dict[frozenset[tuple[str, int]], int]:
    """Return the place of each candidate of a plan, by the values of all numbers that vary."""
    now = {row["pointer"]: row["value"] for row in previews.sweep_numbers(spec["candidate"])}
    stands = {pointer: now[pointer] for pointer in spec["ranges"]}
    return {frozenset((stands | dict(point)).items()): place for place, point in enumerate(spec["points"])}


def _interval(candidate: Played) -> tuple[float, float, float]:
    """Return mean and ends of what is drawn of a candidate: its confirmation once that is read."""
    change = (candidate.confirmed or {}).get("change")
    if change:
        return change["mean"], change["low"], change["high"]
    return candidate.mean, candidate.mean - ERRORS * candidate.error, candidate.mean + ERRORS * candidate.error


def _update(candidate: Played) -> Update:
    mean, low, high = _interval(candidate)
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
    panels_in_row: int

    @property
    def step(self) -> int:
        room = min(WIDEST, ROOM // self.panels_in_row - GAP) - LEFT - RIGHT
        return max(NARROWEST, min(STEP, room // len(self.values)))

    @property
    def width(self) -> int:
        return LEFT + self.step * len(self.values) + RIGHT

    def x(self, value: int) -> float:
        return LEFT + self.step * (self.values.index(value) + 0.5)

    def y(self, value: float) -> float:
        return scale(self.low, self.high, BOTTOM, TOP)(max(self.low, min(self.high, value)))

    def mark(self, value: int, candidate: Played) -> Mark:
        mean, low, high = _interval(candidate)
        look = f"r{min(candidate.round, LAST_LOOK)}"
        if candidate.confirmed is not None:
            is_below = candidate.confirmed["reading"] == "missed" and mean < self.aim
            look = "down" if is_below else TONES.get(candidate.confirmed["reading"], tone_of(None))
        cut = "up" if mean > self.high else "down" if mean < self.low else ""
        return Mark(
            self.x(value),
            self.y(mean),
            self.y(high),
            self.y(low),
            look,
            _words(self.words, value, candidate),
            candidate.letter,
            candidate.is_confirming,
            cut,
        )


def _words(name: str, value: int, candidate: Played) -> str:
    """Return what a mark stands for, for the pointer that rests on it."""
    mean, low, high = _interval(candidate)
    if candidate.confirmed is not None:
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
        round=candidate.round,
        blocks=grouped(candidate.blocks),
    )


def _label(marks: Sequence[Mark]) -> str:
    """Return what a panel shows, for those who do not see it."""
    return localize("; ", "；").join(mark.words for mark in marks) or localize("no candidate", "没有候选")


def _fixed_words(setting: Mapping[str, int], names: Mapping[str, str]) -> str:
    return " · ".join(f"{names[pointer]} {value}" for pointer, value in setting.items())


def _legend(candidates: Mapping[int, Played], tolerance: float) -> Iterator[tuple[str, str]]:
    """Yield the looks of marks and what each stands for, with how far a bar of a round reaches on the whole."""
    for number in sorted({candidate.round for candidate in candidates.values()}):
        errors = [candidate.error for candidate in candidates.values() if candidate.round == number]
        reach = f"{ERRORS * sum(errors) / len(errors):.0f}"
        yield (
            f"r{min(number, LAST_LOOK)}",
            localize("round {n}, ±{reach}", "第 {n} 轮，±{reach}", n=number, reach=reach),
        )
    if any(candidate.confirmed for candidate in candidates.values()):
        yield "even", localize("confirmed", "已确认")
    elif any(candidate.is_confirming for candidate in candidates.values()):
        yield "ring", localize("being confirmed", "确认中")
    yield "target", localize("target, ±{tolerance}", "目标，±{tolerance}", tolerance=f"{tolerance:g}")
