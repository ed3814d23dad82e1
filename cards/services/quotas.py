"""Quotas of packs and accounts: what would go beyond one is refused whole, and what is there stays."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings
from django.db import connection
from django.db.models import QuerySet

from cards.errors import QuotaExceeded, QuotaReached
from cards.models import Account, Pack, Preview
from cards.queries.clock import database_now
from cards.queries.quotas import DAY, Quota, limit_of, recent_previews, used_by
from cards.services.pack import pack_lock


@contextmanager
def within_quota(*, pack: Pack, quota: Quota) -> Iterator[None]:
    """Refuse what the block wrote where it took the pack beyond a quota, within the caller's transaction, which takes it back.

    A pack that is beyond it already, since the operator lowered it, may still do what adds nothing.
    Errors: QuotaReached.
    """
    limit = limit_of(quota)
    if not limit:
        yield
        return
    pack_lock(pack=pack)
    before = used_by(pack=pack, quota=quota)
    yield
    after = used_by(pack=pack, quota=quota)
    if after > max(limit, before):
        raise QuotaReached(quota, after, limit)


def previews_within_quota(*, account: Account, pack: Pack) -> None:
    """Refuse another preview where the pack or the account has started as many in 24 hours as it may.

    In the transaction that writes it, the pack is locked until its end, so that several accounts at once do not pass the pack's quota.
    Errors: QuotaExceeded, until the oldest of them is a day old.
    """
    if settings.QUOTA_PREVIEWS and connection.in_atomic_block:
        pack_lock(pack=pack)
    _check_recent(
        recent_previews(pack=pack),
        settings.QUOTA_PREVIEWS,
        "This pack has started {n} of {limit} previews in 24 hours.",
        "此卡包 24 小时内已开始 {n} / {limit} 次模拟。",
    )
    _check_recent(
        recent_previews(account=account),
        settings.QUOTA_ACCOUNT_PREVIEWS,
        "You have started {n} of {limit} previews in 24 hours.",
        "你在 24 小时内已开始 {n} / {limit} 次模拟。",
    )


def _check_recent(rows: QuerySet[Preview], limit: int, en: str, zh: str) -> None:
    if not limit:
        return
    times = list(rows.values_list("queued_at", flat=True))
    if len(times) < limit:
        return
    frees = times[len(times) - limit] + DAY - database_now()
    words = {"n": len(times), "limit": limit}
    raise QuotaExceeded(int(frees.total_seconds()) + 1, en.format(**words), zh.format(**words))
