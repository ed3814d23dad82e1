"""Searches over 10,000 cards of a game, through the API: milliseconds of each query, printed by `make targets ONLY=SEARCH`; no part of the suite."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

import psycopg
import pytest
from django.test import Client

from cards.gateway import faces, rulesets
from cards.gateway.pack_names import card_kind
from cards.gateway.searching import card_words
from cards.models import Account, Card, Draft, Pack
from cards.search import search_text
from cards.services.pack import PackForm, pack_create
from engine.bench import calibration
from tests.cards.targets.figures import note
from tests.cards.test_where import ATTRIBUTES, NAMES_BY_QUERY

CARDS, BATCH_SIZE, RUNS, LIMIT_MS = 10_000, 2_000, 5, 100
STANDARD = 0.05  # seconds of the calibration that the limit is meant for
NAMES = ("Dusk’s Edge", "Mor-Dûn's Gate", "Weiße Straße")


def _rows(pack: Pack, admin: Account) -> Iterator[tuple[Card, Draft]]:
    """Yield rows of shipped cards under new ids, the first of them with the names that people look for."""
    shipped = [(json.loads(card.text), dict(card.texts)) for card in rulesets.sample_pack(pack.ruleset).cards]
    for number in range(CARDS):
        document, texts = shipped[number % len(shipped)]
        name = NAMES[number] if number < len(NAMES) else f"{document['name']} {number}"
        document = {**document, "id": f"{document['id']}-{number}", "name": name}
        text = json.dumps(document, ensure_ascii=False, indent=2)
        digest = hashlib.sha256(text.encode()).hexdigest()
        kind = card_kind(pack.ruleset, document)
        card = Card(pack=pack, written_id=document["id"], kind=kind, created_by=admin)
        words = card_words(faces.face(pack.ruleset, document, texts), document, texts)
        yield (
            card,
            Draft(
                card=card,
                text=text,
                texts=texts,
                document=document,
                source_sha=digest,
                sha256=digest,
                saved_by=admin,
                search=search_text(document["id"], words),
            ),
        )


def _fill(pack: Pack, admin: Account, owner_url: str) -> None:
    rows = list(_rows(pack, admin))
    Card.objects.bulk_create((card for card, _ in rows), batch_size=BATCH_SIZE)
    Draft.objects.bulk_create((draft for _, draft in rows), batch_size=BATCH_SIZE)
    with psycopg.connect(owner_url, autocommit=True) as owner:
        owner.execute(
            "VACUUM ANALYZE cards_card, cards_draft"
        )  # as autovacuum does: it empties the lists of new entries that indexes have


def _milliseconds(client: Client, url: str) -> tuple[int, float]:
    """Return how many cards the first page of an answer has, and the least time of several answers."""
    times, answer = [], client.get(url)
    for _ in range(RUNS):
        began = time.perf_counter()
        answer = client.get(url)
        times.append(1000 * (time.perf_counter() - began))
    return len(answer.json()["results"]), round(min(times), 1)


@pytest.mark.django_db(transaction=True)
def test_search_answers_in_time(admin: Account, owner_url: str, settings: Any) -> None:
    pack = pack_create(actor=admin, slug="halo", ruleset="halo", form=PackForm(name={"en": "Halo"}))
    _fill(pack, admin, owner_url)
    client = Client()
    client.force_login(admin)
    figures = {
        query: _milliseconds(client, f"/api/v1/packs/halo/cards/?{urlencode({'where': query, 'limit': 50})}")
        for query in ("", *NAMES_BY_QUERY, *ATTRIBUTES)
    }
    speed = min(calibration(time.process_time) for _ in range(RUNS))
    note("search", {"calibration s": speed, "cards, ms": figures})
    for query, (count, took) in figures.items():
        print(f"{took:8.1f} ms  {count:3} cards  {query}")

    assert all(count for count, _ in figures.values())
    assert {query: took for query, (_, took) in figures.items() if took * STANDARD / speed > LIMIT_MS} == {}
