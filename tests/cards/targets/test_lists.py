"""Pages and lists of a pack of 10,000 cards cost what they show: few queries, as many as for few cards, and little processor time.

Absolute figures are held to their bounds by `make targets` alone, at a calibration of 0.05 s of `python -m engine bench`. In the suite
packs are small, and what grows is compared: queries, and processor time as a ratio, the minimum of several runs.
"""

from __future__ import annotations

import time
from typing import Any

import psycopg
import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from cards.models import Account, Pack
from cards.services.checks import checks_fill
from cards.services.checks_wanted import checks_want
from engine.bench import calibration
from tests.cards.targets.figures import IS_WHOLE, note, size
from tests.cards.targets.test_scale import filled, versioned

SMALL = 60  # cards: more than a page
MIDDLE = 200
RUNS = 5  # of a page whose time is compared
MAX_QUERIES = 10
MIDDLE_MS, LARGE_MS = 60, 200  # of the page of a pack with 200 cards, and with 10,000
STANDARD = 0.05  # seconds of the calibration that the bounds are meant for
GROWTH = 2.0  # of the processor time of a page, for five times as many cards
PAGES = {
    "pack": "/packs/core/",
    "table": "/packs/core/?view=table",
    "plan": "/packs/core/releases/new/",
    "plan by the API": "/api/v1/packs/core/release-plan/",
    "cards by the API": "/api/v1/packs/core/cards/",
    "texts": "/packs/core/texts/?state=all",
    "bulk": "/packs/core/bulk/",
    "find": "/packs/core/bulk/find/?node=stop",
}
OF_PACK = ("pack", "table")
"""Pages with a bound of their own: what they show does not depend on the size of the pack."""


def measured(client: Client, url: str, runs: int) -> tuple[int, float, int]:
    """Return queries, the least processor time of several runs in milliseconds, and bytes of a page."""
    with CaptureQueriesContext(connection) as caught:
        client.get(url)
        queries = len(caught)  # here: the next request empties the log
    times = []
    for _ in range(runs):
        began = time.process_time()
        response = client.get(url)
        times.append(1000 * (time.process_time() - began))
        assert response.status_code == 200, url
    return queries, min(times), len(response.content)


def fill_pack(pack: Pack, admin: Account, count: int, owner_url: str) -> None:
    """Fill the pack to a number of cards and have everything checked, as the relay does once a person looked."""
    filled(pack, admin, count, first=pack.cards.count())
    versioned(pack, admin)
    with psycopg.connect(owner_url, autocommit=True) as owner:
        owner.execute("ANALYZE cards_card, cards_draft, cards_cardversion")
    checks_want(pack=pack)
    while checks_fill():
        pass


@pytest.mark.django_db(transaction=True)
def test_lists_cost_what_they_show(
    pack: Pack, admin: Account, people: dict[str, Account], owner_url: str, settings: Any
) -> None:
    settings.CACHES = {
        name: {**item, "OPTIONS": {"MAX_ENTRIES": 200_000}, "LOCATION": f"lists-{name}"}
        for name, item in settings.CACHES.items()
    }
    cache.clear()
    client = Client()
    client.force_login(people["publisher"])
    matches: dict[int, dict[str, tuple[int, float, int]]] = {}
    for count in (SMALL, *((MIDDLE,) if IS_WHOLE else ()), size(short=5 * SMALL, whole=10_000)):
        fill_pack(pack, admin, count, owner_url)
        for url in PAGES.values():
            client.get(url)
        matches[count] = {
            name: measured(client, url, RUNS if IS_WHOLE or name in OF_PACK else 1) for name, url in PAGES.items()
        }
    cache.clear()
    minimum, maximum = matches[SMALL], matches[max(matches)]
    speed = min(calibration(time.process_time) for _ in range(RUNS))
    note("lists", {"calibration s": speed, "queries, ms, bytes": matches})

    assert min(item[0] for item in minimum.values()) > 0
    assert {name: item[0] for name, item in maximum.items()} == {name: item[0] for name, item in minimum.items()}
    assert {name: item[0] for name, item in maximum.items() if name in OF_PACK and item[0] > MAX_QUERIES} == {}
    assert {
        name: (minimum[name][2], item[2]) for name, item in maximum.items() if item[2] > 1.3 * minimum[name][2]
    } == {}
    assert {name for name in OF_PACK if maximum[name][1] > GROWTH * minimum[name][1]} == set()
    if IS_WHOLE:
        assert matches[MIDDLE]["pack"][1] * STANDARD / speed <= MIDDLE_MS
        assert maximum["pack"][1] * STANDARD / speed <= LARGE_MS
