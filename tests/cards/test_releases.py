"""Releases: planned, published once and whole, with bytes that never change."""

from __future__ import annotations

import hashlib
import io
import json
import threading
import zipfile
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.utils import timezone

from cards.errors import (
    Forbidden,
    GateClosed,
    IdempotencyMismatch,
    InvalidFields,
    NotFound,
    NothingChanged,
    StateConflict,
    VersionExists,
    VersionTooLow,
)
from cards.gateway import packs, rulesets
from cards.models import (
    Account,
    AuditEvent,
    Blob,
    Card,
    IdempotencyKey,
    Outbox,
    Pack,
    Release,
    ReleaseCard,
    ReleasePlan,
)
from cards.queries.cards import card_get, card_page
from cards.queries.gates import plan_gates
from cards.queries.history import draft_get
from cards.queries.plan import Choices, plan_get
from cards.queries.releases import (
    file_by_digest,
    places_of,
    release_bytes,
    release_cards,
    release_file,
    release_file_data,
    release_get,
    release_list,
    release_zip,
)
from cards.services import release as release_service
from cards.services.card import card_trash
from cards.services.card_marks import card_deprecate
from cards.services.draft import draft_save
from cards.services.idempotency import Claim, idempotency_find, idempotency_prune
from cards.services.pack import PackForm, pack_edit
from cards.services.release import ReleaseOrder, release_plan_save, release_publish
from cards.services.release_yank import release_yank
from cards.services.version import version_create
from tests.cards.conftest import ANYWAY, LayerOf, MakeCard, card_maker, card_text, rename_pack
from tests.cards.layers import Values

BODY = hashlib.sha256(b"body").hexdigest()


def _stone(layers: Values) -> Card:
    texts = {"zh": {"name": "小石子", "description": "造成3点伤害。"}}
    card = card_maker(layers["pack"], layers["admin"])("base.stone", texts)
    version_create(actor=layers["admin"], card=card, based_on=draft_get(card=card).etag)
    return card


LAYERS = {"stone": _stone}


@pytest.fixture
def stone(layer_of: LayerOf, pack: Pack) -> Any:
    """A card with a version and a Chinese name."""
    return layer_of("stone")


def change(admin: Account, card: Card, **changes: object) -> int:
    """Save the card with other fields, name the version and return its number."""
    text = card_text(card.written_id, **changes)
    saved = draft_save(actor=admin, card=card, text=text, texts=None, based_on=draft_get(card=card).etag)
    return version_create(actor=admin, card=card, based_on=saved.draft.etag).number


def publish(
    actor: Account,
    pack: Pack,
    version: str = "1.0.0",
    choices: Choices | None = None,
    changelog: Mapping[str, str] | None = None,
    claim: Claim | None = None,
) -> Release:
    order = ReleaseOrder(version, choices, changelog or {"en": "", "zh": ""}, override=ANYWAY)
    return release_publish(actor=actor, pack=pack, order=order, claim=claim)


def run_together(act: Callable[[], None], count: int) -> None:
    with ThreadPoolExecutor(count) as pool:
        list(pool.map(lambda _: act(), range(count)))


class TestPublish:
    def test_pins_every_file_in_the_manifest(self, stone: Card, admin: Account, pack: Pack) -> None:
        release = publish(admin, pack, changelog={"en": "First.", "zh": "首发。"})
        files = release_bytes(release=release)
        manifest = json.loads(files["manifest.json"])

        assert (manifest["cardDataVersion"], manifest["languages"]) == ("1.0.0", ["en", "zh"])
        assert manifest["changelog"] == {"en": "First.", "zh": "首发。"}
        outside = ["manifest.json", "manifest.json.minisig", "schema/card.json", "text/zh.json"]
        assert sorted(files) == ["cards/base.stone.json", *outside, "types/cards.d.ts", "types/cards.py"]
        assert {row["path"]: row["sha256"] for row in manifest["files"]} == {
            path: hashlib.sha256(data).hexdigest() for path, data in files.items() if not path.startswith("manifest")
        }
        assert release.released_at == datetime.fromisoformat(manifest["releasedAt"])
        assert packs.release_problems(files) == ()

    def test_makes_an_archive_whose_hash_is_in_the_row_each_time(self, stone: Card, admin: Account, pack: Pack) -> None:
        release = publish(admin, pack)
        first, second = release_zip(release=release), release_zip(release=Release.objects.get())

        assert first == second
        assert (hashlib.sha256(first).hexdigest(), len(first)) == (release.zip_sha256, release.zip_size)
        assert "cards/base.stone.json" in zipfile.ZipFile(io.BytesIO(first)).namelist()

    def test_moves_the_card_to_released(self, stone: Card, admin: Account, pack: Pack) -> None:
        publish(admin, pack)
        [row] = card_page(account=admin, pack=pack).rows

        assert (row.state, row.released) == ("released", {"version": 1, "release": "1.0.0"})

    def test_is_audited_once_and_reported_to_the_outbox(self, stone: Card, admin: Account, pack: Pack) -> None:
        before = AuditEvent.objects.count()
        release = publish(admin, pack)
        event = AuditEvent.objects.latest("id")

        assert AuditEvent.objects.count() == before + 1
        assert (event.action, event.target) == ("release.publish", "core 1.0.0")
        assert [row.payload for row in Outbox.objects.filter(topic="release.published")] == [
            {"pack": "core", "version": "1.0.0", "manifest_sha256": release.manifest_id}
        ]

    def test_refuses_a_version_that_exists(self, stone: Card, admin: Account, pack: Pack) -> None:
        publish(admin, pack)
        change(admin, stone, name="Another")
        with pytest.raises(VersionExists):
            publish(admin, pack)

        assert Release.objects.count() == 1

    @pytest.mark.parametrize("version", ["", "1", "1.0", "v1.0.0", "1.0.0+build"])
    def test_refuses_what_is_no_version(self, stone: Card, admin: Account, pack: Pack, version: str) -> None:
        with pytest.raises(InvalidFields):
            publish(admin, pack, version)

    def test_refuses_invalid_cards_and_says_which(
        self, stone: Card, make_card: MakeCard, admin: Account, pack: Pack
    ) -> None:
        bad = make_card("base.bad")
        saved_draft = draft_save(
            actor=admin, card=bad, text='{"id": "base.bad"}', texts=None, based_on=draft_get(card=bad).etag
        )
        version_create(actor=admin, card=bad, based_on=saved_draft.draft.etag)
        with pytest.raises(GateClosed) as refused:
            publish(admin, pack)
        valid = next(gate for gate in refused.value.gates if gate["id"] == "valid")

        assert [row["card"] for row in valid["missing"]] == ["base.bad"]
        assert (Release.objects.count(), ReleaseCard.objects.count()) == (0, 0)

    def test_refuses_an_empty_pack(self, admin: Account, pack: Pack) -> None:
        with pytest.raises(StateConflict):
            publish(admin, pack)

    def test_is_for_publishers(self, stone: Card, people: dict[str, Account], pack: Pack) -> None:
        for role in ("viewer", "designer", "reviewer"):
            with pytest.raises(Forbidden):
                publish(people[role], pack)
        with pytest.raises(NotFound):
            publish(people["stranger"], pack)

        with pytest.raises(Forbidden):  # a gate is closed, and only admins go past one
            publish(people["publisher"], pack)

        assert publish(people["admin"], pack).version == "1.0.0"

    def test_ships_the_version_that_was_chosen(self, stone: Card, admin: Account, pack: Pack) -> None:
        change(admin, stone, name="Another")
        publish(admin, pack, choices={"base.stone": 1})

        assert ReleaseCard.objects.get().version.number == 1

    @pytest.mark.parametrize("choices", [{"base.none": 1}, {"base.stone": 9}])
    def test_refuses_a_choice_of_nothing(self, stone: Card, admin: Account, pack: Pack, choices: Choices) -> None:
        with pytest.raises(InvalidFields):
            publish(admin, pack, choices=choices)

    def test_leaves_out_what_was_trashed(self, stone: Card, make_card: MakeCard, admin: Account, pack: Pack) -> None:
        other = make_card("base.other")
        version_create(actor=admin, card=other, based_on=draft_get(card=other).etag)
        card_trash(actor=admin, card=other)
        publish(admin, pack)

        assert [row.written_id for row in ReleaseCard.objects.all()] == ["base.stone"]

    def test_stores_shared_files_once(self, stone: Card, make_card: MakeCard, admin: Account, pack: Pack) -> None:
        publish(admin, pack)
        before = Blob.objects.count()
        other = make_card("base.other")
        version_create(actor=admin, card=other, based_on=draft_get(card=other).etag)
        publish(admin, pack, "1.1.0")

        assert Blob.objects.count() == before + 2  # the new card, the new manifest


class TestLeastVersion:
    def test_of_numbers_and_text_is_a_patch(self, stone: Card, admin: Account, pack: Pack) -> None:
        publish(admin, pack)
        change(admin, stone, name="Another")

        assert plan_get(account=admin, pack=pack).version == "1.0.1"
        assert publish(admin, pack, "1.0.1").previous == Release.objects.get(version="1.0.0")

    def test_of_a_new_card_is_a_minor(self, stone: Card, make_card: MakeCard, admin: Account, pack: Pack) -> None:
        publish(admin, pack)
        other = make_card("base.other")
        version_create(actor=admin, card=other, based_on=draft_get(card=other).etag)
        with pytest.raises(VersionTooLow) as error:
            publish(admin, pack, "1.0.1")

        assert error.value.minimum == "1.1.0"
        assert publish(admin, pack, "1.1.0").version == "1.1.0"

    def test_of_a_removed_card_is_a_major(self, stone: Card, make_card: MakeCard, admin: Account, pack: Pack) -> None:
        other = make_card("base.other")
        version_create(actor=admin, card=other, based_on=draft_get(card=other).etag)
        publish(admin, pack)
        with pytest.raises(VersionTooLow) as error:
            publish(admin, pack, "1.9.0", choices={"base.other": None})

        assert error.value.minimum == "2.0.0"

    def test_may_be_tried_as_a_pre_release(self, stone: Card, admin: Account, pack: Pack) -> None:
        publish(admin, pack)
        change(admin, stone, name="Another")
        publish(admin, pack, "1.0.1-rc.1")
        publish(admin, pack, "1.0.1")

        assert [release.version for release in release_list(account=admin, pack=pack)] == [
            "1.0.1", "1.0.1-rc.1", "1.0.0",
        ]  # fmt: skip

    @pytest.mark.parametrize(("last", "minimum"), [("2.0.0", "2.0.1"), ("2.0.0-rc.1", "2.0.0")])
    def test_is_above_all_published(self, stone: Card, admin: Account, pack: Pack, last: str, minimum: str) -> None:
        publish(admin, pack, last)
        change(admin, stone, name="Another")
        with pytest.raises(VersionTooLow) as error:
            publish(admin, pack, "1.5.0")

        assert error.value.minimum == minimum


class TestRepeated:
    """A release that changes nothing against the last one is refused, for every role and every reason of an admin."""

    @pytest.mark.parametrize("version", ["1.0.1", "2.0.0", "1.0.1-rc.1"])
    def test_is_refused_with_the_number_it_repeats(self, stone: Card, admin: Account, pack: Pack, version: str) -> None:
        publish(admin, pack)
        with pytest.raises(NothingChanged) as error:
            publish(admin, pack, version)

        assert (error.value.slug, error.value.status) == ("nothing-changed", 409)
        assert error.value.detail["en"].startswith("Nothing differs from 1.0.0:")
        assert error.value.detail["zh"].startswith("与 1.0.0 相比没有任何变化：")
        assert Release.objects.count() == 1

    def test_is_refused_by_what_would_ship_and_not_by_what_was_saved(
        self, stone: Card, admin: Account, pack: Pack
    ) -> None:
        publish(admin, pack)
        change(admin, stone, name="Another")
        with pytest.raises(NothingChanged):
            publish(admin, pack, "1.0.1", choices={"base.stone": 1})

        assert publish(admin, pack, "1.0.1").version == "1.0.1"

    def test_is_refused_after_a_yank_of_the_last(self, stone: Card, admin: Account, pack: Pack) -> None:
        publish(admin, pack)
        change(admin, stone, name="Another")
        release_yank(actor=admin, release=publish(admin, pack, "1.0.1"), reason={"en": "Wrong.", "zh": "有误。"})
        with pytest.raises(NothingChanged):
            publish(admin, pack, "1.0.2")

        assert publish(admin, pack, "1.0.2", choices={"base.stone": 1}).version == "1.0.2"  # back to 1.0.0

    def test_may_be_a_pre_release_that_becomes_what_it_tried(self, stone: Card, admin: Account, pack: Pack) -> None:
        publish(admin, pack, "1.0.0-rc.1")
        with pytest.raises(NothingChanged) as error:
            publish(admin, pack, "1.0.0-rc.2")

        assert error.value.before == "1.0.0-rc.1"
        assert publish(admin, pack, "1.0.0").version == "1.0.0"

    def test_is_compared_by_cards_with_a_pre_release(self, stone: Card, admin: Account, pack: Pack) -> None:
        publish(admin, pack, "1.0.0-rc.1")
        change(admin, stone, name="Another")

        assert publish(admin, pack, "1.0.0-rc.2").version == "1.0.0-rc.2"

    @pytest.mark.parametrize("what", ["name", "note", "engine"])
    def test_is_not_one_that_differs_in(
        self, stone: Card, admin: Account, pack: Pack, what: str, monkeypatch: Any
    ) -> None:
        publish(admin, pack)
        if what == "name":
            rename_pack(pack, "Another core")
        elif what == "note":
            card_deprecate(actor=admin, card=stone, note={"en": "Use another.", "zh": "请用另一张。"})
        else:
            monkeypatch.setattr(rulesets, "engine_hash", lambda ruleset: "f" * 64)

        assert publish(admin, pack, "1.1.0").version == "1.1.0"


class TestIdempotency:
    def test_gives_the_first_answer_again(self, stone: Card, admin: Account, pack: Pack) -> None:
        claim = Claim("release.publish core", "k1", BODY)
        first, second = (publish(admin, pack, claim=claim) for _ in range(2))

        assert first == second
        assert Release.objects.count() == 1

    def test_refuses_another_body_under_the_same_key(self, stone: Card, admin: Account, pack: Pack) -> None:
        publish(admin, pack, claim=Claim("release.publish core", "k1", BODY))
        with pytest.raises(IdempotencyMismatch):
            publish(admin, pack, "1.0.1", claim=Claim("release.publish core", "k1", "0" * 64))

    def test_forgets_the_answer_after_a_day(self, stone: Card, admin: Account, pack: Pack) -> None:
        claim = Claim("release.publish core", "k1", BODY)
        publish(admin, pack, claim=claim)
        assert idempotency_prune() == 0
        IdempotencyKey.objects.update(created_at=timezone.now() - timedelta(hours=25))
        with pytest.raises(VersionExists):
            publish(admin, pack, claim=claim)

        assert idempotency_prune() == 1

    def test_keeps_no_answer_of_a_refusal(self, stone: Card, admin: Account, pack: Pack) -> None:
        claim = Claim("release.publish core", "k1", BODY)
        with pytest.raises(InvalidFields):
            publish(admin, pack, "nonsense", claim=claim)

        assert publish(admin, pack, claim=claim).version == "1.0.0"


class TestPlan:
    def test_is_saved_and_used(self, stone: Card, admin: Account, pack: Pack) -> None:
        change(admin, stone, name="Another")
        release_plan_save(actor=admin, pack=pack, order=ReleaseOrder("1.4.0", {"base.stone": 1}, override=ANYWAY))
        plan = plan_get(account=admin, pack=pack)
        release = publish(admin, pack, plan.version)

        assert (release.version, ReleaseCard.objects.get().version.number) == ("1.4.0", 1)
        assert not ReleasePlan.objects.exists()

    def test_closes_without_previews(self, stone: Card, admin: Account, pack: Pack) -> None:
        gates = {gate["id"]: gate for gate in plan_gates(plan=plan_get(account=admin, pack=pack))}

        assert (gates["valid"]["ok"], gates["previews"]["ok"], gates["previews"]["closes"]) == (True, False, True)
        assert [name for name in gates if gates[name]["closes"]] == [
            "valid",
            "approved",
            "previews",
            "scenarios",
            "decks",
        ]
        assert [name for name in gates if not gates[name]["closes"]] == ["scenarios_test", "text_agrees", "rules_text"]

    def test_tells_what_changes(self, stone: Card, make_card: MakeCard, admin: Account, pack: Pack) -> None:
        publish(admin, pack)
        change(admin, stone, name="Another")
        make_card("base.unnamed")
        other = make_card("base.other")
        version_create(actor=admin, card=other, based_on=draft_get(card=other).etag)
        plan = plan_get(account=admin, pack=pack)

        assert {entry.id: entry.change for entry in plan.entries} == {"base.other": "added", "base.stone": "changed"}
        assert (plan.bump, str(plan.minimum)) == ("minor", "1.1.0")


class TestReading:
    def test_of_a_private_pack_is_for_members(self, stone: Card, people: dict[str, Account], pack: Pack) -> None:
        publish(people["admin"], pack)
        for account in (people["stranger"], AnonymousUser()):
            with pytest.raises(NotFound):
                release_list(account=account, pack=pack)

        assert release_get(account=people["viewer"], pack=pack, version="latest").version == "1.0.0"

    def test_of_a_public_pack_is_for_anyone(self, stone: Card, people: dict[str, Account], pack: Pack) -> None:
        admin, anyone = people["admin"], AnonymousUser()
        pack_edit(actor=admin, pack=pack, form=PackForm(name={"en": "Core"}, visibility="public"))
        with pytest.raises(NotFound):
            release_list(account=anyone, pack=pack)
        release = publish(admin, pack)
        row = release_file(release=release, path="cards/base.stone.json")

        assert release_get(account=anyone, pack=pack, version="1.0.0") == release
        assert file_by_digest(account=anyone, sha256=row.sha256) == row
        assert hashlib.sha256(release_file_data(release=release, path=row.path)).hexdigest() == row.sha256
        assert [place.path for place in places_of(account=anyone, digests=[row.sha256])[row.sha256]] == [row.path]
        with pytest.raises(NotFound):
            card_get(account=anyone, pack=pack, written_id="base.stone")

    def test_by_digest_shows_nothing_of_a_foreign_pack(
        self, stone: Card, people: dict[str, Account], pack: Pack
    ) -> None:
        release = publish(people["admin"], pack)
        row = release_file(release=release, path="cards/base.stone.json")
        with pytest.raises(NotFound):
            file_by_digest(account=people["stranger"], sha256=row.sha256)

        assert places_of(account=people["stranger"], digests=[row.sha256]) == {row.sha256: []}

    def test_searches_what_was_released_and_no_draft(self, stone: Card, admin: Account, pack: Pack) -> None:
        release = publish(admin, pack)
        draft, texts = draft_get(card=stone), {"zh": {"name": "大石头"}}
        draft_save(actor=admin, card=stone, text=draft.text, texts=texts, based_on=draft.etag)

        assert [row.written_id for row in release_cards(release=release, q="石子")] == ["base.stone"]
        assert list(release_cards(release=release, q="石头")) == []

    def test_finds_latest_and_next(self, stone: Card, admin: Account, pack: Pack) -> None:
        publish(admin, pack)
        change(admin, stone, name="Another")
        publish(admin, pack, "1.1.0-beta")
        found = [release_get(account=admin, pack=pack, version=word).version for word in ("latest", "next")]

        assert found == ["1.0.0", "1.1.0-beta"]


@pytest.mark.django_db(transaction=True)
class TestConcurrentPublishing:
    def test_of_one_version_has_one_winner(self, stone: Card, admin: Account, pack: Pack) -> None:
        outcomes: list[str] = []
        start = threading.Barrier(4)

        def try_to_publish() -> None:
            start.wait()
            try:
                outcomes.append(publish(admin, pack).version)
            except (VersionExists, VersionTooLow, StateConflict) as refused:
                outcomes.append(type(refused).__name__)
            finally:
                connection.close()

        run_together(try_to_publish, 4)

        assert sorted(outcomes) == ["1.0.0", "VersionExists", "VersionExists", "VersionExists"]
        assert (Release.objects.count(), ReleaseCard.objects.count()) == (1, 1)

    def test_with_one_key_gives_all_the_same_answer(self, stone: Card, admin: Account, pack: Pack) -> None:
        outcomes: list[str] = []

        def try_to_publish() -> None:
            outcomes.append(publish(admin, pack, claim=Claim("release.publish core", "k", BODY)).version)
            connection.close()

        run_together(try_to_publish, 3)

        assert outcomes == ["1.0.0"] * 3
        assert Release.objects.count() == 1

    def test_with_one_key_is_answered_when_the_other_was_first_during_the_build(
        self, stone: Card, admin: Account, pack: Pack, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        claim = Claim("release.publish core", "k", BODY)
        first = publish(admin, pack, claim=claim)
        looks: list[Claim] = []

        def found_too_late(*, account: Account, claim: Claim) -> Any:
            looks.append(claim)
            return idempotency_find(account=account, claim=claim) if len(looks) > 1 else None

        monkeypatch.setattr(release_service, "idempotency_find", found_too_late)

        assert publish(admin, pack, claim=claim) == first
        assert len(looks) == 2
