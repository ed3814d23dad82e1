"""A device for passkeys that runs in the test: it answers what a page asks of a browser, or wrongly, as it is set."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import struct
from dataclasses import dataclass, field
from html import unescape
from secrets import token_bytes
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from fido2 import cbor
from fido2.cose import ES256

cose_key: Any = ES256.from_cryptography_key
ORIGIN = "http://localhost:8000"
PRESENT, VERIFIED, SYNCED, ATTESTED = 0x01, 0x04, 0x18, 0x40


def letters(octets: bytes) -> str:
    """Return bytes in base64url."""
    return base64.urlsafe_b64encode(octets).rstrip(b"=").decode()


def options_of(page: str) -> dict[str, Any]:
    """Return what a page asks the browser for."""
    element = re.search(r'<script id="passkey-options" type="application/json">(.*?)</script>', page)
    assert element, page[:3000]
    options: dict[str, Any] = json.loads(unescape(element[1]))["publicKey"]
    return options


@dataclass
class Device:
    """One passkey; what a test sets differs from what an honest browser would say."""

    origin: str = ORIGIN
    host: str = "localhost"
    flags: int = PRESENT | VERIFIED
    count: int = 0
    step: int = 1
    handle: bytes = b""
    credential_id: bytes = field(default_factory=lambda: token_bytes(32))
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    kind: str = ""
    challenge: str = ""

    def create(self, page: str) -> str:
        """Return the answer to a page that asks to create a passkey."""
        return self.created(options_of(page))

    def created(self, options: dict[str, Any]) -> str:
        """Return the answer to such options."""
        self.handle = base64.urlsafe_b64decode(options["user"]["id"] + "==")
        public = cbor.encode(dict(cose_key(self.key.public_key())))
        credential = bytes(16) + struct.pack(">H", len(self.credential_id)) + self.credential_id + public
        data = self._data(self.flags | ATTESTED) + credential
        attestation = cbor.encode({"fmt": "none", "attStmt": {}, "authData": data})
        client = self._client(options, "webauthn.create")
        return self._answer(clientDataJSON=client, attestationObject=attestation)

    def show(self, page: str) -> str:
        """Return the answer to a page that asks for a passkey."""
        return self.response_to(options_of(page))

    def response_to(self, options: dict[str, Any]) -> str:
        """Return the answer to such options."""
        self.count += self.step
        client, data = self._client(options, "webauthn.get"), self._data(self.flags)
        signature = self.key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        return self._answer(clientDataJSON=client, authenticatorData=data, signature=signature, userHandle=self.handle)

    def _client(self, options: dict[str, Any], kind: str) -> bytes:
        challenge = self.challenge or options["challenge"]
        return json.dumps({"type": self.kind or kind, "challenge": challenge, "origin": self.origin}).encode()

    def _data(self, flags: int) -> bytes:
        return hashlib.sha256(self.host.encode()).digest() + struct.pack(">BI", flags, self.count)

    def _answer(self, **parts: bytes) -> str:
        own = letters(self.credential_id)
        response = {name: letters(octets) for name, octets in parts.items() if octets}
        return json.dumps({"id": own, "rawId": own, "type": "public-key", "response": response})
