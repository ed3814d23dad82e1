"""Ed25519: signatures over the edwards25519 curve, in whole numbers alone.

Source: RFC 8032, sections 5.1 and 6. VerifiedRelease against its test vectors.

Not constant in time: releases are signed a few times a day on a host whose timing no attacker measures. Verifying needs no secret.
"""

from __future__ import annotations

import hashlib
from typing import Final, TypeAlias

SEED_SIZE: Final = 32
KEY_SIZE: Final = 32
SIGNATURE_SIZE: Final = 64

_P: Final = 2**255 - 19
_ORDER: Final = 2**252 + 27742317777372353535851937790883648493
_D: Final = -121665 * pow(121666, -1, _P) % _P
_ROOT: Final = pow(2, (_P - 1) // 4, _P)

_Point: TypeAlias = tuple[int, int, int, int]
"""Extended coordinates: x = X/Z, y = Y/Z, x·y = T/Z."""


def public_key(seed: bytes) -> bytes:
    """Return the public key of a seed of 32 bytes."""
    scalar, _ = _expanded(seed)
    return _packed(_times(scalar, _BASE))


def sign(seed: bytes, message: bytes) -> bytes:
    """Return the signature of a message, the same bytes every time."""
    scalar, prefix = _expanded(seed)
    public = _packed(_times(scalar, _BASE))
    nonce = _digest(prefix, message) % _ORDER
    point = _packed(_times(nonce, _BASE))
    challenge = _digest(point, public, message) % _ORDER
    return point + ((nonce + challenge * scalar) % _ORDER).to_bytes(32, "little")


def verify(public: bytes, message: bytes, signature: bytes) -> bool:
    """Return whether a signature of a message was made with the secret of a public key."""
    if len(public) != KEY_SIZE or len(signature) != SIGNATURE_SIZE:
        return False
    key, point = _unpacked(public), _unpacked(signature[:32])
    answer = int.from_bytes(signature[32:], "little")
    if key is None or point is None or answer >= _ORDER:
        return False
    challenge = _digest(signature[:32], public, message) % _ORDER
    return _same(_times(answer, _BASE), _plus(point, _times(challenge, key)))


def _expanded(seed: bytes) -> tuple[int, bytes]:
    """Return the secret scalar of a seed, and the prefix from which its nonces are made."""
    if len(seed) != SEED_SIZE:
        raise ValueError(f"a seed has {SEED_SIZE} bytes, not {len(seed)}")
    digest = hashlib.sha512(seed).digest()
    scalar = int.from_bytes(digest[:32], "little") & ((1 << 254) - 8) | (1 << 254)
    return scalar, digest[32:]


def _digest(*parts: bytes) -> int:
    return int.from_bytes(hashlib.sha512(b"".join(parts)).digest(), "little")


def _plus(first: _Point, second: _Point) -> _Point:
    a = (first[1] - first[0]) * (second[1] - second[0]) % _P
    b = (first[1] + first[0]) * (second[1] + second[0]) % _P
    c = 2 * first[3] * second[3] * _D % _P
    d = 2 * first[2] * second[2] % _P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % _P, g * h % _P, f * g % _P, e * h % _P


def _times(number: int, point: _Point) -> _Point:
    total: _Point = (0, 1, 1, 0)
    while number:
        if number & 1:
            total = _plus(total, point)
        point = _plus(point, point)
        number >>= 1
    return total


def _same(one: _Point, other: _Point) -> bool:
    across = (one[0] * other[2] - other[0] * one[2]) % _P
    return across == 0 and (one[1] * other[2] - other[1] * one[2]) % _P == 0


def _packed(point: _Point) -> bytes:
    inverse = pow(point[2], -1, _P)
    x, y = point[0] * inverse % _P, point[1] * inverse % _P
    return (y | (x & 1) << 255).to_bytes(32, "little")


def _unpacked(data: bytes) -> _Point | None:
    number = int.from_bytes(data, "little")
    sign_bit, y = number >> 255, number & ((1 << 255) - 1)
    x = _x_of(y, sign_bit)
    return None if x is None else (x, y, 1, x * y % _P)


def _x_of(y: int, sign_bit: int) -> int | None:
    """Return the x of a point by its y, None where the curve has no such point."""
    if y >= _P:
        return None
    square = (y * y - 1) * pow(_D * y * y + 1, -1, _P) % _P
    if square == 0:
        return None if sign_bit else 0
    x = pow(square, (_P + 3) // 8, _P)
    if (x * x - square) % _P:
        x = x * _ROOT % _P
    if (x * x - square) % _P:
        return None
    return _P - x if x & 1 != sign_bit else x


def _base() -> _Point:
    y = 4 * pow(5, -1, _P) % _P
    x = _x_of(y, 0)
    if x is None:
        raise ArithmeticError("the base point is not on the curve")
    return x, y, 1, x * y % _P


_BASE: Final = _base()
