"""Every address, method, kind of person and way to sign in, against the table; one event per request that changes something.

A row says who may: `least` is the lowest role (`anyone`, `account`, a role, `operator`); `public` whether strangers may too, of a public
pack; `scope` which scopes a token needs (`-`: no token will do); `status` what those who may are answered; `events` how many events of the audit that
writes; `refused`, where it is not 403, what a member of too low a role is answered. `changed` are parts of the address that are not those of every row, `based_on` is whose ETag the request quotes, `body` what it sends:
JSON to the API and to the editor's own addresses, a form to a page.
"""

from __future__ import annotations

import csv
import json
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from cards.models import AuditEvent
from cards.models.account import TokenScope
from tests.cards.matrix.world import (
    ACTORS,
    MEMBERS,
    OF_ACTOR,
    RANKS,
    SERVICE,
    World,
    address,
    arguments,
    client_of,
    routes,
)
from tests.sampling import DAY

TABLE = Path(__file__).with_name("permissions.csv")
ALL = " ".join(TokenScope.values)
SIGN_IN = "/sign-in/"


REVISION = "the revision is the record"
STORES_NOTHING = "stores nothing"
REFUSAL = "this row's request is refused; the service behind it has a test of its own"
SILENT = {
    "PUT api:draft": REVISION,
    "PUT api:scenario": REVISION,
    "PUT api:deck": REVISION,
    "POST cards:card-detail": REVISION,
    "PUT cards:card-draft": REVISION,
    "POST cards:text-save": REVISION,
    "POST cards:deck-detail": REVISION,
    "POST api:scenarios-run": "a result is derived from what it ran on",
    "POST cards:card-presence": "who looks at a card is forgotten after a minute",
    "POST api:releases": "its gates are closed; tests/cards/api/test_release_plan.py publishes",
    "POST api:validate": STORES_NOTHING,
    "POST api:pack-check": STORES_NOTHING,
    "POST api:deck-validate": STORES_NOTHING,
    "POST api:files-lookup": STORES_NOTHING,
    "POST api:publishing-tokens": REFUSAL,
    "POST cards:card-validate": STORES_NOTHING,
    "POST cards:card-scope": STORES_NOTHING,
    "POST cards:card-lift-out": REFUSAL,
    "POST cards:print": STORES_NOTHING,
    "POST cards:bulk-check": STORES_NOTHING,
    **{f"{method} api:nowhere": STORES_NOTHING for method in ("POST", "PUT", "PATCH", "DELETE")},
    "POST cards:card-play": "the plan is another; tests/cards/web/test_playing.py begins matches",
    "POST cards:match-play": "no match of the world's preview; as above",
    "POST cards:seat": "no link of the world's; tests/cards/web/test_seats.py takes some",
    "DELETE api:match": "only who plays a match removes it; tests/cards/web/test_playtests.py removes one",
    "POST cards:match-detail": "only who plays a match answers in it; as above",
    "POST cards:pairs-new": "a card without suspected partners; tests/cards/web/test_pairs_pages.py starts a measurement",
    "POST cards:security": "a secret is stored once its digits are typed; tests/cards/web/test_second_factor.py does",
    "POST cards:company-sign-out": "there is no provider; tests/cards/web/test_company_sign_in.py has one",
    "POST cards:sign-in-passkey": "browsers know none at the tests' address; tests/cards/web/test_passkeys.py has one",
    "POST cards:sign-in-step": "without a right password before it, it leads there",
    "POST cards:preview-match": "no match of the world's preview; tests/cards/web/test_moments.py keeps a step of one",
    "POST cards:review-new": REFUSAL,
    "POST api:release-unyank": REFUSAL,
    "POST cards:pack-import": REFUSAL,
    "POST cards:card-new": REFUSAL,
    "POST cards:card-art": REFUSAL,
    "PUT api:art": REFUSAL,
    "DELETE api:art": REFUSAL,
    "POST cards:card-texts": REFUSAL,
    "POST cards:text-import": REFUSAL,
    "POST cards:text-bulk": REFUSAL,
    "POST cards:bulk-write": REFUSAL,
    "POST cards:bulk-csv": REFUSAL,
    "POST cards:bulk-undo": REFUSAL,
    "POST cards:versus": REFUSAL,
    "POST api:reviews": REFUSAL,
    "POST api:review-withdraw": "only who asked for the review, or wrote the version, takes it back",
    "POST cards:sweep-new": REFUSAL,
    "POST cards:sweep-cancel": REFUSAL,
    "POST cards:sweep-accept": REFUSAL,
    "POST cards:tune-new": REFUSAL,
    "POST api:experiment-price": STORES_NOTHING,
    "POST api:experiment-cancel": "one that is over stays as it is; tests/cards/api/test_experiments.py ends one",
}
"""Requests other than GET that write no event, each with the reason."""


WRITES = re.compile(r"\s*(?:INSERT|UPDATE|DELETE|TRUNCATE|MERGE|COPY)\b", re.IGNORECASE)
WHOLE = os.environ.get("MATRIX") == "whole"
"""Whether each row is asked by every kind of person; the suite leaves out some of those on either side of the bound."""


@dataclass(frozen=True)
class Row:
    """One line of the table."""

    route: str
    method: str
    least: str
    public: str
    scope: str
    status: str
    refused: str
    events: str
    changed: str
    based_on: str
    body: str

    @property
    def is_api(self) -> bool:
        """Return whether a program may be the caller."""
        return self.route.startswith("api:")

    def allows(self, actor: str, *, pack: str) -> bool:
        """Return whether a person may, in a pack of theirs (`core`), a public one of others (`open`) or neither (`secret`)."""
        if RANKS[self.least] <= RANKS["account"] or pack == "core" or actor == "operator":
            return OF_ACTOR[actor] >= RANKS[self.least]
        return pack == "open" and (self.public == "yes" or (self.public == "account" and actor != "anonymous"))


with TABLE.open(encoding="utf-8", newline="") as file:
    ROWS = [Row(**row) for row in csv.DictReader(file)]


@pytest.fixture(scope="module")
def used_world(world: World) -> World:
    """The world once every session and token of it was used: that is written at most once in a while."""
    for actor in ACTORS:
        client_of(world, actor).get("/account/")
    for token in world.tokens.values():
        Client().get("/api/v1/me/", headers={"Authorization": f"Bearer {token}"})
    return replace(world, events=AuditEvent.objects.count())


def askers(row: Row) -> tuple[str, ...]:
    """Return who asks for a row in their own pack: the highest who may not, the lowest who may, and one more on either side.

    Every row has another one more than the row before it, and another each day, so that all have asked within a few days; MATRIX=whole asks as everyone.
    """
    place = ROWS.index(row) + DAY
    may = [actor for actor in ACTORS if row.allows(actor, pack="core")]
    may_not = [actor for actor in ACTORS if actor not in may]
    chosen = {*may_not[-1:], *may[:1], *_in_turn(may_not[:-1], place), *_in_turn(may[1:], place)}
    return tuple(actor for actor in ACTORS if WHOLE or actor in chosen)


def _in_turn(actors: list[str], place: int) -> list[str]:
    """Return the one whose turn it is."""
    return [actors[place % len(actors)]] if actors else []


def bearers(row: Row) -> tuple[str, ...]:
    """Return who asks for a row with a token: a stranger, the highest member who may not and the lowest account that may; the operator does for each scope."""
    accounts = [actor for actor in ACTORS if actor != "anonymous"]
    forbidden = [actor for actor in accounts if not row.allows(actor, pack="core")]
    may = [actor for actor in accounts if actor not in forbidden]
    return tuple(actor for actor in accounts if WHOLE or actor in {"stranger", *forbidden[-1:], *may[:1]})


def scopes(row: Row) -> list[str]:
    """Return the scopes of which each is tried alone: that of the row, the first of the others, which only reads, and one more, another each day."""
    others = [scope for scope in TokenScope.values if scope != row.scope]
    chosen = {row.scope, others[0], *_in_turn(others[1:], ROWS.index(row) + DAY)}
    return [scope for scope in TokenScope.values if WHOLE or scope in chosen]


def send(world: World, row: Row, client: Client, *, pack: str, actor: str = "", **headers: str) -> Any:
    """Send the request of a row, and take back what it did; a request that only looks must store nothing (T25)."""
    if row.method != "GET":
        return _send(world, row, client, pack=pack, actor=actor, **headers)
    with CaptureQueriesContext(connection) as queries:
        response = _send(world, row, client, pack=pack, actor=actor, **headers)
    assert [query["sql"][:200] for query in queries if WRITES.match(query["sql"])] == [], f"{actor} in {pack} looks"
    return response


def _send(world: World, row: Row, client: Client, *, pack: str, actor: str, **headers: str) -> Any:
    changed = dict(part.split("=", 1) for part in row.changed.split(";") if part)
    changed = {name: filled(value, world, pack, actor) for name, value in changed.items()}
    if row.based_on:
        headers["If-Match"] = f'"{world.names[f"{pack}.tag of {row.based_on}"]}"'
    body = filled(row.body, world, pack, actor)
    is_json = row.is_api or body.startswith("json ")
    data: Any = body.removeprefix("json ") if is_json else json.loads(body or "{}")
    media = {"content_type": "application/json"} if is_json else {}
    url = address(row.route, pack, changed)
    before = 0 if row.method == "GET" else world.events or AuditEvent.objects.count()
    with transaction.atomic():
        if row.method == "GET":
            response = client.get(url, headers=headers)
        elif is_json:
            response = client.generic(row.method, url, data, headers=headers, **media)
        else:
            response = client.generic(
                row.method, url, _form(data), content_type="application/x-www-form-urlencoded", headers=headers
            )
        written = () if row.method == "GET" else AuditEvent.objects.order_by("pk").values_list("action", flat=True)
        response.actions = list(written[before:])  # `send` looks at what a GET writes
        response.events = len(response.actions)
        transaction.set_rollback(True)
    return response


def _form(data: dict[str, Any]) -> str:
    return urlencode(data, doseq=True)


def filled(text: str, world: World, pack: str, actor: str) -> str:
    """Put the names of this world into a text: `<member>`, `<own token>`, `<invitation>`."""
    somebody = actor if actor in world.accounts else "admin"
    for name, value in world.names.items():
        own = name.removeprefix(f"{pack}.").replace(f"token of {somebody}", "own token")
        text = text.replace(f"<{own}>", value)
    return text


def answered(response: Any) -> str:
    """Return the status of an answer, `in` where it is the way to the sign-in."""
    target = response.headers.get("Location", "")
    return "in" if response.status_code == 302 and target.startswith(SIGN_IN) else str(response.status_code)


def check(row: Row, response: Any, *, allowed: bool, known: bool, signed_in: bool, why: str) -> None:
    """Compare an answer with the table: those who may get its status and write its events, the others learn nothing."""
    status = answered(response)
    if allowed:
        content = b"" if response.streaming else response.content[:300]
        assert status in row.status.split("/"), (why, status, content)
        assert str(response.events) in row.events.split("/"), (why, response.events)
        return
    assert response.events == 0, why
    if not signed_in:
        assert status in ("in", "401", "404"), (why, status)
    elif row.least == "operator" or not known:
        assert status == "404", (why, status)
    else:
        assert status == (row.refused or "403"), (why, status)


def _two_of(visits: list[tuple[str, str]], place: int) -> list[tuple[str, str]]:
    """Return all visits but the one whose turn to be left out it is."""
    return [visit for number, visit in enumerate(visits) if number != place % len(visits)]


def _visits(row: Row) -> Iterator[tuple[str, str]]:
    """Yield who asks for a row, and in which pack; where nothing of the request is of a pack, once for each."""
    for actor in askers(row):
        yield actor, "core"
    if not is_of_a_pack(row):
        return
    visits = [("anonymous", "open"), ("stranger", "open"), ("anonymous", "secret")]
    yield from [*visits, ("admin", "open")] if WHOLE else _two_of(visits, ROWS.index(row) + DAY)
    yield "admin", "secret"


def is_of_a_pack(row: Row) -> bool:
    """Return whether the request of a row differs from pack to pack: it names the pack, or something of it."""
    return "pack" in arguments(row.route) or "<" in f"{row.changed}{row.body}" or bool(row.based_on)


class TestTheTable:
    def test_has_a_row_for_every_route_and_method(self) -> None:
        rows = [(row.route, row.method) for row in ROWS]
        assert sorted(set(routes()) - set(rows)) == []
        assert sorted(set(rows) - set(routes())) == []
        assert len(rows) == len(set(rows))

    def test_every_change_writes_one_event_or_says_why_not(self) -> None:
        silent = {f"{row.method} {row.route}" for row in ROWS if row.method != "GET" and row.events == "0"}
        assert silent == set(SILENT)


class TestAServiceAccount:
    def test_never_approves_publishes_or_manages_and_knows_no_other_pack(self, used_world: World) -> None:
        """Every request that changes something for which a role above a designer's is needed, and all of another pack."""
        bearer = {"Authorization": f"Bearer {used_world.tokens[SERVICE, '']}"}

        def answers(rows: list[Row], pack: str) -> dict[str, tuple[str, int]]:
            sent = {f"{row.method} {row.route}": send(used_world, row, Client(), pack=pack, **bearer) for row in rows}
            return {name: (answered(response), response.events) for name, response in sent.items()}

        writes = [row for row in ROWS if row.is_api and row.method != "GET"]
        high = [row for row in writes if RANKS[row.least] >= RANKS["reviewer"] and row.least != "operator"]
        low = [row for row in writes if RANKS[row.least] == RANKS["designer"]]
        successes = [name for name, (status, _) in answers(low, "core").items() if status.startswith("2")]
        abroad = answers([row for row in ROWS if "pack" in arguments(row.route) and row.is_api], "secret")
        alone = [row for row in writes if row.least == "account"]

        assert {"POST api:releases", "POST api:review-decide", "POST api:release-yank"} <= {
            f"{row.method} {row.route}" for row in high
        }
        assert set(answers([*high, *alone], "core").values()) == {("403", 0)}
        assert len(successes) > len(low) / 2, "it works as a designer does"
        assert {answer[0] for answer in abroad.values()} <= {"403", "404"}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.method} {row.route}")
class TestEveryRow:
    def test_by_session(self, used_world: World, row: Row) -> None:
        for actor, pack in _visits(row):
            mine = "core" if pack == "core" or (pack == "open" and actor in MEMBERS) else pack
            response = send(used_world, row, client_of(used_world, actor), pack=pack, actor=actor)
            check(
                row,
                response,
                allowed=row.allows(actor, pack=mine),
                known=mine == "core" and actor in MEMBERS,
                signed_in=actor != "anonymous",
                why=f"{actor} in {pack}",
            )

    def test_by_token(self, used_world: World, row: Row) -> None:
        if not row.is_api:
            response = send(
                used_world, row, Client(), pack="core", Authorization=f"Bearer {used_world.tokens['admin', ALL]}"
            )
            check(row, response, allowed=row.least == "anyone", known=False, signed_in=False, why="a page")
            return
        for actor in bearers(row):
            bearer = {"Authorization": f"Bearer {used_world.tokens[actor, ALL]}"}
            response = send(used_world, row, Client(), pack="core", actor=actor, **bearer)
            may = row.allows(actor, pack="core")
            if row.scope == "-":
                status = answered(response)
                assert status == "403" or (status == "404" and not may), (actor, status)
                assert response.events == 0, actor
            else:
                known = actor in MEMBERS
                check(row, response, allowed=may, known=known, signed_in=True, why=f"{actor} by token")
        for scope in scopes(row):
            response = send(
                used_world, row, Client(), pack="core", actor="operator",
                Authorization=f"Bearer {used_world.tokens['operator', scope]}",
            )  # fmt: skip
            if row.scope == scope:
                assert answered(response) in row.status.split("/"), scope
            else:
                assert (answered(response), response.events) == ("403", 0), scope
