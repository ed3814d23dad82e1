"""A game that cannot be loaded any more: every address of a portal with packs of it answers, and the packs say what is the matter."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction

from engine import api
from tests.cards.matrix.test_matrix import ROWS, Row, answered
from tests.cards.matrix.test_matrix import _send as send
from tests.cards.matrix.world import World, build, client_of
from tests.engine.third_ruleset import NAME, on_the_path
from tests.sampling import sampled


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    """A world in packs of a game that was there when they were made."""
    with django_db_blocker.unblock(), transaction.atomic():
        with on_the_path():
            world = build(NAME)
        yield world
        transaction.set_rollback(True)


OTHERWISE = {("cards:card-play", "302")}
"""Reads that are answered in another way: no hand can be played, which the page that they lead to says."""


def actor_of(row: Row) -> str:
    return "operator" if row.least == "operator" else "admin"


def wrong_answer(world: World, row: Row) -> str:
    """Return the fault of the answer to a row: a read is answered as ever, a write too, or it is refused for the game."""
    client = client_of(world, actor_of(row))
    client.raise_request_exception = False
    response = send(world, row, client, pack="core", actor=actor_of(row))
    status = answered(response)
    missing = status == "409" and b"game-missing" in response.content
    if status in row.status.split("/") or (missing and row.method != "GET") or (row.route, status) in OTHERWISE:
        return ""
    return f"{row.method} {row.route}: {status}"


class TestAGameThatIsGone:
    def test_harms_no_address(self, world: World) -> None:
        """Every other one, and the others the next day."""
        assert NAME not in [info.name for info in api.rulesets()]
        assert [wrong for row in sampled(ROWS, of=2) if (wrong := wrong_answer(world, row))] == []

    def test_is_named_on_its_pages_in_both_languages(self, world: World) -> None:
        client = client_of(world, "admin")
        for language, sentence in (
            ("en", "The game of this pack, raid, is missing"),
            ("zh", "此卡包的游戏规则 raid 缺失"),
        ):
            client.post("/preferences/", {"language": language})
            for page in (
                "",
                "cards/base.stone/",
                "cards/base.stone/scenarios/",
                "decks/",
                "decks/1/",
                "releases/",
                "previews/1/",
                "health/",
            ):
                assert sentence in client.get(f"/packs/core/{page}").content.decode(), (language, page)

    def test_keeps_its_texts(self, world: World) -> None:
        client = client_of(world, "admin")
        card = client.get("/packs/core/cards/base.stone/").content.decode()
        export = client.get("/api/v1/packs/core/export.zip")

        assert "core base.stone" in card
        assert export.status_code == 200

    def test_refuses_what_needs_it(self, world: World) -> None:
        client = client_of(world, "admin")
        body = {"pack": "core-two", "ruleset": NAME, "name": {"en": "Two"}}
        creation = client.post(
            "/api/v1/packs/", body, content_type="application/json", headers={"Accept-Language": "zh"}
        )
        verdict = client.post(
            "/api/v1/packs/core/validate/",
            {"text": "{}"},
            content_type="application/json",
            headers={"Accept-Language": "zh"},
        )

        assert creation.status_code == 400
        assert (verdict.status_code, verdict.json()["type"].rstrip("/").rsplit("/", 1)[1]) == (409, "game-missing")
        assert "无法载入游戏规则 raid" in verdict.json()["detail"]

    def test_is_told_to_the_operator(self, world: World, tmp_path: Path) -> None:
        (tmp_path / "broken").mkdir()
        (tmp_path / "broken" / "__init__.py").write_text("import no_such_module\n")
        api.search_rulesets([tmp_path])
        try:
            page = client_of(world, "operator").get("/operator/").content.decode()
            ready = client_of(world, "anonymous").get("/readyz").json()
        finally:
            api.search_rulesets([])

        assert f"{tmp_path}/broken/__init__.py:1" in page
        assert ready["checks"]["games"] == "degraded"
