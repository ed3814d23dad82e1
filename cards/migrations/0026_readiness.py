"""The gates of a pack are kept, and the database itself marks every change of what they read.

A trigger of each table that the gates read inserts a mark in the transaction of the change. So a mark is seen exactly when its
change is, whatever order transactions commit in, and none waits for another.
"""

from collections.abc import Iterator

import django.db.models.deletion
from django.db import migrations, models

OWN, OF_CARD = "f.pack_id", "(SELECT c.pack_id FROM cards_card c WHERE c.id = f.card_id)"
OF_REVIEW = "(SELECT r.pack_id FROM cards_review r WHERE r.id = f.review_id)"
READ = {
    "cards_card": (
        OWN,
        ("written_id", "kind", "deprecated", "retired_at", "trashed_at", "purged_at", "newest_version_id", "released_version_id"),
    ),
    "cards_cardversion": (OF_CARD, ()),
    "cards_draft": (OF_CARD, ("text", "texts", "document", "sha256")),
    "cards_pack": ("f.id", ("name", "ruleset", "slug", "source_language", "approvals_needed")),
    "cards_release": (OWN, ()),
    "cards_releaseplan": (OWN, ("version", "choices")),
    "cards_review": (OWN, ("version_id", "withdrawn_at")),
    "cards_decision": (OF_REVIEW, ("verdict",)),
    "cards_scenario": (OWN, ("card_id", "name", "text", "removed_at")),
    "cards_deck": (OWN, ("deck_id", "text", "trashed_at")),
    "cards_preview": (OWN, ("state", "engine_hash", "candidate_sha256", "card_id", "sweep_id")),
}  # fmt: skip
"""The tables that the gates read: how a row leads to its pack, and the columns of which a change counts."""
ONLY = {"cards_preview": "f.state = 'finished'"}
"""Rows that count, where not all do."""


def function(table: str, event: str) -> str:
    """Return the name of the function, and of the trigger, that marks an event of a table."""
    return f"{table}_mark_{event.lower()}"


def marks(table: str, read: tuple[str, tuple[str, ...]] | None = None) -> Iterator[str]:
    """Yield the statements that make the triggers of one table, as listed here or as a later migration reads it."""
    pack, columns = read or READ[table]
    for event in ("INSERT", "DELETE", *(("UPDATE",) if columns else ())):
        rows = "fresh f" + (" JOIN stale s ON s.id = f.id" if event == "UPDATE" else "")
        moved = " OR ".join(f"f.{column} IS DISTINCT FROM s.{column}" for column in columns)
        conditions = [ONLY[table]] if table in ONLY else []
        conditions += [f"({moved})"] if event == "UPDATE" else []
        where = f"WHERE {' AND '.join(conditions)}" if conditions else ""
        name = function(table, event)
        tables = {
            "INSERT": "NEW TABLE AS fresh", "DELETE": "OLD TABLE AS fresh",
            "UPDATE": "NEW TABLE AS fresh OLD TABLE AS stale",
        }[event]  # fmt: skip
        yield f"""
CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $body$
BEGIN
    INSERT INTO cards_packchange (pack_id)
    SELECT DISTINCT marked.pack_id FROM (SELECT {pack} AS pack_id FROM {rows} {where}) marked WHERE marked.pack_id IS NOT NULL;
    RETURN NULL;
END
$body$;
CREATE TRIGGER {name} AFTER {event} ON {table} REFERENCING {tables} FOR EACH STATEMENT EXECUTE FUNCTION {name}();
"""


def unmarks(table: str) -> Iterator[str]:
    """Yield the statements that drop them."""
    for event in ("INSERT", "DELETE", "UPDATE"):
        yield f"DROP FUNCTION IF EXISTS {function(table, event)}() CASCADE;"


class Migration(migrations.Migration):
    """Two tables and the triggers."""

    dependencies = (("cards", "0025_loop_fault"),)
    operations = (
        migrations.CreateModel(
            name="PackChange",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "pack",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="cards.pack",
                    ),
                ),
            ],
            options={"ordering": ("id",)},
        ),
        migrations.CreateModel(
            name="PackReadiness",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("gates", models.JSONField()),
                ("summary", models.JSONField()),
                ("made_by", models.CharField(max_length=80)),
                ("made_at", models.DateTimeField()),
                ("is_whole", models.BooleanField()),
                ("revision", models.PositiveIntegerField(default=1)),
                (
                    "pack",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="readiness", to="cards.pack"
                    ),
                ),
            ],
        ),
        migrations.RunSQL(
            sql=[statement for table in READ for statement in marks(table)],
            reverse_sql=[statement for table in READ for statement in unmarks(table)],
        ),
    )
