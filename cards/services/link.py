"""Invitations and password resets: secrets that work once, for seven days, kept as hashes."""

import hashlib
import secrets
from datetime import datetime, timedelta
from typing import Any, TypeVar

from django.db import transaction

from cards.credentials import AccountAct
from cards.errors import IdTaken, InvalidFields, NotFound, StateConflict
from cards.lookups import first_or_not_found
from cards.models import Account, AddressChange, Invitation, Membership, Pack, PasswordReset, Role
from cards.permissions import Act, Actor, allows, authorize, require, role_in
from cards.queries.clock import database_now
from cards.services.account import account_make, check_password, checked_email
from cards.services.audit import audit_record
from cards.services.credentials import credentials_end
from cards.services.known_place import NOWHERE, Place, place_remember
from cards.services.pack import pack_lock
from cards.services.session import account_hold
from cards.services.throttle import Purpose, guess_count, guesses_forget

LIFETIME = timedelta(days=7)
MAX_DAYS = 30
OPEN_LIMIT = 200  # invitations of a pack that nobody has used
TOKEN_BYTES = 32
LINK_EXPIRED = ("This link has already been used or has expired.", "该链接已被使用或已过期。")
LinkRow = TypeVar("LinkRow", Invitation, PasswordReset, AddressChange)
AccountLinkRow = TypeVar("AccountLinkRow", PasswordReset, AddressChange)


def account_reset_request(*, email: str, place: Place = NOWHERE, actor: Account | None = None) -> str | None:
    """Return the secret of a new link to choose a password, or None when no account has this email.

    The caller shows it to an operator; it must answer a stranger the same either way. Earlier links of the account stop working.
    """
    account = reset_account(email=email, place=place, by=actor)
    if account is None:
        return None
    with transaction.atomic():
        token = reset_link(account)
        audit_record(actor=actor, action="account.reset_request", target=account.email)
    return token


def reset_account(*, email: str, place: Place, by: Account | None) -> Account | None:
    """Return the active account of an email that a reset is asked for, if there is one; requests by strangers are counted."""
    if by is None:
        guess_count(email=email, place=place, purpose=Purpose.RESET_MAIL)
    if "\0" in email:
        return None
    return Account.objects.filter(email__iexact=email.strip(), is_active=True, is_program=False).first()


def reset_link(account: Account) -> str:
    """Return the secret of a new link; earlier ones of the account stop working."""
    token, now = secrets.token_urlsafe(TOKEN_BYTES), database_now()
    PasswordReset.objects.filter(account=account, used_at__isnull=True).update(used_at=now)
    PasswordReset.objects.create(account=account, **new_secret(token, now))
    return token


def account_reset_check(*, token: str) -> Account:
    """Return the account that a link is for; NotFound once it was used or its time has passed."""
    return usable_link(PasswordReset, token).account


def account_reset_confirm(*, token: str, password: str, place: Place = NOWHERE) -> Account:
    """Set the password with a link, once, and end what that ends; the place that the link was opened from is known from now on."""
    with transaction.atomic():
        link = held_link(PasswordReset, token)
        account = link.account
        check_password(password, account)
        account.set_password(password)
        account.save(update_fields=["password"])
        use_link(link)
        ended_credentials = credentials_end(account=account, act=AccountAct.PASSWORD_RESET)
        place_remember(account=account, place=place)
        guesses_forget(email=account.email)
        audit_record(
            actor=account, action="account.reset_confirm", target=account.email, details={"ended": ended_credentials}
        )
    return account


def invitation_create(
    *,
    actor: Account | None,
    email: str,
    pack: Pack | None = None,
    role: str = "",
    is_operator: bool = False,
    expires_at: datetime | None = None,
) -> str:
    """Return the secret of a link that makes an account, and perhaps a member of a pack; actor nothing = a command.

    An earlier link to the same pack for the same email stops working.
    Without an end of its own, at most 30 days ahead, it lasts seven days; the clock is the database's.
    """
    email, now = checked_email(email), database_now()
    lifetime = expires_at - now if expires_at else LIFETIME
    if (pack is None) != (role == "") or (role and role not in Role.values):
        raise InvalidFields.of("/role", "Give a role together with a pack.", "角色必须与卡包一起给出。")
    if not timedelta() < lifetime <= timedelta(days=MAX_DAYS):
        raise InvalidFields.of("/days", f"From 1 to {MAX_DAYS} days.", f"应为 1 到 {MAX_DAYS} 天。")
    if actor is not None and pack is not None:
        require(account=actor, pack=pack, act=Act.PACK_MEMBERS)
    if actor is not None and (pack is None or is_operator) and not actor.is_operator:
        raise NotFound()
    token = secrets.token_urlsafe(TOKEN_BYTES)
    with transaction.atomic():
        if actor is not None:
            account_hold(actor)
        if pack is not None:
            _make_room(pack, email, now)
        Invitation.objects.create(
            email=email,
            pack=pack,
            role=role,
            is_operator=is_operator,
            created_by=actor,
            **new_secret(token, now, lifetime),
        )
        details = {"role": role, "operator": is_operator}
        audit_record(actor=actor, action="invitation.create", pack=pack, target=email, details=details)
    return token


def invitation_revoke(*, actor: Actor, pack: Pack, pk: int) -> str:
    """End an unused invitation; return the email that it was for."""
    by = authorize(actor, pack, Act.PACK_MEMBERS)
    with transaction.atomic():
        link = first_or_not_found(Invitation.objects.select_for_update().filter(pack=pack, pk=pk, used_at__isnull=True))
        link.delete()
        audit_record(actor=by, action="invitation.revoke", pack=pack, target=link.email, details={"role": link.role})
    return link.email


def invitation_check(*, token: str, now: datetime | None = None) -> Invitation:
    """Return an invitation that still works, and whose maker may still invite."""
    link = usable_link(Invitation, token, now=now)
    if not is_vouched(link):
        raise NotFound(*LINK_EXPIRED)
    return link


def invitation_accept(
    *,
    token: str,
    actor: Actor,
    name: str = "",
    password: str | None = None,
    place: Place = NOWHERE,
    now: datetime | None = None,
) -> Account:
    """Use an invitation: make its account, or let the account that has this email join the pack.

    The rights of its maker are those of this moment: rows are locked in the order account, pack, link, as elsewhere.
    """
    with transaction.atomic():
        link = usable_link(Invitation, token, now=now)
        if link.created_by is not None:
            Account.objects.select_for_update(no_key=True).get(pk=link.created_by.pk)
        if link.pack is not None:
            pack_lock(pack=link.pack)
        link = usable_link(Invitation, token, lock=True, now=now)
        if not is_vouched(link):
            raise NotFound(*LINK_EXPIRED)
        account = Account.objects.filter(email__iexact=link.email).first()
        if account is None:
            account = _invited(link, name, password)
        elif actor != account:
            raise StateConflict(
                "This email already has an account: sign in with it first.", "该邮箱已有账号：请先用它登录。"
            )
        if link.pack is not None:
            Membership.objects.get_or_create(
                pack=link.pack, account=account, defaults={"role": link.role, "added_by": link.created_by}
            )
        use_link(link, used_by=account)
        place_remember(account=account, place=place)
        audit_record(actor=account, action="invitation.accept", pack=link.pack, target=link.email)
    return account


def _make_room(pack: Pack, email: str, now: datetime) -> None:
    """Take away the open links that the new one replaces; refuse where there are too many others."""
    pack_lock(pack=pack)
    if Membership.objects.filter(pack=pack, account__email__iexact=email).exists():
        raise IdTaken("This email belongs to a member of the pack.", "该邮箱已是卡包成员。")
    mine = Invitation.objects.filter(pack=pack, used_at__isnull=True)
    mine.filter(email__iexact=email).delete()
    if mine.filter(expires_at__gt=now).count() >= OPEN_LIMIT:
        raise StateConflict(
            f"A pack has at most {OPEN_LIMIT} open invitations; revoke one first.",
            f"每个卡包最多 {OPEN_LIMIT} 个未使用的邀请；请先撤销一个。",
        )


def is_vouched(link: Invitation) -> bool:
    """Return whether the maker of a link may still let in whom it lets in: members of the pack, and accounts and operators of the portal.

    A command that made one has no account whose rights could end.
    """
    maker = link.created_by
    if maker is None:
        return True
    if link.pack is not None and not allows(role=role_in(account=maker, pack=link.pack), act=Act.PACK_MEMBERS):
        return False
    return maker.is_operator if link.pack is None or link.is_operator else True


def _invited(link: Invitation, name: str, password: str | None) -> Account:
    if not password:
        raise InvalidFields.of("/password", "Choose a password.", "请设置密码。")
    return account_make(email=link.email, name=name, password=password, is_operator=link.is_operator)


def new_secret(token: str, now: datetime, lifetime: timedelta | None = None) -> dict[str, Any]:
    """Return the columns of a new link; it lasts seven days unless the caller says otherwise."""
    return {"token_sha256": _hash(token), "created_at": now, "expires_at": now + (lifetime or LIFETIME)}


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()


def fresh_secret(link: Invitation) -> str:
    """Return another secret of a link; the one before opens nothing any more."""
    token = secrets.token_urlsafe(TOKEN_BYTES)
    link.token_sha256 = _hash(token)
    link.save(update_fields=["token_sha256"])
    return token


def usable_link(kind: type[LinkRow], token: str, *, lock: bool = False, now: datetime | None = None) -> LinkRow:
    """Return the link of a secret; NotFound once it was used, its time has passed, or its account is closed."""
    rows = kind._default_manager.select_for_update(of=("self",)) if lock else kind._default_manager.all()
    link = rows.filter(token_sha256=_hash(token)).first()
    if link is None or not link.is_usable(now or database_now()):
        raise NotFound(*LINK_EXPIRED)
    if not isinstance(link, Invitation) and not link.account.is_active:
        raise NotFound(*LINK_EXPIRED)
    return link


def held_link(kind: type[AccountLinkRow], token: str) -> AccountLinkRow:
    """Return the link of a secret with the rows of its account and of itself locked, in this order, as acts on an account lock them."""
    account = usable_link(kind, token).account
    Account.objects.select_for_update(no_key=True).get(pk=account.pk)
    return usable_link(kind, token, lock=True)


def use_link(link: Invitation | PasswordReset | AddressChange, **fields: Any) -> None:
    """Mark a link as used; it works no more."""
    link.used_at = database_now()
    for name, value in fields.items():
        setattr(link, name, value)
    link.save(update_fields=["used_at", *fields])
