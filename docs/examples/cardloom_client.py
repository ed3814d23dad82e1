"""The cards of a pack's latest release, checked by hash and signature: copy this file, it needs the standard library alone.

    client = Client("https://cards.example", "core", public_key="RW…")  # the key is on the portal's page of signing keys
    release = client.refresh()      # None while nothing is new
    print(release.version, len(release.cards))

For a private pack give a token with the scope `read`. Types of the cards are in `release.files["types/cards.py"]`.
"""

import base64
import hashlib
import io
import json
import sys
import zipfile
from dataclasses import dataclass
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

NOT_MODIFIED = 304
TIMEOUT = 30  # seconds


class Untrusted(ValueError):
    """These are not the bytes that the pack's owner signed."""


@dataclass(frozen=True)
class Release:
    """One release: files by path, and the cards as its manifest lists them."""

    version: str
    files: dict[str, bytes]
    cards: list[dict[str, Any]]


class Client:
    """Follows one pack. `etag` names the release that the caller has: store it, and nothing is downloaded twice."""

    def __init__(self, portal: str, pack: str, *, public_key: str = "", token: str = "", etag: str = "") -> None:
        self.pack, self.public_key, self.token, self.etag = pack, public_key, token, etag
        self.releases = f"{portal.rstrip('/')}/api/v1/packs/{pack}/releases"

    def refresh(self) -> Release | None:
        """Return the latest release, None where it is the one that `etag` names; Untrusted for other bytes than were signed."""
        answer = self._get("latest/manifest.json", self.etag)
        if answer is None:
            return None
        manifest_bytes, etag = answer
        manifest = json.loads(manifest_bytes)
        version = manifest["cardDataVersion"]
        if self.public_key:
            signature, _ = self._get(f"{version}/manifest.json.minisig") or (b"", "")
            check_signature(self.public_key, manifest_bytes, signature, self.pack, version)
        archive, _ = self._get(f"{version}/pack.zip") or (b"", "")
        with zipfile.ZipFile(io.BytesIO(archive)) as files:
            checked = {row["path"]: checked_bytes(row, files.read(row["path"])) for row in manifest["files"]}
        self.etag = etag
        return Release(version, checked, [json.loads(checked[row["path"]]) for row in manifest["cards"]])

    def _get(self, path: str, etag: str = "") -> tuple[bytes, str] | None:
        headers = {"User-Agent": "cardloom-client/1"}
        headers |= {"Authorization": f"Bearer {self.token}"} if self.token else {}
        headers |= {"If-None-Match": etag} if etag else {}
        try:
            request = Request(f"{self.releases}/{path}", headers=headers)  # noqa: S310  the portal that the caller names
            with urlopen(request, timeout=TIMEOUT) as answer:  # noqa: S310  as above
                return answer.read(), answer.headers.get("ETag", "")
        except HTTPError as error:
            if error.code == NOT_MODIFIED:
                return None
            raise


def checked_bytes(row: dict[str, Any], data: bytes) -> bytes:
    """Return the bytes of a file that are those that the manifest lists; Untrusted for others."""
    if len(data) != row["size"] or hashlib.sha256(data).hexdigest() != row["sha256"]:
        raise Untrusted(f"{row['path']}: these are other bytes than the release lists")
    return data


def check_signature(public_key: str, manifest: bytes, signature: bytes, pack: str, version: str) -> None:
    """Refuse a manifest that this key did not sign as this version of this pack (minisign's format, prehashed)."""
    lines = signature.decode().splitlines()
    key, own = base64.b64decode(public_key), base64.b64decode(lines[1])
    trusted, over_all = lines[2].removeprefix("trusted comment: "), base64.b64decode(lines[3])
    if own[:2] != b"ED" or own[2:10] != key[2:10]:
        raise Untrusted("the manifest is signed with another key")
    is_signed = ed25519_verify(key[10:], hashlib.blake2b(manifest).digest(), own[10:])
    if not is_signed or not ed25519_verify(key[10:], own[10:] + trusted.encode(), over_all):
        raise Untrusted("the signature does not fit the manifest")
    if trusted != f"pack:{pack}\tversion:{version}\tfile:manifest.json":
        raise Untrusted("the signature is of another release")


P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
Point = tuple[int, int, int, int]


def ed25519_verify(key: bytes, message: bytes, signature: bytes) -> bool:
    """Return whether a signature of Ed25519 holds (RFC 8032, 5.1.7)."""
    public, commitment = _point(key), _point(signature[:32])
    scalar = int.from_bytes(signature[32:], "little")
    if public is None or commitment is None or scalar >= ORDER or len(signature) != 64:
        return False
    challenge = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % ORDER
    base = _point((4 * pow(5, -1, P) % P).to_bytes(32, "little"))
    if base is None:
        return False
    left, right = _times(scalar, base), _plus(commitment, _times(challenge, public))
    return (left[0] * right[2] - right[0] * left[2]) % P == 0 == (left[1] * right[2] - right[1] * left[2]) % P


def _point(data: bytes) -> Point | None:
    sign, y = data[31] >> 7, int.from_bytes(data, "little") & (1 << 255) - 1
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * pow(2, (P - 1) // 4, P) % P
    if y >= P or (x * x - square) % P or (x == 0 and sign):
        return None
    x = P - x if x & 1 != sign else x
    return x, y, 1, x * y % P


def _plus(one: Point, other: Point) -> Point:
    a, b = (one[1] - one[0]) * (other[1] - other[0]) % P, (one[1] + one[0]) * (other[1] + other[0]) % P
    c, d = 2 * D * one[3] * other[3] % P, 2 * one[2] * other[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def _times(scalar: int, point: Point) -> Point:
    total: Point = (0, 1, 1, 0)
    while scalar:
        total = _plus(total, point) if scalar & 1 else total
        point, scalar = _plus(point, point), scalar >> 1
    return total


if __name__ == "__main__":
    portal, pack, *key = sys.argv[1:]
    latest = Client(portal, pack, public_key="".join(key)).refresh()
    print(f"{latest.version}: {len(latest.cards)} cards" if latest else "nothing new")
