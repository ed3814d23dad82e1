"""Playing a chunk of a plan of a fixed length: pairs of matches, seed by seed, of a card against variants of it or of its candidates."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Sequence
from typing import Any, TypeVar

from engine.errors import EngineBug
from engine.json_values import Json, JsonObject
from engine.kernel.definitions import CardDef
from engine.language.compiling.compile import Unit
from engine.recent import Recent
from engine.ruleset import Ruleset
from engine.simulation.plan import spec_hash
from engine.simulation.play import MatchOutcome, World, decks_of, play
from engine.simulation.run import block_seed
from engine.simulation.tally import Tally, bump

Compiled = TypeVar("Compiled")

_WORLDS: Recent[tuple[int, str], tuple[Ruleset, Any]] = Recent(4)


class ChunkJob(ABC):
    """Counts the blocks of a chunk; `firsts` are the blocks that a result leads to."""

    def __init__(self, spec: Json) -> None:
        self.spec = spec
        self.counts: Tally = {}
        self.firsts: JsonObject = {}

    @abstractmethod
    def play(self, block: int) -> None:
        """Play one block of everything that is compared and count it."""


class FixedJob(ChunkJob):
    """Counts the blocks of a chunk in which a card meets variants of it."""

    def __init__(self, spec: Json, side: World) -> None:
        super().__init__(spec)
        self.side = side

    @property
    def is_side(self) -> bool:
        """Whether the card belongs to a fixed side, so that a match holds one of two versions and never both."""
        return bool(self.spec["layout"]["unit"] == "side")

    def match(self, block: int, copies: Sequence[Sequence[str]]) -> MatchOutcome:
        """Play a match in which seats hold some cards in turn; on a fixed side only that one does."""
        layout, seats = self.spec["layout"], range(self.side.ruleset.experiment.seats)
        hands = [copies[0] if seat == layout["side"] else [] for seat in seats] if self.is_side else copies
        stratum = layout["strata"][block % len(layout["strata"])]
        bump(self.counts, "games")
        return play(self.side, decks_of(self.spec, stratum, hands), block_seed(self.spec, block))


def world_with(
    ruleset: Ruleset,
    spec: Json,
    cards: Sequence[tuple[JsonObject, str]],
    units: Sequence[tuple[CardDef, Unit]],
    *,
    ids_beside: Collection[str] = (),
) -> World:
    """Return the world of some cards and of all that is compared; what bots know beforehand of triggers has nothing of the latter.

    Shapes: `ids_beside` are cards that count as compared although no unit of theirs is among those.
    """
    program = ruleset.program(cards, seats=ruleset.experiment.seats)
    ids = frozenset((*ids_beside, *(definition.id for definition, _ in units)))
    return World(ruleset, program.with_units(units), spec, ids, frozenset())


def fixed_chunk(  # noqa: PLR0913 - what differs between plans, each by keyword
    ruleset: Ruleset,
    spec: Json,
    no: int,
    *,
    form: str,
    world: Callable[[Ruleset, Json], Compiled],
    job: Callable[[Json, Compiled], ChunkJob],
    offset: int = 0,
) -> JsonObject:
    """Play the blocks of one chunk; `offset` is the block of the seeds with which the plan begins; `world` compiles what they are played in.

    Errors: EngineBug for a chunk that the plan does not have, or another ruleset's plan.
    """
    ends = spec["ends"]
    if spec["ruleset"] != ruleset.name or not 0 <= no < len(ends):
        raise EngineBug(f"the plan of {spec['ruleset']} has no chunk {no} for {ruleset.name}")
    playing, first = job(spec, compiled_world(ruleset, spec, world)), ends[no - 1] if no else 0
    for block in range(first, ends[no]):
        playing.play(offset + block)
    return {
        "format": form,
        "spec": spec_hash(spec),
        "no": no,
        "first": first,
        "blocks": ends[no] - first,
        "counts": playing.counts,
        "traces": playing.firsts,
    }


def compiled_world(ruleset: Ruleset, spec: Json, world: Callable[[Ruleset, Json], Compiled]) -> Compiled:
    """Return what the matches of a plan are played in; that of the last few plans is remembered by hash, a pure memo."""
    compiled: Compiled = _WORLDS.of((id(ruleset), spec_hash(spec)), lambda: (ruleset, world(ruleset, spec)))[1]
    return compiled


__all__ = ["ChunkJob", "FixedJob", "compiled_world", "fixed_chunk", "world_with"]
