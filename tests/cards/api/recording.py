"""One request of each operation and its answer, in the world of the table of permissions; those of the description are recorded so.

Requests are the table's; an operation whose row is refused there has one of its own here. What differs from run to run is replaced.
"""

from __future__ import annotations

import hashlib
import json
import re
import time
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple
from unittest import mock

import jwt
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.db import transaction
from django.test import Client

from cards.api import requests
from cards.api.docs import Bytes, Operation
from cards.api.urls import urlpatterns
from cards.models import Account
from cards.services import exchange
from tests.cards.matrix.test_matrix import ROWS, Row, filled
from tests.cards.matrix.world import World, address
from tests.cards.test_art import image

TIMES = re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|\+00:00)")
DIGESTS = re.compile(r"[0-9a-f]{64}")
SECRETS = re.compile(r"(clm_|whsec_|/invitation/)[\w+/=-]+")
IDENTITIES = re.compile(r"eyJ[\w.-]{20,}")
LENGTH = 2  # items of a list that an example shows
AT = "2026-11-28T08:00:00Z"


class Exchange(NamedTuple):
    """A request of an operation, and what came back."""

    operation: Operation
    request: Any
    response: Any


class Ask(NamedTuple):
    """A request that the table does not have; `first` are those that must come before it."""

    account: str
    method: str
    url: str
    body: Any = None
    first: tuple[Any, ...] = ()
    media: str = "application/json"


def _core(rest: str) -> str:
    return f"/api/v1/packs/core/{rest}"


_KEY = Ed25519PrivateKey.generate()


def _identity() -> str:
    """Return the identity of the job that the pack of the world trusts."""
    now = int(time.time())
    subject = "repo:studio/cards:ref:refs/heads/main"
    claims = {
        "iss": "https://ci.example.org",
        "sub": subject,
        "aud": "http://testserver",
        "jti": "1",
        "environment": "release",
    }
    return jwt.encode({**claims, "iat": now, "exp": now + 3600}, _KEY, "EdDSA", {"kid": "1"})


_VERSION = Ask("designer", "POST", _core("cards/base.stone/versions/"), {"message": "Cheaper"})
_YANK = Ask("publisher", "POST", _core("releases/1.0.0/yank/"), {"reason": {"en": "Wrong.", "zh": "有误。"}})
_ART = Ask("designer", "PUT", _core("cards/base.stone/art/"), image(), media="image/png")
OWN: Mapping[str, Ask] = {
    "review-request": Ask(
        "designer", "POST", _core("reviews/"), {"card": "base.stone", "version": 2, "title": "Cheaper"}, (_VERSION,)
    ),
    "review-withdraw": Ask("author@example.org", "POST", _core("reviews/1/withdraw/"), {}),
    "release-unyank": Ask(
        "publisher", "POST", _core("releases/1.0.0/unyank/"), {"reason": {"en": "Right.", "zh": "无误。"}}, (_YANK,)
    ),
    "release-publish": Ask(
        "admin",
        "POST",
        _core("releases/"),
        {"version": "1.1.0", "changelog": {"en": "Cheaper.", "zh": "更便宜。"}, "override": "A first test."},
        (_VERSION,),
    ),
    "art-set": _ART,
    "art": Ask("designer", "GET", _core("cards/base.stone/art/"), first=(_ART,)),
    "art-remove": Ask("designer", "DELETE", _core("cards/base.stone/art/"), first=(_ART,)),
    "files-lookup": Ask("viewer", "POST", "/api/v1/files/lookup/", {"digests": ["<digest>"]}),
    "validate": Ask("viewer", "POST", _core("validate/"), {"text": '{"id": "base.stone", "kind": "?"}'}),
    "publishing-token": Ask("viewer", "POST", "/api/v1/publishing-tokens/", {"pack": "core", "identity": _identity()}),
    "deck-create": Ask("designer", "POST", _core("decks/"), {"deck_id": "other", "name": "Other"}),
    "glossary": Ask("viewer", "GET", _core("glossary/")),
}


def operations() -> dict[str, tuple[str, Operation]]:
    """Return each operation by its name, with the route that it belongs to."""
    by_name = {}
    for pattern in urlpatterns:
        view = pattern.callback.cls  # type: ignore[attr-defined]  # what `as_view` sets
        for method in ("get", "post", "put", "patch", "delete"):
            operation = getattr(getattr(view, method, None), "operation", None)
            if isinstance(operation, Operation):
                by_name[operation.name] = (f"api:{pattern.name}", operation)
    return by_name


def exchanges(world: World) -> Iterator[Exchange]:
    """Send one request of each operation, and take back what it did."""
    rows = {(row.route, row.method): row for row in ROWS}
    for name, (route, operation) in operations().items():
        with transaction.atomic(), mock.patch.object(exchange, "issuer_key", lambda **rest: _KEY.public_key()):
            ask = OWN.get(name) or of_row(world, rows[route, operation.method.upper()])
            for before in ask.first:
                assert _send(world, before).status_code < 300, (name, before)
            response = _send(world, ask)
            transaction.set_rollback(True)
        yield Exchange(operation, None if isinstance(ask.body, bytes) else ask.body, response)


def of_row(world: World, row: Row) -> Ask:
    account = row.least if row.least not in ("anyone", "account") else "admin"
    changed = dict(part.split("=", 1) for part in row.changed.split(";") if part)
    url = address(row.route, "core", {name: filled(text, world, "core", account) for name, text in changed.items()})
    body = filled(row.body, world, "core", account)
    return Ask(account, row.method, url, json.loads(body) if body else None)


def _send(world: World, ask: Ask) -> Any:
    client = Client()
    client.force_login(world.accounts.get(ask.account) or Account.objects.get(email=ask.account))
    headers = {"If-Match": "*"}
    if ask.method == "GET":
        return client.get(ask.url)
    text = ask.body if isinstance(ask.body, bytes) else filled(json.dumps(ask.body), world, "core", ask.account)
    return client.generic(ask.method, ask.url, text, content_type=ask.media, headers=headers)


def recorded(world: World) -> dict[str, Any]:
    """Return the examples by operation: what was body, and what came back, both as JSON."""
    examples: dict[str, Any] = {}
    for operation, body, response in exchanges(world):
        example = {}
        if operation.name in requests.BODIES and operation.name not in requests.FILES:
            example["request"] = _example(json.loads(filled(json.dumps(body or {}), world, "core", "admin")))
        if not isinstance(operation.answer, Bytes) and operation.answer is not None:
            example["response"] = _example(json.loads(response.content)) if operation.name != "openapi" else OPENAPI
        if example:
            examples[operation.name] = example
    return examples


OPENAPI = {"openapi": "3.1.1", "info": {"title": "Cardloom", "version": "1.0.0"}, "paths": {}}
"""The description, which has itself as no example."""


def _example(value: Any) -> Any:
    """Return a value with short lists, and without what differs from run to run."""
    if isinstance(value, dict):
        return {name: _example(part) for name, part in value.items()}
    if isinstance(value, list):
        return [_example(part) for part in value[:LENGTH]]
    if not isinstance(value, str):
        return value
    text = SECRETS.sub(lambda secret: f"{secret[1]}…", IDENTITIES.sub("eyJ…", TIMES.sub(AT, value)))
    return DIGESTS.sub(lambda digest: hashlib.sha256(digest[0][:0].encode()).hexdigest(), text)
