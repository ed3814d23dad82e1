"""Mails that bring a link. The relay sends them and makes the secret then: none lies in the outbox, and none is shown to who asked.

A request that waited for the mail server would say by its length who has an account.
"""

import math
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import override

from cards.models import Account, Invitation, Outbox, Pack
from cards.models.fields import DJANGO_LANGUAGES
from cards.queries.clock import database_now
from cards.services.audit import audit_record, request_id
from cards.services.emails import (
    email_send,
    pack_invitation_email,
    password_reset_email,
    portal_invitation_email,
    role_label,
)
from cards.services.known_place import NOWHERE, Place
from cards.services.link import (
    LIFETIME,
    fresh_secret,
    invitation_check,
    invitation_create,
    is_vouched,
    reset_account,
    reset_link,
)

RESET_MAIL = "account.reset_mail"  # topics of the outbox
INVITATION_MAIL = "invitation.mail"
SALT = "cards.reset_mail"


def account_reset_mail(*, email: str, language: str, place: Place = NOWHERE, actor: Account | None = None) -> None:
    """Queue the mail with a link to choose a password, if an account has this email."""
    account = reset_account(email=email, place=place, by=actor)
    if account is None:
        return
    payload = {"account": account.pk, "language": language, "state": _state(account)}
    with transaction.atomic():
        Outbox.objects.create(topic=RESET_MAIL, payload=payload, request_id=request_id())
        audit_record(actor=actor, action="account.reset_request", target=account.email)


def reset_mail_send(*, account: int, language: str, state: str = "") -> None:
    """Mail a new link to an account that is still active and as it was when the mail was asked for.

    A mail that waits is a link that is pending: what ends links ends it, too.
    Errors: SMTPException and OSError of the mail server.
    """
    with transaction.atomic():
        row = Account.objects.select_for_update(no_key=True).filter(pk=account, is_active=True).first()
        if row is None or (state and not _is_current(state, row)):
            return
        token = reset_link(row)
    with override(language):
        email = password_reset_email(link=f"{settings.SITE_URL}/reset/{token}/", days=LIFETIME.days, email=row.email)
    email_send(email=email, to=row.email)


def invitation_mail(
    *,
    actor: Account,
    email: str,
    language: str,
    pack: Pack | None = None,
    role: str = "",
    expires_at: datetime | None = None,
) -> None:
    """Invite to a pack or to the portal by a mail alone: only who reads the mail of that address gets the link."""
    with transaction.atomic():
        token = invitation_create(actor=actor, email=email, pack=pack, role=role, expires_at=expires_at)
        payload = {"invitation": invitation_check(token=token).pk, "language": language}
        Outbox.objects.create(topic=INVITATION_MAIL, payload=payload, request_id=request_id())


def invitation_mail_send(*, invitation: int, language: str) -> None:
    """Mail the link of an invitation that still works, with a secret made now. Errors: as above."""
    with transaction.atomic():
        row = Invitation.objects.select_for_update(of=("self",)).filter(pk=invitation, used_at__isnull=True).first()
        now = database_now()
        if row is None or not row.is_usable(now) or not is_vouched(row):
            return
        link = f"{settings.SITE_URL}/invitations/{fresh_secret(row)}/"
    days = math.ceil((row.expires_at - now) / timedelta(days=1))
    by = row.created_by.get_full_name() if row.created_by else "Cardloom"
    with override(DJANGO_LANGUAGES[language]):
        if row.pack is None:
            email = portal_invitation_email(link=link, days=days, by=by)
        else:
            name = next(filter(None, (row.pack.name[language], *row.pack.name.values())), row.pack.slug)
            email = pack_invitation_email(link=link, days=days, by=by, pack=name, role=role_label(row.role))
    email_send(email=email, to=row.email)


def _is_current(state: str, account: Account) -> bool:
    """Return whether an account is still as it was when its state was hashed, under SECRET_KEY or one of its fallbacks."""
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    return any(constant_time_compare(state, _state(account, key)) for key in keys)


def _state(account: Account, key: str | bytes | None = None) -> str:
    """Return a hash that changes with the password, the address, and the end of all sessions."""
    state = f"{account.pk}:{account.email}:{account.session_epoch}:{account.password}"
    return salted_hmac(SALT, state, secret=key, algorithm="sha256").hexdigest()
