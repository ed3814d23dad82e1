"""Whether a release is what its signer published: its files against the manifest, the manifest against the signature."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from engine.errors import BadCard, Problem
from engine.packs.limits import MANIFEST_LIMITS
from engine.packs.manifest import verify_release
from engine.packs.minisign import BadSignature, PublicKey, SecretKey, read_signature, rewritten, sign, verify
from engine.packs.names import MANIFEST
from engine.packs.reader import read_json

SIGNATURE: Final = f"{MANIFEST}.minisig"
State = Literal["good", "bad", "unknown", "missing"]


@dataclass(frozen=True, slots=True)
class VerifiedRelease:
    """What is known about the files of a release.

    Shapes: signature is `good` (made with a key that was given), `bad`, `unknown` (no key that was given has its id) or `missing`;
            problems are those of the files, and of a bad signature.
    """

    pack: str
    version: str
    key_id: str
    trusted: str
    signature: State
    problems: tuple[Problem, ...]


def sign_release(key: SecretKey, *, manifest: bytes, pack: str, version: str) -> bytes:
    """Return the signature file of a manifest; its trusted comment names pack and version."""
    return sign(key, manifest, comment=trusted_comment(pack, version))


def trusted_comment(pack: str, version: str) -> str:
    """Return what the signature says in words: which release this is."""
    return f"pack:{pack}\tversion:{version}\tfile:{MANIFEST}"


def verify_signed(files: Mapping[str, bytes], keys: Sequence[PublicKey] = ()) -> VerifiedRelease:
    """Return what the files of a release are worth, given the keys that one trusts; without a key only the files are checked."""
    problems = list(verify_release(files))
    pack, version = _named(files)
    key_id, trusted, state, wrong = _signature(files, keys, trusted_comment(pack, version))
    return VerifiedRelease(pack, version, key_id, trusted, state, (*problems, *wrong))


def _named(files: Mapping[str, bytes]) -> tuple[str, str]:
    try:
        value: Any = read_json(files.get(MANIFEST, b"{}"), limits=MANIFEST_LIMITS, file=MANIFEST).value
    except BadCard:  # its problems are among those of the files
        value = {}
    held = value if isinstance(value, dict) else {}
    return str(held.get("pack", "")), str(held.get("cardDataVersion", ""))


def _signature(
    files: Mapping[str, bytes], keys: Sequence[PublicKey], expected: str
) -> tuple[str, str, State, list[Problem]]:
    """Return key, trusted comment and state of the signature, and its problems."""
    data = files.get(SIGNATURE)
    if data is None:
        return "", "", "missing", []
    try:
        signature = read_signature(data)
        key = next((each for each in keys if each.id == signature.key_id), None)
        if key is None:
            return signature.key_id, "", "unknown", []
        verify(key, files.get(MANIFEST, b""), data)
        if data != rewritten(signature):
            raise BadSignature("The signature file is not as it was written.", "签名文件与写出时不同。")
        if signature.trusted != expected:
            raise BadSignature("The signature names another release than the manifest.", "签名所指的发布与清单不同。")
    except BadSignature as bad:
        return "", "", "bad", [Problem("E-FILE", bad.message, file=SIGNATURE)]
    return signature.key_id, signature.trusted, "good", []
