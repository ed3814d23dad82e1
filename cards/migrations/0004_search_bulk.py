"""Let a search read the JSON and the notes of a card, find nodes by index, and keep changes to many cards as rows."""

from typing import Any

import django.contrib.postgres.fields
import django.contrib.postgres.indexes
import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import cards.models.card

SEARCH_LIMIT = 20_000
CUT = "\ue000"
STRINGS = """
CREATE FUNCTION cards_strings(document jsonb) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $body$
    SELECT coalesce(array_agg(DISTINCT found #>> '{}'), '{}')
    FROM jsonb_path_query(document, 'strict $.** ? (@.type() == "string")') AS found
    WHERE length(found #>> '{}') <= 64
$body$;
"""


def _words(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [word for key, held in value.items() for word in (key, *_words(held))]
    if isinstance(value, list):
        return [word for held in value for word in _words(held)]
    if value is None or isinstance(value, bool):
        return [str(value).lower().replace("none", "null")]
    return [str(value)]


def read_more(apps: Any, schema_editor: Any) -> None:
    """Add the other texts and the JSON to what a search reads of each draft."""
    rows = apps.get_model("cards", "Draft").objects.filter(document__isnull=False)
    for draft in rows.only("pk", "search", "texts", "document").iterator(500):
        texts = [text for words in draft.texts.values() for text in words.values() if isinstance(text, str)]
        parts = (draft.search, *texts, *dict.fromkeys(_words(draft.document)))
        read = " ".join(filter(None, parts)).lower()
        read = read if len(read) <= SEARCH_LIMIT else read[: SEARCH_LIMIT - 1] + CUT
        rows.filter(pk=draft.pk).update(search=read)


class Migration(migrations.Migration):
    """Add columns, rows and words."""

    dependencies = [("cards", "0003_worker_engine_hashes")]

    operations = [
        migrations.RunSQL(sql=STRINGS, reverse_sql="DROP FUNCTION cards_strings(jsonb);"),
        migrations.AddField(
            model_name="draft",
            name="strings",
            field=models.GeneratedField(
                db_persist=True,
                expression=cards.models.card.Strings("document"),
                output_field=django.contrib.postgres.fields.ArrayField(base_field=models.TextField(), size=None),
            ),
        ),
        migrations.AddIndex(
            model_name="draft",
            index=django.contrib.postgres.indexes.GinIndex(fields=["strings"], name="draft_strings"),
        ),
        migrations.AlterField(
            model_name="draftrevision",
            name="origin",
            field=models.CharField(
                choices=[
                    ("create", "Create"),
                    ("save", "Save"),
                    ("restore", "Restore"),
                    ("import", "Import"),
                    ("bulk", "Bulk"),
                ],
                default="save",
                max_length=7,
            ),
        ),
        migrations.CreateModel(
            name="BulkEdit",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[("grid", "Grid"), ("csv", "CSV"), ("replace", "Replace"), ("undo", "Undo")],
                        max_length=7,
                    ),
                ),
                ("summary", models.JSONField(default=dict)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "author",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "pack",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="bulk_edits", to="cards.pack"
                    ),
                ),
                (
                    "undoes",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="undone_by",
                        to="cards.bulkedit",
                    ),
                ),
            ],
            options={
                "ordering": ("-id",),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["grid", "csv", "replace", "undo"])),
                        name="bulk_edit_kind_known",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="BulkChange",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("before", models.PositiveIntegerField()),
                ("after", models.PositiveIntegerField()),
                (
                    "bulk",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="changes", to="cards.bulkedit"
                    ),
                ),
                (
                    "card",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="cards.card"),
                ),
            ],
            options={
                "ordering": ("id",),
                "constraints": [models.UniqueConstraint(fields=("bulk", "card"), name="bulk_change_once")],
            },
        ),
        migrations.RunPython(read_more, migrations.RunPython.noop),
    ]
