"""What packs and accounts use of the quotas that the operator set for all of them."""

from collections.abc import Callable, Mapping
from datetime import timedelta
from enum import StrEnum

from django.conf import settings
from django.db.models import Q, QuerySet, Sum

from cards.models import Account, Blob, Card, CardVersion, Draft, Pack, Preview
from cards.queries.clock import database_now

DAY = timedelta(hours=24)


class Quota(StrEnum):
    """What is counted in a pack."""

    CARDS = "cards"
    IMAGES = "images"
    PREVIEWS = "previews"


def limit_of(quota: Quota) -> int:
    """Return the quota of a pack, 0 for none: the operator's own commands go past it. Units: images in bytes, previews in 24 hours."""
    if settings.PROCESS == "command":
        return 0
    limits = {
        Quota.CARDS: settings.QUOTA_CARDS,
        Quota.IMAGES: settings.QUOTA_IMAGES_MB * 1_000_000,
        Quota.PREVIEWS: settings.QUOTA_PREVIEWS,
    }
    return int(limits[quota])


def used_by(*, pack: Pack, quota: Quota) -> int:
    """Return what a pack uses of a quota, in its units."""
    return COUNTS[quota](pack)


def recent_previews(*, pack: Pack | None = None, account: Account | None = None) -> QuerySet[Preview]:
    """Return the previews that a pack or an account started in the last 24 hours, the oldest first."""
    since = Q(queued_at__gt=database_now() - DAY)
    of_pack = Q() if pack is None else Q(pack=pack)
    of_account = Q() if account is None else Q(requested_by=account)
    return Preview.objects.filter(since, of_pack, of_account).order_by("queued_at")


def _cards(pack: Pack) -> int:
    """Return how many cards there are, those in the trash and retired ones among them."""
    return Card.objects.filter(pack=pack, purged_at__isnull=True).count()


def _images(pack: Pack) -> int:
    """Return the bytes of the images of drafts and versions, each image once."""
    drafts = Draft.objects.filter(card__pack=pack, art_sha256__isnull=False).values("art_sha256")
    versions = CardVersion.objects.filter(card__pack=pack, art_sha256__isnull=False).values("art_sha256")
    rows = Blob.objects.filter(Q(sha256__in=drafts) | Q(sha256__in=versions))
    return rows.aggregate(bytes=Sum("size"))["bytes"] or 0


def _previews(pack: Pack) -> int:
    return recent_previews(pack=pack).count()


COUNTS: Mapping[Quota, Callable[[Pack], int]] = {
    Quota.CARDS: _cards,
    Quota.IMAGES: _images,
    Quota.PREVIEWS: _previews,
}
