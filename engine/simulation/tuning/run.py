"""Playing a chunk of a search: every candidate of the round against what the card is compared with, on the seed of each block."""

from __future__ import annotations

from engine.cardset import hashed
from engine.json_values import Json, JsonObject
from engine.ruleset import Ruleset
from engine.simulation.fixed_runs import FixedJob, fixed_chunk, world_with
from engine.simulation.plan import FORMER, compiled_set, renamed
from engine.simulation.play import MatchOutcome, World
from engine.simulation.run import HOPELESS
from engine.simulation.tally import bump, count
from engine.simulation.tuning.plan import candidate_id, changed, point_of
from engine.simulation.worth.run import count_pair

FORMAT = "tune-chunk/1"


def tune_world(ruleset: Ruleset, spec: Json) -> World:
    """Compile what the card is compared with and all candidates into one world; all of them draw chance as the card does."""
    card, formers = spec["candidate"], spec["formers"]
    cards = compiled_set(spec, [card, *formers])
    pack = ruleset.of_pack(document for document, _ in cards)
    units = [pack.compile_card(*hashed(former), known_as=former["id"].removesuffix(FORMER)) for former in formers]
    for place in spec["alive"]:
        document = renamed(changed(card, point_of(spec, place)), candidate_id(spec, place))
        units.append(pack.compile_card(*hashed(document), known_as=card["id"]))
    return world_with(ruleset, spec, cards, units, ids_beside=(card["id"],))


def tune_chunk(ruleset: Ruleset, spec: Json, no: int) -> JsonObject:
    """Play the blocks of one chunk.

    Shapes: as `worth_chunk` has them; of each candidate `x` counts the values of its blocks: what it won beyond what it is compared with.
    Errors: EngineBug for a chunk that the plan does not have, or another ruleset's plan.
    """
    return fixed_chunk(ruleset, spec, no, form=FORMAT, world=tune_world, job=TuneJob, offset=spec["firstBlock"])


class TuneJob(FixedJob):
    """Counts the blocks of a chunk."""

    def __init__(self, spec: Json, side: World) -> None:
        super().__init__(spec, side)
        self._formers = [former["id"] for former in spec["formers"]]

    def play(self, block: int) -> None:
        """Play one block of every candidate; one that breaks budgets again and again is left out of the rest of its chunk."""
        bump(self.counts, "blocks")
        former = self.match(block, (self._formers,)) if self.is_side else None
        for place in self.spec["alive"]:
            if count(self.counts, "variants", str(place), "aborted") < HOPELESS:
                count_pair(self.counts, place, self._pair(block, place, former), self.spec["layout"])

    def _pair(self, block: int, place: int, former: MatchOutcome | None) -> tuple[MatchOutcome, MatchOutcome]:
        own = [candidate_id(self.spec, place)]
        if former is not None:
            return self.match(block, (own,)), former
        return self.match(block, (own, self._formers)), self.match(block, (self._formers, own))


__all__ = ["FORMAT", "TuneJob", "tune_chunk", "tune_world"]
