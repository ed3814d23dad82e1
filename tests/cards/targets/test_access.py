"""T26, T27 and T47: no secret is in a dump of the database, and no one guesses faster by asking from many places at once,
nor locks its owner out."""

from __future__ import annotations

import re
import time

import pytest
from django.db import connection
from django.test import Client

from cards.models import Account, LoginThrottle, Pack
from cards.services.link import account_reset_request, invitation_create
from cards.services.token import token_create
from cards.services.webhook import webhook_create
from tests.cards.conftest import PASSWORD
from tests.cards.targets.figures import note, size, together

SECRET = re.compile(r"^(?:whsec_|clm_[^_]+_)")
"""What a secret begins with and may be shown; the rest may contain an underscore."""

MAX_GUESSES = 10
"""Guesses for an account in 15 minutes."""


@pytest.mark.django_db
def test_t26_no_table_has_a_secret_in_plain_text(admin: Account, pack: Pack) -> None:
    """Every row of every table is looked at as the text that a dump writes of it."""
    secrets = [
        token_create(actor=admin, name=str(no), scopes=["read"], days=1)[1] for no in range(size(short=3, whole=40))
    ]
    secrets += [invitation_create(actor=admin, email="new@example.org", pack=pack, role="viewer")]
    secrets += [
        account_reset_request(email=admin.email) or "",
        webhook_create(actor=admin, pack=pack, url="https://a.example/")[1],
    ]
    assert all(len(secret) >= 32 for secret in secrets)
    plain = [f"%{SECRET.sub('', secret)}%" for secret in secrets]
    assert all(len(pattern) > 20 for pattern in plain)
    with connection.cursor() as cursor:
        tables = connection.introspection.table_names(cursor)
        matches = []
        for table in tables:
            name = connection.ops.quote_name(table)
            cursor.execute(f"SELECT count(*) FROM {name} AS held WHERE held::text LIKE ANY (%s)", [plain])  # noqa: S608  a name of our own tables
            matches += [table] * cursor.fetchone()[0]
    note("T26", {"secrets": len(secrets), "tables": len(tables), "found": len(matches)})

    assert matches == []


@pytest.mark.django_db(transaction=True)
def test_t27_many_places_at_once_guess_no_faster(admin: Account) -> None:
    """Each guess names another place as its origin, which counts for nothing behind no trusted proxy."""
    attempts = size(short=14, whole=50)

    def guess(no: int) -> str:
        client = Client(headers={"X-Forwarded-For": f"203.0.113.{no}"})
        page = client.post("/sign-in/", {"email": admin.email, "password": f"wrong {no}"}).content.decode()
        return "refused" if "Too many" in page else "checked"

    outcomes = together([lambda no=no: guess(no) for no in range(attempts)])
    checked = outcomes.count("checked")
    note("T27", {"attempts at once": attempts, "passwords checked": checked})

    assert set(outcomes) == {"checked", "refused"}, outcomes
    assert checked == MAX_GUESSES
    assert sorted(LoginThrottle.objects.values_list("guesses", flat=True))[-1] >= MAX_GUESSES


@pytest.mark.django_db(transaction=True)
def test_t47_the_owner_gets_in_while_others_guess(admin: Account) -> None:
    """Wrong passwords come from a hundred networks at once; the owner has signed in before with this browser, and now comes from a new network."""
    owner = Client(REMOTE_ADDR="203.0.113.1")
    assert owner.post("/sign-in/", {"email": admin.email, "password": PASSWORD}).status_code == 302
    browser = owner.cookies["browser"].value
    threads, networks, turns = 10, size(short=1, whole=10), size(short=5, whole=100)
    took: list[float] = []

    def guess(no: int) -> list[int]:
        clients = [Client(REMOTE_ADDR=f"198.51.100.{no * networks + each}") for each in range(networks)]
        form = {"email": admin.email, "password": "wrong"}
        return [client.post("/sign-in/", form).status_code for _ in range(turns) for client in clients]

    def enter() -> list[int]:
        statuses = []
        for no in range(5):
            client = Client(REMOTE_ADDR=f"192.0.2.{no}")
            client.cookies["browser"] = browser
            began = time.monotonic()
            statuses.append(client.post("/sign-in/", {"email": admin.email, "password": PASSWORD}).status_code)
            took.append(time.monotonic() - began)
        return statuses

    answers = together([*(lambda no=no: guess(no) for no in range(threads)), enter])
    guessed_status = [status for answer in answers[:-1] for status in answer]
    note(
        "T47",
        {
            "guesses": len(guessed_status),
            "passwords checked": guessed_status.count(200),
            "slowest sign-in of the owner": round(max(took), 2),
        },
    )

    assert answers[-1] == [302] * 5
    assert (guessed_status.count(200), guessed_status.count(429)) == (
        MAX_GUESSES,
        threads * networks * turns - MAX_GUESSES,
    )
