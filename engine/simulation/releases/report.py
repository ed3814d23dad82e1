"""From chunks of a comparison to its result, `compare-result/1`: read once, at the end of the plan.

Before the end there are means and no intervals: the plan spends all of the error allowed to it on the last look. All intervals hold
together for what was played: these decks, these bots. A deck's row is its share against all others in equal parts.
"""

from __future__ import annotations

from typing import Any

from engine.json_values import Json, JsonObject
from engine.language.spec import LocalizedText
from engine.ruleset import Ruleset
from engine.simulation.fixed_plans import PLANNED, empty_state, fold_fixed
from engine.simulation.interim_results import FULL, HALVES
from engine.simulation.joint_intervals import ALPHA, joint_interval
from engine.simulation.plan import spec_hash
from engine.simulation.releases.plan import COMEBACKS, SEEN
from engine.simulation.releases.sides import AFTER, BEFORE
from engine.simulation.run import HOPELESS
from engine.simulation.statistics import Moments, rounded
from engine.simulation.tally import count, moments, values
from engine.simulation.verdict import verdict

FORMAT, STATE = "compare-result/1", "compare-state/1"
READINGS = {"stronger": "up", "weaker": "down", "even": "small", "unknown": "unknown"}
SAME = "same"
"""The reading of a pair of decks to which no card that differs belongs: both sides are the same matches."""

ABORTED_SHARE = 20
BUDGET = "budget"
"""Why a pair has no number: more than one match in so many broke a budget."""

TITLES = {
    COMEBACKS: LocalizedText("Matches won from behind at half-time, percent", "半程落后而获胜的对局（%）"),
    SEEN: LocalizedText("Matches in which a card that differs was seen, percent", "出现过有差异卡牌的对局（%）"),
}


def compare_fold(spec: Json, state: JsonObject | None, chunk: Json) -> JsonObject:
    """Return the state after the next chunk; one that has stopped stays as it is.

    Errors: EngineBug for a chunk of another plan, or one that is not the next.
    """
    return fold_fixed(spec, state, chunk, STATE)


def compare_report(ruleset: Ruleset, spec: Json, state: Json | None) -> JsonObject:
    """Return the result that a state holds.

    Shapes: engine/formats/compare.py has all of it. Units: shares and changes of them in percent and percentage points.
    """
    current = state or empty_state(spec, STATE)
    counts = current["counts"]
    facts = Shares(spec, counts, current["reason"] == PLANNED)
    rows = [facts.row(deck) for deck in spec["playing"]]
    cells = [] if spec["unit"] == "side" else [facts.cell(place) for place in range(len(spec["pairs"]))]
    blocks = count(counts, "blocks")
    return {
        "format": FORMAT,
        "ruleset": spec["ruleset"],
        "engine": spec["engine"],
        "spec": current["spec"] if state else spec_hash(spec),
        "bots": spec["bots"],
        "seed": spec["seed"],
        "unit": spec["unit"],
        "preset": spec["preset"],
        "target": spec["target"] / FULL,
        "margin": spec["margin"] / FULL,
        "status": "finished" if current["reason"] else "running",
        "stopReason": current["reason"] or None,
        "n": {"blocks": blocks, "games": count(counts, "games"), "aborted": count(counts, "aborted", "matches")},
        "progress": {"blocks": blocks, "of": spec["blocks_max"], "chunks": current["next"]},
        "alpha": ALPHA,
        "family": spec["family"],
        "cost": spec["cost"],
        "lent": spec["lent"],
        "decks": spec["decks"],
        "cards": [_card(spec, counts, card, kind, facts.matches_of_block) for card, kind in spec["differing"].items()],
        "cells": cells,
        "rows": rows,
        "measures": [_measure(ruleset, facts, name) for name in (counts.get("measures") or {})],
        "verdict": _verdict(rows, cells) if facts.is_read else None,
    }


def _card(spec: Json, counts: Json, card: str, kind: str, matches: int) -> JsonObject:
    """Return how a card differs, and in which share of the matches after the release it was met; None where none led to it."""
    played = count(counts, "blocks") * matches
    is_met = card not in spec["unmet"] and kind != "removed" and played
    share = rounded(FULL * count(counts, "met", card) / played) if is_met else None
    return {"id": card, "kind": kind, "seen": share}


def _measure(ruleset: Ruleset, facts: Shares, name: str) -> JsonObject:
    titles = {**dict(ruleset.experiment.measures), **TITLES}
    scale = facts.matches_of_block
    return {"name": name, "title": titles[name]._asdict(), **facts.numbers(("measures", name), scale, None)}


def _verdict(rows: list[JsonObject], cells: list[JsonObject]) -> str:
    """Return `changed` where an interval of a share excludes 0, `even` where all are within the margin, else `unknown`."""
    readings = {each["reading"] for each in (*rows, *cells)}
    if readings & {"up", "down"}:
        return "changed"
    return "even" if readings <= {SAME, "small"} and readings else "unknown"


class Shares:
    """Reads the counts of a comparison; before its end there are no intervals."""

    def __init__(self, spec: Json, counts: Json, is_read: bool) -> None:
        self.spec, self.counts, self.is_read = spec, counts, is_read
        self._per_pair = 1 if spec["unit"] == "side" else 2
        self.matches_of_block = self._per_pair * len(spec["pairs"])

    def cell(self, place: int) -> JsonObject:
        """Return what the first deck of a pair wins against the second."""
        head: JsonObject = {"decks": self.spec["pairs"][place]}
        if self.problem(place):
            return {**head, **_empty(BUDGET)}
        is_same = not self.spec["touched"][place]
        scale = HALVES * self._per_pair
        return {**head, **self.numbers(("cells", str(place)), scale, 1.0, is_same=is_same)}

    def row(self, deck: str) -> JsonObject:
        """Return what a deck wins against all others."""
        is_side = self.spec["unit"] == "side"
        own = [place for place, pair in enumerate(self.spec["pairs"]) if deck in (pair[-1:] if is_side else pair)]
        if any(self.problem(place) for place in own):
            return {"deck": deck, **_empty(BUDGET)}
        is_same = not any(self.spec["touched"][place] for place in own)
        scale = HALVES * self._per_pair * len(own)
        return {"deck": deck, **self.numbers(("rows", deck), scale, 1.0, is_same=is_same)}

    def problem(self, place: int) -> bool:
        """Return whether a pair has no number: too many of its matches broke a budget."""
        aborted = count(self.counts, "cells", str(place), "aborted")
        played = count(self.counts, "blocks") * self._per_pair * (1 + self.spec["touched"][place])
        return aborted >= HOPELESS and ABORTED_SHARE * aborted > played

    def numbers(self, path: tuple[str, str], scale: int, bound: float | None, *, is_same: bool = False) -> JsonObject:
        """Return what holds before and after the release, and the change with its reading.

        Shapes: `bound` is the greatest value that is possible, None where there is none: then the blocks bound themselves.
        """
        read = values if path[0] == "cells" else moments
        old, new, change = (read(self.counts, *path, name) for name in (BEFORE, AFTER, "change"))
        factor = FULL if bound is not None else 1.0
        if not new.n:
            return _empty(None)
        after = self._interval(new, scale, bound, factor, bound is not None)
        difference = self._interval(change, scale, bound, factor, False)
        if is_same and difference["low"] is not None:
            difference |= {"low": 0.0, "high": 0.0}
        return {
            "before": rounded(factor * old.mean(scale)),
            "after": after,
            "change": difference,
            "reading": self._reading(difference, is_same, has_margin=bound is not None),
            "problem": None,
        }

    def _interval(self, samples: Moments, scale: int, bound: float | None, factor: float, is_share: bool) -> JsonObject:
        mean = rounded(factor * samples.mean(scale))
        if not self.is_read:
            return {"mean": mean, "low": None, "high": None}
        most = bound if bound is not None else samples.variance(scale) ** 0.5
        low, high = joint_interval(samples, scale, most / 2 if is_share else most, self.spec["family"])[1:]
        if bound is not None:
            low, high = (max(0.0 if is_share else -bound, min(bound, end)) for end in (low, high))
        return {"mean": mean, "low": rounded(factor * low), "high": rounded(factor * high)}

    def _reading(self, change: Json, is_same: bool, *, has_margin: bool) -> str | None:
        if change["low"] is None:
            return None
        if is_same or (not has_margin and change["low"] == change["high"] == 0):
            return SAME
        margin: Any = self.spec["margin"] / FULL if has_margin else 0.0
        return READINGS[verdict(change["low"], change["high"], margin)]


def _empty(problem: str | None) -> JsonObject:
    return {"before": None, "after": None, "change": None, "reading": None, "problem": problem}


__all__ = ["BUDGET", "READINGS", "SAME", "Shares", "compare_fold", "compare_report"]
