"""The public keys of issuers of identities, by discovery, cached for ten minutes.

Only issuers that a pack trusts are asked, over `cards.services.outgoing`, and each a few times in ten seconds at most for all callers together.
Source: OpenID Connect Discovery 1.0, section 4; RFC 7517.
"""

import hashlib
import http.client
import time
from collections.abc import Mapping
from typing import Any

import jwt
import structlog
from django.core.cache import cache

from cards.errors import Refusal
from cards.gateway import packs
from cards.services import outgoing

KTY = {
    **dict.fromkeys(("RS256", "RS384", "RS512", "PS256", "PS384", "PS512"), "RSA"),
    **dict.fromkeys(("ES256", "ES384"), "EC"),
    "EdDSA": "OKP",
}
"""The algorithms that are taken, all with a public key, and the type of key that each needs."""
MIN_RSA = 2048  # bits
DOCUMENT_LIMIT = 256 * 1024  # bytes of a discovery document or of a set of keys
MAX_KEYS = 100
LIFETIME = 600  # seconds
REFRESH_PAUSE = 30  # seconds within which an unknown key is no reason to ask again
WINDOW, MAX_ASKED = 10, 4  # seconds, and how many times an issuer is asked within them
WELL_KNOWN = "/.well-known/openid-configuration"
log = structlog.get_logger(__name__)


class NoKey(Exception):
    """The issuer has no such key, or did not answer as an issuer does."""


def issuer_key(*, issuer: str, kid: str, algorithm: str) -> Any:
    """Return the public key of an issuer by its id, as one of this algorithm.

    Errors: NoKey.
    """
    name = f"issuer-keys:{hashlib.sha256(issuer.encode()).hexdigest()}"
    stored = cache.get(name)
    jwk = _jwk(stored["keys"], kid, algorithm) if stored else None
    if jwk is None and not (stored and time.time() - stored["at"] < REFRESH_PAUSE):
        keys = _fetched(issuer, name)
        cache.set(name, {"keys": keys, "at": time.time()}, LIFETIME)
        jwk = _jwk(keys, kid, algorithm)
    if jwk is None:
        raise NoKey("no key of this id and algorithm")
    try:
        key = jwt.PyJWK(jwk, algorithm=algorithm).key
    except (jwt.PyJWTError, ValueError, TypeError) as error:
        raise NoKey("a key that cannot be read") from error
    if KTY[algorithm] == "RSA" and key.key_size < MIN_RSA:
        raise NoKey("a key that is too short")
    return key


def _jwk(keys: list[Any], kid: str, algorithm: str) -> dict[str, str] | None:
    """Return the key of a set with this id, if it is one for signatures of this algorithm."""
    for key in keys:
        is_it = isinstance(key, dict) and key.get("kid") == kid and key.get("kty") == KTY[algorithm]
        if is_it and key.get("use", "sig") == "sig" and key.get("alg", algorithm) == algorithm:
            return dict(key)
    return None


def _fetched(issuer: str, name: str) -> list[Any]:
    """Ask an issuer for its keys, two requests within one deadline."""
    if not any(cache.add(f"{name}:{slot}", True, WINDOW) for slot in range(MAX_ASKED)):
        raise NoKey("asked too often just now")
    deadline = time.monotonic() + outgoing.TIMEOUT
    try:
        discovery = _document(issuer.rstrip("/") + WELL_KNOWN, deadline)
        if discovery.get("issuer") != issuer:
            raise NoKey("the discovery document names another issuer")
        keys = _document(str(discovery.get("jwks_uri", "")), deadline).get("keys")
    except (outgoing.Refused, OSError, http.client.HTTPException, ValueError, Refusal) as error:
        log.info("issuer", issuer=issuer, error=f"{type(error).__name__}: {error}"[:200])
        raise NoKey("the issuer did not answer as one does") from error
    if not isinstance(keys, list) or len(keys) > MAX_KEYS:
        raise NoKey("no set of keys")
    return keys


def _document(url: str, deadline: float) -> Mapping[str, Any]:
    """Return the object at an address; anything but 200 and a whole document is refused, a redirect too."""
    headers = {"Accept": "application/json", "User-Agent": "Cardloom/1"}
    answer = outgoing.send(url, method="GET", headers=headers, deadline=deadline, limit=DOCUMENT_LIMIT)
    if answer.status != http.client.OK or not answer.is_whole:
        raise NoKey(f"answered {answer.status}" if answer.is_whole else "a document that is too long")
    value = packs.read_body(answer.body)
    if not isinstance(value, dict):
        raise NoKey("no object")
    return value
