"""Signing in by a passkey: a page that asks the browser for one, and the session that it opens."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from cards.errors import NotFound, Refusal
from cards.services.passkey import account_sign_in_by_passkey
from cards.web.entering import account_enter
from cards.web.known_browser import place_of
from cards.web.page import open_page, way_on
from cards.web.passkey_challenge import SIGN_IN, challenge_take, opens_by_passkey, shown_for
from cards.web.proof_forms import PasskeyForm


@sensitive_post_parameters("credential")
@require_http_methods(["GET", "POST"])
@open_page
def sign_in_passkey(request: HttpRequest) -> HttpResponse:
    """Ask the browser for a passkey, and open the session of the account that it is of; a look leads back, and stores nothing."""
    if not opens_by_passkey():
        raise NotFound()
    target = way_on(request, request.POST.get("next", ""))
    if request.user.is_authenticated:
        return redirect(target)
    if request.method != "POST":
        return redirect("cards:sign-in")
    form = PasskeyForm(request.POST if "credential" in request.POST else None)
    if form.is_valid():
        place, challenge = place_of(request), challenge_take(request, SIGN_IN)
        try:
            account = account_sign_in_by_passkey(
                answer=form.cleaned_data["credential"], challenge=challenge, place=place
            )
        except Refusal as refusal:
            form.refuse(refusal)
        else:
            return account_enter(request, account, target, place, keeps=True)
    context = {"form": form, "next": target, "passkey": shown_for(request, SIGN_IN)}
    return render(request, "cards/sign_in_passkey.html", context)
