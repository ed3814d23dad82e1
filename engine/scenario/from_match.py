"""A scenario out of a match behind a preview, or out of one that a person plays: the board before its last answer, and what that changed."""

from __future__ import annotations

from collections.abc import Sequence

from engine.cardset import Hashed, hashed
from engine.json_values import Json, JsonObject
from engine.language.analysis.naming import card_namings, reached
from engine.language.reading.strings import strings_in
from engine.ruleset import Ruleset
from engine.scenario.moment import ANSWERS_BEFORE, Answered, MatchScenario, moment_scenario
from engine.scenario.reduction import passes
from engine.simulation.plan import FORMER
from engine.simulation.watch import STOPPED, traced, watch

OWN_MOST = 60
"""Cards that a scenario may have of its own."""
ANSWERS_MOST = 3 * ANSWERS_BEFORE
"""Answers before the moment that are looked at: a board begins at one of them."""


def match_scenario(
    ruleset: Ruleset, plan: Json, trace: Json, answers: Sequence[str], name: str, cards: Sequence[Hashed]
) -> MatchScenario | None:
    """Return the last answer of a match as a scenario that passes; None where no board leads to it, it would need too many cards, or the game has no board.

    Shapes: cards are those of the pack, in the form in which its scenarios run; those that the match borrowed elsewhere become the scenario's own.
    Errors: IllegalAction `no-such-match`; `not-offered` for answers of another engine.
    """
    if ruleset.board is None:
        return None
    side, decks = traced(ruleset, plan, trace)
    turns: list[Answered] = []
    before = None
    for moment in watch(side, decks, trace["seed"], [answer for answer in answers if answer != STOPPED]):
        if before is not None:
            turns = [*turns[-ANSWERS_MOST:], Answered(before, moment.action, moment.step)]
        before = moment.step
    if not turns:
        return None
    known = {str(document["id"]) for document, _ in cards}
    lent = [hashed(dict(document)) for document in (*plan["cards"], plan["candidate"]) if document["id"] not in known]
    scenario = moment_scenario(ruleset, turns, (*cards, *lent), name, lambda card: card.removesuffix(FORMER))
    if scenario is None or not lent:
        return scenario
    value = _with_own(ruleset, scenario.value, cards, lent)
    return None if value is None else MatchScenario(value, scenario.reproduced, scenario.differences)


def _with_own(
    ruleset: Ruleset, value: JsonObject, cards: Sequence[Hashed], lent: Sequence[Hashed]
) -> JsonObject | None:
    """Return a scenario with the borrowed cards that it leads to as its own; None where they are too many, or it does not pass with them."""
    documents = {str(document["id"]): document for document, _ in (*cards, *lent)}
    vocabulary = ruleset.of_pack(documents.values()).vocabulary
    roots = {*strings_in(value), *strings_in(ruleset.config)} & documents.keys()
    ids, _ = reached(
        lambda card: card_namings(vocabulary, card), [documents[each] for each in sorted(roots)], documents
    )
    own = [document for document, _ in lent if document["id"] in ids | roots]
    if len(own) > OWN_MOST:
        return None
    whole = {**value, "cards": own} if own else value
    return whole if passes(ruleset, whole, cards) else None
