"""Threads about a moment of a match."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """A thread is of a review and a version, or of a step of a match."""

    dependencies = [("cards", "0048_index_of_names")]

    operations = [
        migrations.AlterField(
            model_name="thread",
            name="review",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.CASCADE, related_name="threads", to="cards.review"
            ),
        ),
        migrations.AlterField(
            model_name="thread",
            name="version",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="cards.cardversion"
            ),
        ),
        migrations.AddField(
            model_name="thread",
            name="match",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="threads", to="cards.match"
            ),
        ),
        migrations.AddField(model_name="thread", name="step", field=models.PositiveIntegerField(null=True)),
        migrations.AddConstraint(
            model_name="thread",
            constraint=models.CheckConstraint(
                name="thread_of_review_or_moment",
                condition=models.Q(review__isnull=False, version__isnull=False, step__isnull=True, match__isnull=True)
                | models.Q(review__isnull=True, version__isnull=True, step__isnull=False),
            ),
        ),
    ]
