"""Every migration runs over rows of every table that was there before it, loses none, and runs again where it was killed.

The suite kills the newest migrations and those that are no transaction; `make upgrades` kills each at each of its writes.
"""

from __future__ import annotations

import psycopg
import pytest
from django.db import transaction
from django.db.migrations import Migration

from portal.embedded import roles
from portal.embedded.postgres import Cluster
from tests.cards.matrix.many import Growth
from tests.cards.matrix.world import build
from tests.cards.targets.figures import IS_WHOLE, note
from tests.conftest import Database
from tests.upgrades.rows import Source, definitions
from tests.upgrades.walk import walk

DATABASE = "upgraded"
HINTS = {
    "cards_knownplace": {"kind": "device"},
    "cards_previewchunk": {"state": "queued"},
    "cards_verification": {"kind": "releases"},
}
"""What the rules of a table ask for where the world has no row of it."""
REWRITTEN = {
    "cards_apitoken.scopes": "0022 splits what a token may do",
    "cards_draft.search": "0030 folds the words that a search reads",
}
"""The columns whose values a migration changes."""
BY_MIGRATIONS = {"cards_importmapping", "cards_packchange", "cards_releasetombstone"}
"""The tables that a migration fills from the rows of others, or triggers do."""
MAX_WRITES = 200  # of one migration
NEWEST = 3
OTHER_RIGHTS = ("django_migrations ",)  # the app's rights on it are taken away by the command


def places(migration: Migration, remaining: int) -> range | tuple[int, ...]:
    """Return the writes before which a migration is killed. In the suite: before the newest are noted, and before half of them is written."""
    if IS_WHOLE:
        return range(MAX_WRITES)
    return (1,) if remaining <= NEWEST or not migration.atomic else ()


@pytest.mark.django_db(transaction=True)
def test_every_migration_runs_over_rows_and_again_after_a_kill(cluster: Cluster, database: Database) -> None:
    with transaction.atomic():
        Growth(build(), 1, 3).all()
    roles.create_roles(cluster, DATABASE)
    owner = cluster.url(roles.OWNER, DATABASE)
    with psycopg.connect(database.owner) as newest, psycopg.connect(owner, autocommit=True) as target:
        source = Source(newest)
        source.fill_empty(HINTS)
        report = walk(source, owner, DATABASE, places)
        note(
            "migrations",
            {"migrations": len(report.names), "kills": sum(report.kills.values()), "rows": sum(source.rows.values())},
        )
        without = {table for table in source.tables() if not source.rows.get(table)}

        assert report.wrong == []
        assert without <= BY_MIGRATIONS
        assert source.differences(target) == set(REWRITTEN)
        assert {
            line for line in definitions(newest) ^ definitions(target) if not line.startswith(OTHER_RIGHTS)
        } == set()
        assert len(report.kills) == len(report.names) if IS_WHOLE else min(report.kills.values()) >= 1
