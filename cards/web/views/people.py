"""The people of a pack: who they are, inviting, roles, leaving."""

from collections.abc import Callable, Mapping
from datetime import timedelta

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone

from cards.errors import NotFound, Refusal
from cards.localization import localize
from cards.lookups import search_words
from cards.models import Account, Pack, Role
from cards.permissions import Act, allows, require_account, role_in
from cards.queries.clock import database_now
from cards.queries.packs import invitation_list, member_get, member_list
from cards.services.emails import role_label
from cards.services.link import invitation_revoke
from cards.services.member import member_change, member_hand_over, member_remove
from cards.web.forms import InviteForm
from cards.web.invite import invite
from cards.web.page import pack_context, pack_page, posted_number, refusal_message, render_secret, required
from cards.web.pages import paged
from cards.web.text import bilingual_plain

QUERY_LENGTH = 200  # characters of a search


@pack_page(Act.CARD_READ, "GET", "POST")
def members(request: HttpRequest, pack: Pack) -> HttpResponse:
    """Show who belongs to a pack; an admin invites, changes roles and removes, anyone leaves."""
    action = request.POST.get("do", "") if request.method == "POST" else ""
    form = InviteForm(request.POST if action == "invite" else None, initial={"role": "designer", "days": "7"})
    if form.is_bound:
        link = _invite(request, pack, form) if form.is_valid() else ""
        return (
            _render_members(request, pack, form, link) if link or form.errors else redirect("cards:member-list", pack)
        )
    if action:
        return _apply_action(request, pack, action)
    return _render_members(request, pack, form)


def _render_members(request: HttpRequest, pack: Pack, form: InviteForm, link: str = "") -> HttpResponse:
    query = search_words(request.GET, "q", QUERY_LENGTH)
    listing = paged(member_list(pack=pack, q=query), request.GET)
    manages = allows(role=role_in(account=request.user, pack=pack), act=Act.PACK_MEMBERS)
    now = timezone.now()
    context = pack_context(
        pack,
        "people",
        localize("People", "成员"),
        people=[(member, role_label(member.role)) for member in listing.rows],
        listing=listing,
        query=query,
        form=form,
        link=link,
        invited=[
            (invitation, role_label(invitation.role), invitation.is_usable(now))
            for invitation in (invitation_list(pack=pack) if manages else ())
        ],
        manages=manages,
        roles=[(role, role_label(role)) for role in Role.values],
        is_member=pack.memberships.filter(account=request.user.pk).exists(),
        mail=settings.EMAIL_CONFIGURED,
    )
    return render_secret(request, "cards/member_list.html", context, link)


def _invite(request: HttpRequest, pack: Pack, form: InviteForm) -> str:
    """Create an invitation; return its link where it must be passed on by hand."""
    data = form.cleaned_data
    params = {"actor": request.user, "email": data["email"], "pack": pack, "role": data["role"]}
    try:
        return invite(request, params | {"expires_at": database_now() + timedelta(days=int(data["days"]))})
    except Refusal as refusal:
        form.refuse(refusal)
        return ""


def _apply_action(request: HttpRequest, pack: Pack, action: str) -> HttpResponse:
    """Do what a button asks for, and go back to the list, or out of the pack."""
    act = ACTIONS.get(action)
    if act is None:
        raise NotFound
    with refusal_message(request):
        messages.success(request, act(request, pack))
        if action == "leave":
            return redirect("cards:home")
    return redirect("cards:member-list", pack)


def _role(request: HttpRequest, pack: Pack) -> str:
    role = required(request.POST, "role")
    account = _account(request, pack)
    member_change(actor=request.user, pack=pack, account=account, role=role)
    return localize("{person} is now: {role}.", "{person} 现在的角色：{role}。", person=account, role=role_label(role))


def _remove(request: HttpRequest, pack: Pack) -> str:
    account = _account(request, pack)
    member_remove(actor=request.user, pack=pack, account=account)
    return localize("{person} is no longer in the pack.", "{person} 已不在卡包中。", person=account)


def _leave(request: HttpRequest, pack: Pack) -> str:
    account = require_account(request.user)
    member_remove(actor=account, pack=pack, account=account)
    return localize("You left {pack}.", "你已退出 {pack}。", pack=bilingual_plain(pack.name))


def _hand_over(request: HttpRequest, pack: Pack) -> str:
    account = _account(request, pack)
    member_hand_over(actor=request.user, pack=pack, account=account)
    return localize(
        "{person} is now an admin in your place; you are a publisher.",
        "{person} 已接替你成为管理员；你现在是发布者。",
        person=account,
    )


def _revoke(request: HttpRequest, pack: Pack) -> str:
    email = invitation_revoke(actor=request.user, pack=pack, pk=posted_number(request, "invitation"))
    return localize("The invitation for {email} was cancelled.", "已取消对 {email} 的邀请。", email=email)


def _account(request: HttpRequest, pack: Pack) -> Account:
    return member_get(pack=pack, pk=posted_number(request, "member")).account


ACTIONS: Mapping[str, Callable[[HttpRequest, Pack], str]] = {
    "role": _role,
    "remove": _remove,
    "leave": _leave,
    "hand-over": _hand_over,
    "revoke": _revoke,
}
