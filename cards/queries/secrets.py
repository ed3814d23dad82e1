"""What the database holds sealed, and under which keys."""

from collections.abc import Iterator

from cards.models import SigningKey, Webhook
from cards.sealing import key_ids, key_of


def sealed_texts() -> Iterator[tuple[str, str]]:
    """Yield what each sealed secret is of, in words for operators, and the secret as it is stored."""
    for key in SigningKey.objects.exclude(sealed_secret="").order_by("pk"):
        yield f"the signing key {key.key_id}", key.sealed_secret
    for hook in Webhook.objects.exclude(sealed_secret="").select_related("pack").order_by("pk"):
        yield f"the webhook {hook.pack.slug}: {hook.url}", hook.sealed_secret


def missing_keys() -> dict[str, list[str]]:
    """Return the ids of portal keys that this host lacks, each with what is sealed under it."""
    known, missing = {"", *key_ids()}, dict[str, list[str]]()
    for what, sealed in sealed_texts():
        if (key_id := key_of(sealed)) not in known:
            missing.setdefault(key_id, []).append(what)
    return missing


def sealed_under_secret_key() -> int:
    """Return how many secrets an earlier version sealed under SECRET_KEY."""
    return sum(not key_of(sealed) for _, sealed in sealed_texts())
