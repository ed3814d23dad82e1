"""Persons may sign in at a provider of OpenID Connect."""

import django.utils.timezone
from django.conf import settings
from django.db import migrations, models
from django.db.models.deletion import CASCADE


class Migration(migrations.Migration):
    """A new table for accounts at the provider."""

    dependencies = [("cards", "0042_second_factor")]

    operations = [
        migrations.CreateModel(
            name="CompanyAccount",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("issuer", models.CharField(max_length=300)),
                ("subject", models.CharField(max_length=255)),
                ("joined_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("proved_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "account",
                    models.OneToOneField(on_delete=CASCADE, related_name="company", to=settings.AUTH_USER_MODEL),
                ),
            ],
            options={
                "ordering": ("id",),
                "constraints": [models.UniqueConstraint(fields=("issuer", "subject"), name="company_account_once")],
            },
        ),
    ]
