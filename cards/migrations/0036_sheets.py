"""Jobs may make a file, such as pages of cards for a printer: a new kind of job, and the column of its file."""

from django.db import migrations, models

KINDS = [
    ("import", "Import"),
    ("bulk", "Bulk edit"),
    ("undo", "Undo of a bulk edit"),
    ("texts", "Texts of a translator"),
    ("check", "Check of every card"),
    ("sheet", "File to print or play"),
]


class Migration(migrations.Migration):
    """A new kind of job, and a column that only it fills."""

    dependencies = [("cards", "0035_sealed_signing_key")]

    operations = [
        migrations.RemoveConstraint(model_name="job", name="job_kind_known"),
        migrations.AlterField(model_name="job", name="kind", field=models.CharField(choices=KINDS, max_length=6)),
        migrations.AddConstraint(
            model_name="job",
            constraint=models.CheckConstraint(
                condition=models.Q(kind__in=[kind for kind, _ in KINDS]), name="job_kind_known"
            ),
        ),
        migrations.AddField(model_name="job", name="output", field=models.BinaryField(null=True)),
    ]
