"""What programs and pages of other sites expect of every public read: a mark, a lifetime, leave to read, a redirect for a missing slash."""

from __future__ import annotations

from typing import Any

import pytest
from django.conf import LazySettings
from django.core.cache import caches
from django.test import Client

from cards.gateway import rulesets
from cards.models import Account, Pack
from cards.services.token import token_create
from tests.cards.api.caller import ROOT, Caller
from tests.cards.api.recording import operations
from tests.cards.matrix.world import address

pytestmark = pytest.mark.django_db
ORIGIN = {"Origin": "https://game.example"}


def public_reads() -> list[tuple[str, str]]:
    """Return the address of every read that needs no sign-in, by the name of its operation."""
    return [
        (name, address(route, "core", {"path": "manifest.json"}))
        for name, (route, operation) in operations().items()
        if operation.is_open and operation.method == "get" and name not in ("file-by-sha256", "release-file")
    ]


def test_every_public_read_has_a_mark_and_a_lifetime(public_pack: Pack) -> None:
    reads = public_reads()
    assert len(reads) > 15
    for name, url in reads:
        answer = Client().get(url, headers=ORIGIN)
        assert answer.status_code == 200, (name, answer.content[:200])
        assert "max-age" in answer.headers["Cache-Control"], name
        assert answer.headers["Access-Control-Allow-Origin"] == "*", name
        again = Client().get(url, headers={**ORIGIN, "If-None-Match": answer.headers["ETag"]})
        assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", answer.headers["ETag"]), name


def test_the_lists_of_a_release_never_change(public_pack: Pack) -> None:
    for rest in ("cards/", "files/"):
        answer = Client().get(f"{ROOT}packs/core/releases/1.0.0/{rest}")
        assert "immutable" in answer.headers["Cache-Control"]
        assert "Vary" not in answer.headers or "Cookie" not in answer.headers["Vary"]


def test_what_differs_by_reader_is_not_kept_for_others(public_pack: Pack, people: dict[str, Account]) -> None:
    member = Caller(people["viewer"])("GET", "packs/", status=200)
    assert member.headers["Cache-Control"].startswith("private")
    assert "Cookie" in Client().get(f"{ROOT}packs/").headers["Vary"]


def test_schemas_are_open_to_pages_of_other_sites() -> None:
    url = rulesets.schema_id("wizards")
    answer = Client().get(url, headers=ORIGIN)
    assert (answer.headers["Access-Control-Allow-Origin"], answer.headers["Cache-Control"]) == (
        "*",
        "public, max-age=300",
    )
    again = Client().get(url, headers={"If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.headers["Access-Control-Allow-Origin"]) == (304, "*")


def test_a_page_of_another_site_reads_a_private_pack_with_a_token(
    public_pack: Pack, people: dict[str, Account]
) -> None:
    _, secret = token_create(actor=people["viewer"], name="page", scopes=["read"], days=1)
    asked = Client().options(f"{ROOT}packs/core/cards/", headers=ORIGIN)
    for name in ("Authorization", "If-None-Match", "Content-Type"):
        assert name in asked.headers["Access-Control-Allow-Headers"]
    answer = Client().get(f"{ROOT}packs/core/cards/", headers={**ORIGIN, "Authorization": f"Bearer {secret}"})
    assert (answer.status_code, answer.headers["Access-Control-Allow-Origin"]) == (200, "*")


def test_a_page_of_another_site_looks_up_hashes_and_changes_nothing(public_pack: Pack) -> None:
    lookup = Client().options(f"{ROOT}files/lookup/", headers=ORIGIN)
    assert lookup.headers["Access-Control-Allow-Methods"] == "POST"
    answer = Client().post(f"{ROOT}files/lookup/", '{"digests": []}', content_type="application/json", headers=ORIGIN)
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert Client().options(f"{ROOT}packs/", headers=ORIGIN).headers["Access-Control-Allow-Methods"] == "GET, HEAD"


def test_a_missing_slash_leads_to_the_address(public_pack: Pack) -> None:
    answer = Client().get(f"{ROOT}packs/core/releases?limit=1")
    assert (answer.status_code, answer.headers["Location"]) == (308, f"{ROOT}packs/core/releases/?limit=1")
    assert Client().get(f"{ROOT}no/such/place").status_code == 404
    assert Client().get(f"{ROOT}no/such/place/").status_code == 404


def test_a_missing_scope_is_named(public_pack: Pack, people: dict[str, Account]) -> None:
    _, secret = token_create(actor=people["designer"], name="reader", scopes=["read"], days=1)
    headers = {"Authorization": f"Bearer {secret}", "Accept-Language": "en"}
    answer = Client().delete(f"{ROOT}packs/core/cards/base.stone/", headers=headers)
    assert answer.status_code == 403
    assert answer.json()["detail"].startswith("This token lacks `write`")


def test_what_is_left_is_said_and_304_is_not_counted(
    public_pack: Pack, people: dict[str, Account], settings: LazySettings
) -> None:
    caches["limits"].clear()
    settings.API_REQUESTS_PER_MINUTE = {"anonymous": 9, "read": 9, "write": 9}
    reader = Caller(people["viewer"])
    first: Any = reader("GET", "packs/core/cards/", status=200)
    assert first.headers["RateLimit"].startswith('"read";r=8;t=')
    assert first.headers["RateLimit-Policy"] == '"read";q=9;w=60'
    for _ in range(3):
        reader("GET", "packs/core/cards/", status=304, If_None_Match=first.headers["ETag"])
        reader("GET", "packs/core/releases/latest/", status=307)
    assert reader("GET", "packs/core/cards/", status=200).headers["RateLimit"].startswith('"read";r=7;t=')
