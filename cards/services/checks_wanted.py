"""Which packs somebody looks at whose checks are not done: a page asks for them, and the relay does them between its rounds."""

from __future__ import annotations

from django.core.cache import cache

from cards.models import Pack

WANTED = "checks:wanted"
WANTED_FOR = 3600  # seconds that a wish is remembered


def checks_want(*, pack: Pack) -> None:
    """Ask for the checks of a pack's cards; nothing is lost where two ask at once but the wish of one, who asks again."""
    wanted = checks_wanted()
    if pack.pk not in wanted:
        cache.set(WANTED, [*wanted, pack.pk], WANTED_FOR)


def checks_wanted() -> list[int]:
    """Return the packs whose checks somebody asked for, the first one first."""
    return cache.get(WANTED) or []


def checks_done(pack: int) -> None:
    """Forget the wish for a pack that has its checks."""
    cache.set(WANTED, [pk for pk in checks_wanted() if pk != pack], WANTED_FOR)
