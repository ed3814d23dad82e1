"""Loops of relay and workers that fail write it down, so that `/readyz` says so."""

from django.db import migrations, models
from django.db.models.functions import Now


class Migration(migrations.Migration):
    dependencies = (("cards", "0024_aside_revisions"),)
    operations = (
        migrations.CreateModel(
            name="LoopFault",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("host", models.CharField(max_length=120)),
                ("name", models.CharField(max_length=64)),
                ("faults", models.PositiveIntegerField(default=1)),
                ("error", models.CharField(max_length=300)),
                ("failed_at", models.DateTimeField(db_default=Now())),
            ],
            options={
                "ordering": ("host", "name"),
                "constraints": [models.UniqueConstraint(fields=("host", "name"), name="loop_fault_once")],
            },
        ),
    )
