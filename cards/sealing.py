"""Secrets sealed for the database: encrypted under the portal's own key, in the file that KEY_FILE names.

A copy of the database, a backup for instance, reveals none of them, and a new SECRET_KEY touches none. Each line of the file
is a key: the first seals, all of them open. A sealed text begins with the id of its key, so that a host which lacks it can name
it; one without an id was sealed under SECRET_KEY by an earlier version, and opens with it or its SECRET_KEY_FALLBACKS until
`manage.py rotate_secrets` has sealed it under the portal's key.

Source: Fernet (AES-128-CBC, HMAC-SHA256) with keys by HKDF-SHA256, RFC 5869.
"""

import base64
import os
import secrets
from collections.abc import Mapping
from pathlib import Path

from cryptography.fernet import Fernet, InvalidToken
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings
from django.utils.encoding import force_bytes

from cards.errors import StateConflict

PURPOSE, ID_PURPOSE, FORMER_PURPOSE = b"cards.sealing.portal", b"cards.sealing.id", b"cards.sealing"
KEY_BYTES = 32
ID_BYTES = 4
MIN_LENGTH = 32  # characters of a key in the file
SEPARATOR = ":"


class NotOpened(Exception):
    """No key of this host opens a sealed secret. Shapes: key_id is empty for one that an earlier version sealed under SECRET_KEY."""

    def __init__(self, key_id: str) -> None:
        super().__init__(key_id)
        self.key_id = key_id


def key_path() -> Path:
    """Return the file of the portal's key."""
    return Path(settings.KEY_FILE)


def key_of(ciphertext: str) -> str:
    """Return the id of the key that a sealed text needs; empty for SECRET_KEY."""
    key_id, separator, _ = ciphertext.partition(SEPARATOR)
    return key_id if separator else ""


def key_ids() -> tuple[str, ...]:
    """Return the ids of the keys of this host: the first seals. Empty where there is no file that can be read."""
    return tuple(_keys())


def seal(secret: bytes) -> str:
    """Return a secret as text for the database, sealed under the first key of the file.

    Errors: StateConflict where this host has no key.
    """
    keys = _keys()
    if not keys:
        raise StateConflict(
            f"This host has no key for secrets: its operator copies the file {key_path()} from another host, or runs "
            "`manage.py migrate` on the first one.",
            f"本机没有用于加密的密钥：请运营者从其他主机复制文件 {key_path()}，首台主机则运行 `manage.py migrate`。",
        )
    key_id, fernet = next(iter(keys.items()))
    return f"{key_id}{SEPARATOR}{fernet.encrypt(secret).decode()}"


def unseal(ciphertext: str) -> bytes:
    """Return the secret of a sealed text.

    Errors: NotOpened.
    """
    key_id = key_of(ciphertext)
    keys = [fernet for name, fernet in _keys().items() if name == key_id] if key_id else _former_keys()
    for fernet in keys:
        try:
            return fernet.decrypt(ciphertext.rpartition(SEPARATOR)[2].encode())
        except InvalidToken:
            continue
    raise NotOpened(key_id)


def key_file_add() -> str:
    """Write a new key as the first of the file, before those that it has, and return its id.

    Errors: OSError where the file cannot be written.
    """
    path = key_path()
    former = path.read_text(encoding="utf-8") if path.exists() else ""
    write_secret_file(path, f"{secrets.token_urlsafe(KEY_BYTES)}\n{former}")
    return key_ids()[0]


def write_secret_file(path: Path, text: str) -> None:
    """Write a file that only its owner reads, whole or not at all."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    with os.fdopen(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    temporary.replace(path)


def _keys() -> Mapping[str, Fernet]:
    """Return the keys of the file by their ids, in its order; lines that are too short for a key are none."""
    try:
        lines = [line.strip() for line in key_path().read_text(encoding="utf-8").splitlines()]
    except (OSError, UnicodeDecodeError):
        return {}
    keys = [line.encode() for line in lines if len(line) >= MIN_LENGTH and not line.startswith("#")]
    return {_derived(key, ID_PURPOSE, ID_BYTES).hex(): _fernet(key, PURPOSE) for key in keys}


def _former_keys() -> list[Fernet]:
    """Return the keys under which earlier versions sealed."""
    return [_fernet(force_bytes(key), FORMER_PURPOSE) for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)]


def _fernet(key: bytes, purpose: bytes) -> Fernet:
    return Fernet(base64.urlsafe_b64encode(_derived(key, purpose, KEY_BYTES)))


def _derived(key: bytes, purpose: bytes, length: int) -> bytes:
    return HKDF(algorithm=SHA256(), length=length, salt=None, info=purpose).derive(key)
