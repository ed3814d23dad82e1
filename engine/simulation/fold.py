"""From chunks to a state, chunk by chunk: what was counted, the interval of the headline at every update, and whether to stop.

A state is a JSON value. Folding a chunk costs the same whether it is the first or the last, so merging is linear; what was shown at a look
stands until the next one.
"""

from __future__ import annotations

from math import ceil

from engine.errors import EngineBug
from engine.json_values import Json, JsonObject
from engine.ruleset import Ruleset
from engine.simulation import confidence_sequence
from engine.simulation.interim_results import facts_of, shown_at
from engine.simulation.plan import spec_hash
from engine.simulation.presets import INTERIM_ANALYSES
from engine.simulation.report import flags
from engine.simulation.statistics import GUARD, MILLION, Moments, half_width, regularized_variance, rounded
from engine.simulation.tally import add, count, moments, values
from engine.simulation.traces import merged

State = JsonObject

FORMAT = "preview-state/1"
HISTORY = 60
"""Most updates of the interval that are kept; beyond, every second one is left out."""

SCALES = {"seat": 4, "side": 2}
"""Halves of a win in a block's value: a seat's is over two matches, a side's over one."""

HORIZON = 1.03
"""How much longer than the pilot's variance asks the horizon is, so that the precision asked for is mostly reached."""

ABORTED_SHARE, ABORTED_AFTER = 20, 100
HOPELESS = 3


def count_chunk(state: State, chunk: Json) -> bool:
    """Add the counts of the next chunk to a state; return whether it takes any, for one that has stopped stays as it is.

    Errors: EngineBug for a chunk of another plan, or one that is not the next.
    """
    if chunk["spec"] != state["spec"]:
        raise EngineBug("a chunk belongs to another plan")
    if state["reason"]:
        return False
    if chunk["no"] != state["next"]:
        raise EngineBug(f"chunk {chunk['no']} was folded where {state['next']} is the next")
    state["next"] += 1
    state["counts"] = add(state["counts"], chunk["counts"])
    return True


def empty(spec: Json) -> State:
    """Return the state before the first chunk."""
    return {
        "format": FORMAT,
        "spec": spec_hash(spec),
        "next": 0,
        "counts": {},
        "traces": {},
        "chunks": [],
        "range": [0, MILLION],
        "horizon": 0,
        "wanted": 0,
        "look": 0,
        "change": None,
        "history": [],
        "every": 1,
        "updates": 0,
        "shown": None,
        "reason": "",
    }


def most_of(spec: Json) -> int:
    """Return the most blocks of a plan: where its last chunk ends."""
    return int(spec["ends"][-1])


def pilot_of(spec: Json) -> int:
    """Return the blocks of the pilot, all of a plan that is shorter."""
    return min(int(spec["pilot"]), most_of(spec))


def fold(ruleset: Ruleset, spec: Json, state: State | None, chunk: Json) -> State:
    """Return the state after the next chunk; one that has stopped stays as it is.

    Errors: EngineBug for a chunk of another plan, or one that is not the next.
    """
    state = empty(spec) if state is None else dict(state)
    if not count_chunk(state, chunk):
        return state
    state["traces"] = merged(state["traces"], chunk["traces"])
    _advance(ruleset, spec, state, chunk)
    return state


def _advance(ruleset: Ruleset, spec: Json, state: State, chunk: Json) -> None:
    """Look, where there is a look, and decide whether to go on."""
    n, unit = count(state["counts"], "blocks"), spec["layout"]["unit"]
    if _is_aborted(state["counts"], n):
        state.update(reason="aborted: budget", change=None, shown=None)
        return
    if spec["mode"] == "smoke":
        state["reason"] = "smoke" if n >= most_of(spec) else ""
        return
    if spec["mode"] == "planned":
        _plan_horizon(ruleset, spec, state, n)
        _look(ruleset, spec, state, n)
    if spec["mode"] == "anytime" or (unit != "table" and not state["look"]):
        _bet(spec, state, n, chunk)
    if spec["mode"] == "anytime":
        _anytime(ruleset, spec, state, n)


def _is_aborted(counts: Json, n: int) -> bool:
    aborted, games = count(counts, "aborted", "matches"), count(counts, "games")
    return (aborted >= HOPELESS and 2 * aborted > games) or (n >= ABORTED_AFTER and ABORTED_SHARE * aborted > games)


def _bet(spec: Json, state: State, n: int, chunk: Json) -> None:
    """Narrow the betting interval by a chunk, and show it."""
    is_deep = spec["mode"] == "anytime"
    state["chunks"] = [*state["chunks"], confidence_sequence.histogram(chunk["counts"].get("x", {}))]
    alpha = spec["alpha"]["total" if is_deep else "pilot"] / 10_000
    low, high = confidence_sequence.narrow_interval(
        state["chunks"], alpha, 0 if is_deep else spec["pilot"], tuple(state["range"])
    )
    state["range"] = [low, high]
    scale = 100 * (confidence_sequence.VALUES - 1) / SCALES[spec["layout"]["unit"]]
    bottom, top = (scale * (end / MILLION - 0.5) for end in (low, high))
    mean = 100 * values(state["counts"], "x").mean(SCALES[spec["layout"]["unit"]])
    _show(
        state, (mean, bottom, top), {"unit": "pp", "n": n, "look": 0, "interval": "anytime" if is_deep else "betting"}
    )


def _show(state: State, interval: tuple[float, float, float], labels: JsonObject) -> None:
    """Put an interval into the headline and into its history."""
    mean, low, high = (rounded(value) for value in interval)
    state["change"] = {"mean": mean, "low": low, "high": high, "halfWidth": rounded((high - low) / 2), **labels}
    if state["updates"] % state["every"] == 0:
        point = {"n": labels["n"], "mean": mean, "low": low, "high": high, "interval": labels["interval"]}
        state["history"] = [*state["history"], point]
    state["updates"] += 1
    if len(state["history"]) > HISTORY:
        state["history"], state["every"] = state["history"][::2], 2 * state["every"]


def headline(ruleset: Ruleset, spec: Json, counts: Json) -> tuple[Moments, int, float, float]:
    """Return the samples of the headline, what divides them, the guard of their variance, and how many of its units are shown as one."""
    if spec["layout"]["unit"] == "table":
        change = moments(counts, "world", ruleset.experiment.length)
        return change, 1, 2 * moments(counts, "worldLevel", "candidate", ruleset.experiment.length).variance(), 1.0
    scale = SCALES[spec["layout"]["unit"]]
    return values(counts, "x"), scale, (confidence_sequence.SHIFT / scale) ** 2, 100.0


def _plan_horizon(ruleset: Ruleset, spec: Json, state: State, n: int) -> None:
    """Set the horizon once, when the pilot ends, from its guarded variance."""
    if state["horizon"] or n < pilot_of(spec):
        return
    samples, scale, floor, _ = headline(ruleset, spec, state["counts"])
    target = spec["target"] / 10_000
    if spec["layout"]["unit"] == "table":
        target *= moments(state["counts"], "worldLevel", "baseline", ruleset.experiment.length).mean()
    state["wanted"] = blocks_wanted(
        spec, regularized_variance(samples.variance(scale), samples.n, floor, GUARD), target
    )
    state["horizon"] = next((end for end in spec["ends"] if end >= state["wanted"]), most_of(spec))


def blocks_wanted(spec: Json, variance: float, target: float) -> int:
    """Return how many blocks an interval as narrow as asked for takes, by what is known of the variance."""
    z = spec["critical"][-1] / MILLION
    return max(pilot_of(spec), ceil(HORIZON * z * z * variance / (target * target))) if target else most_of(spec)


def repeated_interval(spec: Json, look: int, samples: Moments, scale: int, floor: float) -> tuple[float, float, float]:
    """Return mean and ends of the interval at a look, counted from 1."""
    variance = regularized_variance(samples.variance(scale), samples.n, floor, GUARD)
    mean, half = samples.mean(scale), half_width(samples.n, variance, spec["critical"][look - 1])
    return mean, mean - half, mean + half


def interim_analyses(spec: Json, horizon: int) -> list[int]:
    """Return the blocks of each look: the first chunk ends at equal parts of the horizon; 0 for one within the pilot."""
    parts = [-(-horizon * look // INTERIM_ANALYSES) for look in range(1, INTERIM_ANALYSES + 1)]
    ends = [next(end for end in spec["ends"] if end >= part) for part in parts]
    return [end if end >= pilot_of(spec) else 0 for end in ends]


def _look(ruleset: Ruleset, spec: Json, state: State, n: int) -> None:
    """Update everything that is shown, where this is the end of a part of the horizon."""
    if not state["horizon"] or n not in interim_analyses(spec, state["horizon"]):
        return
    look = INTERIM_ANALYSES - interim_analyses(spec, state["horizon"])[::-1].index(n)
    samples, scale, floor, shown = headline(ruleset, spec, state["counts"])
    unit = ruleset.experiment.length if spec["layout"]["unit"] == "table" else "pp"
    mean, low, high = (shown * end for end in repeated_interval(spec, look, samples, scale, floor))
    state["look"] = look
    _show(state, (mean, low, high), {"unit": unit, "n": n, "look": look, "interval": "repeated"})
    state["shown"] = _interim_results(ruleset, spec, state)
    if look == INTERIM_ANALYSES:
        state["reason"] = "budget" if state["wanted"] > most_of(spec) else "planned"


def _interim_results(ruleset: Ruleset, spec: Json, state: State) -> JsonObject:
    """Return the numbers shown with the headline until the next look, flags included: their error is spent over the looks, too."""
    facts = facts_of(ruleset, spec, state)
    return shown_at(facts) | {"flags": flags(facts)}


def _anytime(ruleset: Ruleset, spec: Json, state: State, n: int) -> None:
    """Stop a deep preview when its interval is narrow enough; the other numbers are updated at equal parts of its budget."""
    if n < pilot_of(spec):
        return
    is_narrow = state["change"]["halfWidth"] <= spec["target"] / 100
    state["reason"] = "target" if is_narrow else "budget" if n >= most_of(spec) else ""
    if state["reason"] or n in interim_analyses(spec, most_of(spec)):
        look = INTERIM_ANALYSES if state["reason"] else interim_analyses(spec, most_of(spec)).index(n) + 1
        state["look"] = look
        state["shown"] = _interim_results(ruleset, spec, state)
