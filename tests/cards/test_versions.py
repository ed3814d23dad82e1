"""Versions: named states that parse, with their bytes, parents and contributors."""

from __future__ import annotations

import hashlib
import threading

import pytest
from django.db import connection

from cards.errors import BadText, Forbidden, IdDiffers, IfMatchRequired, InvalidFields, Stale, StateConflict
from cards.models import Account, AuditEvent, Blob, Card, CardVersion
from cards.queries.cards import card_get
from cards.queries.history import blob_data, card_history, draft_get, version_list
from cards.services.draft import draft_save
from cards.services.version import version_create
from tests.cards.conftest import MakeCard, card_text


def save(actor: Account, card: Card, text: str) -> None:
    draft_save(actor=actor, card=card, text=text, texts=None, based_on=draft_get(card=card).etag)


def name(actor: Account, card: Card, message: str = "") -> CardVersion:
    return version_create(actor=actor, card=card, based_on=draft_get(card=card).etag, message=message)


class TestVersionCreate:
    def test_keeps_the_typed_text_and_the_canonical_bytes(self, card: Card, admin: Account) -> None:
        text = "// a stone\n" + card_text("base.stone")
        save(admin, card, text)
        version = name(admin, card, "first")
        data = blob_data(sha256=version.sha256)

        assert (version.number, version.text, version.message, version.parent) == (1, text, "first", None)
        assert hashlib.sha256(data).hexdigest() == version.sha256
        assert b"a stone" not in data and b'"id":"base.stone"' in data

    def test_keeps_a_message_of_five_hundred_characters_at_most(self, card: Card, admin: Account) -> None:
        with pytest.raises(InvalidFields):
            name(admin, card, "x" * 501)

        assert name(admin, card, "x" * 500).message == "x" * 500

    def test_counts_up_and_knows_its_parent(self, card: Card, admin: Account) -> None:
        first = name(admin, card)
        save(admin, card, card_text("base.stone", name="Another"))
        second = name(admin, card)

        assert (second.number, second.parent) == (2, first)
        assert [version.number for version in version_list(card=card)] == [2, 1]

    def test_names_all_who_saved(self, card: Card, admin: Account, people: dict[str, Account]) -> None:
        save(people["designer"], card, card_text("base.stone", name="One"))
        save(people["publisher"], card, card_text("base.stone", name="Two"))
        version = name(people["reviewer"], card)

        assert version.contributors == sorted(
            people[role].pk for role in ("admin", "designer", "publisher", "reviewer")
        )

    def test_names_nobody_again_whose_saves_were_released(
        self, card: Card, admin: Account, people: dict[str, Account]
    ) -> None:
        save(people["designer"], card, card_text("base.stone", name="One"))
        first = name(admin, card)
        Card.objects.filter(pk=card.pk).update(released_version=first)
        card.refresh_from_db()
        observations = []
        for role in ("publisher", "reviewer"):
            save(people[role], card, card_text("base.stone", name=role))
            observations.append(name(people[role], card).contributors)

        assert observations == [[people["publisher"].pk], sorted(people[role].pk for role in ("publisher", "reviewer"))]

    def test_makes_the_card_one_of_the_kind_that_the_engine_of_today_sees(self, card: Card, admin: Account) -> None:
        Card.objects.filter(pk=card.pk).update(kind="exploration")
        name(admin, card)
        card.refresh_from_db()

        assert card.kind == "treasure"

    @pytest.mark.parametrize(
        ("text", "slug"),
        [
            ("", "malformed-json"),
            ("{", "malformed-json"),
            ('{"id": "base.stone",, }', "malformed-json"),
            ('{"id": "base.stone", "id": "base.stone"}', "duplicate-key"),
            ('{"id": "base.stone", "manaCost": NaN}', "bad-number"),
            ("[" * 65 + "]" * 65, "too-deep"),
            ("[]", "invalid-fields"),
            ("3", "invalid-fields"),
        ],
    )
    def test_refuses_a_text_that_does_not_parse(self, card: Card, admin: Account, text: str, slug: str) -> None:
        save(admin, card, text)
        with pytest.raises(BadText) as error:
            name(admin, card)

        assert error.value.slug == slug
        assert error.value.problems
        assert CardVersion.objects.count() == 0

    def test_takes_an_invalid_text_that_parses(self, card: Card, admin: Account) -> None:
        save(admin, card, '{"id": "base.stone"}')

        assert name(admin, card).number == 1

    @pytest.mark.parametrize("text", ['{"id": "base.pebble"}', '{"id": "base.Stone"}', "{}"])
    def test_refuses_a_text_with_another_id(self, card: Card, admin: Account, text: str) -> None:
        save(admin, card, text)
        with pytest.raises(IdDiffers if "base" in text else InvalidFields):
            name(admin, card)

        assert CardVersion.objects.count() == 0

    def test_refuses_when_nothing_changed(self, card: Card, admin: Account) -> None:
        name(admin, card)
        with pytest.raises(StateConflict, match="Nothing changed since v1"):
            name(admin, card)

    def test_refuses_a_draft_that_moved_on(self, card: Card, admin: Account) -> None:
        etag = draft_get(card=card).etag
        save(admin, card, card_text("base.stone", name="Another"))
        with pytest.raises(Stale):
            version_create(actor=admin, card=card, based_on=etag)
        with pytest.raises(IfMatchRequired):
            version_create(actor=admin, card=card, based_on=None)

    def test_is_audited_once(self, card: Card, admin: Account) -> None:
        before = AuditEvent.objects.count()
        version = name(admin, card, "first")
        event = AuditEvent.objects.latest("id")

        assert AuditEvent.objects.count() == before + 1
        assert (event.action, event.target, event.actor) == ("version.create", "base.stone v1", admin)
        assert event.details["sha256"] == version.sha256

    def test_is_for_designers(self, card: Card, people: dict[str, Account]) -> None:
        with pytest.raises(Forbidden):
            name(people["viewer"], card)

    def test_stores_the_same_bytes_once(self, make_card: MakeCard, card: Card, admin: Account) -> None:
        name(admin, card)
        save(admin, card, "// the same card\n" + card_text("base.stone"))
        name(admin, card)

        assert (CardVersion.objects.count(), Blob.objects.count()) == (2, 1)


class TestEdited:
    def test_is_whether_the_draft_moved_on(self, card: Card, admin: Account) -> None:
        def edited() -> bool:
            return bool(card_get(account=admin, pack=card.pack, written_id="base.stone").is_edited)  # type: ignore[attr-defined]  # annotated by the query

        states = [edited()]
        name(admin, card)
        states.append(edited())
        save(admin, card, card_text("base.stone", name="Another"))
        states.append(edited())

        assert states == [False, False, True]


class TestHistory:
    def test_tells_saves_and_versions_newest_first(self, card: Card, admin: Account) -> None:
        save(admin, card, card_text("base.stone", name="Another"))
        name(admin, card, "better")

        assert [(entry.kind, entry.number, entry.note) for entry in card_history(card=card)] == [
            ("version", "v1", "better"),
            ("revision", "r2", "save"),
            ("revision", "r1", "create"),
        ]


@pytest.mark.django_db(transaction=True)
class TestConcurrentVersions:
    def test_of_one_draft_are_one(self, card: Card, admin: Account) -> None:
        etag = draft_get(card=card).etag
        outcomes: list[str] = []

        def try_to_name() -> None:
            try:
                outcomes.append(f"v{version_create(actor=admin, card=card, based_on=etag).number}")
            except StateConflict:
                outcomes.append("conflict")
            finally:
                connection.close()

        threads = [threading.Thread(target=try_to_name) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

        assert sorted(outcomes) == ["conflict", "conflict", "conflict", "v1"]
        assert CardVersion.objects.count() == 1
