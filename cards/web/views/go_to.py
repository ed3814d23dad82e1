"""Where one can go from any page: cards by name, packs, pages and what is begun there."""

from collections.abc import Iterable, Iterator

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_GET

from cards.localization import localize
from cards.lookups import search_words
from cards.models import Account, Pack
from cards.permissions import Act, allows, require_account
from cards.queries.destinations import card_destinations
from cards.queries.packs import pack_list, pack_role
from cards.values import frozen_dataclass
from cards.web.nav import pack_items, site_items
from cards.web.page import endpoint, json_answer
from cards.web.text import bilingual_plain

PACKS_LIMIT = 6  # packs of one answer


@frozen_dataclass
class Destination:
    """One line of the list: an address, what it is called, where it is, and words that it is also found by."""

    url: str
    label: str
    note: str
    icon: str
    aliases: str = ""

    def matches(self, words: list[str]) -> bool:
        """Return whether every word is in its name, its place, its address or one of its other words."""
        text = f"{self.label} {self.note} {self.url} {self.aliases}".casefold()
        return all(word in text for word in words)


@require_GET
@endpoint
def go_to(request: HttpRequest) -> HttpResponse:
    """Return what a query finds among pages, packs and cards; without one the pages of this pack and the cards edited last."""
    account = require_account(request.user)
    q, slug = search_words(request.GET, "q"), search_words(request.GET, "pack")
    words = q.casefold().split()
    packs = pack_list(account=account)
    current = packs.filter(slug=slug).first() if slug else None
    pages = [line for line in (*_actions(account, current), *_pages(account, current)) if line.matches(words)]
    lines = [*_cards(account, q, slug), *pages, *(_packs(packs, words) if words else ())]
    return json_answer(
        {"rows": [{"url": row.url, "label": row.label, "note": row.note, "icon": row.icon} for row in lines]}
    )


def _cards(account: Account, q: str, slug: str) -> Iterator[Destination]:
    for destination in card_destinations(account=account, q=q, current_pack=slug):
        label = bilingual_plain(destination.card.name) or destination.card.id
        note = f"{destination.card.id} · {bilingual_plain(destination.pack_name)}"
        yield Destination(
            reverse("cards:card-detail", args=[destination.pack_slug, destination.card.id]), label, note, "i-square-pen"
        )


def _packs(packs: Iterable[Pack], words: list[str]) -> Iterator[Destination]:
    lines = (
        Destination(
            reverse("cards:pack-detail", args=[pack]),
            bilingual_plain(pack.name),
            localize("Pack", "卡包"),
            "i-layers",
            " ".join(pack.name.values()),
        )
        for pack in packs
    )
    yield from [line for line in lines if line.matches(words)][:PACKS_LIMIT]


def _pages(account: Account, pack: Pack | None) -> Iterator[Destination]:
    note = bilingual_plain(pack.name) if pack else ""
    for item in pack_items(pack.slug, "") if pack else ():
        yield Destination(item.url, item.label, note, item.icon)
    for item in site_items("", signed_in=True, is_operator=account.is_operator):
        yield Destination(item.url, item.label, "", item.icon)


def _actions(account: Account, pack: Pack | None) -> Iterator[Destination]:
    """Yield what may be begun in a pack by this account."""
    if pack is None:
        return
    role, note = pack_role(account=account, pack=pack), bilingual_plain(pack.name)
    rows = (
        (Act.CARD_CREATE, "cards:card-new", localize("New card", "新建卡牌"), "i-plus", "create add 添加"),
        (Act.CARD_CREATE, "cards:pack-import", localize("Import cards", "导入卡牌"), "i-upload", "zip file 文件"),
        (Act.RELEASE_PLAN, "cards:release-new", localize("Plan release", "规划发布"), "i-package", "publish 发布"),
        (Act.CARD_TRASH, "cards:trash", localize("Trash", "回收站"), "i-trash-2", "deleted 删除"),
    )
    for act, name, label, icon, aliases in rows:
        if allows(role=role, act=act):
            yield Destination(reverse(name, args=[pack]), label, note, icon, aliases)
