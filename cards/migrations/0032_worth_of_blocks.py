"""Previews may ask what the blocks of a card are worth."""

from django.db import migrations, models

KINDS = [
    ("card", "Card"),
    ("sweep", "Sweep"),
    ("compare", "Compare"),
    ("health", "Health"),
    ("worth", "Worth"),
]


class Migration(migrations.Migration):
    """A new kind of preview."""

    dependencies = [("cards", "0031_sealed_webhook_secrets")]

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
