"""The form of a search for numbers: what may change and in which ranges, where it should end, and what that costs."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from cards.errors import InvalidFields
from cards.gateway import previews
from cards.localization import data_language, localize
from cards.lookups import search_words
from cards.services.previews.tune import FORMER, ITSELF, PlannedSearch, Search
from cards.shape import Json
from cards.values import frozen_dataclass
from cards.web.sweep_page import Choice, choices_of, cost_of
from cards.web.text import grouped

EVEN, AIM, KEEP = "even", "aim", "keep"
TARGETS = (EVEN, AIM, KEEP)
TOLERANCES = (300, 200, 500)
"""How near is near enough, in ten-thousandths of a win."""
MAX_VALUES = 80
SMALL = 12
"""Numbers up to here have steps of one in the suggested range."""
AROUND = 2
NUMBER_LENGTH = 24  # characters of a number
_NUMBER = re.compile(r"[-+−]?[0-9]{1,15}")
_POINTS = re.compile(r"[-+−]?[0-9]{1,2}(?:\.[0-9]{1,2})?")


@frozen_dataclass
class Number:
    """A number of the card as the form shows it, with its range as typed or suggested."""

    pointer: str
    words: str
    value: int
    is_chosen: bool
    is_played: bool
    low: str
    high: str
    step: str


@frozen_dataclass
class TuneForm:
    """What the form shows.

    Shapes: `cost` is the number that the card costs, None where it has none; `at` is the cost to keep its strength at, as typed.
    """

    numbers: tuple[Number, ...]
    target: str
    aim: str
    at: str
    tolerance: int
    cost: Choice | None

    @property
    def tolerances(self) -> list[tuple[int, str]]:
        """Return what near enough may mean, in points."""
        return [(each, f"±{each / 100:g}") for each in TOLERANCES]


def form_of(ruleset: str, document: Json, params: Mapping[str, Any], companions: Sequence[Json]) -> TuneForm:
    """Return the form for a card: as asked, or with the cost and the first number of an effect chosen."""
    choices = choices_of(ruleset, document)
    outside = {*previews.unplayed_numbers(ruleset, document, companions)}
    cost = cost_of(ruleset, document, choices)
    is_asked = "target" in params
    inner = next((choice for choice in choices if choice.is_inner), None)
    first = {choice.pointer for choice in (cost, inner) if choice is not None}
    chosen = {*_choice(params)} if is_asked else first
    numbers = tuple(
        _number(choice, params, choice.pointer in chosen, choice.pointer not in outside) for choice in choices
    )
    target = search_words(params, "target", NUMBER_LENGTH)
    return TuneForm(
        numbers=numbers,
        target=target if target in TARGETS else EVEN,
        aim=search_words(params, "aim", NUMBER_LENGTH) or "+2",
        at=search_words(params, "at", NUMBER_LENGTH) or (str(cost.value + 1) if cost else ""),
        tolerance=_tolerance(params),
        cost=cost,
    )


def _choice(params: Mapping[str, Any]) -> list[str]:
    values = params.getlist("vary") if hasattr(params, "getlist") else []
    return [str(value) for value in values]


def _number(choice: Choice, params: Mapping[str, Any], is_chosen: bool, is_played: bool) -> Number:
    low, high, step = suggested(choice.value)
    texts = {
        name: search_words(params, f"{name}{choice.pointer}", NUMBER_LENGTH) or str(value)
        for name, value in (("low", low), ("high", high), ("step", step))
    }
    return Number(choice.pointer, choice.words, choice.value, is_chosen and is_played, is_played, **texts)


def suggested(value: int) -> tuple[int, int, int]:
    """Return the range around a number that the form suggests, and its step; below 0 only where the card has such a number already."""
    step = 1 if abs(value) <= SMALL else max(1, abs(value) // 10)
    low = value - AROUND * step
    return (low if value < 0 else max(0, low)), value + AROUND * step, step


def _tolerance(params: Mapping[str, Any]) -> int:
    text = search_words(params, "tolerance", NUMBER_LENGTH)
    return int(text) if text in {str(each) for each in TOLERANCES} else previews.TUNE_TOLERANCE


def search_of(form: TuneForm) -> Search:
    """Return what a form asks.

    Errors: InvalidFields for what is no number, and for ranges that are empty or too long.
    """
    vary = {each.pointer: _values(each) for each in form.numbers if each.is_chosen}
    aim = 0
    if form.target == AIM:
        if not _POINTS.fullmatch(form.aim):
            raise InvalidFields.of(
                "/aim", "Give the target in points, such as +2 or -1.5.", "请以百分点给出目标，如 +2 或 -1.5。"
            )
        aim = round(100 * float(form.aim.replace("−", "-")))
    if form.target == KEEP and form.cost is not None:
        vary = {form.cost.pointer: [_whole(form.at)]} | {p: v for p, v in vary.items() if p != form.cost.pointer}
    return Search(vary, aim, form.tolerance, ITSELF if form.target == KEEP else FORMER)


def _values(number: Number) -> list[int]:
    low, high, step = _whole(number.low), _whole(number.high), _whole(number.step)
    if step < 1 or low > high or (high - low) // step >= MAX_VALUES:
        raise InvalidFields.of(
            "/vary",
            f"{number.words}: from the smaller value to the larger one, by steps of at least 1.",
            f"{number.words}：应由小到大，步长至少为 1。",
        )
    return list(range(low, high + 1, step))


def _whole(text: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise InvalidFields.of(
            "/vary", f"“{text[:NUMBER_LENGTH]}” is not a whole number.", f"“{text[:NUMBER_LENGTH]}”不是整数。"
        )
    return int(text.replace("−", "-"))


@frozen_dataclass
class Price:
    """What a search costs, stated before it starts. Shapes: `mark` says which price was shown, for the request that accepts it."""

    candidates: str
    left_out: str
    matches: str
    mark: str


def price_of(planned: PlannedSearch) -> Price:
    """Return the price of a search in matches and seconds of processor."""
    spec = planned.plan.spec
    ranking, confirming = previews.tune_matches_ahead(spec), previews.tune_confirmation_ahead(spec)
    invalid, same = spec["excluded"]["invalid"], spec["excluded"]["same"]
    left_out = [
        localize(
            "{invalid:combination is|combinations are} no valid card.",
            "另有 {invalid} 种组合不是有效的卡牌。",
            invalid=invalid,
        )
        if invalid
        else "",
        localize(
            "{same:combination plays|combinations play} as what it is compared with.",
            "另有 {same} 种组合与对照相同。",
            same=same,
        )
        if same
        else "",
    ]
    return Price(
        candidates=localize("{count:candidate|candidates}", "{count} 个候选", count=len(spec["points"])),
        left_out=("" if data_language() == "zh" else " ").join(filter(None, left_out)),
        matches=localize(
            "{ranking} matches to rank them, about {seconds} s of processor; then about {confirming} on new seeds to confirm the nearest, about {more} s. The rounds decide how many.",
            "排序共 {ranking} 局，处理器约 {seconds} 秒；之后在新种子上确认最接近者，约 {confirming} 局、{more} 秒，实际局数由各轮决定。",
            ranking=grouped(ranking),
            seconds=grouped(-(-ranking * spec["blockMs"] // 1000)),
            confirming=grouped(confirming),
            more=grouped(-(-confirming * spec["blockMs"] // 1000)),
        ),
        mark=f"{len(spec['points'])}-{ranking}-{confirming}",
    )
