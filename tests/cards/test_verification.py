"""The nightly verification, and what the app's role is refused: an act by that role could not be seen."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import DatabaseError, connection, transaction
from django.utils import timezone
from structlog.testing import capture_logs

from cards.management.commands.relay import ELECTION
from cards.models import Account, AuditEvent, Card, DraftRevision, Pack, Release, Verification
from cards.queries.audit_chain import audit_differences
from cards.queries.history import draft_get
from cards.services.audit_seal import audit_seal
from cards.services.blob import SWEEP_LOCK
from cards.services.card import card_trash
from cards.services.release import ReleaseOrder, release_publish
from cards.services.trash import card_purge
from cards.services.verification import ALONE, LOOKS, verification_is_due, verification_run
from cards.services.version import version_create
from portal.management.commands.migrate import ONE_AT_A_TIME
from portal.owner import as_owner
from tests.cards.conftest import ANYWAY, LayerOf, card_maker
from tests.cards.layers import Values


def _release(layers: Values) -> Release:
    pack, admin = layers["pack"], layers["admin"]
    card = card_maker(pack, admin)("base.stone")
    version_create(actor=admin, card=card, based_on=draft_get(card=card).etag)
    release = release_publish(actor=admin, pack=pack, order=ReleaseOrder("1.0.0", override=ANYWAY))
    audit_seal()
    return release


LAYERS = {"release": _release}


@pytest.fixture
def release(layer_of: LayerOf, pack: Pack) -> Release:
    release: Release = layer_of("release")
    return release


def as_superuser(table: str, statement: str) -> None:
    """Change rows as a person who may do everything: the triggers are off."""
    with as_owner(), connection.cursor() as cursor:
        cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
        cursor.execute(statement)
        cursor.execute(f"ALTER TABLE {table} ENABLE TRIGGER USER")


def dated_back(seconds: int) -> None:
    """Write an event that has no seal yet and seems to be as old as that."""
    AuditEvent.objects.create(action="pack.edit")
    older = f"UPDATE cards_auditevent SET at = at - interval '{seconds} seconds' WHERE prev_hash IS NULL"  # noqa: S608  a number
    as_superuser("cards_auditevent", older)


def differences_by_kind() -> dict[str, str]:
    return {row.kind: row.difference for row in verification_run()}


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("release")
class TestVerification:
    def test_of_a_whole_portal_finds_nothing(self) -> None:
        assert differences_by_kind() == {"audit": "", "releases": ""}
        assert all(row.is_whole and row.finished_at for row in Verification.objects.all())
        assert Verification.objects.get(kind="releases").checked == 1

    def test_logs_an_error_where_it_finds_something_and_there_alone(self) -> None:
        as_superuser("cards_release", "UPDATE cards_release SET zip_size = zip_size + 1")
        with capture_logs() as printed_capture_logs:
            verification_run()

        assert {
            each["what"]: (each["log_level"], each["event"]) for each in printed_capture_logs if "what" in each
        } == {
            "audit": ("info", "verification passed"),
            "releases": ("error", "verification failed"),
        }

    @pytest.mark.parametrize(
        ("column", "value", "names"),
        [
            ("changelog", """'{"en": "other", "zh": ""}'""", "column changelog"),
            ("released_at", "released_at - interval '1 day'", "column released_at"),
            ("released_by_id", "(SELECT max(id) FROM cards_account)", "column released_by"),
            ("zip_size", "zip_size + 1", "pack.zip"),
            ("engine", "'0.0.0'", "column engine"),
            ("engine_hash", "md5('other')", "column engine_hash"),
            ("schemas", "'{}'", "column schemas"),
        ],
    )
    def test_finds_a_column_that_a_superuser_changed(self, column: str, value: str, names: str) -> None:
        Account.objects.create_user("later@example.org")
        as_superuser("cards_release", f"UPDATE cards_release SET {column} = {value}")  # noqa: S608  the two are written above

        assert names in differences_by_kind()["releases"]

    def test_finds_a_chain_whose_end_was_cut_off_since_the_last_time(self) -> None:
        verification_run()
        as_superuser(
            "cards_auditevent",
            "DELETE FROM cards_auditevent WHERE seal_no = (SELECT max(seal_no) FROM cards_auditevent)",
        )

        assert "the chain ends" in differences_by_kind()["audit"]

    def test_names_a_gap_in_the_chain_once(self) -> None:
        as_superuser("cards_auditevent", "DELETE FROM cards_auditevent WHERE seal_no = 2")
        after = AuditEvent.objects.get(seal_no=3)

        assert list(audit_differences()) == [f"seal 2 is missing: the next is 3 (event {after.pk})"]

    @pytest.mark.parametrize(("seconds", "names"), [(630, "out of order"), (570, "")])
    def test_finds_an_event_that_is_dated_ten_minutes_back(self, seconds: int, names: str) -> None:
        dated_back(seconds)
        audit_seal()

        said = differences_by_kind()["audit"]

        assert (names in said, bool(said)) == (True, bool(names))

    @pytest.mark.parametrize(("seconds", "names"), [(630, "not sealed"), (570, "")])
    def test_finds_an_event_that_waits_ten_minutes_for_its_seal(self, seconds: int, names: str) -> None:
        dated_back(seconds)

        said = differences_by_kind()["audit"]

        assert (names in said, bool(said)) == (True, bool(names))

    def test_names_the_first_alone_of_those_that_wait(self) -> None:
        for _ in range(3):
            dated_back(630)
        first = AuditEvent.objects.filter(seal_no__isnull=True).earliest("id")

        assert list(audit_differences()) == [f"event {first.pk} is not sealed: does the relay run?"]

    def test_keeps_as_much_of_a_difference_as_a_row_holds(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(LOOKS, "audit", lambda _: iter(["x" * 501]))

        assert differences_by_kind()["audit"] == "x" * 500

    @pytest.mark.parametrize(("minutes", "is_due"), [(0, False), (1_439, False), (1_441, True)])
    def test_is_due_once_a_day(self, minutes: int, is_due: bool) -> None:
        before = verification_is_due()
        verification_run()
        Verification.objects.update(finished_at=timezone.now() - timedelta(minutes=minutes))

        assert (before, verification_is_due()) == (True, is_due)

    def test_is_due_where_one_of_its_kinds_is_a_day_old(self) -> None:
        verification_run()
        Verification.objects.filter(kind="audit").update(finished_at=timezone.now() - timedelta(hours=25))

        assert verification_is_due()

    def test_keeps_the_newest_sixty_of_each_kind(self) -> None:
        Verification.objects.bulk_create(Verification(kind=kind) for _ in range(60) for kind in ("audit", "releases"))
        before = {kind: list(Verification.objects.filter(kind=kind).values_list("pk", flat=True)) for kind in LOOKS}
        new = {row.kind: row.pk for row in verification_run()}

        for kind, kept in before.items():
            assert list(Verification.objects.filter(kind=kind).values_list("pk", flat=True)) == [new[kind], *kept[:59]]

    def test_is_left_to_the_one_who_is_at_it(self) -> None:
        """An older version may run beside this one while a host is updated, so they must mean the same lock."""
        other_copy = connection.copy()
        try:
            verification_run()
            with other_copy.cursor() as cursor:
                cursor.execute("SELECT pg_try_advisory_lock(7301772)")
                assert cursor.fetchone() == (True,)
            assert verification_run() == []
        finally:
            other_copy.close()

    def test_holds_up_no_other_job_that_has_a_lock_for_itself(self) -> None:
        assert len({ALONE, ELECTION, SWEEP_LOCK, ONE_AT_A_TIME}) == 4


@pytest.mark.django_db
class TestBeforeTheFirstEvent:
    def test_finds_nothing_however_often(self) -> None:
        assert [differences_by_kind() for _ in range(2)] == [{"audit": "", "releases": ""}] * 2
        assert {row.head for row in Verification.objects.filter(kind="audit")} == {f"0:{'0' * 64}"}


@pytest.mark.django_db
class TestTheAppRoleIsRefused:
    @pytest.mark.parametrize("days", [-1, 1])
    def test_an_audit_event_of_another_day(self, days: int) -> None:
        with pytest.raises(DatabaseError, match="dated by the clock"), transaction.atomic():
            AuditEvent.objects.create(action="x.y", at=timezone.now() + timedelta(days=days))

    def test_an_audit_event_with_a_seal_of_its_own(self) -> None:
        with pytest.raises(DatabaseError, match="without a seal"), transaction.atomic():
            AuditEvent.objects.create(action="x.y", seal_no=7, prev_hash="0" * 64)

    @pytest.mark.parametrize(
        "statement",
        [
            "DELETE FROM cards_draftrevision",
            "UPDATE cards_draftrevision SET text = 'other'",
            "UPDATE cards_draftrevision SET saved_at = saved_at - interval '1 year'",
            "DELETE FROM cards_blob",
            "SET cards.sweeping = 'on'; DELETE FROM cards_blob",
        ],
    )
    def test_what_would_empty_histories(self, card: Card, admin: Account, statement: str) -> None:
        version_create(actor=admin, card=card, based_on=draft_get(card=card).etag)
        with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)

    def test_the_newest_revision_however_old(self, card: Card, admin: Account) -> None:
        first = DraftRevision.objects.get(draft=card.draft)
        for number in (2, 3):
            first.pk, first.revision, first.saved_at = None, number, timezone.now() - timedelta(days=100)
            first.save(force_insert=True)
        older = DraftRevision.objects.filter(draft=card.draft, revision=2)
        newest = DraftRevision.objects.filter(draft=card.draft, revision=3)

        assert older.delete()[0] == 1
        with pytest.raises(DatabaseError, match="stays as it was saved"), transaction.atomic():
            newest.delete()

    def test_but_not_the_purge_of_a_card_in_the_trash(self, card: Card, admin: Account) -> None:
        card_trash(actor=admin, card=card)
        card_purge(actor=admin, card=Card.objects.get(pk=card.pk))

        assert not DraftRevision.objects.exists()
