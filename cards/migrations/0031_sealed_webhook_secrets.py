"""Seal the secrets of webhooks under SECRET_KEY: derived ones would change with it."""

import base64
from typing import Any

from cryptography.fernet import Fernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings
from django.db import migrations, models
from django.utils.crypto import salted_hmac
from django.utils.encoding import force_bytes


def seal_secrets(apps: Any, schema_editor: Any) -> None:
    """Seal the secret that each webhook's nonce has been giving."""
    derived = HKDF(algorithm=SHA256(), length=32, salt=None, info=b"cards.sealing").derive(force_bytes(settings.SECRET_KEY))
    key = Fernet(base64.urlsafe_b64encode(derived))
    rows = apps.get_model("cards", "Webhook").objects.filter(sealed_secret="")
    for webhook in rows.iterator(500):
        secret = salted_hmac("cards.webhook.secret", webhook.nonce, algorithm="sha256").digest()
        rows.filter(pk=webhook.pk).update(sealed_secret=key.encrypt(secret).decode())


class Migration(migrations.Migration):
    """Add the column, with a default of the database for the version before; seal what is there."""

    dependencies = [("cards", "0030_folded_search")]

    operations = [
        migrations.AddField("webhook", "sealed_secret", models.TextField(blank=True, db_default="", default="")),
        migrations.RunPython(seal_secrets, migrations.RunPython.noop),
    ]
