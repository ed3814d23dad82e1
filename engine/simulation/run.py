"""Playing a chunk: its blocks, one after the other, into integer counts. The same plan and number give the same bytes anywhere.

A block of a card of a seat is two matches on one seed: the first seat holds the new card and the second the old, then the other way round.
Its value is the new card's wins less one, kept in halves of a win, so that a card without effect has 0 in every block.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.errors import EngineBug
from engine.json_values import Json, JsonObject
from engine.kernel.chance import draw, stream_key
from engine.recent import Recent
from engine.ruleset import Ruleset
from engine.simulation import counting
from engine.simulation.plan import spec_hash
from engine.simulation.play import Decks, MatchOutcome, World, decks_of, play, world
from engine.simulation.tally import Tally, bump, count
from engine.simulation.traces import Place, Traces

Worlds = tuple[World, World]

FORMAT = "preview-chunk/3"

MIRROR_EVERY = 16
"""One block in so many also plays a match in which both seats hold the old card: what an unchanged card looks like."""

HOPELESS = 3
"""Aborted matches after which a chunk ends early, when they are most of those played."""

_WORLDS: Recent[tuple[int, str], tuple[Ruleset, Worlds]] = Recent(4)


def worlds(ruleset: Ruleset, spec: Json, key: str) -> Worlds:
    """Return a plan's worlds, compiled; the last few plans are remembered by hash, a pure memo."""

    def compile_worlds() -> tuple[Ruleset, Worlds]:
        ours = world(ruleset, spec, "candidate")
        is_table = spec["layout"]["unit"] == "table"
        return ruleset, (ours, world(ruleset, spec, "baseline") if is_table else ours)

    return _WORLDS.of((id(ruleset), key), compile_worlds)[1]


def block_seed(spec: Json, block: int) -> int:
    """Return the seed of a block's matches: 52 bits, so that JSON readers keep it."""
    return draw(stream_key(spec["seed"], "preview/block"), block) >> 12


def preview_chunk(ruleset: Ruleset, spec: Json, no: int) -> JsonObject:
    """Play the blocks of one chunk.

    Shapes: `counts` is a tally: nested integers that add up over chunks; `traces` the most telling match of each kind so far.
            `blocks` is less than planned where most matches were aborted.
    Errors: EngineBug for a chunk that the plan does not have, or another ruleset's plan.
    """
    ends = spec["ends"]
    if spec["ruleset"] != ruleset.name or not 0 <= no < len(ends):
        raise EngineBug(
            f"the plan of {spec['ruleset']} has {len(ends)} chunks; {ruleset.name} was asked for chunk {no}"
        )
    key = spec_hash(spec)
    first = ends[no - 1] if no else 0
    job = Job(spec, worlds(ruleset, spec, key))
    for block in range(first, ends[no]):
        job.play(block)
        if job.is_hopeless:
            break
    return {
        "format": FORMAT,
        "spec": key,
        "no": no,
        "first": first,
        "blocks": count(job.counts, "blocks"),
        "counts": job.counts,
        "traces": job.traces.held,
    }


class Job:
    """Counts the blocks of a chunk."""

    def __init__(self, spec: Json, pair: Worlds) -> None:
        self.spec, self.worlds = spec, pair
        self.counts: Tally = {}
        self.traces = Traces()
        self._covered: list[MatchOutcome] = []
        self._experiment = pair[0].ruleset.experiment
        self._new = [spec["layout"]["card"]]
        self._old = [document["id"] for document in spec["formers"]]

    @property
    def is_hopeless(self) -> bool:
        """Whether most matches so far broke a budget."""
        aborted = count(self.counts, "aborted", "matches")
        return aborted >= HOPELESS and 2 * aborted > count(self.counts, "games")

    def play(self, block: int) -> None:
        """Play one block and count it."""
        strata, aborted_before = self.spec["layout"]["strata"], count(self.counts, "aborted", "matches")
        stratum = strata[block % len(strata)]
        bump(self.counts, "blocks")
        match self.spec["layout"]["unit"]:
            case "table":
                self._table(block, stratum)
            case "side":
                self._side(block, stratum)
            case _:
                self._seats(block, stratum)
        counting.count_coverage(self.counts, self._covered, self.worlds[0].covered)
        self._covered = []
        if count(self.counts, "aborted", "matches") > aborted_before:
            bump(self.counts, "aborted", "blocks")

    def _seats(self, block: int, stratum: Sequence[str]) -> None:
        """Play a block in which one seat holds the new card and the other the old, then the other way round."""
        place = self._place(block, stratum)
        match = self._match(place, self._decks(stratum, (self._new, self._old)))
        second = match if self.spec["same"] else self._match(place, self._decks(stratum, (self._old, self._new)))
        bump(self.counts, "identical", by=int(bool(self.spec["same"])))
        value = match.seats[0].score + second.seats[1].score - 2
        pair = (match.seats[0], match.seats[1]), (second.seats[1], second.seats[0])
        counting.count_change(self.counts, value, stratum, (match, second))
        counting.count_own(self.counts, self._experiment, pair)
        counting.count_arms(self.counts, [seats[0] for seats in pair], "candidate", self._experiment.early)
        counting.count_arms(self.counts, [seats[1] for seats in pair], "baseline", self._experiment.early)
        self.traces.head_to_head(place, (match, second), value)
        if block % MIRROR_EVERY == block // MIRROR_EVERY % MIRROR_EVERY:
            self._mirror(place, stratum, (match, second))

    def _mirror(self, place: Place, stratum: Sequence[str], pair: tuple[MatchOutcome, MatchOutcome]) -> None:
        """Play a match in which both seats hold the old card, for what the head-to-head cannot say of whole matches."""
        mirror = (
            pair[0] if self.spec["same"] else self._match(place, self._decks(stratum, (self._old, self._old)), "mirror")
        )
        bump(self.counts, "mirrors")
        counting.count_arms(self.counts, list(mirror.seats), "mirror", self._experiment.early)
        counting.count_world(self.counts, self._experiment, pair, (mirror, mirror))

    def _side(self, block: int, stratum: Sequence[str]) -> None:
        """Play a block in which a fixed seat holds the new card, then the old, against the same opponent."""
        side, place = self.spec["layout"]["side"], self._place(block, stratum)
        new, old = (
            [held if seat == side else [] for seat in range(self._experiment.seats)] for held in (self._new, self._old)
        )
        outcome = self._match(place, self._decks(stratum, new))
        former = outcome if self.spec["same"] else self._match(place, self._decks(stratum, old), "baseline")
        bump(self.counts, "identical", by=int(bool(self.spec["same"])))
        value = outcome.seats[side].score - former.seats[side].score
        counting.count_change(self.counts, value, stratum, (outcome, former))
        counting.count_own(self.counts, self._experiment, ((outcome.seats[side], former.seats[side]),))
        counting.count_world(self.counts, self._experiment, (outcome,), (former,))
        for match, name in ((outcome, "candidate"), (former, "baseline")):
            counting.count_arms(self.counts, [match.seats[side]], name, self._experiment.early)
        self.traces.side(place, (outcome, former), side)

    def _table(self, block: int, stratum: Sequence[str]) -> None:
        """Play a block in which the card has no owner: a match in the world with the new card, one in the other."""
        place, layout = self._place(block, stratum), self.spec["layout"]
        old = self._new if self.spec["baseline"] else layout["references"]
        match = self._match(place, self._decks(stratum, (self._new, self._new)))
        if self.spec["same"]:
            bump(self.counts, "identical")
            former = match
        else:
            former = self._match(place, self._decks(stratum, (old, old)), "baseline")
        counting.count_world(self.counts, self._experiment, (match,), (former,))
        counting.count_both(self.counts, self._experiment, (match, former))
        counting.count_arms(self.counts, list(match.seats), "candidate", self._experiment.early)
        self.traces.table(place, (match, former))

    def _decks(self, stratum: Sequence[str], held: Sequence[Sequence[str]]) -> Decks:
        return decks_of(self.spec, stratum, held)

    def _place(self, block: int, stratum: Sequence[str]) -> Place:
        return Place(block, block_seed(self.spec, block), ":".join(stratum))

    def _match(self, place: Place, decks: Decks, name: str = "candidate") -> MatchOutcome:
        """Play one match and note what belongs to a match alone."""
        match = play(self.worlds[name == "baseline"], decks, place.seed)
        bump(self.counts, "games")
        if match.failed_node:
            bump(self.counts, "aborted", "matches")
            bump(self.counts, "aborted", "nodes", match.failed_node)
        if name == "candidate":
            self._covered.append(match)
        self.traces.single(place, match, name)
        return match


__all__ = ["FORMAT", "Job", "block_seed", "preview_chunk", "worlds"]
