"""Matches behind a hand that bots have begun, for services that take one."""

from __future__ import annotations

from cards.gateway import previews
from cards.models import Account, Card, Scenario
from cards.services.hand import hand_plan
from cards.services.match import Opening
from cards.services.scenario import PlayedMatch, scenario_from_match


def first_answer(account: Account, card: Card) -> PlayedMatch:
    """Return the match of a hand up to its first answer."""
    spec = hand_plan(account=account, card=card).spec
    trace = previews.preview_hand(spec, 0)
    return PlayedMatch(spec, trace, previews.preview_answers(spec, trace)["answers"][:1])


def opening_of(account: Account, card: Card) -> Opening:
    """Return where a hand with a card begins."""
    match = first_answer(account, card)
    return Opening(match.plan, match.trace, (), match.trace["seat"], card, {"revision": 1})


def moment_save(account: Account, card: Card, match: PlayedMatch) -> Scenario:
    """Save the last answer of a match as a scenario of its card."""
    return scenario_from_match(actor=account, card=card, match=match, name="Moment")
