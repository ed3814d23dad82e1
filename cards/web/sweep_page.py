"""A sweep as its page shows it: the curve with an interval per value, what is offered, and what it waits for."""

from collections.abc import Container, Mapping, Sequence

from django.urls import reverse

from cards.csv_file import csv_text, number
from cards.gateway import faces, nodes, previews
from cards.localization import localize
from cards.models import Preview, PreviewState, Sweep, SweepState
from cards.services.sweep import curve_of
from cards.shape import JsonObject
from cards.values import frozen_dataclass
from cards.web.glyphs import tone_of
from cards.web.page import Context
from cards.web.previews.report import verdict_word
from cards.web.sweep_chart import SweepChart, Swept, sweep_chart
from cards.web.text import bilingual_plain, signed

PERCENT = 100
TOTAL = 5.0  # percent of error that the whole curve may make


@frozen_dataclass
class Line:
    """One value of a sweep, or its confirmation on new seeds, with its interval once there is one."""

    value: int
    url: str
    state: str
    percent: int
    mean: str
    low: str
    high: str
    unit: str
    n: int
    tone: str
    verdict: str
    is_start: bool
    is_fresh: bool
    is_baseline: bool

    @property
    def interval(self) -> str:
        """Return the interval in print, empty before there is one."""
        return f"[ {self.low}, {self.high} ]" if self.mean else ""


@frozen_dataclass
class SweepView:
    """Everything that the page of a sweep shows.

    Shapes: `conclusion` says what was found, in one sentence; `offered` is the line of a confirmed value that may be written into the draft.
    """

    lines: tuple[Line, ...]
    confirmation: Line | None
    chart: SweepChart | None
    margin: float
    each: str
    percent: int
    conclusion: str
    offered: Line | None
    is_accepted: bool

    @property
    def is_waiting(self) -> bool:
        """Return whether no value has been begun yet."""
        return all(line.state == PreviewState.QUEUED for line in self.lines)


def sweep_view(sweep: Sweep) -> SweepView:
    """Return a sweep as it is now."""
    rows = list(sweep.previews.defer("spec").order_by("sweep_value"))
    margin = next((float(row.result["margin"]) for row in rows if row.result and row.result.get("margin")), 0.0)
    baselines = {point["value"] for point in curve_of(sweep, rows)["points"] if point["isBaseline"]}
    lines = tuple(_line(sweep, row, baselines) for row in rows if not row.is_confirmation)
    confirmation = next((_line(sweep, row, baselines) for row in rows if row.is_confirmation), None)
    confirmation_result = ((sweep.result or {}).get("confirmed") or {}) if sweep.is_final else {}
    points = [_swept(row) for row in rows]
    return SweepView(
        lines=lines,
        confirmation=confirmation,
        chart=sweep_chart([each for each in points if each], sweep.values, sweep.start, margin),
        margin=margin,
        each=f"{TOTAL / len(sweep.values):.2g}%",
        percent=_percent(sweep, rows),
        conclusion=_conclusion(sweep, lines, confirmation),
        offered=confirmation if confirmation_result.get("isOffered") else None,
        is_accepted=sweep.accepted_value is not None,
    )


def _percent(sweep: Sweep, rows: Sequence[Preview]) -> int:
    """Return how far a sweep is; the confirmation counts as one value more."""
    if sweep.is_final:
        return PERCENT
    done = sum(1.0 if row.is_final else row.blocks_done / max(1, row.blocks_of) for row in rows)
    return int(PERCENT * done / (len(sweep.values) + 1))


def _line(sweep: Sweep, row: Preview, baselines: Container[int]) -> Line:
    result = row.result or {}
    change, is_baseline = result.get("change") or {}, row.sweep_value in baselines
    verdict = None if is_baseline else result.get("verdict")
    digits = 1 if change.get("unit", "pp") == "pp" else 2
    texts = {name: signed(change[name], digits) if change else "" for name in ("mean", "low", "high")}
    return Line(
        value=row.sweep_value or 0,
        url=reverse("cards:preview-detail", args=[sweep.pack, row.number]),
        state=row.state,
        percent=PERCENT if row.is_final else PERCENT * row.blocks_done // max(1, row.blocks_of),
        unit=str(change.get("unit", "pp")),
        n=int(change.get("n") or 0),
        tone=tone_of(verdict),
        verdict=verdict_word(verdict),
        is_start=row.sweep_value == sweep.start,
        is_fresh=row.is_confirmation,
        is_baseline=is_baseline,
        **texts,
    )


def _swept(row: Preview) -> Swept | None:
    change = (row.result or {}).get("change")
    if not change:
        return None
    tone = tone_of((row.result or {}).get("verdict"))
    return Swept(row.sweep_value or 0, change["mean"], change["low"], change["high"], tone, row.is_confirmation)


def _conclusion(sweep: Sweep, lines: Sequence[Line], confirmation: Line | None) -> str:
    """Return what the sweep says so far, never a value without its interval."""
    if sweep.state == SweepState.CANCELLED:
        return localize(
            "Cancelled. The intervals below are valid but wider than planned.",
            "已取消。下方的区间仍然有效，但比计划的宽。",
        )
    if sweep.state == SweepState.FAILED:
        return localize("No value could be assessed, so none is suggested.", "没有任何值可作判断，因此不作建议。")
    if confirmation is None:
        done = sum(line.state == "finished" for line in lines)
        progress = {"done": done, "of": len(lines)}
        return localize(
            "{done} of {of} values are done. You get a suggestion when all are.",
            "已完成 {done} / {of} 个值。全部完成后给出建议。",
            **progress,
        )
    words = {"value": f"{confirmation.value:,}", "interval": f"{confirmation.mean} pp {confirmation.interval}"}
    if sweep.state == SweepState.CONFIRMING:
        nearest = next((line for line in lines if line.value == confirmation.value), confirmation)
        words["interval"] = f"{nearest.mean} pp {nearest.interval}"
        return localize(
            "{value} is closest to even: {interval}. It is being replayed with new seeds.",
            "{value} 最接近均衡：{interval}。正在用新种子复核。",
            **words,
        )
    return _confirmation((sweep.result or {}).get("confirmed") or {}, words)


def _confirmation(result: JsonObject, words: Mapping[str, str]) -> str:
    """Return what new seeds show of the `value` that was nearest to even, with its `interval`."""
    if result.get("isOffered"):
        return localize(
            "{value} is closest to even, and new seeds confirm it: {interval} lies within the margin.",
            "{value} 最接近均衡，新种子予以确认：{interval} 在容差之内。",
            **words,
        )
    if result.get("verdict") == "unknown":
        return localize(
            "{value} is closest to even. New seeds neither confirm nor refute it: {interval} reaches beyond the margin. A more precise preview of this value can settle it.",
            "{value} 最接近均衡。新种子未能推翻，也未能确认：{interval} 超出容差。可对该值运行更精确的模拟以作判断。",
            **words,
        )
    return localize(
        "{value} is closest to even, but new seeds refute it: {interval}. It is not suggested.",
        "{value} 最接近均衡，但新种子推翻了这一点：{interval}。因此不作建议。",
        **words,
    )


def curve_document(sweep: Sweep) -> Context:
    """Return the engine's curve: the stored one of a sweep that is final, else that of now."""
    stored: Context | None = sweep.result
    return stored or curve_of(sweep, list(sweep.previews.order_by("sweep_value")))


def curve_csv(view: SweepView) -> str:
    """Return the table of a sweep, with a byte order mark so that spreadsheets read UTF-8."""
    rows = [("value", "seeds", "unit", "mean", "interval", "n", "verdict")]
    for line in (*view.lines, *((view.confirmation,) if view.confirmation else ())):
        seeds = "fresh" if line.is_fresh else "common"
        rows.append((str(line.value), seeds, line.unit, line.mean, line.interval, str(line.n), line.verdict))
    return csv_text(map(number, row) for row in rows)


@frozen_dataclass
class Choice:
    """A number of the card that may be swept."""

    pointer: str
    value: int
    words: str
    is_inner: bool

    @property
    def around(self) -> str:
        """Return the values that the form suggests for it."""
        return values_around(self.value)


def choices_of(ruleset: str, document: JsonObject) -> list[Choice]:
    """Return the whole numbers of a card, each with the way to it in words."""
    numbers = previews.sweep_numbers(dict(document))
    return [
        Choice(
            number["pointer"],
            number["value"],
            " › ".join(bilingual_plain(step) for step in nodes.value_in_words(ruleset, document, number["pointer"])),
            bool(number["type"]),
        )
        for number in numbers
    ]


def first_choice(ruleset: str, document: Context, choices: Sequence[Choice]) -> Choice | None:
    """Return the number that a sweep is most often about: a cost, else another number of the face, else one inside an effect.

    What a number is in its game is read off the game's own face: which part of it changes when the number is one more.
    """
    printed = _on_the_face(ruleset, document, choices, "cost") or _on_the_face(ruleset, document, choices, "stats")
    return printed or next((choice for choice in choices if choice.is_inner), next(iter(choices), None))


def cost_of(ruleset: str, document: Context, choices: Sequence[Choice]) -> Choice | None:
    """Return the number that the card costs, None where its face prints no cost."""
    return _on_the_face(ruleset, document, choices, "cost")


def _on_the_face(ruleset: str, document: Context, choices: Sequence[Choice], part: str) -> Choice | None:
    """Return the number by which a part of the face changes; of several the first that is not 0, a kind of cost that the card may not have."""
    face = faces.face(ruleset, document)
    outer = [choice for choice in choices if not choice.is_inner]
    printed = [choice for choice in outer if _face_of_more(ruleset, document, choice)[part] != face[part]]
    return next((choice for choice in printed if choice.value), next(iter(printed), None))


def _face_of_more(ruleset: str, document: Context, choice: Choice) -> Context:
    _, more = previews.sweep_documents(document, choice.pointer, [choice.value, choice.value + 1])
    return faces.face(ruleset, more)


def values_around(value: int) -> str:
    """Return five values around one, as the form suggests them; below 0 only where the card has such a number already."""
    first = value - 2 if value < 0 else max(0, value - 2)
    return ", ".join(str(first + step) for step in range(5))
