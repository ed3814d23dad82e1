"""From a state to the result, `preview-result/2`, the last word or not; and from chunks to a state.

Chunks are folded in order until the plan stops; what was played beyond is left out. So one worker and fifty give the same bytes.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.errors import EngineBug
from engine.json_values import Json, JsonObject
from engine.packs.canonical import canonical_bytes, content_hash, sha256_hex
from engine.recent import Recent
from engine.ruleset import Ruleset
from engine.simulation import fold as folding
from engine.simulation import interim_results, report
from engine.simulation.plan import content_of, spec_hash
from engine.simulation.presets import INTERIM_ANALYSES
from engine.simulation.rate_intervals import Z95
from engine.simulation.tally import at, count, ratio
from engine.simulation.traces import reported
from engine.simulation.verdict import verdict

FORMAT = "preview-result/2"
LISTS = ("perOpponent", "pairings")
_CONTENTS: Recent[str, str] = Recent(8)
"""The hash of the cards of a plan, by the plan's: a report is written for every chunk."""
NO_RESULTS: JsonObject = {
    "bySeen": None,
    "measures": {},
    "winRates": {},
    "cardMetrics": {},
    "descriptions": None,
    "flags": [],
}


def preview_merge(ruleset: Ruleset, spec: Json, chunks: Sequence[Json]) -> JsonObject:
    """Return the result of the chunks 0, 1, 2 … up to the first that is missing.

    Errors: EngineBug for chunks of another plan.
    """
    key, state = spec_hash(spec), folding.empty(spec)
    if any(chunk["spec"] != key for chunk in chunks):
        raise EngineBug("a chunk belongs to another plan")
    by_no = {chunk["no"]: chunk for chunk in chunks}
    while state["next"] in by_no and not state["reason"]:
        state = folding.fold(ruleset, spec, state, by_no[state["next"]])
    return preview_report(ruleset, spec, state)


def preview_report(ruleset: Ruleset, spec: Json, state: Json) -> JsonObject:
    """Return the result that a state holds.

    Shapes: engine/formats/preview.py has all of it; `change` is None before the first chunk, and where nothing is compared.
    Units:  changes of a win rate in percentage points, rates as shares, measures in their own.
    """
    counts, reason = state["counts"], state["reason"]
    facts = interim_results.facts_of(ruleset, spec, state)
    results = state["shown"] or {}
    change = _change(spec, state)
    verdict = _verdict(spec, change)
    return _head(spec, state["spec"]) | {
        "status": "finished" if reason else "running",
        "stopReason": reason or None,
        "n": _played(counts),
        "progress": progress(spec, state),
        "change": change,
        "verdict": verdict,
        "margin": spec["margin"] / interim_results.FULL,
        "target": spec["target"] / interim_results.FULL,
        "estimate": _estimate(change, verdict),
        "history": state["history"],
        "opponents": spec["layout"]["opponents"],
        **{name: results.get(name, []) for name in LISTS},
        **{name: results.get(name, nothing) for name, nothing in NO_RESULTS.items()},
        "coverage": interim_results.coverage(facts),
        "smoke": _smoke(facts, state) if spec["mode"] == "smoke" else None,
        "combos": [],
        "traces": reported(state["traces"]),
        "abort": interim_results.abort(facts),
        "warnings": report.warnings(facts),
        "plan": _plan(spec, state),
    }


def _head(spec: Json, key: str) -> JsonObject:
    """Return what names the experiment, by its plan and the hash of it."""
    layout = spec["layout"]
    kind = "version" if spec["baseline"] else "reference" if layout["references"] else "without"
    opponents = {style: [layout["decks"][style][slot] for slot in slots] for style, slots in layout["slots"].items()}
    return {
        "format": FORMAT,
        "ruleset": spec["ruleset"],
        "engine": spec["engine"],
        "spec": key,
        "contentHash": _CONTENTS.of(key, lambda: content_of(spec)),
        "cardHashes": {
            name: content_hash([canonical_bytes(spec[name])]) if spec[name] else None
            for name in ("candidate", "baseline")
        },
        "deckHashes": {name: sha256_hex(canonical_bytes(deck)) for name, deck in layout["decks"].items()},
        "bots": spec["bots"],
        "preset": spec["preset"],
        "seed": spec["seed"],
        "unit": layout["unit"],
        "against": {
            "kind": kind,
            "kindChanged": spec["kindChanged"],
            "references": layout["references"],
            "copies": max(map(len, layout["slots"].values()), default=0),
            "replaced": opponents,
            "lent": layout["lent"],
        },
    }


def progress(spec: Json, state: Json) -> JsonObject:
    """Return how far a preview is, and about how many blocks it will take: exact from the horizon on."""
    n, horizon = count(state["counts"], "blocks"), folding.most_of(spec)
    of = {"smoke": horizon, "anytime": _forecast(spec, state, n)}.get(spec["mode"]) or state["horizon"]
    phase = spec["mode"] if spec["mode"] != "planned" else "planned" if state["horizon"] else "pilot"
    of = n if state["reason"] else max(n, min(horizon, of or folding.pilot_of(spec)))
    return {"phase": phase, "blocks": n, "of": of, "pilot": folding.pilot_of(spec), "max": horizon}


def _forecast(spec: Json, state: Json, n: int) -> int:
    """Return how many blocks a deep preview will take: half-widths go with the root of the blocks."""
    change = state["change"]
    if change is None or n < folding.pilot_of(spec) or not spec["target"]:
        return folding.most_of(spec)
    part: float = change["halfWidth"] / (spec["target"] / interim_results.FULL)
    return min(folding.most_of(spec), int(n * part * part) + 1)


def _change(spec: Json, state: Json) -> JsonObject | None:
    """Return the headline; what an interval before the first look may say is no verdict."""
    if state["change"] is None:
        return None
    alpha = spec["alpha"]["pilot" if state["change"]["interval"] == "betting" else "total"] / 10_000
    return {**state["change"], "looks": INTERIM_ANALYSES, "alpha": alpha}


def _verdict(spec: Json, change: JsonObject | None) -> str | None:
    if change is None or change["unit"] != "pp" or change["interval"] == "betting":
        return None
    if change["interval"] == "anytime" and change["n"] < folding.pilot_of(spec):
        return None
    return verdict(change["low"], change["high"], spec["margin"] / interim_results.FULL)


def _estimate(change: JsonObject | None, verdict: str | None) -> JsonObject | None:
    """Return the headline as lists keep it; None for a card of the table."""
    if change is None or change["unit"] != "pp":
        return None
    mean, low, high = (round(change[key], 2) + 0.0 for key in ("mean", "low", "high"))
    return {"mean_pp": mean, "interval_pp": [low, high], "n": change["n"], "verdict": verdict}


def _played(counts: Json) -> JsonObject:
    names = ("blocks", "games", "mirrors", "identical")
    return {**{name: count(counts, name) for name in names}, "aborted": count(counts, "aborted", "matches")}


def _smoke(facts: interim_results.Facts, state: Json) -> JsonObject:
    """Return what a smoke preview answers: does it fire, can it be paid and played, what is never reached."""
    arm, coverage = at(facts.counts, "arms", "candidate"), interim_results.coverage(facts)
    effects = facts.ruleset.vocabulary.family("effect")
    places = [pointer for pointer, node in coverage.items() if node["type"] in effects]
    inner = [place for place in places if not any(other.startswith(f"{place}/") for other in places)]
    shares = [coverage[place]["share"] for place in inner if coverage[place]["share"]]
    trigger = max(shares, key=lambda share: share["rate"], default=None)
    samples = [trace for trace in reported(state["traces"]) if trace["kind"] == "sample"]
    return {
        "fired": trigger,
        "playable": interim_results.rate(ratio(arm, "offered"), Z95),
        "played": interim_results.rate(ratio(arm, "played"), Z95),
        "seen": interim_results.rate(ratio(arm, "seen"), Z95),
        "neverReached": [pointer for pointer, node in coverage.items() if not node["matches"]],
        "sample": samples[0] if samples else None,
    }


def _plan(spec: Json, state: Json) -> JsonObject:
    horizon = state["horizon"] or (folding.most_of(spec) if spec["mode"] == "anytime" else 0)
    return {
        "mode": spec["mode"],
        "pilot": folding.pilot_of(spec),
        "planned": state["horizon"] or None,
        "max": folding.most_of(spec),
        "looks": [end for end in folding.interim_analyses(spec, horizon) if end] if horizon else [],
        "critical": spec["critical"],
        "units": {"critical": "millionths", "alpha": "ten-thousandths"},
        "alpha": spec["alpha"],
        "chunks": len(spec["ends"]),
        "strata": [":".join(stratum) for stratum in spec["layout"]["strata"]],
    }
