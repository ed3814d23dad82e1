"""Fold what a search reads of each draft, and add how its Chinese names sound; versions stay as they were written."""

from collections.abc import Iterator
from typing import Any

from django.db import migrations

from cards.gateway.searching import fold, sounds_of

SEARCH_LIMIT = 20_000
CUT = "\ue000"


def _names(document: Any, texts: dict[str, Any]) -> Iterator[str]:
    for holder in (document, *texts.values()):
        name = holder.get("name") if isinstance(holder, dict) else None
        if isinstance(name, str):
            yield name


def fold_drafts(apps: Any, schema_editor: Any) -> None:
    """Write the folded words of each draft."""
    rows = apps.get_model("cards", "Draft").objects.all()
    for draft in rows.only("pk", "search", "texts", "document").iterator(500):
        sounds = dict.fromkeys(sound for name in _names(draft.document, draft.texts) for sound in sounds_of(name))
        words = " ".join([*sounds, draft.search.removesuffix(CUT)])
        folded = fold(words) + (CUT if draft.search.endswith(CUT) else "")
        rows.filter(pk=draft.pk).update(
            search=folded if len(folded) <= SEARCH_LIMIT else folded[: SEARCH_LIMIT - 1] + CUT
        )


class Migration(migrations.Migration):
    """Fold the words of drafts."""

    dependencies = [("cards", "0029_guards_needed")]

    operations = [migrations.RunPython(fold_drafts, migrations.RunPython.noop)]
