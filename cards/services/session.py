"""The browsers in which an account is signed in: seen, listed, ended one by one."""

from datetime import datetime

from django.contrib.sessions.models import Session
from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef
from django.db.models.functions import Now

from cards.errors import NotSignedIn
from cards.lookups import first_or_not_found
from cards.models import Account, SignedIn
from cards.permissions import Actor, require_account
from cards.queries.clock import database_now
from cards.services.audit import audit_record

AGENT_LIMIT, ADDRESS_LIMIT = 300, 45  # characters


def account_hold(account: Account) -> Account:
    """Return the account of a request with its row locked, as it was when the request signed in.

    Errors: NotSignedIn for one that was deactivated meanwhile, or whose password, address or sessions were changed: such a request came
            with a credential that has ended.
    """
    locked = Account.objects.select_for_update(no_key=True).get(pk=account.pk)
    if _state(locked) != _state(account):
        raise NotSignedIn()
    locked.token_scopes, locked.proved_at = account.token_scopes, account.proved_at
    require_account(locked)
    return locked


def _state(account: Account) -> tuple[str, str, int]:
    return account.email, account.password, account.session_epoch


def session_see(*, account: Account, key: str, agent: str, address: str) -> datetime:
    """Record that a session was used just now, and from where; the first time makes its row. Return when it was opened."""
    now = database_now()
    columns = {"agent": agent.replace("\0", "")[:AGENT_LIMIT], "address": address[:ADDRESS_LIMIT], "seen_at": now}
    mine = SignedIn.objects.filter(account=account, session_key=key)
    if mine.update(**columns):
        return mine.values_list("opened_at", flat=True).first() or now
    try:
        with transaction.atomic():
            SignedIn.objects.create(account=account, session_key=key, opened_at=now, **columns)
    except IntegrityError:  # another request of the same session made it first
        mine.update(**columns)
    return now


def session_note_company(*, key: str, sid: str) -> None:
    """Note the session at the provider from which a session came, by which the provider may end it."""
    SignedIn.objects.filter(session_key=key).update(company_sid=sid)


def session_extend(*, key: str, until: datetime) -> None:
    """Extend a session that is in use; one that has ended stays ended."""
    Session.objects.filter(pk=key, expire_date__gt=Now()).update(expire_date=until)


def session_end(*, actor: Actor, pk: int) -> None:
    """End one session of the actor's own account at once.

    Errors: NotFound for one that has ended, and for another account's.
    """
    account = require_account(actor)
    with transaction.atomic():
        row = first_or_not_found(SignedIn.objects.select_for_update().filter(account=account, pk=pk))
        Session.objects.filter(pk=row.session_key).delete()
        row.delete()
        audit_record(actor=account, action="account.session_end", target=account.email, details={"agent": row.agent})


def session_forget(*, key: str) -> None:
    """Forget the row of a session that was signed out."""
    SignedIn.objects.filter(session_key=key).delete()


def sessions_forget(*, account: Account) -> int:
    """Forget the rows of an account whose sessions have ended; one that goes on is seen again. Return how many."""
    return SignedIn.objects.filter(account=account).delete()[0]


def sessions_prune() -> int:
    """Delete sessions whose time has passed, and the rows that named them; return how many rows went."""
    Session.objects.filter(expire_date__lt=Now()).delete()
    kept = Session.objects.filter(pk=OuterRef("session_key"))
    return SignedIn.objects.filter(~Exists(kept)).delete()[0]
