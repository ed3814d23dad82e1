"""Who else is on a card, through the client."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from cards.models import Account, Card
from tests.cards.web.conftest import ClientOf

URL = "/packs/core/cards/base.stone/presence/"


def beat(client: Client, **body: Any) -> Any:
    return client.post(URL, json.dumps(body), content_type="application/json")


def people_of(answer: Any) -> list[tuple[str, str]]:
    return [(each["name"], each["pointer"]) for each in answer.json()["people"]]


class TestPresence:
    def test_shows_each_the_other_and_where(
        self, card: Card, accounts: dict[str, Account], client_of: ClientOf
    ) -> None:
        assert people_of(beat(client_of("designer"), pointer="/manaCost")) == []

        assert people_of(beat(client_of("reviewer"), pointer="/name")) == [("Dee", "/manaCost")]
        assert people_of(beat(client_of("designer"), pointer="/id")) == [("Rae", "/name")]

    def test_forgets_who_left(self, card: Card, accounts: dict[str, Account], client_of: ClientOf) -> None:
        beat(client_of("designer"), pointer="")
        beat(client_of("designer"), leaving=True)

        assert people_of(beat(client_of("reviewer"), pointer="")) == []

    def test_is_of_one_card(self, card: Card, make_card: Any, client_of: ClientOf) -> None:
        make_card("base.other")
        beat(client_of("designer"), pointer="")

        other = client_of("reviewer").post(URL.replace("stone", "other"), "{}", content_type="application/json")

        assert people_of(other) == []

    def test_writes_nothing_and_asks_little(self, card: Card, client_of: ClientOf) -> None:
        client = client_of("designer")
        beat(client, pointer="")

        with CaptureQueriesContext(connection) as queries:
            beat(client, pointer="/name")

        said = [query["sql"].split()[0] for query in queries if not query["sql"].startswith(("SAVEPOINT", "RELEASE"))]
        assert set(said) == {"SELECT"}
        assert len(said) <= 5

    @pytest.mark.parametrize(("role", "status"), [("anonymous", 401), ("stranger", 404), ("viewer", 200)])
    def test_is_for_members(self, card: Card, client_of: ClientOf, role: str, status: int) -> None:
        assert beat(client_of(role), pointer="").status_code == status

    @pytest.mark.parametrize("pointer", [7, None, "x" * 501])
    def test_refuses_what_is_no_pointer(self, card: Card, client_of: ClientOf, pointer: Any) -> None:
        assert beat(client_of("viewer"), pointer=pointer).status_code == 400


@pytest.fixture
def accounts(people: dict[str, Account]) -> dict[str, Account]:
    """Give two people names."""
    for role, name in (("designer", "Dee"), ("reviewer", "Rae")):
        Account.objects.filter(pk=people[role].pk).update(name=name)
    return people
