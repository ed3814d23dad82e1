"""Checks of large packs: a page checks a few cards and asks for the rest here; the relay checks those between its rounds."""

from __future__ import annotations

from django.core.cache import cache

from cards.models import Card, Draft, Pack
from cards.queries.gates import plan_gates
from cards.queries.plan import plan_of
from cards.queries.problems import counts_within

WANTED = "checks:wanted"
WANTED_FOR = 3600  # seconds that a wish is remembered
AT_ONCE = 400  # cards of each kind of check that one round checks


def checks_want(*, pack: Pack) -> None:
    """Ask for the checks of a pack's cards; nothing is lost where two ask at once but the wish of one, who asks again."""
    wanted = cache.get(WANTED) or []
    if pack.pk not in wanted:
        cache.set(WANTED, [*wanted, pack.pk], WANTED_FOR)


def checks_fill() -> int:
    """Check some cards of the pack that was asked for first; return how many cards of it still wait."""
    wanted = cache.get(WANTED) or []
    if not wanted:
        return 0
    pack = Pack.objects.filter(pk=wanted[0]).first()
    waiting = _fill(pack) if pack is not None else 0
    if not waiting:
        cache.set(WANTED, [pk for pk in cache.get(WANTED) or [] if pk != wanted[0]], WANTED_FOR)
    return waiting


def _fill(pack: Pack) -> int:
    live = Card.objects.filter(pack=pack, trashed_at__isnull=True, purged_at__isnull=True)
    drafts = counts_within(pack=pack, held=Draft.objects.filter(card__in=live).order_by("pk"), most=AT_ONCE)
    gates = plan_gates(plan=plan_of(pack=pack, words=False), most=AT_ONCE)
    return drafts.unchecked + sum(gate["unchecked"] for gate in gates)
