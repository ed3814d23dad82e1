"""The provider reports sign-outs there."""

import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    """A new table of logout tokens that were taken, and the session at the provider from which a session came."""

    dependencies = [("cards", "0044_seat_links")]

    operations = [
        migrations.AddField(
            model_name="signedin",
            name="company_sid",
            field=models.CharField(blank=True, db_default="", default="", max_length=255),
        ),
        migrations.CreateModel(
            name="CompanyNotice",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("identity_sha256", models.CharField(max_length=64, unique=True)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
            ],
            options={
                "ordering": ("id",),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(identity_sha256__regex="^[0-9a-f]{64}$"), name="company_notice_shape"
                    )
                ],
            },
        ),
    ]
