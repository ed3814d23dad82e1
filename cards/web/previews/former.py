"""Stored results of the former format, `preview-result/1`, in the shape of `preview-result/2`: one page reads both."""

from collections.abc import Sequence

from cards.shape import Json, JsonObject
from cards.web.text import MINUS

Result = JsonObject

FORMER = "preview-result/1"
MARGIN = 2.0  # percentage points; what the former format called no change
CODES = (("OH", "opening"), ("GD", "later"), ("GIH", "seen"), ("GNS", "never"))


def as_current(result: Result | None) -> Result:
    """Return a stored result as the page reads it; what the former format did not know is absent."""
    if not result or result.get("format") != FORMER:
        return result or {}
    arms = result.get("cardMetrics") or {}
    return {
        **{name: result.get(name) for name in ("status", "unit", "preset", "ruleset", "coverage", "abort", "warnings")},
        "format": FORMER,
        "stopReason": result.get("stopReason"),
        "n": _match_counts(result),
        "margin": MARGIN,
        "change": _change(result),
        "verdict": _verdict(result),
        "history": [_point(point) for point in result.get("history") or () if "mean_pp" in point],
        "measures": {name: _measure(point) for name, point in (result.get("comparison") or {}).items()},
        "winRates": {name: _rate(arm["all"], "wilson") for name, arm in (result.get("winRates") or {}).items()},
        "cardMetrics": {name: _card(arm) for name, arm in arms.items() if arm},
        "descriptions": _descriptions(arms),
        "flags": [_flag(point) for point in result.get("flags") or ()],
        "traces": result.get("traces") or (),
    }


def within_whole(ends: Sequence[float]) -> tuple[float, float]:
    """Return an interval within what a win rate can change at all: stored early intervals reach beyond.

    Units: percentage points.
    """
    low, high = (max(-100.0, min(100.0, end)) for end in ends)
    return low, high


def _match_counts(result: Result) -> dict[str, int]:
    played = result.get("n") or {}
    return {name: played.get(former, 0) for name, former in (("blocks", "quads"), ("games",) * 2, ("aborted",) * 2)}


def _change(result: Result) -> Json | None:
    estimate = result.get("estimate")
    return None if not estimate else {**_point(estimate), "unit": "pp", "alpha": 0.05}


def _point(estimate: JsonObject) -> Json:
    low, high = within_whole(estimate["interval_pp"])
    return {"n": estimate["n"], "mean": estimate["mean_pp"], "low": low, "high": high, "interval": "sequence"}


def _verdict(result: Result) -> str | None:
    """Return the word for the interval: it alone decides, whatever the former sequential test said."""
    change = _change(result)
    if change is None:
        return None
    if change["low"] > 0 or change["high"] < 0:
        return "stronger" if change["low"] > 0 else "weaker"
    return "even" if change["low"] > -MARGIN and change["high"] < MARGIN else "unknown"


def _measure(measure: JsonObject) -> Json:
    low, high = measure.get("interval") or (None, None)
    kept = {name: measure.get(name) for name in ("title", "candidate", "baseline", "n")}
    return {**kept, "kind": "world", "mean": measure.get("change"), "low": low, "high": high}


def _rate(rate: JsonObject | None, interval: str = "interval") -> Json | None:
    if not rate or rate.get("rate") is None:
        return None
    low, high = rate[interval]
    n = rate.get("n", sum(rate.get(name, 0) for name in ("w", "d", "l")))
    return {"rate": rate["rate"], "low": low, "high": high, "n": n}


def _card(arm: JsonObject) -> Json:
    return {
        "seen": None,
        "playedGivenSeen": _rate(arm.get("playedGivenSeen")),
        "dead": _rate(arm.get("deadRate")),
        "turnPlayed": arm.get("turnPlayed") or {},
    }


def _descriptions(arms: JsonObject) -> Json | None:
    """Return the win rates by when the card was seen; their difference had no interval, so it is left out."""
    arms_when_seen = {name: (arm or {}).get("winWhenSeen") or {} for name, arm in arms.items()}
    if not any(arms_when_seen.values()):
        return None
    sides = ("candidate", "baseline")
    rows = [
        {"code": code, **{side: _rate(arms_when_seen.get(side, {}).get(key)) for side in sides}} for code, key in CODES
    ]
    return {"rows": [row for row in rows if row["candidate"]], "iwd": {}}


def _flag(flag: JsonObject) -> Json:
    """Return a flag without the percentage points that no change can have ("low end −163.0 pp")."""
    text = {name: words.replace("-", MINUS) for name, words in flag["text"].items()}
    return {**{name: flag.get(name) for name in ("id", "raised", "node")}, "text": text}
