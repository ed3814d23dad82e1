"""Selects matches to watch: the most informative one of each kind, named by seed, arm and seat, to be played again on demand.

A trace is kept by a rank that any two can be compared by, so the choice does not depend on how blocks were cut into chunks.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.ruleset import Experiment
from engine.simulation.play import MatchOutcome

Json = dict[str, Any]
Held = dict[str, Json]

WHY = {
    "flipWon": ("Lost without the change, won with it; the widest swing", "改动前落败、改动后获胜，差距最大"),
    "flipLost": ("Won without the change, lost with it; the widest swing", "改动前获胜、改动后落败，差距最大"),
    "apart": ("The two matches of one seed end furthest apart", "同一种子的两局差异最大"),
    "longest": ("The longest match", "最长的一局"),
    "shortest": ("The shortest match", "最短的一局"),
    "unplayed": ("A copy was held longest and never played", "持有最久而始终未打出"),
    "aborted": ("The match broke a budget", "该局超出运算限额"),
}
ORDER = tuple(WHY)


class Traces:
    """Holds the most telling match of each kind."""

    def __init__(self, experiment: Experiment) -> None:
        self._experiment = experiment
        self.held: Held = {}

    def single(self, block: int, seed: int, seat: int, match: MatchOutcome) -> None:
        """Consider one match of the candidate."""
        place = (block, seed, seat)
        if match.failed_node:
            self._offer("aborted", 1, place)
            return
        self._offer("longest", match.rounds, place)
        self._offer("shortest", -match.rounds, place)
        stuck = [match.rounds - c.seen for c in match.copies if c.seen and not c.played]
        if stuck:
            self._offer("unplayed", max(stuck), place)

    def compare(self, block: int, seed: int, seat: int, pair: tuple[MatchOutcome, MatchOutcome]) -> None:
        """Consider a pair of matches on one seed."""
        ours, theirs = pair
        if ours.failed_node or theirs.failed_node:
            return
        swing = ours.margin - theirs.margin
        if seat < 0:
            self._offer("apart", abs(ours.rounds - theirs.rounds), (block, seed, seat))
        elif ours.score > theirs.score:
            self._offer("flipWon", swing, (block, seed, seat))
        elif ours.score < theirs.score:
            self._offer("flipLost", -swing, (block, seed, seat))

    def _offer(self, kind: str, weight: int, place: tuple[int, int, int]) -> None:
        block, seed, seat = place
        offered = {"kind": kind, "seed": seed, "arm": "candidate", "seat": seat, "block": block, "weight": weight}
        self.held = merged(self.held, {kind: offered})


def merged(left: Mapping[str, Json], right: Mapping[str, Json]) -> Held:
    """Return the more informative matches from two collections, kind by kind; the earlier block and seat of equals."""
    out = dict(left)
    for kind, trace in right.items():
        if kind not in out or _rank(trace) > _rank(out[kind]):
            out[kind] = trace
    return out


def _rank(trace: Json) -> tuple[int, int, int]:
    return trace["weight"], -trace["block"], -trace["seat"]


def reported(held: Mapping[str, Json]) -> list[Json]:
    """Return the traces as a report shows them."""
    return [
        {
            **{key: held[kind][key] for key in ("kind", "seed", "arm", "seat")},
            "why": dict(zip(("en", "zh"), WHY[kind], strict=True)),
        }
        for kind in ORDER
        if kind in held
    ]
