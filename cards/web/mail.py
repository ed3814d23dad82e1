"""Mails that a request sends itself, because its answer says whether they went out."""

import logging
from smtplib import SMTPException

from django.conf import settings

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
