"""Playing a chunk of a worth plan: the card against each of its variants, on the seed of each block.

Where two seats meet, a block of a variant is two matches, seats swapped, and its value what the card won beyond one of them, in halves of a
win, as in a preview. On a fixed side the card itself is played once a block, and each variant once.
"""

from __future__ import annotations

from engine.cardset import hashed
from engine.json_values import Json, JsonObject
from engine.ruleset import Ruleset
from engine.simulation.fixed_runs import FixedJob, fixed_chunk, world_with
from engine.simulation.plan import compiled_set, renamed
from engine.simulation.play import MatchOutcome, World
from engine.simulation.run import HOPELESS
from engine.simulation.tally import Tally, bump, count, sample
from engine.simulation.worth.plan import outer_variants, variant_id

FORMAT = "worth-chunk/1"


def worth_world(ruleset: Ruleset, spec: Json) -> World:
    """Compile the card and all its variants into one world; all of them draw chance as the card does."""
    card = spec["candidate"]
    cards = compiled_set(spec, [card])
    pack = ruleset.of_pack(document for document, _ in cards)
    units = [pack.compile_card(*hashed(card))]
    for variant, left_out in enumerate(spec["variants"]):
        document = renamed(card, variant_id(spec, variant))
        units.append(pack.compile_card(*hashed(document), known_as=card["id"], left_out=left_out))
    return world_with(ruleset, spec, cards, units)


def worth_chunk(ruleset: Ruleset, spec: Json, no: int) -> JsonObject:
    """Play the blocks of one chunk.

    Shapes: as `preview_chunk` has them; of each variant `x` counts the values of its blocks, `same` those in which both matches ended the
            same, `first` is the first block that it won or lost; `rest` has the moments of the whole against blank less all outermost parts.
    Errors: EngineBug for a chunk that the plan does not have, or another ruleset's plan.
    """
    return fixed_chunk(ruleset, spec, no, form=FORMAT, world=worth_world, job=WorthJob)


class WorthJob(FixedJob):
    """Counts the blocks of a chunk."""

    def __init__(self, spec: Json, side: World) -> None:
        super().__init__(spec, side)
        self._outer = outer_variants(spec)

    def play(self, block: int) -> None:
        """Play one block of every variant and count it; a variant that breaks budgets again and again is left out of the rest of its chunk."""
        bump(self.counts, "blocks")
        values: dict[int, int] = {}
        whole = self.match(block, ([self._card],)) if self.is_side else None
        for variant in range(len(self.spec["variants"])):
            if count(self.counts, "variants", str(variant), "aborted") < HOPELESS:
                pair = self._pair(block, variant, whole)
                values[variant] = count_pair(self.counts, variant, pair, self.spec["layout"])
                self._note(block, variant, values[variant])
        if self.spec["hasRest"] and len(values) == len(self.spec["variants"]):
            rest = values[self.spec["blank"]] - sum(values[variant] for variant in self._outer)
            sample(self.counts, "rest", value=rest)

    @property
    def _card(self) -> str:
        return str(self.spec["layout"]["card"])

    def _pair(self, block: int, variant: int, whole: MatchOutcome | None) -> tuple[MatchOutcome, MatchOutcome]:
        card, rival = [self._card], [variant_id(self.spec, variant)]
        if whole is not None:
            return whole, self.match(block, (rival,))
        return self.match(block, (card, rival)), self.match(block, (rival, card))

    def _note(self, block: int, variant: int, value: int) -> None:
        if value:
            self.firsts.setdefault(str(variant), {}).setdefault("won" if value > 0 else "lost", block)


def count_pair(counts: Tally, variant: int, pair: tuple[MatchOutcome, MatchOutcome], layout: Json) -> int:
    """Count a pair of matches and return its value: what the card won more than the variant, in halves of a win."""
    with_part, without = pair
    if layout["unit"] == "side":
        value = with_part.seats[layout["side"]].score - without.seats[layout["side"]].score
    else:
        value = with_part.seats[0].score + without.seats[1].score - 2
    name = str(variant)
    bump(counts, "variants", name, "x", str(value))
    bump(counts, "variants", name, "same", by=int(_ended_alike(*pair)))
    for match in pair:
        if match.failed_node:
            bump(counts, "variants", name, "aborted")
            bump(counts, "aborted", "matches")
            bump(counts, "aborted", "nodes", match.failed_node)
    return value


def _ended_alike(first: MatchOutcome, second: MatchOutcome) -> bool:
    """Return whether two matches ended the same in all that is measured of them, seat by seat."""
    return (first.result, first.rounds, first.measures, first.seats) == (
        second.result,
        second.rounds,
        second.measures,
        second.seats,
    )


__all__ = ["FORMAT", "WorthJob", "count_pair", "worth_chunk", "worth_world"]
