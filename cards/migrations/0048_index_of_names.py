"""Searches find pieces of names of drafts and versions by their pairs of characters."""

from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations

from cards.models.card import Grams, unnamed_index


class Migration(migrations.Migration):
    """Build the indexes while the tables are written to."""

    atomic = False
    dependencies = [("cards", "0047_folded_names")]

    operations = [
        AddIndexConcurrently("draft", GinIndex(Grams("names"), name="draft_names")),
        AddIndexConcurrently("cardversion", GinIndex(Grams("names"), name="card_version_names")),
        AddIndexConcurrently("draft", unnamed_index("draft_unnamed")),
        AddIndexConcurrently("cardversion", unnamed_index("card_version_unnamed")),
    ]
