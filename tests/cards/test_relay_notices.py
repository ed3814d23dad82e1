"""The relay hears of each row that it works on, and again after the database has closed its connection."""

from __future__ import annotations

import threading
from importlib import import_module

import pytest
from django.db import connection, transaction

from cards import relay_notices
from cards.management.commands.relay import work_remains
from cards.models import Card, HealthRun, Outbox, Pack
from cards.relay_notices import Notices, announce
from cards.services.checks_wanted import checks_done, checks_want

PATIENCE = 30.0  # seconds
END = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = %s"
TRIGGERS = "SELECT tgrelid::regclass::text FROM pg_trigger WHERE tgname = 'announce'"


@pytest.mark.django_db(transaction=True)
def test_rows_ring_and_so_does_a_new_connection(pack: Pack, card: Card, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relay_notices, "RETRY", 0.05)
    stop, notices = threading.Event(), Notices()
    bell, second = notices.bell(), notices.bell()
    thread = notices.begin(stop)
    try:
        assert bell.wait(PATIENCE) and notices.is_listening
        bell.clear()
        second.clear()
        with transaction.atomic():
            Outbox.objects.create(topic="x.y", payload={})
            assert not bell.wait(0.3)
        assert bell.wait(PATIENCE) and second.wait(PATIENCE)
        bell.clear()
        HealthRun.objects.create(pack=pack, preset="smoke", pending=[], total=0, requested_by=card.created_by)
        assert bell.wait(PATIENCE)
        bell.clear()
        checks_want(pack=pack)
        assert bell.wait(PATIENCE)
        bell.clear()
        with connection.cursor() as cursor:  # the role of the connection itself: another one does not see its name
            cursor.execute(END, [relay_notices.NAME])
            assert cursor.fetchall() == [(True,)]
        assert bell.wait(PATIENCE) and notices.is_listening
        bell.clear()
        announce()
        assert bell.wait(PATIENCE)
    finally:
        checks_done(pack.pk)
        stop.set()
        with connection.cursor() as cursor:
            cursor.execute(f"NOTIFY {relay_notices.CHANNEL}")
        thread.join(PATIENCE)
    assert not thread.is_alive()


@pytest.mark.django_db
def test_each_table_that_the_relay_works_on_announces_its_rows() -> None:
    migration = import_module("cards.migrations.0053_relay_notices")
    with connection.cursor() as cursor:
        cursor.execute(TRIGGERS)
        assert {name for (name,) in cursor.fetchall()} == {f"cards_{table}" for table in migration.TABLES}
    assert migration.CHANNEL == relay_notices.CHANNEL


@pytest.mark.django_db
def test_what_is_under_way_is_looked_at_soon() -> None:
    assert not work_remains()
    row = Outbox.objects.create(topic="x.y", payload={})
    assert work_remains()
    row.delete()
    assert not work_remains()
