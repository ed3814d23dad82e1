"""Asks the person of an old session who they are before an act that needs a fresh sign-in, and then goes on with what was sent.

The page that asks is a form to the same address with the same fields, so that nothing lies anywhere in between.
"""

from datetime import datetime

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from cards.errors import Refusal, SignInTooOld
from cards.localization import localize
from cards.models import Account
from cards.services.account import account_confirm
from cards.services.passkey import account_confirm_by_passkey
from cards.web.forms import PortalForm
from cards.web.passkey_challenge import CONFIRM, challenge_take, shown_for
from cards.web.proof_forms import ConfirmForm, PasskeyForm
from cards.web.session_store import PROVED_KEY

PREFIX = "confirm"
FIELD = f"{PREFIX}-password"
PASSKEY_FIELD = f"{PREFIX}-credential"
FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")
NOT_CARRIED = ("csrfmiddlewaretoken", FIELD, PASSKEY_FIELD)
STATUS = SignInTooOld().status


def confirmation_take(request: HttpRequest) -> None:
    """Take the confirmation out of a form that brings one, and note it in the session; the rest is what the view gets.

    Errors: SignInTooOld where it is wrong, whose page says so.
    """
    if request.method != "POST" or request.content_type not in FORMS:
        return
    if FIELD not in request.POST and PASSKEY_FIELD not in request.POST:
        return
    is_by_passkey = bool(request.POST.get(PASSKEY_FIELD))
    form: PortalForm = (PasskeyForm if is_by_passkey else ConfirmForm)(request.POST, prefix=PREFIX)
    fields = request.POST.copy()
    for name in (FIELD, PASSKEY_FIELD):
        fields.pop(name, None)
    request.POST = fields  # type: ignore[assignment]  # the view's own form
    account = request.user
    if not isinstance(account, Account):
        return
    if form.is_valid():
        try:
            account.proved_at = _proved(request, account, form)
        except Refusal as refusal:
            form.refuse(refusal)
        else:
            request.session[PROVED_KEY] = account.proved_at.timestamp()
            return
    request.refused_confirmation = form  # type: ignore[attr-defined]  # shown by the page that asks again
    raise SignInTooOld()


def _proved(request: HttpRequest, account: Account, form: PortalForm) -> datetime:
    if isinstance(form, ConfirmForm):
        return account_confirm(actor=account, password=form.cleaned_data["password"])
    challenge, answer = challenge_take(request, CONFIRM), form.cleaned_data["credential"]
    return account_confirm_by_passkey(actor=account, answer=answer, challenge=challenge)


def confirmation_page(request: HttpRequest) -> HttpResponse:
    """Return the page that asks for the password and carries what was sent."""
    fields = [(name, value) for name, values in request.POST.lists() if name not in NOT_CARRIED for value in values]
    has_password = not isinstance(request.user, Account) or request.user.has_usable_password()
    refusing = getattr(request, "refused_confirmation", None)
    context = {
        "form": refusing if isinstance(refusing, ConfirmForm) else ConfirmForm(prefix=PREFIX),
        "refused": refusing if isinstance(refusing, PasskeyForm) else None,
        "passkey": shown_for(request, CONFIRM, request.user) if isinstance(request.user, Account) else {},
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
