"""Let the database itself refuse every change of rows that must never change.

One trigger function answers UPDATE, DELETE and TRUNCATE with `restrict_violation`. An audit event alone may be changed
once, from unsealed to sealed. Roles that do not own the tables also lose the right to try.
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
    """Return the statement that takes the right to change these rows from every role but their owner."""
    tables = ", ".join(f"'{table}'::regclass" for table in (*IMMUTABLE, AUDIT))
    return f"""
DO $body$
DECLARE
    grant_row record;
BEGIN
    FOR grant_row IN
        SELECT DISTINCT c.oid::regclass AS table_name, a.grantee::regrole AS role_name
        FROM pg_class c, aclexplode(c.relacl) a
        WHERE c.oid IN ({tables}) AND a.grantee NOT IN (0, c.relowner)
    LOOP
        EXECUTE format('REVOKE UPDATE, DELETE, TRUNCATE ON %s FROM %s', grant_row.table_name, grant_row.role_name);
        IF grant_row.table_name = '{AUDIT}'::regclass THEN
            EXECUTE format('GRANT UPDATE (prev_hash, seal_no) ON {AUDIT} TO %s', grant_row.role_name);
        END IF;
    END LOOP;
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
