"""The second step of a sign-in, and the page on which an account sets up its second factors."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from http import HTTPStatus
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
from cards.lookups import search_words
from cards.models import Account
from cards.permissions import require_account
from cards.queries.clock import database_now
from cards.queries.factors import browsers_remembered, factor_wanted, has_app, passkeys_of, recovery_codes_left
from cards.sealing import NotOpened, unseal
from cards.services.factor import (
    CODES,
    account_sign_in_finish,
    factor_add,
    factor_ask_everywhere,
    factor_codes_renew,
    factor_remove,
    factor_secret,
)
from cards.services.known_place import Place
from cards.services.passkey import account_sign_in_by_passkey, passkey_add, passkey_remove, passkey_rename
from cards.shape import JsonObject
from cards.totp import app_address, secret_words
from cards.web.devices import device_of
from cards.web.entering import account_enter
from cards.web.forms import PortalForm, refusal_details
from cards.web.known_browser import place_of
from cards.web.page import open_page, page, posted, posted_number, render_secret
from cards.web.passkey_challenge import ADD, STEP, challenge_take, created_for, opens_by_passkey, shown_for
from cards.web.proof_forms import CodeForm, NewPasskeyForm, StepCodeForm, StepPasskeyForm
from cards.webauthn import site_host

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
    form = _step_form(request)
    status, headers = 200, {}
    if form.is_valid():
        place = place_of(request)
        try:
            account = _finish(request, account, form, place)
        except Limited as limited:
            form.refuse(limited)
            status, headers = limited.status, {"Retry-After": str(limited.retry_after)}
        except Refusal as refusal:
            form.refuse(refusal)
        else:
            del request.session[STEP_KEY]
            return account_enter(request, account, step["next"], place, keeps=step["keep"])
    is_by_passkey = isinstance(form, StepPasskeyForm)
    context = {
        "form": StepCodeForm() if is_by_passkey else form,
        "refused": form if is_by_passkey else None,
        "passkey": shown_for(request, STEP, account),
        "has_app": has_app(account),
    }
    response = render(request, "cards/sign_in_step.html", context, status=status)
    for name, value in headers.items():
        response.headers[name] = value
    return response


def _step_form(request: HttpRequest) -> PortalForm:
    """Return the form of the way by which the step is taken: a code, or what the browser answered for a passkey."""
    return StepPasskeyForm(request.POST) if request.POST.get("credential") else StepCodeForm(posted(request))


def _finish(request: HttpRequest, account: Account, form: PortalForm, place: Place) -> Account:
    remembers = form.cleaned_data["remember"]
    if isinstance(form, StepCodeForm):
        return account_sign_in_finish(account=account, code=form.cleaned_data["code"], place=place, remembers=remembers)
    challenge, answer = challenge_take(request, STEP), form.cleaned_data["credential"]
    return account_sign_in_by_passkey(
        answer=answer, challenge=challenge, account=account, place=place, remembers=remembers
    )


def _account_of(step: dict[str, Any]) -> Account | None:
    """Return the account of a step that was begun a short while ago, unless its password or sessions changed since."""
    account = Account.objects.filter(pk=step["account"], is_active=True).first()
    is_late = database_now() - datetime.fromtimestamp(step["at"], UTC) > STEP_LIFETIME
    if account is None or is_late or not constant_time_compare(step["state"], account.get_session_auth_hash()):
        return None
    return account


@sensitive_post_parameters("code", "secret", "credential")
@require_http_methods(["GET", "POST"])
@page
def security(request: HttpRequest) -> HttpResponse:
    """Show how the account signs in; set up and remove an authenticator app and passkeys, or make new recovery codes."""
    account, action = require_account(request.user), request.POST.get("do", "") if request.method == "POST" else ""
    look = Look(account)
    try:
        sentence = ACTIONS[action](request, look) if action in ACTIONS else ""
    except Refusal as refusal:
        form, sentence = look.form_of(action), ""
        if not form.is_bound:
            messages.error(request, refusal_details(refusal))
            return redirect("cards:security")
        form.refuse(refusal)
    if sentence:
        messages.success(request, sentence)
        return redirect("cards:security")
    if look.is_adding_passkey:
        look.creation = created_for(request, account)
    return render_secret(
        request, "cards/security.html", look.context(), look.sealed_secret or "".join(look.codes), look.status
    )


@dataclass
class Look:
    """What the page shows after an action: the forms with what was refused, a secret that is set up, codes that are seen once."""

    account: Account
    code_form: CodeForm = field(default_factory=CodeForm)
    passkey_form: NewPasskeyForm = field(default_factory=NewPasskeyForm)
    sealed_secret: str = ""
    codes: list[str] = field(default_factory=list)
    is_adding_passkey: bool = False
    creation: JsonObject = field(default_factory=dict)

    def form_of(self, action: str) -> PortalForm:
        """Return the form that shows why an action is refused."""
        return self.passkey_form if action.startswith("passkey") else self.code_form

    @property
    def status(self) -> int:
        """Return 400 where something was refused."""
        return HTTPStatus.BAD_REQUEST if self.code_form.errors or self.passkey_form.errors else HTTPStatus.OK

    def context(self) -> dict[str, Any]:
        """Return what the template needs."""
        is_on, keys = has_app(self.account), passkeys_of(self.account)
        has_any = is_on or bool(keys)
        return {
            "form": self.code_form,
            "passkey_form": self.passkey_form,
            "is_on": is_on,
            "has_any": has_any,
            "passkeys": keys,
            "knows_passkeys": bool(site_host()),
            "opens_by_passkey": opens_by_passkey(),
            "creation": self.creation,
            "is_wanted": not has_any and factor_wanted(self.account),
            "codes": self.codes,
            "left": recovery_codes_left(self.account),
            "remembered": browsers_remembered(self.account),
            "most": CODES,
            "section": "account",
            **(_setting_up(self.account, self.sealed_secret) if self.sealed_secret and not is_on else {}),
        }


def _begin(request: HttpRequest, look: Look) -> str:
    require_fresh(look.account, "factor.add")
    look.sealed_secret = factor_secret()
    return ""


def _confirm(request: HttpRequest, look: Look) -> str:
    look.sealed_secret, look.code_form = request.POST.get("secret", ""), CodeForm(request.POST)
    if look.code_form.is_valid():
        code = look.code_form.cleaned_data["code"]
        look.codes = factor_add(actor=request.user, sealed_secret=look.sealed_secret, code=code)
        return "" if look.codes else localize("The authenticator app is on.", "身份验证器已启用。")
    return ""


def _renew(request: HttpRequest, look: Look) -> str:
    look.codes = factor_codes_renew(actor=request.user)
    return ""


def _ask_everywhere(request: HttpRequest, look: Look) -> str:
    factor_ask_everywhere(actor=request.user)
    return localize("Every browser asks for the second factor again.", "所有浏览器都会重新询问第二重验证。")


def _remove(request: HttpRequest, look: Look) -> str:
    factor_remove(actor=request.user)
    return localize("The authenticator app is removed.", "身份验证器已移除。")


def _passkey_begin(request: HttpRequest, look: Look) -> str:
    require_fresh(look.account, "factor.passkey_add")
    look.is_adding_passkey = True
    look.passkey_form = NewPasskeyForm(initial={"name": device_of(request.headers.get("User-Agent", ""))})
    return ""


def _passkey_add(request: HttpRequest, look: Look) -> str:
    look.passkey_form, look.is_adding_passkey = NewPasskeyForm(request.POST), True
    challenge = challenge_take(request, ADD)
    if not look.passkey_form.is_valid():
        return ""
    data = look.passkey_form.cleaned_data
    look.codes = passkey_add(actor=request.user, name=data["name"], answer=data["credential"], challenge=challenge)
    look.is_adding_passkey = False
    return "" if look.codes else localize("The passkey {name} is added.", "已添加通行密钥 {name}。", name=data["name"])


def _passkey_rename(request: HttpRequest, look: Look) -> str:
    pk, name = posted_number(request, "passkey", 18), search_words(request.POST, "name")
    passkey_rename(actor=request.user, pk=pk, name=name)
    return localize("Saved.", "已保存。")


def _passkey_remove(request: HttpRequest, look: Look) -> str:
    passkey_remove(actor=request.user, pk=posted_number(request, "passkey", 18))
    return localize("The passkey is removed.", "通行密钥已移除。")


ACTIONS: Mapping[str, Callable[[HttpRequest, Look], str]] = {
    "begin": _begin,
    "confirm": _confirm,
    "renew": _renew,
    "remove": _remove,
    "ask-everywhere": _ask_everywhere,
    "passkey-begin": _passkey_begin,
    "passkey-add": _passkey_add,
    "passkey-rename": _passkey_rename,
    "passkey-remove": _passkey_remove,
}
"""What the buttons of the page do; each returns the sentence that the fresh page shows; it is empty where the page goes on."""


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
