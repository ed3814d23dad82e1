"""Playing a chunk of a comparison: on the seed of each block, each pair of decks meets with the cards before the release and after.

Where two seats meet, a block of a pair is two matches a side, seats swapped. A pair to which no card that differs belongs is played once
and counts for both sides: its matches are the same matches.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.cardset import hashed
from engine.json_values import Json, JsonObject
from engine.ruleset import Ruleset
from engine.simulation.fixed_runs import ChunkJob, fixed_chunk
from engine.simulation.play import Decks, MatchOutcome, World, play
from engine.simulation.releases.plan import COMEBACKS, SEEN
from engine.simulation.releases.sides import AFTER, BEFORE
from engine.simulation.run import block_seed
from engine.simulation.tally import bump, sample

FORMAT = "compare-chunk/1"
PERCENT = 100


class Field:
    """The worlds of a comparison, one for each side and set of cards, compiled when it is first played in."""

    def __init__(self, ruleset: Ruleset, spec: Json) -> None:
        self._ruleset, self._spec = ruleset, spec
        self._worlds: dict[tuple[str, tuple[str, ...]], World] = {}

    def world(self, side: str, pair: int) -> World:
        """Return the world in which a pair of decks meets on a side; of a pair that is not touched, both sides are one."""
        played = side if self._spec["touched"][pair] else AFTER
        key = played, tuple(self._spec["sets"][played][pair])
        if key not in self._worlds:
            self._worlds[key] = self._compiled(*key)
        return self._worlds[key]

    def _compiled(self, side: str, names: Sequence[str]) -> World:
        spec, rules = self._spec, self._ruleset
        documents = {document["id"]: document for document in (*spec["shared"], *spec[side])}
        cards = [hashed(documents[card]) for card in names]
        program = rules.program(cards, seats=rules.experiment.seats)
        tracked = frozenset(spec["differing"])
        plain = {**spec, "layout": spec["layouts"][side]}
        return World(rules, program, plain, tracked, frozenset(), is_field=True)


def compare_chunk(ruleset: Ruleset, spec: Json, no: int) -> JsonObject:
    """Play the blocks of one chunk.

    Shapes: of each pair, `cells` has by side the histogram of what its first deck won in a block, in halves of a win, and of what it won
            more after; `rows` the moments of the same for each deck against all others; `measures` the moments of the sums over the matches
            of a block, after and after less before; `met` counts the matches in which a card that differs was met.
    Errors: EngineBug for a chunk that the plan does not have, or another ruleset's plan.
    """
    return fixed_chunk(ruleset, spec, no, form=FORMAT, world=Field, job=CompareJob)


class CompareJob(ChunkJob):
    """Counts the blocks of a chunk."""

    def __init__(self, spec: Json, field: Field) -> None:
        super().__init__(spec)
        self._field = field
        self._is_side = spec["unit"] == "side"

    def play(self, block: int) -> None:
        """Play one block of every pair of decks and count it."""
        bump(self.counts, "blocks")
        rows: dict[str, list[int]] = {}
        matches: dict[str, list[MatchOutcome]] = {BEFORE: [], AFTER: []}
        for place, pair in enumerate(self.spec["pairs"]):
            after = self._matches(block, place, AFTER)
            before = self._matches(block, place, BEFORE) if self.spec["touched"][place] else after
            matches[BEFORE] += before
            matches[AFTER] += after
            scores = [self._score(side) for side in (before, after)]
            self._count(place, scores)
            for deck, own in self._decks(pair, scores, len(after)):
                rows[deck] = [a + b for a, b in zip(rows.get(deck, (0, 0)), own, strict=True)]
        for deck, (old, new) in rows.items():
            sample(self.counts, "rows", deck, BEFORE, value=old)
            sample(self.counts, "rows", deck, AFTER, value=new)
            sample(self.counts, "rows", deck, "change", value=new - old)
        self._count_measures(matches)

    def _matches(self, block: int, place: int, side: str) -> list[MatchOutcome]:
        """Play a pair of decks on a side: with the seats swapped, too, unless one side is fixed."""
        world, pair, seed = self._field.world(side, place), self.spec["pairs"][place], block_seed(self.spec, block)
        orders: Sequence[Sequence[str]] = [pair] if self._is_side else [pair, pair[::-1]]
        outcomes = [play(world, self._lists(world, order), seed) for order in orders]
        bump(self.counts, "games", by=len(outcomes))
        for match in outcomes:
            if match.failed_node:
                bump(self.counts, "aborted", "matches")
                bump(self.counts, "aborted", "nodes", match.failed_node)
                bump(self.counts, "cells", str(place), "aborted")
        return outcomes

    def _lists(self, world: World, order: Sequence[str]) -> Decks:
        return tuple(tuple(world.spec["layout"]["decks"][name]) for name in order)

    def _score(self, matches: Sequence[MatchOutcome]) -> int:
        """Return what the first deck of a pair won in its matches, in halves of a win; of a fixed side what it won."""
        seats = (self._field_side,) if self._is_side else (0, 1)
        return sum(match.seats[seat].score for match, seat in zip(matches, seats, strict=True))

    @property
    def _field_side(self) -> int:
        return int(self.spec["layouts"][AFTER]["side"])

    def _count(self, place: int, scores: Sequence[int]) -> None:
        old, new = scores
        for name, value in ((BEFORE, old), (AFTER, new), ("change", new - old)):
            bump(self.counts, "cells", str(place), name, str(value))

    def _decks(self, pair: Sequence[str], scores: Sequence[int], matches: int) -> list[tuple[str, list[int]]]:
        """Return what each deck of a pair won before and after, in halves of a win; of a fixed side the encounter's row is that side's."""
        own = list(scores)
        if self._is_side:
            return [(pair[-1], own)]
        return [(pair[0], own), (pair[1], [2 * matches - score for score in own])]

    def _count_measures(self, matches: dict[str, list[MatchOutcome]]) -> None:
        """Count what all matches of a block come to on each side, measure by measure."""
        names = [name for name, _ in self._field.world(AFTER, 0).ruleset.experiment.measures]
        sums = {
            side: [
                *(sum(each.measures[at] for each in ours) for at in range(len(names))),
                came_back(ours),
                encounter_share(ours),
            ]
            for side, ours in matches.items()
        }
        for name, old, new in zip((*names, COMEBACKS, SEEN), sums[BEFORE], sums[AFTER], strict=True):
            sample(self.counts, "measures", name, BEFORE, value=old)
            sample(self.counts, "measures", name, AFTER, value=new)
            sample(self.counts, "measures", name, "change", value=new - old)
        for match in matches[AFTER]:
            for card in match.encounters:
                bump(self.counts, "met", card)


def came_back(matches: Sequence[MatchOutcome]) -> int:
    """Return in how many percent of a match, summed over some, the winner was behind at the start of the round half-way."""
    total = 0
    for match in matches:
        winner = match.result.winner if match.result is not None and not match.failed_node else -1
        if winner >= 0 and match.leads:
            lead = match.leads[len(match.leads) // 2]
            total += PERCENT * ((lead < 0) if winner == 0 else (lead > 0))
    return total


def encounter_share(matches: Sequence[MatchOutcome]) -> int:
    """Return in how many percent of a match, summed over some, a card that differs was met."""
    return sum(PERCENT * bool(match.encounters) for match in matches)


__all__ = ["FORMAT", "CompareJob", "Field", "came_back", "compare_chunk", "encounter_share"]
