"""What the database holds sealed, and under which keys."""

from collections.abc import Iterator

from django.db.models import Q

from cards.models import AuthenticatorApp, SigningKey, Webhook
from cards.sealing import SEPARATOR, key_ids, key_of

SecretRow = SigningKey | Webhook | AuthenticatorApp


def sealed_of(row: SecretRow) -> str:
    """Return what a sealed secret is of, in words for operators."""
    if isinstance(row, AuthenticatorApp):
        return f"the authenticator app of {row.account.email}"
    return f"the signing key {row.key_id}" if isinstance(row, SigningKey) else f"the webhook {row.pack.slug}: {row.url}"


def sealed_rows(left_out: Q | None = None) -> Iterator[SecretRow]:
    """Yield the rows that hold a sealed secret, without those that are left out."""
    without = Q(sealed_secret="") if left_out is None else Q(sealed_secret="") | left_out
    yield from SigningKey.objects.exclude(without).order_by("pk")
    yield from Webhook.objects.exclude(without).select_related("pack").order_by("pk")
    yield from AuthenticatorApp.objects.exclude(without).select_related("account").order_by("pk")


def missing_keys() -> dict[str, list[str]]:
    """Return the ids of portal keys that this host lacks, each with what is sealed under it; reads no secret that it can open."""
    openable = ~Q(sealed_secret__contains=SEPARATOR)
    for key_id in key_ids():
        openable |= Q(sealed_secret__startswith=f"{key_id}{SEPARATOR}")
    missing: dict[str, list[str]] = {}
    for row in sealed_rows(openable):
        missing.setdefault(key_of(row.sealed_secret), []).append(sealed_of(row))
    return missing


def sealed_under_secret_key() -> int:
    """Return how many secrets an earlier version sealed under SECRET_KEY."""
    return sum(not key_of(row.sealed_secret) for row in sealed_rows())
