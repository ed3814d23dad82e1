"""One-time passwords of an authenticator app: six digits that a shared secret and the time give.

Source: RFC 6238 with HMAC-SHA-1, 30 seconds and six digits, which every app knows; RFC 4648 base32 for the secret.
"""

import base64
import hashlib
import hmac
import secrets
from urllib.parse import quote, urlencode

STEP = 30  # seconds
DIGITS = 6
SECRET_BYTES = 20
DRIFT = 1  # steps by which the clock of a telephone may be wrong, either way


def secret_new() -> bytes:
    """Return a new secret."""
    return secrets.token_bytes(SECRET_BYTES)


def code_at(secret: bytes, step: int) -> str:
    """Return the digits of a step, which is the time since 1970 in steps of 30 seconds."""
    digest = hmac.new(secret, step.to_bytes(8, "big"), hashlib.sha1).digest()
    start = digest[-1] & 0x0F
    number = int.from_bytes(digest[start : start + 4], "big") & 0x7FFF_FFFF
    return str(number % 10**DIGITS).zfill(DIGITS)


def step_of(secret: bytes, code: str, *, now: float, after: int = 0) -> int | None:
    """Return the step later than `after` to which a code belongs; None where it is wrong, too old or was used. Units: now in seconds since 1970."""
    current = int(now) // STEP
    for step in range(current - DRIFT, current + DRIFT + 1):
        if step > after and hmac.compare_digest(code_at(secret, step).encode(), code.encode(errors="replace")):
            return step
    return None


def secret_words(secret: bytes) -> str:
    """Return a secret as it is typed into an app: base32 in groups of four."""
    letters = base64.b32encode(secret).decode().rstrip("=")
    return " ".join(letters[start : start + 4] for start in range(0, len(letters), 4))


def app_address(secret: bytes, *, account: str, issuer: str) -> str:
    """Return the address that the QR code holds."""
    label = quote(f"{issuer}:{account}", safe="@:")
    query = urlencode({"secret": secret_words(secret).replace(" ", ""), "issuer": issuer}, quote_via=quote)
    return f"otpauth://totp/{label}?{query}"
