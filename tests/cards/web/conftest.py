"""What tests of pages share: signed-in browsers, a pack with everything in it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from cards.models import Account
from cards.services.pack import PackForm, pack_edit
from cards.services.release import ReleaseOrder, release_publish
from cards.services.version import version_create
from tests.cards.conftest import ANYWAY, card_maker
from tests.cards.layers import Builder, Values
from tests.cards.web.world import World, make_monster, preview_of, result_of

ClientOf = Callable[[str], Client]


@pytest.fixture(autouse=True)
def no_memory() -> None:
    """Forget what an earlier test had counted."""
    cache.clear()


@pytest.fixture
def client_of(people: dict[str, Account]) -> ClientOf:
    """Return a client in which an account of that role is signed in; `anonymous` signs none in."""

    def open_as(role: str) -> Client:
        client = Client()
        if role != "anonymous":
            client.force_login(people[role])
        return client

    return open_as


def _world(layers: Values) -> World:
    pack, admin = layers["pack"], layers["admin"]
    make_card = card_maker(pack, admin)
    card = make_card("base.stone", texts={"zh": {"name": "小石头", "description": "对一个怪物造成 <b>5</b> 点伤害。"}})
    version_create(actor=admin, card=card, based_on=card.draft.etag, message="First")
    card.refresh_from_db()
    release = release_publish(
        actor=admin, pack=pack, order=ReleaseOrder("1.0.0", changelog={"en": "First.", "zh": "首次。"}, override=ANYWAY)
    )
    pack_edit(actor=admin, pack=pack, form=PackForm(name={"en": "Core", "zh": "核心"}, visibility="public"))
    unreadable = make_card("base.broken", name="Half a card")
    type(unreadable.draft).objects.filter(pk=unreadable.draft.pk).update(
        text='{"id": "base.broken",', document=None, sha256=None
    )
    failure = {"code": "lost", "message": {"en": "The worker was lost.", "zh": "工作进程丢失。"}}
    previews = {
        "finished": preview_of(card, 1, "finished", result_of("treasure")),
        "running": preview_of(card, 2, "running"),
        "queued": preview_of(card, 3, "queued"),
        "failed": preview_of(card, 4, "failed", failure=failure),
        "cancelled": preview_of(card, 5, "cancelled"),
        "exploration": preview_of(make_monster(make_card), 6, "finished", result_of("exploration")),
    }
    return World(pack, card, unreadable, release, previews)


@pytest.fixture(scope="module")
def builders(builders: dict[str, Builder]) -> dict[str, Builder]:
    """Return who writes each layer, here with a pack that has everything in it."""
    return {**builders, "world": _world}


@pytest.fixture
def world(layer_of: Callable[[str], Any], people: dict[str, Account]) -> World:
    """A pack that has everything in it; its releases are public."""
    world: World = layer_of("world")
    return world
