"""Releases that can be trusted: signed, verified to the last column, never replaced, and taken out of the channels by a yank."""

from __future__ import annotations

import io
import re
import stat
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction
from django.test import Client

from cards.errors import Forbidden, InvalidFields, NotFound, StateConflict, VersionExists
from cards.gateway import packs, signatures
from cards.models import Account, Card, Notification, Outbox, Pack, Release, ReleaseTombstone, SigningKey
from cards.queries.history import draft_get
from cards.queries.plan import plan_of
from cards.queries.plan_refusal import plan_refusal
from cards.queries.releases import release_bytes, release_get, release_list, release_zip, yanks_of
from cards.queries.signing import public_keys, signing_secret
from cards.queries.verification import grave_differences, release_differences
from cards.sealing import key_ids, key_of
from cards.semver import Semver
from cards.services.release import ReleaseOrder, release_publish
from cards.services.release_yank import release_unyank, release_yank
from cards.services.signing import signing_key_ensure, signing_key_make, signing_key_retire
from cards.services.version import version_create
from portal.management.commands import migrate
from tests.cards.conftest import ANYWAY, LayerOf, card_maker, rename_pack
from tests.cards.layers import Values

WHY = {"en": "It breaks decks.", "zh": "它会破坏牌组。"}


def publish(admin: Account, pack: Pack, version: str = "1.0.0") -> Release:
    """Publish the pack as it is, under a name that no earlier release has."""
    rename_pack(pack, f"Core {version}")
    return release_publish(actor=admin, pack=pack, order=ReleaseOrder(version, override=ANYWAY))


def _stone(layers: Values) -> Card:
    card = card_maker(layers["pack"], layers["admin"])("base.stone")
    version_create(actor=layers["admin"], card=card, based_on=draft_get(card=card).etag)
    return card


def _release(layers: Values) -> Release:
    return publish(layers["admin"], layers["pack"])


LAYERS = {"stone": _stone, "release": _release}


@pytest.fixture(autouse=True)
def stone(layer_of: LayerOf, pack: Pack) -> Card:
    """A card with a version."""
    card: Card = layer_of("stone")
    return card


@pytest.fixture
def release(layer_of: LayerOf, stone: Card) -> Release:
    """The release 1.0.0 of that card."""
    release: Release = layer_of("release")
    return release


@pytest.fixture
def own_key(settings: Any, tmp_path: Path) -> Path:
    """The file in which an earlier version kept the key; this host stores its own in the database, under a key that it makes."""
    settings.SIGNING_KEY, settings.SIGNING_KEY_PATH = "", str(tmp_path / "signing_key")
    settings.KEY_FILE = str(tmp_path / "key")
    return tmp_path / "signing_key"


class TestSignature:
    def test_is_of_the_manifest_and_names_the_release(self, release: Release, pack: Pack) -> None:
        signed = signatures.verify_signed(packs.read_zip(release_zip(release=release)), public_keys())

        assert (signed.signature, signed.key_id, signed.problems) == ("good", release.key_id, ())
        assert signed.trusted == "pack:core\tversion:1.0.0\tfile:manifest.json"

    def test_of_the_archive_is_in_its_hash(self, release: Release) -> None:
        assert signatures.SIGNATURE in release_bytes(release=release)
        assert list(release_differences(release=release)) == []

    def test_is_asked_for(self, admin: Account, pack: Pack, own_key: Path) -> None:
        with pytest.raises(StateConflict, match="signing_key new"):
            publish(admin, pack)
        own_key.write_text("nonsense")
        with pytest.raises(StateConflict, match="Signing key"):
            publish(admin, pack)

        assert not Release.objects.exists()

    def test_of_old_releases_holds_after_the_key_is_changed(self, admin: Account, pack: Pack, own_key: Path) -> None:
        signing_key_ensure()
        signing_key_ensure()  # makes no second one
        first = publish(admin, pack)
        signing_key_make(actor=admin)
        second = publish(admin, pack, "1.0.1")
        signing_key_retire(actor=admin, key_id=first.key_id)

        assert first.key_id != second.key_id
        assert SigningKey.objects.count() == 2
        assert [*release_differences(release=first), *release_differences(release=second)] == []

    def test_is_not_made_with_a_retired_key(self, admin: Account, pack: Pack, own_key: Path) -> None:
        row = signing_key_make(actor=admin)
        signing_key_retire(actor=admin, key_id=row.key_id.lower())

        with pytest.raises(StateConflict, match="retired"):
            publish(admin, pack)
        with pytest.raises(StateConflict, match="already"):
            signing_key_retire(actor=admin, key_id=row.key_id)

    def test_has_a_secret_that_its_owner_alone_reads(self, admin: Account, own_key: Path) -> None:
        row = signing_key_make(actor=admin, out=own_key)

        assert stat.S_IMODE(own_key.stat().st_mode) == 0o600
        assert signatures.read_secret(own_key.read_text()).public.line == row.public_key
        assert row.sealed_secret == ""

    def test_is_made_on_every_host_that_has_the_key_file(
        self, admin: Account, pack: Pack, own_key: Path, settings: Any
    ) -> None:
        """Another host has a data folder of its own: without the key file it says so, on the plan too, and replaces nothing."""
        key = signing_key_make(actor=None)
        with connection.cursor() as cursor:
            cursor.execute("SELECT string_agg(t::text, '') FROM cards_signingkey t")
            [stored] = cursor.fetchone()
        assert signing_secret().text not in stored and signing_secret().text.splitlines()[-1] not in stored

        first, settings.KEY_FILE = Path(settings.KEY_FILE), str(own_key.parent / "other" / "key")
        fault = f"cannot open the signing key {key.key_id}.*{key_of(key.sealed_secret)}.*{settings.KEY_FILE}"
        plan = plan_of(pack=pack)
        refusal = plan_refusal(plan=plan, version=Semver.parse("1.0.0"))
        assert refusal is not None and re.search(fault, refusal.detail["en"])
        with pytest.raises(StateConflict, match=fault):
            publish(admin, pack)
        client = Client()
        client.force_login(admin)
        assert "This host cannot publish" in client.get("/packs/core/releases/new/").content.decode()
        with pytest.raises(StateConflict, match="cannot open the key that signs now"):
            signing_key_make(actor=None)

        Path(settings.KEY_FILE).parent.mkdir()
        Path(settings.KEY_FILE).write_bytes(first.read_bytes())
        assert publish(admin, pack).key_id == key.key_id

    def test_is_replaced_where_the_key_file_is_lost(
        self, admin: Account, pack: Pack, own_key: Path, settings: Any
    ) -> None:
        key = signing_key_make(actor=None)
        Path(settings.KEY_FILE).unlink()
        call_command("rotate_secrets", new_key=True)
        with pytest.raises(CommandError, match=f"the signing key {key.key_id}"):
            call_command("rotate_secrets")
        call_command("signing_key", "retire", key.key_id)
        call_command("signing_key", "new")

        assert publish(admin, pack).key_id != key.key_id

    def test_is_taken_over_from_the_file_of_an_earlier_version(self, admin: Account, pack: Pack, own_key: Path) -> None:
        key = signatures.new_key(bytes(range(40)))
        own_key.write_text(key.text)
        assert publish(admin, pack).key_id == key.id  # before `migrate` has run here
        migrate.Command(stdout=io.StringIO()).ensure_keys()
        own_key.unlink()

        assert publish(admin, pack, "1.0.1").key_id == key.id
        assert SigningKey.objects.get().sealed_secret

    def test_is_sealed_under_a_new_key(self, admin: Account, pack: Pack, own_key: Path) -> None:
        row = signing_key_make(actor=None)
        call_command("rotate_secrets", new_key=True)
        call_command("rotate_secrets")
        before = row.sealed_secret
        row.refresh_from_db()

        assert key_of(row.sealed_secret) == key_ids()[0] != key_of(before)
        assert publish(admin, pack).key_id == row.key_id


class TestSigningKeyCommand:
    def test_makes_lists_and_retires(self, db: None, own_key: Path, capsys: pytest.CaptureFixture[str]) -> None:
        call_command("signing_key", "new")
        key = SigningKey.objects.get()
        call_command("signing_key", "retire", key.key_id)
        call_command("signing_key", "list")

        assert f"{key.key_id} {key.public_key} made" in capsys.readouterr().out

    @pytest.mark.parametrize("words", [("retire", "0000000000000000"), ("new",)])
    def test_refuses(self, db: None, words: tuple[str, ...]) -> None:
        with pytest.raises(CommandError):
            call_command("signing_key", *words)


class TestVerification:
    @pytest.mark.parametrize(
        ("column", "value", "names"),
        [
            ("version", "1.0.1", "column version"),
            ("order_key", "9", "column order_key"),
            ("is_prerelease", True, "column is_prerelease"),
            ("engine", ">=2", "column engine"),
            ("ruleset", "other", "column ruleset"),
            ("card_count", 7, "column card_count"),
            ("changelog", {}, "column changelog"),
            ("released_at", datetime(2020, 1, 1, tzinfo=UTC), "column released_at"),
            ("key_id", "x", "minisig"),
            ("signature", "x", "minisig"),
            ("zip_size", 1, "pack.zip"),
            ("zip_sha256", "0" * 64, "pack.zip"),
        ],
    )
    def test_sees_every_column(self, release: Release, column: str, value: Any, names: str) -> None:
        setattr(release, column, value)

        assert any(names in each for each in release_differences(release=release))

    def test_misses_what_is_gone(self, admin: Account, pack: Pack) -> None:
        ReleaseTombstone.objects.create(
            pack_slug="core", version="0.9.0", manifest_sha256="0" * 64, zip_sha256="0" * 64
        )

        assert list(grave_differences()) == ["core 0.9.0: was published, and its rows are gone"]


class TestTombstone:
    def test_refuses_a_number_that_stood_for_other_bytes(self, admin: Account, pack: Pack) -> None:
        ReleaseTombstone.objects.create(
            pack_slug="core", version="1.0.0", manifest_sha256="0" * 64, zip_sha256="0" * 64
        )

        with pytest.raises(VersionExists):
            publish(admin, pack)

    @pytest.mark.parametrize("table", ["cards_releasetombstone", "cards_releaseyank"])
    @pytest.mark.parametrize("change", ["DELETE FROM {}", "UPDATE {} SET id = id + 1", "TRUNCATE {}"])
    def test_and_yank_stay_as_they_are(self, release: Release, admin: Account, table: str, change: str) -> None:
        release_yank(actor=admin, release=release, reason=WHY)

        with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(change.format(table))


class TestChannels:
    def test_stand_for_the_highest_and_the_highest_stable(self, admin: Account, pack: Pack) -> None:
        for version in ("1.0.0", "1.1.0-rc.1", "1.1.0-rc.2"):
            publish(admin, pack, version)

        assert channel(admin, pack, "latest") == "1.0.0"
        assert channel(admin, pack, "next") == "1.1.0-rc.2"

    def test_pass_over_what_is_yanked(self, admin: Account, pack: Pack) -> None:
        for version in ("1.0.0", "1.0.1", "1.1.0-rc.1"):
            publish(admin, pack, version)
        for version in ("1.0.1", "1.1.0-rc.1"):
            release_yank(actor=admin, release=Release.objects.get(version=version), reason=WHY)

        assert channel(admin, pack, "latest") == channel(admin, pack, "next") == "1.0.0"
        assert release_get(account=admin, pack=pack, version="1.0.1").version == "1.0.1"

    def test_stand_for_nothing_where_all_is_yanked(self, release: Release, admin: Account, pack: Pack) -> None:
        release_yank(actor=admin, release=release, reason=WHY)

        with pytest.raises(NotFound):
            channel(admin, pack, "latest")


class TestYank:
    def test_tells_members_and_receivers(self, release: Release, admin: Account, people: dict[str, Account]) -> None:
        release_yank(actor=admin, release=release, reason=WHY)

        assert set(Notification.objects.filter(kind="yanked").values_list("account__email", flat=True)) == {
            people[role].email for role in ("viewer", "designer", "reviewer", "publisher")
        }
        assert Outbox.objects.filter(topic="release.yanked", payload__version="1.0.0").count() == 1

    def test_may_be_taken_back_and_said_again(self, release: Release, admin: Account, pack: Pack) -> None:
        release_yank(actor=admin, release=release, reason=WHY)
        release_unyank(actor=admin, release=release, reason={"zh": "没有问题。"})

        assert yanks_of(pack=pack) == {}
        assert channel(admin, pack, "latest") == "1.0.0"
        release_yank(actor=admin, release=release, reason=WHY)
        assert yanks_of(pack=pack)[release.pk].reason == WHY
        assert [each.is_yanked for each in release_list(account=admin, pack=pack)] == [True]  # type: ignore[attr-defined]  # annotated

    def test_is_refused_twice(self, release: Release, admin: Account) -> None:
        with pytest.raises(StateConflict):
            release_unyank(actor=admin, release=release, reason=WHY)
        release_yank(actor=admin, release=release, reason=WHY)
        with pytest.raises(StateConflict):
            release_yank(actor=admin, release=release, reason=WHY)

    @pytest.mark.parametrize(
        "asked",
        [
            {"reason": {}},
            {"reason": {"en": " "}},
            {"reason": {"fr": "Non."}},
            {"reason": {"en": "x" * 2001}},
            {"reason": WHY, "use": "9.9.9"},
            {"reason": WHY, "use": "1.0.0"},
        ],
    )
    def test_wants_a_reason_and_another_release(self, release: Release, admin: Account, asked: dict[str, Any]) -> None:
        with pytest.raises(InvalidFields):
            release_yank(actor=admin, release=release, **asked)

    def test_names_what_to_use_instead(self, admin: Account, pack: Pack) -> None:
        first, second, third = (publish(admin, pack, version) for version in ("1.0.0", "1.0.1", "1.0.2"))
        row = release_yank(actor=admin, release=second, reason=WHY, use="1.0.0")
        with pytest.raises(InvalidFields):  # which is yanked itself
            release_yank(actor=admin, release=third, reason=WHY, use="1.0.1")

        assert (row.instead, yanks_of(pack=pack)[second.pk].instead, first.pk in yanks_of(pack=pack)) == (
            "1.0.0",
            "1.0.0",
            False,
        )

    def test_needs_a_publisher(self, release: Release, pack: Pack, people: dict[str, Account]) -> None:
        with pytest.raises(Forbidden):
            release_yank(actor=people["reviewer"], release=release, reason=WHY)
        with pytest.raises(NotFound):
            release_yank(actor=people["stranger"], release=release, reason=WHY)
        release_yank(actor=people["publisher"], release=release, reason=WHY)


def channel(account: Account, pack: Pack, name: str) -> str:
    """Return the version that a channel stands for."""
    return release_get(account=account, pack=pack, version=name).version
