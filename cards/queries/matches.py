"""Matches that people play: those of a pack, the newest first, and one of them."""

from cards.lookups import first_or_not_found
from cards.models import Card, Match, Pack, SeatLink
from cards.models.match import MatchQuerySet


def match_list(*, pack: Pack, card: Card | None = None) -> MatchQuerySet:
    """Return the matches of a pack, or of one of its cards, without what only a table needs."""
    matches = Match.objects.filter(pack=pack).listed().select_related("account", "card", "pack")
    return matches.filter(card=card) if card is not None else matches


def match_get(*, pack: Pack, number: int) -> Match:
    """Return one match of a pack."""
    return first_or_not_found(Match.objects.filter(pack=pack, number=number).select_related("account", "card", "pack"))


def seat_link(match: Match) -> SeatLink | None:
    """Return the link to another seat of a match that works, if there is one."""
    return SeatLink.objects.filter(match=match, revoked_at__isnull=True).select_related("account").first()
