"""Selects matches to watch: the most informative one of each kind, named by seed, arm, seat and decks, to be played again on demand.

A trace is kept by a rank that any two can be compared by, so the choice does not depend on how blocks were cut into chunks.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.json_values import JsonObject
from engine.simulation.play import MatchOutcome

TracesByKind = dict[str, JsonObject]

WHY = {
    "sample": ("The first match in which it was played", "首次打出该牌的一局"),
    "flipWon": ("Won with the new card, lost with the old; the widest swing", "新牌获胜、旧牌落败，差距最大"),
    "flipLost": ("Lost with the new card, won with the old; the widest swing", "新牌落败、旧牌获胜，差距最大"),
    "typicalWin": ("A win of the usual length", "长度居中的一场胜局"),
    "typicalLoss": ("A loss of the usual length", "长度居中的一场败局"),
    "swing": ("The widest lead at the end", "终局领先最大的一局"),
    "apart": ("The two matches of one seed end furthest apart", "同一种子的两局差异最大"),
    "longest": ("The longest match", "最长的一局"),
    "shortest": ("The shortest match", "最短的一局"),
    "unplayed": ("A copy was held longest and never played", "持有最久而始终未打出"),
    "aborted": ("The match broke a budget", "该局超出运算限额"),
}
ORDER = tuple(WHY)
TYPICAL = {"typicalWin": "won", "typicalLoss": "lost"}
"""Kinds that are chosen when the usual length is known: until then the first match of each length is kept."""

WIN_SCORE = 2


@dataclass(frozen=True, slots=True)
class Place:
    """Where a match belongs: its block, seed and the decks that met, by seat."""

    block: int
    seed: int
    decks: str


class Traces:
    """Holds the most telling match of each kind."""

    def __init__(self) -> None:
        self.held: TracesByKind = {}

    def single(self, place: Place, match: MatchOutcome, arm: str) -> None:
        """Consider one match by itself."""
        if match.failed_node:
            self._offer("aborted", 1, place, (arm, 0))
        elif arm == "candidate":
            self._offer("longest", match.rounds, place, (arm, 0))
            self._offer("shortest", -match.rounds, place, (arm, 0))

    def head_to_head(self, place: Place, pair: tuple[MatchOutcome, MatchOutcome], value: int) -> None:
        """Consider a block in which the seats swapped cards: the new one's holder is seat 0, then seat 1."""
        if any(match.failed_node for match in pair):
            return
        for seat, match in enumerate(pair):
            self._holder(place, match, seat)
        swing = pair[0].seats[0].margin + pair[1].seats[1].margin
        if abs(value) == WIN_SCORE:
            self._offer("flipWon" if value > 0 else "flipLost", swing if value > 0 else -swing, place, ("candidate", 0))

    def side(self, place: Place, pair: tuple[MatchOutcome, MatchOutcome], seat: int) -> None:
        """Consider a block in which one seat held the new card, then the old."""
        if any(match.failed_node for match in pair):
            return
        self._holder(place, pair[0], seat)
        new, old = (match.seats[seat] for match in pair)
        if new.score != old.score:
            swing = abs(new.margin - old.margin)
            self._offer("flipWon" if new.score > old.score else "flipLost", swing, place, ("candidate", seat))

    def table(self, place: Place, pair: tuple[MatchOutcome, MatchOutcome]) -> None:
        """Consider a block of two worlds."""
        if not any(match.failed_node for match in pair):
            self._offer("apart", abs(pair[0].rounds - pair[1].rounds), place, ("candidate", 0))

    def _holder(self, place: Place, match: MatchOutcome, seat: int) -> None:
        """Consider a match of the one who holds the new card."""
        mine, path = match.seats[seat], ("candidate", seat)
        if mine.plays:
            self._offer("sample", 0, place, path)
        self._offer("swing", mine.margin, place, path)
        if mine.score in (0, WIN_SCORE):
            self._offer(f"{'won' if mine.score else 'lost'}/{match.rounds}", 0, place, path, times=1)
        stuck = [match.rounds - copy.first_seen for copy in mine.copies if copy.first_seen and not copy.played]
        if stuck:
            self._offer("unplayed", max(stuck), place, path)

    def _offer(self, kind: str, weight: int, place: Place, at: tuple[str, int], times: int = 0) -> None:
        arm, seat = at
        offered = {"seed": place.seed, "block": place.block, "arm": arm, "seat": seat, "opponent": place.decks}
        self.held = merged(self.held, {kind: {"kind": kind, **offered, "weight": weight, "times": times}})


def merged(left: Mapping[str, JsonObject], right: Mapping[str, JsonObject]) -> TracesByKind:
    """Return the more informative matches from two collections, kind by kind; the earlier block and seat of equals."""
    out = dict(left)
    for kind, trace in right.items():
        held = out.get(kind)
        best = trace if held is None or _rank(trace) > _rank(held) else held
        out[kind] = {**best, "times": trace["times"] + (held["times"] if held else 0)}
    return out


def _rank(trace: JsonObject) -> tuple[int, int, int]:
    return trace["weight"], -trace["block"], -trace["seat"]


def reported(held: Mapping[str, JsonObject]) -> list[JsonObject]:
    """Return the traces as a report shows them."""
    traces = {kind: _typical(held, group) if (group := TYPICAL.get(kind)) else held.get(kind) for kind in ORDER}
    keys = ("seed", "block", "arm", "seat", "opponent")
    return [
        {"kind": kind, **{key: trace[key] for key in keys}, "why": dict(zip(("en", "zh"), WHY[kind], strict=True))}
        for kind, trace in traces.items()
        if trace is not None
    ]


def _typical(held: Mapping[str, JsonObject], group: str) -> JsonObject | None:
    """Return the first match of the median length among those won or lost; None where there are none."""
    lengths = {int(kind.partition("/")[2]): trace for kind, trace in held.items() if kind.startswith(f"{group}/")}
    remaining = sum(trace["times"] for trace in lengths.values()) // 2
    for _, trace in sorted(lengths.items(), key=lambda item: item[0]):
        remaining -= trace["times"]
        if remaining < 0:
            return trace
    return None
