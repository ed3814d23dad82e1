"""The packs on screen whose checks are not done: a page requests them, and the relay does them between its rounds."""

from django.core.cache import cache

from cards.models import Pack
from cards.relay_notices import announce

CACHE_KEY = "checks:wanted"
WANTED_FOR = 3600  # seconds that a wish is remembered


def checks_want(*, pack: Pack) -> None:
    """Request the checks of a pack's cards; of two requests at the same moment one may be lost, and its page asks again."""
    pack_ids = checks_wanted()
    if pack.pk not in pack_ids:
        cache.set(CACHE_KEY, [*pack_ids, pack.pk], WANTED_FOR)
        announce()


def checks_wanted() -> list[int]:
    """Return the packs whose checks were requested, in the order of the requests."""
    return cache.get(CACHE_KEY) or []


def checks_done(pack: int) -> None:
    """Forget the wish for a pack that has its checks."""
    cache.set(CACHE_KEY, [pk for pk in checks_wanted() if pk != pack], WANTED_FOR)
