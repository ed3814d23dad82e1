"""Rows of a newer version are left alone, and the refusal says what helps."""

from __future__ import annotations

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from portal.embedded.refusal import CannotStart
from portal.newer import unknown_migrations
from portal.owner import as_owner
from portal.supervisor.provision import _migrate

pytestmark = pytest.mark.django_db


def test_this_version_knows_what_it_made() -> None:
    assert unknown_migrations() == []


@pytest.mark.django_db(transaction=True)
def test_both_commands_refuse_a_newer_schema() -> None:
    with as_owner():
        MigrationRecorder(connection).record_applied("cards", "9999_from_tomorrow")
    try:
        with pytest.raises(CommandError, match=r"cards\.9999_from_tomorrow is not known here\.\nInstall the version"):
            call_command("migrate", verbosity=0)
        with pytest.raises(CannotStart) as error:
            _migrate()
        assert "newer version" in error.value.what
        assert "manage.py restore FILE" in error.value.help
    finally:
        with as_owner():
            MigrationRecorder(connection).record_unapplied("cards", "9999_from_tomorrow")
