"""Two at once, where one row lock decides: the second waits, and sees what the first did. Without the lock each of these goes red."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.db import connection, transaction

from cards.errors import NotFound, QuotaExceeded, Refusal, StateConflict
from cards.models import (
    Account,
    Card,
    Invitation,
    Membership,
    Outbox,
    Pack,
    PasswordReset,
    Preview,
    PreviewChunk,
    Release,
    ReleasePlan,
)
from cards.queries.clock import database_now
from cards.queries.history import draft_get
from cards.services import link, link_mail, member, outbox, release, version
from cards.services.account import account_deactivate
from cards.services.link import account_reset_confirm, account_reset_request
from cards.services.member import member_remove
from cards.services.outbox import outbox_send
from cards.services.previews import start as preview_start
from cards.services.previews import work as preview_work
from cards.services.previews.claim import chunk_claim
from cards.services.previews.work import chunk_play, preview_merge
from cards.services.release import ReleaseOrder, release_publish
from cards.services.version import version_create
from tests.cards.conftest import ANYWAY, PASSWORD
from tests.cards.jobs.small import shrink

pytestmark = pytest.mark.django_db(transaction=True)
PATIENCE = 20.0  # seconds


class Gate:
    """Delays the first who comes, inside its transaction, until the second waits for a lock or comes as well."""

    def __init__(self, act: Callable[..., Any]) -> None:
        self.act, self.came, self.lock = act, 0, threading.Lock()

    def __call__(self, *arguments: Any, **names: Any) -> Any:
        """Count the callers, then call the replaced function."""
        with self.lock:
            self.came += 1
            is_first = self.came == 1
        end = time.monotonic() + PATIENCE
        while is_first and self.came < 2 and not is_a_lock_awaited():
            assert time.monotonic() < end, "the second neither came nor waited"
            time.sleep(0.02)
        return self.act(*arguments, **names)


def is_a_lock_awaited() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted)")
        return bool(cursor.fetchone()[0])


def race(*acts: Callable[[], Any]) -> list[Any]:
    """Do all of them at once, each with a connection of its own; return what each gave or raised."""
    count: list[Any] = [None] * len(acts)

    def run(no: int) -> None:
        try:
            count[no] = acts[no]()
        except Exception as error:  # noqa: BLE001  the test looks at whatever it was
            count[no] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(no,)) for no in range(len(acts))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(2 * PATIENCE)
    return count


def after(gate: Gate, act: Callable[[], Any]) -> Callable[[], Any]:
    """Return an act that begins once the other is held up."""

    def wait() -> Any:
        end = time.monotonic() + PATIENCE
        while not gate.came:
            assert time.monotonic() < end, "the first never came"
            time.sleep(0.02)
        return act()

    return wait


def refusals(given: list[Any]) -> list[type]:
    """Return what was refused; anything but a refusal is a fault."""
    raised = [each for each in given if isinstance(each, Exception)]
    assert all(isinstance(each, Refusal) for each in raised), raised
    return [type(each) for each in raised]


class TestOneOfTwo:
    def test_uses_a_link(self, admin: Account, monkeypatch: pytest.MonkeyPatch) -> None:
        token = account_reset_request(email=admin.email) or ""
        monkeypatch.setattr(link, "use_link", Gate(link.use_link))
        given = race(*(lambda word=word: account_reset_confirm(token=token, password=PASSWORD + word) for word in "ab"))

        assert refusals(given) == [NotFound]
        assert PasswordReset.objects.filter(used_at__isnull=False).count() == 1

    def test_admin_is_left_when_each_removes_the_other(
        self, admin: Account, pack: Pack, people: dict[str, Account], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        other_viewer = people["viewer"]
        Membership.objects.filter(pack=pack, account=other_viewer).update(role="admin")
        monkeypatch.setattr(member, "audit_record", Gate(member.audit_record))
        outcomes = race(
            lambda: member_remove(actor=admin, pack=pack, account=other_viewer),
            lambda: member_remove(actor=other_viewer, pack=pack, account=admin),
        )

        assert len(refusals(outcomes)) == 1
        assert Membership.objects.filter(pack=pack, role="admin").count() == 1

    def test_preview_takes_the_last_place(self, admin: Account, card: Card, monkeypatch: pytest.MonkeyPatch) -> None:
        Account.objects.filter(pk=admin.pk).update(preview_quota=1)
        admin.refresh_from_db()
        monkeypatch.setattr(preview_start, "preview_write", Gate(preview_start.preview_write))
        given = race(*[lambda: preview_start.preview_start(actor=admin, card=card, preset="smoke")] * 2)

        assert refusals(given) == [QuotaExceeded]
        assert Preview.objects.count() == 1

    def test_version_is_made_of_a_draft(self, admin: Account, card: Card, monkeypatch: pytest.MonkeyPatch) -> None:
        etag = draft_get(card=card).etag
        monkeypatch.setattr(version, "version_add", Gate(version.version_add))
        given = race(*[lambda: version_create(actor=admin, card=card, based_on=etag)] * 2)

        assert refusals(given) == [StateConflict]
        assert card.versions.count() == 1

    def test_release_follows_the_newest(
        self, admin: Account, card: Card, pack: Pack, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        version_create(actor=admin, card=card, based_on=draft_get(card=card).etag)
        monkeypatch.setattr(release, "_write", Gate(release._write))
        orders = [ReleaseOrder(number, override=ANYWAY) for number in ("1.0.0", "1.0.1")]
        given = race(*(lambda order=order: release_publish(actor=admin, pack=pack, order=order) for order in orders))

        assert refusals(given) == [StateConflict]
        assert Release.objects.count() == 1


class TestOneAfterTheOther:
    def test_an_invitation_is_revoked_or_used(
        self, admin: Account, pack: Pack, people: dict[str, Account], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        guest = people["stranger"]
        token = link.invitation_create(actor=admin, email=guest.email, pack=pack, role="viewer")
        row = Invitation.objects.get()
        gate = Gate(link.use_link)
        monkeypatch.setattr(link, "use_link", gate)
        outcomes = race(
            lambda: link.invitation_accept(token=token, actor=guest),
            after(gate, lambda: link.invitation_revoke(actor=admin, pack=pack, pk=row.pk)),
        )

        assert refusals(outcomes) == [NotFound]
        assert Invitation.objects.get().used_by == guest

    def test_the_last_invitation_that_fits_is_one(
        self, admin: Account, pack: Pack, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(link, "OPEN_LIMIT", 1)
        monkeypatch.setattr(link, "audit_record", Gate(link.audit_record))
        outcomes = race(
            *(
                lambda email=email: link.invitation_create(actor=admin, email=email, pack=pack, role="viewer")
                for email in ("a@example.org", "b@example.org")
            )
        )

        assert refusals(outcomes) == [StateConflict]
        assert Invitation.objects.count() == 1

    def test_a_pack_is_handed_over_to_somebody_who_stays(
        self, admin: Account, pack: Pack, people: dict[str, Account], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        heir, boss = people["viewer"], Account.objects.create_superuser("boss@example.org")
        Membership.objects.filter(pack=pack, role="admin").exclude(account=admin).delete()
        gate = Gate(member.audit_record)
        monkeypatch.setattr(member, "audit_record", gate)
        race(
            lambda: account_deactivate(actor=boss, account=admin, heir=heir),
            after(gate, lambda: member_remove(actor=heir, pack=pack, account=heir)),
        )

        assert Membership.objects.filter(pack=pack, role="admin", account__is_active=True).exists()


class TestNothingTwice:
    def test_a_chunk_is_folded_once(self, admin: Account, card: Card, monkeypatch: pytest.MonkeyPatch) -> None:
        preview = shrink(preview_start.preview_start(actor=admin, card=card, seed=7))
        lease = chunk_claim()
        assert lease is not None
        done = {"state": "done", "result": chunk_play(lease), "result_sha": "0" * 64, "lease_id": None}
        PreviewChunk.objects.filter(pk=lease.chunk_id).update(**done)
        before = Preview.objects.get(pk=preview.pk).changes
        monkeypatch.setattr(preview_work, "result_store", Gate(preview_work.result_store))
        race(*[lambda: preview_merge(preview_id=preview.pk)] * 2)
        preview.refresh_from_db()

        assert (preview.blocks_done, preview.changes - before) == (1, 1)
        assert preview_work.result_store.came == 1  # type: ignore[attr-defined]  # the gate

    def test_each_save_of_a_plan_counts(
        self, admin: Account, card: Card, pack: Pack, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        first = release.release_plan_save(actor=admin, pack=pack, order=ReleaseOrder("1.0.0")).revision
        monkeypatch.setattr(release, "audit_record", Gate(release.audit_record))
        save = release.release_plan_save
        orders = [ReleaseOrder(number) for number in ("1.0.1", "1.0.2")]
        given = race(*(lambda order=order: save(actor=admin, pack=pack, order=order) for order in orders))

        assert refusals(given) == []
        assert ReleasePlan.objects.get(pack=pack).revision == first + 2

    def test_a_failure_is_written_over_no_end(
        self, admin: Account, card: Card, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        preview = shrink(preview_start.preview_start(actor=admin, card=card, seed=7))
        monkeypatch.setattr(preview_start, "audit_record", Gate(preview_start.audit_record))
        event = threading.Event()

        def fail() -> None:
            event.wait(PATIENCE)
            preview_work.preview_fail(preview_id=preview.pk, code="chunk-failed", reason="x")

        def cancel() -> None:
            with transaction.atomic():
                Preview.objects.select_for_update(no_key=True).get(pk=preview.pk)
                event.set()
                preview_start.preview_cancel(actor=admin, preview=preview)

        race(cancel, fail)
        preview.refresh_from_db()

        assert (preview.state, preview.failure) == ("cancelled", None)

    def test_the_outbox_is_sent_by_one_relay(self, admin: Account, monkeypatch: pytest.MonkeyPatch) -> None:
        Outbox.objects.create(topic="release.published", payload={"pack": "none", "version": "1.0.0"})
        requests: list[int] = []

        def fan_out(*, row: Outbox) -> None:
            requests.append(row.pk)
            if len(requests) == 1:
                race(outbox_send)  # another relay, in the middle of this one

        monkeypatch.setattr(outbox, "webhooks_fan_out", fan_out)
        outbox_send()

        assert len(requests) == 1

    @pytest.mark.parametrize(("topics", "times"), [(["preview.queued"] * 2, 1), (["release.published"], 0), ([], 0)])
    def test_workers_are_woken_once_and_for_previews_alone(
        self, admin: Account, monkeypatch: pytest.MonkeyPatch, topics: list[str], times: int
    ) -> None:
        wakings: list[int] = []
        monkeypatch.setattr(outbox, "wake_workers", lambda: wakings.append(1))
        for topic in topics:
            Outbox.objects.create(topic=topic, payload={"pack": "none", "version": "1.0.0"})

        assert (outbox_send(), len(wakings)) == (len(topics), times)

    def test_files_are_kept_of_what_was_published_alone(self, admin: Account, monkeypatch: pytest.MonkeyPatch) -> None:
        stored: list[str] = []
        monkeypatch.setattr(outbox, "_keep_files", lambda row: stored.append(row.topic))
        for topic in ("release.published", "release.yanked", "release.unyanked"):
            Outbox.objects.create(topic=topic, payload={"pack": "none", "version": "1.0.0"})
        outbox_send()

        assert stored == ["release.published"]

    def test_a_mail_is_not_lost_with_the_relay_that_took_it(
        self, admin: Account, monkeypatch: pytest.MonkeyPatch, settings: Any
    ) -> None:
        settings.EMAIL_CONFIGURED = True
        link_mail.account_reset_mail(email=admin.email, language="en")

        def die(_point: str) -> None:
            raise KeyboardInterrupt  # what none of the handlers takes for a fault of the mail

        with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
            patch.setattr(outbox, "crash_point", die)
            before = database_now()
            outbox_send()
        missing_count, taken = len(mail.outbox), Outbox.objects.get().due_at - timedelta(minutes=2)
        assert before <= taken <= database_now()
        Outbox.objects.filter(sent_at__isnull=True).update(due_at=Outbox.objects.get().created_at)
        outbox_send()
        outbox_send()

        assert (missing_count, len(mail.outbox)) == (0, 1)
        assert Outbox.objects.filter(sent_at__isnull=True).count() == 0
