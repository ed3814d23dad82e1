"""A scenario out of a match behind a preview, or out of one that a person plays: the board before its last answer, and what that changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.cardset import HashedCard, hashed
from engine.formats.scenario import TABLE
from engine.json_values import Json, JsonObject
from engine.language.analysis.naming import card_namings, reached
from engine.language.reading.strings import strings_in
from engine.ruleset import Ruleset
from engine.scenario.moment import ANSWERS_BEFORE, Answered, MatchScenario, board_scenario, moment_scenario
from engine.scenario.play import State
from engine.scenario.reduction import state_of
from engine.simulation.plan import FORMER
from engine.simulation.sandbox import is_change
from engine.simulation.watch import STOP_ANSWER, traced, watch

MAX_OWN = 60
"""Cards that a scenario may have of its own."""
MAX_ANSWERS = 3 * ANSWERS_BEFORE
"""Answers before the moment that are looked at: a board begins at one of them."""


def match_scenario(
    ruleset: Ruleset, plan: Json, trace: Json, answers: Sequence[str], name: str, cards: Sequence[HashedCard]
) -> MatchScenario | None:
    """Return the last answer of a match as a scenario that passes; None where no board leads to it, it would need too many cards, or the game has no board.

    Of a match whose last step is a change by hand it is the table alone, and says nothing yet.

    Shapes: cards are those of the pack, in the form in which its scenarios run; those that the match borrowed elsewhere become the scenario's own.
    Errors: IllegalAction `no-such-match`; `not-offered` for answers of another engine.
    """
    if ruleset.board is None:
        return None
    side, decks = traced(ruleset, plan, trace)
    turns: list[Answered] = []
    before = None
    for moment in watch(side, decks, trace["seed"], [answer for answer in answers if answer != STOP_ANSWER]):
        if moment.change:  # a board begins behind it: no answer leads from one side of it to the other
            turns = []
        elif before is not None:
            turns = [*turns[-MAX_ANSWERS:], Answered(before, moment.action, moment.step)]
        before = moment.step
    if not turns and (before is None or not answers or not is_change(answers[-1])):
        return None
    known = {str(document["id"]) for document, _ in cards}
    lent = [hashed(dict(document)) for document in (*plan["cards"], plan["candidate"]) if document["id"] not in known]
    if not turns and before is not None:
        value = board_scenario(ruleset, before, (*cards, *lent), name, _plain_id)
        boards = (
            () if value is None else (_with_own(ruleset, one, cards, lent, "tests_nothing") for one in _smaller(value))
        )
        return next((MatchScenario(one, 0, 0) for one in boards if one is not None), None)
    scenario = moment_scenario(ruleset, turns, (*cards, *lent), name, _plain_id)
    if scenario is None or not lent:
        return scenario
    value = _with_own(ruleset, scenario.value, cards, lent)
    return None if value is None else MatchScenario(value, scenario.reproduced, scenario.differences)


def _smaller(value: JsonObject) -> Iterator[JsonObject]:
    """Yield a board, then the same without its largest zone, and so on: piles of borrowed cards are what a scenario has no room for."""
    yield value
    sides = [*value["given"]["seats"], value["given"].get(TABLE, {})]
    zones = [(len(cards), name, side) for side in sides for name, cards in side.items() if isinstance(cards, list)]
    for _, name, side in sorted(zones, key=lambda zone: -zone[0]):
        del side[name]
        yield value


def _plain_id(card: str) -> str:
    return card.removesuffix(FORMER)


def _with_own(
    ruleset: Ruleset,
    value: JsonObject,
    cards: Sequence[HashedCard],
    lent: Sequence[HashedCard],
    state: State = "passed",
) -> JsonObject | None:
    """Return a scenario with the borrowed cards that it leads to as its own; None where they are too many, or it has another state with them."""
    documents = {str(document["id"]): document for document, _ in (*cards, *lent)}
    vocabulary = ruleset.of_pack(documents.values()).vocabulary
    roots = {*strings_in(value), *strings_in(ruleset.config)} & documents.keys()
    ids, _ = reached(
        lambda card: card_namings(vocabulary, card), [documents[each] for each in sorted(roots)], documents
    )
    own = [document for document, _ in lent if document["id"] in ids | roots]
    if len(own) > MAX_OWN:
        return None
    whole = {**value, "cards": own} if own else value
    return whole if state_of(ruleset, whole, cards) == state else None
