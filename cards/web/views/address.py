"""The address that an account signs in with: confirmed by the link that was sent to the new one."""

from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from cards.errors import IdTaken
from cards.localization import localize
from cards.services.address import address_check, address_confirm, address_request
from cards.services.emails import address_changed_email, address_confirmation_email
from cards.services.link import LIFETIME
from cards.web.forms import AddressForm
from cards.web.mail import try_email
from cards.web.page import open_page
from cards.web.text import bilingual_plain


def address_ask(request: HttpRequest, form: AddressForm) -> HttpResponse:
    """Send a link to the new address, and say so."""
    token = address_request(actor=request.user, **form.cleaned_data)
    link = request.build_absolute_uri(reverse("cards:address-confirm", args=[token]))
    email = address_check(token=token).email
    if try_email(address_confirmation_email(link=link, days=LIFETIME.days, email=email), email):
        text = localize(
            "A link was sent to the new address. The change takes effect when it is opened.",
            "链接已发往新邮箱，打开后即生效。",
        )
        messages.success(request, text)
    else:
        text = localize(
            "The mail could not be sent. Try again later, or ask an operator.",
            "邮件未能发送。请稍后再试，或联系运营者。",
        )
        messages.error(request, text)
    return redirect("cards:account")


@require_http_methods(["GET", "POST"])
@open_page
def address_change(request: HttpRequest, token: str) -> HttpResponse:
    """Confirm and change the address, and write to the former one."""
    link = address_check(token=token)
    refusal = ""
    if request.method == "POST":
        old = link.account.email
        try:
            account = address_confirm(token=token).account
        except IdTaken as taken:
            refusal = str(bilingual_plain(taken.detail))
        else:
            try_email(address_changed_email(email=link.email), old)
            messages.success(
                request,
                localize(
                    "Your address has been changed. Sign in with the new one from now on.",
                    "邮箱已修改，今后请用新邮箱登录。",
                ),
            )
            if request.user != account:
                return redirect("cards:sign-in")
            update_session_auth_hash(request, account)
            return redirect("cards:account")
    return render(request, "cards/address_confirm.html", {"link": link, "refusal": refusal})
