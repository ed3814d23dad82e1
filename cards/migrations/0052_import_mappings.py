"""Mappings of imports are rows; those that the audit has are taken over, the newest for the same columns."""

from typing import Any

import django.contrib.postgres.fields
import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


def take_over(apps: Any, schema_editor: Any) -> None:
    """Write a row for each mapping in the audit; its columns are those that it fills, as the others were not written down."""
    mappings = apps.get_model("cards", "ImportMapping").objects
    events = apps.get_model("cards", "AuditEvent").objects.filter(action="import.mapping", pack__isnull=False)
    for event in events.order_by("pk").iterator(500):
        details = event.details
        if event.actor_id is not None and {"shape", "kind", "fields"} <= details.keys():
            mappings.update_or_create(
                pack_id=event.pack_id,
                shape=details["shape"],
                defaults={
                    "columns": list(details["fields"]),
                    "kind": details["kind"],
                    "fields": details["fields"],
                    "saved_by_id": event.actor_id,
                    "saved_at": event.at,
                },
            )


class Migration(migrations.Migration):
    """Add the table."""

    dependencies = [("cards", "0051_worker_build")]

    operations = [
        migrations.CreateModel(
            name="ImportMapping",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("shape", models.CharField(max_length=64)),
                ("columns", django.contrib.postgres.fields.ArrayField(base_field=models.TextField(), size=None)),
                ("kind", models.CharField(max_length=32)),
                ("fields", models.JSONField()),
                ("saved_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "pack",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="import_mappings", to="cards.pack"
                    ),
                ),
                (
                    "saved_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "ordering": ("-saved_at", "-pk"),
                "constraints": [
                    models.UniqueConstraint(fields=("pack", "shape"), name="import_mapping_once_in_pack"),
                    models.CheckConstraint(
                        condition=models.Q(("shape__regex", "^[0-9a-f]{64}$")), name="import_mapping_shape"
                    ),
                ],
            },
        ),
        migrations.RunPython(take_over, migrations.RunPython.noop),
    ]
