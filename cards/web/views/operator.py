"""The operator's pages: what waits, who has an account, how large packs are, and the audit of the whole portal."""

import re
import shutil
from collections.abc import Callable, Mapping
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods

from cards.errors import InvalidFields, NotFound
from cards.gateway.rulesets import load_failures
from cards.localization import localize
from cards.lookups import search_words
from cards.models import Account, VerificationKind
from cards.models.fields import DJANGO_LANGUAGES
from cards.permissions import require_account, require_operator
from cards.queries.audit import audit_everywhere
from cards.queries.operator import (
    QUEUE_LIMIT,
    account_by_email,
    account_get,
    account_rows,
    load_get,
    pack_rows,
    packs_without_another_admin,
    queue_get,
    queue_list,
)
from cards.queries.upkeep import database_size, table_sizes, verifications_newest
from cards.services.account import account_deactivate
from cards.services.link import account_reset_request
from cards.services.link_mail import account_reset_mail
from cards.services.operator import account_quota_set, account_reactivate
from cards.services.previews.start import MAX_OPEN, preview_cancel
from cards.services.prune import upkeep_due
from cards.web.build_words import build_words
from cards.web.forms import EmailForm, refusal_details
from cards.web.invite import invite
from cards.web.page import page, refusal_message, render_secret
from cards.web.pages import paged
from cards.web.previews.lines import state_label
from cards.web.views.audit import events_context, read_filters

QUERY_LENGTH = 200  # characters of a search
DIGITS = 18  # of a number that a column holds


@require_http_methods(["GET", "POST"])
@page
def overview(request: HttpRequest) -> HttpResponse:
    """Show workers and the queue of all packs; cancel any preview."""
    require_operator(request.user)
    if request.method == "POST":
        preview = queue_get(pk=_number(request, "preview"))
        if preview is None:
            raise NotFound
        preview_cancel(actor=request.user, preview=preview)
        messages.success(request, localize("Preview cancelled.", "模拟已取消。"))
        return redirect("cards:operator")
    rows, load = queue_list(), load_get()
    context = {
        "load": load,
        "workers": [(worker, build_words(worker.build)) for worker in load.workers],
        "queue": [(row, state_label(row.state)) for row in rows],
        "cut": load.running + load.waiting > QUEUE_LIMIT,
        "faults": [row for fault in load_failures() for row in (fault, *fault.more)],
        **_frame("overview"),
    }
    return render(request, "cards/operator.html", context)


@require_http_methods(["GET", "POST"])
@page
def accounts(request: HttpRequest) -> HttpResponse:
    """Show every account; invite, make a reset link, set a quota, deactivate and bring back."""
    require_operator(request.user)
    action = request.POST.get("do", "") if request.method == "POST" else ""
    form = EmailForm(request.POST if action == "invite" else None)
    if not action:
        return _accounts(request, form)
    link = ""
    with refusal_message(request, refusal_details):
        if action != "invite":
            link = _apply_action(request, action)
        elif form.is_valid():
            link = invite(request, {"actor": request.user, "email": form.cleaned_data["email"]})
    if link or form.errors:
        return _accounts(request, form, link)
    return redirect("cards:operator-accounts")


def _accounts(request: HttpRequest, form: EmailForm, link: str = "") -> HttpResponse:
    query, which = _query(request), request.GET.get("which", "")
    listing = paged(account_rows(q=query, which=which), request.GET)
    alone = packs_without_another_admin(accounts=listing.rows)
    context = {
        "people": [(row, alone.get(row.pk, [])) for row in listing.rows],
        "listing": listing,
        "query": query,
        "which": which,
        "form": form,
        "link": link,
        "usual": MAX_OPEN,
        "mail": settings.EMAIL_CONFIGURED,
        **_frame("accounts"),
    }
    return render_secret(request, "cards/operator_accounts.html", context, link)


def _apply_action(request: HttpRequest, name: str) -> str:
    """Apply the action of an account's button; return a link to show, empty without one."""
    action = ACTIONS.get(name)
    account = account_get(pk=_number(request, "account"))
    if action is None or account is None:
        raise NotFound
    return action(request, account)


def _reset(request: HttpRequest, account: Account) -> str:
    actor = require_account(request.user)
    if settings.EMAIL_CONFIGURED:
        account_reset_mail(email=account.email, language=DJANGO_LANGUAGES[account.language], actor=actor)
        messages.success(request, localize("A link was sent to {email}.", "链接已发往 {email}。", email=account.email))
        return ""
    token = account_reset_request(email=account.email, actor=actor)
    if token is None:
        raise NotFound  # deactivated meanwhile
    return request.build_absolute_uri(reverse("cards:reset", args=[token]))


def _quota(request: HttpRequest, account: Account) -> str:
    written = request.POST.get("previews", "").strip()
    account_quota_set(actor=request.user, account=account, previews=_number(request, "previews") if written else None)
    messages.success(request, localize("Saved.", "已保存。"))
    return ""


def _deactivate(request: HttpRequest, account: Account) -> str:
    heir, comma = _heir(request), localize(", ", "、")
    slugs = account_deactivate(actor=require_account(request.user), account=account, heir=heir)
    messages.success(request, localize("{email} is deactivated.", "{email} 已停用。", email=account.email))
    if heir is not None and slugs:
        text = localize(
            "{heir} is now an admin of: {packs}.",
            "{heir} 现为以下卡包的管理员：{packs}。",
            heir=heir.email,
            packs=comma.join(slugs),
        )
        messages.success(request, text)
    elif heir is not None:
        text = localize(
            "{heir} takes over no packs: each has another admin.",
            "{heir} 未接手任何卡包：每个卡包都另有管理员。",
            heir=heir.email,
        )
        messages.info(request, text)
    if packs := packs_without_another_admin(accounts=[account]).get(account.pk):
        text = localize(
            "These packs have no admin left: {packs}. Give the role to a member.",
            "以下卡包已没有管理员：{packs}。请将该角色授予一名成员。",
            packs=comma.join(pack.slug for pack in packs),
        )
        messages.warning(request, text)
    return ""


def _heir(request: HttpRequest) -> Account | None:
    """Return the account that takes over, None where the form names none."""
    email = request.POST.get("heir", "").replace("\0", "").strip()
    if not email:
        return None
    account = account_by_email(email=email)
    if account is None:
        raise InvalidFields.of("/heir", "There is no account with this address.", "没有使用该邮箱地址的账号。")
    return account


def _reactivate(request: HttpRequest, account: Account) -> str:
    account_reactivate(actor=request.user, account=account)
    messages.success(request, localize("{email} can sign in again.", "{email} 可以重新登录。", email=account.email))
    return ""


ACTIONS: Mapping[str, Callable[[HttpRequest, Account], str]] = {
    "reset": _reset,
    "quota": _quota,
    "deactivate": _deactivate,
    "reactivate": _reactivate,
}


@require_GET
@page
def packs(request: HttpRequest) -> HttpResponse:
    """Show every pack with its size."""
    require_operator(request.user)
    query = _query(request)
    listing = paged(pack_rows(q=query), request.GET)
    context = {"packs": listing.rows, "listing": listing, "query": query, **_frame("packs")}
    return render(request, "cards/operator_packs.html", context)


@require_GET
@page
def audit(request: HttpRequest) -> HttpResponse:
    """Show who did what in the whole portal, the newest first."""
    actor = require_operator(request.user)
    form, filters = read_filters(request)
    events = audit_everywhere(account=actor, filters=filters)
    context = {"form": form, **events_context(request, events), **_frame("audit")}
    return render(request, "cards/operator_audit.html", context)


@require_GET
@page
def upkeep(request: HttpRequest) -> HttpResponse:
    """Show what was verified, what the next round deletes, and how large everything is."""
    require_operator(request.user)
    newest = verifications_newest()
    due = upkeep_due()
    context = {
        "verified": [
            (localize("Releases", "发布"), newest.get(VerificationKind.RELEASES)),
            (localize("Audit", "审计"), newest.get(VerificationKind.AUDIT)),
        ],
        "due": [
            (localize("Revisions", "修订"), due["revisions"]),
            (localize("Previews", "模拟"), due["previews"]),
            (localize("Cards in the trash", "回收站中的卡牌"), due["cards"]),
        ],
        "revision_days": settings.KEEP_REVISIONS_DAYS,
        "preview_days": settings.KEEP_PREVIEWS_DAYS,
        "sizes": table_sizes(),
        "database": database_size(),
        "free": shutil.disk_usage(settings.DATA_DIR if settings.DATA_DIR.exists() else settings.ROOT).free,
        **_frame("upkeep"),
    }
    return render(request, "cards/operator_upkeep.html", context)


def _frame(current: str) -> dict[str, Any]:
    """Return what all of these pages show: their tabs."""
    rows = (
        ("overview", "cards:operator", localize("Queue and workers", "队列与工作进程")),
        ("accounts", "cards:operator-accounts", localize("Accounts", "账号")),
        ("packs", "cards:operator-packs", localize("Packs", "卡包")),
        ("audit", "cards:operator-audit", localize("Audit", "审计")),
        ("upkeep", "cards:operator-upkeep", localize("Upkeep", "维护")),
    )
    tabs = [(reverse(name), label, key == current) for key, name, label in rows]
    return {"tabs": tabs, "section": "operator"}


def _query(request: HttpRequest) -> str:
    return search_words(request.GET, "q", QUERY_LENGTH)


def _number(request: HttpRequest, name: str) -> int:
    """Return the number of a form's field; NotFound for what is none."""
    text = request.POST.get(name, "").strip()
    if not re.fullmatch(f"[0-9]{{1,{DIGITS}}}", text):
        raise NotFound
    return int(text)
