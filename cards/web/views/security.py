"""The second step of a sign-in, and the page on which an account sets up its second factor."""

from datetime import UTC, datetime, timedelta
from typing import Any

import segno
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.crypto import constant_time_compare
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from cards.errors import Limited, Refusal
from cards.fresh_sign_in import require_fresh
from cards.localization import localize
from cards.models import Account
from cards.permissions import require_account
from cards.queries.clock import database_now
from cards.queries.factors import factor_wanted, has_factor, recovery_codes_left
from cards.sealing import NotOpened, unseal
from cards.services.factor import (
    CODES,
    account_sign_in_finish,
    factor_add,
    factor_codes_renew,
    factor_remove,
    factor_secret,
)
from cards.totp import app_address, secret_words
from cards.web.entering import account_enter
from cards.web.known_browser import place_of
from cards.web.page import open_page, page, posted, render_secret
from cards.web.proof_forms import CodeForm

STEP_KEY = "second_step"
STEP_LIFETIME = timedelta(minutes=10)
ISSUER = "Cardloom"


def step_begin(request: HttpRequest, account: Account, target: str, *, keeps: bool) -> HttpResponse:
    """Ask for the second factor of an account whose password was right; the session knows who it is, and opens nothing."""
    request.session[STEP_KEY] = {
        "account": account.pk,
        "state": account.get_session_auth_hash(),
        "at": database_now().timestamp(),
        "next": target,
        "keep": keeps,
    }
    return redirect("cards:sign-in-step")


@sensitive_post_parameters("code")
@require_http_methods(["GET", "POST"])
@open_page
def sign_in_step(request: HttpRequest) -> HttpResponse:
    """Take the digits of the app or a recovery code, and open the session."""
    step = request.session.get(STEP_KEY)
    account = _account_of(step) if step else None
    if step is None or account is None:
        request.session.pop(STEP_KEY, None)
        return redirect("cards:sign-in")
    form = CodeForm(posted(request))
    status, headers = 200, {}
    if form.is_valid():
        place = place_of(request)
        try:
            account = account_sign_in_finish(account=account, code=form.cleaned_data["code"], place=place)
        except Limited as limited:
            form.refuse(limited)
            status, headers = limited.status, {"Retry-After": str(limited.retry_after)}
        except Refusal as refusal:
            form.refuse(refusal)
        else:
            del request.session[STEP_KEY]
            return account_enter(request, account, step["next"], place, keeps=step["keep"])
    response = render(request, "cards/sign_in_step.html", {"form": form}, status=status)
    for name, value in headers.items():
        response.headers[name] = value
    return response


def _account_of(step: dict[str, Any]) -> Account | None:
    """Return the account of a step that was begun a short while ago, unless its password or sessions changed since."""
    account = Account.objects.filter(pk=step["account"], is_active=True).first()
    is_late = database_now() - datetime.fromtimestamp(step["at"], UTC) > STEP_LIFETIME
    if account is None or is_late or not constant_time_compare(step["state"], account.get_session_auth_hash()):
        return None
    return account


@sensitive_post_parameters("code", "secret")
@require_http_methods(["GET", "POST"])
@page
def security(request: HttpRequest) -> HttpResponse:
    """Show how the account signs in; set up an authenticator app, remove it, or make new recovery codes."""
    action = request.POST.get("do", "") if request.method == "POST" else ""
    form, sealed_secret, codes = CodeForm(request.POST if action == "confirm" else None), "", list[str]()
    try:
        if action == "begin":
            require_fresh(require_account(request.user), "factor.add")
            sealed_secret = factor_secret()
        elif action == "confirm":
            sealed_secret = request.POST.get("secret", "")
            if form.is_valid():
                codes = factor_add(actor=request.user, sealed_secret=sealed_secret, code=form.cleaned_data["code"])
        elif action == "renew":
            codes = factor_codes_renew(actor=request.user)
        elif action == "remove":
            factor_remove(actor=request.user)
            messages.success(request, localize("The authenticator app is removed.", "身份验证器已移除。"))
            return redirect("cards:security")
    except Refusal as refusal:
        form.refuse(refusal)
    return _render(request, form, sealed_secret, codes)


def _render(request: HttpRequest, form: CodeForm, sealed_secret: str, codes: list[str]) -> HttpResponse:
    account = require_account(request.user)
    is_on = has_factor(account)
    context: dict[str, Any] = {
        "form": form,
        "is_on": is_on,
        "is_wanted": not is_on and factor_wanted(account),
        "codes": codes,
        "left": recovery_codes_left(account),
        "most": CODES,
        "section": "account",
    }
    if sealed_secret and not is_on:
        context |= _setting_up(account, sealed_secret)
    status = 400 if form.errors else 200
    return render_secret(request, "cards/security.html", context, sealed_secret or "".join(codes), status)


def _setting_up(account: Account, sealed_secret: str) -> dict[str, str]:
    """Return what the page shows of a secret: as a QR code, as letters, and sealed, to be sent back."""
    try:
        secret = unseal(sealed_secret)
    except NotOpened:
        return {}
    image = segno.make(app_address(secret, account=account.email, issuer=ISSUER), error="m")
    picture = image.svg_inline(
        scale=4, border=2, dark="#000", light="#fff", svgclass="qr", lineclass=None, omitsize=False
    )
    return {"sealed": sealed_secret, "letters": secret_words(secret), "picture": picture}
