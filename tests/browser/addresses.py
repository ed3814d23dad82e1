"""The address of every page, from the portal's own list of routes, so that a new page is tested without further work."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

from django.urls import URLPattern

from cards.web.urls import urlpatterns
from tests.sampling import DAY

ALL = "EVERY_PAGE" in os.environ
"""Whether each page is shown on each screen; the suite leaves some out."""

VALUES: dict[str, tuple[str, ...]] = {
    "pack": ("loom", "bastion"),
    "card": ("loom.treasure.common.distaff_blow", "VES-AEG-003"),
    "version": ("1.0.0",),
    "number": ("1",),
    "index": ("0",),
    "token": ("no-such-token",),
    "ruleset": ("wizards", "halo"),
    "kind": ("card",),
    "family": ("effect", "keyword"),
    "name": ("damage", "DEAL_DAMAGE", "onPlayCard", "CARD_DRAWN"),
    "page": ("card", "settings"),
    "slug": ("editor", "stale", "E-PATH"),
    "sha256": ("0" * 64,),
    "key_id": ("0" * 16,),
    "deck": ("none",),
    "template": ("none",),
}
"""Samples for what an address holds; not all of them fit all places, and those that lead nowhere are skipped."""

PACK = "/packs/loom/"
CARD = f"{PACK}cards/loom.treasure.common.distaff_blow/"

EXTRA_ADDRESSES = (
    f"{PACK}?view=table",
    "/packs/bastion/?view=table",
    f"{PACK}?q=no+such+card",
    f"{PACK}?problems=none&preview=none",
    f"{PACK}?view=table&f.manaCost=2-4&sort=-name",
    f"{PACK}new-card/?q=thread",
    f"{PACK}print/?cards=loom.treasure.common.distaff_blow&lang=zh",
    f"{PACK}bulk/?q=no+such+card",
    f"{PACK}bulk/find/?node=damage&f.school=fire",
    f"{PACK}bulk/find/?node=damage&at=/amount&how=add&to=1&preview=1",
    f"{PACK}bulk/find/?node=damage&at=/amount&how=times&to=999&preview=1",
    f"{PACK}texts/?state=all",
    f"{PACK}texts/?q=no+such+card",
    f"{PACK}glossary/?q=no+such+term",
    "/packs/bastion/decks/1/?q=no+such+card",
    f"{CARD}history/?version=1",
    f"{CARD}history/?of=versions",
    f"{CARD}compare/?from=v1&to=draft",
    "/help/?q=draw",
    "/help/?q=nosuchword",
    "/api/docs/",
    "/api/docs/?q=draft",
    "/api/docs/draft-save/",
    "/no-such-page/",
)
"""Pages that show something else when they are asked in another way."""


def shown_on(screen: int, pages: Sequence[str]) -> list[str]:
    """Return the pages that a screen shows, by its number: a third of them, others on the next screen and the next day."""
    return [page for place, page in enumerate(pages) if ALL or (place + screen + DAY) % 3 == 0]


def unsampled() -> set[str]:
    """Return the parts of addresses for which there is no sample."""
    return {name for pattern in urlpatterns for name in pattern.pattern.converters} - VALUES.keys()


def addresses() -> list[str]:
    """Return addresses that may be pages: those of every route with every sample, and some more."""
    return [address for pattern in urlpatterns for address in _of(pattern)] + list(EXTRA_ADDRESSES)


def _of(pattern: URLPattern) -> Iterator[str]:
    """Yield the addresses of a route, its parts filled with the samples of the same place in their lists."""
    route, converters = str(pattern.pattern), pattern.pattern.converters
    most = max((len(VALUES[name]) for name in converters), default=1)
    for at in range(most):
        address = route
        for name in converters:
            kind = route[route.index(f":{name}>") :: -1].split("<")[0][::-1].strip(":")
            address = address.replace(f"<{kind}:{name}>", VALUES[name][at % len(VALUES[name])])
        yield f"/{address}"
