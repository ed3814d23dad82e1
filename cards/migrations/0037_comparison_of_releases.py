"""Previews may compare what is planned to ship with the last release."""

from django.db import migrations, models

KINDS = [
    ("card", "Card"),
    ("sweep", "Sweep"),
    ("compare", "Compare"),
    ("health", "Health"),
    ("worth", "Worth"),
    ("tune", "Tune"),
    ("release", "Release"),
]


class Migration(migrations.Migration):
    """A new kind of preview, which belongs to no card."""

    dependencies = [("cards", "0036_sheets")]

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
