"""The second factor of an account: an authenticator app set up, asked for at the sign-in, and taken away; recovery codes beside it.

Passkeys are those of `cards.services.passkey`; the recovery codes replace either once, and end with the last of them.
"""

import hashlib
import secrets

from django.db import transaction

from cards.errors import InvalidFields, NotFound, NotSignedIn, StateConflict
from cards.lookups import first_or_not_found
from cards.models import Account, AuthenticatorApp, Passkey, RecoveryCode
from cards.permissions import Actor, require_account
from cards.queries.clock import database_now
from cards.queries.factors import has_factor
from cards.sealing import NotOpened, seal, unseal
from cards.services.audit import audit_record
from cards.services.known_place import NOWHERE, Place, browsers_ask, place_remember
from cards.services.session import account_hold
from cards.services.throttle import Purpose, guess_count, guess_forget
from cards.totp import DIGITS, secret_new, step_of

CODES = 10  # recovery codes of an account
LETTERS = "abcdefghjkmnpqrstvwxyz23456789"  # without those that look alike
GROUPS, GROUP = 4, 4
WRONG_CODE = ("This code is wrong, or was used before.", "验证码错误，或已用过。")
APP, RECOVERY = "app", "recovery"


def factor_secret() -> str:
    """Return a new secret for an app, sealed, so that the page which shows it may carry it until it is confirmed."""
    return seal(secret_new())


def factor_add(*, actor: Actor, sealed_secret: str, code: str) -> list[str]:
    """Set up the app that has a secret, once its digits show that it has; return the recovery codes, which cannot be read again, where there were none.

    Errors: StateConflict where there is an app; InvalidFields for wrong digits.
    """
    account = require_account(actor)
    try:
        secret = unseal(sealed_secret)
    except NotOpened:
        raise NotFound() from None
    now = database_now()
    step = step_of(secret, _digits(code), now=now.timestamp())
    if step is None:
        raise InvalidFields.of("/code", *WRONG_CODE)
    with transaction.atomic():
        account = account_hold(account)
        if AuthenticatorApp.objects.filter(account=account).exists():
            raise StateConflict("There is an authenticator app already.", "已有身份验证器。")
        codes = codes_of_first(account=account)
        AuthenticatorApp.objects.create(account=account, sealed_secret=sealed_secret, last_step=step, created_at=now)
        audit_record(actor=account, action="factor.add", target=account.email)
    return codes


def factor_codes_renew(*, actor: Actor) -> list[str]:
    """Return new recovery codes; the former ones work no more."""
    account = require_account(actor)
    with transaction.atomic():
        account = account_hold(account)
        if not has_factor(account):
            raise NotFound()
        codes = _codes(account)
        audit_record(actor=account, action="factor.codes_renew", target=account.email)
    return codes


def factor_ask_everywhere(*, actor: Actor) -> None:
    """Ask for the second factor in every browser of the actor's own account again."""
    account = require_account(actor)
    with transaction.atomic():
        account = account_hold(account)
        if browsers_ask(account=account):
            audit_record(actor=account, action="factor.ask_everywhere", target=account.email)


def factor_remove(*, actor: Actor) -> None:
    """Take away the app of the actor's own account, and the recovery codes with the last factor."""
    account = require_account(actor)
    with transaction.atomic():
        account = account_hold(account)
        first_or_not_found(AuthenticatorApp.objects.filter(account=account))
        factors_end(account=account)
        audit_record(actor=account, action="factor.remove", target=account.email)


def factor_reset(*, actor: Account | None, account: Account) -> None:
    """Take away all second factors of an account whose person lost them, by a command.

    Errors: StateConflict where there is none.
    """
    with transaction.atomic():
        if not factors_end(account=account) + passkeys_end(account=account):
            raise StateConflict("This account has no second factor.", "该账号没有第二重验证。")
        audit_record(actor=actor, action="factor.remove", target=account.email)


def factors_end(*, account: Account) -> int:
    """Delete the app of an account, within the caller's transaction; return how many there were."""
    apps = AuthenticatorApp.objects.filter(account=account).delete()[0]
    factor_ended(account=account)
    return apps


def passkeys_end(*, account: Account) -> int:
    """Delete the passkeys of an account, within the caller's transaction; return how many there were."""
    passkeys = Passkey.objects.filter(account=account).delete()[0]
    factor_ended(account=account)
    return passkeys


def codes_of_first(*, account: Account) -> list[str]:
    """Return new recovery codes for an account that has no second factor yet; none for another, whose codes stay."""
    return [] if has_factor(account) else _codes(account)


def factor_ended(*, account: Account) -> None:
    """Ask in every browser again after a factor of an account was taken away, and delete its recovery codes where it was the last one."""
    browsers_ask(account=account)
    if not has_factor(account):
        RecoveryCode.objects.filter(account=account).delete()


def account_sign_in_finish(*, account: Account, code: str, place: Place = NOWHERE, remembers: bool = False) -> Account:
    """Finish a sign-in whose password was right with the digits of the app or a recovery code; the caller starts the session.

    Where it remembers, the browser of the place is not asked again for 30 days.

    Errors: RateLimited as for passwords; InvalidFields for a wrong code; NotSignedIn for an account that was closed meanwhile.
    """
    guess = guess_count(email=account.email, place=place, purpose=Purpose.SECOND_STEP)
    with transaction.atomic():
        locked = Account.objects.select_for_update(no_key=True).filter(pk=account.pk, is_active=True).first()
        if locked is None:
            raise NotSignedIn()
        kind = _use(locked, code)
        if kind is not None:
            guess_forget(guess)
            place_remember(account=locked, place=place, without_factor=remembers)
            details = {"factor": kind, **({"remembered": True} if remembers else {})}
            audit_record(actor=locked, action="account.sign_in", target=locked.email, details=details)
    if kind is None:
        raise InvalidFields.of("/code", *WRONG_CODE)
    return locked


def _use(account: Account, code: str) -> str | None:
    """Use digits or a recovery code of an account whose row is locked; return which it was, None for a wrong one."""
    digits = _digits(code)
    if len(digits) == DIGITS and digits.isdigit():
        app = AuthenticatorApp.objects.filter(account=account).first()
        step = step_of(_secret(app), digits, now=database_now().timestamp(), after=app.last_step) if app else None
        if app is None or step is None:
            return None
        app.last_step = step
        app.save(update_fields=["last_step"])
        return APP
    letters = "".join(letter for letter in code.lower() if letter in LETTERS)
    rows = RecoveryCode.objects.filter(account=account, recovery_sha256=_hash(letters), used_at__isnull=True)
    return RECOVERY if rows.update(used_at=database_now()) else None


def _secret(app: AuthenticatorApp) -> bytes:
    try:
        return unseal(app.sealed_secret)
    except NotOpened:
        raise StateConflict(
            "This host cannot open the secret of your authenticator app: use a recovery code, or tell the operator.",
            "本机无法打开身份验证器的密钥：请使用恢复码，或告知运营者。",
        ) from None


def _codes(account: Account) -> list[str]:
    """Write new recovery codes of an account and return them."""
    RecoveryCode.objects.filter(account=account).delete()
    codes = ["".join(secrets.choice(LETTERS) for _ in range(GROUPS * GROUP)) for _ in range(CODES)]
    RecoveryCode.objects.bulk_create(RecoveryCode(account=account, recovery_sha256=_hash(code)) for code in codes)
    return ["-".join(code[start : start + GROUP] for start in range(0, len(code), GROUP)) for code in codes]


def _hash(letters: str) -> str:
    return hashlib.sha256(letters.encode()).hexdigest()


def _digits(code: str) -> str:
    return "".join(code.split())
