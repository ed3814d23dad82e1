"""Every GET of the portal asks the database as often for many rows as for few, and answers with no more than a page of them.

Rows of every kind are added (`many.py`), twice; a route, or a model, that is new joins by itself. The suite asks every other route, and the
others the next day. `make targets ONLY=LISTS` adds more rows, and asks each route twice, so that what it remembers is out of the comparison.
"""

from __future__ import annotations

from dataclasses import dataclass

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
from tests.cards.targets.figures import IS_WHOLE, note, size
from tests.sampling import sampled

MIN_ROWS = 55  # rows of each kind: more than a page
TIMES = size(short=1, whole=2)  # that each route is asked: the last time counts
SLACK = 1.25  # that a page may be longer for many rows
GROWTH = 1.1  # by which a page that shows every row is longer at least, whatever stands around the rows
MAX_QUERIES = 40  # of any route, with what the test itself asks: about three times what most need
OF_PACK = "a pack has a bounded number of them, which its service holds"
DOWNLOAD = "a file with everything, which somebody asks for by name"
DOCUMENT = "one document for programs with every card of a release, as the public contract has it"
CUT = "the first so many alone, more than this test has"
WHOLE: dict[str, str] = {
    "api:bulk-cards": DOCUMENT,
    "api:bulk-cards-in": DOCUMENT,
    "api:pack-export": DOWNLOAD,
    "api:review": f"threads, 200 at most (`THREADS_LIMIT`): {OF_PACK}",
    "cards:audit-file": DOWNLOAD,
    "cards:bulk-file": DOWNLOAD,
    "cards:bulk-sheet": DOWNLOAD,
    "cards:card-detail": f"scenarios, 250 at most (`OF_CARD`): {OF_PACK}",
    "cards:member-list": f"members in pages; open invitations, 200 at most (`OPEN_LIMIT`): {OF_PACK}",
    "cards:pack-export": DOWNLOAD,
    "cards:pack-import": f"mappings, 200 at most (`MAX_MAPPINGS`): {OF_PACK}",
    "cards:print": f"100 cards to choose from (`MAX_LISTED`): {CUT}",
    "cards:release-detail": f"cards in pages; 200 files (`FILES_SHOWN`): {CUT}",
    "cards:review-detail": f"threads, 200 at most (`THREADS_LIMIT`): {OF_PACK}",
    "cards:scenario-list": f"scenarios, 250 at most (`OF_CARD`): {OF_PACK}",
    "cards:signing-keys": "the keys of the portal, one for each time that an operator changed them",
    "cards:snippets": f"500 at most (`OF_PACK`): {OF_PACK}",
    "cards:text-export": DOWNLOAD,
    "cards:tokens": f"the newest 200 (`SHOWN`): {CUT}",
    "cards:webhooks": f"10 at most (`OF_PACK`): {OF_PACK}",
}
"""Routes that answer with everything, each with the reason."""


@dataclass(frozen=True)
class Answer:
    """What a route answered, in how many queries and bytes."""

    status: int
    queries: int
    size: int


def measured(world: World, row: Row) -> Answer:
    """Ask a route; return how it answers the last time."""
    actor = "operator" if row.least == "operator" else "admin"
    client = client_of(world, actor)
    for _ in range(TIMES):
        with CaptureQueriesContext(connection) as caught_queries_context:
            response = send(world, row, client, pack="core", actor=actor)
            body = b"".join(response.streaming_content) if response.streaming else response.content
    return Answer(response.status_code, len(caught_queries_context), len(body))


def answers_after(world: World, growth: Growth) -> dict[str, Answer]:
    """Return the answers once there are more rows, and the relay has checked them; of every other route, and of the others the next day."""
    growth.all()
    checks_want(pack=Pack.objects.get(slug="core"))
    while checks_fill():
        pass
    rows = [row for row in ROWS if row.method == "GET"]
    return {row.route: measured(world, row) for row in sampled(rows, of=2, whole=IS_WHOLE)}


@pytest.mark.django_db
def test_lists_are_shown_by_the_page() -> None:
    caches = {
        name: {**cache_settings, "OPTIONS": {"MAX_ENTRIES": 100_000}, "LOCATION": f"lists-{name}"}
        for name, cache_settings in settings.CACHES.items()
    }
    with override_settings(CACHES=caches), transaction.atomic():
        cache.clear()
        world = build()
        first = Growth(world, 1, MIN_ROWS)
        few_answers = answers_after(world, first)
        many_answers = answers_after(world, Growth(world, 2, size(short=MIN_ROWS + 5, whole=300)))
        cache.clear()
        transaction.set_rollback(True)
    sizes = {route: (few_answers[route].size, answer.size) for route, answer in many_answers.items()}
    long = {route: pair for route, pair in sizes.items() if pair[1] > SLACK * pair[0]}
    longer_table = {route: (few_answers[route].queries, answer.queries) for route, answer in many_answers.items()}
    statuses = {route: (few_answers[route].status, answer.status) for route, answer in many_answers.items()}
    kinds = {model.__name__ for model in apps.get_app_config("cards").get_models() if not model._meta.auto_created}
    note(
        "routes",
        {
            "queries of most": sorted(longer_table.items(), key=lambda cache_settings: -cache_settings[1][1])[:10],
            "longer": long,
        },
    )

    assert {route: pair for route, pair in statuses.items() if len(set(pair)) > 1 or max(pair) >= 500} == {}
    assert {route: pair for route, pair in longer_table.items() if pair[1] > min(pair[0], MAX_QUERIES)} == {}
    assert {route: pair for route, pair in long.items() if route not in WHOLE} == {}
    assert {
        route: sizes[route] for route in WHOLE.keys() & sizes.keys() if sizes[route][1] < GROWTH * sizes[route][0]
    } == {}
    assert kinds - first.grown == set(NOT_GROWN)
