"""A provider of OpenID Connect that runs in the test: discovery, keys, the authorization code with PKCE, and refresh tokens."""

from __future__ import annotations

import base64
import hashlib
import json
import time
from collections.abc import Mapping
from secrets import token_hex
from typing import Any
from urllib.parse import parse_qs, urlsplit

import jwt
from cryptography.hazmat.primitives.asymmetric import rsa

from cards.services import outgoing
from cards.services.provider import SIGN_OUT_EVENT

ISSUER, CLIENT, SECRET = "https://id.example.org/realm", "cardloom", "client secret"
KEY = rsa.generate_private_key(65537, 2048)


class Provider:
    """What the provider knows of the one person who signs in, and whether it still vouches for them."""

    def __init__(self) -> None:
        self.person: dict[str, Any] = {
            "sub": "u-1", "email": "lin@example.org", "email_verified": True, "name": "Lin Mei", "groups": ["ops"],
        }  # fmt: skip
        self.claims: dict[str, Any] = {}
        self.key, self.is_away, self.is_refusing, self.is_silent, self.gives_refresh = KEY, False, False, False, True
        self.further: dict[str, Any] | None = None
        """What the userinfo endpoint says otherwise; where it is set, the ID token holds the subject alone."""
        self.codes: dict[str, dict[str, str]] = {}
        self.asked: list[str] = []

    def authorize(self, address: str) -> str:
        """Return where the browser is sent back to from the address that it was led to."""
        query = {name: values[0] for name, values in parse_qs(urlsplit(address).query).items()}
        code = f"code-{len(self.codes)}"
        self.codes[code] = query
        return f"{query['redirect_uri']}?code={code}&state={query['state']}"

    def notice(self, *, header: Mapping[str, Any] | None = None, **claims: Any) -> str:
        """Return a logout token; a claim that is None is left out."""
        now = int(time.time())
        usual = {"iss": ISSUER, "aud": CLIENT, "iat": now, "exp": now + 120, "jti": token_hex(8), "sub": "u-1"}
        whole = {**usual, "events": {SIGN_OUT_EVENT: {}}, **claims}
        head = {"kid": "k1", "typ": "logout+jwt", **(header or {})}
        return jwt.encode({name: value for name, value in whole.items() if value is not None}, self.key, "RS256", head)

    def send(self, url: str, *, body: bytes | None = None, headers: Any = None, **rest: Any) -> outgoing.Answer:
        """Answer as `outgoing.send` does."""
        self.asked.append(url.rpartition("/")[2])
        if self.is_away:
            raise OSError("no route")
        status, answer = self._answer(url, body, headers or {})
        return outgoing.Answer(status, json.dumps(answer).encode(), True)

    def _answer(self, url: str, body: bytes | None, headers: Any) -> tuple[int, dict[str, Any]]:
        if url.endswith("/openid-configuration"):
            names = ("authorization_endpoint", "token_endpoint", "jwks_uri", "userinfo_endpoint")
            addresses = {name: f"{ISSUER}/{name}" for name in names}
            return 200, {"issuer": ISSUER, "backchannel_logout_supported": not self.is_silent, **addresses}
        if url.endswith("/jwks_uri"):
            jwk = json.loads(jwt.algorithms.RSAAlgorithm.to_jwk(KEY.public_key()))
            return 200, {"keys": [{**jwk, "kid": "k1", "use": "sig"}]}
        if url.endswith("/userinfo_endpoint"):
            assert headers["Authorization"] == "Bearer a"
            return 200, {**self.person, **(self.further or {})}
        form = {name: values[0] for name, values in parse_qs((body or b"").decode()).items()}
        client = base64.b64decode(headers["Authorization"].removeprefix("Basic ")).decode()
        assert client == f"{CLIENT}:client%20secret"
        if self.is_refusing:
            return 400, {"error": "invalid_grant"}
        if form["grant_type"] == "refresh_token":
            return (200, {"refresh_token": "r-2"}) if form["refresh_token"].startswith("r-") else (400, {})
        query = self.codes.pop(form["code"])
        challenge = base64.urlsafe_b64encode(hashlib.sha256(form["code_verifier"].encode()).digest()).rstrip(b"=")
        assert (query["code_challenge"], query["redirect_uri"]) == (challenge.decode(), form["redirect_uri"])
        now = int(time.time())
        usual = {"iss": ISSUER, "aud": CLIENT, "iat": now, "exp": now + 300, "nonce": query["nonce"]}
        person = {"sub": self.person["sub"]} if self.further is not None else self.person
        token = jwt.encode({**usual, **person, **self.claims}, self.key, "RS256", headers={"kid": "k1"})
        return 200, {"id_token": token, "access_token": "a", **({"refresh_token": "r-1"} if self.gives_refresh else {})}
