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
"""Reasons of a result that mark a match which could not be played to its end."""


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
class CopyStats:
    """What became of one copy: the round in which its owner first held it, the rounds in which it was played."""

    seen: int
    played: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MatchOutcome:
    """A finished match.

    Units: `score` is in halves of a win for the seat watched; `rounds` counts rounds.
    Shapes: `failed_node` names the node that broke a budget, empty when none did; `cover` is keyed (node, what happened).
    """

    result: Result | None
    score: int
    margin: int
    rounds: int
    measures: tuple[int, ...]
    copies: tuple[CopyStats, ...]
    coverage: Mapping[tuple[str, str], int]
    failed_node: str


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
        entities = first.entities
        copies = [eid for eid, ent in entities.items() if side.card and ent["def"] == side.card]
        self._seen = dict.fromkeys(copies, 0)
        self._played: dict[int, list[int]] = {eid: [] for eid in copies}
        self.look(first)

    def look(self, state: State) -> None:
        """Note the copies that have left the zones in which nobody has met them."""
        unseen = self._experiment.unseen
        for eid, turn in self._seen.items():
            if not turn and eid in state.entities and state.entities[eid]["zone"] not in unseen:
                self._seen[eid] = state.turn

    def action(self, state: State, action: tuple[Any, ...]) -> None:
        """Note a copy that is played."""
        card = self._experiment.played(state, action)
        if card in self._played:
            self._played[card].append(state.turn)

    def copies(self) -> tuple[CopyStats, ...]:
        """Return what became of each copy."""
        return tuple(CopyStats(turn, tuple(self._played[eid])) for eid, turn in self._seen.items())


def play(side: Arm, opening: Json, seed: int, seat: int) -> MatchOutcome:
    """Play a match to its end, or to the first answer that breaks a budget, given or only thought about."""
    ruleset = side.ruleset
    seats = range(ruleset.experiment.seats)
    bots = [_bot(side) for _ in seats]
    rngs = [Stream(seed, f"bot/{place}") for place in seats]
    coverage: dict[tuple[str, str], int] = {}
    step = start(side.program, seed, ruleset.opening, opening, coverage=coverage)
    watch = Watch(side, step.state)
    failed_node = ""
    while step.decision is not None and not failed_node:
        decision, state = step.decision, step.state
        bot = bots[decision.seat]
        action = bot(View(state, decision.seat, ruleset.hidden, ruleset.determinize), decision, rngs[decision.seat])
        watch.action(state, action)
        step = apply(state, action)
        watch.look(step.state)
        failed_node = bot.failed_node if isinstance(bot, GreedyBot) else ""
    return _finished(side, step, seat, (watch.copies(), coverage, failed_node))


def _bot(side: Arm) -> Bot:
    """Return a new bot of an arm; EngineBug for a name that a ruleset gives a cost to and nobody can play."""
    match side.bot:
        case "random":
            return random_bot
        case "greedy":
            return GreedyBot(side.ruleset.evaluate, side.ruleset.candidate_actions, side.samples)
    raise EngineBug(f"previews are not played by {side.bot}")


def _finished(
    side: Arm, step: Step, seat: int, noted: tuple[tuple[CopyStats, ...], Mapping[tuple[str, str], int], str]
) -> MatchOutcome:
    copies, coverage, failed_node = noted
    result, state, experiment = step.result, step.state, side.ruleset.experiment
    if result is not None and result.reason in BROKEN:
        failed_node = result.node
    winner = result.winner if result is not None and not failed_node else -1
    score = 1 if winner < 0 else 2 * (winner == seat)
    margin = experiment.margin(state, max(seat, 0))
    return MatchOutcome(result, score, margin, state.turn, experiment.measure(state), copies, coverage, failed_node)


__all__ = ["Arm", "CopyStats", "MatchOutcome", "Tally", "arm", "play"]
