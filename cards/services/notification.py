"""Notifications: written in the transaction of what they report, for accounts that may still see it."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.conf import settings
from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from cards.errors import InvalidFields
from cards.models import Account, Card, Membership, Notification, NotificationChoice, NotificationKind, Outbox, Pack
from cards.models.fields import DJANGO_LANGUAGES
from cards.permissions import Actor, require_account
from cards.queries.names import draft_name
from cards.services.audit import audit_record, request_id
from cards.services.emails import email_send, notification_email
from cards.services.notification_words import notification_path, notification_sentence

RECIPIENTS_LIMIT = 500  # accounts that one act notifies
NOTIFICATION_MAIL = "notification.mail"


def notify(
    *, kind: NotificationKind, accounts: Iterable[Account], pack: Pack, by: Account | None, about: Mapping[str, Any]
) -> list[Notification]:
    """Write one notification for each member among these who wants the kind; never for who did it."""
    candidates = {account.pk for account in accounts} - ({by.pk} if by else set())
    members = Membership.objects.filter(pack=pack, account__in=candidates, account__is_active=True)
    keys = set(members.order_by("account").values_list("account", flat=True)[:RECIPIENTS_LIMIT])
    choices = {row.account_id: row for row in NotificationChoice.objects.filter(account__in=keys)}
    recipients = sorted(key for key in keys if key not in choices or kind not in choices[key].muted)
    called = _names_of(pack, about.get("card", "")) if recipients else {}
    rows = [Notification(account_id=key, kind=kind, pack=pack, by=by, about={**called, **about}) for key in recipients]
    notifications = Notification.objects.bulk_create(rows)
    if settings.EMAIL_CONFIGURED:
        to_mail = [
            notification
            for notification in notifications
            if notification.account_id not in choices or kind not in choices[notification.account_id].unmailed
        ]
        Outbox.objects.bulk_create(
            Outbox(topic=NOTIFICATION_MAIL, payload={"notification": notification.pk}, request_id=request_id())
            for notification in to_mail
        )
    return notifications


def _names_of(pack: Pack, card_id: str) -> dict[str, str]:
    """Return the names that a notification calls a card by, as `card_en` and `card_zh`; empty for a card without a name."""
    card = Card.objects.filter(pack=pack, written_id=card_id).select_related("draft").first() if card_id else None
    names = draft_name(pack, card) if card else {}
    return {f"card_{language}": name for language, name in names.items() if name}


def notification_mail_send(*, notification: int) -> None:
    """Mail what a notification says to its account, in its language; one that is gone, or of an account that is, is not sent."""
    row = Notification.objects.filter(pk=notification, account__is_active=True).select_related("account", "pack", "by")
    notification_row = row.first()
    if notification_row is None:
        return
    language = notification_row.account.language
    with override(DJANGO_LANGUAGES[language]):
        email = notification_email(
            pack=next(
                filter(None, (notification_row.pack.name[language], *notification_row.pack.name.values())),
                notification_row.pack.slug,
            ),
            sentence=notification_sentence(notification_row, language),
            link=f"{settings.SITE_URL}{notification_path(notification_row)}",
            choices=f"{settings.SITE_URL}{reverse('cards:notifications')}",
        )
    email_send(email=email, to=notification_row.account.email)


def notifications_read(*, actor: Actor) -> int:
    """Mark every notification of the account as read; return how many were new."""
    account = require_account(actor)
    return Notification.objects.filter(account=account, read_at__isnull=True).update(read_at=timezone.now())


def notification_choose(
    *, actor: Actor, muted_kinds: Iterable[str], unmailed_kinds: Iterable[str]
) -> NotificationChoice:
    """Keep which kinds the account does not want in the portal, and which not by mail."""
    account = require_account(actor)
    choices = {"muted": sorted(set(muted_kinds)), "unmailed": sorted(set(unmailed_kinds))}
    for name, kinds in choices.items():
        if unknown := set(kinds) - set(NotificationKind.values):
            raise InvalidFields.of(f"/{name}", f"No such kind: {min(unknown)}.", f"没有这种通知：{min(unknown)}。")
    with transaction.atomic():
        row, _ = NotificationChoice.objects.update_or_create(account=account, defaults=choices)
        audit_record(actor=account, action="account.notification_choose", details=choices)
    return row
