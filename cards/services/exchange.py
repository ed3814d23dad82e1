"""Publishing without a stored secret: a job shows the identity that its own system gave it, and gets a token for a few minutes.

Whatever is wrong with an identity, the answer is one and the same: it says neither which packs there are nor whom they trust.
Source: RFC 7519, RFC 8725; OpenID Connect Core 1.0, section 2.
"""

import hashlib
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

import jwt
import structlog
from django.conf import settings
from django.db import IntegrityError, transaction

from cards.errors import NotSignedIn
from cards.models import ApiToken, Pack, Program, TokenExchange
from cards.models.account import TokenScope
from cards.models.program import IDENTITY_LIMIT
from cards.queries.clock import database_now
from cards.services.audit import audit_record
from cards.services.constraint import breaks
from cards.services.issuer_keys import KTY, NoKey, issuer_key
from cards.services.pack import pack_lock
from cards.services.token import token_make
from cards.values import frozen_dataclass

LIFE = timedelta(minutes=15)
SCOPES = (TokenScope.READ, TokenScope.RELEASE)
IDENTITY_BYTES = 16 * 1024  # bytes of an identity
SKEW = 60  # seconds by which two clocks may differ
MAX_LENGTH = 24 * 3600  # seconds that an identity may be valid
REQUIRED_CLAIMS = ["iss", "sub", "aud", "exp", "iat", "jti"]
NOT_TRUSTED = (
    "No pack of this name trusts this identity: look at its issuer, subject, audience and times, and whether it was used before.",
    "没有该名称的卡包信任此身份：请检查签发者、主体、受众和时间，以及它是否已使用过。",
)
READING_ERRORS = (jwt.PyJWTError, ValueError, TypeError, RecursionError, OverflowError)
log = structlog.get_logger(__name__)


@frozen_dataclass
class VerifiedIdentity:
    """The claims of an identity whose signature, issuer, audience and times are right."""

    issuer: str
    subject: str
    identifier: str
    claims: Mapping[str, Any]


class _Untrusted(Exception):
    """Why an identity is not taken: for the log alone."""


def publishing_token_exchange(*, pack: str, identity: str) -> tuple[ApiToken, str]:
    """Return a token of fifteen minutes and its secret for the identity of a job that the pack trusts; the identity is used up.

    Errors: NotSignedIn.
    """
    try:
        return _exchanged(pack, identity)
    except (_Untrusted, NoKey, *READING_ERRORS) as error:
        log.info("identity refused", pack=pack[:64], reason=f"{type(error).__name__}: {error}"[:200])
        raise NotSignedIn(*NOT_TRUSTED) from None


def _exchanged(slug: str, identity: str) -> tuple[ApiToken, str]:
    header, issuer = _header_and_issuer(identity)
    programs = Program.objects.filter(pack__slug=slug, account__is_active=True, issuer=issuer)
    candidates = list(programs.select_related("pack").order_by("id"))
    if not candidates:
        raise _Untrusted("issuer")
    key = issuer_key(issuer=issuer, kid=header["kid"], algorithm=header["alg"])
    identity_claims = _verified(identity, key, header["alg"], issuer)
    program = next((each for each in candidates if is_trusted(each, identity_claims)), None)
    if program is None:
        raise _Untrusted("subject or claims")
    try:
        with transaction.atomic():
            return _use_up(program.pack, program, identity_claims)
    except IntegrityError as error:
        if breaks(error, "cards_tokenexchange_identity_sha256_key"):
            raise _Untrusted("used before") from None
        raise


def _header_and_issuer(identity: str) -> tuple[Mapping[str, Any], str]:
    """Return the header of an identity and whom it names as its issuer, before anything is believed."""
    if not identity.isascii() or len(identity) > IDENTITY_BYTES:
        raise _Untrusted("size")
    header = jwt.get_unverified_header(identity)
    if header.get("alg") not in KTY or "crit" in header or not _is_line(header.get("kid")):
        raise _Untrusted("algorithm or key")
    issuer = jwt.decode(identity, options={"verify_signature": False}).get("iss")
    if not _is_line(issuer):
        raise _Untrusted("issuer")
    return header, str(issuer)


def _verified(identity: str, key: Any, algorithm: str, issuer: str) -> VerifiedIdentity:
    """Return what an identity says once its signature, issuer, audience and times are right."""
    claims = jwt.decode(
        identity,
        key=key,
        algorithms=[algorithm],
        audience=settings.SITE_URL,
        issuer=issuer,
        leeway=SKEW,
        options={"require": REQUIRED_CLAIMS},
    )
    if claims["aud"] not in (settings.SITE_URL, [settings.SITE_URL]):
        raise _Untrusted("audience")
    if not 0 < int(claims["exp"]) - int(claims["iat"]) <= MAX_LENGTH:
        raise _Untrusted("times")
    if not _is_line(claims["sub"]) or not _is_line(claims["jti"]):
        raise _Untrusted("subject or jti")
    return VerifiedIdentity(issuer, claims["sub"], claims["jti"], claims)


def _is_line(value: Any) -> bool:
    return isinstance(value, str) and 0 < len(value) <= IDENTITY_LIMIT and value.isprintable()


def is_trusted(program: Program, identity_claims: VerifiedIdentity) -> bool:
    """Return whether an identity is that of a trusted job: subject letter by letter, `*` at the end for any rest, every claim as a text."""
    beginning = program.subject.removesuffix("*")
    is_subject = identity_claims.subject == beginning or (
        beginning != program.subject and identity_claims.subject.startswith(beginning)
    )
    return is_subject and all(identity_claims.claims.get(name) == value for name, value in program.claims.items())


def _use_up(pack: Pack, program: Program, identity_claims: VerifiedIdentity) -> tuple[ApiToken, str]:
    """Use an identity up: make the token and the record of what it was given for."""
    pack_lock(pack=pack)
    locked = Program.objects.select_related("account").get(pk=program.pk)
    if not locked.account.is_active:
        raise _Untrusted("removed")
    account, now = locked.account, database_now()
    token, secret = token_make(account=account, name=account.name, scopes=SCOPES, now=now, life=LIFE)
    once = f"{identity_claims.issuer}\0{identity_claims.identifier}".encode()
    TokenExchange.objects.create(
        token=token,
        identity_sha256=hashlib.sha256(once).hexdigest(),
        issuer=identity_claims.issuer,
        subject=identity_claims.subject,
        at=now,
    )
    details = {"issuer": identity_claims.issuer, "subject": identity_claims.subject, "token": token.token_id}
    audit_record(actor=account, action="program.exchange", pack=pack, target=account.email, details=details)
    return token, secret
