"""Accounts of persons who sign in at a provider: found by their subject there, joined with a password, made for an allowed domain, ended with it."""

import hashlib
from collections.abc import Sequence
from contextlib import suppress
from datetime import timedelta

from django.conf import settings
from django.db import transaction

from cards.credentials import AccountAct
from cards.errors import NotFound, NotSignedIn, StateConflict
from cards.lookups import fitting_name
from cards.models import Account, CompanyAccount, CompanyNotice, Invitation, Pack
from cards.permissions import RANK
from cards.queries.clock import database_now
from cards.services.account import account_make
from cards.services.audit import audit_record
from cards.services.credentials import credentials_end
from cards.services.known_place import NOWHERE, Place, place_remember
from cards.services.link import LINK_EXPIRED, usable_link, use_link
from cards.services.member import member_follow
from cards.services.provider import Notice, Person

OPERATOR = "operator"
LOCAL_ENTRY = timedelta(hours=1)
"""How long the link of a command works where passwords are off, and how long the session that it opens."""
NOT_INVITED = (
    "This portal has no account for you. Ask the owner of your pack for an invitation.",
    "此门户没有你的账号。请向卡包所有者索取邀请。",
)
NOTICES_FOR = timedelta(hours=1)
"""How long a logout token that was taken is remembered: longer than one can be valid."""
ACCOUNT_CLOSED = ("This account is deactivated.", "该账号已停用。")


class JoinNeeded(Exception):
    """Another account has the person's address: who signs in to it once joins the two. A matching address alone opens nothing."""


def company_sign_in(*, person: Person, place: Place = NOWHERE) -> Account:
    """Return the account of a person who comes from the provider, made now where the address is allowed or invited; roles follow the claim.

    Errors: JoinNeeded; NotSignedIn for whom there is none, and for a closed account.
    """
    with transaction.atomic():
        row = CompanyAccount.objects.select_for_update().filter(issuer=person.issuer, subject=person.subject).first()
        account = row.account if row is not None else _new_account(person)
        if not account.is_active:
            raise NotSignedIn(*ACCOUNT_CLOSED)
        CompanyAccount.objects.filter(account=account).update(proved_at=database_now())
        place_remember(account=account, place=place)
        _follow_roles(account, person.groups)
        audit_record(actor=account, action="account.sign_in", target=account.email, details={"provider": person.issuer})
    return account


def company_join(*, account: Account, person: Person) -> None:
    """Join the person to the account whose password was just right, and whose address is theirs."""
    if account.email.lower() != person.email:
        raise StateConflict("This account has another address.", "该账号的邮箱不同。")
    with transaction.atomic():
        CompanyAccount.objects.update_or_create(
            account=account, defaults={"issuer": person.issuer, "subject": person.subject}
        )
        audit_record(
            actor=account, action="account.company_join", target=account.email, details={"provider": person.issuer}
        )


def company_refused(*, account: Account) -> None:
    """End every session and token of an account for which the provider vouches no more."""
    with transaction.atomic():
        locked = Account.objects.select_for_update(no_key=True).get(pk=account.pk)
        ended = credentials_end(account=locked, act=AccountAct.COMPANY_REFUSAL)
        details = {"ended": ended}
        audit_record(actor=None, action="account.company_refusal", target=account.email, details=details)


def company_sign_out(*, notice: Notice) -> None:
    """End the sessions and personal tokens of the person whom the provider signed out; for an unknown one there are none.

    Errors: StateConflict for a notice that came before.
    """
    now = database_now()
    once = hashlib.sha256(f"{notice.issuer}\0{notice.identifier}".encode()).hexdigest()
    with transaction.atomic():
        CompanyNotice.objects.filter(at__lt=now - NOTICES_FOR).delete()
        _, is_first = CompanyNotice.objects.get_or_create(identity_sha256=once, defaults={"at": now})
        if not is_first:
            raise StateConflict("This logout token was used before.", "此登出令牌已使用过。")
        account = _account_of(notice)
        if account is None:
            return
        locked = Account.objects.select_for_update(no_key=True).get(pk=account.pk)
        details = {"provider": notice.issuer, "ended": credentials_end(account=locked, act=AccountAct.COMPANY_SIGN_OUT)}
        audit_record(actor=None, action="account.company_sign_out", target=locked.email, details=details)


def company_vouched(*, account: Account) -> None:
    """Note that the provider, asked again, still vouches for the person of an account."""
    CompanyAccount.objects.filter(account=account).update(proved_at=database_now())


def _account_of(notice: Notice) -> Account | None:
    """Return the account of a notice's subject, or else of the one session at the provider that it names."""
    rows = CompanyAccount.objects.filter(issuer=notice.issuer).select_related("account")
    if notice.subject:
        rows = rows.filter(subject=notice.subject)
    else:
        rows = rows.filter(account__signed_in__company_sid=notice.session)
    row = rows.first()
    return row.account if row is not None else None


def operator_enter(*, token: str, place: Place = NOWHERE) -> Account:
    """Use the link of `manage.py invite EMAIL --operator` where passwords are off: the operator's account, made where there is none.

    Errors: NotFound.
    """
    with transaction.atomic():
        link = usable_link(Invitation, token, lock=True)
        if not is_local_entry(link):
            raise NotFound(*LINK_EXPIRED)
        account = Account.objects.filter(email__iexact=link.email).first()
        if account is None:
            account = account_make(email=link.email, name="", password=None, is_operator=True)
        if not account.is_operator:
            raise NotFound(*LINK_EXPIRED)
        use_link(link, used_by=account)
        place_remember(account=account, place=place)
        audit_record(actor=account, action="account.sign_in", target=account.email, details={"link": True})
    return account


def is_local_entry(link: Invitation) -> bool:
    """Return whether a link lets an operator in without the provider: one that a command made while passwords are off."""
    return settings.SIGN_IN == "oidc" and link.is_operator and link.created_by is None


def _new_account(person: Person) -> Account:
    """Return a new account for a person; JoinNeeded where the address has one, NotSignedIn where it is neither allowed nor invited."""
    if Account.objects.filter(email__iexact=person.email).exists():
        raise JoinNeeded()
    is_allowed = person.email.rpartition("@")[2] in settings.OIDC_DOMAINS
    open_links = Invitation.objects.filter(
        email__iexact=person.email, used_at__isnull=True, expires_at__gt=database_now()
    )
    if not is_allowed and not open_links.exists():
        raise NotSignedIn(*NOT_INVITED)
    account = account_make(email=person.email, name=fitting_name(person.name, 120), password=None, is_operator=False)
    CompanyAccount.objects.create(account=account, issuer=person.issuer, subject=person.subject)
    return account


def _follow_roles(account: Account, groups: Sequence[str]) -> None:
    """Give and take the roles that OIDC_ROLES governs; those of other packs stay as they are."""
    roles: dict[str, str | None] = {}
    for group, role in settings.OIDC_ROLES:
        where, _, name = role.rpartition(":")
        roles.setdefault(where, None)
        before = roles[where]
        if group in groups and (not where or before is None or RANK[name] > RANK[before]):
            roles[where] = name
    if "" in roles and account.is_superuser != (roles[""] == OPERATOR):
        account.is_superuser = account.is_staff = roles[""] == OPERATOR
        account.save(update_fields=["is_superuser", "is_staff"])
        details = {"operator": account.is_superuser}
        audit_record(actor=None, action="account.operator_set", target=account.email, details=details)
    for pack in Pack.objects.filter(slug__in=[where for where in roles if where]).order_by("pk"):
        with suppress(StateConflict), transaction.atomic():  # the last admin stays
            member_follow(pack=pack, account=account, role=roles[pack.slug])
