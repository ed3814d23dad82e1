"""From the chunks that are there to the result: `preview-result/1` over the contiguous prefix, and whether it is the last word.

Chunks are added in order until the first end at which the stop rule fires; what was played beyond is left out. So one worker and
fifty give the same bytes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.errors import EngineBug
from engine.packs.canonical import canonical_bytes, content_hash, sha256_hex
from engine.ruleset import Ruleset
from engine.simulation import metrics, report
from engine.simulation.plan import content_of, spec_hash
from engine.simulation.statistics import ALPHA, BOUND, STEP, rounded
from engine.simulation.stopping import Standing, blocks_expected, standing, stop_reason
from engine.simulation.tally import Tally, add, count
from engine.simulation.traces import Held, merged, reported

Json = dict[str, Any]

FORMAT = "preview-result/1"
HISTORY = 60
"""Most points of the interval over time; beyond, every second one is left out."""


def preview_merge(ruleset: Ruleset, spec: Mapping[str, Any], chunks: Sequence[Mapping[str, Any]]) -> Json:
    """Return the result so far.

    Shapes: `status` is `running` or `finished`; `stopReason` is None, `target`, `verdict`, `budget` or `aborted: budget`;
            `estimate` is None before the first chunk; `delta` is None for a card of the table, which has `comparison` instead;
            `blocks.of` is how many blocks it will take as far as is known.
    Units:  rates and `delta` are shares (0.018 is 1.8 percentage points); names that end in `_pp` are percentage points.
    Errors: EngineBug for chunks of another plan.
    """
    key = spec_hash(spec)
    counts: Tally = {}
    traces: Held = {}
    points: list[Standing] = []
    reason = ""
    for chunk in _prefix(key, chunks):
        counts, traces = add(counts, chunk["counts"]), merged(traces, chunk["traces"])
        points.append(standing(spec, counts, ruleset.experiment.length))
        reason = stop_reason(spec, points[-1])
        if reason:
            break
    return _head(spec, key, reason) | _body(ruleset, spec, (counts, traces, points))


def _prefix(key: str, chunks: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return the chunks 0, 1, 2 … up to the first that is missing."""
    by_no = {chunk["no"]: chunk for chunk in chunks}
    if any(chunk["spec"] != key for chunk in chunks):
        raise EngineBug("a chunk belongs to another plan")
    out: list[Mapping[str, Any]] = []
    while len(out) in by_no:
        out.append(by_no[len(out)])
    return out


def _head(spec: Mapping[str, Any], key: str, reason: str) -> Json:
    """Return what names the experiment, and how far it is."""
    layout = spec["layout"]
    decks = {"plain": layout["deck"], "candidate": [layout["slots"], layout["card"]]}
    return {
        "format": FORMAT,
        "ruleset": spec["ruleset"],
        "engine": spec["engine"],
        "spec": key,
        "contentHash": content_of(spec),
        "cardHashes": {
            name: content_hash([canonical_bytes(spec[name])]) if spec[name] else None
            for name in ("candidate", "baseline")
        },
        "deckHashes": {name: sha256_hex(canonical_bytes(deck)) for name, deck in decks.items()},
        "bots": spec["bots"],
        "preset": spec["preset"],
        "seedBase": spec["seed"],
        "unit": layout["unit"],
        "copies": len(layout["slots"]),
        "replaced": layout["replaced"],
        "lent": layout["lent"],
        "mirror": layout["mirror"],
        "target": spec["target"] / 10_000,
        "status": "finished" if reason else "running",
        "stopReason": reason or None,
    }


def _body(ruleset: Ruleset, spec: Mapping[str, Any], held: tuple[Tally, Held, list[Standing]]) -> Json:
    """Return what was found."""
    counts, traces, points = held
    if not points:
        return _nothing(spec)
    now = points[-1]
    is_table = spec["layout"]["unit"] == "table"
    facts = metrics.Facts(ruleset, spec, counts, now)
    return {
        "n": _played(counts),
        "blocks": {"done": now.n, "of": blocks_expected(spec, counts, now), "max": spec["blocks_max"]},
        "estimate": None if is_table else _estimate(now),
        "delta": None if is_table else _delta(now),
        "comparison": facts.comparison(),
        "verdict": _verdict(now),
        "varianceFactor": facts.variance_factor(),
        "history": _history(points, is_table),
        "winRates": facts.win_rates(),
        "cardMetrics": facts.card_metrics(),
        "coverage": facts.coverage(),
        "abort": facts.abort(),
        "flags": report.flags(facts),
        "combos": [],
        "traces": reported(traces),
        "warnings": report.warnings(facts),
    }


def _nothing(spec: Mapping[str, Any]) -> Json:
    """Return the body before the first chunk."""
    empty: Json = {
        "n": _played({}),
        "blocks": {"done": 0, "of": spec["blocks_max"], "max": spec["blocks_max"]},
        "history": [],
    }
    lists: Json = {name: [] for name in ("flags", "combos", "traces", "warnings")}
    dicts: Json = {name: {} for name in ("winRates", "cardMetrics", "coverage", "comparison")}
    return empty | lists | dicts | dict.fromkeys(("estimate", "delta", "verdict", "varianceFactor", "abort"))


def _played(counts: Tally) -> Json:
    return {
        "quads": count(counts, "blocks"),
        "games": count(counts, "games"),
        "aborted": count(counts, "aborted", "matches"),
        "skippedIdentical": count(counts, "skippedIdentical"),
        "skippedMirror": count(counts, "skippedMirror"),
    }


def _delta(now: Standing) -> Json:
    interval = [rounded(max(-1.0, now.low)), rounded(min(1.0, now.high))]
    mean = rounded(now.mean)
    opponent = {"opponent": "starters", "mean": mean, "cs": interval, "n": now.n}
    return {"mean": mean, "cs": interval, "alpha": ALPHA, "variance": rounded(now.variance), "perOpponent": [opponent]}


def _estimate(now: Standing) -> Json:
    """Return the estimate in percentage points, as lists and progress bars show it; a change lies within ±100."""
    return {"mean_pp": _pp(now.mean), "interval_pp": [_pp(max(-1.0, now.low)), _pp(min(1.0, now.high))], "n": now.n}


def _pp(share: float) -> float:
    return round(100 * share, 2) + 0.0


def _verdict(now: Standing) -> Json:
    """Return the sequential test: `up` asks for +STEP against 0, `down` for -STEP against 0."""
    llr = {"up": round(now.up, 3) + 0.0, "down": round(now.down, 3) + 0.0}
    return {
        "test": "gsprt",
        "step": STEP,
        "llr": llr,
        "bounds": [round(-BOUND, 3), round(BOUND, 3)],
        "decision": now.decision,
    }


def _history(points: list[Standing], is_table: bool) -> list[Json]:
    """Return the interval at the ends of chunks, thinned out evenly and with its last point."""
    stride = 1
    while len(points) > HISTORY * stride:
        stride *= 2
    kept = [point for place, point in enumerate(points) if (len(points) - 1 - place) % stride == 0]
    if is_table:
        return [{"n": p.n, "mean": rounded(p.mean), "interval": [rounded(p.low), rounded(p.high)]} for p in kept]
    return [_estimate(point) for point in kept]
