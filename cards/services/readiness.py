"""Verdicts on the next release: computed in the request where that is cheap, and cached by the relay."""

from collections.abc import Callable

from django.db import transaction
from django.utils import timezone

from cards.models import Pack, PackChange, PackReadiness
from cards.queries.gates import guard_wanting
from cards.queries.plan import Plan, plan_of
from cards.queries.problems import CHECKED_BATCH_SIZE
from cards.queries.readiness import Verdict, code_mark, verdict_kept, verdict_of, verdict_pending
from cards.services.checks_wanted import checks_want
from cards.services.strength import guards_measure

MEASURED_BATCH_SIZE = 2  # cards whose strength one round of the relay measures: seconds each
CHEAP = 200  # cards of a pack whose verdict a request works out itself


def verdict_look(*, pack: Pack, cards: int, plan: Callable[[], Plan], is_saved: bool = True) -> Verdict:
    """Return the verdict on a plan; that of a large pack may be an older one, marked as such, while the relay computes the next.

    Shapes: cards is the size of the pack; plan is called where the verdict is computed here; is_saved says whether it is the plan
            as saved, which alone is kept.
    """
    stored = verdict_kept(pack=pack) if is_saved or cards > CHEAP else None
    if stored is not None and stored.is_current and is_saved:
        return stored
    if cards <= CHEAP:
        verdict = verdict_of(plan=plan(), limit=CHECKED_BATCH_SIZE)
        if is_saved or verdict.unchecked:
            checks_want(pack=pack)
        return verdict
    if stored is None or not stored.is_current:
        checks_want(pack=pack)
    if stored is None:
        return verdict_pending(pack=pack, cards=cards)
    return Verdict(stored.gates, stored.ships, stored.repeats, stored.made_at, is_current=False)


def readiness_fill(*, pack: Pack, limit: int | None) -> int:
    """Compute and cache the verdict on a pack's saved plan unless it is cached; return how many cards still wait for a check.

    The marks of changes are read before anything else. Whatever is read after them is at least as new, and a change that
    commits later leaves a mark that is not among them. A row that another process wrote meanwhile is left as it is.
    """
    stored = verdict_kept(pack=pack)
    if stored is not None and stored.is_current:
        return 0
    row = PackReadiness.objects.filter(pack=pack).only("revision").first()
    marks = list(PackChange.objects.filter(pack=pack).values_list("pk", flat=True))
    pack = Pack.objects.get(pk=pack.pk)
    plan = plan_of(pack=pack)
    guards_measure(versions=guard_wanting(plan=plan), limit=MEASURED_BATCH_SIZE)
    verdict = verdict_of(plan=plan, limit=limit)
    fields = {
        "gates": verdict.gates,
        "summary": {"ships": verdict.ships, "repeats": verdict.repeats},
        "made_by": code_mark(pack),
        "made_at": timezone.now(),
        "is_whole": not verdict.unchecked,
    }
    with transaction.atomic():
        if row is None:
            _, is_mine = PackReadiness.objects.get_or_create(pack=pack, defaults=fields)
        else:
            own_row = PackReadiness.objects.filter(pk=row.pk, revision=row.revision)
            is_mine = bool(own_row.update(**fields, revision=row.revision + 1))
        if is_mine and not verdict.unchecked:
            PackChange.objects.filter(pk__in=marks).delete()
    return verdict.unchecked


def marks_prune() -> int:
    """Replace all marks of each pack by one new mark; return how many were removed.

    A reader who had seen only some of the old marks sees that the new one is newer.
    """
    with transaction.atomic():
        packs = PackChange.objects.order_by().values_list("pk", "pack_id")
        rows = list(packs)
        count, _ = PackChange.objects.filter(pk__in=[pk for pk, _ in rows]).delete()
        PackChange.objects.bulk_create(PackChange(pack_id=pack) for pack in sorted({pack for _, pack in rows}))
    return count
