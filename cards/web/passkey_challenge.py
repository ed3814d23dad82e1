"""Challenges of passkeys: each is for one page of one session, works once, and within ten minutes."""

import hashlib
import time

from django.conf import settings
from django.core.cache import caches
from django.http import HttpRequest

from cards.models import Account
from cards.queries.factors import passkeys_of
from cards.services.passkey import handle_of
from cards.shape import JsonObject
from cards.webauthn import creation_options, request_options, site_host

KEY = "passkey_challenges"
LIFETIME = 600  # seconds
SIGN_IN, STEP, CONFIRM, ADD = "sign-in", "step", "confirm", "add"


def opens_by_passkey() -> bool:
    """Return whether a passkey opens a session here: browsers know them for SITE_URL, and the provider is not the only way in."""
    return bool(site_host()) and settings.SIGN_IN != "oidc"


def shown_for(request: HttpRequest, purpose: str, account: Account | None = None) -> JsonObject:
    """Return what the script of a page asks the browser for; empty where there is no passkey that it could show.

    Without an account the person chooses among those that their device has for this site.
    """
    keys = passkeys_of(account) if account is not None else []
    if not site_host() or (account is not None and not keys):
        return {}
    options, challenge = request_options(credential_ids=[key.credential_id for key in keys])
    _note(request, purpose, challenge)
    return options


def created_for(request: HttpRequest, account: Account) -> JsonObject:
    """Return what the script of a page asks the browser to create a passkey by; empty where browsers know none."""
    if not site_host():
        return {}
    options, challenge = creation_options(
        handle=handle_of(account),
        email=account.email,
        name=str(account),
        credential_ids=[key.credential_id for key in passkeys_of(account)],
    )
    _note(request, ADD, challenge)
    return options


def challenge_take(request: HttpRequest, purpose: str) -> str:
    """Return the challenge of this session for a page, which is used up; empty where it has none, or none any more."""
    notes = dict(request.session.get(KEY, {}))
    note = notes.pop(purpose, None)
    if note is None:
        return ""
    request.session[KEY] = notes
    mark = hashlib.sha256(note["challenge"].encode()).hexdigest()
    is_first = caches["limits"].add(f"passkey:{mark}", 1, LIFETIME)  # two requests at once read one session
    return str(note["challenge"]) if is_first and time.time() - note["at"] <= LIFETIME else ""


def _note(request: HttpRequest, purpose: str, challenge: str) -> None:
    notes = request.session.get(KEY, {})
    request.session[KEY] = {**notes, purpose: {"challenge": challenge, "at": time.time()}}
