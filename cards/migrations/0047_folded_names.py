"""Names are kept folded beside drafts and versions, so that an index finds them; drafts are filled, versions stay as they were written."""

from typing import Any

from django.db import migrations, models

from cards.search import names_text


def fold_names(apps: Any, schema_editor: Any) -> None:
    """Write the folded names of each draft."""
    rows = apps.get_model("cards", "Draft").objects.all()
    for draft in rows.only("pk", "texts", "document").iterator(500):
        rows.filter(pk=draft.pk).update(names=names_text(draft.document, draft.texts))


class Migration(migrations.Migration):
    """Add the columns and fill those of drafts."""

    dependencies = [("cards", "0046_pairs_of_cards")]

    operations = [
        migrations.AddField("draft", "names", models.TextField(blank=True, default="", db_default="")),
        migrations.AddField("cardversion", "names", models.TextField(blank=True, default="", db_default="")),
        migrations.AddField(
            "cardversion", "kind", models.CharField(blank=True, default="", db_default="", max_length=32)
        ),
        migrations.RunPython(fold_names, migrations.RunPython.noop),
    ]
