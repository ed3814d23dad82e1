"""Webhooks of a pack: made and removed by its admins, their events fanned out from the outbox.

Source: Standard Webhooks 1.0 (secret and signature).
"""

import base64
import hashlib
import hmac
import json
import secrets
from collections.abc import Mapping
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac

from cards.errors import InvalidFields, StateConflict
from cards.lookups import first_or_not_found
from cards.models import Account, Outbox, Pack, Webhook, WebhookDelivery
from cards.models.webhook import URL_LIMIT, DeliveryState
from cards.permissions import Act, Actor, authorize
from cards.public_addresses import is_public_name
from cards.sealing import seal, unseal
from cards.services.audit import audit_record, with_former
from cards.services.pack import pack_lock
from cards.shape import DIGEST, TEXT, TIME, URL, Json, Member, Named, Shape, one_of, shape
from cards.texts import checked_line

EVENTS = ("release.published", "release.yanked", "release.unyanked")
MAX_WEBHOOKS = 10  # webhooks of one pack
PREFIX = "whsec_"
SALT = "cards.webhook.secret"
SECRET_BYTES = 32
MAX_AGE = timedelta(days=30)
HTTPS_PORT = 443


def webhook_create(*, actor: Actor, pack: Pack, url: str) -> tuple[Webhook, str]:
    """Return a new webhook and its secret, which is shown once.

    Errors: InvalidFields for an address that is not https or names this machine or its network; StateConflict beyond ten.
    """
    account = _authorize(actor, pack)
    public_url = checked_url(url)
    with transaction.atomic():
        pack_lock(pack=pack)
        if Webhook.objects.filter(pack=pack).count() >= MAX_WEBHOOKS:
            raise StateConflict(
                f"A pack has at most {MAX_WEBHOOKS} webhooks.", f"每个卡包最多 {MAX_WEBHOOKS} 个 webhook。"
            )
        webhook = Webhook(pack=pack, url=public_url, created_by=account)
        _draw_secret(webhook)
        webhook.save()
        audit_record(actor=account, action="webhook.create", pack=pack, target=public_url)
    return webhook, secret_of(webhook)


def webhook_edit(*, actor: Actor, webhook: Webhook, url: str, enabled: bool) -> Webhook:
    """Change where a webhook sends to, and whether it does."""
    account = _authorize(actor, webhook.pack)
    public_url = checked_url(url)
    with transaction.atomic():
        locked = _locked_webhook(webhook)
        former = {"url": locked.url, "enabled": locked.disabled_at is None}
        locked.url = public_url
        if enabled:
            locked.disabled_at, locked.disabled_why = None, ""
        elif locked.disabled_at is None:
            locked.disabled_at, locked.disabled_why = timezone.now(), "admin"
        locked.save(update_fields=["url", "disabled_at", "disabled_why"])
        details = with_former({"url": public_url, "enabled": enabled}, former)
        audit_record(actor=account, action="webhook.edit", pack=locked.pack, target=public_url, details=details)
    return locked


def webhook_secret_renew(*, actor: Actor, webhook: Webhook) -> str:
    """Return another secret; the one before signs nothing any more."""
    account = _authorize(actor, webhook.pack)
    with transaction.atomic():
        locked = _locked_webhook(webhook)
        _draw_secret(locked)
        locked.save(update_fields=["nonce", "sealed_secret"])
        audit_record(actor=account, action="webhook.secret_renew", pack=locked.pack, target=locked.url)
    return secret_of(locked)


def webhook_remove(*, actor: Actor, webhook: Webhook) -> None:
    """Remove a webhook and its log."""
    account = _authorize(actor, webhook.pack)
    with transaction.atomic():
        held = _locked_webhook(webhook)
        pack, url = held.pack, held.url
        held.delete()
        audit_record(actor=account, action="webhook.remove", pack=pack, target=url)


def webhook_redeliver(*, actor: Actor, delivery: WebhookDelivery) -> WebhookDelivery:
    """Send an event once more, under the id that it had.

    Errors: StateConflict while it waits already, and for a webhook that is switched off.
    """
    webhook = delivery.webhook
    account = _authorize(actor, webhook.pack)
    with transaction.atomic():
        locked = WebhookDelivery.objects.select_for_update().get(pk=delivery.pk)
        if locked.state == DeliveryState.PENDING:
            raise StateConflict("This delivery is already waiting.", "该投递已在等待中。")
        if webhook.disabled_at is not None:
            raise StateConflict("Switch the webhook on first.", "请先启用该 webhook。")
        locked.state, locked.due_at, locked.tries, locked.lease_id = DeliveryState.PENDING, timezone.now(), 0, None
        locked.save(update_fields=["state", "due_at", "tries", "lease_id"])
        details = {"event": locked.event_id}
        audit_record(actor=account, action="webhook.redeliver", pack=webhook.pack, target=webhook.url, details=details)
    return locked


def webhooks_fan_out(*, row: Outbox) -> int:
    """Make a delivery for each webhook of the pack that an outbox row is about, in the caller's transaction; return how many."""
    pack = Pack.objects.filter(slug=row.payload.get("pack", "")).first()
    if pack is None:
        return 0
    body = event_body(row)
    hooks = Webhook.objects.filter(pack=pack, disabled_at__isnull=True)
    made = [WebhookDelivery(webhook=hook, event_id=f"evt_{row.pk}", kind=row.topic, body=body) for hook in hooks]
    return len(WebhookDelivery.objects.bulk_create(made, ignore_conflicts=True))


def webhooks_prune() -> int:
    """Forget deliveries that are over for thirty days; return how many."""
    old = WebhookDelivery.objects.filter(created_at__lt=timezone.now() - MAX_AGE)
    return old.exclude(state=DeliveryState.PENDING).delete()[0]


def event_body(row: Outbox) -> str:
    """Return what a receiver gets: which release, and where it is."""
    return json.dumps(EVENT(row), ensure_ascii=False, separators=(",", ":"))


def _event_data(row: Outbox) -> Json:
    payload: Mapping[str, Any] = row.payload
    address = f"{settings.SITE_URL.rstrip('/')}/api/v1/packs/{payload['pack']}/releases/{payload['version']}/"
    data = {"pack": payload["pack"], "version": payload["version"], "url": address}
    if "manifest_sha256" in payload:
        data["manifest_sha256"] = payload["manifest_sha256"]
    return data


EVENT_DATA = Named(
    "WebhookEventData", shape(("manifest_sha256",), pack=TEXT, version=TEXT, url=URL, manifest_sha256=DIGEST)
)
EVENT = Shape(
    "WebhookEvent",
    type=Member(one_of(EVENTS), "topic"),
    timestamp=Member(TIME, "created_at"),
    data=Member(EVENT_DATA.ref, _event_data),
)


def secret_of(webhook: Webhook) -> str:
    """Return the secret of a webhook, as its receiver knows it.

    Errors: NotOpened.
    """
    return PREFIX + base64.b64encode(webhook_secret(webhook)).decode()


def signature_of(webhook: Webhook, *, event_id: str, timestamp: int, body: str) -> str:
    """Return the signature of one attempt.

    Errors: NotOpened.
    """
    message = f"{event_id}.{timestamp}.{body}".encode()
    return "v1," + base64.b64encode(hmac.new(webhook_secret(webhook), message, hashlib.sha256).digest()).decode()


def checked_url(url: str, *, pointer: str = "/url") -> str:
    """Return an address that events may be sent to, as far as it can be told without asking for its host.

    Errors: InvalidFields.
    """
    url = checked_line(url, pointer=pointer, limit=URL_LIMIT)
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", HTTPS_PORT if parts.port is None else parts.port
    except ValueError:
        host, port, parts = "", 0, urlsplit("")
    is_plain = url.isascii() and url.isprintable() and not set(' \\"<>^`{|}') & set(url) and "@" not in parts.netloc
    if parts.scheme != "https" or not host or not port or not is_plain:
        raise InvalidFields.of(
            pointer,
            "An address that begins with https://, in plain characters, without a name and password, its port not 0.",
            "应为以 https:// 开头的地址，只含普通字符，不含用户名和密码，端口不为 0。",
        )
    if not is_public_name(host, settings.WEBHOOK_ALLOW) or ("[" in parts.netloc and ":" not in host):
        raise InvalidFields.of(
            pointer,
            "An address of a public host, not of this machine or its network.",
            "应为公网主机的地址，不能是本机或内网。",
        )
    return url


def webhook_secret(webhook: Webhook) -> bytes:
    """Return the secret with which the events of a webhook are signed.

    Errors: NotOpened.
    """
    if webhook.sealed_secret:
        return unseal(webhook.sealed_secret)
    return salted_hmac(SALT, webhook.nonce, algorithm="sha256").digest()


def _draw_secret(webhook: Webhook) -> None:
    """Give a webhook a new secret; its nonce makes none any more."""
    webhook.nonce, webhook.sealed_secret = secrets.token_hex(16), seal(secrets.token_bytes(SECRET_BYTES))


def _locked_webhook(webhook: Webhook) -> Webhook:
    return first_or_not_found(
        Webhook.objects.select_for_update(of=("self",)).select_related("pack").filter(pk=webhook.pk)
    )


def _authorize(actor: Actor, pack: Pack) -> Account:
    account = authorize(actor, pack, Act.PACK_EDIT)
    if pack.archived_at is not None:
        raise StateConflict("This pack is archived.", "该卡包已归档。")
    return account
