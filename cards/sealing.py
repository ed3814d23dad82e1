"""Secrets sealed for the database: encrypted under a key made of SECRET_KEY, readable with its predecessors too.

A copy of the database, a backup for instance, reveals none of them. After SECRET_KEY was replaced, its predecessors in
SECRET_KEY_FALLBACKS open what they sealed, until `manage.py rotate_secrets` has sealed it under the new one.
Source: Fernet (AES-128-CBC, HMAC-SHA256) with keys by HKDF-SHA256, RFC 5869.
"""

import base64

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings
from django.utils.encoding import force_bytes

PURPOSE = b"cards.sealing"


class NotOpened(Exception):
    """No key of this portal opens a sealed secret: SECRET_KEY was replaced, and its predecessor is not among the fallbacks."""


def seal(secret: bytes) -> str:
    """Return a secret as text for the database, sealed under SECRET_KEY."""
    return _keys().encrypt(secret).decode()


def unseal(ciphertext: str) -> bytes:
    """Return the secret of a sealed text.

    Errors: NotOpened.
    """
    try:
        return _keys().decrypt(ciphertext.encode())
    except InvalidToken:
        raise NotOpened from None


def reseal(ciphertext: str) -> str:
    """Return a sealed text sealed again under SECRET_KEY alone.

    Errors: NotOpened.
    """
    try:
        return _keys().rotate(ciphertext.encode()).decode()
    except InvalidToken:
        raise NotOpened from None


def _keys() -> MultiFernet:
    return MultiFernet([_key(secret) for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)])


def _key(secret: str | bytes) -> Fernet:
    derived = HKDF(algorithm=SHA256(), length=32, salt=None, info=PURPOSE).derive(force_bytes(secret))
    return Fernet(base64.urlsafe_b64encode(derived))
