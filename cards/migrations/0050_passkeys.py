"""Accounts may have passkeys."""

import django.utils.timezone
from django.conf import settings
from django.db import migrations, models
from django.db.models.deletion import CASCADE


class Migration(migrations.Migration):
    """A new table for passkeys."""

    dependencies = [("cards", "0049_notes_of_matches")]

    operations = [
        migrations.CreateModel(
            name="Passkey",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=80)),
                ("credential_id", models.CharField(max_length=1400, unique=True)),
                ("credential", models.TextField()),
                ("sign_count", models.BigIntegerField(default=0)),
                ("is_synced", models.BooleanField(default=False)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("used_at", models.DateTimeField(blank=True, null=True)),
                (
                    "account",
                    models.ForeignKey(on_delete=CASCADE, related_name="passkeys", to=settings.AUTH_USER_MODEL),
                ),
            ],
            options={"ordering": ("id",)},
        ),
    ]
