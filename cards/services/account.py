"""Accounts: signing in, passwords, settings."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.contrib.auth import authenticate
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import IntegrityError, transaction
from django.utils import timezone

from cards.credentials import AccountAct
from cards.errors import IdTaken, InvalidFields, NotFound, NotSignedIn, StateConflict
from cards.models import Account, Language, Theme
from cards.permissions import Actor, require_account
from cards.queries.clock import database_now
from cards.queries.factors import has_factor
from cards.services.audit import audit_record
from cards.services.constraint import breaks
from cards.services.credentials import credentials_end
from cards.services.known_place import NOWHERE, Place, is_remembered, place_remember
from cards.services.member import packs_hand_over
from cards.services.session import account_hold
from cards.services.throttle import guess_count, guess_forget, own_guess_count
from cards.texts import checked_line, checked_string

NAME_LIMIT = 120  # characters
WRONG = ("Wrong email or password.", "邮箱或密码错误。")
MIN_PASSWORD_LENGTH = 10  # characters, where the settings do not say
WEAKNESSES: Mapping[str, Mapping[str, str]] = {
    "password_too_common": {"en": "Too many people use this password.", "zh": "这个密码太常见。"},
    "password_entirely_numeric": {"en": "Not digits alone.", "zh": "不能只有数字。"},
    "password_too_similar": {"en": "Too much like the name or email.", "zh": "与姓名或邮箱过于相似。"},
}


def account_sign_in(*, email: str, password: str, place: Place = NOWHERE) -> Account:
    """Return the account that email and password open, and remember the place; the caller starts the session (`login`).

    An account that is asked for its second factor (`factor_is_asked`) is not signed in yet: `account_sign_in_finish` does that, and records it.

    Errors: RateLimited after 10 guesses in 15 minutes from a place that the account knows, or from all others together; NotSignedIn with one and the same detail for an unknown email,
            a wrong password and a deactivated account, after the same work.
    """
    guess = guess_count(email=email, place=place)
    account = None if "\0" in email + password else authenticate(username=email.strip(), password=password)
    if not isinstance(account, Account):
        raise NotSignedIn(*WRONG)
    with transaction.atomic():
        guess_forget(guess)
        if not factor_is_asked(account=account, place=place):
            place_remember(account=account, place=place)
            details = {"factor": "remembered"} if has_factor(account) else {}
            audit_record(actor=account, action="account.sign_in", target=account.email, details=details)
    return account


def factor_is_asked(*, account: Account, place: Place) -> bool:
    """Return whether an account must show its second factor after the password: it has one, and this browser is not remembered."""
    return has_factor(account) and not is_remembered(account=account, place=place)


def account_confirm(*, actor: Actor, password: str) -> datetime:
    """Return when the person of a session has proved again who they are, which is now; the caller writes it into the session.

    Errors: RateLimited after 10 guesses in 15 minutes; InvalidFields for a wrong password.
    """
    account = require_account(actor)
    guess = own_guess_count(account=account)
    if "\0" in password or not account.check_password(password):
        raise InvalidFields.of("/password", "This is not your current password.", "这不是你当前的密码。")
    with transaction.atomic():
        guess_forget(guess)
        audit_record(actor=account, action="account.confirm", target=account.email)
    return database_now()


def account_confirm_elsewhere(*, actor: Actor) -> datetime:
    """Return when the provider confirmed again who the person of a session is, which is now."""
    account = require_account(actor)
    with transaction.atomic():
        audit_record(actor=account, action="account.confirm", target=account.email, details={"provider": True})
    return database_now()


def account_sign_out(*, actor: Actor) -> None:
    """Record that an account signed out; the caller ends the session."""
    account = require_account(actor)
    with transaction.atomic():
        audit_record(actor=account, action="account.sign_out", target=account.email)


def account_create(
    *, actor: Account | None, email: str, name: str = "", password: str | None = None, is_operator: bool = False
) -> Account:
    """Make an account, for a command or an invitation; the email must be new, whatever its case."""
    with transaction.atomic():
        account = account_make(email=email, name=name, password=password, is_operator=is_operator)
        audit_record(actor=actor, action="account.create", target=account.email, details={"operator": is_operator})
    return account


def account_make(*, email: str, name: str, password: str | None, is_operator: bool) -> Account:
    """Make the row of an account, for a service that records why."""
    email = checked_email(email)
    name = checked_line(name, pointer="/name", limit=NAME_LIMIT)
    if password is not None:
        check_password(password, Account(email=email, name=name))
    make = Account.objects.create_superuser if is_operator else Account.objects.create_user
    try:
        with transaction.atomic():
            return make(email, password, name=name)
    except IntegrityError as error:
        if breaks(error, "account_email_once", "cards_account_email_key"):
            raise IdTaken("This email already has an account.", "该邮箱已有账号。") from None
        raise


def account_password_change(*, actor: Actor, current: str, new: str, place: Place = NOWHERE) -> Account:
    """Change the actor's own password and end what that ends; the session and the place that it is done from go on."""
    account = require_account(actor)
    guess = own_guess_count(account=account)
    if not account.check_password(current):
        raise InvalidFields.of("/current", "This is not your current password.", "这不是你当前的密码。")
    check_password(new, account, pointer="/new")
    with transaction.atomic():
        account_hold(account)
        account.set_password(new)
        account.save(update_fields=["password"])
        counts = credentials_end(account=account, act=AccountAct.PASSWORD_CHANGE)
        place_remember(account=account, place=place)
        guess_forget(guess)
        audit_record(actor=account, action="account.password_change", target=account.email, details={"ended": counts})
    return account


def account_settings_save(*, actor: Actor, name: str, language: str | None, theme: str, single_keys: bool) -> Account:
    """Save how an account wants to be called and shown its pages; without a language it stays, chosen or not."""
    account = require_account(actor)
    account.name = checked_line(name, pointer="/name", limit=NAME_LIMIT)
    if language is not None:
        account.language, account.chooses_language = _one_of(language, Language.values, "/language"), True
    account.theme = _one_of(theme, Theme.values, "/theme")
    account.single_keys = single_keys
    with transaction.atomic():
        account.save(update_fields=["name", "language", "chooses_language", "theme", "single_keys"])
        audit_record(
            actor=account,
            action="account.settings_save",
            target=account.email,
            details={"language": account.language, "theme": theme, "single_keys": single_keys},
        )
    return account


def account_language_follow(*, account: Account, language: str) -> None:
    """Give an account the language of its reader's browser, unless one was chosen."""
    if not account.chooses_language and language != account.language:
        account.language = _one_of(language, Language.values, "/language")
        account.save(update_fields=["language"])


def account_sessions_end(*, actor: Actor) -> None:
    """End every session of the actor's own account, the one that asks included, and what else that ends."""
    account = require_account(actor)
    with transaction.atomic():
        held = account_hold(account)
        ended = credentials_end(account=held, act=AccountAct.SESSIONS_END)
        audit_record(actor=account, action="account.sessions_end", target=account.email, details={"ended": ended})


def account_deactivate(*, actor: Account | None, account: Account, heir: Account | None = None) -> list[str]:
    """Shut an account for good and end its sessions, tokens, links and invitations at once; its id stays in versions and the audit.

    The heir, where one is named, becomes admin of the packs that would have none, which are returned. All of it happens, or none of it.
    Errors: NotFound for an actor who is not an operator; actor None is a command. InvalidFields for an heir who is deactivated, or leaves.
    """
    if actor is not None and not actor.is_operator:
        raise NotFound()
    if actor is not None and actor.pk == account.pk:
        raise StateConflict("You cannot deactivate your own account.", "不能停用自己的账号。")
    if heir is not None and (heir.pk == account.pk or not heir.is_active):
        raise InvalidFields.of("/heir", "Choose another active account.", "请选择另一个启用中的账号。")
    now = timezone.now()
    with transaction.atomic():
        locked = Account.objects.select_for_update(no_key=True).get(pk=account.pk)
        if not locked.is_active:
            raise StateConflict("This account is already deactivated.", "该账号已停用。")
        account.is_active, account.deactivated_at = False, now
        account.save(update_fields=["is_active", "deactivated_at"])
        details: dict[str, Any] = {}
        packs: list[str] = []
        if heir is not None:
            packs = packs_hand_over(by=actor, account=account, heir=heir)
            details |= {"heir": heir.email, "packs": packs}
        details["ended"] = credentials_end(account=account, act=AccountAct.DEACTIVATION)
        audit_record(actor=actor, action="account.deactivate", target=account.email, details=details)
    return packs


def checked_email(email: str) -> str:
    """Return the email in the form that is stored, or refuse it."""
    email = checked_line(email, pointer="/email", limit=254).lower()
    try:
        validate_email(email)
        email.rpartition("@")[2].encode("idna")  # as a mail writes it
    except (ValidationError, UnicodeError):
        raise InvalidFields.of("/email", "This is not an email address.", "这不是邮箱地址。") from None
    return email


def check_password(password: str, account: Account, *, pointer: str = "/password") -> None:
    """Refuse a password that is too easily guessed, saying why in both languages."""
    checked_string(password, pointer=pointer, limit=1000)
    try:
        validate_password(password, account)
    except ValidationError as error:
        raise InvalidFields(
            errors=[{"pointer": pointer, "detail": _weakness(each)} for each in error.error_list]
        ) from None


def _weakness(error: ValidationError) -> Mapping[str, str]:
    """Return why a password is weak; Django's own sentence, where we have none, is in English in both."""
    if error.code == "password_too_short":
        least = (error.params or {}).get("min_length", MIN_PASSWORD_LENGTH)
        return {"en": f"At least {least} characters.", "zh": f"至少 {least} 个字符。"}
    said = str(error.messages[0])
    return WEAKNESSES.get(error.code or "", {"en": said, "zh": said})


def _one_of(value: str, known: list[str], pointer: str) -> str:
    if value not in known:
        raise InvalidFields.of(pointer, f"One of {', '.join(known)}.", f"应为 {'、'.join(known)} 之一。")
    return value
