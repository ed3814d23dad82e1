"""The life of a card after it is made: renamed, retired, deprecated, trashed, restored, gone."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from django.utils import timezone

from cards.errors import Forbidden, IdDiffers, IdTaken, InvalidFields, NotFound, StateConflict
from cards.models import Account, AuditEvent, Card, CardRename, Draft, DraftRevision, Pack, Release
from cards.queries.card_names import card_references, migration_records
from cards.queries.cards import card_get
from cards.queries.gates import plan_gates
from cards.queries.plan import plan_get
from cards.services.card import card_trash, card_untrash
from cards.services.card_marks import card_deprecate, card_retire, card_undeprecate, card_unretire
from cards.services.card_rename import card_rename
from cards.services.draft import draft_save
from cards.services.release import ReleaseOrder, release_plan_save, release_publish
from cards.services.trash import card_purge, trash_empty, trash_expire
from cards.services.version import version_create
from tests.cards.conftest import ANYWAY, MakeCard, card_text

pytestmark = pytest.mark.django_db


def naming(written_id: str, other: str) -> str:
    """Return the text of a card that refers to another one, with a comment that must survive."""
    both = [{"type": "Equals", "value1": "$onBuy.cardID", "value2": other} for _ in range(2)]
    gold = {"type": "gold", "mode": "add", "amount": 1, "target": "$onBuy.playerUUID"}
    trigger = {"event": "onBuy", "mode": "round", "condition": {"type": "And", "conditions": both}, "do": [gold]}
    behavior = {"at": "onPlay", "do": [{"type": "addTriggers", "triggers": [trigger]}]}
    text = card_text(written_id, behaviors=[behavior])
    return text.replace("{", "{ // keep this remark", 1)


def released(admin: Account, pack: Pack, card: Card, version: str = "1.0.0") -> Release:
    version_create(actor=admin, card=card, based_on=Draft.objects.get(card=card).etag, message="First")
    release = release_publish(
        actor=admin, pack=pack, order=ReleaseOrder(version, changelog={"en": "x", "zh": "x"}, override=ANYWAY)
    )
    card.refresh_from_db()
    return release


def actions() -> list[str]:
    return list(AuditEvent.objects.order_by("pk").values_list("action", flat=True))


class TestRename:
    def test_changes_the_id_in_row_and_text_and_keeps_the_old_one_as_a_way(
        self, card: Card, admin: Account, pack: Pack
    ) -> None:
        before = len(actions())

        card_rename(actor=admin, card=card, new_id="base.rock")

        matching_card = card_get(account=admin, pack=pack, written_id="base.rock")
        assert json.loads(matching_card.draft.text)["id"] == "base.rock"
        assert matching_card.draft.revision == 2
        assert DraftRevision.objects.get(draft=matching_card.draft, revision=2).origin == "rename"
        assert CardRename.objects.get().old_id == "base.stone"
        assert "base.rock" in matching_card.draft.search and "base.stone" not in matching_card.draft.search
        assert actions()[before:] == ["card.rename"]
        with pytest.raises(NotFound):
            card_get(account=admin, pack=pack, written_id="base.stone")

    def test_takes_the_id_that_the_text_says_already(self, card: Card, admin: Account) -> None:
        text = card.draft.text.replace("base.stone", "base.rock")
        draft_save(actor=admin, card=card, text=text, texts=None, based_on=card.draft.etag)

        card_rename(actor=admin, card=card, new_id="base.rock")

        card.draft.refresh_from_db()
        assert card.draft.text == text

    def test_rewrites_references_only_on_request(
        self, card: Card, make_card: MakeCard, admin: Account, pack: Pack
    ) -> None:
        other_card = make_card("base.user")
        text = naming("base.user", "base.stone")
        draft_save(actor=admin, card=other_card, text=text, texts=None, based_on=other_card.draft.etag)
        [reference] = card_references(pack=pack, written_id="base.stone")
        assert (reference.card.written_id, len(reference.pointers)) == ("base.user", 2)

        card_rename(actor=admin, card=card, new_id="base.rock")
        assert Draft.objects.get(card=other_card).text == text

        card_rename(actor=admin, card=card, new_id="base.stone")
        card_rename(actor=admin, card=card, new_id="base.rock", rewrite=True)
        assert Draft.objects.get(card=other_card).text == text.replace("base.stone", "base.rock")

    def test_refuses_a_taken_id_and_changes_nothing(self, card: Card, make_card: MakeCard, admin: Account) -> None:
        make_card("base.rock")
        before = len(actions())

        with pytest.raises(IdTaken):
            card_rename(actor=admin, card=card, new_id="BASE.rock")

        card.draft.refresh_from_db()
        assert (card.draft.revision, len(actions())) == (1, before)

    def test_retires_the_id_of_a_released_card(
        self, card: Card, make_card: MakeCard, admin: Account, pack: Pack
    ) -> None:
        released(admin, pack, card)

        card_rename(actor=admin, card=card, new_id="base.rock")

        [record] = migration_records(pack=pack)
        assert (record["oldId"], record["newId"]) == ("base.stone", "base.rock")
        with pytest.raises(IdTaken):
            make_card("base.stone")
        plan = plan_get(account=admin, pack=pack)
        assert plan.bump == "major"
        [valid] = [gate for gate in plan_gates(plan=plan) if gate["id"] == "valid"]
        assert "still has the id base.stone" in valid["missing"][0]["why"]["en"]

    def test_ships_a_migration_record_with_the_next_release(self, card: Card, admin: Account, pack: Pack) -> None:
        released(admin, pack, card)
        card_rename(actor=admin, card=card, new_id="base.rock")

        release = released(admin, pack, card, "2.0.0")

        manifest = json.loads(bytes(release.manifest.data))
        assert [(row["oldId"], row["newId"]) for row in manifest["migrations"]] == [("base.stone", "base.rock")]
        assert [row["id"] for row in manifest["cards"]] == ["base.rock"]

    def test_may_be_taken_back(self, card: Card, admin: Account, pack: Pack) -> None:
        released(admin, pack, card)
        card_rename(actor=admin, card=card, new_id="base.rock")

        card_rename(actor=admin, card=card, new_id="base.stone")

        assert migration_records(pack=pack) == []
        assert plan_get(account=admin, pack=pack).bump == "patch"

    def test_keeps_the_choices_of_the_plan(self, card: Card, admin: Account, pack: Pack) -> None:
        version_create(actor=admin, card=card, based_on=card.draft.etag, message="First")
        release_plan_save(actor=admin, pack=pack, order=ReleaseOrder("", choices={"base.stone": 1}, override=ANYWAY))

        card_rename(actor=admin, card=card, new_id="base.rock")

        [entry] = plan_get(account=admin, pack=pack).entries
        assert (entry.id, entry.version and entry.version.number) == ("base.rock", 1)

    def test_is_asked_for_when_a_version_is_named(self, card: Card, admin: Account) -> None:
        text = card.draft.text.replace("base.stone", "base.rock")
        saved_draft = draft_save(actor=admin, card=card, text=text, texts=None, based_on=card.draft.etag)

        with pytest.raises(IdDiffers) as error:
            version_create(actor=admin, card=card, based_on=saved_draft.draft.etag)

        assert error.value.text_id == "base.rock"

    def test_is_for_designers(self, card: Card, people: dict[str, Account]) -> None:
        with pytest.raises(Forbidden):
            card_rename(actor=people["viewer"], card=card, new_id="base.rock")
        with pytest.raises(NotFound):
            card_rename(actor=people["stranger"], card=card, new_id="base.rock")


class TestRetire:
    def test_leaves_a_released_card_out_of_the_next_release(self, card: Card, admin: Account, pack: Pack) -> None:
        released(admin, pack, card)

        card_retire(actor=admin, card=card)

        assert plan_get(account=admin, pack=pack).bump == "major"
        card_unretire(actor=admin, card=card)
        assert plan_get(account=admin, pack=pack).bump == "patch"
        assert actions()[-2:] == ["card.retire", "card.unretire"]

    def test_sends_a_card_that_was_never_released_to_the_trash(self, card: Card, admin: Account) -> None:
        with pytest.raises(StateConflict, match="trash"):
            card_retire(actor=admin, card=card)


class TestDeprecate:
    def test_keeps_a_note_and_what_to_use_instead(self, card: Card, make_card: MakeCard, admin: Account) -> None:
        make_card("base.rock")

        card_deprecate(actor=admin, card=card, note={"en": "Too weak.", "zh": "太弱。"}, use="base.ROCK")

        card.refresh_from_db()
        assert card.deprecated == {"en": "Too weak.", "zh": "太弱。", "use": "base.rock"}
        card_undeprecate(actor=admin, card=card)
        card.refresh_from_db()
        assert card.deprecated is None

    @pytest.mark.parametrize(
        ("note", "use", "pointer"),
        [({"zh": "太弱。"}, "", "/note/en"), ({"en": "x"}, "base.none", "/use"), ({"en": "x"}, "base.stone", "/use")],
    )
    def test_refuses(self, card: Card, admin: Account, note: dict[str, str], use: str, pointer: str) -> None:
        with pytest.raises(InvalidFields) as error:
            card_deprecate(actor=admin, card=card, note=note, use=use)

        assert error.value.errors[0]["pointer"] == pointer

    def test_follows_a_renamed_card(self, card: Card, make_card: MakeCard, admin: Account) -> None:
        rock = make_card("base.rock")
        card_deprecate(actor=admin, card=card, note={"en": "x"}, use="base.rock")

        card_rename(actor=admin, card=rock, new_id="base.boulder")

        card.refresh_from_db()
        assert card.deprecated["use"] == "base.boulder"


class TestTrash:
    def test_keeps_a_card_for_thirty_days(self, card: Card, admin: Account) -> None:
        card_trash(actor=admin, card=card)

        assert trash_expire(now=timezone.now() + timedelta(days=29)) == 0
        assert trash_expire(now=timezone.now() + timedelta(days=30, seconds=1)) == 1
        assert not Card.objects.exists()
        assert actions()[-2:] == ["card.trash", "trash.empty"]

    def test_frees_the_id_of_a_card_with_versions(
        self, card: Card, make_card: MakeCard, admin: Account, pack: Pack
    ) -> None:
        version_create(actor=admin, card=card, based_on=card.draft.etag, message="First")
        card.refresh_from_db()
        card_trash(actor=admin, card=card)

        card_purge(actor=admin, card=card)

        make_card("base.stone")
        assert Draft.objects.count() == 1
        with pytest.raises(NotFound):
            card_get(account=admin, pack=pack, written_id=f"purged-{card.pk}")
        card.refresh_from_db()
        with pytest.raises(StateConflict):
            card_untrash(actor=admin, card=card)

    def test_never_takes_a_released_card(self, card: Card, admin: Account, pack: Pack) -> None:
        released(admin, pack, card)
        Card.objects.filter(pk=card.pk).update(trashed_at=timezone.now() - timedelta(days=99))

        assert trash_expire() == 0
        assert trash_empty(actor=admin, pack=pack) == 0
        assert Card.objects.filter(pk=card.pk, purged_at=None).exists()

    def test_is_emptied_by_publishers_with_one_event(
        self, card: Card, make_card: MakeCard, admin: Account, people: dict[str, Account], pack: Pack
    ) -> None:
        for each in (card, make_card("base.rock")):
            card_trash(actor=admin, card=each)
        with pytest.raises(Forbidden):
            trash_empty(actor=people["designer"], pack=pack)

        assert trash_empty(actor=people["publisher"], pack=pack) == 2

        assert actions()[-1] == "trash.empty"
        assert AuditEvent.objects.filter(action="trash.empty").count() == 1
