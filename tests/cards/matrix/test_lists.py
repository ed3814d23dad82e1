"""Every GET of the portal asks the database as often for many rows as for few, and answers with no more than a page of them.

Rows of every kind are added (`many.py`), twice; a route, or a model, that is new joins by itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings
from django.core.cache import cache
from django.db import connection, transaction
from django.test import override_settings
from django.test.utils import CaptureQueriesContext

from cards.models import Pack
from cards.services.checks import checks_fill
from cards.services.checks_wanted import checks_want
from tests.cards.matrix.many import NOT_GROWN, Growth
from tests.cards.matrix.test_matrix import ROWS, Row, send
from tests.cards.matrix.world import World, build, client_of

FEW, MORE = 55, 60  # rows of each kind: more than a page, and twice as many
SLACK = 1.25  # that a page may be longer for it
MORE_QUERIES: dict[str, str] = {}
"""Routes that ask more often for more rows, each with the reason."""
WHOLE: dict[str, str] = {}
"""Routes that answer with everything, each with the reason."""


@dataclass(frozen=True)
class Answer:
    """What a route answered, in how many queries and bytes."""

    status: int
    queries: int
    size: int


@dataclass(frozen=True)
class Tried:
    """The answers of every route to few rows and to many, and the models of which there were many."""

    answers: dict[str, list[Answer]]
    models: set[str]

    def pairs(self) -> Iterator[tuple[str, Answer, Answer]]:
        """Yield each route with its two answers."""
        for route, (few, many) in self.answers.items():
            yield route, few, many


@pytest.fixture(scope="module")
def tried(django_db_setup: None, django_db_blocker: Any) -> Iterator[Tried]:
    """Try every route in a world with few rows of every kind, and with many."""
    caches = {
        name: {**each, "OPTIONS": {"MAX_ENTRIES": 100_000}, "LOCATION": f"lists-{name}"}
        for name, each in settings.CACHES.items()
    }
    with override_settings(CACHES=caches), django_db_blocker.unblock(), transaction.atomic():
        cache.clear()
        world = build()
        found = Tried({}, set())
        for step, count in ((1, FEW), (2, MORE)):
            found.models.update(Growth(world, step, count).all())
            checks_want(pack=Pack.objects.get(slug="core"))
            while checks_fill():  # as the relay does
                pass
            for row in (row for row in ROWS if row.method == "GET"):
                found.answers.setdefault(row.route, []).append(measured(world, row))
        cache.clear()
        yield found
        transaction.set_rollback(True)


def measured(world: World, row: Row) -> Answer:
    """Ask a route twice; return how it answers once what it works out is remembered."""
    actor = "operator" if row.least == "operator" else "admin"
    client = client_of(world, actor)
    for _ in range(2):
        with CaptureQueriesContext(connection) as caught:
            response = send(world, row, client, pack="core", actor=actor)
            body = b"".join(response.streaming_content) if response.streaming else response.content
    return Answer(response.status_code, len(caught), len(body))


class TestEveryRoute:
    def test_asks_as_often_for_many_rows_as_for_few(self, tried: Tried) -> None:
        more = {route: (few.queries, many.queries) for route, few, many in tried.pairs() if many.queries > few.queries}

        assert {route: each for route, each in more.items() if route not in MORE_QUERIES} == {}
        assert set(MORE_QUERIES) <= set(more)

    def test_answers_with_a_page(self, tried: Tried) -> None:
        long = {route: (few.size, many.size) for route, few, many in tried.pairs() if many.size > SLACK * few.size}

        assert {route: each for route, each in long.items() if route not in WHOLE} == {}
        assert set(WHOLE) <= set(long)

    def test_is_answered_as_before(self, tried: Tried) -> None:
        statuses = {route: (few.status, many.status) for route, few, many in tried.pairs()}

        assert {route: pair for route, pair in statuses.items() if len(set(pair)) > 1 or max(pair) >= 500} == {}

    def test_was_tried_with_many_rows_of_every_kind(self, tried: Tried) -> None:
        kinds = {model.__name__ for model in apps.get_app_config("cards").get_models() if not model._meta.auto_created}

        assert kinds - tried.models == set(NOT_GROWN)
