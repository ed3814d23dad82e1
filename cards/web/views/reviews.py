"""Reviews: the queue of all packs, those of one pack, one of them, and asking for one."""

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET

from cards.errors import NotFound, Refusal
from cards.localization import localize
from cards.models import Account, Card, Pack, Review
from cards.permissions import Act, allows, require_account, role_in
from cards.queries.reviews import (
    OPEN_STATES,
    decisions_of,
    review_get,
    review_list,
    review_of,
    review_queue,
    reviewers_possible,
    thread_get,
    threads_placed,
    waiting_for,
)
from cards.queries.scenario import version_outcomes
from cards.services.review import (
    comment_add,
    review_ask,
    review_decide,
    review_request,
    review_withdraw,
    thread_open,
    thread_resolve,
)
from cards.web.forms import refusal_details
from cards.web.page import card_crumb, card_head, is_number, pack_context, pack_page, page
from cards.web.pages import paged
from cards.web.review_page import (
    CHIPS,
    difference,
    has_moved_on,
    next_review,
    preview_of_version,
    problems_of,
    review_lines,
    review_url,
    state_label,
    thread_lines,
)
from cards.web.scenarios import strength_line

WHICH = ("open", "for-me", "by-me", "all")


@require_GET
@page
def queue(request: HttpRequest) -> HttpResponse:
    """Show the open reviews of every pack that the account belongs to."""
    reviews = review_queue(account=require_account(request.user))
    return _render_list(request, reviews, {"section": "queue", "crumbs": []}, default="for-me")


@pack_page(Act.REVIEW_READ)
def review_index(request: HttpRequest, pack: Pack) -> HttpResponse:
    """Show the reviews of a pack, the open ones first."""
    context = pack_context(pack, "reviews", localize("Reviews", "审核"))
    return _render_list(request, review_list(account=request.user, pack=pack), context, default="open")


def _render_list(request: HttpRequest, reviews: Any, context: dict[str, Any], default: str) -> HttpResponse:
    account = require_account(request.user)
    which = request.GET.get("which", default)
    which = which if which in WHICH else default
    selection = {
        "open": reviews.filter(state__in=OPEN_STATES),
        "for-me": waiting_for(reviews=reviews, account=account),
        "by-me": reviews.filter(requested_by=account),
        "all": reviews,
    }
    listing = paged(selection[which], request.GET)
    words = {
        "open": localize("Open", "未结束"),
        "for-me": localize("For me", "待我处理"),
        "by-me": localize("By me", "我发起的"),
        "all": localize("All", "全部") if "pack" in context else localize("All open", "全部未结束"),
    }
    tabs = [(name, words[name], name == which) for name in WHICH if "pack" in context or name != "all"]
    return render(
        request,
        "cards/review_list.html",
        context | {"reviews": review_lines(listing.rows), "listing": listing, "tabs": tabs, "which": which},
    )


@pack_page(Act.REVIEW_REQUEST, "GET", "POST")
def review_new(request: HttpRequest, pack: Pack, card: Card) -> HttpResponse:
    """Request a review of a card's newest version; redirect to an open one."""
    version = card.newest_version
    open_review = review_of(card=card) if version else None
    if request.method == "GET" and open_review is not None:
        return redirect(review_url(pack, open_review.number))
    refusal = ""
    if request.method == "POST" and version is not None:
        try:
            review = review_request(
                actor=request.user,
                card=card,
                number=_number(request.POST.get("version", "")),
                title=request.POST.get("title", ""),
                reviewers=_accounts(pack, request.POST.getlist("reviewers")),
            )
        except Refusal as refused:
            refusal = refusal_details(refused)
        else:
            messages.success(request, localize("Review requested.", "已发起审核。"))
            return redirect(review_url(pack, review.number))
    context = pack_context(
        pack,
        "reviews",
        localize("Request review", "发起审核"),
        card_crumb(pack, card),
        card=card,
        version=version,
        draft_moved_on=version is not None and card.draft.source_sha != version.source_sha,
        is_released=version is not None and version.pk == card.released_version_id,
        possible=reviewers_possible(pack=pack, but=version.contributors) if version else [],
        typed=request.POST.get("title", ""),
        refusal=refusal,
    )
    return render(request, "cards/review_new.html", context, status=409 if refusal else 200)


@pack_page(Act.REVIEW_READ, "GET", "POST")
def review_detail(request: HttpRequest, pack: Pack, number: int) -> HttpResponse:
    """Show one review: its changes, results and comments; POST decides, comments, resolves, names or withdraws."""
    review = review_get(account=request.user, pack=pack, number=number)
    if request.method == "GET":
        return _render(request, review)
    act = ACTS.get(request.POST.get("do", ""))
    if act is None:
        raise NotFound
    try:
        act(request, review)
    except Refusal as refusal:
        return _render(request, review, refusal)
    return redirect(f"{review_url(pack, number)}{request.POST.get('back', '') if _is_mark(request) else ''}")


def _is_mark(request: HttpRequest) -> bool:
    """Return whether the place to go back to is a mark on the same page."""
    back = request.POST.get("back", "")
    return back.startswith("#") and back[1:].replace("-", "").isalnum()


def _render(request: HttpRequest, review: Any, refusal: Refusal | None = None) -> HttpResponse:
    pack, account = review.pack, require_account(request.user)
    role = role_in(account=account, pack=pack)
    threads = threads_placed(review)
    outcomes = version_outcomes(version=review.version)
    is_open = review.withdrawn_at is None and review.version_id == review.card.newest_version_id
    is_open = is_open and review.version_id != review.card.released_version_id
    decisions = decisions_of(review)
    is_own = account.pk in review.version.contributors
    may_ask = allows(role=role, act=Act.REVIEW_REQUEST)
    context = pack_context(
        pack,
        "reviews",
        str(review.number),
        (reverse("cards:review-list", args=[pack]), localize("Reviews", "审核")),
        review=review,
        **card_head(review.card, pack),
        state_label=state_label(review.state),
        chip=CHIPS[review.state],
        is_open=is_open,
        is_own=is_own,
        may_decide=is_open and allows(role=role, act=Act.REVIEW_DECIDE),
        may_comment=is_open and allows(role=role, act=Act.REVIEW_COMMENT),
        may_answer=allows(role=role, act=Act.REVIEW_COMMENT),
        may_withdraw=is_open and account.pk in {review.requested_by_id, review.version.author_id},
        moved_on=has_moved_on(review),
        next=next_review(review, may_ask=may_ask),
        problems=problems_of(review) if is_open else [],
        threads=thread_lines(review, threads),
        open_threads=sum(placed.thread.resolved_at is None for placed in threads),
        outcomes=outcomes,
        red=[outcome for outcome in outcomes if outcome.ok is False],
        strength=strength_line(review.card, review.version) if outcomes else None,
        preview=preview_of_version(review),
        decisions=decisions,
        reviewers=list(review.reviewers.all()),
        possible=_more_reviewers(review) if is_open and may_ask else [],
        refusal=refusal_details(refusal) if refusal else "",
        typed=request.POST,
        **difference(review, threads),
    )
    return render(request, "cards/review_detail.html", context, status=refusal.status if refusal else 200)


def _more_reviewers(review: Review) -> list[Account]:
    named = set(review.reviewers.values_list("pk", flat=True))
    possible = reviewers_possible(pack=review.pack, but=review.version.contributors)
    return [account for account in possible if account.pk not in named]


def _decide(request: HttpRequest, review: Review) -> None:
    fields = {name: request.POST.get(name, "") for name in ("verdict", "message", "reason")}
    review_decide(actor=request.user, review=review, **fields)
    messages.success(request, localize("The decision is kept.", "决定已保存。"))


def _open_thread(request: HttpRequest, review: Review) -> None:
    thread_open(
        actor=request.user,
        review=review,
        text=request.POST.get("text", ""),
        pointer=request.POST.get("pointer", "").strip(),
        on_base=request.POST.get("on") == "base",
    )


def _answer(request: HttpRequest, review: Review) -> None:
    comment_add(actor=request.user, thread=_thread(request, review), text=request.POST.get("text", ""))


def _resolve(request: HttpRequest, review: Review) -> None:
    thread_resolve(actor=request.user, thread=_thread(request, review), is_resolved=request.POST.get("do") == "resolve")


def _ask(request: HttpRequest, review: Review) -> None:
    review_ask(actor=request.user, review=review, reviewers=_accounts(review.pack, request.POST.getlist("reviewers")))


def _withdraw(request: HttpRequest, review: Review) -> None:
    review_withdraw(actor=request.user, review=review)
    messages.success(request, localize("Review withdrawn.", "审核已撤回。"))


ACTS: Mapping[str, Callable[[HttpRequest, Review], None]] = {
    "decide": _decide,
    "thread": _open_thread,
    "comment": _answer,
    "resolve": _resolve,
    "reopen": _resolve,
    "ask": _ask,
    "withdraw": _withdraw,
}


def _thread(request: HttpRequest, review: Review) -> Any:
    return thread_get(account=request.user, pack=review.pack, pk=_number(request.POST.get("thread", "")))


def _number(text: str) -> int:
    return int(text) if is_number(text, 9) else 0


def _accounts(pack: Pack, keys: list[str]) -> list[Account]:
    """Return the members of a pack with these keys; others are not there."""
    return list(Account.objects.filter(memberships__pack=pack, pk__in=[_number(key) for key in keys]))
