"""The chance to win of who plays a match: worlds that the player holds possible, played on by bots in a worker, remembered for a while."""

from typing import Any

from django.core.cache import cache

from cards.gateway import previews
from cards.models import Match
from cards.services.outbox_notify import wake_chance
from cards.shape import JsonObject

WORLDS = 32
"""Worlds that an estimate plays on."""
PART = 4  # worlds after which what is known is remembered
MAX_POINTS = 60  # earlier estimates that are remembered of a match
LIFETIME = 7 * 24 * 3600  # seconds
ASKED_AGAIN = 15  # seconds after which a worker is asked once more for an estimate that did not come


def chance_of(match: Match) -> JsonObject | None:
    """Return the last estimate of a match; None where no one asked for any.

    Shapes: `{etag, n, wins, draws, points}`; etag is that of the state that it is of, points are `[answers, percent]` of earlier estimates.
    """
    estimate: JsonObject | None = cache.get(_key(match.pk))
    return estimate


def is_estimated(match: Match) -> bool:
    """Return whether a chance is estimated here: its player is asked, and no second person has a hand in it."""
    return match.asked in match.seats and not match.is_secret


def chance_ask(match: Match) -> None:
    """Ask a worker for the estimate of a match as it stands, unless it is there; a message that is lost is sent again by the page that waits."""
    if not is_estimated(match) or is_done(match, chance_of(match)):
        return
    cache.add(_key(match.pk), {"etag": "", "n": 0, "wins": 0, "draws": 0, "points": []}, LIFETIME)
    if cache.add(f"chance-asked:{match.pk}:{match.etag}", True, ASKED_AGAIN):
        wake_chance(match.pk)


def is_done(match: Match, estimate: JsonObject | None) -> bool:
    """Return whether an estimate is of a match as it stands, with all of its worlds."""
    return estimate is not None and (estimate["etag"], estimate["n"]) == (match.etag, WORLDS)


def chance_estimate(*, match_id: int) -> int:
    """Estimate the chance of the player that is asked, part by part, and remember it; return how many worlds were played on.

    It stops where the match goes on meanwhile: the next page asks again.
    """
    match = Match.objects.filter(pk=match_id).first()
    earlier = None if match is None else chance_of(match)
    if match is None or earlier is None or not is_estimated(match) or is_done(match, earlier):
        return 0
    points = [point for point in earlier["points"] if point[0] < len(match.answers)]
    estimate: dict[str, Any] = {"etag": match.etag, "n": 0, "wins": 0, "draws": 0, "points": points}
    while estimate["n"] < WORLDS and _is_current(match):
        part = _played(match, estimate["n"])
        if part is None:
            break
        estimate = estimate | {name: estimate[name] + part[name] for name in ("n", "wins", "draws")}
        if estimate["n"] == WORLDS:
            share = round(100 * (estimate["wins"] + estimate["draws"] / 2) / WORLDS)
            estimate["points"] = [*points, [len(match.answers), share]][-MAX_POINTS:]
        cache.set(_key(match.pk), estimate, LIFETIME)
    return int(estimate["n"])


def _played(match: Match, first: int) -> JsonObject | None:
    try:
        return previews.preview_chance(
            match.spec, match.trace, match.answers, seat=match.asked or 0, first=first, count=PART
        )
    except (previews.OtherEngine, previews.NotOffered):
        return None


def _is_current(match: Match) -> bool:
    return Match.objects.filter(pk=match.pk, changes=match.changes).exists()


def _key(match_id: int) -> str:
    return f"chance:{match_id}"
