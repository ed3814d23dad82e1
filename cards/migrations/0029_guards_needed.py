"""A pack says whether blocks that no scenario guards close a release; a change of that marks what its gates came to."""

from importlib import import_module

from django.db import migrations, models

READINESS = import_module("cards.migrations.0026_readiness")
TABLE = "cards_pack"
BEFORE = READINESS.READ[TABLE]
READ = (BEFORE[0], (*BEFORE[1], "guards_needed"))


def remade(read: tuple[str, tuple[str, ...]]) -> list[str]:
    """Return the statements that make the triggers of the table again."""
    return [*READINESS.unmarks(TABLE), *READINESS.marks(TABLE, read)]


class Migration(migrations.Migration):
    """One column and the triggers that watch it."""

    dependencies = (("cards", "0028_jobs"),)
    operations = (
        migrations.AddField("pack", "guards_needed", models.BooleanField(db_default=False, default=False)),
        migrations.RunSQL(sql=remade(READ), reverse_sql=remade(BEFORE)),
    )
