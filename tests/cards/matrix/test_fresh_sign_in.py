"""No session that was confirmed too long ago publishes, yanks, lets people or programs in, or deletes: every address asks."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape

import pytest
from django.test import Client

from cards.fresh_sign_in import FRESH_ACTIONS
from cards.models import ApiToken
from cards.web.activity import WORDS
from cards.web.audit_words import OWN_WORDS
from cards.web.session_store import PROVED_KEY
from tests.cards.matrix.test_matrix import ROWS, send
from tests.cards.matrix.world import PASSWORD, World

FAMILIES = re.compile(r"(?:release|member|invitation|token|webhook|account|factor|program)\.|\w+\.purge")
WITHOUT = {
    "account.address_change": "by the link that was mailed",
    "account.address_request": "its form asks for the password",
    "account.company_join": "it is a sign-in",
    "account.company_refusal": "by the provider",
    "account.company_sign_out": "by the provider",
    "factor.passkey_rename": "a name opens nothing",
    "account.operator_set": "by the provider",
    "account.confirm": "it is the confirmation",
    "account.create": "by an invitation, or a command",
    "account.notification_choose": "opens nothing",
    "account.password_change": "its form asks for the password",
    "account.quota_set": "opens nothing",
    "account.reset_confirm": "by the link",
    "account.session_end": "closes, opens nothing",
    "account.sessions_end": "closes, opens nothing",
    "account.settings_save": "opens nothing",
    "account.sign_in": "it is the sign-in",
    "account.sign_out": "closes, opens nothing",
    "factor.ask_everywhere": "closes, opens nothing",
    "invitation.accept": "by the link",
    "program.exchange": "by a job, which has no session",
    "release.plan_save": "publishes nothing; with a time it does, and is refusing as publishing is",
    "release.schedule_failed": "by the relay",
}
"""Acts of these families that need no fresh sign-in, each with the reason."""
DEACTIVATION = replace(
    next(row for row in ROWS if (row.route, row.method) == ("cards:operator-accounts", "POST")),
    body='{"do": "deactivate", "account": "<account>"}',
)
OF_CARDS = ("read", "read write", "read preview", "read review")
"""Scopes of acts on what a pack holds."""
ELSEWHERE = {"cards:sign-out": "it ends the session", "cards:reset-request": "a stranger may do it as well"}
FIELD = r'<input type="hidden" name="([\w-]+)" value="([^"]*)">'
SOME_THAT_ASK = {
    "POST api:members", "POST api:releases", "POST api:tokens", "POST api:webhooks", "POST cards:member-list",
    "POST cards:operator-accounts", "POST cards:release-yank", "POST cards:tokens", "POST cards:webhooks",
}  # fmt: skip
"""Some of the addresses that ask, one at least of each family."""


def stale(world: World, role: str) -> Client:
    """Return a browser that was confirmed a long time ago."""
    client = Client()
    client.force_login(world.accounts[role])
    session = client.session
    session[PROVED_KEY] = 0
    session.save()
    return client


@pytest.fixture(autouse=True)
def five_minutes(settings: object) -> None:
    settings.FRESH_SIGN_IN_SECONDS = 300  # type: ignore[attr-defined]  # pytest-django's


def test_every_act_of_these_families_is_decided() -> None:
    acts = {act for act in {**WORDS, **OWN_WORDS} if FAMILIES.match(act)}

    assert acts - FRESH_ACTIONS == set(WITHOUT)
    assert set(FRESH_ACTIONS) <= {**WORDS, **OWN_WORDS}.keys()


@pytest.mark.django_db
def test_every_address_asks_a_stale_session_first(world: World) -> None:
    refusing, actions = set(), {}
    cookies = {actor: stale(world, actor).cookies.output(header="", sep=";") for actor in ("admin", "operator")}
    for row in (*ROWS, DEACTIVATION):
        if row.method == "GET" or row.route in ELSEWHERE or (row.is_api and row.scope in OF_CARDS):
            continue
        actor = "operator" if row.least == "operator" else "admin"
        client = Client()
        client.cookies.load(cookies[actor])
        response = send(world, row, client, pack="core", actor=actor)
        if (
            response.status_code == 403 and b"sign-in-too-old" in response.content
        ) or b"confirm-password" in response.content:
            refusing.add(f"{row.method} {row.route}")
        actions[f"{row.method} {row.route}"] = FRESH_ACTIONS & set(response.actions)

    assert {row: acts for row, acts in actions.items() if acts} == {}
    assert refusing >= SOME_THAT_ASK


@pytest.mark.django_db
def test_what_was_sent_is_carried_out_once_it_is_confirmed(world: World) -> None:
    client, order = stale(world, "admin"), {"name": 'build "server"', "scopes": ["read", "write"], "days": "30"}
    before = ApiToken.objects.count()

    page = client.post("/account/tokens/", order).content.decode()
    fields: dict[str, list[str]] = {}
    for name, value in re.findall(FIELD, page.partition("login__box")[2]):
        fields.setdefault(name, []).append(unescape(value))
    fields.pop("csrfmiddlewaretoken", None)
    assert fields == {name: value if isinstance(value, list) else [value] for name, value in order.items()}
    assert ApiToken.objects.count() == before

    wrong = client.post("/account/tokens/", {**fields, "confirm-password": "guess"}).content.decode()
    assert "This is not your current password." in wrong
    assert 'value="build &quot;server&quot;"' in wrong
    assert ApiToken.objects.count() == before

    assert "clm_" in client.post("/account/tokens/", {**fields, "confirm-password": PASSWORD}).content.decode()
    assert ApiToken.objects.latest("pk").name == 'build "server"'
    assert "clm_" in client.post("/account/tokens/", order).content.decode()  # confirmed for a while
    assert ApiToken.objects.count() == before + 2
