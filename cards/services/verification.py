"""The nightly verification: every published byte and every seal of the audit is looked at again, beside the relay's rounds."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta

import structlog
from django.db import connection, transaction
from django.db.models.functions import Now

from cards.loops import DATABASE_AWAY
from cards.models import Release, Verification, VerificationKind
from cards.queries.audit_chain import audit_differences, audit_head
from cards.queries.signing import public_keys
from cards.queries.verification import blob_differences, grave_differences, release_differences

ALONE = 7_301_772  # the advisory lock of whoever verifies
INTERVAL = timedelta(hours=24)
MAX_ROWS = 60  # rows of each kind
log = structlog.get_logger(__name__)


def verification_run() -> list[Verification]:
    """Verify everything, unless another process is at it; return the rows that say what was found."""
    with _alone() as mine:
        return [_run(kind, look) for kind, look in LOOKS.items()] if mine else []


def verification_is_due() -> bool:
    """Return whether the last verification that ended is a day old, or there is none."""
    young = Verification.objects.filter(finished_at__gt=Now() - INTERVAL).values("kind").distinct()
    return young.count() < len(LOOKS)


def _run(kind: str, look: Callable[[Verification], Iterator[str]]) -> Verification:
    row = Verification.objects.create(kind=kind)
    row.difference = _first(look, row)[:500]
    row.is_whole = not row.difference
    if row.difference:
        log.error("verification failed", what=kind, difference=row.difference)
    else:
        log.info("verification passed", what=kind, checked=row.checked)
    row.save(update_fields=["is_whole", "difference", "checked", "head"])
    Verification.objects.filter(pk=row.pk).update(finished_at=Now())
    newest = Verification.objects.filter(kind=kind).order_by("-id").values("pk")[:MAX_ROWS]
    Verification.objects.filter(kind=kind).exclude(pk__in=newest).delete()
    return row


def _first(look: Callable[[Verification], Iterator[str]], row: Verification) -> str:
    """Return the first difference; what is stored and cannot even be read is one, and must not end the looking."""
    try:
        return next(look(row), "")
    except DATABASE_AWAY:
        raise
    except Exception as error:
        log.exception("verification failed on what it read", what=row.kind)
        return f"after {row.checked} that are whole: {type(error).__name__}: {error}".replace("\0", "")


def _releases(row: Verification) -> Iterator[str]:
    """Yield what differs, release by release, so that memory holds one."""
    keys = public_keys()
    for release in Release.objects.select_related("pack", "previous").order_by("pk").iterator(chunk_size=1):
        for difference in release_differences(release=release, keys=keys):
            yield f"{release.pack.slug} {release.version}: {difference}"
        row.checked += 1
    yield from grave_differences()
    yield from blob_differences()


def _audit(row: Verification) -> Iterator[str]:
    """Yield what differs in the chain; the newest seal of the last good run must still be in it."""
    last = Verification.objects.filter(kind=VerificationKind.AUDIT, is_whole=True).exclude(head="").first()
    number, _, digest = last.head.partition(":") if last else ("", "", "")
    yield from audit_differences(expect={int(number): digest} if number and int(number) else None)
    with transaction.atomic():
        row.checked, head = audit_head()
    row.head = f"{row.checked}:{head}"


LOOKS: dict[str, Callable[[Verification], Iterator[str]]] = {
    VerificationKind.AUDIT: _audit,
    VerificationKind.RELEASES: _releases,
}


@contextmanager
def _alone() -> Iterator[bool]:
    """Try the lock of the verification; yield whether this process has it."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s)", [ALONE])
        mine = bool(cursor.fetchone()[0])
        try:
            yield mine
        finally:
            if mine:
                cursor.execute("SELECT pg_advisory_unlock(%s)", [ALONE])
