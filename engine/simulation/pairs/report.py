"""From chunks of a plan of pairs to its result, `pairs-result/1`: read once, at the end of the plan.

A pair is a combo where the whole interval of its interaction lies above 0, and a clash where it lies below: both together win more, or less, than
each alone adds up to. Before the end there are means and no reading.
"""

from __future__ import annotations

from engine.json_values import Json, JsonObject
from engine.ruleset import Ruleset
from engine.simulation.fixed_plans import PLANNED, empty_state, fold_fixed, result_head
from engine.simulation.interim_results import FULL, HALVES, SCALES
from engine.simulation.joint_intervals import joint_interval
from engine.simulation.pairs.run import ALONE, BOTH, INTERACTION, PARTNER
from engine.simulation.run import HOPELESS
from engine.simulation.statistics import Moments, rounded
from engine.simulation.tally import count, moments
from engine.simulation.verdict import verdict

FORMAT, STATE = "pairs-result/1", "pairs-state/1"
READINGS = {"stronger": "combo", "weaker": "clash", "even": "apart", "unknown": "unknown"}
BUDGET = "budget"
"""Why a pair has no number: its matches broke a budget again and again."""


def pairs_fold(spec: Json, state: JsonObject | None, chunk: Json) -> JsonObject:
    """Return the state after the next chunk; one that has stopped stays as it is.

    Errors: EngineBug for a chunk of another plan, or one that is not the next.
    """
    return fold_fixed(spec, state, chunk, STATE)


def pairs_report(ruleset: Ruleset, spec: Json, state: Json | None) -> JsonObject:
    """Return the result that a state holds.

    Shapes: engine/formats/pairs.py has all of it. Units: percentage points of win rate.
    """
    current = state or empty_state(spec, STATE)
    counts, is_read, margin = current["counts"], current["reason"] == PLANNED, spec["margin"] / FULL
    unit = spec["layout"]["unit"]
    scale = SCALES[unit]
    bound = HALVES / scale

    def number(samples: Moments, extent: float) -> JsonObject | None:
        if not samples.n:
            return None
        mean = rounded(FULL * samples.mean(scale))
        if not is_read:
            return {"mean": mean, "low": None, "high": None}
        ends = joint_interval(samples, scale, extent, spec["family"])[1:]
        low, high = (rounded(FULL * max(-extent, min(extent, end))) for end in ends)
        return {"mean": mean, "low": low, "high": high}

    extent = bound * (2 if unit == "side" else 3)
    rows: list[JsonObject] = []
    for place, pair in enumerate(spec["pairs"]):
        is_broken = count(counts, "pairs", str(place), "broken") >= HOPELESS
        head: JsonObject = {
            "partner": pair["partner"],
            "links": pair["links"],
            "problem": BUDGET if is_broken else None,
        }
        numbers = {
            name: None if is_broken else number(moments(counts, "pairs", str(place), name), reach)
            for name, reach in ((PARTNER, bound), (BOTH, bound), (INTERACTION, extent))
        }
        change = numbers[INTERACTION]
        is_known = change is not None and change["low"] is not None
        reading = READINGS[verdict(change["low"], change["high"], margin)] if change and is_known else None
        rows.append(head | numbers | {"reading": reading})
    return {
        **result_head(spec, current, FORMAT),
        "preset": spec["preset"],
        "target": spec["target"] / FULL,
        "margin": margin,
        "alone": number(moments(counts, ALONE), bound),
        "rows": rows,
    }


__all__ = ["BUDGET", "READINGS", "pairs_fold", "pairs_report"]
