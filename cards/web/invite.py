"""Inviting from a page: by mail where the portal sends any, and only otherwise by a link that the page shows."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest
from django.urls import reverse

from cards.localization import data_language, localize
from cards.services.link import invitation_create
from cards.services.link_mail import invitation_mail


def invite(request: HttpRequest, params: Mapping[str, Any]) -> str:
    """Invite with the arguments of `invitation_create`; return the link to pass on by hand, empty where it is mailed.

    The inviting account never sees a link that can be mailed: it would open an account under another person's address.
    """
    if not settings.EMAIL_CONFIGURED:
        return request.build_absolute_uri(reverse("cards:invitation", args=[invitation_create(**params)]))
    invitation_mail(language=data_language(), **params)
    messages.success(
        request,
        localize("An invitation was sent to {email}.", "邀请已发送至 {email}。", email=params["email"].strip().lower()),
    )
    return ""
