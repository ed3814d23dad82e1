"""What a preview found, in the words and numbers of its page."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext, ngettext

from cards.models import Preview
from cards.web.charts import BarChart, IntervalChart, Point, bar_chart, interval_chart
from cards.web.preview_facts import (
    Flag,
    Metric,
    Reached,
    SeenRow,
    Stat,
    coverage_of,
    flags_of,
    metrics_of,
    seen_rows,
    stats_of,
    warnings_of,
)

WHOLE = 100  # percent
SOON = 2  # blocks before which no time left is guessed


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a preview is. Units: blocks; percent of those expected."""

    state: str
    is_final: bool
    cancelling: bool
    blocks: int
    of: int
    percent: int
    eta: str


@dataclass(frozen=True, slots=True)
class Headline:
    """The one number, its interval and what they mean. Units: percentage points."""

    mean: float | None
    low: float | None
    high: float | None
    n: int
    is_comparison: bool
    sentence: str
    stop: str
    verdict: str


@dataclass(frozen=True, slots=True)
class Report:
    """Everything that the page of a preview shows."""

    progress: Progress
    headline: Headline
    stats: tuple[Stat, ...]
    points: tuple[Point, ...]
    chart: IntervalChart | None
    flags: tuple[Flag, ...]
    calm: tuple[Flag, ...]
    warnings: tuple[str, ...]
    metrics: tuple[Metric, ...]
    seen: tuple[SeenRow, ...]
    turns: BarChart | None
    coverage: tuple[Reached, ...]
    abort: Mapping[str, Any] | None
    failure: Mapping[str, str] | None


def report_of(preview: Preview) -> Report:
    """Return the current report of a preview, over the blocks played so far."""
    result: Mapping[str, Any] = preview.result or {}
    points = _points(result)
    raised, calm = flags_of(result)
    card = (result.get("cardMetrics") or {}).get("candidate") or {}
    return Report(
        progress=progress_of(preview),
        headline=_headline(preview, result),
        stats=stats_of(result),
        points=points,
        chart=interval_chart(points),
        flags=raised,
        calm=calm,
        warnings=warnings_of(result),
        metrics=metrics_of(result),
        seen=seen_rows(card),
        turns=bar_chart(card.get("turnPlayed") or {}),
        coverage=coverage_of(result),
        abort=result.get("abort"),
        failure=(preview.failure or {}).get("message"),
    )


def progress_of(preview: Preview) -> Progress:
    """Return how far a preview is, and about how long it will take."""
    done, of = preview.blocks_done, max(preview.blocks_of, preview.blocks_done)
    percent = WHOLE if preview.state == "finished" else WHOLE * done // of if of else 0
    return Progress(
        preview.state, preview.is_final, preview.cancel_requested, done, of, percent, _eta(preview, done, of)
    )


def _eta(preview: Preview, done: int, of: int) -> str:
    if preview.is_final or preview.started_at is None or done < SOON:
        return ""
    left = round((timezone.now() - preview.started_at).total_seconds() * (of - done) / done)
    if left < 60:
        return ngettext("about %(count)d s left", "about %(count)d s left", left) % {"count": left}
    return ngettext("about %(count)d min left", "about %(count)d min left", left // 60) % {"count": left // 60}


def _headline(preview: Preview, result: Mapping[str, Any]) -> Headline:
    estimate = result.get("estimate") or preview.estimate or {}
    low, high = estimate.get("interval_pp") or (None, None)
    played = (result.get("n") or {}).get("quads", 0)
    stop = str(result.get("stopReason") or "")
    return Headline(
        mean=estimate.get("mean_pp"),
        low=possible(low),
        high=possible(high),
        n=estimate.get("n") or played,
        is_comparison=result.get("unit") == "table",
        sentence=_sentence(low, high),
        stop=_stops().get(stop, stop),
        verdict=_verdict(result),
    )


def possible(pp: float | None) -> float | None:
    """Return an end of an interval within what a win rate can change at all: early intervals reach beyond."""
    return None if pp is None else max(-float(WHOLE), min(float(WHOLE), pp))


def _sentence(low: float | None, high: float | None) -> str:
    """Return what the interval says about the deck."""
    if low is None or high is None:
        return ""
    if low > 0:
        return gettext("The card makes the deck stronger.")
    if high < 0:
        return gettext("The card makes the deck weaker.")
    return gettext("The difference may still be zero.")


def _stops() -> Mapping[str, str]:
    return {
        "target": gettext("precision reached"),
        "verdict": gettext("verdict"),
        "budget": gettext("budget of blocks"),
        "aborted: budget": gettext("aborted: matches ran over their budget"),
    }


def _verdict(result: Mapping[str, Any]) -> str:
    verdict = result.get("verdict") or {}
    step = round(WHOLE * float(verdict.get("step") or 0))
    if result.get("unit") == "table":
        return ""
    return {
        "stronger": gettext("better than +0, tested against +%(step)d pp") % {"step": step},
        "weaker": gettext("worse than 0, tested against −%(step)d pp") % {"step": step},
        "even": gettext("no change of ±%(step)d pp") % {"step": step},
        "open": gettext("open: neither proven nor refuted"),
    }.get(str(verdict.get("decision") or ""), "")


def _points(result: Mapping[str, Any]) -> tuple[Point, ...]:
    """Return the interval over time, of previews that have a win rate."""
    return tuple(
        Point(int(each["n"]), each["mean_pp"], *(possible(end) or 0.0 for end in each["interval_pp"]))
        for each in result.get("history") or ()
        if "mean_pp" in each
    )
