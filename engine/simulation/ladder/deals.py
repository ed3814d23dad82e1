"""Deals on which two bots part: the same seed, seat and decks, the card won with by one of them and not by the other.

Their answers are kept with them, so that a page shows them without a look-ahead that thinks again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.bots.players import Bot
from engine.json_values import JsonObject
from engine.kernel.chance import Stream
from engine.kernel.decisions import Action, Decision, action_key
from engine.kernel.view import View
from engine.simulation.play import MatchOutcome


class Noting:
    """A bot whose answers are put into a list, as keys."""

    def __init__(self, bot: Bot, answers: list[str]) -> None:
        self._bot, self._answers = bot, answers

    def __call__(self, view: View, decision: Decision, rng: Stream) -> Action:
        action = self._bot(view, decision, rng)
        self._answers.append(action_key(action))
        return action

    @property
    def failed_node(self) -> str:
        """The node that broke a budget in a thought, empty when none did."""
        return str(getattr(self._bot, "failed_node", ""))


@dataclass(frozen=True, slots=True)
class Side:
    """A match by one bot in which a seat has the card."""

    bot: str
    seat: int
    match: MatchOutcome
    answers: list[str]

    @property
    def score(self) -> int:
        """What the seat won, in halves of a win."""
        return self.match.seats[self.seat].score

    @property
    def first_play(self) -> int:
        """The round in which the seat first played the card, 0 for never."""
        return min((copy.played[0] for copy in self.match.seats[self.seat].copies if copy.played), default=0)


def part_ways(firsts: JsonObject, block: int, bots: tuple[Sequence[Side], Sequence[Side]]) -> None:
    """Note the first deal that the stronger bot won more with, and the first that the weaker did.

    Shapes: `bots` has the matches of the stronger and the weaker, deal by deal. One that broke a budget is left out, and one in which neither played the card.
    """
    for pair in zip(*bots, strict=True):
        gain = pair[0].score - pair[1].score
        if gain and any(side.first_play for side in pair) and not any(side.match.failed_node for side in pair):
            firsts.setdefault(
                "won" if gain > 0 else "lost",
                {
                    "block": block,
                    "seat": pair[0].seat,
                    "sides": [
                        {"bot": side.bot, "score": side.score, "round": side.first_play, "answers": side.answers}
                        for side in pair
                    ],
                },
            )


__all__ = ["Noting", "Side", "part_ways"]
