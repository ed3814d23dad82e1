"""Changing the address that an account signs in with: asked for with the password, confirmed by a link to the new address."""

import secrets

from django.db import IntegrityError, transaction

from cards.credentials import AccountAct
from cards.errors import IdTaken, InvalidFields
from cards.models import Account, AddressChange
from cards.permissions import Actor, require_account
from cards.queries.clock import database_now
from cards.services.account import checked_email
from cards.services.audit import audit_record
from cards.services.constraint import breaks
from cards.services.credentials import credentials_end
from cards.services.link import TOKEN_BYTES, held_link, new_secret, usable_link, use_link
from cards.services.session import account_hold
from cards.services.throttle import guess_forget, own_guess_count

ADDRESS_IN_USE = ("This email already has an account.", "该邮箱已有账号。")


def address_request(*, actor: Actor, email: str, password: str) -> str:
    """Return the secret of a link for a new address, which the caller mails there; earlier links stop working.

    Whether the address has an account is said by the link alone, so that it is learnt only by reading that mail.
    Errors: RateLimited after 10 guesses at the password; InvalidFields for a wrong one, and for the address in use.
    """
    account = require_account(actor)
    email = checked_email(email)
    guess = own_guess_count(account=account)
    if not account.check_password(password):
        raise InvalidFields.of("/password", "This is not your current password.", "这不是你当前的密码。")
    if email == account.email.lower():
        raise InvalidFields.of("/email", "This is already your address.", "这已经是你的邮箱。")
    token, now = secrets.token_urlsafe(TOKEN_BYTES), database_now()
    with transaction.atomic():
        account_hold(account)
        AddressChange.objects.filter(account=account, used_at__isnull=True).update(used_at=now)
        AddressChange.objects.create(account=account, email=email, **new_secret(token, now))
        guess_forget(guess)
        audit_record(actor=account, action="account.address_request", target=account.email, details={"email": email})
    return token


def address_check(*, token: str) -> AddressChange:
    """Return the change that a link is for; NotFound once it was used or its time has passed."""
    return usable_link(AddressChange, token)


def address_confirm(*, token: str) -> AddressChange:
    """Make the new address the one that the account signs in with, and end what that ends.

    Errors: NotFound as above; IdTaken when another account has the address by now.
    """
    with transaction.atomic():
        link = held_link(AddressChange, token)
        old = link.account.email
        ended = _change(link.account, link.email)
        use_link(link)
        details = {"from": old, "to": link.email, "ended": ended}
        audit_record(actor=link.account, action="account.address_change", target=link.email, details=details)
    return link


def address_set(*, actor: Account | None, account: Account, email: str) -> str:
    """Change the address of an account, by a command where there is no mail; return the former one."""
    email = checked_email(email)
    with transaction.atomic():
        locked = Account.objects.select_for_update(no_key=True).get(pk=account.pk)
        old = locked.email
        ended = _change(locked, email)
        details = {"from": old, "to": email, "ended": ended}
        audit_record(actor=actor, action="account.address_change", target=email, details=details)
    return old


def _change(locked: Account, email: str) -> dict[str, int]:
    """Write the address of an account whose row is locked, and end what that ends; return how many of each kind."""
    try:
        with transaction.atomic():
            Account.objects.filter(pk=locked.pk).update(email=email)
    except IntegrityError as error:
        if breaks(error, "account_email_once", "cards_account_email_key"):
            raise IdTaken(*ADDRESS_IN_USE) from None
        raise
    ended = credentials_end(account=locked, act=AccountAct.ADDRESS_CHANGE)
    locked.email = email
    return ended
