"""What moves while a release is built is seen under its lock: nothing of it is written then."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import IntegrityError, OperationalError
from django.utils import timezone

from cards.errors import BadText, GateClosed, InvalidFields, Refusal, StateConflict, VersionExists
from cards.gateway import packs
from cards.models import Account, Membership, Outbox, Pack, Preview, Release, ReleasePlan, ReleaseTombstone, Review
from cards.queries.history import draft_get
from cards.queries.releases import release_bytes, release_zip
from cards.services import release, release_schedule
from cards.services.card import card_trash
from cards.services.card_rename import card_rename
from cards.services.draft import draft_save
from cards.services.import_file import import_file
from cards.services.member import member_remove
from cards.services.pack import pack_archive
from cards.services.previews.start import preview_start
from cards.services.release import ReleaseOrder, release_publish
from cards.services.release_schedule import releases_publish_due
from cards.services.review import review_decide, review_request, review_withdraw
from cards.services.scenario import scenario_create
from cards.services.version import version_create
from tests.cards.conftest import ANYWAY, MakeCard

Meanwhile = Callable[[Callable[[], Any]], None]


@pytest.fixture(autouse=True)
def stone(make_card: MakeCard, admin: Account) -> Any:
    """A card with a version."""
    card = make_card("base.stone")
    version_create(actor=admin, card=card, based_on=draft_get(card=card).etag)
    return card


@pytest.fixture
def meanwhile(monkeypatch: pytest.MonkeyPatch) -> Meanwhile:
    """Do something once a release is built and before its lock is taken."""
    keep = release.blobs_keep

    def arrange(act: Callable[[], Any]) -> None:
        def keep_after(**fields: Any) -> Any:
            monkeypatch.setattr(release, "blobs_keep", keep)
            act()
            return keep(**fields)

        monkeypatch.setattr(release, "blobs_keep", keep_after)

    return arrange


def publish(admin: Account, pack: Pack, version: str = "1.0.0", **more: Any) -> Release:
    return release_publish(actor=admin, pack=pack, order=ReleaseOrder(version, override=ANYWAY, **more))


class TestMeanwhile:
    @pytest.mark.parametrize(("version", "refusal"), [("1.0.0", VersionExists), ("0.9.0", StateConflict)])
    def test_another_release(
        self, admin: Account, pack: Pack, meanwhile: Meanwhile, version: str, refusal: type[Exception]
    ) -> None:
        meanwhile(lambda: publish(admin, pack, version))
        with pytest.raises(refusal):
            publish(admin, pack)

        assert list(Release.objects.values_list("version", flat=True)) == [version]

    def test_an_archived_pack(self, admin: Account, pack: Pack, meanwhile: Meanwhile) -> None:
        meanwhile(lambda: pack_archive(actor=admin, pack=pack, archived=True))
        with pytest.raises(StateConflict, match="archived"):
            publish(admin, pack)

        assert not Release.objects.exists()

    def test_a_card_in_the_trash(self, admin: Account, pack: Pack, meanwhile: Meanwhile, stone: Any) -> None:
        meanwhile(lambda: card_trash(actor=admin, card=stone))
        with pytest.raises(StateConflict, match="trash"):
            publish(admin, pack)

        assert not Release.objects.exists()

    def test_other_bytes_under_its_name(self, admin: Account, pack: Pack, meanwhile: Meanwhile) -> None:
        grave = {"pack_slug": "core", "version": "1.0.0", "manifest_sha256": "0" * 64, "zip_sha256": "0" * 64}
        meanwhile(lambda: ReleaseTombstone.objects.create(**grave))
        with pytest.raises(VersionExists):
            publish(admin, pack)

        assert not Release.objects.exists()


@pytest.fixture
def approval(admin: Account, pack: Pack, people: dict[str, Account], stone: Any) -> Review:
    """The review of a version that may be published without an override."""
    Pack.objects.filter(pk=pack.pk).update(approvals_needed=1)
    pack.refresh_from_db()
    preview = preview_start(actor=admin, card=stone, version=1, preset="quick")
    Preview.objects.filter(pk=preview.pk).update(state="finished", result={"format": "preview-result/2"})
    review = review_request(actor=admin, card=stone, number=1)
    review_decide(actor=people["reviewer"], review=review, verdict="approve")
    return review


ACTS: dict[str, tuple[Callable[..., Any], type[Exception]]] = {
    "a request for changes": (
        lambda people, review: review_decide(
            actor=people["reviewer"], review=review, verdict="request_changes", message="No."
        ),
        GateClosed,
    ),
    "a withdrawal": (lambda people, review: review_withdraw(actor=people["admin"], review=review), GateClosed),
    "a scenario that fails": (
        lambda people, review: scenario_create(actor=people["admin"], card=review.card, text="{"),
        GateClosed,
    ),
    "a rule of more approvals": (
        lambda people, review: Pack.objects.update(approvals_needed=2),
        GateClosed,
    ),
    "a role that is taken away": (
        lambda people, review: member_remove(actor=people["admin"], pack=review.pack, account=people["publisher"]),
        Refusal,
    ),
    "another name": (
        lambda people, review: card_rename(actor=people["admin"], card=review.card, new_id="base.rock"),
        StateConflict,
    ),
}


class TestGates:
    """Whatever commits while a release is built counts."""

    @pytest.mark.parametrize("name", ACTS)
    def test_are_judged_again_after(
        self, people: dict[str, Account], pack: Pack, meanwhile: Meanwhile, approval: Review, name: str
    ) -> None:
        act, refused = ACTS[name]
        meanwhile(lambda: act(people, approval))
        with pytest.raises(refused):
            release_publish(actor=people["publisher"], pack=pack, order=ReleaseOrder("1.0.0"))

        assert not Release.objects.exists()

    @pytest.mark.parametrize("change", ["saved", "trashed"])
    def test_are_judged_again_after_a_draft_beside(
        self,
        people: dict[str, Account],
        pack: Pack,
        meanwhile: Meanwhile,
        approval: Review,
        make_card: MakeCard,
        change: str,
    ) -> None:
        """The preview of the version was played beside a draft that no release holds, and that is another one when it ships."""
        neighbour = make_card("base.moss")
        draft = draft_get(card=neighbour)
        mark = {"card": "base.moss", "version": None, "draft": draft.sha256}
        Preview.objects.update(plan={"beside": [mark]})
        text = draft.text.replace("base.moss", "base.moss ") if change == "saved" else ""
        acts: dict[str, Callable[[], Any]] = {
            "saved": lambda: draft_save(
                actor=people["admin"], card=neighbour, text=text, texts=None, based_on=draft.etag
            ),
            "trashed": lambda: card_trash(actor=people["admin"], card=neighbour),
        }
        meanwhile(acts[change])
        with pytest.raises(GateClosed) as refusal:
            release_publish(actor=people["publisher"], pack=pack, order=ReleaseOrder("1.0.0"))

        assert [gate["id"] for gate in refusal.value.gates if gate["closes"] and not gate["ok"]] == ["previews"]
        assert not Release.objects.exists()

    def test_count_an_unreadable_draft_that_is_gone_as_changed(
        self, people: dict[str, Account], pack: Pack, approval: Review
    ) -> None:
        Preview.objects.update(plan={"beside": [{"card": "base.fog", "version": None, "draft": None}]})
        with pytest.raises(GateClosed):
            release_publish(actor=people["publisher"], pack=pack, order=ReleaseOrder("1.0.0"))

    def test_that_stay_open_let_it_pass(
        self, people: dict[str, Account], pack: Pack, meanwhile: Meanwhile, approval: Review
    ) -> None:
        Membership.objects.filter(account=people["designer"]).update(role="reviewer")
        meanwhile(lambda: review_decide(actor=people["designer"], review=approval, verdict="approve"))
        release_publish(actor=people["publisher"], pack=pack, order=ReleaseOrder("1.0.0"))

        assert Release.objects.get().card_count == 1


class TestWriting:
    def test_a_second_row_of_a_number_is_refused_by_the_database(
        self, admin: Account, pack: Pack, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        write = release._write
        monkeypatch.setattr(release, "_write", lambda *given: (write(*given), write(*given))[1])
        with pytest.raises(VersionExists):
            publish(admin, pack)

        assert not Release.objects.exists()

    def test_a_fault_in_the_middle_leaves_nothing(
        self, admin: Account, pack: Pack, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def fail(*_given: object) -> None:
            raise IntegrityError("of something else")

        monkeypatch.setattr(release, "_record_side_effects", fail)
        with pytest.raises(IntegrityError):
            publish(admin, pack)

        assert (Release.objects.exists(), Outbox.objects.exists(), ReleaseTombstone.objects.exists()) == (False,) * 3


class TestWords:
    def test_of_a_changelog_are_in_two_languages(self, admin: Account, pack: Pack) -> None:
        with pytest.raises(InvalidFields) as error:
            publish(admin, pack, changelog={"en": "New.", "fr": "Nouveau."})

        assert error.value.errors[0]["pointer"] == "/changelog/fr"

    def test_that_are_notes_alone_make_no_file(self, admin: Account, pack: Pack, make_card: MakeCard) -> None:
        card = make_card("base.noted", texts={"zh": {"notes": "给翻译者。"}})
        version_create(actor=admin, card=card, based_on=draft_get(card=card).etag)

        assert "text/zh.json" not in release_bytes(release=publish(admin, pack))


class TestOfAnotherPortal:
    def test_that_was_changed_is_not_imported(self, admin: Account, pack: Pack) -> None:
        files = packs.read_zip(release_zip(release=publish(admin, pack)))
        path = "cards/base.stone.json"
        for changed in ({path: files[path].replace(b"base.stone", b"base.stane")}, {"extra.json": b"{}"}):
            with pytest.raises(BadText) as refused:
                import_file(pack=pack, name="core.zip", data=packs.write_zip({**files, **changed}))
            assert (refused.value.slug, len(refused.value.problems) > 0) == ("invalid-archive", True)


class TestDue:
    def test_waits_for_a_database_that_is_away(
        self, admin: Account, pack: Pack, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The plan keeps its time: it is refused by no one."""
        at = timezone.now()
        ReleasePlan.objects.create(
            pack=pack, version="1.0.0", choices={}, changelog={}, publish_at=at, publish_as=admin, updated_by=admin
        )

        def lose_connection(**_named: object) -> None:
            raise OperationalError("the connection is lost")

        monkeypatch.setattr(release_schedule, "release_publish", lose_connection)
        with pytest.raises(OperationalError):
            releases_publish_due()

        assert (ReleasePlan.objects.get().publish_at, ReleasePlan.objects.get().publish_error) == (at, None)
