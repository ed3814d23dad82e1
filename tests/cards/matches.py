"""Matches behind a hand that bots have begun, for services that take one."""

from __future__ import annotations

from cards.gateway import previews
from cards.models import Account, Card, Match, Scenario
from cards.services.hand import hand_plan
from cards.services.match import Opening, match_start
from cards.services.scenario import PlayedMatch, scenario_from_match
from cards.services.seat import seat_invite


def first_answer(account: Account, card: Card) -> PlayedMatch:
    """Return the match of a hand up to its first answer."""
    spec = hand_plan(account=account, card=card).spec
    trace = previews.preview_hand(spec, 0)
    return PlayedMatch(spec, trace, previews.preview_answers(spec, trace)["answers"][:1])


def opening_of(account: Account, card: Card) -> Opening:
    """Return where a hand with a card begins."""
    match = first_answer(account, card)
    return Opening(match.plan, match.trace, (), match.trace["seat"], card, {"revision": 1})


def shared_match(account: Account, card: Card) -> Match:
    """Return a match that waits for a second person."""
    return match_start(actor=account, pack=card.pack, opening=opening_of(account, card), is_shared=True)


def shared_seat(account: Account, card: Card) -> str:
    """Return the secret of a link to the other seat of a match."""
    match = shared_match(account, card)
    return seat_invite(actor=account, match=match, based_on=match.etag)


def moment_save(account: Account, card: Card, match: PlayedMatch) -> Scenario:
    """Save the last answer of a match as a scenario of its card."""
    return scenario_from_match(actor=account, card=card, match=match, name="Moment")
