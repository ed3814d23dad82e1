"""The key under which the database's secrets are sealed: made once, replaced on request, and what was sealed before sealed again."""

from django.db import transaction

from cards.models import AuthenticatorApp, SigningKey, Webhook
from cards.queries.secrets import SecretRow, sealed_of, sealed_rows
from cards.sealing import NotOpened, key_file_add, key_ids, key_of, key_path, seal, unseal
from cards.services.audit import audit_record
from cards.services.webhook import webhook_secret


def key_file_ensure() -> bool:
    """Make the file of the portal's key where there is none, and none is needed to open what the database holds; return whether it was made.

    A file that is missing beside sealed secrets is on another host, or lost: a new one would open none of them.
    Errors: OSError where it cannot be written.
    """
    if key_path().exists() or any(key_of(row.sealed_secret) for row in sealed_rows()):
        return False
    key_file_add()
    return True


def secrets_reseal() -> tuple[int, list[str]]:
    """Seal every secret of the database under the first key of the file; what was sealed stays the same.

    Shapes: how many were sealed now, and what each secret is of that no key opens.
    Errors: StateConflict where this host has no key.
    """
    count, unreadable, first = 0, list[str](), next(iter(key_ids()), "")
    with transaction.atomic():
        hooks = Webhook.objects.select_for_update(of=("self",)).select_related("pack").order_by("pk")
        keys = SigningKey.objects.select_for_update().exclude(sealed_secret="").order_by("pk")
        apps = AuthenticatorApp.objects.select_for_update(of=("self",)).select_related("account").order_by("pk")
        rows: list[SecretRow] = [*hooks, *keys, *apps]
        for row in rows:
            if first and key_of(row.sealed_secret) == first:
                continue
            try:
                row.sealed_secret = seal(webhook_secret(row) if isinstance(row, Webhook) else unseal(row.sealed_secret))
            except NotOpened:
                unreadable.append(sealed_of(row))
                continue
            row.save(update_fields=["sealed_secret"])
            count += 1
        if count:
            audit_record(actor=None, action="secrets.reseal", details={"secrets": count, "key": first})
    return count, unreadable
