"""Every operation through the client that openapi-python-client makes of the saved document: what it parses is what the portal sent, value by value.

`make contract` makes the client and names its folder in CONTRACT_CLIENT. Requests are those of the examples, sent with a token over the
portal's whole stack; entry is taken back.
"""

from __future__ import annotations

import importlib
import io
import json
import os
import re
import sys
from collections.abc import Iterator
from typing import Any, get_args, get_type_hints

import httpx
import pytest
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, transaction
from django.urls import resolve

from cards.api.docs import Operation
from cards.models import Account
from cards.models.account import TokenScope
from cards.services.token import token_create
from portal.wsgi import application
from tests.cards.api.contract import DOCUMENT
from tests.cards.api.recording import OWN, Ask, of_row, operations
from tests.cards.matrix.test_matrix import ROWS, filled
from tests.cards.matrix.world import World, build

sys.path.insert(0, os.environ["CONTRACT_CLIENT"])
from cardloom_client import AuthenticatedClient, models, types  # type: ignore[import-not-found]  # made by a generator
from cardloom_client.types import File  # type: ignore[import-not-found]  # as above

OPERATIONS = operations()
FOR_SESSIONS = {
    name
    for name, (_, operation) in OPERATIONS.items()
    if name in ("tokens", "token-create", "token-revoke", "audit-everywhere")
    or name in ("program-create", "program-remove", "program-take-over", "program-token")
}
"""Operations that no token may do."""
OF_ISSUERS = {"publishing-token"}
"""Operations that ask the issuer of an identity, which is another machine."""
NAMES = {"import": "import_"}
"""What the generator calls an operation whose name is a word of Python."""
MOMENT = re.compile(r"(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(?:\.(\d+))?(?:Z|\+00:00)")


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    """The world of the permissions' table, gone afterwards."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield build()
        transaction.set_rollback(True)


def ask_of(world: World, name: str) -> Ask:
    """Return the request of an operation."""
    route, operation = OPERATIONS[name]
    row = next(row for row in ROWS if (row.route, row.method) == (route, operation.method.upper()))
    return OWN.get(name) or of_row(world, row)


def module_of(name: str, operation: Operation) -> Any:
    """Return the module of the client for an operation."""
    (tag,) = next(
        entry["tags"]
        for methods in DOCUMENT["paths"].values()
        for entry in methods.values()
        if entry["operationId"] == name
    )
    return importlib.import_module(f"cardloom_client.api.{tag}.{NAMES.get(name, name.replace('-', '_'))}")


def whole_stack(environ: Any, start_response: Any) -> list[bytes]:
    """Answer as the portal does, on the connection of the test, whose transaction holds the world."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    try:
        body = application(environ, start_response)
        try:
            return [b"".join(body)]
        finally:
            body.close()
    finally:
        for signal in (request_started, request_finished):
            signal.connect(close_old_connections)


def client_for(world: World, who: str) -> AuthenticatedClient:
    """Return a client that sends a token of an account with every scope, through the portal's whole stack."""
    account = world.accounts.get(who) or Account.objects.get(email=who)
    _, secret = token_create(actor=account, name="contract", scopes=TokenScope.values, days=1)
    transport = httpx.WSGITransport(app=whole_stack)
    return AuthenticatedClient("http://testserver", secret, httpx_args={"transport": transport}, follow_redirects=True)


def body_of(world: World, ask: Ask, module: Any) -> Any:
    """Return the body as the model of the client that holds all of it."""
    if isinstance(ask.body, bytes):
        return File(payload=io.BytesIO(ask.body))
    value = json.loads(filled(json.dumps(ask.body), world, "core", ask.account))
    hint = get_type_hints(module.sync_detailed, vars(module), vars(types)).get("body")
    for kind in get_args(hint) or (hint,):
        if kind is File or "BytesIO" in str(kind):
            return File(payload=io.BytesIO(json.dumps(value).encode()))
        if not hasattr(kind, "from_dict") or kind.__name__ == "Unset":
            continue
        try:
            model = kind.from_dict(value)
        except (KeyError, TypeError, ValueError):
            continue
        if model.to_dict() == value and not getattr(model, "additional_properties", None):
            return model
    raise AssertionError((hint, value))


def send(world: World, ask: Ask, name: str) -> Any:
    """Send a request with the client, and return its answer."""
    operation = OPERATIONS[name][1]
    module = module_of(name, operation)
    values: dict[str, Any] = dict(resolve(ask.url).kwargs)
    hints = get_type_hints(module.sync_detailed, vars(module), vars(types))
    for part, value in values.items():
        if hasattr(hints.get(part), "__members__"):
            values[part] = hints[part](value)
    if "if_match" in hints:
        values["if_match"] = "*"
    if "body" in hints:
        values["body"] = body_of(world, ask, module)
    return module.sync_detailed(**values, client=client_for(world, ask.account))


def same(value: Any) -> Any:
    """Return a JSON value with its times written in one way."""
    if isinstance(value, dict):
        return {name: same(part) for name, part in value.items()}
    if isinstance(value, list):
        return [same(part) for part in value]
    if isinstance(value, str):
        return MOMENT.sub(lambda at: f"{at[1]}.{(at[2] or '').ljust(6, '0')}Z", value)
    return value


@pytest.mark.parametrize("name", sorted(set(OPERATIONS) - FOR_SESSIONS - OF_ISSUERS))
def test_what_the_client_reads_is_what_was_sent(world: World, name: str) -> None:
    ask, operation = ask_of(world, name), OPERATIONS[name][1]
    with transaction.atomic():
        for before in ask.first:
            route = next(entry for entry in OPERATIONS if _is_for(before, entry))
            assert send(world, before, route).status_code < 300, before
        answer = send(world, ask, name)
        transaction.set_rollback(True)
    assert answer.status_code in (operation.status, operation.other_status), answer.content
    if operation.answer is None:
        assert (answer.parsed, answer.content) == (None, b"")
    elif isinstance(answer.parsed, File):
        assert answer.parsed.payload.read() == answer.content
    elif isinstance(answer.parsed, str):
        assert answer.parsed == answer.content.decode()
    else:
        assert answer.parsed is not None
        assert same(answer.parsed.to_dict()) == same(json.loads(answer.content))


def _is_for(ask: Ask, name: str) -> bool:
    route, operation = OPERATIONS[name]
    match = resolve(ask.url)
    return operation.method.upper() == ask.method and f"api:{match.url_name}" == route


def test_values_are_those_of_the_rows(world: World) -> None:
    """A client that lost every member would still give back what it read; these are compared with what was written."""
    read = client_for(world, "viewer")

    def get(name: str, **values: Any) -> Any:
        return module_of(name, OPERATIONS[name][1]).sync(client=read, **values)

    pack, draft = get("pack", pack="core"), get("draft", pack="core", card="base.stone")
    assert (pack.name.en, pack.visibility, pack.role, pack.latest) == ("core", "private", "viewer", "1.0.0")
    assert (draft.card, draft.document.id, draft.problems, draft.revision > 0) == (
        "base.stone",
        "base.stone",
        [],
        True,
    )
    version = get("version", pack="core", card="base.stone", number=1)
    assert (version.number, version.document.id) == (1, "base.stone")
    assert [entry.number for entry in get("versions", pack="core", card="base.stone").results] == [1]
    cards = get("release-cards", pack="core", version="latest").results
    assert [card.id for card in cards] == ["base.stone", "base.wand"]
    card = get("release-card", pack="core", version="1.0.0", card="base.stone")
    assert (card.document.id, card.sha256) == ("base.stone", cards[0].sha256)
    manifest = get("manifest", pack="core", version="1.0.0")
    assert next((entry.id, entry.version, entry.sha256) for entry in manifest.cards) == (
        "base.stone",
        1,
        cards[0].sha256,
    )
    preview = get("preview", pack="core", number=1)
    assert (preview.state, preview.result.format_) == ("finished", "preview-result/2")
    missing = get("card", pack="core", card="base.none")
    assert isinstance(missing, models.Refusal)
    assert (missing.status, missing.type_) == (404, "/problems/not-found")
