"""Migrations that a portal survives while it serves: the code of the version before must run on the tables of this one.

What was there before the first release is the beginning: nothing older has data. Every later migration is held to the rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation

from portal.settings import base

BEGINNING = "0021"  # of the migrations of `cards`
DESTRUCTIVE = (migrations.RemoveField, migrations.RenameField, migrations.DeleteModel, migrations.RenameModel)


def faults(operations: Any) -> list[str]:
    """Return what the version before would not survive, or what locks a table for long."""
    made = {each.name_lower for each in operations if isinstance(each, migrations.CreateModel)}
    return [fault for each in operations for fault in _of(each, made)]


def _of(operation: Operation, made: set[str]) -> Iterator[str]:
    name = f"{type(operation).__name__} {getattr(operation, 'model_name', '')}".strip()
    is_new = str(getattr(operation, "model_name", "")).lower() in made
    if isinstance(operation, DESTRUCTIVE):
        yield f"{name}: the version before still reads it; drop it one release after the code"
    if isinstance(operation, migrations.AddField) and not is_new and not _may_be_left_out(operation.field):
        yield f"{name}: the version before writes rows without {operation.name}; give it null=True or db_default"
    if isinstance(operation, migrations.AddIndex) and not isinstance(operation, AddIndexConcurrently) and not is_new:
        yield f"{name}: locks the table while it is built; use AddIndexConcurrently"
    if isinstance(operation, migrations.RunSQL | migrations.RunPython) and not operation.reversible:
        yield f"{name}: has no way back"


def _may_be_left_out(field: Any) -> bool:
    return field.null or field.many_to_many or field.db_default is not models.NOT_PROVIDED


def test_migrations_of_later_releases_keep_the_rules() -> None:
    loader = MigrationLoader(None)
    later = [each for (app, name), each in loader.disk_migrations.items() if app == "cards" and name[:4] > BEGINNING]

    assert {each.name: faults(each.operations) for each in later if faults(each.operations)} == {}


@pytest.mark.parametrize(
    ("operation", "expected"),
    [
        (migrations.RemoveField("card", "kind"), "one release after"),
        (migrations.DeleteModel("Card"), "one release after"),
        (migrations.AddField("card", "size", models.IntegerField(default=0)), "null=True or db_default"),
        (migrations.AddIndex("card", models.Index(fields=["kind"], name="x")), "AddIndexConcurrently"),
        (migrations.RunSQL("SELECT 1"), "no way back"),
        (migrations.RunPython(lambda *_: None), "no way back"),
    ],
)
def test_the_rules_see(operation: Operation, expected: str) -> None:
    (fault,) = faults([operation])

    assert expected in fault


def test_the_rules_leave_alone_what_is_safe() -> None:
    table = migrations.CreateModel("Thing", fields=[("id", models.AutoField(primary_key=True))])
    index = migrations.AddIndex("thing", models.Index(fields=["id"], name="y"))
    field = migrations.AddField("card", "size", models.IntegerField(db_default=0))

    assert faults([table, index, field, migrations.RunSQL("SELECT 1", "SELECT 1")]) == []


def test_a_migration_waits_for_no_table_longer_than_four_seconds() -> None:
    limits = SimpleNamespace(lock=base.MIGRATION_LOCK_TIMEOUT, statement=base.MIGRATION_STATEMENT_TIMEOUT)

    assert (limits.lock, limits.statement) == ("4s", "5s")
