"""One match of an experiment: a world's compiled cards, the bots, and what is noted while it runs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.bots.learned import Learned, learned_without
from engine.bots.named import greedy_bot, lookahead_bot
from engine.bots.own import OWN
from engine.bots.players import Bot, GreedyBot, random_bot
from engine.cardset import HashedCard, hashed
from engine.errors import EngineBug
from engine.json_values import Json, JsonObject
from engine.kernel.chance import Stream
from engine.kernel.decisions import BROKEN_REASONS, Decision, Result
from engine.kernel.machine import Step, apply, start
from engine.kernel.state import Program, State
from engine.kernel.view import View
from engine.language.pack_keywords import is_declaration
from engine.language.reading.surface import desugar
from engine.ruleset import Ruleset
from engine.simulation.plan import FORMER, compiled_set

Decks = tuple[tuple[str, ...], ...]

MAIN = "main"


@dataclass(frozen=True)
class World:
    """The cards that matches are played with, compiled; `tracked` are the ids of what is compared.

    Shapes: `covered` are the cards whose nodes are counted: the candidate and the keywords of its pack that it has.
    """

    ruleset: Ruleset
    program: Program
    spec: Json
    tracked: frozenset[str]
    covered: frozenset[str]
    is_field: bool = False
    """Whether what no seat owns is tracked, too, and who was ahead round by round: where whole decks are compared."""

    @property
    def learned(self) -> Learned:
        """What bots know beforehand of cards: nothing of what is compared, so that no version of it is met otherwise than another."""
        return learned_without(self.ruleset.folder, self.tracked)

    def opening(self, decks: Decks) -> JsonObject:
        """Return the opening environment with a deck in each seat."""
        layout, program = self.spec["layout"], self.program
        return self.ruleset.experiment.opening(layout, program.cards, program.config, decks)


@dataclass(frozen=True, slots=True)
class CopyStats:
    """What became of one copy: the round in which its owner first held it, the rounds in which it was played."""

    first_seen: int
    played: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SeatOutcome:
    """What a finished match was for one seat. Units: `score` in halves of a win."""

    score: int
    margin: int
    measures: tuple[int, ...]
    copies: tuple[CopyStats, ...]
    offered: bool

    @property
    def first_seen(self) -> int:
        """The round in which the seat first held a copy, 0 for never."""
        return min((copy.first_seen for copy in self.copies if copy.first_seen), default=0)

    @property
    def plays(self) -> int:
        """How often the seat played a copy."""
        return sum(len(copy.played) for copy in self.copies)


@dataclass(frozen=True, slots=True)
class MatchOutcome:
    """A finished match.

    Units: `rounds` counts rounds.
    Shapes: `failed_node` names the node that broke a budget, empty when none did; `coverage` is keyed (node, what happened);
            `encounters` are the ids of what is tracked and left the zones in which it is not met; `leads` says by how much the first seat was ahead at the start of each round,
            where decks are compared.
    """

    result: Result | None
    rounds: int
    measures: tuple[int, ...]
    seats: tuple[SeatOutcome, ...]
    coverage: Mapping[tuple[str, str], int]
    failed_node: str
    encounters: frozenset[str] = frozenset()
    leads: tuple[int, ...] = ()

    @property
    def first_seen(self) -> int:
        """The round in which any seat first held a copy, 0 for never."""
        return min((seat.first_seen for seat in self.seats if seat.first_seen), default=0)


def world(ruleset: Ruleset, spec: Json, name: str) -> World:
    """Compile one world of a plan: `candidate`, with all that is compared in it, or for the table also `baseline`, without the card.

    The card itself counts what its nodes do, and a keyword of the pack what they do in each card that has it. A former version draws chance as the card does, so that equal effects have equal luck.
    """
    is_candidate = name == "candidate"
    card = spec["candidate"] if is_candidate else spec["baseline"]
    formers = spec["formers"] if is_candidate else []
    cards = compiled_set(spec, [*([card] if card else []), *formers])
    without = () if card else (spec["layout"]["card"],)
    program = ruleset.program(cards, seats=ruleset.experiment.seats, exclusions=without)
    pack = ruleset.of_pack(each for each, _ in cards)
    units = [pack.compile_card(*hashed(each), known_as=each["id"].removesuffix(FORMER)) for each in formers]
    if card:
        units.append(pack.compile_card(*hashed(card), counting=is_candidate))
    tracked_ids = frozenset(definition.id for definition, _ in units)
    users = _users(pack, cards, card["id"]) if card and is_candidate and is_declaration(pack.vocabulary, card) else ()
    units_in_play = [*units, *(pack.compile_card(*user, counting=True) for user in users)]
    covered_cards = _covered(pack, card) if card else frozenset()
    return World(ruleset, program.with_units(units_in_play), spec, tracked_ids, covered_cards)


def _users(pack: Ruleset, cards: Iterable[HashedCard], keyword: str) -> list[HashedCard]:
    """Return the cards that have a keyword of their pack."""
    return [(card, digest) for card, digest in cards if card["id"] != keyword and keyword in _covered(pack, card)]


def _covered(pack: Ruleset, card: JsonObject) -> frozenset[str]:
    """Return a card and the keywords of its pack that it has, by their ids."""
    opened = desugar(pack.vocabulary, card).expansions.values()
    return frozenset((card["id"], *(node.partition("#")[0] for node in opened)))


def decks_of(spec: Json, stratum: Sequence[str], hands: Sequence[Sequence[str]]) -> Decks:
    """Return the deck of each seat: that of its style, the slots taken in turn by what the seat holds, if it holds anything."""
    layout = spec["layout"]
    decks = []
    for style, cards in zip(stratum, hands, strict=True):
        deck = list(layout["decks"][style])
        for place, slot in enumerate(layout["slots"][style] if cards else ()):
            deck[slot] = cards[place % len(cards)]
        decks.append(tuple(deck))
    return tuple(decks)


def seat_of(owner: int) -> int:
    """Return the seat of who owns something; -1 where it has no owner. Games number their players from 1, or below zero from -1 down."""
    return abs(owner) - 1


class Watch:
    """Follows the slots of what is compared through a match: entities of the opening, not definitions."""

    def __init__(self, side: World, first: State) -> None:
        self._experiment = side.ruleset.experiment
        self._asks_offers = side.spec["mode"] == "smoke"
        entities = first.entities
        is_field = self._is_field = side.is_field
        copies = [
            eid for eid, entity in entities.items() if entity["def"] in side.tracked and (is_field or entity["own"])
        ]
        self._seen = dict.fromkeys(copies, 0)
        self._seats = {eid: seat_of(entities[eid]["own"]) for eid in copies}
        self._played: dict[int, list[int]] = {eid: [] for eid in copies}
        self._ids = {eid: str(entities[eid]["def"]) for eid in copies}
        self.offered: set[int] = set()
        self.leads: list[int] = []
        self._round = first.turn
        self.look(first)

    def look(self, state: State) -> None:
        """Note the copies that have left the zones in which no seat has met them."""
        unseen = self._experiment.unseen
        for eid, turn in self._seen.items():
            if not turn and eid in state.entities and state.entities[eid]["zone"] not in unseen:
                self._seen[eid] = max(1, state.turn)
        if self._is_field and state.turn > self._round:
            self._round = state.turn
            self.leads.append(self._experiment.margin(state, 0))

    @property
    def encounters(self) -> frozenset[str]:
        """The ids of the copies that were met."""
        return frozenset(self._ids[eid] for eid, turn in self._seen.items() if turn)

    def decision(self, state: State, decision: Decision) -> None:
        """Note in a smoke preview whether a copy may be paid and played now."""
        if self._asks_offers and decision.kind == MAIN and decision.seat not in self.offered:
            played = self._experiment.card_played
            if any(played(state, (option,)) in self._seen for option in decision.options):
                self.offered.add(decision.seat)

    def action(self, state: State, action: tuple[Any, ...]) -> None:
        """Note a copy that is played."""
        card = self._experiment.card_played(state, action)
        if card in self._played:
            self._played[card].append(max(1, state.turn))

    def copies(self, seat: int) -> tuple[CopyStats, ...]:
        """Return what became of each copy of a seat."""
        return tuple(
            CopyStats(turn, tuple(self._played[eid])) for eid, turn in self._seen.items() if self._seats[eid] == seat
        )


def play(side: World, decks: Decks, seed: int, players: Sequence[Bot] = ()) -> MatchOutcome:
    """Play a match to its end, or to the first answer that breaks a budget, given or only thought about.

    Shapes: `players` has a new bot for each seat; without them all are those of the world.
    """
    ruleset = side.ruleset
    seats = range(ruleset.experiment.seats)
    bots = players or [bot_of(side) for _ in seats]
    rngs = [Stream(seed, f"bot/{place}") for place in seats]
    coverage: dict[tuple[str, str], int] = {}
    step = start(side.program, seed, ruleset.opening, side.opening(decks), coverage=coverage)
    watch = Watch(side, step.state)
    failed_node = ""
    while step.decision is not None and not failed_node:
        decision, state = step.decision, step.state
        watch.decision(state, decision)
        bot = bots[decision.seat]
        action = bot(
            View(state, decision.seat, ruleset.hidden_zones, ruleset.determinize), decision, rngs[decision.seat]
        )
        watch.action(state, action)
        step = apply(state, action)
        watch.look(step.state)
        failed_node = str(getattr(bot, "failed_node", ""))
    return _finished(side, step, watch, (coverage, failed_node))


def _plain(side: World) -> Bot:
    return GreedyBot(side.ruleset.evaluate, side.ruleset.candidate_actions)


def _greedy(side: World) -> Bot:
    return greedy_bot(side.ruleset, side.learned)


def _lookahead(side: World) -> Bot:
    return lookahead_bot(side.ruleset, side.learned)


SKILLS: Mapping[str, Callable[[World], Bot]] = {"plain": _plain, "greedy": _greedy, "lookahead": _lookahead}
"""How the bots of each skill are made, new ones for each match, the weakest first."""


def bot_of(side: World, skill: str = "") -> Bot:
    """Return a new bot of a skill, without one the bot of a world's plan; EngineBug for a name that has a cost in a ruleset and no player."""
    if skill:
        return SKILLS[skill](side)
    match side.spec["bots"][0]:
        case "random":
            return random_bot
        case "greedy":
            return greedy_bot(side.ruleset, side.learned, side.spec["samples"])
    if side.spec["bots"][0] in OWN:
        return OWN[side.spec["bots"][0]](side)
    raise EngineBug(f"previews are not played by {side.spec['bots'][0]}")


def _finished(side: World, step: Step, watch: Watch, noted: tuple[Mapping[tuple[str, str], int], str]) -> MatchOutcome:
    coverage, failed_node = noted
    result, state, experiment = step.result, step.state, side.ruleset.experiment
    if result is not None and result.reason in BROKEN_REASONS:
        failed_node = result.node
    winner = result.winner if result is not None and not failed_node else -1
    seats = tuple(
        SeatOutcome(
            1 if winner < 0 else 2 * (winner == seat),
            experiment.margin(state, seat),
            experiment.measure_seat(state, seat),
            watch.copies(seat),
            seat in watch.offered,
        )
        for seat in range(experiment.seats)
    )
    encounters, leads = (watch.encounters, tuple(watch.leads)) if side.is_field else (frozenset[str](), ())
    return MatchOutcome(result, state.turn, experiment.measure(state), seats, coverage, failed_node, encounters, leads)


__all__ = ["SKILLS", "CopyStats", "MatchOutcome", "SeatOutcome", "World", "bot_of", "decks_of", "play", "world"]
