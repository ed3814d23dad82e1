"""Previews may ask for whom a change holds."""

from django.db import migrations, models

KINDS = [
    ("card", "Card"),
    ("sweep", "Sweep"),
    ("compare", "Compare"),
    ("health", "Health"),
    ("worth", "Worth"),
    ("tune", "Tune"),
    ("release", "Release"),
    ("ladder", "Ladder"),
]


class Migration(migrations.Migration):
    """A new kind of preview, which bots of different skill play."""

    dependencies = [("cards", "0038_audit_of_releases")]

    operations = [
        migrations.RemoveConstraint(model_name="preview", name="preview_kind_known"),
        migrations.AlterField(
            model_name="preview", name="kind", field=models.CharField(choices=KINDS, default="card", max_length=7)
        ),
        migrations.AddConstraint(
            model_name="preview",
            constraint=models.CheckConstraint(
                condition=models.Q(kind__in=[kind for kind, _ in KINDS]), name="preview_kind_known"
            ),
        ),
    ]
