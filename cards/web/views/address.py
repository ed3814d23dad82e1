"""The address that an account signs in with: confirmed by the link that was sent to the new one."""

import logging
from smtplib import SMTPException

from django.conf import settings
from django.contrib import messages
from django.core.mail import send_mail
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from cards.errors import IdTaken
from cards.services.address import address_check, address_confirm, address_request
from cards.web.forms import AddressForm
from cards.web.page import open_page
from cards.web.text import bilingual_plain

log = logging.getLogger(__name__)


def address_ask(request: HttpRequest, form: AddressForm, address: str) -> HttpResponse:
    """Send a link to the new address, and say so."""
    token = address_request(actor=request.user, address=address, **form.cleaned_data)
    link = request.build_absolute_uri(reverse("cards:address-confirm", args=[token]))
    said = gettext("Open this link to sign in with this address from now on. It works once, for seven days.")
    if _mailed(address_check(token=token).email, gettext("Confirm your new address"), f"{said}\n\n{link}\n"):
        messages.success(request, gettext("A link was sent to the new address. Until it is opened, nothing changes."))
    else:
        messages.error(request, gettext("The mail could not be sent. Try again later, or ask an operator."))
    return redirect("cards:account")


@require_http_methods(["GET", "POST"])
@open_page
def address_change(request: HttpRequest, token: str) -> HttpResponse:
    """Ask before the address is changed, change it, and write to the former one."""
    link = address_check(token=token)
    refusal = ""
    if request.method == "POST":
        old = link.account.email
        try:
            address_confirm(token=token)
        except IdTaken as taken:
            refusal = str(bilingual_plain(taken.detail))
        else:
            said = gettext("Your account signs in with %(email)s now. If this was not you, ask an operator at once.")
            _mailed(old, gettext("Your address was changed"), f"{said % {'email': link.email}}\n")
            messages.success(request, gettext("The address is changed. Sign in with the new one from now on."))
            return redirect("cards:account" if request.user == link.account else "cards:sign-in")
    return render(request, "cards/address_confirm.html", {"link": link, "refusal": refusal})


def _mailed(to: str, subject: str, text: str) -> bool:
    """Send a mail; say whether it went out."""
    if not settings.EMAIL_CONFIGURED:
        return False
    try:
        send_mail(subject, text, settings.DEFAULT_FROM_EMAIL, [to])
    except (SMTPException, OSError) as error:
        log.error("mail not sent", extra={"reason": str(error)})
        return False
    return True
