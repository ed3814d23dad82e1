"""Let the database itself refuse every change of rows that must never change.

One trigger function answers UPDATE, DELETE and TRUNCATE with `restrict_violation`. An audit event alone may be changed
once, from unsealed to sealed. Where the app's own role exists it also loses the right to try.
"""

from django.db import migrations

IMMUTABLE = (
    "cards_cardversion",
    "cards_blob",
    "cards_release",
    "cards_releasefile",
    "cards_releasecard",
)
AUDIT = "cards_auditevent"
APP_ROLE = "app"

REFUSE = """
CREATE FUNCTION cards_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $body$
BEGIN
    RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
END
$body$;
"""

SEAL = """
CREATE FUNCTION cards_seal_only() RETURNS trigger LANGUAGE plpgsql AS $body$
BEGIN
    IF OLD.prev_hash IS NULL AND NEW.prev_hash IS NOT NULL
       AND to_jsonb(NEW) - 'prev_hash' - 'seal_no' = to_jsonb(OLD) - 'prev_hash' - 'seal_no' THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
END
$body$;
"""


def rows_trigger(table: str, function: str, events: str) -> str:
    """Return the trigger that sees each row before it changes."""
    name = f"{table}_{function.removeprefix('cards_')}"
    return f"CREATE TRIGGER {name} BEFORE {events} ON {table} FOR EACH ROW EXECUTE FUNCTION {function}();"


def truncate_trigger(table: str) -> str:
    """Return the trigger that sees the table being emptied."""
    return (
        f"CREATE TRIGGER {table}_refuse_truncate BEFORE TRUNCATE ON {table} "
        "FOR EACH STATEMENT EXECUTE FUNCTION cards_refuse_change();"
    )


def revoke() -> str:
    """Return the statement that takes the right to change these rows from the app's role, if it is here."""
    tables = ", ".join((*IMMUTABLE, AUDIT))
    return f"""
DO $body$
BEGIN
    IF EXISTS (SELECT FROM pg_roles WHERE rolname = '{APP_ROLE}' AND rolname <> current_user) THEN
        EXECUTE 'REVOKE UPDATE, DELETE, TRUNCATE ON {tables} FROM {APP_ROLE}';
        EXECUTE 'GRANT UPDATE (prev_hash, seal_no) ON {AUDIT} TO {APP_ROLE}';
    END IF;
END
$body$;
"""


FORWARD = [
    REFUSE,
    SEAL,
    *(rows_trigger(table, "cards_refuse_change", "UPDATE OR DELETE") for table in IMMUTABLE),
    rows_trigger(AUDIT, "cards_seal_only", "UPDATE"),
    rows_trigger(AUDIT, "cards_refuse_change", "DELETE"),
    *(truncate_trigger(table) for table in (*IMMUTABLE, AUDIT)),
    revoke(),
]
BACKWARD = [
    "DROP FUNCTION cards_seal_only() CASCADE;",
    "DROP FUNCTION cards_refuse_change() CASCADE;",
]


class Migration(migrations.Migration):
    """Add the triggers after the tables."""

    dependencies = [("cards", "0001_initial")]

    operations = [migrations.RunSQL(sql=FORWARD, reverse_sql=BACKWARD)]
