"""Playing a chunk of a skill ladder: the card by each bot on the seed of each block, and each bot against the one below it.

A block of a bot is two matches, seats swapped, both seats played by it. A block of a step is two matches with the former version in both seats,
or on the fixed side, in which the two bots swap seats.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.bots.players import Bot
from engine.cardset import hashed
from engine.json_values import Json, JsonObject
from engine.ruleset import Ruleset
from engine.simulation.fixed_runs import FixedJob, fixed_chunk, world_with
from engine.simulation.ladder.deals import Noting, Side, part_ways
from engine.simulation.ladder.plan import DIFFERENCES, LEVELS, STEPS
from engine.simulation.plan import FORMER, compiled_set
from engine.simulation.play import SKILLS, MatchOutcome, World, decks_of, play
from engine.simulation.run import block_seed
from engine.simulation.tally import bump, sample

FORMAT = "ladder-chunk/1"


def ladder_world(ruleset: Ruleset, spec: Json) -> World:
    """Compile the card and what it is compared with into one world; both draw chance alike."""
    card, formers = spec["candidate"], spec["formers"]
    cards = compiled_set(spec, [card, *formers])
    pack = ruleset.of_pack(document for document, _ in cards)
    units = [pack.compile_card(*hashed(former), known_as=former["id"].removesuffix(FORMER)) for former in formers]
    units.append(pack.compile_card(*hashed(card)))
    return world_with(ruleset, spec, cards, units)


def ladder_chunk(ruleset: Ruleset, spec: Json, no: int) -> JsonObject:
    """Play the blocks of one chunk.

    Shapes: `bots` has of each bot the moments of what the card won beyond its former version in a block, in halves of a win; `steps` those
            of what a bot won in the two matches against the one below it; `differences` those of the changes of two bots in a block;
            `uses` counts of each bot the copies of the card that its holder saw, those that it played, and adds up the rounds of their first plays.
            `traces` has of each step the first deal that the stronger bot won with the card and the weaker lost, and the first the other way.
    Errors: EngineBug for a chunk that the plan does not have, or another ruleset's plan.
    """
    return fixed_chunk(ruleset, spec, no, form=FORMAT, world=ladder_world, job=LadderJob)


class LadderJob(FixedJob):
    """Counts the blocks of a chunk."""

    def __init__(self, spec: Json, side: World) -> None:
        super().__init__(spec, side)
        self._new = [spec["layout"]["card"]]
        self._old = [former["id"] for former in spec["formers"]]

    def play(self, block: int) -> None:
        """Play one block of the card by every bot, and one of every step, and count them."""
        bump(self.counts, "blocks")
        changes, sides = zip(*(self._change(block, level.name) for level in LEVELS), strict=True)
        for level, change in zip(LEVELS, changes, strict=True):
            sample(self.counts, "bots", level.name, value=change)
        for upper, lower in DIFFERENCES:
            sample(self.counts, "differences", f"{upper}-{lower}", value=changes[upper] - changes[lower])
        for place, (stronger, weaker) in enumerate(STEPS):
            sample(self.counts, "steps", stronger.name, value=self._wins(block, stronger.name, weaker.name))
            part_ways(self.firsts.setdefault(stronger.name, {}), block, (sides[place + 1], sides[place]))

    def _change(self, block: int, bot: str) -> tuple[int, list[Side]]:
        """Return what the card wins more than its former version where a bot plays all seats, in halves of a win, and each of its matches with the card."""
        if self.is_side:
            side = self.spec["layout"]["side"]
            new = self._with_card(block, bot, side)
            old = self._played(block, [self._old], (bot, bot))
            return int(new.match.seats[side].score - old.seats[side].score), [new]
        first, second = (self._with_card(block, bot, seat) for seat in (0, 1))
        return first.score + second.score - 2, [first, second]

    def _with_card(self, block: int, bot: str, seat: int) -> Side:
        """Play a match in which a seat has the card, and count what that seat does with it."""
        answers: list[str] = []
        hands = [self._new] if self.is_side else [self._new if each == seat else self._old for each in (0, 1)]
        match = self._played(block, hands, (bot, bot), answers)
        self._note_use(bot, match, seat)
        return Side(bot, seat, match, answers)

    def _note_use(self, bot: str, match: MatchOutcome, seat: int) -> None:
        """Count what the seat that had the card did with its copies: seen, played, and in which round first."""
        for copy in match.seats[seat].copies:
            bump(self.counts, "uses", bot, "seen", by=bool(copy.first_seen))
            bump(self.counts, "uses", bot, "played", by=bool(copy.played))
            bump(self.counts, "uses", bot, "rounds", by=copy.played[0] if copy.played else 0)

    def _wins(self, block: int, stronger: str, weaker: str) -> int:
        """Return what a bot wins in two matches against another, seats swapped, in halves of a win."""
        hands = [self._old] if self.is_side else (self._old, self._old)
        first = self._played(block, hands, (stronger, weaker))
        second = self._played(block, hands, (weaker, stronger))
        return first.seats[0].score + second.seats[1].score

    def _played(
        self, block: int, copies: Sequence[Sequence[str]], bots: Sequence[str], answers: list[str] | None = None
    ) -> MatchOutcome:
        """Play a match; where a list is given, the keys of its answers are put into it."""
        layout, seats = self.spec["layout"], range(self.side.ruleset.experiment.seats)
        hands = [copies[0] if seat == layout["side"] else [] for seat in seats] if self.is_side else copies
        stratum = layout["strata"][block % len(layout["strata"])]
        bump(self.counts, "games")
        players: list[Bot] = [SKILLS[name](self.side) for name in bots]
        if answers is not None:
            players = [Noting(player, answers) for player in players]
        match = play(self.side, decks_of(self.spec, stratum, hands), block_seed(self.spec, block), players)
        if match.failed_node:
            bump(self.counts, "aborted", "matches")
            bump(self.counts, "aborted", "nodes", match.failed_node)
        return match


__all__ = ["FORMAT", "LadderJob", "ladder_chunk", "ladder_world"]
