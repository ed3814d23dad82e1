"""A request that uses up its processor time ends alone, with nothing written, and says so in the visitor's language."""

from __future__ import annotations

import json
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection, transaction
from django.http import HttpRequest, HttpResponse
from django.template import engines
from django.test import RequestFactory
from django.utils import translation

from cards import budget
from cards.budget import CLOCK_INTERVAL, MAX_SECONDS, Budget, TooExpensive
from cards.gateway import rulesets, validation
from cards.gateway.budget import checked_by
from portal.request_budget import RequestBudget


class Clock:
    """A clock of a thread that a test moves."""

    def __init__(self) -> None:
        self.now = 7.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The clock of every budget that is made."""
    clock = Clock()
    monkeypatch.setattr("portal.request_budget.Budget", lambda seconds: Budget(MAX_SECONDS, clock))
    return clock


def answer(
    view: Callable[[HttpRequest], HttpResponse], path: str = "/api/v1/packs/", language: str = "en"
) -> HttpResponse:
    """Ask a view behind the budget."""
    request = RequestFactory().get(path, headers={"Accept-Language": language})
    return RequestBudget(view)(request)


class TestBudget:
    def test_ends_a_request_once_when_it_is_used_up(self) -> None:
        clock = Clock()
        mine = Budget(clock=clock)
        mine.look()
        clock.now += MAX_SECONDS + 0.1
        for _ in range(CLOCK_INTERVAL - 1):
            mine.check()
        with pytest.raises(TooExpensive):
            mine.check()
        for _ in range(2 * CLOCK_INTERVAL):
            mine.check()  # what cleans up goes on

    def test_counts_from_its_own_beginning(self) -> None:
        clock = Clock()
        clock.now = 900.0
        Budget(clock=clock).look()

    @pytest.mark.parametrize(("sql", "inside", "ends"), [
        ("SELECT 1", True, True), ("INSERT INTO a VALUES (1)", False, True), ("UPDATE a SET b = 1", True, False),
        ("  (select 1)", True, True), ("WITH x AS (DELETE FROM a RETURNING 1) SELECT 1", True, False),
    ])  # fmt: skip
    def test_ends_nothing_after_the_commit_of_a_write(self, sql: str, inside: bool, ends: bool) -> None:
        clock = Clock()
        mine = Budget(clock=clock)
        context = {"connection": SimpleNamespace(in_atomic_block=inside)}
        mine.execute(lambda *_: None, sql, None, False, context)
        mine.commit()
        clock.now += MAX_SECONDS + 1
        assert _is_ended(mine.look) is ends

    def test_is_looked_at_before_a_statement(self) -> None:
        clock, requests = Clock(), []
        mine = Budget(clock=clock)
        clock.now += MAX_SECONDS + 1
        context = {"connection": SimpleNamespace(in_atomic_block=True)}
        with pytest.raises(TooExpensive):
            mine.execute(lambda *_: requests.append(1), "SELECT 1", None, False, context)
        assert (requests, mine.has_written) == ([], False)


def _is_ended(look: Callable[[], None]) -> bool:
    try:
        look()
    except TooExpensive:
        return True
    return False


class TestAnswers:
    @pytest.mark.parametrize(("language", "word"), [("en", "Nothing was changed"), ("zh-hans", "没有任何改动")])
    def test_are_a_problem_for_programs(self, clock: Clock, language: str, word: str) -> None:
        response = answer(lambda _: _spend(clock), language=language)
        body = json.loads(response.content)

        assert (response.status_code, body["type"], body["status"]) == (503, "/problems/too-expensive", 503)
        assert word in body["detail"]

    @pytest.mark.parametrize(("language", "word"), [("en", "Nothing was changed"), ("zh-hans", "没有任何改动")])
    def test_are_a_page_for_people(self, clock: Clock, language: str, word: str) -> None:
        def view(request: HttpRequest) -> HttpResponse:
            request.user = AnonymousUser()
            request.LANGUAGE_CODE = language
            translation.activate(language)
            return _spend(clock)

        response = answer(view, "/packs/loom/")
        translation.deactivate()

        assert (response.status_code, response.headers["Content-Type"]) == (503, "text/html; charset=utf-8")
        assert word in response.content.decode()

    def test_of_others_are_theirs(self, clock: Clock) -> None:
        first = answer(lambda _: _spend(clock))
        second = answer(lambda _: HttpResponse("fine"))

        assert (first.status_code, second.status_code, second.content) == (503, 200, b"fine")

    def test_outside_of_a_request_nothing_is_ended(self) -> None:
        budget.checkpoint()
        assert budget.current() is None


def _spend(clock: Clock) -> HttpResponse:
    """Use up the budget, then reach a named point that nothing between it and the edge may take for an error that it knows."""
    clock.now += MAX_SECONDS + 1
    try:
        for _ in range(CLOCK_INTERVAL):
            budget.checkpoint()
    except Exception:  # noqa: BLE001  as a careless view would
        return HttpResponse("swallowed")
    return HttpResponse("went on")


class TestNamedPoints:
    def test_are_the_turns_of_a_loop_of_a_template(self, clock: Clock) -> None:
        template = engines["django"].from_string("{% for a in rows %}{{ forloop.counter }}{% empty %}none{% endfor %}")

        def view(_request: HttpRequest) -> HttpResponse:
            return HttpResponse(template.render({"rows": _rows(clock)}))

        assert template.render({"rows": "ab"}) == "12"
        assert template.render({"rows": ""}) == "none"
        assert answer(view).status_code == 503

    def test_of_the_engine_grow_with_the_text(self) -> None:
        """Twice the nodes are twice the points, for what normalises a card, checks its structure and its meaning."""
        few, many = _points(100), _points(200)

        assert many - few >= 3 * 100

    def test_of_the_engine_let_the_end_through(self) -> None:
        """Whichever point it is at, what is raised there reaches the caller."""
        count = _points(30)
        for no in range(1, count, max(1, count // 25)):
            assert _points(30, stop=no) == no


def _rows(clock: Clock) -> list[int]:
    clock.now += MAX_SECONDS + 1
    return list(range(2 * CLOCK_INTERVAL))


def _points(nodes: int, stop: int = 0) -> int:
    """Return how many points a check of a card with a number of nodes passes, or the number at which it was stopped."""
    count = 0

    def check() -> None:
        nonlocal count
        count += 1
        if count == stop:
            raise TooExpensive

    document = _card(nodes)
    text = json.dumps(document)
    with checked_by(check):
        try:
            validation.validate("wizards", text)
        except TooExpensive:
            assert stop
    return count


def _card(nodes: int) -> dict[str, Any]:
    """Return a shipped card with a number of effects."""
    document: dict[str, Any] = json.loads(rulesets.sample_pack("wizards").cards[0].text)
    return {**document, "behaviors": [{"at": "onPlay", "do": [{"type": "stop"}] * nodes}]}


@pytest.mark.django_db(transaction=True)
class TestTransactions:
    def test_are_rolled_back_when_the_budget_ends(self, clock: Clock) -> None:
        def view(_request: HttpRequest) -> HttpResponse:
            with transaction.atomic():
                _write("ended")
                clock.now += MAX_SECONDS + 1
                _write("never sent")
            raise AssertionError

        assert answer(view).status_code == 503
        assert _session_keys() == []

    def test_are_answered_for_once_they_are_committed(self, clock: Clock) -> None:
        def view(_request: HttpRequest) -> HttpResponse:
            with transaction.atomic():
                _write("kept")
            clock.now += MAX_SECONDS + 1
            assert _session_keys() == ["kept"]
            for _ in range(2 * CLOCK_INTERVAL):
                budget.checkpoint()
            return HttpResponse("kept")

        assert answer(view).content == b"kept"
        assert _session_keys() == ["kept"]


def _write(word: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO django_session (session_key, session_data, expire_date) VALUES (%s, '', now())", [word]
        )


def _session_keys() -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT session_key FROM django_session ORDER BY 1")
        return [key for (key,) in cursor.fetchall()]
