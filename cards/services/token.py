"""API tokens: made once, shown once, kept as a hash, and ended at once."""

import hashlib
import re
import secrets
from collections.abc import Collection
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import DateTimeField, F, Q, Value
from django.db.models.functions import Now
from django.utils import timezone

from cards.errors import InvalidFields, NotSignedIn, StateConflict
from cards.lookups import first_or_not_found
from cards.models import Account, ApiToken
from cards.models.account import TokenScope
from cards.permissions import Actor, require_account
from cards.queries.clock import database_now
from cards.queries.tokens import vouched_until
from cards.services.audit import audit_record
from cards.services.session import account_hold
from cards.texts import checked_line

PREFIX = "clm_"
SECRET_BYTES = 32
ID_LETTERS = "abcdefghijklmnopqrstuvwxyz234567"
NAME_LIMIT = 80  # characters
MAX_DAYS = 366
TOKEN_LIMIT = 50  # tokens that work, per account
USE_GRAIN = timedelta(hours=1)  # the last use is written at most this often
_SHAPE = re.compile(r"clm_([a-z2-7]{8})_[A-Za-z0-9_-]{43}")
INVALID = (
    "This token is invalid: unknown, expired or revoked.",
    "该令牌无效：不存在、已过期或已被撤销。",
)

RESTS = (
    "The person of this token has not signed in at {name} for {days} days: once they do, the token works again.",
    "该令牌的所有者已有 {days} 天未通过 {name} 登录：重新登录后，令牌即恢复可用。",
)


def token_create(
    *, actor: Actor, name: str, scopes: Collection[str], days: int, now: datetime | None = None
) -> tuple[ApiToken, str]:
    """Return a new token and its secret, which cannot be read again.

    Units: days until it expires, 1 to 366.
    """
    account = require_account(actor)
    now = now or database_now()
    name = _checked_name(name)
    check_scopes(scopes, TokenScope.values)
    check_days(days)
    with transaction.atomic():
        account = account_hold(account)
        if ApiToken.objects.filter(account=account, revoked_at__isnull=True, expires_at__gt=now).count() >= TOKEN_LIMIT:
            raise StateConflict(
                f"An account has at most {TOKEN_LIMIT} tokens; revoke one first.",
                f"最多 {TOKEN_LIMIT} 个令牌；请先撤销一个。",
            )
        token, secret = token_make(account=account, name=name, scopes=scopes, now=now, life=timedelta(days=days))
        details = {"token": token.token_id, "scopes": token.scopes, "days": days}
        audit_record(actor=account, action="token.create", target=name, details=details)
    return token, secret


def check_scopes(scopes: Collection[str], choices: Collection[str]) -> None:
    """Refuse no scope, and any other than those."""
    if not scopes or set(scopes) - set(choices):
        names = ", ".join(choices)
        raise InvalidFields.of("/scopes", f"One or more of {names}.", f"请从 {names} 中选择一项或多项。")


def check_days(days: int) -> None:
    """Refuse a life of a token that is none, or longer than a year."""
    if not 1 <= days <= MAX_DAYS:
        raise InvalidFields.of("/days", f"From 1 to {MAX_DAYS} days.", f"应为 1 到 {MAX_DAYS} 天。")


def token_make(
    *, account: Account, name: str, scopes: Collection[str], now: datetime, life: timedelta
) -> tuple[ApiToken, str]:
    """Make the row of a token, for a service that records why; return it and its secret."""
    token_id = "".join(secrets.choice(ID_LETTERS) for _ in range(8))
    secret = f"{PREFIX}{token_id}_{secrets.token_urlsafe(SECRET_BYTES)}"
    token = ApiToken.objects.create(
        account=account,
        name=name,
        token_id=token_id,
        token_sha256=_hash(secret),
        scopes=[scope for scope in TokenScope.values if scope in scopes],
        created_at=now,
        expires_at=now + life,
    )
    return token, secret


def token_revoke(*, actor: Actor, token_id: str, now: datetime | None = None) -> ApiToken:
    """End a token of the actor's own at once; NotFound for another account's."""
    account = require_account(actor)
    with transaction.atomic():
        token = first_or_not_found(ApiToken.objects.select_for_update().filter(account=account, token_id=token_id))
        if token.revoked_at is not None:
            raise StateConflict("This token has already been revoked.", "该令牌此前已被撤销。")
        token.revoked_at = now or timezone.now()
        token.save(update_fields=["revoked_at"])
        audit_record(actor=account, action="token.revoke", target=token.name, details={"token": token_id})
    return token


def token_sign_in(*, secret: str, now: datetime | None = None) -> Account:
    """Return the account that a token stands for, limited to the token's scopes.

    The clock is the database's, as the token was made by it.

    Errors: NotSignedIn, with one detail for an unknown, an expired and a revoked token and a closed account, and another for a token whose
            person must pass the provider first.
    """
    if not _SHAPE.fullmatch(secret):
        raise NotSignedIn(*INVALID)
    clock = Now() if now is None else Value(now, DateTimeField())
    rows = ApiToken.objects.select_related("account__company").filter(token_sha256=_hash(secret)).annotate(clock=clock)
    token = rows.filter(revoked_at__isnull=True, expires_at__gt=F("clock"), account__is_active=True).first()
    if token is None:
        raise NotSignedIn(*INVALID)
    now = token.clock
    until = vouched_until(token)
    if until is not None and until <= now:
        raise NotSignedIn(*(words.format(name=settings.OIDC_NAME, days=settings.OIDC_TOKEN_DAYS) for words in RESTS))
    if token.last_used_at is None or token.last_used_at <= now - USE_GRAIN:
        old = Q(last_used_at__isnull=True) | Q(last_used_at__lte=now - USE_GRAIN)
        ApiToken.objects.filter(old, pk=token.pk).update(last_used_at=now)
    token.account.token_scopes, token.account.token_id = frozenset(token.scopes), token.token_id
    return token.account


def tokens_end(*, account: Account, now: datetime) -> int:
    """End every token of an account, within the caller's transaction; return how many."""
    return ApiToken.objects.filter(account=account, revoked_at__isnull=True).update(revoked_at=now)


def _checked_name(name: str) -> str:
    name = checked_line(name, pointer="/name", limit=NAME_LIMIT)
    if not name:
        raise InvalidFields.of("/name", "Name what the token is for.", "请写明令牌的用途。")
    return name


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
