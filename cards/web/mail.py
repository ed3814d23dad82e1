"""Mails that a request sends itself, because its answer says whether they went out."""

import logging
from smtplib import SMTPException

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest
from django.utils.translation import gettext

from cards.services.letters import Letter, letter_send

log = logging.getLogger(__name__)


def mailed(letter: Letter, to: str) -> bool:
    """Send a mail; say whether it went out."""
    if not settings.EMAIL_CONFIGURED:
        return False
    try:
        letter_send(letter=letter, to=to)
    except (SMTPException, OSError) as error:
        log.error("mail not sent", extra={"reason": str(error)})
        return False
    return True


def handed_over(request: HttpRequest, letter: Letter, to: str, link: str, done: str) -> str:
    """Mail a link and say that it is `done`; return the link where it must be passed on by hand."""
    if mailed(letter, to):
        messages.success(request, done)
        return ""
    if settings.EMAIL_CONFIGURED:
        messages.error(request, gettext("The mail could not be sent: pass the link on yourself."))
    return link
