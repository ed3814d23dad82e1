"""A pack of 10,000 cards: searches are answered by indexes, pages ask as few queries as for one card."""

from __future__ import annotations

import hashlib
import json
import time
from typing import Any

import psycopg
import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from cards.gateway.searching import card_words
from cards.models import Account, Card, Draft, Pack
from cards.queries.cards import CardFilters, card_list
from cards.queries.find import NodeQuery, find_cards
from cards.search import search_text
from cards.services.readiness import readiness_fill
from tests.cards.conftest import card_text
from tests.cards.web.conftest import ClientOf

CARDS = 10_000
RARE = 100  # every so many cards, one differs
SYLLABLES = "天地玄黄宇宙洪荒日月盈昃辰宿列张寒来暑往秋收冬藏"


def name_of(number: int) -> str:
    return "".join(SYLLABLES[(number // 23**place) % 23] for place in range(3))


def drafted(pack: Pack, admin: Account, number: int) -> tuple[Card, Draft]:
    """Return the rows of one card as a service would write them."""
    written_id = f"base.n{number:05}"
    effects: list[dict[str, Any]] = [{"type": "stop"}]
    if number % RARE == 0:
        made = {"id": "x", "event": "onManaGained", "mode": "once", "do": [{"type": "stop"}]}
        effects = [
            {"type": "addTriggers", "triggers": [made]},
            {"type": "removeTriggers", "mode": "id", "targets": ["x"]},
        ]
    behaviors = [{"at": "onPlay", "do": effects}]
    text = card_text(written_id, name=f"Card {number}", manaCost=number % 9, behaviors=behaviors)
    document = json.loads(text)
    texts = {"zh": {"name": f"{name_of(number)}{'凤' if number % RARE == 0 else ''}"}}
    face = {"name": {"en": document["name"], "zh": texts["zh"]["name"]}, "keywords": []}
    digest = hashlib.sha256(text.encode()).hexdigest()
    card = Card(pack=pack, written_id=written_id, kind="treasure", created_by=admin)
    search = search_text(written_id, card_words(face, document, texts))
    draft = Draft(
        card=card,
        text=text,
        texts=texts,
        document=document,
        source_sha=digest,
        sha256=digest,
        saved_by=admin,
        search=search,
    )
    return card, draft


def fill(pack: Pack, admin: Account, count: int) -> None:
    """Put cards into a pack, by rows: ten thousand services would take minutes."""
    rows = [drafted(pack, admin, number) for number in range(count)]
    Card.objects.bulk_create((card for card, _ in rows), batch_size=2_000)
    Draft.objects.bulk_create((draft for _, draft in rows), batch_size=2_000)


@pytest.fixture
def large(pack: Pack, people: dict[str, Account]) -> Pack:
    fill(pack, people["admin"], CARDS)
    return pack


@pytest.fixture
def analyzed_pack(large: Pack, owner_url: str) -> Pack:
    """Count the rows as autovacuum would; only for tests that commit, since ANALYZE takes rows of an open transaction for dead."""
    with psycopg.connect(owner_url, autocommit=True) as owner:
        owner.execute("ANALYZE cards_card, cards_draft")
    return large


def measured(client: Client, url: str) -> tuple[str, float]:
    """Return how long a page takes at first, in seconds; printed for who measures."""
    begun = time.perf_counter()
    client.get(url)
    took = (url, round(time.perf_counter() - begun, 2))
    print(took)
    return took


def plan(cards: Any) -> str:
    return str(cards.explain())


def asked(client: Client, url: str) -> int:
    """Return how many queries a page takes the second time."""
    client.get(url)
    with CaptureQueriesContext(connection) as caught:
        assert client.get(url).status_code == 200
    return len(caught)


def check_searches(pack: Pack) -> None:
    expected = {
        "凤": CARDS // RARE,
        f"{name_of(100)[-1]}凤": 1,
        f"{name_of(100)[-2:]}凤": 1,
        "n00777": 1,
        "removeTriggers": CARDS // RARE,
        '"removeTriggers"': CARDS // RARE,
    }
    for words, minimum in expected.items():
        found = card_list(pack=pack, filters=CardFilters(q=words))
        assert "draft_grams" in plan(found), (words, plan(found))
        assert found.count() >= minimum, words


def check_finds(pack: Pack) -> None:
    nodes = find_cards(pack=pack, query=NodeQuery("type", "removeTriggers"))
    pieces = find_cards(pack=pack, query=NodeQuery(json='"type": "removeTriggers"'))

    assert "draft_strings" in plan(nodes)
    assert plan(pieces).count("Bitmap Index Scan on draft_grams") == 2, plan(pieces)
    assert (nodes.count(), pieces.count()) == (CARDS // RARE, CARDS // RARE)


@pytest.mark.django_db(transaction=True)
class TestTenThousandCards:
    @pytest.mark.slow
    def test_are_searched_by_index_and_shown_in_as_few_queries_as_one(
        self, analyzed_pack: Pack, client_of: ClientOf
    ) -> None:
        check_searches(analyzed_pack)
        check_finds(analyzed_pack)
        client = client_of("designer")
        pages = (
            "",
            "?view=table&sort=-/manaCost&f.manaCost=2-4",
            "?sort=name&page=200",
            "bulk/",
            "bulk/find/?node=stop",
        )

        report = [measured(client, f"/packs/core/{page}") for page in pages]
        many_requests = [asked(client, f"/packs/core/{page}") for page in pages]
        Card.objects.exclude(written_id="base.n00003").filter(pack=analyzed_pack).update(trashed_at="2026-01-01T00:00Z")
        readiness_fill(
            pack=analyzed_pack, limit=None
        )  # as the relay does: both packs are asked with their verdict kept

        assert many_requests == [asked(client, f"/packs/core/{page}") for page in pages]
        assert max(many_requests) <= 20, report
