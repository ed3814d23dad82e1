"""Passkeys: added, named, removed; and what one proves at a sign-in, as its second step, and before an act that needs a fresh one."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

import structlog
from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from cards.errors import InvalidFields, NotSignedIn, StateConflict
from cards.lookups import first_or_not_found
from cards.models import Account, Passkey
from cards.permissions import Actor, require_account
from cards.queries.clock import database_now
from cards.services.audit import audit_record
from cards.services.constraint import breaks
from cards.services.factor import codes_of_first, factor_ended
from cards.services.known_place import NOWHERE, Place, place_remember
from cards.services.session import account_hold
from cards.texts import checked_line
from cards.webauthn import NewKey, NotProven, credential_id_of, key_proves, new_key

MAX_PASSKEYS = 20  # of an account
NAME_LIMIT = 80  # characters
UNPROVEN = (
    "This passkey was not accepted: it is not one of this account, or the page was open for too long. Try again, or use another way.",
    "此通行密钥未被接受：它不属于该账号，或页面打开太久。请重试，或使用其他方式。",
)
ROLLED_BACK = (
    "This passkey shows a count that was used before, as a copy of it would: remove it and use another way.",
    "此通行密钥出示的计数已使用过，可能是副本：请移除它并使用其他方式。",
)
log = structlog.get_logger(__name__)


def passkey_add(*, actor: Actor, name: str, answer: str, challenge: str) -> list[str]:
    """Add the passkey that a browser created for a challenge; return the recovery codes, which cannot be read again, where there were none.

    Errors: InvalidFields for a name or an answer that is none; StateConflict for one too many, and for a passkey that is here already.
    """
    account, name = require_account(actor), _checked_name(name)
    with _unproven_refused():
        key = new_key(answer=answer, challenge=challenge)
    with transaction.atomic():
        account = account_hold(account)
        if Passkey.objects.filter(account=account).count() >= MAX_PASSKEYS:
            raise StateConflict(
                f"An account has at most {MAX_PASSKEYS} passkeys; remove one first.",
                f"最多 {MAX_PASSKEYS} 个通行密钥；请先移除一个。",
            )
        codes = codes_of_first(account=account)
        _create(account, name, key)
        audit_record(actor=account, action="factor.passkey_add", target=name)
    return codes


def passkey_rename(*, actor: Actor, pk: int, name: str) -> None:
    """Give a passkey of the actor's own account another name."""
    account, name = require_account(actor), _checked_name(name)
    with transaction.atomic():
        row = _own(account, pk)
        details = {"name": {"before": row.name, "after": name}}
        row.name = name
        row.save(update_fields=["name"])
        audit_record(actor=account, action="factor.passkey_rename", target=name, details=details)


def passkey_remove(*, actor: Actor, pk: int) -> None:
    """Take away a passkey of the actor's own account, and the recovery codes with the last factor."""
    account = require_account(actor)
    with transaction.atomic():
        account = account_hold(account)
        row = _own(account, pk)
        row.delete()
        factor_ended(account=account)
        audit_record(actor=account, action="factor.passkey_remove", target=row.name)


def account_sign_in_by_passkey(
    *, answer: str, challenge: str, account: Account | None = None, place: Place = NOWHERE, remembers: bool = False
) -> Account:
    """Return the account whose passkey signed a challenge, as the second step of that account where one is given; the caller starts the session.

    Where it remembers, the browser of the place is not asked for the second factor for 30 days. There is nothing to guess, so no guess is counted: who is kept out by the guesses of others comes in by a passkey.

    Errors: InvalidFields for a passkey that proves nothing; NotSignedIn for an account that was closed.
    """
    number = account.pk if account is not None else _account_of(answer)
    with transaction.atomic():
        locked = Account.objects.select_for_update(no_key=True).filter(pk=number, is_active=True).first()
        if locked is None:
            raise NotSignedIn()
        row = _proven(locked, answer, challenge)
        place_remember(account=locked, place=place, without_factor=remembers)
        details = {"passkey": row.name, **({"remembered": True} if remembers else {})}
        audit_record(actor=locked, action="account.sign_in", target=locked.email, details=details)
    return locked


def account_confirm_by_passkey(*, actor: Actor, answer: str, challenge: str) -> datetime:
    """Return when the person of a session has proved by a passkey of theirs who they are, which is now.

    Errors: InvalidFields.
    """
    account = require_account(actor)
    with transaction.atomic():
        row = _proven(account, answer, challenge)
        audit_record(actor=account, action="account.confirm", target=account.email, details={"passkey": row.name})
    return database_now()


def handle_of(account: Account) -> str:
    """Return by what name devices keep the passkeys of an account: its number, which says nothing of the person."""
    return f"account-{account.pk}"


def _of(account: Account) -> QuerySet[Passkey]:
    return Passkey.objects.filter(account=account)


def _own(account: Account, pk: int) -> Passkey:
    return first_or_not_found(_of(account).select_for_update().filter(pk=pk))


def _account_of(answer: str) -> int:
    """Return the number of the account whose passkey an answer names, before anything is proven."""
    with _unproven_refused():
        row = Passkey.objects.filter(credential_id=credential_id_of(answer)[0]).first()
        if row is None:
            raise NotProven("unknown")
    return row.account_id


def _proven(account: Account, answer: str, challenge: str) -> Passkey:
    """Return the passkey of an account that signed a challenge, with its count and use written, within the caller's transaction."""
    with _unproven_refused():
        credential_id, handle = credential_id_of(answer)
        row = _of(account).select_for_update().filter(credential_id=credential_id).first()
        if row is None or handle not in ("", handle_of(account)):
            raise NotProven("unknown")
        count = key_proves(answer=answer, challenge=challenge, credential=row.credential)
    if (count or row.sign_count) and count <= row.sign_count:
        log.warning("passkey count went back", passkey=row.pk, account=row.account_id, before=row.sign_count, now=count)
        raise InvalidFields.of("/credential", *ROLLED_BACK)
    row.sign_count, row.used_at = count, database_now()
    row.save(update_fields=["sign_count", "used_at"])
    return row


@contextmanager
def _unproven_refused() -> Iterator[None]:
    try:
        yield
    except NotProven as error:
        log.info("passkey refused", reason=str(error))
        raise InvalidFields.of("/credential", *UNPROVEN) from None


def _create(account: Account, name: str, key: NewKey) -> None:
    columns = {"credential_id": key.credential_id, "credential": key.credential, "sign_count": key.sign_count}
    try:
        with transaction.atomic():
            Passkey.objects.create(
                account=account, name=name, is_synced=key.is_synced, created_at=database_now(), **columns
            )
    except IntegrityError as error:
        if breaks(error, "cards_passkey_credential_id_key"):
            raise StateConflict("This passkey is here already.", "此通行密钥已添加。") from None
        raise


def _checked_name(name: str) -> str:
    name = checked_line(name, pointer="/name", limit=NAME_LIMIT)
    if not name:
        raise InvalidFields.of("/name", "Name the passkey.", "请为通行密钥命名。")
    return name
