"""The drill: back up, lose everything, restore, verify. And the chain of the audit, which shows what was changed."""

from __future__ import annotations

import io
import re
import stat
import tarfile
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.core.management import CommandError, call_command
from django.db import connection

from cards import public_files
from cards.models import Account, AuditEvent, Pack, Release
from cards.queries.history import draft_get
from cards.queries.signing import signing_secret
from cards.sealing import key_of
from cards.services.audit_seal import audit_seal
from cards.services.release import ReleaseOrder, release_publish
from cards.services.signing import signing_key_make
from cards.services.version import version_create
from portal.owner import as_owner
from tests.cards.conftest import ANYWAY, MakeCard

pytestmark = pytest.mark.django_db(transaction=True)


def output(*words: str, **options: object) -> str:
    out = io.StringIO()
    call_command(*words, stdout=out, stderr=io.StringIO(), **options)
    return out.getvalue()


def as_superuser(statement: str) -> None:
    """Change rows as a person who may do everything: the triggers are off."""
    with as_owner(), connection.cursor() as cursor:
        cursor.execute("ALTER TABLE cards_auditevent DISABLE TRIGGER USER")
        cursor.execute(statement)
        cursor.execute("ALTER TABLE cards_auditevent ENABLE TRIGGER USER")


@pytest.fixture
def release(make_card: MakeCard, admin: Account, pack: Pack) -> Release:
    card = make_card("base.stone")
    version_create(actor=admin, card=card, based_on=draft_get(card=card).etag)
    release = release_publish(actor=admin, pack=pack, order=ReleaseOrder("1.0.0", override=ANYWAY))
    audit_seal()
    return release


class TestVerifyAudit:
    @pytest.mark.usefixtures("release")
    def test_finds_a_whole_chain_whole(self) -> None:
        printed_output = output("verify_audit")
        seal = re.search(r"newest seal: (\d+:[0-9a-f]{64})", printed_output)

        assert seal is not None
        assert output("verify_audit", expect=seal[1]) == printed_output

    @pytest.mark.usefixtures("release")
    @pytest.mark.parametrize(
        ("statement", "expected"),
        [
            ("UPDATE cards_auditevent SET details = '{}', action = 'x.y' WHERE seal_no = 2", "seal 2 was changed"),
            ("UPDATE cards_auditevent SET at = at - interval '1 day' WHERE seal_no = 1", "seal 1 was changed"),
            ("DELETE FROM cards_auditevent WHERE seal_no = 2", "seal 2 is missing"),
        ],
    )
    def test_names_what_was_changed(self, statement: str, expected: str) -> None:
        as_superuser(statement)

        with pytest.raises(CommandError, match=expected):
            output("verify_audit")

    @pytest.mark.usefixtures("release")
    def test_finds_a_cut_end_by_the_seal_that_was_noted(self) -> None:
        seal = output("verify_audit").split()[-1]
        as_superuser("DELETE FROM cards_auditevent WHERE seal_no = (SELECT max(seal_no) FROM cards_auditevent)")

        number = int(seal.partition(":")[0])
        output("verify_audit")
        with pytest.raises(CommandError, match=f"seal {number} is missing: the chain ends at {number - 1}"):
            output("verify_audit", expect=seal)

    @pytest.mark.usefixtures("release")
    def test_finds_an_event_dated_back(self) -> None:
        last = AuditEvent.objects.latest("id")
        with as_owner():
            AuditEvent.objects.create(action="x.y", at=last.at.replace(year=last.at.year - 1))
        audit_seal()

        with pytest.raises(CommandError, match="out of order"):
            output("verify_audit")


class TestTheDrill:
    def test_brings_everything_back(self, release: Release, tmp_path: Path) -> None:
        file, before = tmp_path / "backup.tar.gz", AuditEvent.objects.count()
        printed_output = output("backup", str(file))
        Account.objects.update(name="lost")
        as_superuser("DELETE FROM cards_auditevent")
        back_output = output("restore", str(file), replace=True)

        assert "keep apart" in printed_output
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        assert "1 releases" in back_output
        assert (AuditEvent.objects.count(), Account.objects.filter(name="lost").count()) == (before, 0)
        assert Release.objects.get().pk == release.pk
        assert AuditEvent.objects.create(action="x.y").pk > before  # sequences go on
        output("verify_releases", all=True)

    def test_names_the_key_without_which_no_release_is_signed(
        self, admin: Account, tmp_path: Path, settings: LazySettings
    ) -> None:
        settings.SIGNING_KEY, settings.KEY_FILE = "", str(tmp_path / "key")
        key = signing_key_make(actor=admin)
        secret = signing_secret().text
        report = output("backup", str(tmp_path / "b"))
        with tarfile.open(tmp_path / "b") as archive:
            rows = b"".join((archive.extractfile(each) or io.BytesIO()).read() for each in archive)
        (tmp_path / "key").rename(tmp_path / "elsewhere")
        lacking = f"sealed under the key {key_of(key.sealed_secret)}, which {tmp_path / 'key'} lacks: the signing key {key.key_id}"
        with pytest.raises(CommandError, match=re.escape(lacking)):
            output("restore", str(tmp_path / "b"), replace=True)
        output("restore", str(tmp_path / "b"), replace=True, without_key=True)
        (tmp_path / "elsewhere").rename(tmp_path / "key")
        output("restore", str(tmp_path / "b"), replace=True)

        assert str(tmp_path / "key") in report
        assert secret.splitlines()[-1].encode() not in rows and key.sealed_secret.encode() in rows
        assert signing_secret().text == secret

    def test_takes_files_away_that_the_rows_no_longer_have(
        self, release: Release, tmp_path: Path, settings: LazySettings
    ) -> None:
        settings.PUBLIC_FILES = str(tmp_path / "public")
        output("backup", str(tmp_path / "b"))
        public_files.store(release.pack.slug, "1.0.1", files={"pack.zip": b"lost"}, entries={}, digests=())
        with pytest.raises(CommandError, match="--replace"):
            output("restore", str(tmp_path / "b"))
        stored_release = public_files.has_release(release.pack.slug, "1.0.1")
        output("restore", str(tmp_path / "b"), replace=True)

        assert (stored_release, public_files.has_release(release.pack.slug, "1.0.1")) == (True, False)

    def test_ends_with_triggers_that_refuse_again(self, release: Release, tmp_path: Path) -> None:
        output("backup", str(tmp_path / "b"))
        output("restore", str(tmp_path / "b"), replace=True)

        with as_owner(), connection.cursor() as cursor, pytest.raises(Exception, match="append-only"):
            cursor.execute("UPDATE cards_release SET version = '9.9.9'")

    def test_never_writes_over_rows_unasked(self, release: Release, tmp_path: Path) -> None:
        output("backup", str(tmp_path / "b"))

        with pytest.raises(CommandError, match="--replace"):
            output("restore", str(tmp_path / "b"))

    def test_never_writes_over_a_backup(self, tmp_path: Path) -> None:
        (tmp_path / "b").touch()

        with pytest.raises(CommandError, match="exists already"):
            output("backup", str(tmp_path / "b"))

    @pytest.mark.parametrize("damage", ["cut", "rows", "nothing"])
    def test_refuses_a_damaged_file_and_changes_nothing(self, admin: Account, tmp_path: Path, damage: str) -> None:
        file = tmp_path / "b"
        output("backup", str(file))
        if damage == "cut":
            file.write_bytes(file.read_bytes()[:-2000])
        elif damage == "nothing":
            file.write_bytes(b"not a backup")
        else:
            with tarfile.open(file) as archive:
                contents_by_name = {each.name: (archive.extractfile(each) or io.BytesIO()).read() for each in archive}
            contents_by_name["tables/cards_account.copy"] = contents_by_name["tables/cards_account.copy"].replace(
                b"admin@", b"other@"
            )
            with tarfile.open(file, "w:gz") as archive:
                for name, data in contents_by_name.items():
                    entry = tarfile.TarInfo(name)
                    entry.size = len(data)
                    archive.addfile(entry, io.BytesIO(data))
        with pytest.raises(CommandError, match=r"Nothing was changed\.$"):
            output("restore", str(file), replace=True)

        assert Account.objects.get().email == admin.email
