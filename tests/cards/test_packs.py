"""Packs: making one, its settings, its members, its cards."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection, transaction
from pytest_django import Settings

from cards.errors import BadText, Forbidden, IdTaken, InvalidFields, NotFound, NotSignedIn, StateConflict
from cards.models import Account, AuditEvent, Card, CardVersion, Membership, Pack
from cards.queries.history import draft_get
from cards.services.card import card_copy, card_create, card_create_from_template, card_trash, card_untrash
from cards.services.draft import draft_save
from cards.services.member import member_remove, member_set
from cards.services.pack import PackForm, number_take, pack_archive, pack_create, pack_edit
from cards.services.pack_import import ImportOrder, Incoming, pack_import
from cards.services.previews.start import preview_start
from cards.services.release import ReleaseOrder, release_plan_save
from cards.services.version import version_create
from tests.cards.conftest import RULESET, MakeCard, card_text

FORM = PackForm(name={"en": "Core"})


class TestPackCreate:
    def test_makes_the_creator_its_admin(self, pack: Pack, admin: Account) -> None:
        assert Membership.objects.get(pack=pack).role == "admin"
        assert [event.action for event in AuditEvent.objects.all()] == ["pack.create"]

    @pytest.mark.parametrize("slug", ["", "a", "Core", "-a", "a b", "a_b", "核心", "x" * 64, "new-pack", "core\n"])
    def test_refuses_a_bad_slug(self, admin: Account, slug: str) -> None:
        with pytest.raises(InvalidFields) as refusal:
            pack_create(actor=admin, slug=slug, ruleset=RULESET, form=FORM)

        assert [error["pointer"] for error in refusal.value.errors] == ["/slug"]

    def test_refuses_a_slug_in_use_and_leaves_nothing(self, pack: Pack, people: dict[str, Account]) -> None:
        with pytest.raises(IdTaken):
            pack_create(actor=people["stranger"], slug="core", ruleset=RULESET, form=FORM)

        assert not Membership.objects.filter(account=people["stranger"]).exists()

    @pytest.mark.parametrize(
        ("ruleset", "form"),
        [
            ("nonsense", FORM),
            (RULESET, PackForm(name={"en": ""})),
            (RULESET, PackForm(name={"en": "x" * 121})),
            (RULESET, PackForm(name={"fr": "x"})),
            (RULESET, PackForm(name={"en": "x"}, source_language="zh")),
            (RULESET, PackForm(name={"en": "x"}, source_language="fr")),
            (RULESET, PackForm(name={"en": "x"}, visibility="secret")),
        ],
    )
    def test_refuses_what_a_pack_cannot_be(self, admin: Account, ruleset: str, form: PackForm) -> None:
        with pytest.raises(InvalidFields):
            pack_create(actor=admin, slug="other", ruleset=ruleset, form=form)

        assert not Pack.objects.exists()

    def test_is_for_operators_where_the_settings_say_so(self, people: dict[str, Account], settings: Settings) -> None:
        settings.PACK_CREATION = "operators"
        with pytest.raises(Forbidden):
            pack_create(actor=people["stranger"], slug="other", ruleset=RULESET, form=FORM)

        assert pack_create(actor=people["operator"], slug="other", ruleset=RULESET, form=FORM).slug == "other"

    def test_is_for_who_is_signed_in(self, db: None) -> None:
        with pytest.raises(NotSignedIn):
            pack_create(actor=AnonymousUser(), slug="other", ruleset=RULESET, form=FORM)


class TestPackEdit:
    def test_changes_what_it_says_of_itself(self, pack: Pack, admin: Account) -> None:
        pack_edit(actor=admin, pack=pack, form=PackForm(name={"en": "New", "zh": "新"}, visibility="public"))

        assert (pack.name, pack.visibility) == ({"en": "New", "zh": "新"}, "public")
        assert AuditEvent.objects.latest("id").action == "pack.edit"

    def test_by_an_operator_is_marked(self, pack: Pack, people: dict[str, Account]) -> None:
        pack_edit(actor=people["operator"], pack=pack, form=FORM)

        assert AuditEvent.objects.latest("id").details["as_operator"] is True


class TestArchived:
    @pytest.mark.parametrize(
        "act",
        [
            lambda on: draft_save(actor=on.created_by, card=on, text="{", texts=None, based_on=on.draft.etag),
            lambda on: version_create(actor=on.created_by, card=on, based_on=on.draft.etag),
            lambda on: card_trash(actor=on.created_by, card=on),
            lambda on: pack_import(actor=on.created_by, pack=on.pack, cards=[Incoming(card_text("base.new"))]),
            lambda on: preview_start(actor=on.created_by, card=on, preset="smoke"),
            lambda on: release_plan_save(actor=on.created_by, pack=on.pack, order=ReleaseOrder("1.0.0")),
        ],
    )
    def test_is_closed_to_every_change(self, card: Card, act: Callable[[Card], object]) -> None:
        pack_archive(actor=card.created_by, pack=card.pack, archived=True)
        events = AuditEvent.objects.count()

        with pytest.raises(StateConflict, match="archived"):
            act(card)
        assert (AuditEvent.objects.count(), card.draft.revisions.count()) == (events, 1)

    def test_can_be_opened_again(self, card: Card) -> None:
        for archived in (True, False):
            pack_archive(actor=card.created_by, pack=card.pack, archived=archived)

        assert version_create(actor=card.created_by, card=card, based_on=card.draft.etag).number == 1


class TestMembers:
    def test_get_and_lose_roles(self, pack: Pack, people: dict[str, Account]) -> None:
        admin, stranger = people["admin"], people["stranger"]
        member_set(actor=admin, pack=pack, account=stranger, role="viewer")
        member_set(actor=admin, pack=pack, account=stranger, role="designer")

        assert Membership.objects.get(pack=pack, account=stranger).role == "designer"
        member_remove(actor=stranger, pack=pack, account=stranger)
        assert not Membership.objects.filter(pack=pack, account=stranger).exists()

    def test_keep_an_admin(self, pack: Pack, admin: Account) -> None:
        with pytest.raises(StateConflict):
            member_set(actor=admin, pack=pack, account=admin, role="viewer")
        with pytest.raises(StateConflict):
            member_remove(actor=admin, pack=pack, account=admin)

        assert Membership.objects.get(pack=pack).role == "admin"

    def test_are_set_by_admins(self, pack: Pack, people: dict[str, Account]) -> None:
        with pytest.raises(Forbidden):
            member_set(actor=people["publisher"], pack=pack, account=people["publisher"], role="admin")
        with pytest.raises(InvalidFields):
            member_set(actor=people["admin"], pack=pack, account=people["viewer"], role="owner")

    def test_lose_their_rights_at_once(self, card: Card, people: dict[str, Account]) -> None:
        designer, draft = people["designer"], draft_get(card=card)
        member_remove(actor=people["admin"], pack=card.pack, account=designer)
        with pytest.raises(NotFound):
            draft_save(actor=designer, card=card, text="{}", texts=None, based_on=draft.etag)


class TestCardCreate:
    def test_reads_the_id_in_the_text(self, card: Card) -> None:
        assert (card.written_id, card.kind) == ("base.stone", "treasure")

    def test_takes_a_broken_text_under_a_given_id(self, pack: Pack, admin: Account) -> None:
        card = card_create(actor=admin, pack=pack, text="{ not yet", written_id="base.broken")

        assert (draft_get(card=card).text, draft_get(card=card).document) == ("{ not yet", None)

    @pytest.mark.parametrize(
        ("text", "written_id"),
        [("{ not yet", ""), ('{"id": "base.a"}', "base.b"), ('{"id": "a b"}', ""), ("[]", ""), ('{"id": 3}', "")],
    )
    def test_refuses_an_id_that_is_unclear(self, pack: Pack, admin: Account, text: str, written_id: str) -> None:
        with pytest.raises(InvalidFields):
            card_create(actor=admin, pack=pack, text=text, written_id=written_id)

        assert not Card.objects.exists()

    def test_refuses_an_id_in_use_whatever_the_case(self, card: Card, admin: Account) -> None:
        with pytest.raises(IdTaken):
            card_create(actor=admin, pack=card.pack, text=card_text("Base.STONE"))

        assert Card.objects.count() == 1

    def test_begins_with_a_template(self, pack: Pack, admin: Account) -> None:
        card = card_create_from_template(actor=admin, pack=pack, template="monster", written_id="base.ogre")

        assert (card.kind, '"id": "base.ogre"' in draft_get(card=card).text) == ("exploration", True)
        with pytest.raises(InvalidFields):
            card_create_from_template(actor=admin, pack=pack, template="none", written_id="base.x")

    def test_copies_comments_and_other_languages(self, make_card: MakeCard, pack: Pack, admin: Account) -> None:
        source = make_card(texts={"zh": {"name": "小石子"}})
        text = "// the first\u2028\r\n" + card_text("base.stone").replace("\n", "\r\n")
        draft_save(actor=admin, card=source, text=text, texts=None, based_on=draft_get(card=source).etag)
        copy = draft_get(card=card_copy(actor=admin, pack=pack, source=source, written_id="base.pebble"))

        assert copy.text == text.replace("base.stone", "base.pebble")
        assert copy.texts == {"zh": {"name": "小石子"}}

    def test_copies_nothing_that_the_actor_may_not_read(self, card: Card, people: dict[str, Account]) -> None:
        stranger = people["stranger"]
        own = pack_create(actor=stranger, slug="own", ruleset=RULESET, form=FORM)
        with pytest.raises(NotFound):
            card_copy(actor=stranger, pack=own, source=card, written_id="base.stolen")

    def test_is_audited_once(self, card: Card) -> None:
        assert [event.action for event in AuditEvent.objects.all()] == ["pack.create", "card.create"]


class TestTrash:
    def test_and_back(self, card: Card, admin: Account) -> None:
        card_trash(actor=admin, card=card)
        assert card.trashed_at is not None
        with pytest.raises(StateConflict):
            card_trash(actor=admin, card=card)
        card_untrash(actor=admin, card=card)

        assert Card.objects.get().trashed_at is None

    def test_keeps_the_id(self, card: Card, admin: Account) -> None:
        card_trash(actor=admin, card=card)
        with pytest.raises(IdTaken):
            card_create(actor=admin, pack=card.pack, text=card_text("base.stone"))


class TestImport:
    def test_makes_drafts_and_versions(self, pack: Pack, admin: Account) -> None:
        cards = [Incoming(card_text("base.a"), {"zh": {"name": "甲"}}), Incoming(card_text("base.b"))]
        report = pack_import(actor=admin, pack=pack, cards=cards, order=ImportOrder(message="in"))

        assert (report.new, report.changed, report.unchanged) == (("base.a", "base.b"), (), ())
        assert sorted(CardVersion.objects.values_list("card__written_id", "message")) == [
            ("base.a", "in"), ("base.b", "in"),
        ]  # fmt: skip
        assert AuditEvent.objects.get(action="pack.import").details == {"new": 2, "changed": 0}

    def test_of_the_same_content_changes_nothing(self, card: Card, admin: Account) -> None:
        version_create(actor=admin, card=card, based_on=draft_get(card=card).etag)
        laid_out_otherwise = draft_get(card=card).text.replace("\n", "")
        report = pack_import(actor=admin, pack=card.pack, cards=[Incoming(laid_out_otherwise)])

        assert (report.unchanged, CardVersion.objects.count()) == (("base.stone",), 1)

    def test_of_a_changed_card_is_the_next_version(self, card: Card, admin: Account) -> None:
        version_create(actor=admin, card=card, based_on=draft_get(card=card).etag)
        pack_import(actor=admin, pack=card.pack, cards=[Incoming(card_text("base.stone", manaCost=7))])

        assert [version.number for version in CardVersion.objects.all()] == [2, 1]
        assert draft_get(card=card).revision == 2

    def test_is_all_or_nothing(self, pack: Pack, admin: Account) -> None:
        with pytest.raises(BadText) as error:
            pack_import(actor=admin, pack=pack, cards=[Incoming(card_text("base.a")), Incoming("{ broken")])

        assert error.value.problems
        assert not Card.objects.exists()

    def test_refuses_a_card_that_stands_twice(self, pack: Pack, admin: Account) -> None:
        with pytest.raises(BadText) as refusal:
            pack_import(actor=admin, pack=pack, cards=[Incoming(card_text("base.a"))] * 2)

        assert refusal.value.slug == "invalid-fields"
        assert {problem.code for problem in refusal.value.problems} == {"E-DUP"}
        assert not Card.objects.exists()

    def test_takes_errors_as_drafts_and_keeps_what_names_them(self, pack: Pack, admin: Account) -> None:
        wanted = {"type": "Equals", "value1": "$onBuy.cardID", "value2": "base.bad"}
        answer = [{"type": "gold", "mode": "add", "amount": 1, "target": "$onBuy.playerUUID"}]
        trigger = {"event": "onBuy", "mode": "round", "condition": wanted, "do": answer}
        asks = [{"at": "onPlay", "do": [{"type": "addTriggers", "triggers": [trigger]}]}]
        texts = [card_text("base.asks", behaviors=asks), card_text("base.bad", manaCost="much"), card_text("base.good")]
        cards = [Incoming(text) for text in texts]
        report = pack_import(actor=admin, pack=pack, cards=cards, order=ImportOrder(mode="development"))

        assert (report.new, report.left_out) == (("base.asks", "base.bad", "base.good"), ())
        assert report.drafts == ("base.bad",)
        assert [each.code for each in report.problems if each.severity == "error"] == ["E-SCHEMA"]
        assert AuditEvent.objects.latest("id").details == {"new": 3, "changed": 0, "drafts": 1}
        assert {row.card.written_id for row in CardVersion.objects.all()} == {"base.asks", "base.good"}

    def test_can_be_tried(self, pack: Pack, admin: Account) -> None:
        report = pack_import(actor=admin, pack=pack, cards=[Incoming("{ broken")], order=ImportOrder(dry_run=True))

        assert (report.ok, report.new, Card.objects.exists()) == (False, ("#1",), False)


@pytest.mark.django_db(transaction=True)
class TestNumbers:
    def test_are_given_once(self, pack: Pack) -> None:
        picks: list[int] = []

        def take() -> None:
            for _ in range(5):
                with transaction.atomic():
                    picks.append(number_take(pack=pack, kind="preview"))
            connection.close()

        threads = [threading.Thread(target=take) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

        assert sorted(picks) == list(range(1, 21))
