"""Playing a chunk of a plan of pairs: on the seed of each block, decks with the card, with a partner and with both against the deck without.

Where two seats meet, a deck plays two matches, seats swapped, and its value is what it won beyond one of them, in halves of a win; the deck
without plays itself, which is one win of two. On a fixed side the value is what that side won beyond what it wins without.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.json_values import Json, JsonObject
from engine.ruleset import Ruleset
from engine.simulation.fixed_runs import FixedJob, fixed_chunk, world_with
from engine.simulation.plan import compiled_set
from engine.simulation.play import MatchOutcome, World, play
from engine.simulation.run import block_seed
from engine.simulation.tally import bump, sample

FORMAT = "pairs-chunk/1"
ALONE, PARTNER, BOTH, INTERACTION = "alone", "partnerAlone", "both", "interaction"


def pairs_world(ruleset: Ruleset, spec: Json) -> World:
    """Compile the card and all partners into one world; bots know nothing beforehand of their triggers."""
    card = spec["candidate"]
    ids = (card["id"], *(pair["partner"] for pair in spec["pairs"]))
    return world_with(ruleset, spec, compiled_set(spec, [card]), [], ids_beside=ids)


def pairs_chunk(ruleset: Ruleset, spec: Json, no: int) -> JsonObject:
    """Play the blocks of one chunk.

    Shapes: `alone` has the moments of what the card wins in a block, `pairs` by place those of the partner alone, of both, and of both less
            each alone; `broken` counts the matches of a pair that broke a budget.
    Errors: EngineBug for a chunk that the plan does not have, or another ruleset's plan.
    """
    return fixed_chunk(ruleset, spec, no, form=FORMAT, world=pairs_world, job=PairsJob)


class PairsJob(FixedJob):
    """Counts the blocks of a chunk."""

    def play(self, block: int) -> None:
        """Play one block of the card and of every pair and count it."""
        bump(self.counts, "blocks")
        without = self._score(block, []) if self.is_side else 2
        alone = self._score(block, [self._own]) - without
        sample(self.counts, ALONE, value=alone)
        for place, pair in enumerate(self.spec["pairs"]):
            partner = (pair["partner"], pair["slots"])
            own = self._score(block, [partner], place) - without
            both = self._score(block, [self._own, partner], place) - without
            for name, value in ((PARTNER, own), (BOTH, both), (INTERACTION, both - own - alone)):
                sample(self.counts, "pairs", str(place), name, value=value)

    @property
    def _own(self) -> tuple[str, Json]:
        layout = self.spec["layout"]
        return layout["card"], layout["slots"]

    def _score(self, block: int, cards: Sequence[tuple[str, Json]], pair: int | None = None) -> int:
        """Return what a deck with some cards wins in a block, in halves of a win."""
        layout = self.spec["layout"]
        stratum = layout["strata"][block % len(layout["strata"])]
        seats = range(self.side.ruleset.experiment.seats)
        if self.is_side:
            side = layout["side"]
            match = self._match(
                block, [self._deck(stratum[seat], cards if seat == side else ()) for seat in seats], pair
            )
            return int(match.seats[side].score)
        return sum(
            self._match(block, [self._deck(stratum[seat], cards if seat == own else ()) for seat in seats], pair)
            .seats[own]
            .score
            for own in (0, 1)
        )

    def _deck(self, style: str, cards: Sequence[tuple[str, Json]]) -> tuple[str, ...]:
        deck = list(self.spec["layout"]["decks"][style])
        for card, slots in cards:
            for slot in slots[style]:
                deck[slot] = card
        return tuple(deck)

    def _match(self, block: int, decks: Sequence[tuple[str, ...]], pair: int | None) -> MatchOutcome:
        bump(self.counts, "games")
        match = play(self.side, tuple(decks), block_seed(self.spec, block))
        if match.failed_node:
            bump(self.counts, "aborted", "matches")
            bump(self.counts, "aborted", "nodes", match.failed_node)
            if pair is not None:
                bump(self.counts, "pairs", str(pair), "broken")
        return match


__all__ = ["ALONE", "BOTH", "FORMAT", "INTERACTION", "PARTNER", "PairsJob", "pairs_chunk", "pairs_world"]
