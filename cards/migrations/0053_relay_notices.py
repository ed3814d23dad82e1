"""The database announces rows that the relay works on, so that it need not ask for them every two seconds."""

from django.db import migrations

CHANNEL = "cards_relay"
TABLES = ("outbox", "job", "healthrun", "sweep", "webhookdelivery")
FUNCTION = f"""
CREATE FUNCTION cards_announce() RETURNS trigger LANGUAGE plpgsql AS $body$
BEGIN
    PERFORM pg_notify('{CHANNEL}', '');
    RETURN NULL;
END
$body$;
"""
TRIGGER = "CREATE TRIGGER announce AFTER INSERT ON cards_{} FOR EACH STATEMENT EXECUTE FUNCTION cards_announce();"


class Migration(migrations.Migration):
    """One function, and a trigger for each table; notices of one transaction are one."""

    dependencies = (("cards", "0052_import_mappings"),)
    operations = (
        migrations.RunSQL(
            sql=[FUNCTION, *(TRIGGER.format(table) for table in TABLES)],
            reverse_sql=["DROP FUNCTION IF EXISTS cards_announce() CASCADE;"],
        ),
    )
