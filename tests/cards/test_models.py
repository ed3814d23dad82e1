"""Rows: what the database itself refuses, to the app's role and to the owner of the tables."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

import psycopg
import pytest
from django.db import IntegrityError, ProgrammingError, connection, models, transaction

from cards.models import (
    Account,
    AuditEvent,
    Blob,
    Card,
    CardVersion,
    Draft,
    Pack,
    Release,
    ReleaseCard,
    ReleaseFile,
)
from cards.semver import Semver

pytestmark = pytest.mark.django_db

IMMUTABLE = (CardVersion, Blob, Release, ReleaseFile, ReleaseCard)
SHA = hashlib.sha256(b"{}").hexdigest()


@pytest.fixture
def account() -> Account:
    return Account.objects.create_user("a@example.org", "a long password")


@pytest.fixture
def bare_pack(account: Account) -> Pack:
    return Pack.objects.create(slug="core", ruleset="wizards", created_by=account)


@pytest.fixture
def bare_card(bare_pack: Pack, account: Account) -> Card:
    return Card.objects.create(pack=bare_pack, written_id="base.Stone", created_by=account)


@pytest.fixture
def public_release(bare_card: Card, account: Account) -> Release:
    """A release with one file and one card, written row by row."""
    blob = Blob.objects.create(sha256=SHA, size=2, data=b"{}")
    version = CardVersion.objects.create(
        card=bare_card, number=1, revision=1, text="{}", source_sha=SHA, document={}, blob=blob,
        schema_id="/schemas/wizards/card/1.0.json", author=account, contributors=[account.pk],
    )  # fmt: skip
    release = Release.objects.create(
        pack=bare_card.pack, version="1.0.0", order_key=Semver(1, 0, 0).order_key, is_prerelease=False, ruleset="wizards",
        engine=">=1.0,<2", engine_hash="e", schemas=[], card_count=1, manifest=blob, zip_sha256=SHA, zip_size=2,
        released_by=account, released_at="2026-01-01T00:00:00Z",
    )  # fmt: skip
    ReleaseFile.objects.create(release=release, path="cards/base.Stone.json", size=2, blob=blob)
    ReleaseCard.objects.create(
        release=release,
        card=bare_card,
        version=version,
        written_id="base.Stone",
        path="cards/base.Stone.json",
        blob=blob,
    )
    return release


def refusal_of(action: Callable[[], Any]) -> type[psycopg.Error]:
    """Return the kind of PostgreSQL error that an action ends in."""
    with pytest.raises((IntegrityError, ProgrammingError)) as caught, transaction.atomic():
        action()
    return type(caught.value.__cause__)


def changes(model: type[models.Model]) -> dict[str, str]:
    """Return statements that would change the rows of a model."""
    table, column = model._meta.db_table, model._meta.pk.column
    return {
        "update": f"UPDATE {table} SET {column} = {column}",  # noqa: S608  names of our own tables
        "delete": f"DELETE FROM {table}",  # noqa: S608  names of our own tables
        "truncate": f"TRUNCATE {table} CASCADE",
    }


def run(sql: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql)


class TestPublishedRows:
    @pytest.mark.parametrize("model", IMMUTABLE)
    def test_refuse_every_change_by_the_app(self, public_release: Release, model: type[models.Model]) -> None:
        refused_refusals_by_kind = {kind: refusal_of(lambda sql=sql: run(sql)) for kind, sql in changes(model).items()}
        refused_refusals_by_kind["save"] = refusal_of(model._default_manager.get().save)

        assert refused_refusals_by_kind == dict.fromkeys(refused_refusals_by_kind, psycopg.errors.InsufficientPrivilege)

    def test_refuse_to_be_deleted_through_the_orm(self, public_release: Release) -> None:
        with pytest.raises((models.ProtectedError, ProgrammingError)), transaction.atomic():
            public_release.delete()

        assert Release.objects.count() == 1

    def test_cannot_have_their_triggers_switched_off_by_the_app(self, public_release: Release) -> None:
        refusal = {
            "disable": refusal_of(lambda: run("ALTER TABLE cards_release DISABLE TRIGGER ALL")),
            "replica": refusal_of(lambda: run("SET session_replication_role = replica")),
        }

        assert refusal == dict.fromkeys(refusal, psycopg.errors.InsufficientPrivilege)


@pytest.mark.django_db(transaction=True)
class TestPublishedRowsOfTheOwner:
    @pytest.mark.parametrize("model", IMMUTABLE)
    def test_refuse_every_change(self, public_release: Release, model: type[models.Model], owner_url: str) -> None:
        errors = []
        for statement in changes(model).values():
            with psycopg.connect(owner_url) as owner, pytest.raises(psycopg.Error) as caught:
                owner.execute(statement)
            errors.append(type(caught.value))

        assert errors == [psycopg.errors.RestrictViolation] * 3


class TestAuditEvent:
    def test_is_sealed_once_and_never_changed(self, account: Account) -> None:
        event = AuditEvent.objects.create(actor=account, action="pack.create")
        rows = AuditEvent.objects.filter(pk=event.pk)

        assert rows.update(prev_hash=SHA, seal_no=1) == 1
        assert refusal_of(lambda: rows.update(prev_hash="0" * 64)) is psycopg.errors.RestrictViolation
        assert refusal_of(lambda: rows.update(action="x")) is psycopg.errors.InsufficientPrivilege
        assert refusal_of(lambda: run("DELETE FROM cards_auditevent")) is psycopg.errors.InsufficientPrivilege

    def test_is_not_changed_while_it_is_sealed(self, account: Account) -> None:
        event = AuditEvent.objects.create(actor=account, action="pack.create")
        sealing = lambda: AuditEvent.objects.filter(pk=event.pk).update(prev_hash=SHA, seal_no=1, action="x")  # noqa: E731  one line reads best here

        assert refusal_of(sealing) is psycopg.errors.InsufficientPrivilege


class TestNames:
    @pytest.mark.parametrize("slug", ["a", "Core", "-core", "co re", "co_re", "x" * 64, "核心"])
    def test_of_packs_have_one_shape(self, account: Account, slug: str) -> None:
        with pytest.raises((IntegrityError, Exception)) as error, transaction.atomic():
            Pack.objects.create(slug=slug, ruleset="wizards", created_by=account)

        assert type(error.value.__cause__) in {
            psycopg.errors.CheckViolation,
            psycopg.errors.StringDataRightTruncation,
        }

    @pytest.mark.parametrize("written_id", ["", ".x", "a/b", "a b", "小石子", "x" * 128 + "y"])
    def test_of_cards_have_one_shape(self, bare_pack: Pack, account: Account, written_id: str) -> None:
        with pytest.raises((IntegrityError, Exception)) as error, transaction.atomic():
            Card.objects.create(pack=bare_pack, written_id=written_id, created_by=account)

        assert type(error.value.__cause__) in {
            psycopg.errors.CheckViolation,
            psycopg.errors.StringDataRightTruncation,
        }

    def test_of_cards_differ_in_more_than_case(self, bare_card: Card, account: Account) -> None:
        clash = lambda: Card.objects.create(pack=bare_card.pack, written_id="BASE.stone", created_by=account)  # noqa: E731  one line reads best here

        assert refusal_of(clash) is psycopg.errors.UniqueViolation

    def test_of_accounts_differ_in_more_than_case(self, account: Account) -> None:
        assert refusal_of(lambda: Account.objects.create(email="A@Example.org")) is psycopg.errors.UniqueViolation


class TestBlob:
    def test_is_refused_under_another_hash(self, db: None) -> None:
        wrong = lambda: Blob.objects.create(sha256=SHA, size=3, data=b"{ }")  # noqa: E731  one line reads best here

        assert refusal_of(wrong) is psycopg.errors.CheckViolation

    def test_is_refused_with_another_size(self, db: None) -> None:
        wrong = lambda: Blob.objects.create(sha256=SHA, size=3, data=b"{}")  # noqa: E731  one line reads best here

        assert refusal_of(wrong) is psycopg.errors.CheckViolation


class TestGrams:
    def test_are_the_pieces_of_one_and_two_characters(self, bare_card: Card, account: Account) -> None:
        draft = Draft.objects.create(card=bare_card, text="{}", source_sha=SHA, saved_by=account, search="火球 a")
        draft.refresh_from_db()

        assert sorted(draft.grams) == sorted({"火", "球", " ", "a", "火球", "球 ", " a"})

    def test_of_an_empty_text_are_none(self, bare_card: Card, account: Account) -> None:
        draft = Draft.objects.create(card=bare_card, text="{}", source_sha=SHA, saved_by=account, search="")
        draft.refresh_from_db()

        assert draft.grams == []


class TestSemver:
    ORDER = (
        "0.9.9", "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.beta", "1.0.0-alpha-b", "1.0.0-beta", "1.0.0-beta.2",
        "1.0.0-beta.11", "1.0.0-rc.1", "1.0.0", "1.0.1", "1.2.0", "1.10.0", "10.0.0",
    )  # fmt: skip

    def test_sorts_in_the_database_by_precedence(self, public_release: Release, account: Account) -> None:
        rows = [
            Release(
                pack=public_release.pack, version=text, order_key=Semver.parse(text).order_key, is_prerelease="-" in text,
                ruleset="wizards", engine="", engine_hash="", schemas=[], card_count=0, manifest_id=SHA,
                zip_sha256=SHA, zip_size=0, released_by=account, released_at="2026-01-01T00:00:00Z",
            )
            for text in reversed(self.ORDER)
            if text != "1.0.0"
        ]  # fmt: skip
        Release.objects.bulk_create(rows)

        assert list(Release.objects.order_by("order_key").values_list("version", flat=True)) == list(self.ORDER)

    @pytest.mark.parametrize(
        "text", ["", "1", "1.0", "01.0.0", "1.0.0-", "1.0.0-01", "v1.0.0", "1.0.0+b", "1.0.0\n", "١.0.0"]
    )
    def test_refuses_what_is_no_version(self, text: str) -> None:
        with pytest.raises(ValueError, match="not a semantic version"):
            Semver.parse(text)
