"""The webhooks of a pack and their log, for those who may manage them."""

from collections.abc import Sequence

from django.db.models import QuerySet, Window
from django.db.models.functions import RowNumber

from cards.lookups import first_or_not_found
from cards.models import Pack, Webhook, WebhookDelivery
from cards.permissions import Act, Actor, require

MAX_DELIVERIES = 50  # deliveries that a page shows


def webhook_list(*, account: Actor, pack: Pack) -> QuerySet[Webhook]:
    """Return the webhooks of a pack in the order in which they were made."""
    require(account=account, pack=pack, act=Act.PACK_EDIT)
    return Webhook.objects.filter(pack=pack).select_related("pack")


def webhook_get(*, account: Actor, pack: Pack, pk: int) -> Webhook:
    """Return one webhook of a pack."""
    return first_or_not_found(webhook_list(account=account, pack=pack).filter(pk=pk))


def delivery_list(*, webhook: Webhook) -> QuerySet[WebhookDelivery]:
    """Return the deliveries of a webhook, the newest first."""
    return WebhookDelivery.objects.filter(webhook=webhook).select_related("webhook", "webhook__pack")


def deliveries_shown(*, hooks: Sequence[Webhook]) -> dict[int, list[WebhookDelivery]]:
    """Return the newest deliveries of each webhook by its key, in one query for all."""
    place = Window(RowNumber(), partition_by="webhook_id", order_by="-pk")
    deliveries: dict[int, list[WebhookDelivery]] = {hook.pk: [] for hook in hooks}
    rows = (
        WebhookDelivery.objects.filter(webhook__in=deliveries).annotate(place=place).filter(place__lte=MAX_DELIVERIES)
    )
    for delivery in rows.order_by("-pk"):
        deliveries[delivery.webhook_id].append(delivery)
    return deliveries


def delivery_get(*, webhook: Webhook, pk: int) -> WebhookDelivery:
    """Return one delivery."""
    return first_or_not_found(delivery_list(webhook=webhook).filter(pk=pk))
