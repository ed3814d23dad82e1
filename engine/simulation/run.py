"""Playing a chunk: its blocks, one after the other, into integer counts. The same plan and number give the same bytes anywhere.

A block plays candidate and baseline in both seats on one seed. Its value is `d = ((c0 - b0) + (c1 - b1)) / 2`, kept as the integer 4d.
Where baseline and opponent have the same deck, b0 and b1 are the two sides of one match and add up to 1: it need not be played.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.errors import EngineBug
from engine.kernel.chance import draw, stream_key
from engine.ruleset import Ruleset
from engine.simulation.plan import SAMPLED_BASELINE, spec_hash
from engine.simulation.play import Arm, CopyStats, MatchOutcome, arm, play
from engine.simulation.tally import Tally, bump, sample
from engine.simulation.traces import Traces

Json = dict[str, Any]
Arms = tuple[Arm, Arm]

FORMAT = "preview-chunk/1"
TABLE = -1
EVEN = 2
"""What a deck and its mirror score together, in halves of a win."""

KEPT = 4
_ARMS: dict[tuple[int, str], tuple[Ruleset, Arms]] = {}


def arms(ruleset: Ruleset, spec: Mapping[str, Any], key: str) -> Arms:
    """Return a plan's arms, compiled; the last few plans are remembered by hash, a pure memo."""
    found = _ARMS.get((id(ruleset), key))  # the entry holds its ruleset, so no other can have its id while it is there
    if found is None:
        if len(_ARMS) >= KEPT:
            _ARMS.pop(next(iter(_ARMS)))
        made = arm(ruleset, spec, "candidate"), arm(ruleset, spec, "baseline")
        found = _ARMS[id(ruleset), key] = ruleset, made
    return found[1]


def block_seed(spec: Mapping[str, Any], block: int) -> int:
    """Return the seed of a block's matches: 52 bits, so that JSON readers keep it."""
    return draw(stream_key(spec["seed"], "preview/block"), block) >> 12


def preview_chunk(ruleset: Ruleset, spec: Mapping[str, Any], no: int) -> Json:
    """Play the blocks of one chunk.

    Shapes: `counts` is a tally: nested integers that add up over chunks; `traces` the most telling match of each kind so far.
    Errors: EngineBug for a chunk that the plan does not have, or another ruleset's plan.
    """
    ends = spec["ends"]
    if spec["ruleset"] != ruleset.name or not 0 <= no < len(ends):
        raise EngineBug(
            f"the plan of {spec['ruleset']} has {len(ends)} chunks; {ruleset.name} was asked for chunk {no}"
        )
    key = spec_hash(spec)
    first = ends[no - 1] if no else 0
    job = Job(spec, arms(ruleset, spec, key))
    for block in range(first, ends[no]):
        job.play(block)
    return {
        "format": FORMAT,
        "spec": key,
        "no": no,
        "first": first,
        "blocks": ends[no] - first,
        "counts": job.counts,
        "traces": job.traces.held,
    }


class Job:
    """Counts the blocks of a chunk."""

    def __init__(self, spec: Mapping[str, Any], both: Arms) -> None:
        self.spec, self.arms = spec, both
        self.counts: Tally = {}
        self.traces = Traces(both[0].ruleset.experiment)
        layout = spec["layout"]
        self._is_table = layout["unit"] == "table"

    def play(self, block: int) -> None:
        """Play one block and count it."""
        broken = self.counts.get("aborted", {}).get("matches", 0)
        bump(self.counts, "blocks")
        if self._is_table:
            self._table(block)
        else:
            self._seats(block)
        if self.counts.get("aborted", {}).get("matches", 0) > broken:
            bump(self.counts, "aborted", "blocks")

    def _seats(self, block: int) -> None:
        """Play a block in which the card belongs to one seat."""
        seed = block_seed(self.spec, block)
        ours = [self._match("candidate", seed, seat, block) for seat in (0, 1)]
        theirs = self._baseline(block, seed, ours)
        total = sum(match.score for match in ours)
        sample(self.counts, "d", value=total - (sum(match.score for match in theirs) if theirs else EVEN))
        for seat, match in enumerate(theirs):
            self.traces.compare(block, seed, seat, (ours[seat], match))
            self._compare(ours[seat], match)

    def _baseline(self, block: int, seed: int, ours: list[MatchOutcome]) -> list[MatchOutcome]:
        """Return the baseline's matches; those of a mirror are played in some blocks only, for the numbers beside the win rate."""
        if self.spec["same"]:
            bump(self.counts, "skippedIdentical", by=2)
            return [self._count("baseline", match, seed, (seat, block)) for seat, match in enumerate(ours)]
        if not self.spec["layout"]["mirror"]:
            return [self._match("baseline", seed, seat, block) for seat in (0, 1)]
        if block % SAMPLED_BASELINE:
            bump(self.counts, "skippedMirror", by=2)
            return []
        bump(self.counts, "skippedMirror")
        one = self._match("baseline", seed, 0, block)
        return [one, self._count("baseline", mirrored(one), seed, (1, block))]

    def _table(self, block: int) -> None:
        """Play a block in which the card belongs to nobody: one match with it, one as before."""
        seed = block_seed(self.spec, block)
        ours = self._match("candidate", seed, TABLE, block)
        if self.spec["same"]:
            bump(self.counts, "skippedIdentical")
            theirs = self._count("baseline", ours, seed, (TABLE, block))
        else:
            theirs = self._match("baseline", seed, TABLE, block)
        self.traces.compare(block, seed, TABLE, (ours, theirs))
        self._compare(ours, theirs)

    def _match(self, name: str, seed: int, seat: int, block: int) -> MatchOutcome:
        side = self.arms[name == "baseline"]
        held = seat if name == "candidate" or self.spec["baseline"] is not None else -1
        bump(self.counts, "games")
        return self._count(name, play(side, side.opening(held), seed, seat), seed, (seat, block))

    def _count(self, name: str, match: MatchOutcome, seed: int, place: tuple[int, int]) -> MatchOutcome:
        """Note one match of an arm; a match known without playing counts in its arm like the others."""
        seat, block = place
        counts, arm_counts = self.counts, self.counts.setdefault("arms", {}).setdefault(name, {})
        if match.failed_node:
            bump(counts, "aborted", "matches")
            bump(counts, "aborted", "nodes", match.failed_node)
        if seat != TABLE:
            bump(arm_counts, "seats", str(seat), ("l", "d", "w")[match.score])
        for (key, _), value in zip(self.arms[0].ruleset.experiment.measures, match.measures, strict=True):
            sample(arm_counts, "measures", key, value=value)
        count_card(arm_counts, match, self.arms[0].ruleset.experiment.early)
        if name == "candidate":
            count_coverage(counts, match)
            self.traces.single(block, seed, seat, match)
        return match

    def _compare(self, ours: MatchOutcome, theirs: MatchOutcome) -> None:
        """Note the differences of a pair in everything measured."""
        for place, (key, _) in enumerate(self.arms[0].ruleset.experiment.measures):
            sample(self.counts, "change", key, value=ours.measures[place] - theirs.measures[place])


def mirrored(match: MatchOutcome) -> MatchOutcome:
    """Return a match of equals as the other seat sees it."""
    return MatchOutcome(match.result, EVEN - match.score, -match.margin, match.rounds, match.measures, (), {}, "")


def count_card(counts: Tally, match: MatchOutcome, last_early: int) -> None:
    """Note what became of the card's copies in one match; plays up to the round `last_early` are early ones."""
    bump(counts, "card", "matches")
    if not match.copies:
        return
    seen, played = any(c.seen for c in match.copies), any(c.played for c in match.copies)
    for copy in match.copies:
        count_copy(counts, copy)
    bump(counts, "card", "matchesSeen", by=int(seen))
    bump(counts, "card", "matchesPlayed", by=int(played))
    when = "opening" if any(c.seen == 1 for c in match.copies) else "later" if seen else "never"
    sample(counts, "card", "scoreSeen", when, value=match.score)
    early = any(turn <= last_early for c in match.copies for turn in c.played)
    sample(counts, "card", "scorePlayed", "early" if early else "late" if played else "never", value=match.score)


def count_copy(counts: Tally, copy: CopyStats) -> None:
    """Note what became of one copy."""
    bump(counts, "card", "copies")
    bump(counts, "card", "copiesSeen", by=int(copy.seen > 0))
    bump(counts, "card", "copiesPlayed", by=int(bool(copy.played)))
    bump(counts, "card", "plays", by=len(copy.played))
    if copy.played:
        bump(counts, "card", "firstPlay", str(copy.played[0]))


def count_coverage(counts: Tally, match: MatchOutcome) -> None:
    """Note what the card's nodes did: how often, and in how many matches."""
    for (node, what), times in match.coverage.items():
        bump(counts, "cover", node, what, by=times)
        bump(counts, "cover", node, f"{what}Matches")


__all__ = ["FORMAT", "Job", "arms", "block_seed", "preview_chunk"]
