"""Playing a chunk of a search: every candidate of the round against what the card is compared with, on the seed of each block."""

from __future__ import annotations

from collections.abc import Sequence

from engine.bots.standing import learned
from engine.cardset import hashed
from engine.errors import EngineBug
from engine.json_values import Json, JsonObject
from engine.recent import Recent
from engine.ruleset import Ruleset
from engine.simulation.plan import FORMER, compiled_set, renamed, spec_hash
from engine.simulation.play import MatchOutcome, World, decks_of, play
from engine.simulation.run import HOPELESS, block_seed
from engine.simulation.tally import Tally, bump, count
from engine.simulation.tuning.plan import candidate_id, changed, point_of
from engine.simulation.worth.run import count_pair

FORMAT = "tune-chunk/1"

_WORLDS: Recent[tuple[int, str], tuple[Ruleset, World]] = Recent(2)


def tune_world(ruleset: Ruleset, spec: Json) -> World:
    """Compile what the card is compared with and all candidates into one world; all of them draw chance as the card does."""
    card, formers = spec["candidate"], spec["formers"]
    cards = compiled_set(spec, [card, *formers])
    program = ruleset.program(cards, seats=ruleset.experiment.seats)
    pack = ruleset.of_pack(document for document, _ in cards)
    units = [pack.compile_card(*hashed(former), known_as=former["id"].removesuffix(FORMER)) for former in formers]
    for place in spec["alive"]:
        document = renamed(changed(card, point_of(spec, place)), candidate_id(spec, place))
        units.append(pack.compile_card(*hashed(document), known_as=card["id"]))
    tracked = frozenset((card["id"], *(definition.id for definition, _ in units)))
    known = {body: worth for body, worth in learned(ruleset.folder).items() if body.partition("@")[0] not in tracked}
    return World(ruleset, program.with_units(units), spec, tracked, frozenset(), known)


def tune_chunk(ruleset: Ruleset, spec: Json, no: int) -> JsonObject:
    """Play the blocks of one chunk.

    Shapes: as `worth_chunk` has them; of each candidate `x` counts the values of its blocks: what it won beyond what it is compared with.
    Errors: EngineBug for a chunk that the plan does not have, or another ruleset's plan.
    """
    ends = spec["ends"]
    if spec["ruleset"] != ruleset.name or not 0 <= no < len(ends):
        raise EngineBug(f"the plan of {spec['ruleset']} has no chunk {no} for {ruleset.name}")
    key = spec_hash(spec)
    side = _WORLDS.of((id(ruleset), key), lambda: (ruleset, tune_world(ruleset, spec)))[1]
    job, first = TuneJob(spec, side), ends[no - 1] if no else 0
    for block in range(first, ends[no]):
        job.play(spec["firstBlock"] + block)
    return {
        "format": FORMAT,
        "spec": key,
        "no": no,
        "first": first,
        "blocks": ends[no] - first,
        "counts": job.counts,
        "traces": {},
    }


class TuneJob:
    """Counts the blocks of a chunk."""

    def __init__(self, spec: Json, side: World) -> None:
        self.spec, self.side = spec, side
        self.counts: Tally = {}
        self._formers = [former["id"] for former in spec["formers"]]

    def play(self, block: int) -> None:
        """Play one block of every candidate; one that breaks budgets again and again is left out of the rest of its chunk."""
        bump(self.counts, "blocks")
        former = self._match(block, (self._formers,)) if self._is_side else None
        for place in self.spec["alive"]:
            if count(self.counts, "variants", str(place), "aborted") < HOPELESS:
                count_pair(self.counts, place, self._pair(block, place, former), self.spec["layout"])

    @property
    def _is_side(self) -> bool:
        return bool(self.spec["layout"]["unit"] == "side")

    def _pair(self, block: int, place: int, former: MatchOutcome | None) -> tuple[MatchOutcome, MatchOutcome]:
        own = [candidate_id(self.spec, place)]
        if former is not None:
            return self._match(block, (own,)), former
        return self._match(block, (own, self._formers)), self._match(block, (self._formers, own))

    def _match(self, block: int, copies: Sequence[Sequence[str]]) -> MatchOutcome:
        """Play a match in which seats hold some cards in turn; on a fixed side only that one does."""
        layout, seats = self.spec["layout"], range(self.side.ruleset.experiment.seats)
        hands = [copies[0] if seat == layout["side"] else [] for seat in seats] if self._is_side else copies
        stratum = layout["strata"][block % len(layout["strata"])]
        bump(self.counts, "games")
        return play(self.side, decks_of(self.spec, stratum, hands), block_seed(self.spec, block))


__all__ = ["FORMAT", "TuneJob", "tune_chunk", "tune_world"]
