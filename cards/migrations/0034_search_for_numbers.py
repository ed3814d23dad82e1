"""Previews may search for numbers: the results of the rounds before the present one, and what was chosen of the last."""

from django.db import migrations, models

KINDS = [
    ("card", "Card"),
    ("sweep", "Sweep"),
    ("compare", "Compare"),
    ("health", "Health"),
    ("worth", "Worth"),
    ("tune", "Tune"),
]


class Migration(migrations.Migration):
    """A new kind of preview, and two columns that only it fills."""

    dependencies = [("cards", "0033_chosen_language")]

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
        migrations.AddField(
            model_name="preview",
            name="rounds",
            field=models.JSONField(db_default=models.Value([], models.JSONField()), default=list),
        ),
        migrations.AddField(model_name="preview", name="choice", field=models.JSONField(null=True)),
    ]
