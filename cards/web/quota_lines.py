"""What a pack uses of its quotas, for the page of its settings."""

from collections.abc import Mapping

from cards.localization import LocalizedText, localize
from cards.models import Pack
from cards.queries.quotas import Quota, limit_of, used_by
from cards.values import frozen_dataclass
from cards.web.text import grouped, size

LABELS: Mapping[Quota, LocalizedText] = {
    Quota.CARDS: LocalizedText("Cards, the trash among them", "卡牌（含回收站）"),
    Quota.IMAGES: LocalizedText("Images", "图片"),
    Quota.PREVIEWS: LocalizedText("Previews in 24 hours", "24 小时内的模拟"),
}


@frozen_dataclass
class QuotaLine:
    """A quota with what is used of it, both as people read them."""

    label: str
    used: str
    limit: str
    is_full: bool


def quota_lines(pack: Pack) -> list[QuotaLine]:
    """Return a line for each quota that there is, in the order of the labels."""
    return [_line(pack, quota, limit) for quota in LABELS if (limit := limit_of(quota))]


def _line(pack: Pack, quota: Quota, limit: int) -> QuotaLine:
    used, words = used_by(pack=pack, quota=quota), size if quota == Quota.IMAGES else grouped
    return QuotaLine(localize(*LABELS[quota]), words(used), words(limit), used >= limit)
