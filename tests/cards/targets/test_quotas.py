"""T60: quotas hold however many requests come at once, and each that goes beyond one hears which it is, and when it ends."""

from __future__ import annotations

from collections import Counter
from threading import Semaphore
from typing import Any

import pytest

from cards.errors import QuotaExceeded, QuotaReached
from cards.models import Account, Card, Membership, Pack, Preview, Role
from cards.services.card import card_create
from cards.services.previews.start import preview_start
from tests.cards.conftest import card_text
from tests.cards.targets.figures import note, size, together

CONNECTIONS = 24  # at a time, as of a web server with three processes
CARDS, PREVIEWS = 4, 3
DAY = 24 * 3600  # seconds


@pytest.mark.django_db(transaction=True)
def test_t60_quotas_hold_under_parallel_requests(admin: Account, pack: Pack, card: Card, settings: Any) -> None:
    settings.PROCESS, settings.QUOTA_CARDS, settings.QUOTA_PREVIEWS = "web", CARDS, PREVIEWS
    count, room = size(short=8, whole=1000), Semaphore(CONNECTIONS)
    people = [Account.objects.create_user(f"p{no}@example.org", "a long password here") for no in range(4)]
    for person in people:
        Membership.objects.create(pack=pack, account=person, role=Role.DESIGNER)

    def create(number: int) -> Any:
        with room:
            return card_create(actor=people[number % 4], pack=pack, text=card_text(f"base.n{number}"), texts={})

    def start(number: int) -> Any:
        with room:
            return preview_start(actor=people[number % 4], card=card, preset="smoke", seed=number)

    cards = together([lambda number=number: create(number) for number in range(count)])
    previews = together([lambda number=number: start(number) for number in range(count)])
    outcomes = [Counter(type(outcome).__name__ for outcome in given) for given in (cards, previews)]
    note("T60", {"requests": 2 * count, "outcomes": [dict(counts) for counts in outcomes]})

    assert (Card.objects.count(), Preview.objects.count()) == (CARDS, PREVIEWS)
    assert outcomes[0] == {"Card": CARDS - 1, "QuotaReached": count - CARDS + 1}
    assert outcomes[1] == {"Preview": PREVIEWS, "QuotaExceeded": count - PREVIEWS}
    assert all(
        "of 4 that this pack may have" in refusal.detail["en"] for refusal in cards if isinstance(refusal, QuotaReached)
    )
    refused = [refusal for refusal in previews if isinstance(refusal, QuotaExceeded)]
    assert all(
        "of 3 previews in 24 hours" in refusal.detail["en"] and 0 < refusal.retry_after <= DAY for refusal in refused
    )
