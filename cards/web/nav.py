"""The side navigation: what is in a pack, and what is not in any."""

from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from cards.localization import localize
from cards.models import Account
from cards.queries.notifications import notifications_new
from cards.values import frozen_dataclass


@frozen_dataclass
class NavItem:
    """One link of the navigation."""

    url: str
    label: str
    icon: str
    current: bool
    count: int = 0


def pack_items(slug: str, section: str) -> list[NavItem]:
    """Return the pages of a pack, the one of this section marked."""
    rows = (
        ("cards", "cards:pack-detail", localize("Cards", "卡牌"), "i-layout-grid"),
        ("decks", "cards:deck-list", localize("Decks", "牌组"), "i-layers"),
        ("bulk", "cards:bulk", localize("Bulk and find", "批量与查找"), "i-table-2"),
        ("previews", "cards:preview-list", localize("Previews", "模拟"), "i-chart-line"),
        ("play", "cards:match-list", localize("Matches", "对局"), "i-swords"),
        ("health", "cards:health", localize("Health", "健康状况"), "i-activity"),
        ("reviews", "cards:review-list", localize("Reviews", "审核"), "i-git-pull-request"),
        ("releases", "cards:release-list", localize("Releases", "发布"), "i-package"),
        ("texts", "cards:text-list", localize("Texts", "文案"), "i-languages"),
        ("people", "cards:member-list", localize("People", "成员"), "i-users"),
        ("settings", "cards:pack-settings", localize("Settings", "设置"), "i-settings"),
    )
    return [NavItem(reverse(name, args=[slug]), label, icon, section == key) for key, name, label, icon in rows]


def site_items(section: str, *, signed_in: bool, is_operator: bool = False, new: int = 0) -> list[NavItem]:
    """Return the pages that belong to no pack; `new` notifications are counted at theirs."""
    rows = [("help", "cards:help", localize("Help", "帮助"), "i-circle-help")]
    if signed_in:
        rows = [
            ("packs", "cards:home", localize("My packs", "我的卡包"), "i-layers"),
            ("queue", "cards:review-queue", localize("Review queue", "待审队列"), "i-git-pull-request"),
            ("notifications", "cards:notifications", localize("Notifications", "通知"), "i-bell"),
            ("account", "cards:account", localize("Account", "账号"), "i-user"),
            *rows,
        ]
    if is_operator:
        rows.append(("operator", "cards:operator", localize("This portal", "此门户"), "i-activity"))
    counts = {"notifications": new}
    return [NavItem(reverse(name), label, icon, section == key, counts.get(key, 0)) for key, name, label, icon in rows]


def navigation(request: HttpRequest, context: dict[str, Any]) -> dict[str, Any]:
    """Return what the navigation shows on the page that this context draws."""
    pack, section = context.get("pack"), context.get("section", "")
    return {
        "pack_nav": pack_items(pack.slug, section) if pack else [],
        "site_nav": site_items(
            section,
            signed_in=request.user.is_authenticated,
            is_operator=isinstance(request.user, Account) and request.user.is_operator,
            new=notifications_new(account=request.user) if isinstance(request.user, Account) else 0,
        ),
    }
