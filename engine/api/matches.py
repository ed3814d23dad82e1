"""Matches: begun, asked, answered, looked at, played by bots, kept and played again."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from engine import formats
from engine.api.catalog import RulesetOrName, card_set
from engine.bench import Clock
from engine.bench import bench as measure
from engine.bots.named import bots_of
from engine.cardset import CardSet, HashedCard, program_of, shipped_version
from engine.errors import BadCard, EngineBug, IllegalAction, has_error
from engine.formats.checking import placed
from engine.formats.decks import deck_cards, deck_document_problems
from engine.formats.intake import validate
from engine.formats.packs import A_RULESET
from engine.json_values import Json, JsonObject
from engine.kernel import entities
from engine.kernel.decisions import Action, Decision, option_key, parse_action
from engine.kernel.entities import Area
from engine.kernel.machine import Step
from engine.kernel.state import Program, State
from engine.kernel.view import View
from engine.language.diagnostics.problems import not_one_of
from engine.language.spec.bounds import INTEGER_MAX
from engine.packs.reader import Document
from engine.replay import FORMAT as REPLAY_FORMAT
from engine.replay import Match, record, refuse_other_content, verify
from engine.replay import restore as restored
from engine.replay import snapshot as snapshot_of
from engine.ruleset import Ruleset, settings_json
from engine.rulesets import find, names
from engine.simulation.foresight import Foreseen, option_foresight


def new_match(  # noqa: PLR0913 - the parts of a match, each by keyword
    ruleset: RulesetOrName,
    *,
    seed: int,
    seats: int,
    bots_by_seat: Sequence[str] = ("random",),
    cards: Sequence[HashedCard] | CardSet | None = None,
    config: Json | None = None,
    decks: Sequence[Json | Document] | None = None,
) -> Match:
    """Return a match of the shipped set or of the cards given; one bot name serves all seats, none leaves them to the caller.

    Shapes: `config` holds the settings that are not at their default; `decks` one deck for each seat, else the shipped ones.
    Errors: ValueError for a seed, seats, bots or a number of decks that there are not; BadCard for settings that there are not,
            and for decks that are not legal, with all problems of each.
    """
    rules = find(ruleset)
    bots = bots_of(rules)
    names = list(bots_by_seat) * seats if len(bots_by_seat) == 1 else list(bots_by_seat)
    unknown = [name for name in names if name not in bots]
    if not 0 <= seed <= INTEGER_MAX:
        raise ValueError(f"a seed is a whole number from 0 to {INTEGER_MAX}, not {seed}")
    if seats not in rules.seats:
        raise ValueError(f"{rules.name} has {', '.join(map(str, rules.seats))} seats, not {seats}")
    if unknown:
        raise ValueError(f"there is no bot called {unknown[0]}; known are {', '.join(bots)}")
    if names and len(names) != seats:
        raise ValueError(f"{len(names)} bots were named for {seats} seats; name one, or one for each seat")
    card_set = _used(rules, cards)
    program = _compiled(rules, card_set, seats, _settings(rules, config or {}))
    match = Match(rules, program, seed, [(name, bots[name]) for name in names], card_set.version)
    return replace(match, decks=_legal(match, card_set, decks))


def _compiled(ruleset: Ruleset, card_set: CardSet, seats: int, settings: JsonObject) -> Program:
    """Return the program of a match. Shipped cards, which are not checked when a game is loaded, are checked where they do not compile."""
    try:
        return program_of(ruleset, card_set.cards, seats, config=settings)
    except EngineBug:
        reports = (validate(ruleset, json.dumps(card), file=f"{card.get('id')}.json") for card, _ in card_set.cards)
        problems = [problem for report in reports for problem in report.problems if problem.severity == "error"]
        if problems:
            raise BadCard(problems) from None
        raise


def _used(ruleset: Ruleset, cards: Sequence[HashedCard] | CardSet | None) -> CardSet:
    """Return the cards of a match: those given, else the shipped ones."""
    if cards is None:
        return CardSet(ruleset, card_set(ruleset), version=shipped_version(ruleset.folder))
    return cards if isinstance(cards, CardSet) else CardSet(ruleset, tuple(cards))


def _legal(match: Match, card_set: CardSet, decks: Sequence[Json | Document] | None) -> tuple[Json, ...]:
    """Return the decks of a match, once they are known to be legal with its cards and settings."""
    ruleset = match.ruleset
    if ruleset.decks is None:
        if decks:
            raise ValueError(f"{ruleset.name} is played without decks")
        return ()
    chosen_decks = match.played_decks if decks is None else decks
    if len(chosen_decks) != match.seats:
        raise ValueError(f"{len(chosen_decks)} decks were given for {match.seats} seats")
    documents = [deck if isinstance(deck, Document) else Document(dict(deck), "", file="deck") for deck in chosen_decks]
    cards = deck_cards(ruleset.decks.rules, (card for card, _ in card_set.cards))
    wrong = [
        problem for deck in documents for problem in deck_document_problems(ruleset, deck, cards, match.program.config)
    ]
    if has_error(wrong):
        raise BadCard(wrong)
    return tuple(deck.value for deck in documents)


def _settings(ruleset: Ruleset, config: Json) -> JsonObject:
    """Return settings as JSON has them, once they are known to be settings of the game."""
    settings = settings_json(config)
    if wrong := formats.schema_problems(settings, formats.config(ruleset)):
        raise BadCard([replace(problem, file="config") for problem in wrong])
    return settings


def decision(state: State, seat: int | None = None) -> Decision | None:
    """Return the question that the match waits for, or none when it is over; of several asked at once, that of a seat."""
    return next((asked for asked in state.pending if seat is None or asked.seat == seat), None)


def legal(state: State, seat: int | None = None) -> tuple[str, ...]:
    """Return the keys of the options of the question; an answer is `min` to `max` of them, joined by commas, `-` for none."""
    asked = decision(state, seat)
    return tuple(option_key(option) for option in asked.options) if asked else ()


def action(state: State, key: str, seat: int | None = None) -> Action:
    """Return the answer that a key names.

    Errors: IllegalAction `no-decision`, `not-offered`.
    """
    question = decision(state, seat)
    if question is None:
        raise IllegalAction("no-decision", "the match waits for no answer")
    return parse_action(question, key)


def view(match: Match, state: State, seat: int) -> View:
    """Return a state through the eyes of a seat."""
    return match.view(state, seat)


def determinize(match: Match, state: State, seat: int, salt: int) -> State:
    """Return a state equal in all that a seat knows, with the hidden cards dealt again."""
    return match.ruleset.determinize(state, seat, salt)


def foresee(match: Match, state: State, seat: int | None = None) -> dict[str, JsonObject | None]:
    """Return what each option of the question would change, by its key; the state stays as it is.

    Shapes: `changes` are `{entity, card, name, from, to}`, for the numbers that the game draws as one out of another; `steps` the events in which the
            numbers are worked out, as `{title, fields}`. None for an option that asks for a choice first, that chance decides, or that changes none
            of them.
    """
    asked = decision(state, seat)
    options = asked.options if asked is not None else ()
    return {option_key(one): _foreseen(option_foresight(match.ruleset, state, asked, one)) for one in options if asked}


def encode(match: Match, state: State, seat: int | None = None) -> Any:
    """Return the question as nested lists of numbers, in the form of its game.

    Errors: IllegalAction `no-decision`; `no-mask` for a game that has no such form.
    """
    question = decision(state, seat)
    if question is None:
        raise IllegalAction("no-decision", "nothing is asked")
    if match.ruleset.encode is None:
        raise IllegalAction("no-mask", f"{match.ruleset.name} has no mask")
    return match.ruleset.encode(state, question)


def _foreseen(foresight: Foreseen | None) -> JsonObject | None:
    if foresight is None:
        return None
    changes = [
        {"entity": change.entity, "card": change.card, "name": change.name, "from": change.before, "to": change.after}
        for change in foresight.changes
    ]
    steps = [{"title": change.title._asdict(), "fields": dict(change.fields)} for change in foresight.steps]
    return {"changes": changes, "steps": steps}


def entity(state: State, eid: int) -> JsonObject:
    """Return the variables of an entity, as a copy (002 getEntityById).

    Errors: IllegalAction `no-entity`.
    """
    return dict(entities.entity(state, eid))


def area(state: State, eid: int) -> Area:
    """Return where an entity is: its player, the name of the zone, and the entity in whose area that is (002 getEntityArea).

    Errors: IllegalAction `no-entity`.
    """
    return entities.area(state, eid)


def play(match: Match) -> JsonObject:
    """Play a match by its bots and return its replay file."""
    return record(match)


def replay(
    document: Json | Document, cards: Sequence[HashedCard] | CardSet | None = None, ruleset: RulesetOrName | None = None
) -> JsonObject:
    """Verify a replay file against the shipped set or the cards given, with the settings and decks that it was played with.

    Shapes: the game is the shipped one that the file names, or the one handed in; a file of another engine is played all the same.
    Errors: BadCard for what is not a replay that can be read here; IllegalAction `other-content` for other cards.
    """
    match, value = _match_of(document, cards, ruleset)
    return verify(match, value)


def snapshot(match: Match, answers: Sequence[str]) -> JsonObject:
    """Return a match in the middle as a document: a replay whose result is null, with the version and hash of its cards.

    Shapes: `answers` are the keys of all answers so far.
    Errors: IllegalAction `not-offered`, `no-decision`.
    """
    return snapshot_of(match, answers)


def restore(
    document: Json | Document, cards: Sequence[HashedCard] | CardSet | None = None, ruleset: RulesetOrName | None = None
) -> tuple[Match, Step]:
    """Return a match and the step at which its snapshot was taken; what it is played with is as `replay` finds it.

    Errors: BadCard for what is not a snapshot that can be read here; IllegalAction `other-content` for other cards or another
            version of them, `other-course` where its answers lead to another state.
    """
    match, value = _match_of(document, cards, ruleset)
    return match, restored(match, value)


def _match_of(
    source: Json | Document, cards: Sequence[HashedCard] | CardSet | None, ruleset: RulesetOrName | None
) -> tuple[Match, Json]:
    """Return the match that a document holds, ready to be played again, and the document's value."""
    document = source if isinstance(source, Document) else Document(source, "", file="replay.json")
    rules = _game_of(document, ruleset)
    if wrong := formats.check(document, formats.schema(rules, "replay")):
        raise BadCard(wrong)
    value = document.value
    card_set = _used(rules, cards)
    program = program_of(rules, card_set.cards, value["seats"], config=_settings(rules, value["config"]))
    match = Match(rules, program, value["seed"], (), card_set.version)
    refuse_other_content(match, value)  # first: decks of other cards would be reported as unknown
    return replace(match, decks=_legal(match, card_set, value["decks"])), value


def _game_of(document: Document, ruleset: RulesetOrName | None) -> Ruleset:
    """Return the game of a replay, once its format is known to be readable.

    Errors: BadCard for another format, and for a game that there is not.
    """
    value = document.value
    if (other := formats.foreign(value, REPLAY_FORMAT)) is not None:
        raise BadCard([placed(other, document)])
    if ruleset is not None:
        return find(ruleset)
    name = value.get("ruleset")
    if name not in names():
        raise BadCard([placed(not_one_of("/ruleset", str(name), names(), A_RULESET), document)])
    return find(name)


def bench(
    ruleset: RulesetOrName, seconds: float, clock: Clock, watch: Callable[[int, int], None] | None = None
) -> JsonObject:
    """Measure how fast the matches of a game go; the clock gives seconds of processor, and each of the three parts takes that long."""
    return measure(find(ruleset), seconds, clock, watch)
