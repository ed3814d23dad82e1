"""The webhooks of a pack: what there are, a new one, what was sent."""

from collections.abc import Callable, Mapping

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from cards.errors import NotFound, Refusal
from cards.localization import localize
from cards.models import Pack, Webhook
from cards.permissions import Act
from cards.queries.webhooks import deliveries_shown, delivery_get, webhook_get, webhook_list
from cards.services.webhook import (
    webhook_create,
    webhook_edit,
    webhook_redeliver,
    webhook_remove,
    webhook_secret_renew,
)
from cards.web.forms import WebhookForm, refusal_line
from cards.web.page import pack_context, pack_page, posted_number, render_secret

DIGITS = 9  # of a number that a column holds


@pack_page(Act.PACK_EDIT, "GET", "POST")
def webhooks(request: HttpRequest, pack: Pack) -> HttpResponse:
    """Show the webhooks of a pack with their last deliveries; create one, change it, send an event again."""
    action = request.POST.get("do", "") if request.method == "POST" else ""
    form = WebhookForm(request.POST if action == "create" else None)
    secret = ""
    try:
        if form.is_valid():
            _, secret = webhook_create(actor=request.user, pack=pack, url=form.cleaned_data["url"])
            form = WebhookForm()
        elif action and action != "create":
            secret = _apply_action(request, pack, action)
            if not secret:
                return redirect("cards:webhooks", pack)
    except Refusal as refusal:
        if form.is_bound:
            form.refuse(refusal)
        else:
            messages.error(request, refusal_line(refusal))
            return redirect("cards:webhooks", pack)
    return _render_webhooks(request, pack, form, secret)


def _render_webhooks(request: HttpRequest, pack: Pack, form: WebhookForm, secret: str) -> HttpResponse:
    states = {
        "pending": localize("waiting", "等待中"),
        "delivered": localize("delivered", "已送达"),
        "failed": localize("failed", "失败"),
    }
    rows = list(webhook_list(account=request.user, pack=pack))
    deliveries = deliveries_shown(hooks=rows)
    hooks = [
        (
            hook,
            [(each, states[each.state], each.attempts[-1] if each.attempts else None) for each in deliveries[hook.pk]],
        )
        for hook in rows
    ]
    context = pack_context(
        pack,
        "settings",
        localize("Webhooks", "Webhook"),
        (reverse("cards:pack-settings", args=[pack]), localize("Settings", "设置")),
        form=form,
        secret=secret,
        hooks=hooks,
    )
    return render_secret(request, "cards/webhooks.html", context, secret, 400 if form.errors else 200)


def _apply_action(request: HttpRequest, pack: Pack, action: str) -> str:
    """Do what was pressed; return a secret if that made one."""
    hook = webhook_get(account=request.user, pack=pack, pk=posted_number(request, "webhook", DIGITS))
    if action == "renew":
        return webhook_secret_renew(actor=request.user, webhook=hook)
    if action not in ACTIONS:
        raise NotFound
    messages.success(request, ACTIONS[action](request, hook))
    return ""


def _switch(request: HttpRequest, hook: Webhook) -> str:
    is_on = request.POST.get("do") == "on"
    webhook_edit(actor=request.user, webhook=hook, url=hook.url, enabled=is_on)
    return (
        localize("The webhook is on.", "webhook 已启用。")
        if is_on
        else localize("The webhook is off.", "webhook 已关闭。")
    )


def _remove(request: HttpRequest, hook: Webhook) -> str:
    webhook_remove(actor=request.user, webhook=hook)
    return localize("The webhook is removed.", "webhook 已移除。")


def _sent_again(request: HttpRequest, hook: Webhook) -> str:
    webhook_redeliver(
        actor=request.user, delivery=delivery_get(webhook=hook, pk=posted_number(request, "delivery", DIGITS))
    )
    return localize("The event is sent again within seconds.", "该事件将在几秒内重新发送。")


ACTIONS: Mapping[str, Callable[[HttpRequest, Webhook], str]] = {
    "on": _switch,
    "off": _switch,
    "remove": _remove,
    "again": _sent_again,
}
