"""A game whose code fails, or does not end, while the portal uses it: the request, job or preview says where, and all else goes on."""

from __future__ import annotations

import shutil
import sys
import threading
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory
from django.utils import timezone

from cards import tasks
from cards.gateway import faces
from cards.models import Preview, PreviewChunk
from cards.services.previews.claim import Lease
from engine import api
from portal.overruns import Overruns
from portal.request_budget import RequestBudget
from tests.cards.matrix.test_matrix import ROWS, Row, answered
from tests.cards.matrix.test_matrix import _send as send
from tests.cards.matrix.world import World, build, client_of
from tests.engine.third_ruleset import FOLDER, NAME
from tests.sampling import sampled

FAULTY_CODE = """

from dataclasses import fields, replace

FAILING = []


def fails(function):
    def call(*arguments, **options):
        if FAILING:
            FAILING.append(function)
            raise ZeroDivisionError("planted")
        return function(*arguments, **options)

    return call


def with_faults(value):
    functions = {field.name: getattr(value, field.name) for field in fields(value)}
    return replace(value, **{name: fails(function) for name, function in functions.items() if callable(function)})


def calls(function):
    return function()


def never_ends():
    n = 0
    while True:
        n += 1


RULESET = with_faults(replace(RULESET, experiment=with_faults(RULESET.experiment)))
"""
"""Makes every function that the game declares fail once FAILING has an entry, and notes which were called."""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """The module of a game that can be made to fail, in a folder of its own on the search path."""
    folder = tmp_path_factory.mktemp("games")
    shutil.copytree(FOLDER / NAME, folder / NAME)
    with (folder / NAME / "__init__.py").open("a", encoding="utf-8") as file:
        file.write(FAULTY_CODE)
    api.search_rulesets([folder])
    assert api.load_failures() == ()
    try:
        yield sys.modules[f"engine.rulesets.{NAME}"]
    finally:
        api.search_rulesets([])


@pytest.fixture(scope="module")
def world(game: Any, django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    with django_db_blocker.unblock(), transaction.atomic():
        yield build(NAME)
        transaction.set_rollback(True)


@pytest.fixture
def failing(game: Any) -> Iterator[list[Any]]:
    game.FAILING.append("begin")
    yield game.FAILING
    game.FAILING.clear()


def wrong_answer(world: World, row: Row) -> str:
    """Return the fault of the answer to a row, which is as ever or names the place in the game's code."""
    actor = "operator" if row.least == "operator" else "admin"
    client = client_of(world, actor)
    client.raise_request_exception = False
    response = send(world, row, client, pack="core", actor=actor)
    status = answered(response)
    content = b"" if response.streaming else response.content
    has_place = status == "409" and f"{NAME}/__init__.py:".encode() in content
    return "" if has_place or int(status.replace("in", "302")) < 500 else f"{row.method} {row.route}: {status}"


class TestAGameThatFailsInUse:
    def test_harms_no_address(self, world: World, failing: list[Any]) -> None:
        """A quarter of them a day."""
        assert [wrong for row in sampled(ROWS, of=4) if (wrong := wrong_answer(world, row))] == []
        assert len(failing) > 1, "none of its functions was called"

    @pytest.mark.parametrize(
        ("language", "words"),
        [("en", "The game raid failed at raid/__init__.py:"), ("zh", "游戏规则 raid 在 raid/__init__.py:")],
    )
    def test_is_named_with_its_place(self, world: World, failing: list[Any], language: str, words: str) -> None:
        client = client_of(world, "admin")
        client.post("/preferences/", {"language": language})
        page = client.get("/packs/core/cards/base.stone/play/", follow=True)
        verdict = client.post(
            "/api/v1/packs/core/validate/",
            {"text": '{"id": "base.new"}'},
            content_type="application/json",
            headers={"Accept-Language": language},
        )

        assert [(answer.status_code, words in answer.content.decode()) for answer in (page, verdict)] == [
            (409, True)
        ] * 2
        assert (verdict.json()["type"], words in verdict.json()["detail"]) == ("/problems/game-failed", True)

    def test_has_plain_faces_in_lists(self, failing: list[Any]) -> None:
        drawn = faces.face(NAME, {"id": "base.stone", "name": "Stone"})
        assert (drawn["id"], drawn["name"]["en"]) == ("base.stone", "Stone")


@pytest.mark.parametrize(
    ("error", "words"),
    [(ZeroDivisionError("planted"), "ZeroDivisionError: planted"), (tasks.TooLong(60), "占用处理器超过 60 秒")],
)
def test_a_chunk_in_which_a_game_fails_ends_its_preview_at_once(
    world: World, game: Any, monkeypatch: pytest.MonkeyPatch, error: Exception, words: str
) -> None:
    preview = Preview.objects.filter(pack__ruleset=NAME).earliest("pk")
    Preview.objects.filter(pk=preview.pk).update(state="running")
    chunk = PreviewChunk.objects.create(
        preview=preview, no=990, state="running", lease_id=uuid4(), lease_until=timezone.now()
    )
    monkeypatch.setattr(tasks, "_allow_cpu", lambda *seconds: None)  # the limit would be that of the tests' own process

    def fail() -> None:
        raise error

    monkeypatch.setattr(tasks, "chunk_play", lambda lease: game.calls(fail))
    tasks._run(Lease(chunk.lease_id, chunk.pk, preview.pk, chunk.no))
    preview.refresh_from_db()

    assert (preview.state, preview.failure["code"]) == ("failed", "game-failed")
    message = preview.failure["message"]["zh"]
    assert f"{NAME}/__init__.py:" in message and message.endswith(f"{words}。") and "TooLong" not in message


def test_a_request_in_which_a_game_does_not_end_is_ended_alone(game: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("portal.overruns.MAX_GAME_SECONDS", 0.05)
    overruns, answers = Overruns(lambda: pytest.fail("the process is stopped")), []

    def view(_request: HttpRequest) -> HttpResponse:
        game.never_ends()
        return HttpResponse("ended")

    def work() -> None:
        request = RequestFactory().get("/api/v1/packs/", headers={"Accept-Language": "en"})
        with overruns.watched({"REQUEST_METHOD": "GET", "PATH_INFO": "/"}):
            answers.append(RequestBudget(view)(request))

    thread = threading.Thread(target=work)
    thread.start()
    while thread.is_alive():
        overruns.look()
        thread.join(0.05)
    [answer] = answers

    assert answer.status_code == 409
    assert f"{NAME}/__init__.py:" in answer.content.decode() and "does not come to an end" in answer.content.decode()
