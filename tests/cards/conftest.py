"""What tests of rows and services share: people of every role, a pack, cards."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import groupby
from typing import Any

import pytest
from django.core.signals import request_finished
from django.db import close_old_connections
from django.http.response import HttpResponseBase
from django.test import Client

from cards.gateway import rulesets
from cards.models import Account, Card, Membership, Pack, Role
from cards.services.card import card_create
from cards.services.pack import PackForm, pack_create
from tests.cards import signing_in
from tests.cards.layers import Builder, Layers, Snapshots, Values, build

RULESET = "wizards"
PASSWORD = "correct horse battery"
ANYWAY = "A test publishes without previews."

COMMITTING = frozenset(("transactional_db", "live_server", "django_db_reset_sequences"))
"""Fixtures that make a test commit."""

LAYERS = ("admin", "pack", "people", "card", "world", "public_pack")
"""The layers of all folders, each after those that it lies on; those of a module come after them."""

MakeCard = Callable[..., Card]
LayerOf = Callable[[str], Any]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the tests that need the same layers of their module one after the other, so that each layer is written once."""
    items[:] = [item for _, group in groupby(items, key=_run) for item in sorted(group, key=_depth_first)]


def _run(item: pytest.Item) -> tuple[object, bool]:
    return getattr(item, "module", None), commits(item)


def _depth_first(item: pytest.Item) -> list[int]:
    """Return the places of a test's layers among those that there are, empty where its module adds none; tests in this order need each once."""
    own = getattr(getattr(item, "module", None), "LAYERS", ())
    needed = needed_by(item)
    return [place for place, name in enumerate([*LAYERS, *own]) if name in needed] if own else []


@pytest.fixture(autouse=True)
def closed_streams(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Close what a test was sent as a stream and did not read; its file would stay open until the test in which garbage is collected."""
    streams: list[HttpResponseBase] = []
    request = Client.request

    def recorded(client: Client, **environ: Any) -> Any:
        response = request(client, **environ)
        if response.streaming:
            streams.append(response)
        return response

    monkeypatch.setattr(Client, "request", recorded)
    yield
    request_finished.disconnect(close_old_connections)
    try:
        for response in streams:
            response.close()
    finally:
        request_finished.connect(close_old_connections)


@pytest.fixture(autouse=True)
def quick_sign_ins(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sign accounts in by two rows."""
    monkeypatch.setattr(Client, "force_login", signing_in.force_login)


@pytest.fixture
def owner_url(database: Any) -> str:
    """The address of the role that owns the tables, for what even it may not do."""
    return str(database.owner)


def _admin(layers: Values) -> Account:
    return Account.objects.create_user("admin@example.org", PASSWORD)


def _pack(layers: Values) -> Pack:
    form = PackForm(name={"en": "Core"}, approvals_needed=0)
    return pack_create(actor=layers["admin"], slug="core", ruleset=RULESET, form=form)


def _people(layers: Values) -> dict[str, Account]:
    accounts = {"admin": layers["admin"]}
    for role in Role.values[:-1]:
        accounts[role] = Account.objects.create_user(f"{role}@example.org", PASSWORD)
        Membership.objects.create(pack=layers["pack"], account=accounts[role], role=role)
    accounts["operator"] = Account.objects.create_superuser("operator@example.org", PASSWORD)
    accounts["stranger"] = Account.objects.create_user("stranger@example.org", PASSWORD)
    return accounts


def _card(layers: Values) -> Card:
    return card_maker(layers["pack"], layers["admin"])()


@pytest.fixture(scope="module")
def builders() -> dict[str, Builder]:
    """Return who writes each layer, the lowest first; a folder may add layers on top."""
    return {"admin": _admin, "pack": _pack, "people": _people, "card": _card}


@pytest.fixture(scope="module")
def all_builders(request: pytest.FixtureRequest, builders: dict[str, Builder]) -> dict[str, Builder]:
    """Return who writes each layer, those of the module itself (`LAYERS`) on top."""
    return {**builders, **getattr(request.module, "LAYERS", {})}


@pytest.fixture(scope="module")
def snapshots() -> Snapshots:
    """The committed layers of this module; they are forgotten after its last test."""
    return {}


@pytest.fixture(scope="module")
def layers(django_db_setup: None, django_db_blocker: pytest.DjangoDbBlocker) -> Iterator[Layers]:
    """The layers of this module; they are gone after its last test."""
    layers = Layers()
    yield layers
    with django_db_blocker.unblock():
        layers.clear()


@pytest.fixture
def layer_values(
    request: pytest.FixtureRequest,
    all_builders: dict[str, Builder],
    layers: Layers,
    django_db_blocker: pytest.DjangoDbBlocker,
) -> Values:
    """Write the layers that a test asks for, before its own savepoint is set; return their values.

    A test that commits gets none here: nothing may lie below it.
    """
    with django_db_blocker.unblock():
        if commits(request.node):
            layers.clear()
            return {}
        needed = needed_by(request.node)
        return layers.arrange(all_builders, [name for name in all_builders if name in needed])


@pytest.fixture
def _django_db_helper(layer_values: Values, _django_db_helper: None) -> None:
    """Set pytest-django's savepoint, or empty the tables after a test that commits, on top of the layers."""


def commits(item: pytest.Item) -> bool:
    """Return whether a test commits what it writes; pytest-django decides by the same signs."""
    marker = item.get_closest_marker("django_db")
    return bool(marker and marker.kwargs.get("transaction")) or bool(COMMITTING & needed_by(item))


def needed_by(item: pytest.Item) -> set[str]:
    """Return the fixtures that a test needs; a parameter of a test may have the name of a layer."""
    params = item.callspec.params if hasattr(item, "callspec") else {}
    return set(getattr(item, "fixturenames", ())) - set(params)


@pytest.fixture
def layer_of(
    request: pytest.FixtureRequest,
    db: None,
    database: Any,
    all_builders: dict[str, Builder],
    layer_values: Values,
    snapshots: Snapshots,
) -> LayerOf:
    """Return the value of a layer; a test that commits has it written here."""
    values = layer_values
    if commits(request.node):
        needed = needed_by(request.node)
        values = build(all_builders, [name for name in all_builders if name in needed], snapshots, str(database.owner))
    return values.__getitem__


@pytest.fixture
def admin(layer_of: LayerOf) -> Account:
    account: Account = layer_of("admin")
    return account


@pytest.fixture
def pack(layer_of: LayerOf, admin: Account) -> Pack:
    pack: Pack = layer_of("pack")
    return pack


@pytest.fixture
def people(layer_of: LayerOf, pack: Pack, admin: Account) -> dict[str, Account]:
    """One account per role, an operator, and a stranger."""
    accounts: dict[str, Account] = layer_of("people")
    return accounts


def card_text(written_id: str, **changes: Any) -> str:
    """Return the text of a valid card with some of its fields changed."""
    document = json.loads(rulesets.templates(RULESET)[0].text(written_id))
    return json.dumps({**document, **changes}, ensure_ascii=False, indent=2)


def rename_pack(pack: Pack, name: str) -> None:
    """Give a pack another name, so that its next release is not the last one again."""
    pack.name = {**pack.name, "en": name}
    pack.save(update_fields=["name"])


def card_maker(pack: Pack, admin: Account) -> MakeCard:
    """Return a function that makes a card of a pack by the service, as the admin."""

    def make(written_id: str = "base.stone", texts: dict[str, Any] | None = None, **changes: Any) -> Card:
        return card_create(actor=admin, pack=pack, text=card_text(written_id, **changes), texts=texts)

    return make


@pytest.fixture
def make_card(pack: Pack, admin: Account) -> MakeCard:
    """Make a card by the service, as the admin."""
    return card_maker(pack, admin)


@pytest.fixture
def card(layer_of: LayerOf, pack: Pack) -> Card:
    card: Card = layer_of("card")
    return card
