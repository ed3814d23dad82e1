"""Remember whether an account has chosen its language; those that exist keep theirs."""

from typing import Any

from django.db import migrations, models


def keep_languages(apps: Any, schema_editor: Any) -> None:
    """Take the languages of all accounts for chosen."""
    apps.get_model("cards", "Account").objects.update(chooses_language=True)


class Migration(migrations.Migration):
    """Add the column, with a default of the database for the version before."""

    dependencies = [("cards", "0032_worth_of_blocks")]

    operations = [
        migrations.AddField("account", "chooses_language", models.BooleanField(default=False, db_default=False)),
        migrations.RunPython(keep_languages, migrations.RunPython.noop),
    ]
