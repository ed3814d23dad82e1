"""Every change writes exactly one audit event, in its own transaction; a service without a test here is found."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction

from cards import services
from cards.errors import Refusal, VersionExists
from cards.models import Account, AuditEvent, Card, Pack, Preview
from cards.queries.history import draft_get, revision_get, version_get
from cards.services.account import (
    account_create,
    account_deactivate,
    account_password_change,
    account_settings_save,
    account_sign_out,
)
from cards.services.audit import audit_record
from cards.services.card import card_copy, card_create, card_create_from_template, card_trash, card_untrash
from cards.services.draft import draft_save, revision_restore, version_restore
from cards.services.link import account_reset_request, invitation_accept, invitation_create
from cards.services.pack import PackForm, member_remove, member_set, pack_create, pack_edit
from cards.services.pack_import import Incoming, pack_import
from cards.services.preview_start import preview_cancel, preview_start
from cards.services.release import ReleaseOrder, release_plan_save, release_publish
from cards.services.version import version_create
from tests.cards.conftest import PASSWORD, RULESET, card_text

FORM = PackForm(name={"en": "Other"})


class Stage:
    """What the changes below act on: an admin, a pack, a stranger, and a card with one version."""

    def __init__(self, admin: Account, pack: Pack) -> None:
        self.admin, self.pack = admin, pack
        self.other = account_create(actor=None, email="other@example.org", password=PASSWORD)
        self.card = card_create(actor=admin, pack=pack, text=card_text("base.stone"))
        self.version = version_create(actor=admin, card=self.card, based_on=self.etag)

    @property
    def etag(self) -> str:
        return draft_get(card=self.card).etag

    def edit(self) -> None:
        text = card_text("base.stone", manaCost=7)
        draft_save(actor=self.admin, card=self.card, text=text, texts=None, based_on=self.etag)

    def loose_card(self) -> Card:
        return card_create(actor=self.admin, pack=self.pack, text=card_text("base.loose"))

    def preview(self) -> Preview:
        return preview_start(actor=self.admin, card=self.card)


Change = Callable[[Stage], Any]
PREPARED: dict[str, Change] = {
    "card_untrash": lambda on: card_trash(actor=on.admin, card=on.loose_card()),
    "card_trash": lambda on: on.loose_card(),
    "invitation_accept": lambda on: invitation_create(
        actor=on.admin, email=on.other.email, pack=on.pack, role="viewer"
    ),
    "member_remove": lambda on: member_set(actor=on.admin, pack=on.pack, account=on.other, role="viewer"),
    "version_create": lambda on: on.edit(),
    "version_restore": lambda on: on.edit(),
    "revision_restore": lambda on: on.edit(),
    "preview_cancel": lambda on: on.preview(),
}
"""The preparation of a change; its result is passed on."""

CHANGES: dict[str, Callable[[Stage, Any], Any]] = {
    "account_create": lambda on, _: account_create(actor=on.admin, email="new@example.org"),
    "account_deactivate": lambda on, _: account_deactivate(actor=on.admin, account=on.other),
    "account_password_change": lambda on, _: account_password_change(
        actor=on.admin, current=PASSWORD, new="another long password"
    ),
    "account_reset_request": lambda on, _: account_reset_request(actor=on.admin, email=on.other.email),
    "account_settings_save": lambda on, _: account_settings_save(
        actor=on.admin, name="A", language="zh", theme="dark", single_keys=True
    ),
    "account_sign_out": lambda on, _: account_sign_out(actor=on.admin),
    "card_copy": lambda on, _: card_copy(actor=on.admin, pack=on.pack, source=on.card, written_id="base.copy"),
    "card_create": lambda on, _: card_create(actor=on.admin, pack=on.pack, text=card_text("base.new")),
    "card_create_from_template": lambda on, _: card_create_from_template(
        actor=on.admin, pack=on.pack, template="spell", written_id="base.new"
    ),
    "card_trash": lambda on, card: card_trash(actor=on.admin, card=card),
    "card_untrash": lambda on, card: card_untrash(actor=on.admin, card=card),
    "draft_save": lambda on, _: on.edit(),
    "invitation_accept": lambda on, token: invitation_accept(actor=on.other, token=token),
    "invitation_create": lambda on, _: invitation_create(
        actor=on.admin, email="new@example.org", pack=on.pack, role="viewer"
    ),
    "member_remove": lambda on, _: member_remove(actor=on.admin, pack=on.pack, account=on.other),
    "member_set": lambda on, _: member_set(actor=on.admin, pack=on.pack, account=on.other, role="viewer"),
    "pack_create": lambda on, _: pack_create(actor=on.admin, slug="other", ruleset=RULESET, form=FORM),
    "pack_edit": lambda on, _: pack_edit(actor=on.admin, pack=on.pack, form=FORM),
    "pack_import": lambda on, _: pack_import(
        actor=on.admin, pack=on.pack, cards=[Incoming(card_text("base.a")), Incoming(card_text("base.b"))]
    ),
    "preview_cancel": lambda on, preview: preview_cancel(actor=on.admin, preview=preview),
    "preview_start": lambda on, _: on.preview(),
    "release_plan_save": lambda on, _: release_plan_save(actor=on.admin, pack=on.pack, order=ReleaseOrder("1.2.0")),
    "release_publish": lambda on, _: release_publish(actor=on.admin, pack=on.pack, order=ReleaseOrder("1.0.0")),
    "revision_restore": lambda on, _: revision_restore(
        actor=on.admin, card=on.card, revision=revision_get(card=on.card, number=1), based_on=on.etag
    ),
    "version_create": lambda on, _: version_create(actor=on.admin, card=on.card, based_on=on.etag),
    "version_restore": lambda on, _: version_restore(
        actor=on.admin, card=on.card, version=version_get(card=on.card, number=1), based_on=on.etag
    ),
}
ITS_OWN_RECORD = {"draft_save"}  # the revision is the record


@pytest.fixture
def stage(admin: Account, pack: Pack) -> Stage:
    return Stage(admin, pack)


def services_with_an_actor() -> set[str]:
    """Return the public functions of all services that somebody calls in their own name."""
    found = set()
    for module in pkgutil.iter_modules(services.__path__, "cards.services."):
        for name, function in inspect.getmembers(importlib.import_module(module.name), inspect.isfunction):
            is_public = function.__module__ == module.name and not name.startswith("_")
            if is_public and "actor" in inspect.signature(function).parameters:
                found.add(name)
    return found - {"audit_record"}


class TestEveryService:
    def test_is_in_the_table(self) -> None:
        assert services_with_an_actor() == set(CHANGES)

    @pytest.mark.parametrize("name", sorted(CHANGES))
    def test_leaves_one_event(self, stage: Stage, name: str) -> None:
        prepared = PREPARED[name](stage) if name in PREPARED else None
        before = AuditEvent.objects.count()
        CHANGES[name](stage, prepared)
        events = list(AuditEvent.objects.order_by("pk")[before:])

        assert len(events) == (0 if name in ITS_OWN_RECORD else 1)
        assert all(event.actor_id in {stage.admin.pk, stage.other.pk} for event in events)


class TestAuditRecord:
    def test_goes_with_the_deed_that_fails(self, stage: Stage) -> None:
        release_publish(actor=stage.admin, pack=stage.pack, order=ReleaseOrder("1.0.0"))
        before = AuditEvent.objects.count()
        with pytest.raises(VersionExists):
            release_publish(actor=stage.admin, pack=stage.pack, order=ReleaseOrder("1.0.0"))

        assert AuditEvent.objects.count() == before

    def test_of_a_refused_deed_is_not_written(self, stage: Stage) -> None:
        before = AuditEvent.objects.count()
        for change in (
            lambda: pack_edit(actor=stage.other, pack=stage.pack, form=FORM),
            lambda: card_create(actor=stage.other, pack=stage.pack, text="{}"),
            lambda: release_publish(actor=stage.other, pack=stage.pack, order=ReleaseOrder("1.0.0")),
        ):
            with pytest.raises(Refusal):
                change()

        assert AuditEvent.objects.count() == before

    @pytest.mark.django_db(transaction=True)
    def test_refuses_to_stand_outside_a_transaction(self, admin: Account) -> None:
        with pytest.raises(RuntimeError):
            audit_record(actor=admin, action="pack.create")
        with transaction.atomic():
            audit_record(actor=admin, action="pack.create")

        assert AuditEvent.objects.count() == 1
