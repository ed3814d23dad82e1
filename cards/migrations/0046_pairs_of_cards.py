"""Previews may ask what pairs of cards do together."""

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
    ("pairs", "Pairs"),
]


class Migration(migrations.Migration):
    """A new kind of preview, with two cards in a deck, each alone, and neither."""

    dependencies = [("cards", "0045_company_notices")]

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
