"""What a slow bot weighed at its last answer: a worker lets it think once more, and the judgement is remembered for a while."""

from django.core.cache import cache

from cards.gateway import previews
from cards.models import Match
from cards.services.match_choice import choice_of
from cards.services.outbox_notify import wake_thought
from cards.shape import JsonObject

LIFETIME = 24 * 3600  # seconds
ASKED_AGAIN = 15  # seconds after which a worker is asked once more for a judgement that did not come


def thought_of(match: Match) -> JsonObject | None:
    """Return what is remembered of a match as it stands: `{judgement}`, which is None where no bot weighed; None before a worker was done."""
    remembered: JsonObject | None = cache.get(_key(match))
    return remembered


def thought_ask(match: Match) -> None:
    """Ask a worker for a judgement unless it is there; a message that is lost is sent again by the page that waits."""
    if thought_of(match) is None and cache.add(f"thought-asked:{_key(match)}", True, ASKED_AGAIN):
        wake_thought(match.pk)


def thought_compute(*, match_id: int) -> bool:
    """Ask the bot that answered last once more, and keep what it weighed; return whether there was anything to do.

    Shapes: answers with cards that the player cannot see are left out until the match is over, or everything is open in a sandbox.
    """
    match = Match.objects.filter(pk=match_id).first()
    if match is None or match.is_secret or thought_of(match) is not None:
        return False
    seat = match.asked if match.asked in match.seats else match.seats[0]
    try:
        judgement = previews.preview_thought(
            match.spec,
            match.trace,
            match.answers,
            seat=seat or 0,
            is_open=match.is_sandbox or match.is_over,
            skill=choice_of(match.origin).skill,
        )
    except (previews.OtherEngine, previews.NotOffered):
        return False
    cache.set(_key(match), {"judgement": judgement}, LIFETIME)
    return True


def _key(match: Match) -> str:
    return f"thought:{match.pk}:{match.etag}"
