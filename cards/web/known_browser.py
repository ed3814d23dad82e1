"""The cookie of a browser that signed in before: a signed random id, which opens nothing.

Which accounts know the id, the database says (`cards.services.known_place`).
"""

import secrets

from django.conf import settings
from django.core.signing import BadSignature
from django.http import HttpRequest, HttpResponse

from cards.services.known_place import MAX_AGE, Place

SALT = "cards.known_browser"
ID_BYTES = 16
AGE = int(MAX_AGE.total_seconds())


def cookie_name() -> str:
    """Return the name of the cookie; over https no other host and no part of this one may set it."""
    return f"{'__Host-' if settings.SESSION_COOKIE_SECURE else ''}browser"


def place_of(request: HttpRequest) -> Place:
    """Return where a request comes from; a browser without our signature gets a new id, which no account knows yet."""
    try:
        device = request.get_signed_cookie(cookie_name(), salt=SALT, max_age=AGE)
    except (KeyError, BadSignature):
        device = None
    return Place(address=str(request.META.get("REMOTE_ADDR", "")), device=device or secrets.token_urlsafe(ID_BYTES))


def keep_browser(response: HttpResponse, place: Place) -> None:
    """Set the cookie of the browser's id after an account was proved from it."""
    response.set_signed_cookie(
        cookie_name(),
        place.device,
        salt=SALT,
        max_age=AGE,
        samesite="Lax",
        secure=bool(settings.SESSION_COOKIE_SECURE),
        httponly=True,
    )
