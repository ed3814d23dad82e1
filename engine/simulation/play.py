"""One match of an experiment: an arm's compiled cards, the bots, and what is noted while it runs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.bots.players import Bot, GreedyBot, random_bot
from engine.cardset import hashed
from engine.errors import EngineBug
from engine.kernel.chance import Stream
from engine.kernel.decisions import Result
from engine.kernel.machine import Step, apply, start
from engine.kernel.program import Program
from engine.kernel.state import State
from engine.kernel.view import View
from engine.ruleset import Ruleset
from engine.simulation.plan import compiled_set
from engine.simulation.tally import Tally

Json = dict[str, Any]

BROKEN = ("budget", "loop")
"""Reasons of a result that stand for a match which could not be played to its end."""


@dataclass(frozen=True)
class Arm:
    """One side of a comparison, compiled; `card` is the id of what is compared, empty where the arm is without it."""

    ruleset: Ruleset
    program: Program
    layout: Json
    card: str
    bot: str
    samples: int

    def opening(self, seat: int) -> Json:
        """Return the opening environment with the card in a seat's hands."""
        return self.ruleset.experiment.opening(self.layout, self.program.cards, self.program.config, seat)


@dataclass(frozen=True, slots=True)
class Copy:
    """What became of one copy: the round in which its owner first held it, the rounds in which it was played."""

    seen: int
    played: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Played:
    """A finished match.

    Units: `score` is in halves of a win for the seat watched; `rounds` counts rounds.
    Shapes: `broke` names the node that broke a budget, empty when none did; `cover` is keyed (node, what happened).
    """

    result: Result | None
    score: int
    margin: int
    rounds: int
    measures: tuple[int, ...]
    copies: tuple[Copy, ...]
    cover: Mapping[tuple[str, str], int]
    broke: str


def arm(ruleset: Ruleset, spec: Mapping[str, Any], name: str) -> Arm:
    """Compile one arm of a plan, `candidate` or `baseline`; the card itself counts what its nodes do."""
    card = spec[name]
    program = ruleset.program(compiled_set(spec, card), seats=ruleset.experiment.seats)
    if card is not None:
        counted, unit = ruleset.compile_card(card, hashed(card)[1], counting=True)
        program = program.with_unit(counted, unit)
    return Arm(ruleset, program, spec["layout"], card["id"] if card else "", spec["bots"][0], spec["samples"])


class Watch:
    """Follows the copies of a card through a match."""

    def __init__(self, side: Arm, first: State) -> None:
        self._experiment = side.ruleset.experiment
        ents = first.ents
        copies = [eid for eid, ent in ents.items() if side.card and ent["def"] == side.card]
        self._seen = dict.fromkeys(copies, 0)
        self._played: dict[int, list[int]] = {eid: [] for eid in copies}
        self.look(first)

    def look(self, state: State) -> None:
        """Note the copies that have left the zones in which nobody has met them."""
        unseen = self._experiment.unseen
        for eid, turn in self._seen.items():
            if not turn and eid in state.ents and state.ents[eid]["zone"] not in unseen:
                self._seen[eid] = state.turn

    def action(self, state: State, action: tuple[Any, ...]) -> None:
        """Note a copy that is played."""
        card = self._experiment.played(state, action)
        if card in self._played:
            self._played[card].append(state.turn)

    def copies(self) -> tuple[Copy, ...]:
        """Return what became of each copy."""
        return tuple(Copy(turn, tuple(self._played[eid])) for eid, turn in self._seen.items())


def play(side: Arm, opening: Json, seed: int, seat: int) -> Played:
    """Play a match to its end, or to the first answer that breaks a budget, given or only thought about."""
    game = side.ruleset
    seats = range(game.experiment.seats)
    bots = [_bot(side) for _ in seats]
    rngs = [Stream(seed, f"bot/{place}") for place in seats]
    cover: dict[tuple[str, str], int] = {}
    step = start(side.program, seed, game.opening, opening, cover=cover)
    watch = Watch(side, step.state)
    broke = ""
    while step.decision is not None and not broke:
        decision, state = step.decision, step.state
        bot = bots[decision.side]
        action = bot(View(state, decision.side, game.hidden, game.redeal), decision, rngs[decision.side])
        watch.action(state, action)
        step = apply(state, action)
        watch.look(step.state)
        broke = bot.broke if isinstance(bot, GreedyBot) else ""
    return _finished(side, step, seat, (watch.copies(), cover, broke))


def _bot(side: Arm) -> Bot:
    """Return a new bot of an arm; EngineBug for a name that a ruleset gives a cost to and nobody can play."""
    match side.bot:
        case "random":
            return random_bot
        case "greedy":
            return GreedyBot(side.ruleset.evaluate, side.ruleset.narrow, side.samples)
    raise EngineBug(f"previews are not played by {side.bot}")


def _finished(
    side: Arm, step: Step, seat: int, noted: tuple[tuple[Copy, ...], Mapping[tuple[str, str], int], str]
) -> Played:
    copies, cover, broke = noted
    result, state, experiment = step.result, step.state, side.ruleset.experiment
    if result is not None and result.reason in BROKEN:
        broke = result.node
    winner = result.winner if result is not None and not broke else -1
    score = 1 if winner < 0 else 2 * (winner == seat)
    margin = experiment.margin(state, max(seat, 0))
    return Played(result, score, margin, state.turn, experiment.measure(state), copies, cover, broke)


__all__ = ["Arm", "Copy", "Played", "Tally", "arm", "play"]
