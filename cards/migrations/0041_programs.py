"""Programs of a pack: service accounts and trusted jobs, and what their tokens were given for."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("cards", "0040_matches"),
    ]

    operations = [
        migrations.AddField(
            model_name="account",
            name="is_program",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name="pack",
            name="release_tokens",
            field=models.BooleanField(db_default=True, default=True),
        ),
        migrations.CreateModel(
            name="Program",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("role", models.CharField(max_length=9)),
                ("issuer", models.CharField(blank=True, max_length=300)),
                ("subject", models.CharField(blank=True, max_length=300)),
                ("claims", models.JSONField(default=dict)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "account",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="program", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "created_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "owner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "pack",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="programs", to="cards.pack"
                    ),
                ),
            ],
            options={
                "ordering": ("id",),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("issuer", ""), ("role", "designer"), ("subject", "")),
                            models.Q(
                                ("role", "publisher"),
                                models.Q(("issuer", ""), _negated=True),
                                models.Q(("subject", ""), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="program_role_by_kind",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="TokenExchange",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("identity_sha256", models.CharField(max_length=64, unique=True)),
                ("issuer", models.CharField(max_length=300)),
                ("subject", models.CharField(max_length=300)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "token",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="exchange", to="cards.apitoken"
                    ),
                ),
            ],
            options={
                "ordering": ("id",),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("identity_sha256__regex", "^[0-9a-f]{64}$")), name="exchange_identity_shape"
                    )
                ],
            },
        ),
    ]
