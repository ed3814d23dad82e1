"""What was sent long ago is forgotten; what still waits is not."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db.models.functions import Now

from cards.models import Outbox
from cards.services.outbox import outbox_prune

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
