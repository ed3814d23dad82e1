"""Programs of a pack: service accounts with a person who answers for each, and jobs elsewhere that the pack trusts to publish.

A service account has the rights of a designer at most, so that it never approves or publishes. A trusted job has no token of its own:
`cards.services.exchange` gives it one for a few minutes.
"""

import re
from collections.abc import Collection, Mapping
from datetime import timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import F
from django.db.models.functions import Least

from cards.errors import IdTaken, InvalidFields, StateConflict
from cards.lookups import first_or_not_found
from cards.models import Account, ApiToken, Pack, Program, Role
from cards.models.account import TokenScope
from cards.models.program import HANDLE_PATTERN, IDENTITY_LIMIT
from cards.permissions import Act, Actor, authorize
from cards.queries.clock import database_now
from cards.services.audit import audit_record
from cards.services.constraint import breaks
from cards.services.pack import pack_lock
from cards.services.token import NAME_LIMIT, check_days, check_scopes, token_make, tokens_end
from cards.services.webhook import checked_url
from cards.texts import checked_line
from cards.values import frozen_dataclass

SERVICE_SCOPES = (TokenScope.READ, TokenScope.WRITE, TokenScope.PREVIEW, TokenScope.REVIEW)
"""What the token of a service account may have."""
MAX_PROGRAMS = 20  # programs of one pack that work
MAX_OVERLAP = 168  # hours
MAX_CLAIMS = 8
MIN_BEGINNING = 8  # characters of a subject before `*`
CLAIM_PATTERN = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,63}")
RESERVED_CLAIMS = frozenset({"iss", "sub", "aud", "exp", "nbf", "iat", "jti"})


@frozen_dataclass
class Identity:
    """Who a trusted job is by its issuer: subject exact or ending in `*`, claims exact."""

    issuer: str
    subject: str
    claims: Mapping[str, str]


def program_create(
    *, actor: Actor, pack: Pack, handle: str, name: str, scopes: Collection[str], days: int
) -> tuple[Program, str]:
    """Return a new service account, for which the actor answers, and the secret of its token, which cannot be read again.

    Units: days until the token expires, 1 to 366.
    Errors: InvalidFields; IdTaken for a handle that the pack has or had; StateConflict beyond twenty programs.
    """
    check_scopes(scopes, SERVICE_SCOPES)
    check_days(days)
    with transaction.atomic():
        by = _lock_and_authorize(actor, pack)
        program = _program_make(by, pack, handle, name, Program(role=Role.DESIGNER))
        secret = _token_make(program, scopes, days)
        details = {"scopes": list(scopes), "days": days}
        audit_record(actor=by, action="program.create", pack=pack, target=program.account.email, details=details)
    return program, secret


def program_trust(*, actor: Actor, pack: Pack, handle: str, name: str, identity: Identity) -> Program:
    """Trust a job of another system to publish releases of the pack; the actor answers for it.

    Errors: as `program_create`.
    """
    checked = _checked_identity(identity)
    row = Program(role=Role.PUBLISHER, issuer=checked.issuer, subject=checked.subject, claims=dict(checked.claims))
    with transaction.atomic():
        by = _lock_and_authorize(actor, pack)
        program = _program_make(by, pack, handle, name, row)
        details = {"issuer": row.issuer, "subject": row.subject, "claims": row.claims}
        audit_record(actor=by, action="program.trust", pack=pack, target=program.account.email, details=details)
    return program


def program_token_renew(*, actor: Actor, program: Program, days: int, overlap: int) -> str:
    """Return the secret of a new token with the scopes of the last one; those before work for some hours beside it, 0 for none.

    Units: days until the new one expires; overlap in hours, 0 to 168.
    Errors: StateConflict for a trusted job, and for a service account that was removed.
    """
    check_days(days)
    if not 0 <= overlap <= MAX_OVERLAP:
        raise InvalidFields.of("/overlap", f"From 0 to {MAX_OVERLAP} hours.", f"应为 0 到 {MAX_OVERLAP} 小时。")
    with transaction.atomic():
        by, locked = _locked(actor, program)
        if locked.is_trusted_job:
            raise StateConflict("A trusted job has no token of its own.", "受信任的任务没有自己的令牌。")
        tokens = ApiToken.objects.filter(account=locked.account, revoked_at__isnull=True)
        scopes = ApiToken.objects.filter(account=locked.account).order_by("-id").values_list("scopes", flat=True)[0]
        end = database_now() + timedelta(hours=overlap)
        tokens.update(expires_at=Least(F("expires_at"), end))
        secret = _token_make(locked, scopes, days)
        details = {"days": days, "overlap": overlap}
        target = locked.account.email
        audit_record(actor=by, action="program.token_renew", pack=locked.pack, target=target, details=details)
    return secret


def program_take_over(*, actor: Actor, program: Program) -> Program:
    """Make the actor the person who answers for a program."""
    with transaction.atomic():
        by, locked = _locked(actor, program)
        before, locked.owner = locked.owner.email, by
        locked.save(update_fields=["owner"])
        details = {"owner": by.email, "before": {"owner": before}}
        target = locked.account.email
        audit_record(actor=by, action="program.take_over", pack=locked.pack, target=target, details=details)
    return locked


def program_remove(*, actor: Actor, program: Program) -> None:
    """End a program and its tokens at once; what it did keeps its name."""
    with transaction.atomic():
        by, locked = _locked(actor, program)
        now = database_now()
        Account.objects.filter(pk=locked.account_id).update(is_active=False, deactivated_at=now)
        ended = tokens_end(account=locked.account, now=now)
        details = {"ended": {"api_token": ended}} if ended else {}
        target = locked.account.email
        audit_record(actor=by, action="program.remove", pack=locked.pack, target=target, details=details)


def _lock_and_authorize(actor: Actor, pack: Pack) -> Account:
    """Lock the pack until the transaction ends; return the actor where it may manage members then."""
    pack_lock(pack=pack)
    return authorize(actor, pack, Act.PACK_MEMBERS)


def _locked(actor: Actor, program: Program) -> tuple[Account, Program]:
    """Return the actor and the program as it is now, its pack locked.

    Errors: StateConflict for one that was removed.
    """
    by = _lock_and_authorize(actor, program.pack)
    locked: Program = first_or_not_found(
        Program.objects.select_related("account", "owner", "pack").filter(pk=program.pk)
    )
    if not locked.account.is_active:
        raise StateConflict("This program has already been removed.", "该程序此前已被移除。")
    return by, locked


def _program_make(by: Account, pack: Pack, handle: str, name: str, program: Program) -> Program:
    """Store a program and its account, whose address no person can have: its domain has no dot."""
    name = checked_line(name, pointer="/name", limit=NAME_LIMIT)
    if not isinstance(handle, str) or not re.fullmatch(HANDLE_PATTERN, handle):
        raise InvalidFields.of(
            "/handle",
            "1 to 32 characters: a to z, 0 to 9 and hyphens, beginning and ending with a letter or digit.",
            "1 到 32 个字符：小写字母 a–z、数字和连字符，首尾须为字母或数字。",
        )
    if Program.objects.filter(pack=pack, account__is_active=True).count() >= MAX_PROGRAMS:
        raise StateConflict(f"A pack has at most {MAX_PROGRAMS} programs.", f"每个卡包最多 {MAX_PROGRAMS} 个程序。")
    try:
        with transaction.atomic():
            account = Account.objects.create_user(
                f"{handle}@{pack.slug}", name=name or handle, is_program=True, language=by.language
            )
    except IntegrityError as error:
        if breaks(error, "account_email_once", "cards_account_email_key"):
            raise IdTaken("This pack has, or had, a program of this name.", "此卡包已有或曾有同名程序。") from None
        raise
    program.account, program.pack, program.owner, program.created_by = account, pack, by, by
    program.save(force_insert=True)
    return program


def _token_make(program: Program, scopes: Collection[str], days: int) -> str:
    account = program.account
    life = timedelta(days=days)
    return token_make(account=account, name=account.name, scopes=scopes, now=database_now(), life=life)[1]


def _checked_identity(identity: Identity) -> Identity:
    """Return an identity as it is compared, or refuse one that would let in more than one job is.

    Errors: InvalidFields.
    """
    issuer = checked_url(identity.issuer, pointer="/issuer")
    if len(issuer) > IDENTITY_LIMIT or "?" in issuer or "#" in issuer:
        raise InvalidFields.of("/issuer", "An address without a query.", "应为不含查询部分的地址。")
    subject = checked_line(identity.subject, pointer="/subject", limit=IDENTITY_LIMIT)
    beginning = subject.removesuffix("*")
    if not subject or "*" in beginning or (beginning != subject and len(beginning) < MIN_BEGINNING):
        raise InvalidFields.of(
            "/subject",
            f"The whole subject, or at least {MIN_BEGINNING} characters of it and one * at the end.",
            f"完整的主体；或其开头至少 {MIN_BEGINNING} 个字符，末尾加一个 *。",
        )
    return Identity(issuer, subject, _checked_claims(identity.claims))


def _checked_claims(claims: Mapping[str, Any]) -> dict[str, str]:
    if len(claims) > MAX_CLAIMS:
        raise InvalidFields.of("/claims", f"At most {MAX_CLAIMS} claims.", f"最多 {MAX_CLAIMS} 个声明。")
    for name, value in claims.items():
        if not CLAIM_PATTERN.fullmatch(name) or name in RESERVED_CLAIMS or not isinstance(value, str) or not value:
            raise InvalidFields.of(
                "/claims",
                "Names of claims beside those of every token, each with the text that it must have.",
                "应为令牌通用声明之外的声明名称，并逐一写明其取值文本。",
            )
    return {name: checked_line(value, pointer="/claims", limit=IDENTITY_LIMIT) for name, value in claims.items()}
