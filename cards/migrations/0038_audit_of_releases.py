"""The page of a release reads whether it was published past a gate."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    """Build the index while the table is written to."""

    atomic = False
    dependencies = [("cards", "0037_comparison_of_releases")]

    operations = [
        AddIndexConcurrently(
            "auditevent",
            models.Index(fields=["pack"], name="audit_of_releases", condition=models.Q(action="release.publish")),
        ),
    ]
