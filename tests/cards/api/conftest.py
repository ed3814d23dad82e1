"""What the tests of the API share: a public pack with a release, and a private one beside it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import cache

from cards.models import Account, Pack
from cards.services.pack import PackForm, pack_create, pack_edit
from cards.services.release import ReleaseOrder, release_publish
from cards.services.version import version_create
from tests.cards.api.caller import Caller
from tests.cards.conftest import ANYWAY, RULESET, card_maker
from tests.cards.layers import Builder, Values


@pytest.fixture(autouse=True)
def no_memory() -> None:
    cache.clear()


def _release(layers: Values) -> Pack:
    pack, admin = layers["pack"], layers["admin"]
    for name in ("base.stone", "base.wand"):
        card = card_maker(pack, admin)(name, texts={"zh": {"name": "小石头"}})
        version_create(actor=admin, card=card, based_on=card.draft.etag, message="First")
    release_publish(
        actor=admin, pack=pack, order=ReleaseOrder("1.0.0", changelog={"en": "First.", "zh": "首次。"}, override=ANYWAY)
    )
    pack_edit(actor=admin, pack=pack, form=PackForm(name={"en": "Core", "zh": "核心"}, visibility="public"))
    pack_create(actor=admin, slug="secret", ruleset=RULESET, form=PackForm(name={"en": "Secret"}))
    return pack


@pytest.fixture(scope="module")
def builders(builders: dict[str, Builder]) -> dict[str, Builder]:
    """Return who writes each layer, here with a release."""
    return {**builders, "public_pack": _release}


@pytest.fixture
def public_pack(layer_of: Callable[[str], Any], people: dict[str, Account]) -> Pack:
    """A public pack with two cards, one release, and a private pack beside it."""
    pack: Pack = layer_of("public_pack")
    return pack


@pytest.fixture
def designer(people: dict[str, Account]) -> Caller:
    return Caller(people["designer"])


@pytest.fixture
def boss(people: dict[str, Account]) -> Caller:
    return Caller(people["admin"])
