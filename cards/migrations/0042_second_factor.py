"""Accounts may have a second factor, and packs may want one of those who publish."""

import django.utils.timezone
from django.conf import settings
from django.db import migrations, models
from django.db.models.deletion import CASCADE


class Migration(migrations.Migration):
    """New tables for apps and recovery codes, and a setting of packs."""

    dependencies = [("cards", "0041_programs")]

    operations = [
        migrations.AddField(
            model_name="pack", name="factor_needed", field=models.BooleanField(db_default=False, default=False)
        ),
        migrations.CreateModel(
            name="AuthenticatorApp",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("sealed_secret", models.TextField()),
                ("last_step", models.BigIntegerField(default=0)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "account",
                    models.OneToOneField(
                        on_delete=CASCADE, related_name="authenticator", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={"ordering": ("id",)},
        ),
        migrations.CreateModel(
            name="RecoveryCode",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("recovery_sha256", models.CharField(max_length=64, unique=True)),
                ("used_at", models.DateTimeField(blank=True, null=True)),
                (
                    "account",
                    models.ForeignKey(on_delete=CASCADE, related_name="recovery_codes", to=settings.AUTH_USER_MODEL),
                ),
            ],
            options={
                "ordering": ("id",),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(recovery_sha256__regex="^[0-9a-f]{64}$"), name="recovery_code_shape"
                    )
                ],
            },
        ),
    ]
