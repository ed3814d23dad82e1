"""The open sessions of an account."""

from django.contrib.sessions.models import Session
from django.db.models import Exists, OuterRef
from django.utils import timezone

from cards.models import Account, SignedIn

SESSIONS_LIMIT = 100  # that the page lists; all of them end by "sign out everywhere"


def session_list(*, account: Account) -> list[SignedIn]:
    """Return the sessions of an account that are open, the last used first."""
    kept = Session.objects.filter(pk=OuterRef("session_key"), expire_date__gt=timezone.now())
    return list(SignedIn.objects.filter(Exists(kept), account=account)[:SESSIONS_LIMIT])
