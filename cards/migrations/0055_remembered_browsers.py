"""A browser may be remembered: for a while it is not asked for the second factor of an account."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """One column."""

    dependencies = (("cards", "0054_index_of_words_in_versions"),)
    operations = (migrations.AddField("knownplace", "factor_until", models.DateTimeField(null=True, blank=True)),)
