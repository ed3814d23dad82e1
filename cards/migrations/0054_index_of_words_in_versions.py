"""Searches over releases find nodes and words of versions by an index, as they do those of drafts."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations

from cards.models.card import strings_index


class Migration(migrations.Migration):
    """Build the index while versions are written."""

    atomic = False
    dependencies = (("cards", "0053_relay_notices"),)
    operations = (AddIndexConcurrently("cardversion", strings_index("card_version_strings")),)
