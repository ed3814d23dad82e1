"""Signing in and out, passwords, and how an account is shown its pages."""

from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, logout, update_session_auth_hash
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from cards.errors import Limited, NotFound, Refusal, StateConflict
from cards.localization import localize
from cards.models import Account, Pack, SignedIn
from cards.queries.clock import database_now
from cards.queries.sessions import SESSIONS_LIMIT, session_list
from cards.services.account import (
    account_password_change,
    account_sessions_end,
    account_settings_save,
    account_sign_in,
    account_sign_out,
    factor_is_asked,
)
from cards.services.company import LOCAL_ENTRY, is_local_entry, operator_enter
from cards.services.link import (
    account_reset_check,
    account_reset_confirm,
    account_reset_request,
    invitation_accept,
    invitation_check,
)
from cards.services.link_mail import account_reset_mail
from cards.services.session import session_end
from cards.web.company_session import joining
from cards.web.devices import device_of
from cards.web.endings import credential_kinds, endings_table
from cards.web.entering import account_enter, follow_browser
from cards.web.forms import (
    AddressForm,
    InvitationForm,
    NewPasswordForm,
    PasswordForm,
    ProfileForm,
    ResetRequestForm,
    SignInForm,
)
from cards.web.known_browser import keep_browser, place_of
from cards.web.page import open_page, page, posted, posted_number, render_secret, way_on
from cards.web.passkey_challenge import opens_by_passkey
from cards.web.session_store import ENDS_KEY
from cards.web.showcase import FACES
from cards.web.views.address import address_ask
from cards.web.views.security import step_begin
from cards.web.views.site import keep_language, keep_theme


@sensitive_post_parameters("password")
@require_http_methods(["GET", "POST"])
@open_page
def sign_in(request: HttpRequest) -> HttpResponse:
    """Open a session for email and password, and go on to where the visitor was going."""
    target = way_on(request, request.POST.get("next") or request.GET.get("next", ""))
    if request.user.is_authenticated:
        return redirect(target)
    has_passwords = settings.SIGN_IN != "oidc" or joining(request) is not None
    form = SignInForm(posted(request) if has_passwords else None)
    context = {"form": form, "next": target, "faces": FACES, "has_passwords": has_passwords}
    context["opens_by_passkey"] = opens_by_passkey()
    context |= {"company": settings.OIDC_NAME if settings.SIGN_IN != "password" else "", "joining": joining(request)}
    if form.is_valid():
        try:
            return _enter(request, form, target)
        except Limited as limited:
            form.refuse(limited)
            response = render(request, "cards/sign_in.html", context, status=limited.status)
            response.headers["Retry-After"] = str(limited.retry_after)
            return response
        except Refusal as refusal:
            form.refuse(refusal)
    return render(request, "cards/sign_in.html", context)


def _enter(request: HttpRequest, form: SignInForm, target: str) -> HttpResponse:
    place, keeps = place_of(request), form.cleaned_data["keep"]
    account = account_sign_in(email=form.cleaned_data["email"], password=form.cleaned_data["password"], place=place)
    if factor_is_asked(account=account, place=place):
        return step_begin(request, account, target, keeps=keeps)
    return account_enter(request, account, target, place, keeps=keeps)


def _require_passwords() -> None:
    if settings.SIGN_IN == "oidc":
        raise NotFound()


@require_POST
@open_page
def sign_out(request: HttpRequest) -> HttpResponse:
    """End the session."""
    if isinstance(request.user, Account):
        account_sign_out(actor=request.user)
    logout(request)
    return redirect("cards:sign-in")


@require_http_methods(["GET", "POST"])
@open_page
def reset_request(request: HttpRequest) -> HttpResponse:
    """Send a link to choose a new password; the answer is the same whether the account exists or not."""
    _require_passwords()
    form = ResetRequestForm(posted(request))
    is_sent, link = False, ""
    if form.is_valid():
        operator = request.user if isinstance(request.user, Account) and request.user.is_operator else None
        try:
            link = _hand_over(request, form.cleaned_data["email"], operator)
            is_sent = True
        except Refusal as refusal:
            form.refuse(refusal)
    context = {"form": form, "done": is_sent, "link": link, "mail": settings.EMAIL_CONFIGURED}
    return render_secret(request, "cards/reset_request.html", context, link)


def _hand_over(request: HttpRequest, email: str, operator: Account | None) -> str:
    """Leave the mail to the relay, or return the link for an operator to pass on where there is no mail."""
    params: dict[str, Any] = {"email": email, "place": place_of(request), "actor": operator}
    if settings.EMAIL_CONFIGURED:
        account_reset_mail(language=get_language() or "en", **params)
        return ""
    token = account_reset_request(**params)
    return request.build_absolute_uri(reverse("cards:reset", args=[token])) if token and operator else ""


@sensitive_post_parameters("password")
@require_http_methods(["GET", "POST"])
@open_page
def reset(request: HttpRequest, token: str) -> HttpResponse:
    """Choose a new password with a link."""
    _require_passwords()
    account = account_reset_check(token=token)
    form = NewPasswordForm(posted(request))
    if form.is_valid():
        try:
            return _set_password(request, token, form)
        except Refusal as refusal:
            form.refuse(refusal, "password")
    return render(request, "cards/reset.html", {"form": form, "email": account.email})


def _set_password(request: HttpRequest, token: str, form: NewPasswordForm) -> HttpResponse:
    place = place_of(request)
    account_reset_confirm(token=token, password=form.cleaned_data["password"], place=place)
    messages.success(
        request, localize("Your password has been changed. Sign in with the new one.", "密码已修改，请用新密码登录。")
    )
    response = redirect("cards:sign-in")
    keep_browser(response, place)
    return response


@sensitive_post_parameters("password")
@require_http_methods(["GET", "POST"])
@open_page
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Accept an invitation: make the account that it is for, or join with the one that is signed in."""
    invitation_row = invitation_check(token=token)
    if settings.SIGN_IN == "oidc" and not request.user.is_authenticated:
        if not is_local_entry(invitation_row):
            return redirect(f"{reverse('cards:company-leave')}?{urlencode({'next': request.path})}")
        if request.method == "POST":
            return _enter_for_an_hour(request, token)
    joins = isinstance(request.user, Account) and request.user.email == invitation_row.email
    form = InvitationForm(posted(request))
    if request.method == "POST" and (joins or form.is_valid()):
        words = {} if joins else {"name": form.cleaned_data["name"], "password": form.cleaned_data["password"]}
        try:
            return _accept_invitation(request, token, invitation_row.pack, words)
        except Refusal as refusal:
            form.refuse(refusal)
    context = {"form": form, "invited": invitation_row, "joins": joins or is_local_entry(invitation_row)}
    return render(request, "cards/invitation.html", context)


def _enter_for_an_hour(request: HttpRequest, token: str) -> HttpResponse:
    """Open a session of one hour for an operator who comes by the link of a command."""
    place = place_of(request)
    account = operator_enter(token=token, place=place)
    request.session[ENDS_KEY] = (database_now() + LOCAL_ENTRY).timestamp()
    return account_enter(request, account, reverse("cards:operator"), place, keeps=False)


def _accept_invitation(request: HttpRequest, token: str, pack: Pack | None, words: dict[str, Any]) -> HttpResponse:
    place = place_of(request)
    account = invitation_accept(token=token, actor=request.user, place=place, **words)
    login(request, account)
    follow_browser(request, account)
    response = redirect("cards:pack-detail", pack) if pack else redirect("cards:home")
    keep_browser(response, place)
    return response


@sensitive_post_parameters("current", "new", "address-password")
@require_http_methods(["GET", "POST"])
@page
def account(request: HttpRequest) -> HttpResponse:
    """Show and save name, language, theme, keys, password and address; list and end sessions."""
    assert isinstance(request.user, Account)  # noqa: S101  for the type checker
    action = request.POST.get("do") if request.method == "POST" else None
    if action == "sign-out-everywhere":
        account_sessions_end(actor=request.user)
        logout(request)
        return redirect("cards:sign-in")
    if action in ("password", "address"):
        _require_passwords()
    if action == "sign-out-one":
        return _end_session(request)
    profile = ProfileForm(
        request.POST if action == "profile" else None,
        initial={name: getattr(request.user, name) for name in ("name", "language", "theme", "single_keys")},
    )
    password = PasswordForm(request.POST if action == "password" else None)
    moving = AddressForm(request.POST if action == "address" else None, prefix="address")
    try:
        if profile.is_valid():
            return _save_profile(request, profile)
        if password.is_valid():
            return _save_password(request, password)
        if moving.is_valid():
            return _ask_address(request, moving)
    except Refusal as refusal:
        next(form for form in (profile, password, moving) if form.is_bound).refuse(refusal)
    context = {"profile": profile, "password": password, "moving": moving, "mail": settings.EMAIL_CONFIGURED}
    context |= {"sessions": _sessions(request, request.user), "limit": SESSIONS_LIMIT, "section": "account"}
    context |= {"has_passwords": settings.SIGN_IN != "oidc"}
    context |= {"kinds": credential_kinds(), "endings": endings_table()}
    return render(request, "cards/account.html", context)


def _sessions(request: HttpRequest, account: Account) -> list[tuple[SignedIn, str, bool]]:
    """Return each open session with the name of its device, and whether it is this one."""
    here = request.session.session_key
    return [(row, device_of(row.agent), row.session_key == here) for row in session_list(account=account)]


def _end_session(request: HttpRequest) -> HttpResponse:
    session_end(actor=request.user, pk=posted_number(request, "session", 18))
    messages.success(request, localize("That session has been signed out.", "该会话已退出。"))
    return redirect("cards:account")


def _ask_address(request: HttpRequest, form: AddressForm) -> HttpResponse:
    if not settings.EMAIL_CONFIGURED:
        raise StateConflict("This portal sends no mail: ask an operator.", "此门户不发送邮件：请联系运营者。")
    return address_ask(request, form)


def _save_profile(request: HttpRequest, form: ProfileForm) -> HttpResponse:
    settings = account_settings_save(actor=request.user, **form.cleaned_data)
    messages.success(request, localize("Saved.", "已保存。"))
    response = redirect("cards:account")
    keep_language(response, settings.language)
    keep_theme(request, response, settings.theme)
    return response


def _save_password(request: HttpRequest, form: PasswordForm) -> HttpResponse:
    place = place_of(request)
    changed = account_password_change(actor=request.user, place=place, **form.cleaned_data)
    update_session_auth_hash(request, changed)
    messages.success(
        request,
        localize("Your password has been changed; all other sessions have ended.", "密码已修改，其他会话均已结束。"),
    )
    response = redirect("cards:account")
    keep_browser(response, place)
    return response
