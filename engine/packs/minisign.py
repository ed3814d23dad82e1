"""Signatures as minisign writes and reads them: key files, signature files, what they certify.

Source: https://jedisct1.github.io/minisign/ (signature format, prehashed). Signed are the 64 bytes of BLAKE2b of the file, and the signature
together with the trusted comment. Secret keys are written without a password: the file's mode guards them.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
from dataclasses import dataclass
from typing import Final

from engine.packs import ed25519

SIGNATURE_LIMIT: Final = 4096  # bytes of a signature file that are read
_PURE, _PREHASHED, _KDF_NONE, _CHECKSUM = b"Ed", b"ED", b"\x00\x00", b"B2"
_ID_SIZE: Final = 8
_SALT_AND_LIMITS: Final = 32 + 8 + 8
_COMMENT, _TRUSTED = "untrusted comment: ", "trusted comment: "


class BadSignature(ValueError):
    """The text is no key or signature of minisign, or the signature does not hold."""

    def __init__(self, en: str, zh: str) -> None:
        self.message = {"en": en, "zh": zh}
        super().__init__(en)


@dataclass(frozen=True, slots=True)
class PublicKey:
    """What verifies signatures. The id names the key and proves nothing."""

    id: str
    key: bytes

    @property
    def line(self) -> str:
        """Return the key in one line, as `minisign -P` takes it."""
        return _encoded(_PURE + _id_bytes(self.id) + self.key)

    @property
    def text(self) -> str:
        """Return the file of the key, as `minisign -p` reads it."""
        return f"{_COMMENT}minisign public key {self.id}\n{self.line}\n"


@dataclass(frozen=True, slots=True)
class SecretKey:
    """What signs. It is never shown, logged or sent."""

    id: str
    seed: bytes

    def __repr__(self) -> str:
        return f"SecretKey({self.id!r})"

    @property
    def public(self) -> PublicKey:
        """Return the key that verifies what this one signs."""
        return PublicKey(self.id, ed25519.public_key(self.seed))

    @property
    def text(self) -> str:
        """Return the file of the key, as `minisign -W` reads it."""
        inner = _id_bytes(self.id) + self.seed + ed25519.public_key(self.seed)
        checksum = hashlib.blake2b(_PURE + inner, digest_size=32).digest()
        whole = _PURE + _KDF_NONE + _CHECKSUM + bytes(_SALT_AND_LIMITS) + inner + checksum
        return f"{_COMMENT}minisign secret key {self.id}\n{_encoded(whole)}\n"


@dataclass(frozen=True, slots=True)
class Signature:
    """A signature as its file has it; what it says is worth nothing before `verify`."""

    key_id: str
    signature: bytes
    trusted: str
    over_all: bytes
    prehashed: bool


def new_key(random: bytes) -> SecretKey:
    """Return a secret key made of 40 random bytes: 8 for the id, 32 for the seed."""
    if len(random) != _ID_SIZE + ed25519.SEED_SIZE:
        raise ValueError("a key is made of 40 random bytes")
    return SecretKey(_id_text(random[:_ID_SIZE]), random[_ID_SIZE:])


def read_secret(text: str) -> SecretKey:
    """Return the secret key of a file; BadSignature for anything else, and for one with a password."""
    data = _decoded(_key_line(text))
    size = 2 + 2 + 2 + _SALT_AND_LIMITS + _ID_SIZE + ed25519.SEED_SIZE + ed25519.KEY_SIZE + 32
    if len(data) != size or data[:2] != _PURE or data[4:6] != _CHECKSUM:
        raise BadSignature("This is no secret key of minisign.", "这不是 minisign 私钥。")
    if data[2:4] != _KDF_NONE:
        raise BadSignature(
            "The secret key has a password: make one with minisign -G -W.", "私钥带有密码：请用 minisign -G -W 生成。"
        )
    inner, checksum = data[6 + _SALT_AND_LIMITS : -32], data[-32:]
    key = SecretKey(_id_text(inner[:_ID_SIZE]), inner[_ID_SIZE : _ID_SIZE + ed25519.SEED_SIZE])
    damaged = hashlib.blake2b(_PURE + inner, digest_size=32).digest() != checksum
    if damaged or key.public.key != inner[-ed25519.KEY_SIZE :]:
        raise BadSignature("The secret key is damaged.", "私钥已损坏。")
    return key


def read_public(text: str) -> PublicKey:
    """Return the public key of a file or of its second line alone; BadSignature for anything else."""
    data = _decoded(_key_line(text))
    if len(data) != 2 + _ID_SIZE + ed25519.KEY_SIZE or data[:2] != _PURE:
        raise BadSignature("This is no public key of minisign.", "这不是 minisign 公钥。")
    return PublicKey(_id_text(data[2 : 2 + _ID_SIZE]), data[2 + _ID_SIZE :])


def sign(key: SecretKey, data: bytes, *, comment: str) -> bytes:
    """Return the signature file of some bytes; the trusted comment is one line."""
    if "\n" in comment or "\r" in comment:
        raise ValueError("a comment is one line")
    signature = ed25519.sign(key.seed, _prehash(data))
    over_all = ed25519.sign(key.seed, signature + comment.encode())
    return rewritten(Signature(key.id, signature, comment, over_all, prehashed=True))


def rewritten(signature: Signature) -> bytes:
    """Return the file of a signature with the comment that `sign` writes, which no signature covers."""
    first = _encoded((_PREHASHED if signature.prehashed else _PURE) + _id_bytes(signature.key_id) + signature.signature)
    comment = f"{_COMMENT}signature with key {signature.key_id}"
    return f"{comment}\n{first}\n{_TRUSTED}{signature.trusted}\n{_encoded(signature.over_all)}\n".encode()


def read_signature(data: bytes) -> Signature:
    """Return what a signature file holds; BadSignature when it is none."""
    lines = _text_of(data).split("\n")
    if len(lines) != 5 or lines[4] or not lines[0].startswith(_COMMENT) or not lines[2].startswith(_TRUSTED):
        raise BadSignature("This is no signature of minisign.", "这不是 minisign 签名。")
    first, over_all = _decoded(lines[1]), _decoded(lines[3])
    head = 2 + _ID_SIZE
    if len(first) != head + ed25519.SIGNATURE_SIZE or first[:2] not in (_PURE, _PREHASHED):
        raise BadSignature("This is no signature of minisign.", "这不是 minisign 签名。")
    trusted = lines[2].removeprefix(_TRUSTED)
    return Signature(_id_text(first[2:head]), first[head:], trusted, over_all, first[:2] == _PREHASHED)


def verify(key: PublicKey, data: bytes, signature: bytes) -> Signature:
    """Return a signature file's content once it is known to be made of these bytes with the key; BadSignature otherwise."""
    parsed = read_signature(signature)
    if parsed.key_id != key.id:
        raise BadSignature(
            f"The signature is of the key {parsed.key_id}, not {key.id}.",
            f"签名所用密钥为 {parsed.key_id}，而不是 {key.id}。",
        )
    message = _prehash(data) if parsed.prehashed else data
    if not ed25519.verify(key.key, message, parsed.signature):
        raise BadSignature("The signature is not of these bytes.", "签名与内容不符。")
    if not ed25519.verify(key.key, parsed.signature + parsed.trusted.encode(), parsed.over_all):
        raise BadSignature("The trusted comment of the signature was changed.", "签名的可信注释已被改动。")
    return parsed


def _prehash(data: bytes) -> bytes:
    return hashlib.blake2b(data).digest()


def _text_of(data: bytes) -> str:
    try:
        text = data.decode() if len(data) <= SIGNATURE_LIMIT else ""
    except UnicodeDecodeError:
        text = ""
    if not text:
        raise BadSignature("This is no signature of minisign.", "这不是 minisign 签名。")
    return text


def _key_line(text: str) -> str:
    """Return the line of a key file that holds the key."""
    lines = [line.strip() for line in text.strip().splitlines()]
    return lines[-1] if lines and len(lines) <= 2 else ""


def _decoded(line: str) -> bytes:
    try:
        data = base64.b64decode(line, validate=True)
    except (binascii.Error, ValueError):
        data = b""
    if not data or _encoded(data) != line:  # one text for the same bytes, so that no changed character goes unseen
        raise BadSignature("This is not base64 as minisign writes it.", "这不是 minisign 所写的 base64。")
    return data


def _encoded(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")


def _id_text(data: bytes) -> str:
    return data[::-1].hex().upper()


def _id_bytes(text: str) -> bytes:
    return bytes.fromhex(text)[::-1]
