"""The people of a pack: who they are, inviting, roles, leaving."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from cards.errors import NotFound, Refusal
from cards.localization import data_language, localize
from cards.lookups import search_words
from cards.models import Account, Pack, Role
from cards.permissions import Act, allows, role_in
from cards.queries.clock import database_now
from cards.queries.packs import invitation_list, member_get, member_list, pack_get
from cards.services.emails import role_label
from cards.services.link import invitation_revoke
from cards.services.member import member_change, member_hand_over, member_remove
from cards.web.forms import InviteForm, said
from cards.web.invite import invite
from cards.web.page import page, required
from cards.web.pages import paged
from cards.web.text import bilingual_plain

QUERY_LENGTH = 200  # characters of a search


@require_http_methods(["GET", "POST"])
@page
def members(request: HttpRequest, pack: str) -> HttpResponse:
    """Show who belongs to a pack; an admin invites, changes roles and removes, anyone leaves."""
    row = pack_get(account=request.user, slug=pack, act=Act.CARD_READ)
    action = request.POST.get("do", "") if request.method == "POST" else ""
    form = InviteForm(request.POST if action == "invite" else None, initial={"role": "designer", "days": "7"})
    if form.is_bound:
        link = _invite(request, row, form) if form.is_valid() else ""
        return _render_members(request, row, form, link) if link or form.errors else redirect("cards:member-list", pack)
    if action:
        return _apply_action(request, row, action)
    return _render_members(request, row, form)


def _render_members(request: HttpRequest, pack: Pack, form: InviteForm, link: str = "") -> HttpResponse:
    query = search_words(request.GET, "q", QUERY_LENGTH)
    listing = paged(member_list(pack=pack, q=query), request.GET)
    manages = allows(role=role_in(account=request.user, pack=pack), act=Act.PACK_MEMBERS)
    now = timezone.now()
    rows = [
        (each, role_label(each.role), each.is_usable(now)) for each in (invitation_list(pack=pack) if manages else ())
    ]
    crumbs = [
        (reverse("cards:pack-detail", args=[pack.slug]), bilingual_plain(pack.name)),
        ("", localize("People", "成员")),
    ]
    context = {
        "pack": pack,
        "section": "people",
        "crumbs": crumbs,
        "people": [(member, role_label(member.role)) for member in listing.rows],
        "listing": listing,
        "query": query,
        "form": form,
        "link": link,
        "invited": rows,
        "manages": manages,
        "roles": [(role, role_label(role)) for role in Role.values],
        "is_member": pack.memberships.filter(account=request.user.pk).exists(),
        "mail": settings.EMAIL_CONFIGURED,
    }
    response = render(request, "cards/member_list.html", context)
    if link:
        response.headers["Cache-Control"] = "no-store, no-transform"  # a secret is never compressed beside other text
    return response


def _invite(request: HttpRequest, pack: Pack, form: InviteForm) -> str:
    """Create an invitation; return its link where it must be passed on by hand."""
    assert isinstance(request.user, Account)  # noqa: S101  for the type checker
    email, days = form.cleaned_data["email"], int(form.cleaned_data["days"])
    invited: dict[str, Any] = {"actor": request.user, "email": email, "pack": pack, "role": form.cleaned_data["role"]}
    try:
        return invite(request, invited | {"expires_at": database_now() + timedelta(days=days)})
    except Refusal as refusal:
        form.refuse(refusal)
        return ""


def _apply_action(request: HttpRequest, pack: Pack, action: str) -> HttpResponse:
    """Do what a button asks for, and go back to the list, or out of the pack."""
    act = {"role": _role, "remove": _remove, "leave": _leave, "hand-over": _hand_over, "revoke": _revoke}.get(action)
    if act is None:
        raise NotFound
    run: Callable[[HttpRequest, Pack], str] = act
    try:
        messages.success(request, run(request, pack))
    except Refusal as refusal:
        if refusal.status in {403, 404}:
            raise
        messages.error(request, said(refusal, data_language()))
        return redirect("cards:member-list", pack.slug)
    return redirect("cards:home") if action == "leave" else redirect("cards:member-list", pack.slug)


def _role(request: HttpRequest, pack: Pack) -> str:
    role = required(request.POST, "role")
    account = member_get(pack=pack, pk=_number(request, "member")).account
    member_change(actor=request.user, pack=pack, account=account, role=role)
    return localize("{person} is now: {role}.", "{person} 现在的角色：{role}。", person=account, role=role_label(role))


def _remove(request: HttpRequest, pack: Pack) -> str:
    account = member_get(pack=pack, pk=_number(request, "member")).account
    member_remove(actor=request.user, pack=pack, account=account)
    return localize("{person} is no longer in the pack.", "{person} 已不在卡包中。", person=account)


def _leave(request: HttpRequest, pack: Pack) -> str:
    assert isinstance(request.user, Account)  # noqa: S101  for the type checker
    member_remove(actor=request.user, pack=pack, account=request.user)
    return localize("You left {pack}.", "你已退出 {pack}。", pack=bilingual_plain(pack.name))


def _hand_over(request: HttpRequest, pack: Pack) -> str:
    account = member_get(pack=pack, pk=_number(request, "member")).account
    member_hand_over(actor=request.user, pack=pack, account=account)
    return localize(
        "{person} is now an admin in your place; you are a publisher.",
        "{person} 已接替你成为管理员；你现在是发布者。",
        person=account,
    )


def _revoke(request: HttpRequest, pack: Pack) -> str:
    email = invitation_revoke(actor=request.user, pack=pack, pk=_number(request, "invitation"))
    return localize("The invitation of {email} no longer works.", "{email} 的邀请已失效。", email=email)


def _number(request: HttpRequest, name: str) -> int:
    text = request.POST.get(name, "")
    if not (text.isascii() and text.isdigit() and len(text) < 16):
        raise NotFound
    return int(text)
