"""Asks the person of an old session who they are before an act that needs a fresh sign-in, and then goes on with what was sent.

The page that asks is a form to the same address with the same fields, so that nothing lies anywhere in between.
"""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from cards.errors import Refusal, SignInTooOld
from cards.localization import localize
from cards.models import Account
from cards.services.account import account_confirm
from cards.web.proof_forms import ConfirmForm
from cards.web.session_store import PROVED_KEY

PREFIX = "confirm"
FIELD = f"{PREFIX}-password"
FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")
NOT_CARRIED = ("csrfmiddlewaretoken", FIELD)
STATUS = SignInTooOld().status


def confirmation_take(request: HttpRequest) -> None:
    """Take the confirmation out of a form that brings one, and note it in the session; the rest is what the view gets.

    Errors: SignInTooOld where it is wrong, whose page says so.
    """
    if request.method != "POST" or request.content_type not in FORMS or FIELD not in request.POST:
        return
    form = ConfirmForm(request.POST, prefix=PREFIX)
    fields = request.POST.copy()
    del fields[FIELD]
    request.POST = fields  # type: ignore[assignment]  # the view's own form
    account = request.user
    if not isinstance(account, Account):
        return
    if form.is_valid():
        try:
            account.proved_at = account_confirm(actor=account, password=form.cleaned_data["password"])
        except Refusal as refusal:
            form.refuse(refusal)
        else:
            request.session[PROVED_KEY] = account.proved_at.timestamp()
            return
    request.refused_confirmation = form  # type: ignore[attr-defined]  # shown by the page that asks again
    raise SignInTooOld()


def confirmation_page(request: HttpRequest) -> HttpResponse:
    """Return the page that asks for the password and carries what was sent."""
    fields = [(name, value) for name, values in request.POST.lists() if name not in NOT_CARRIED for value in values]
    has_password = not isinstance(request.user, Account) or request.user.has_usable_password()
    context = {
        "form": getattr(request, "refused_confirmation", None) or ConfirmForm(prefix=PREFIX),
        "fields": fields,
        "company": "" if has_password else settings.OIDC_NAME,
        "why": localize(
            "You signed in a while ago, and this needs a fresh sign-in. Once you confirm, what you sent is carried out.",
            "登录已有一段时间，此操作需要重新确认身份。确认后，将继续执行刚才的操作。",
        ),
    }
    response = render(request, "cards/confirm.html", context, status=STATUS)
    response.headers["Cache-Control"] = "no-store"
    return response
