"""The key that signs releases: made, retired, and stored in its row, sealed under the portal's key."""

import secrets
from pathlib import Path

from django.db import transaction
from django.utils import timezone

from cards.errors import StateConflict
from cards.gateway import signatures
from cards.lookups import first_or_not_found
from cards.models import Account, SigningKey
from cards.queries.signing import is_key_outside, signing_key_of_file, stored_signing_key
from cards.sealing import NotOpened, seal, unseal, write_secret_file
from cards.services.audit import audit_record
from cards.services.secrets import key_file_ensure

RANDOM = 40  # bytes that a key is made of


def signing_key_list(key: signatures.PublicKey) -> None:
    """Add the public key to the published list, if it is not there yet."""
    SigningKey.objects.get_or_create(key_id=key.id, defaults={"public_key": key.line})


def signing_key_make(*, actor: Account | None, out: Path | None = None) -> SigningKey:
    """Make a key, list it, and store its secret: in its row, from where it signs at once, or in a file of its own, which SIGNING_KEY_FILE may name.

    Errors: StateConflict where the key comes from the environment and no file is named, or this host cannot open the key that signs now.
    """
    if is_key_outside() and out is None:
        raise StateConflict(
            "The signing key comes from outside: write another to a file with --out, and point SIGNING_KEY_FILE or SIGNING_COMMAND to it.",
            "签名密钥来自外部：请用 --out 写入另一个文件，再让 SIGNING_KEY_FILE 或 SIGNING_COMMAND 指向它。",
        )
    if out is None:
        key_file_ensure()
        _check_opens_key()
    key = signatures.new_key(secrets.token_bytes(RANDOM))
    with transaction.atomic():
        row = SigningKey.objects.create(key_id=key.id, public_key=key.public.line)
        audit_record(actor=actor, action="signing_key.make", target=key.id)
        if out is None:
            _store(row, key)
        else:
            write_secret_file(out, key.text)
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
    """Make the first key of a portal that stores its own; skips a portal that has one, or gets it from the environment."""
    if not is_key_outside() and signing_key_adopt() is None and stored_signing_key() is None:
        signing_key_make(actor=None)


def signing_key_adopt() -> SigningKey | None:
    """Store the key that an earlier version left in the data folder of this host; None where there is none to store.

    The file stays: hosts of that version still read it.
    Errors: StateConflict where this host has no key to seal it under.
    """
    if is_key_outside() or stored_signing_key() is not None or not (text := signing_key_of_file()):
        return None
    try:
        key = signatures.read_secret(text)
    except signatures.BadSignature:
        return None
    with transaction.atomic():
        row, _ = SigningKey.objects.get_or_create(key_id=key.id, defaults={"public_key": key.public.line})
        _store(row, key)
        audit_record(actor=None, action="signing_key.store", target=row.key_id)
    return row


def _store(row: SigningKey, key: signatures.SecretKey) -> None:
    """Seal the secret into its row, and forget the one that signed before."""
    row.sealed_secret = seal(key.text.encode())
    row.save(update_fields=["sealed_secret"])
    SigningKey.objects.exclude(pk=row.pk).exclude(sealed_secret="").update(sealed_secret="")


def _check_opens_key() -> None:
    """Refuse to replace a key that signs on other hosts by one that they could not open."""
    row = stored_signing_key()
    if row is None or row.retired_at is not None:
        return
    try:
        unseal(row.sealed_secret)
    except NotOpened as error:
        raise StateConflict(
            f"This host cannot open the key that signs now, {row.key_id}: KEY_FILE lacks the key {error.key_id}. Copy the file from "
            f"another host. Where it is lost, first `manage.py rotate_secrets --new-key` and `manage.py signing_key retire {row.key_id}`.",
            f"本机无法打开当前的签名密钥 {row.key_id}：KEY_FILE 中没有密钥 {error.key_id}。请从其他主机复制该文件；"
            f"若已丢失，请先运行 `manage.py rotate_secrets --new-key` 和 `manage.py signing_key retire {row.key_id}`。",
        ) from error
