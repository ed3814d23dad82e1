"""The secret of the key that signs, sealed in its row: hosts need no folder in common."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Add the column; `manage.py migrate` takes the key of an earlier version over from its file."""

    dependencies = [("cards", "0034_search_for_numbers")]

    operations = [
        migrations.AddField("signingkey", "sealed_secret", models.TextField(blank=True, db_default="", default="")),
    ]
