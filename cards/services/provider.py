"""The conversation with a provider of OpenID Connect: where it is asked, what it answers, and what an ID token says.

Any issuer by discovery, by the authorization code with PKCE. It is asked over `cards.services.outgoing`, and keys come from `cards.services.issuer_keys`.
Source: OpenID Connect Core 1.0, sections 3.1 and 12; Back-Channel Logout 1.0, sections 2.4 and 2.6; RFC 7636; RFC 8725.
"""

import base64
import hashlib
import http.client
import time
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote, urlencode

import jwt
import structlog
from django.conf import settings
from django.core.cache import cache

from cards.errors import Refusal
from cards.gateway import packs
from cards.models.company import SUBJECT_LIMIT
from cards.services import outgoing
from cards.services.issuer_keys import KTY, LIFETIME, WELL_KNOWN, NoKey, issuer_key
from cards.values import frozen_dataclass

ANSWER_LIMIT = 256 * 1024  # bytes
SCOPE = "openid email profile offline_access"
SKEW = 60  # seconds
NOTICE_BYTES = 16 * 1024  # of a logout token
NOTICE_AGE = 600  # seconds after which a logout token is refused, whatever end it has
NOTICE_TYPES = ("", "JWT", "LOGOUT+JWT", "APPLICATION/LOGOUT+JWT")
SIGN_OUT_EVENT = "http://schemas.openid.net/event/backchannel-logout"
READING_ERRORS = (jwt.PyJWTError, NoKey, ValueError, TypeError, KeyError, RecursionError, OverflowError, Refusal)
log = structlog.get_logger(__name__)


class ProviderAway(Exception):
    """The provider did not answer, or not as one does."""


class ProviderRefuses(Exception):
    """The provider does not vouch for this person, or not any more."""


@frozen_dataclass
class Person:
    """Who the provider says signs in. Shapes: groups are the words of the claim that gives roles."""

    issuer: str
    subject: str
    email: str
    name: str
    groups: tuple[str, ...]
    session: str = ""
    """The `sid` of the session there; empty where the provider names none."""


@frozen_dataclass
class Notice:
    """Whom a logout token signs out: a subject, the person of a session there, or both; the other is empty."""

    issuer: str
    subject: str
    session: str
    identifier: str


@frozen_dataclass
class Attempt:
    """What the browser remembers between leaving for the provider and coming back."""

    state: str
    nonce: str
    verifier: str


def authorization_address(attempt: Attempt, *, return_to: str, is_again: bool) -> str:
    """Return where the browser goes; `is_again` wants the person to prove themselves although they are signed in there.

    Errors: ProviderAway.
    """
    challenge = base64.urlsafe_b64encode(hashlib.sha256(attempt.verifier.encode()).digest()).rstrip(b"=").decode()
    query = {
        "response_type": "code",
        "client_id": settings.OIDC_CLIENT_ID,
        "redirect_uri": return_to,
        "scope": SCOPE,
        "state": attempt.state,
        "nonce": attempt.nonce,
        "code_challenge": challenge,
        "code_challenge_method": "S256",
        **({"max_age": "0"} if is_again else {}),
    }
    if prompt := " ".join(word for word in ("login" if is_again else "", settings.OIDC_PROMPT) if word):
        query["prompt"] = prompt
    address = _discovered("authorization_endpoint")
    return f"{address}{'&' if '?' in address else '?'}{urlencode(query)}"


def person_of_code(code: str, attempt: Attempt, *, return_to: str) -> tuple[Person, str]:
    """Return who came back with a code, and the refresh token, empty where the provider gives none.

    Address, name and groups are those of the ID token, and for what it leaves out those of the userinfo endpoint.

    Errors: ProviderAway; ProviderRefuses.
    """
    form = {
        "grant_type": "authorization_code",
        "code": code,
        "redirect_uri": return_to,
        "code_verifier": attempt.verifier,
    }
    answer = _tokens(form)
    try:
        claims = _claims(str(answer["id_token"]), nonce=attempt.nonce)
        person = _person({**_further_claims(claims, str(answer.get("access_token", ""))), **claims})
    except READING_ERRORS as error:
        log.info("ID token refused", reason=f"{type(error).__name__}: {error}"[:200])
        raise ProviderRefuses("the ID token is not as it must be") from error
    return person, str(answer.get("refresh_token") or "")


def refreshed(refresh_token: str) -> str:
    """Ask the provider whether a person is still let in; return the refresh token for the next time.

    Errors: ProviderAway; ProviderRefuses.
    """
    answer = _tokens({"grant_type": "refresh_token", "refresh_token": refresh_token})
    return str(answer.get("refresh_token") or refresh_token)


def notice_of(token: str) -> Notice:
    """Return whom a logout token signs out; whether it came before is for the caller to see.

    Errors: ProviderRefuses for one that is not the provider's, not for this portal, too old, or no logout token at all.
    """
    try:
        return _notice(token)
    except READING_ERRORS as error:
        log.info("logout token refused", reason=f"{type(error).__name__}: {error}"[:200])
        raise ProviderRefuses("the logout token is not as it must be") from error


def signs_out() -> bool:
    """Return whether the provider says that it reports sign-outs there.

    Errors: ProviderAway.
    """
    return _document().get("backchannel_logout_supported") is True


def provider_answers() -> str:
    """Return why the provider cannot be asked, in words for operators; empty where it can."""
    try:
        _discovered("token_endpoint")
    except ProviderAway as error:
        return str(error)
    return ""


def _claims(token: str, *, nonce: str) -> Mapping[str, Any]:
    """Return the claims of an ID token whose signature, issuer, audience, times and nonce are right."""
    claims = _signed(token, ["iss", "sub", "aud", "exp", "iat"])
    if claims.get("nonce") != nonce:
        raise ValueError("nonce")
    return claims


def _notice(token: str) -> Notice:
    if not token.isascii() or len(token) > NOTICE_BYTES:
        raise ValueError("size")
    if str(jwt.get_unverified_header(token).get("typ", "")).upper() not in NOTICE_TYPES:
        raise ValueError("typ")
    claims = _signed(token, ["iss", "aud", "exp", "iat", "jti", "events"])
    if time.time() - claims["iat"] > NOTICE_AGE + SKEW:
        raise ValueError("iat")
    if "nonce" in claims:
        raise ValueError("nonce")
    if not isinstance(claims["events"], dict) or not isinstance(claims["events"].get(SIGN_OUT_EVENT), dict):
        raise ValueError("events")
    subject, session = (_line(claims, name) for name in ("sub", "sid"))
    if not (subject or session):
        raise ValueError("neither sub nor sid")
    identifier = _line(claims, "jti")
    if not identifier:
        raise ValueError("jti")
    return Notice(claims["iss"], subject, session, identifier)


def _line(claims: Mapping[str, Any], name: str) -> str:
    """Return a claim that is a line of text, empty where it is absent."""
    value = claims.get(name, "")
    if not isinstance(value, str) or len(value) > SUBJECT_LIMIT or not value.isprintable():
        raise ValueError(name)
    return value


def _signed(token: str, claim_names: list[str]) -> Mapping[str, Any]:
    """Return the claims of a token whose signature, issuer, audience and times are right."""
    header = jwt.get_unverified_header(token)
    if header.get("alg") not in KTY or "crit" in header:
        raise ValueError("algorithm")
    key = issuer_key(issuer=settings.OIDC_ISSUER, kid=str(header.get("kid", "")), algorithm=header["alg"])
    claims: dict[str, Any] = jwt.decode(
        token,
        key=key,
        algorithms=[header["alg"]],
        audience=settings.OIDC_CLIENT_ID,
        issuer=settings.OIDC_ISSUER,
        leeway=SKEW,
        options={"require": claim_names},
    )
    if isinstance(claims["aud"], list) and len(claims["aud"]) > 1 and claims.get("azp") != settings.OIDC_CLIENT_ID:
        raise ValueError("azp")
    return claims


def _further_claims(claims: Mapping[str, Any], access_token: str) -> Mapping[str, Any]:
    """Return what the provider says of the person beside the ID token, where address or groups are not in it (Core 1.0, sections 5.3 and 5.4)."""
    is_whole = "email" in claims and (settings.OIDC_ROLES_CLAIM in claims or not settings.OIDC_ROLES)
    address = _document().get("userinfo_endpoint")
    if is_whole or not access_token or not isinstance(address, str):
        return {}
    status, answer = _asked(address, "GET", {"Authorization": f"Bearer {access_token}"}, None)
    if status != http.client.OK:
        raise ProviderAway(f"{address} answered {status}")
    if answer.get("sub") != claims["sub"]:
        raise ValueError("userinfo is of another person")
    return answer


def _person(claims: Mapping[str, Any]) -> Person:
    if claims.get("email_verified") is not True:
        raise ValueError("email_verified")
    groups = claims.get(settings.OIDC_ROLES_CLAIM, [])
    return Person(
        issuer=claims["iss"],
        subject=str(claims["sub"]),
        email=str(claims["email"]).strip().lower(),
        name=str(claims.get("name") or ""),
        groups=tuple(str(group) for group in groups) if isinstance(groups, list) else (str(groups),),
        session=_line(claims, "sid"),
    )


def _tokens(form: Mapping[str, str]) -> Mapping[str, Any]:
    """Return what the token endpoint answers to a form. Errors: ProviderRefuses where it refuses the grant."""
    client = f"{quote(settings.OIDC_CLIENT_ID, safe='')}:{quote(settings.OIDC_CLIENT_SECRET, safe='')}"
    headers = {
        "Authorization": f"Basic {base64.b64encode(client.encode()).decode()}",
        "Content-Type": "application/x-www-form-urlencoded",
    }
    status, answer = _asked(_discovered("token_endpoint"), "POST", headers, urlencode(form).encode())
    if status == http.client.BAD_REQUEST and answer.get("error") == "invalid_grant":
        raise ProviderRefuses("invalid_grant")
    if status != http.client.OK:
        raise ProviderAway(f"the token endpoint answered {status} {answer.get('error', '')}")
    return answer


def _discovered(name: str) -> str:
    """Return an address of the discovery document."""
    document = _document()
    if not isinstance(document.get(name), str):
        raise ProviderAway(f"the discovery document of {settings.OIDC_ISSUER} has no {name}")
    return str(document[name])


def _document() -> Mapping[str, Any]:
    """Return the discovery document, which is remembered for ten minutes."""
    key = f"provider:{hashlib.sha256(settings.OIDC_ISSUER.encode()).hexdigest()}"
    document = cache.get(key)
    if document is None:
        status, document = _asked(settings.OIDC_ISSUER.rstrip("/") + WELL_KNOWN, "GET", {}, None)
        if status != http.client.OK or document.get("issuer") != settings.OIDC_ISSUER:
            raise ProviderAway(f"{settings.OIDC_ISSUER} answered {status}, or names another issuer")
        cache.set(key, dict(document), LIFETIME)
    return dict(document)


def _asked(url: str, method: str, headers: Mapping[str, str], body: bytes | None) -> tuple[int, Mapping[str, Any]]:
    usual = {"Accept": "application/json", "User-Agent": "Cardloom/1"}
    deadline = time.monotonic() + outgoing.TIMEOUT
    try:
        answer = outgoing.send(
            url, method=method, headers={**usual, **headers}, deadline=deadline, limit=ANSWER_LIMIT, body=body
        )
        value = packs.read_body(answer.body) if answer.is_whole else None
    except (outgoing.Refused, OSError, http.client.HTTPException, ValueError, Refusal) as error:
        log.info("provider", address=url, error=f"{type(error).__name__}: {error}"[:200])
        raise ProviderAway(f"{url}: {error}") from error
    if not isinstance(value, dict):
        raise ProviderAway(f"{url} answered no object")
    return answer.status, value
