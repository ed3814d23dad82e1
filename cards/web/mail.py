"""Mails that a request sends itself, because its answer says whether they went out."""

import logging
from smtplib import SMTPException

from django.conf import settings

from cards.services.emails import Email, email_send

log = logging.getLogger(__name__)


def try_email(email: Email, to: str) -> bool:
    """Send a mail and return whether it went out; a failure is logged."""
    if not settings.EMAIL_CONFIGURED:
        return False
    try:
        email_send(email=email, to=to)
    except (SMTPException, OSError) as error:
        log.error("mail not sent", extra={"reason": str(error)})
        return False
    return True
