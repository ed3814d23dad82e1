"""From chunks of a search to its result, `tune-result/1`: a ranking without intervals, or a confirmation that is read once, at its end."""

from __future__ import annotations

import math
from typing import Any

from engine.json_values import Json, JsonObject
from engine.simulation.fixed_plans import PLANNED, empty_state, fold_fixed, result_head
from engine.simulation.interim_results import FULL, HALVES, SCALES
from engine.simulation.joint_intervals import joint_interval, pseudo_blocks
from engine.simulation.run import HOPELESS
from engine.simulation.statistics import Moments, regularized_variance, rounded
from engine.simulation.sweep import numbers
from engine.simulation.tally import add, at, count, values
from engine.simulation.tuning.plan import AS_IT_STANDS, CONFIRMATION, next_plan, point_of

FORMAT, STATE = "tune-result/1", "tune-state/1"
REACHED, MISSED, UNKNOWN, BROKEN = "reached", "missed", "unknown", "budget"
ENDS = ("reached", "already", "unconfirmed", "none")
ABORTED_SHARE = 20
"""More than one match in so many that breaks a budget leaves a candidate without a number."""


def tune_fold(spec: Json, state: JsonObject | None, chunk: Json) -> JsonObject:
    """Return the state after the next chunk; one that has stopped stays as it is.

    Errors: EngineBug for a chunk of another plan, or one that is not the next.
    """
    return fold_fixed(spec, state, chunk, STATE)


def tune_report(spec: Json, state: Json | None) -> JsonObject:
    """Return the result that a state holds.

    Shapes: `rows` are the candidates of the plan, in a ranking the nearest to the target first, in a confirmation the smallest change
            first; `end` is None before the confirmation has ended; `limits` names the numbers at an end of their range in the nearest row.
    Units:  changes and their errors in percentage points of win rate.
    """
    current = state or empty_state(spec, STATE)
    is_last = spec["stage"] == CONFIRMATION
    rows = _rows(spec, current["counts"], is_read=current["reason"] == PLANNED and is_last)
    return {
        **result_head(spec, current, FORMAT),
        "stage": spec["stage"],
        "round": spec["round"],
        "aim": spec["aim"] / FULL,
        "tolerance": spec["tolerance"] / FULL,
        "candidates": len(spec["points"]),
        "excluded": spec["excluded"],
        "rows": rows,
        "end": _end(rows) if current["reason"] == PLANNED and is_last else None,
        "limits": _limits(spec, rows),
    }


def tune_next(spec: Json, state: Json) -> JsonObject | None:
    """Return the plan that follows one whose state is complete; None after the confirmation, or where every candidate broke a budget."""
    if state["reason"] != PLANNED:
        return None
    counts = _all_counts(spec, state["counts"])
    ranking = [(place, _samples(counts, place)) for place in _ranked(spec, state["counts"])]
    histograms = {str(place): at(counts, str(place)) for place, _ in ranking}
    return next_plan(spec, ranking, histograms)


def _all_counts(spec: Json, counts: Json) -> Json:
    """Return the histograms of the candidates over all rounds so far."""
    rounds = {str(place): at(counts, "variants", str(place), "x") or {} for place in spec["alive"]}
    return add(spec["before"], rounds)


def _samples(histograms: Json, place: int) -> Moments:
    return values(histograms, str(place)) if at(histograms, str(place)) else Moments()


def _ranked(spec: Json, counts: Json) -> list[int]:
    """Return the candidates of a plan that have a number, the nearest to the target first; of two alike the smaller change."""
    histograms, scale = _all_counts(spec, counts), SCALES[spec["layout"]["unit"]]
    known = [p for p in spec["alive"] if _samples(histograms, p).n and not _is_broken(counts, p)]
    return sorted(known, key=lambda p: (abs(FULL * _samples(histograms, p).mean(scale) - spec["aim"] / FULL), p))


def _is_broken(counts: Json, place: int) -> bool:
    aborted = count(counts, "variants", str(place), "aborted")
    played = at(counts, "variants", str(place), "x") or {}
    return aborted >= HOPELESS and ABORTED_SHARE * aborted > HALVES * sum(played.values())


def _rows(spec: Json, counts: Json, *, is_read: bool) -> list[JsonObject]:
    order = sorted(spec["alive"]) if spec["stage"] == CONFIRMATION else _ranked(spec, counts)
    rest = [place for place in spec["alive"] if place not in order]
    histograms = _all_counts(spec, counts)
    return [_row(spec, place, _samples(histograms, place), counts, is_read) for place in (*order, *rest)]


def _row(spec: Json, place: int, samples: Moments, counts: Json, is_read: bool) -> JsonObject:
    current = {row["pointer"]: row["value"] for row in numbers(spec["candidate"])}
    changes = [{"pointer": pointer, "from": current[pointer], "to": value} for pointer, value in point_of(spec, place)]
    head: JsonObject = {"candidate": place, "isAsItStands": place == AS_IT_STANDS, "changes": changes}
    if not samples.n or _is_broken(counts, place):
        return {**head, "change": None, "reading": BROKEN if _is_broken(counts, place) else None}
    scale = SCALES[spec["layout"]["unit"]]
    mean = rounded(FULL * samples.mean(scale))
    bound = HALVES / scale
    if not is_read:
        change = {"mean": mean, "low": None, "high": None, "n": samples.n, "error": _error(spec, samples, scale, bound)}
        return {**head, "change": change, "reading": None}
    low, high = (
        FULL * max(-bound, min(bound, end)) for end in joint_interval(samples, scale, bound, spec["family"])[1:]
    )
    change = {"mean": mean, "low": rounded(low), "high": rounded(high), "n": samples.n}
    return {**head, "change": change, "reading": _reading(spec, low, high)}


def _error(spec: Json, samples: Moments, scale: int, bound: float) -> float | None:
    """Return the standard error of a mean of a round, in percentage points: how far to trust its rank. A confirmation has none before it is read."""
    if spec["stage"] == CONFIRMATION:
        return None
    variance = regularized_variance(samples.variance(scale), samples.n, bound * bound, pseudo_blocks(1))
    return rounded(FULL * math.sqrt(variance / samples.n))


def _reading(spec: Json, low: float, high: float) -> str:
    """Return `reached` where the whole interval is within the tolerance of the target, `missed` where none of it is."""
    aim, tolerance = spec["aim"] / FULL, spec["tolerance"] / FULL
    if aim - tolerance <= low and high <= aim + tolerance:
        return REACHED
    return MISSED if high < aim - tolerance or low > aim + tolerance else UNKNOWN


def _end(rows: list[JsonObject]) -> str:
    """Return how the search ended: `already`, `reached`, `unconfirmed`, or `none` where every candidate misses the target."""
    if any(row["reading"] == REACHED and row["isAsItStands"] for row in rows):
        return "already"
    readings = {row["reading"] for row in rows if not row["isAsItStands"]}
    return "reached" if REACHED in readings else "unconfirmed" if UNKNOWN in readings else "none"


def _limits(spec: Json, rows: list[JsonObject]) -> list[JsonObject]:
    """Return the numbers that lie at an end of their range in the candidate nearest to the target."""
    aim = spec["aim"] / FULL
    candidates = [row for row in rows if row["change"] is not None and not row["isAsItStands"]]
    if not candidates:
        return []
    nearest: Any = min(candidates, key=lambda row: abs(row["change"]["mean"] - aim))
    return [
        {"pointer": change["pointer"], "value": change["to"]}
        for change in nearest["changes"]
        if change["to"] in (spec["ranges"][change["pointer"]][0], spec["ranges"][change["pointer"]][-1])
    ]


__all__ = ["BROKEN", "ENDS", "MISSED", "REACHED", "UNKNOWN", "tune_fold", "tune_next", "tune_report"]
