"""One database, from an empty one to the newest schema, a migration at a time, with rows in every table as soon as it is there."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import psycopg
from django.db import connection
from django.db.migrations import Migration

from portal.owner import app_role, as_owner, grant_use
from portal.whole_migrations import WholeMigrations
from tests.upgrades.rows import Source, definitions


@dataclass
class Walk:
    """What a walk did: the migrations in their order, how often each was killed, and what a kill left behind."""

    names: list[str] = field(default_factory=list)
    kills: dict[str, int] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)


@contextmanager
def at(database: str) -> Iterator[None]:
    """Make another database of the same server that of the default connection."""
    connection.close()
    before = connection.settings_dict
    connection.settings_dict = {**before, "NAME": database}
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict = before


def walk(source: Source, owner: str, database: str, places: Callable[[Migration, int], Iterable[int]]) -> Walk:
    """Bring an empty database to the newest schema.

    Before a migration a process of its own runs it and is killed as it is about to write, at each of the writes that `places` names; the last
    write notes that the migration ran. One that is a transaction must leave the schema as it was; all must run again.

    Shapes: owner is the address of the database for the owner of its tables; places gets a migration and how is_many remain.
    """
    report, role = Walk(), ""
    with at(database), psycopg.connect(owner, autocommit=True) as target:
        target.execute("SET session_replication_role = replica")
        role = app_role()
        with as_owner():
            with connection.cursor() as cursor:
                grant_use(cursor, role)
            executor = WholeMigrations(connection)
            executor.recorder.ensure_schema()
            plan = [migration for migration, _ in executor.migration_plan(executor.loader.graph.leaf_nodes())]
            state = executor._create_project_state()
            for number, migration in enumerate(plan):
                name = f"{migration.app_label}.{migration.name}"
                for place in places(migration, len(plan) - number):
                    before = definitions(target)
                    if not _killed(migration, state, place):
                        break
                    report.kills[name] = report.kills.get(name, 0) + 1
                    if migration.atomic and definitions(target) != before:
                        report.wrong.append(f"{name}: half of it is there after a kill at write {place}")
                if (migration.app_label, migration.name) in executor.recorder.applied_migrations():
                    state = migration.mutate_state(state, preserve=False)
                else:
                    state = executor.apply_migration(state, migration)
                report.names.append(name)
                for table in source.tables():
                    if table not in source.columns and target.execute("SELECT to_regclass(%s)", [table]).fetchone()[0]:  # type: ignore[index]  # the query has one row
                        source.bring(target, table)
    return report


def _killed(migration: Migration, state: Any, place: int) -> bool:
    """Run a migration in a process of its own that is killed as it is about to write for that time; return whether it came to that."""
    child = os.fork()
    if not child:
        try:
            _run_to(migration, state, place)
        finally:
            os._exit(0)
    _, status = os.waitpid(child, 0)
    return os.WIFSIGNALED(status)


def _run_to(migration: Migration, state: Any, place: int) -> None:
    count = 0

    def wrapper(execute: Callable[..., Any], statement: Any, params: Any, is_many: bool, context: Any) -> Any:
        nonlocal count
        count += not str(statement).lstrip().startswith("SELECT")
        if count > place:
            os.kill(os.getpid(), signal.SIGKILL)
        return execute(statement, params, is_many, context)

    connection.connection = None  # that of the parent, which goes on with it
    with connection.execute_wrapper(wrapper):
        WholeMigrations(connection).apply_migration(state, migration)
