"""Notifications: the list of an account, and which kinds it wants in the portal and by mail."""

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from cards.errors import NotFound
from cards.localization import HTML_LANGUAGES, data_language, localize
from cards.models import Account, NotificationKind
from cards.models.fields import LANGUAGES
from cards.permissions import require_account
from cards.queries.notifications import notification_choice, notification_list
from cards.services.notification import notification_choose, notifications_read
from cards.services.notification_words import KIND_TITLES, notification_path, notification_sentence
from cards.web.page import page
from cards.web.pages import paged


@require_http_methods(["GET", "POST"])
@page
def notifications(request: HttpRequest) -> HttpResponse:
    """Show what happened; POST marks all of it as read, or saves which kinds are wanted."""
    account = require_account(request.user)
    if request.method == "POST":
        _change(request, account)
        return redirect("cards:notifications")
    language = data_language()
    listing = paged(notification_list(account=account), request.GET)
    lines = [
        (notification, notification_sentence(notification, language), notification_path(notification))
        for notification in listing.rows
    ]
    choice = notification_choice(account=account)
    kinds = [
        (kind, titles[LANGUAGES.index(language)], kind not in choice.muted, kind not in choice.unmailed)
        for kind, titles in KIND_TITLES.items()
    ]
    context = {
        "section": "notifications",
        "lines": lines,
        "listing": listing,
        "has_new": any(notification.read_at is None for notification in listing.rows),
        "kinds": kinds,
        "mail": settings.EMAIL_CONFIGURED,
        "tag": HTML_LANGUAGES[language],
        "crumbs": [],
    }
    return render(request, "cards/notifications.html", context)


def _change(request: HttpRequest, account: Account) -> None:
    match request.POST.get("do"):
        case "read":
            notifications_read(actor=account)
        case "choose":
            wanted = {name: set(request.POST.getlist(name)) for name in ("portal", "mail")}
            missing = {name: [kind for kind in NotificationKind.values if kind not in wanted[name]] for name in wanted}
            unmailed = missing["mail"] if settings.EMAIL_CONFIGURED else notification_choice(account=account).unmailed
            notification_choose(actor=account, muted_kinds=missing["portal"], unmailed_kinds=unmailed)
            messages.success(request, localize("Saved.", "已保存。"))
        case _:
            raise NotFound
