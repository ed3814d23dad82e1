"""What tests of rows and services share: people of every role, a pack, cards."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from cards.gateway import rulesets
from cards.models import Account, Card, Membership, Pack, Role
from cards.services.card import card_create
from cards.services.pack import PackForm, pack_create

RULESET = "wizards"
PASSWORD = "correct horse battery"
ANYWAY = "A test publishes without previews."

MakeCard = Callable[..., Card]


@pytest.fixture
def owner_url(database: Any) -> str:
    """The address of the role that owns the tables, for what even it may not do."""
    return str(database.owner)


@pytest.fixture
def admin(db: None) -> Account:
    return Account.objects.create_user("admin@example.org", PASSWORD)


@pytest.fixture
def pack(admin: Account) -> Pack:
    form = PackForm(name={"en": "Core"}, approvals_needed=0)
    return pack_create(actor=admin, slug="core", ruleset=RULESET, form=form)


@pytest.fixture
def people(pack: Pack, admin: Account) -> dict[str, Account]:
    """One account per role, an operator, and a stranger."""
    made = {"admin": admin}
    for role in Role.values[:-1]:
        made[role] = Account.objects.create_user(f"{role}@example.org", PASSWORD)
        Membership.objects.create(pack=pack, account=made[role], role=role)
    made["operator"] = Account.objects.create_superuser("operator@example.org", PASSWORD)
    made["stranger"] = Account.objects.create_user("stranger@example.org", PASSWORD)
    return made


def card_text(written_id: str, **changes: Any) -> str:
    """Return the text of a valid card with some of its fields changed."""
    document = json.loads(rulesets.templates(RULESET)[0].text(written_id))
    return json.dumps({**document, **changes}, ensure_ascii=False, indent=2)


def rename_pack(pack: Pack, name: str) -> None:
    """Give a pack another name, so that its next release is not the last one again."""
    pack.name = {**pack.name, "en": name}
    pack.save(update_fields=["name"])


@pytest.fixture
def make_card(pack: Pack, admin: Account) -> MakeCard:
    """Make a card by the service, as the admin."""

    def make(written_id: str = "base.stone", texts: dict[str, Any] | None = None, **changes: Any) -> Card:
        return card_create(actor=admin, pack=pack, text=card_text(written_id, **changes), texts=texts)

    return make


@pytest.fixture
def card(make_card: MakeCard) -> Card:
    return make_card()
