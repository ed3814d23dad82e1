"""A text that lost is kept without moving the draft; a draft knows who changed its image since the newest version."""

from django.contrib.postgres.fields import ArrayField
from django.db import migrations, models

WHO_CHANGED_IMAGES = """
UPDATE cards_draft draft SET contributors = changed.accounts FROM (
    SELECT card.id AS card_id, array_agg(DISTINCT event.actor_id) AS accounts
    FROM cards_auditevent event JOIN cards_card card ON card.pack_id = event.pack_id AND card.written_id = event.target
    LEFT JOIN cards_cardversion newest ON newest.id = card.newest_version_id
    WHERE event.action IN ('art.set', 'art.remove') AND event.actor_id IS NOT NULL
      AND (newest.id IS NULL OR event.at > newest.created_at) GROUP BY card.id) changed
WHERE draft.card_id = changed.card_id
"""


class Migration(migrations.Migration):
    dependencies = (("cards", "0023_card_in_order"),)
    operations = (
        migrations.AddField(
            model_name="draft",
            name="contributors",
            field=ArrayField(base_field=models.BigIntegerField(), db_default=[], default=list, size=None),
        ),
        migrations.AddField(
            model_name="draft",
            name="last_aside",
            field=models.PositiveIntegerField(db_default=0, default=0),
        ),
        migrations.RunSQL(WHO_CHANGED_IMAGES, migrations.RunSQL.noop),
    )
