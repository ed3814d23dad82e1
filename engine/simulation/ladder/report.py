"""From chunks of a skill ladder to its result, `ladder-result/1`: read once, at the end of the plan.

What decides is the differences between bots, never how many of them lie above 0. Whether these differ in skill is said apart: only where each bot is
shown to beat the one below it.
"""

from __future__ import annotations

from engine.json_values import Json, JsonObject
from engine.ruleset import Ruleset
from engine.simulation.fixed_plans import PLANNED, empty_state, fold_with_firsts, result_head
from engine.simulation.interim_results import FULL, HALVES, SCALES
from engine.simulation.joint_intervals import joint_interval
from engine.simulation.ladder.matches import parted_matches
from engine.simulation.ladder.plan import DIFFERENCES, LEVELS, STEPS
from engine.simulation.statistics import Moments, rounded
from engine.simulation.tally import moments
from engine.simulation.verdict import verdict

FORMAT, STATE = "ladder-result/1", "ladder-state/1"
HOLDS, DEPENDS, UNKNOWN = "holds", "depends", "unknown"
EVEN_SHARE = 50.0
SHARE_SCALE = 4
"""Halves of a win in the two matches of a step."""


def ladder_fold(spec: Json, state: JsonObject | None, chunk: Json) -> JsonObject:
    """Return the state after the next chunk; one that has stopped stays as it is.

    Errors: EngineBug for a chunk of another plan, or one that is not the next.
    """
    return fold_with_firsts(spec, state, chunk, STATE)


def ladder_report(ruleset: Ruleset, spec: Json, state: Json | None) -> JsonObject:
    """Return the result that a state holds.

    Shapes: engine/formats/ladder.py has all of it. Units: changes in percentage points of win rate, shares in percent.
    """
    current = state or empty_state(spec, STATE)
    counts, is_read = current["counts"], current["reason"] == PLANNED
    scale, family = SCALES[spec["layout"]["unit"]], spec["family"]
    bound = HALVES / scale

    def number(samples: Moments, of: int, top: float, bottom: float) -> JsonObject | None:
        if not samples.n:
            return None
        mean = rounded(FULL * samples.mean(of))
        if not is_read:
            return {"mean": mean, "low": None, "high": None}
        ends = joint_interval(samples, of, (top - bottom) / 2, family)[1:]
        low, high = (rounded(FULL * max(bottom, min(top, end))) for end in ends)
        return {"mean": mean, "low": low, "high": high}

    bots: list[JsonObject] = [
        {
            "bot": level.name,
            "change": number(moments(counts, "bots", level.name), scale, bound, -bound),
            "use": _use(counts, level.name),
        }
        for level in LEVELS
    ]
    differences: list[JsonObject] = [
        {
            "bots": [LEVELS[upper].name, LEVELS[lower].name],
            "change": number(moments(counts, "differences", f"{upper}-{lower}"), scale, 2 * bound, -2 * bound),
        }
        for upper, lower in DIFFERENCES
    ]
    steps: list[JsonObject] = [
        {
            "bots": [upper.name, lower.name],
            "share": number(moments(counts, "steps", upper.name), SHARE_SCALE, 1.0, 0.0),
        }
        for upper, lower in STEPS
    ]
    margin, top_share = spec["margin"] / FULL, spec["topShare"] / FULL
    for row in (*bots, *differences):
        row["reading"] = _reading(row["change"], margin)
    for row in steps:
        row |= _strength(row["share"], top_share)
    return {
        **result_head(spec, current, FORMAT),
        "preset": spec["preset"],
        "target": spec["target"] / FULL,
        "margin": margin,
        "topShare": top_share,
        "levels": bots,
        "differences": differences,
        "steps": steps,
        "verdict": verdict_of(bots, differences, margin) if is_read else None,
        "isLadder": all(row["isStronger"] for row in steps) if is_read else None,
        "matches": parted_matches(spec, current["traces"]) if is_read else [],
    }


def _use(counts: Json, bot: str) -> JsonObject | None:
    """Return what a bot did with the card: shares of these matches, without an interval."""
    use = counts.get("uses", {}).get(bot)
    if not use or not use["seen"]:
        return None
    return {
        "seen": use["seen"],
        "played": rounded(100 * use["played"] / use["seen"]),
        "round": rounded(use["rounds"] / use["played"]) if use["played"] else None,
    }


def _strength(share: Json | None, top_share: float) -> JsonObject:
    """Return whether a share of matches is shown to be more than half, and as much as is asked; None before the end."""
    low = share["low"] if share else None
    return (
        {"isStronger": None, "reaches": None}
        if low is None
        else {"isStronger": low > EVEN_SHARE, "reaches": low >= top_share}
    )


def _reading(change: JsonObject | None, margin: float) -> str | None:
    return verdict(change["low"], change["high"], margin) if change and change["low"] is not None else None


def verdict_of(bots: list[JsonObject], differences: list[JsonObject], margin: float) -> str:
    """Return whether a change holds for all bots, depends on which plays, or neither is known.

    It holds where all bots have one reading that says something and every difference lies within the margin; it depends where a
    difference excludes 0.
    """
    if any(row["reading"] in ("stronger", "weaker") for row in differences):
        return DEPENDS
    readings = {row["reading"] for row in bots}
    is_within = all(-margin <= row["change"]["low"] and row["change"]["high"] <= margin for row in differences)
    return HOLDS if len(readings) == 1 and UNKNOWN not in readings and is_within else UNKNOWN


__all__ = ["DEPENDS", "HOLDS", "UNKNOWN", "ladder_fold", "ladder_report", "verdict_of"]
