"""What a session remembers of the provider: when it was asked, with what to ask it again, and whom it waits to join."""

import hashlib
import time
from collections.abc import Callable

from django.conf import settings
from django.contrib.auth import logout
from django.core.cache import caches
from django.http import HttpRequest, HttpResponse

from cards.models import Account
from cards.sealing import NotOpened, seal, unseal
from cards.services.company import company_join, company_refused, company_vouched
from cards.services.provider import Person, ProviderAway, ProviderRefuses, refreshed
from cards.services.session import session_note_company

COMPANY_KEY, JOIN_KEY = "company", "joining"
JOIN_SECONDS = 600
RETRY_SECONDS = 30
NAMES = ("issuer", "subject", "email", "name")


def company_note(request: HttpRequest, refresh_token: str, sid: str = "") -> None:
    """Note in the session that the provider vouched just now; the token that asks it again is sealed.

    Shapes: sid is the session at the provider, where it names one.
    """
    sealed = seal(refresh_token.encode()) if refresh_token else ""
    request.session[COMPANY_KEY] = {"at": time.time(), "refresh": sealed}
    if sid and request.session.session_key:
        session_note_company(key=request.session.session_key, sid=sid)


def joining_note(request: HttpRequest, person: Person) -> None:
    """Note whom the next sign-in by password joins to its account."""
    request.session[JOIN_KEY] = {"at": time.time(), **{name: getattr(person, name) for name in NAMES}}


def joining(request: HttpRequest) -> Person | None:
    """Return the person that waits to be joined; the password sign-in is open to it even where passwords are off."""
    note = request.session.get(JOIN_KEY)
    if note is None or time.time() - note["at"] > JOIN_SECONDS:
        return None
    return Person(**{name: note[name] for name in NAMES}, groups=())


def joining_finish(request: HttpRequest, account: Account) -> None:
    """Join who waits to the account that has just signed in with its password, if the address is the same."""
    person = joining(request)
    request.session.pop(JOIN_KEY, None)
    if person is not None and person.email == account.email.lower():
        company_join(account=account, person=person)


class CompanyAsked:
    """Asks the provider again whether it vouches for the person of a session, after ten minutes of use; a refusal ends everything.

    A session without the means to ask ends then, and its page leads to the provider. While the provider is away, sessions go on.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if settings.SIGN_IN != "password" and settings.SESSION_COOKIE_NAME in request.COOKIES:
            note = request.session.get(COMPANY_KEY)
            if note is not None and time.time() - note["at"] > settings.OIDC_ASK_SECONDS:
                _ask(request, note["refresh"])
        return self.get_response(request)


def _ask(request: HttpRequest, sealed: str) -> None:
    try:
        refresh_token = unseal(sealed).decode() if sealed else ""
    except NotOpened:
        refresh_token = ""
    if not refresh_token:
        logout(request)
        return
    mark = hashlib.sha256(str(request.session.session_key).encode()).hexdigest()
    if not caches["limits"].add(f"company:{mark}", 1, RETRY_SECONDS):
        return  # another request of this session is asking
    try:
        company_note(request, refreshed(refresh_token))
        if isinstance(request.user, Account):
            company_vouched(account=request.user)
    except ProviderAway:
        return
    except ProviderRefuses:
        if isinstance(request.user, Account):
            company_refused(account=request.user)
        logout(request)
