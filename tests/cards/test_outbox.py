"""What was sent long ago is forgotten, what still waits is not; a mail that its server refuses is tried again."""

from __future__ import annotations

from datetime import timedelta
from smtplib import SMTPException

import pytest
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.db.models.functions import Now
from structlog.testing import capture_logs

from cards.models import Account, Outbox
from cards.queries.clock import database_now
from cards.services.link_mail import account_reset_mail
from cards.services.outbox import outbox_prune, outbox_send

pytestmark = pytest.mark.django_db


class TestOutbox:
    def test_forgets_a_week_after_it_was_sent(self) -> None:
        for name, age in (
            ("old", timedelta(days=7, minutes=1)),
            ("young", timedelta(days=7, minutes=-1)),
            ("waits", None),
        ):
            row = Outbox.objects.create(topic=name, payload={})
            sent = None if age is None else Now() - age
            Outbox.objects.filter(pk=row.pk).update(created_at=Now() - timedelta(days=99), sent_at=sent)

        assert outbox_prune() == 1
        assert set(Outbox.objects.values_list("topic", flat=True)) == {"young", "waits"}

    def test_is_sent_a_hundred_at_a_time(self) -> None:
        Outbox.objects.bulk_create(Outbox(topic="none", payload={}) for _ in range(101))

        assert [outbox_send() for _ in range(3)] == [100, 1, 0]


class TestMailThatIsRefused:
    @pytest.mark.parametrize("refusal", [SMTPException, ConnectionRefusedError])
    def test_is_tried_six_times_with_twice_the_pause_each_time(
        self, admin: Account, monkeypatch: pytest.MonkeyPatch, refusal: type[Exception]
    ) -> None:
        def refuse(*_: object) -> int:
            raise refusal("x" * 501)

        monkeypatch.setattr(EmailBackend, "send_messages", refuse)
        account_reset_mail(email=admin.email, language="en")
        for attempt, seconds in enumerate((30, 60, 120, 240, 480, 960), start=1):
            Outbox.objects.update(due_at=Now())
            before = database_now()
            with capture_logs() as printed_capture_logs:
                assert outbox_send() == 1
            row = Outbox.objects.get()

            assert before <= row.due_at - timedelta(seconds=seconds) <= database_now()
            assert (row.attempts, row.last_error, row.sent_at is None) == (attempt, "x" * 500, attempt < 6)
            assert [each["attempts"] for each in printed_capture_logs if each["event"] == "mail not sent"] == [attempt]
        Outbox.objects.update(due_at=Now())

        assert outbox_send() == 0

    def test_holds_no_other_mail_back(self, people: dict[str, Account]) -> None:
        first, second = people["viewer"], people["admin"]
        Account.objects.filter(pk=first.pk).update(email=f"viewer@{'ü' * 63}.example")
        first.refresh_from_db()
        for items in (first, second):
            account_reset_mail(email=items.email, language="en")

        assert outbox_send() == 2
        assert [items.to for items in mail.outbox] == [[second.email]]
        assert Outbox.objects.get(sent_at__isnull=True).attempts == 1
