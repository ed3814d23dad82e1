"""The key that signs releases: its secret in the environment or in a file of the data folder, never in the database."""

import os
import secrets
from pathlib import Path

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from cards.errors import StateConflict
from cards.gateway import signatures
from cards.lookups import first_or_not_found
from cards.models import Account, SigningKey
from cards.services.audit import audit_record

RANDOM = 40  # bytes that a key is made of
NO_KEY = (
    "This portal has no signing key: its operator creates one with `manage.py signing_key new`.",
    "此门户没有签名密钥：请运营者运行 `manage.py signing_key new` 生成。",
)


def signing_secret() -> signatures.SecretKey:
    """Return the key that signs now.

    Errors: StateConflict when there is none, when it cannot be read, or when it was retired.
    """
    text = settings.SIGNING_KEY or _stored_keys()
    if not text:
        raise StateConflict(*NO_KEY)
    try:
        key = signatures.read_secret(text)
    except signatures.BadSignature as bad:
        raise StateConflict(f"Signing key: {bad.message['en']}", f"签名密钥：{bad.message['zh']}") from bad
    if SigningKey.objects.filter(key_id=key.id, retired_at__isnull=False).exists():
        raise StateConflict(
            f"The signing key {key.id} is retired: the operator makes another with `manage.py signing_key new`.",
            f"签名密钥 {key.id} 已停用：请运营者运行 `manage.py signing_key new` 生成新的密钥。",
        )
    return key


def signing_key_list(key: signatures.PublicKey) -> None:
    """Add the public key to the published list, if it is not there yet."""
    SigningKey.objects.get_or_create(key_id=key.id, defaults={"public_key": key.line})


def signing_key_make(*, actor: Account | None, out: Path | None = None) -> SigningKey:
    """Make a key, list it, and write its secret for its owner alone: where it signs from now on, or to another file.

    Errors: StateConflict where the key comes from the environment, and no other file is named.
    """
    path = out or _path()
    if path is None or (settings.SIGNING_KEY and out is None):
        raise StateConflict(
            "The signing key comes from SIGNING_KEY: write another to a file with --out, and point SIGNING_KEY_FILE to it.",
            "签名密钥来自 SIGNING_KEY：请用 --out 写入另一个文件，再让 SIGNING_KEY_FILE 指向它。",
        )
    key = signatures.new_key(secrets.token_bytes(RANDOM))
    with transaction.atomic():
        row = SigningKey.objects.create(key_id=key.id, public_key=key.public.line)
        audit_record(actor=actor, action="signing_key.make", target=key.id)
        _write(path, key.text)
    return row


def signing_key_retire(*, actor: Account | None, key_id: str) -> SigningKey:
    """End the use of a key; its signatures still verify.

    Errors: NotFound for an id that is not listed; StateConflict for one that is retired already.
    """
    with transaction.atomic():
        row = first_or_not_found(SigningKey.objects.select_for_update(no_key=True).filter(key_id=key_id.upper()))
        if row.retired_at is not None:
            raise StateConflict(f"The key {row.key_id} is retired already.", f"密钥 {row.key_id} 已经停用。")
        row.retired_at = timezone.now()
        row.save(update_fields=["retired_at"])
        audit_record(actor=actor, action="signing_key.retire", target=row.key_id)
    return row


def signing_key_ensure() -> None:
    """Make the first key of a portal that keeps its own; skips a portal that has one, or gets it from the environment."""
    path = _path()
    if path is not None and not settings.SIGNING_KEY and not path.exists():
        signing_key_make(actor=None)


def _path() -> Path | None:
    return Path(settings.SIGNING_KEY_PATH) if settings.SIGNING_KEY_PATH else None


def _stored_keys() -> str:
    path = _path()
    return path.read_text(encoding="utf-8") if path is not None and path.exists() else ""


def _write(path: Path, text: str) -> None:
    """Write a file that only its owner reads, whole or not at all."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    with os.fdopen(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    temporary.replace(path)
