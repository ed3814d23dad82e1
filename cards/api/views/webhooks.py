"""The webhooks of a pack, their secrets once, and the log of what was sent."""

from rest_framework.request import Request
from rest_framework.response import Response

from cards.api.base import Endpoint, actor_of, answer, pack_of
from cards.api.bodies import fields_of, flag, line
from cards.api.docs import operation
from cards.api.paging import page_of
from cards.api.repeat import Creation, create_once
from cards.api.shapes import API, DELIVERY, WEBHOOK
from cards.models import Pack, Webhook
from cards.models.account import TokenScope
from cards.permissions import Act
from cards.queries.webhooks import delivery_get, delivery_list, webhook_get, webhook_list
from cards.services.webhook import (
    webhook_create,
    webhook_edit,
    webhook_redeliver,
    webhook_remove,
    webhook_secret_renew,
)

MANAGERS = dict.fromkeys(("GET", "POST", "PUT", "DELETE"), TokenScope.ADMIN)
"""Webhooks are read and managed with the scope `admin`."""
ONCE = {"Cache-Control": "no-store, no-transform"}


def webhook_of(request: Request, pack: str, number: int) -> Webhook:
    """Return a webhook that the caller may manage."""
    row = pack_of(request, pack, Act.PACK_EDIT)
    return webhook_get(account=actor_of(request), pack=row, pk=number)


class Webhooks(Endpoint):
    """The webhooks of a pack."""

    scopes = MANAGERS

    @operation("webhooks", "Webhooks of a pack, without their secrets", WEBHOOK, is_list=True, act=Act.PACK_EDIT)
    def get(self, request: Request, pack: Pack) -> Response:
        """List them; a pack has at most ten."""
        hooks = webhook_list(account=actor_of(request), pack=pack)
        return page_of(request, hooks, WEBHOOK, "pk")

    @operation(
        "webhook-create",
        "Create a webhook; its secret is shown once",
        WEBHOOK,
        method="post",
        status=201,
        act=Act.PACK_EDIT,
    )
    def post(self, request: Request, pack: Pack) -> Response:
        """Create it."""

        def make() -> Creation:
            url = fields_of(request, {"url": line})["url"]
            hook, secret = webhook_create(actor=actor_of(request), pack=pack, url=url)
            place = f"{API}/packs/{pack.slug}/webhooks/{hook.pk}/"
            return {**WEBHOOK(hook), "secret": secret}, {"Location": place, **ONCE}

        return create_once(request, make, secrets=("secret",))


class WebhookDetail(Endpoint):
    """One webhook."""

    scopes = MANAGERS

    @operation("webhook", "One webhook", WEBHOOK)
    def get(self, request: Request, pack: str, number: int) -> Response:
        """Return it."""
        return answer(WEBHOOK(webhook_of(request, pack, number)))

    @operation("webhook-edit", "Change the address of a webhook, switch it off or on", WEBHOOK, method="put")
    def put(self, request: Request, pack: str, number: int) -> Response:
        """Change it."""
        hook = webhook_of(request, pack, number)
        asked = fields_of(request, {"url": line, "enabled": flag})
        return answer(WEBHOOK(webhook_edit(actor=actor_of(request), webhook=hook, **asked)))

    @operation("webhook-remove", "Remove a webhook and its log", method="delete")
    def delete(self, request: Request, pack: str, number: int) -> Response:
        """Remove it."""
        webhook_remove(actor=actor_of(request), webhook=webhook_of(request, pack, number))
        return Response(status=204)


class Secret(Endpoint):
    """Another secret for a webhook."""

    scopes = MANAGERS

    @operation("webhook-secret", "Replace the secret of a webhook; the new one is shown once", WEBHOOK, method="post")
    def post(self, request: Request, pack: str, number: int) -> Response:
        """Replace it."""
        hook = webhook_of(request, pack, number)
        fields_of(request, {})
        secret = webhook_secret_renew(actor=actor_of(request), webhook=hook)
        response = answer(WEBHOOK(hook) | {"secret": secret})
        for name, value in ONCE.items():
            response.headers[name] = value
        return response


class Deliveries(Endpoint):
    """What was sent to a webhook."""

    scopes = MANAGERS

    @operation("deliveries", "Deliveries of a webhook, the newest first", DELIVERY, is_list=True)
    def get(self, request: Request, pack: str, number: int) -> Response:
        """List them."""
        return page_of(request, delivery_list(webhook=webhook_of(request, pack, number)), DELIVERY, "-pk")


class Redeliver(Endpoint):
    """An event is sent once more."""

    scopes = MANAGERS

    @operation("redeliver", "Send an event once more, under its id", DELIVERY, method="post", status=202)
    def post(self, request: Request, pack: str, number: int, delivery: int) -> Response:
        """Send it with the next round."""
        row = delivery_get(webhook=webhook_of(request, pack, number), pk=delivery)
        fields_of(request, {})
        return answer(DELIVERY(webhook_redeliver(actor=actor_of(request), delivery=row)), 202)
