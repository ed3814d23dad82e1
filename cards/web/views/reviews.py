"""Reviews: the queue of all packs, those of one pack, one of them, and asking for one."""

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods

from cards.errors import NotFound, Refusal
from cards.localization import data_language, localize
from cards.models import Account, Card, Pack, Review
from cards.permissions import Act, allows, require_account, role_in
from cards.queries.cards import card_face, card_get
from cards.queries.packs import pack_get
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
from cards.web.forms import said
from cards.web.page import page
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
)
from cards.web.scenarios import strength_line
from cards.web.text import bilingual_plain

WHICH = ("open", "for-me", "by-me", "all")


@require_GET
@page
def queue(request: HttpRequest) -> HttpResponse:
    """Show the open reviews of every pack that the account belongs to."""
    assert isinstance(request.user, Account)  # noqa: S101  for the type checker
    reviews = review_queue(account=request.user)
    return _render_list(request, reviews, {"section": "queue", "crumbs": []}, default="for-me")


@require_GET
@page
def review_index(request: HttpRequest, pack: str) -> HttpResponse:
    """Show the reviews of a pack, the open ones first."""
    row = pack_get(account=request.user, slug=pack, act=Act.REVIEW_READ)
    context = {"pack": row, "section": "reviews", "crumbs": _crumbs(row, localize("Reviews", "审核"))}
    return _render_list(request, review_list(account=request.user, pack=row), context, default="open")


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


@require_http_methods(["GET", "POST"])
@page
def review_new(request: HttpRequest, pack: str, card: str) -> HttpResponse:
    """Request a review of a card's newest version; redirect to an open one."""
    row = pack_get(account=request.user, slug=pack, act=Act.REVIEW_REQUEST)
    card_row = card_get(account=request.user, pack=row, written_id=card)
    version = card_row.newest_version
    going_on = review_of(card=card_row) if version else None
    if request.method == "GET" and going_on is not None:
        return redirect(review_url(row, going_on.number))
    refusal = ""
    if request.method == "POST" and version is not None:
        try:
            review = review_request(
                actor=request.user,
                card=card_row,
                number=_number(request.POST.get("version", "")),
                title=request.POST.get("title", ""),
                reviewers=_accounts(row, request.POST.getlist("reviewers")),
            )
        except Refusal as refused:
            refusal = _words_of(refused)
        else:
            messages.success(request, localize("The review is asked for.", "已发起审核。"))
            return redirect(review_url(row, review.number))
    context = {
        "pack": row,
        "section": "reviews",
        "card": card_row,
        "version": version,
        "draft_moved_on": version is not None and card_row.draft.source_sha != version.source_sha,
        "is_released": version is not None and version.pk == card_row.released_version_id,
        "possible": reviewers_possible(pack=row, but=version.contributors) if version else [],
        "typed": request.POST.get("title", ""),
        "refusal": refusal,
        "crumbs": [*_crumbs(row, "")[:1], _card_crumb(row, card_row), ("", localize("Ask for review", "发起审核"))],
    }
    return render(request, "cards/review_new.html", context, status=409 if refusal else 200)


@require_http_methods(["GET", "POST"])
@page
def review_detail(request: HttpRequest, pack: str, number: int) -> HttpResponse:
    """Show one review: what changed, what was found and said; POST decides, comments, resolves, names or withdraws."""
    row = pack_get(account=request.user, slug=pack, act=Act.REVIEW_READ)
    review = review_get(account=request.user, pack=row, number=number)
    if request.method == "GET":
        return _render(request, review)
    act = ACTS.get(request.POST.get("do", ""))
    if act is None:
        raise NotFound
    try:
        act(request, review)
    except Refusal as refusal:
        if refusal.status in {403, 404}:
            raise
        return _render(request, review, refusal)
    return redirect(f"{review_url(row, number)}{request.POST.get('back', '') if _is_mark(request) else ''}")


def _is_mark(request: HttpRequest) -> bool:
    """Return whether the place to go back to is a mark on the same page."""
    back = request.POST.get("back", "")
    return back.startswith("#") and back[1:].replace("-", "").isalnum()


def _render(request: HttpRequest, review: Any, refusal: Refusal | None = None) -> HttpResponse:
    assert isinstance(request.user, Account)  # noqa: S101  for the type checker
    pack, account = review.pack, request.user
    role = role_in(account=account, pack=pack)
    threads = threads_placed(review)
    outcomes = version_outcomes(version=review.version)
    is_open = review.withdrawn_at is None and review.version_id == review.card.newest_version_id
    is_open = is_open and review.version_id != review.card.released_version_id
    decisions = decisions_of(review)
    is_own = account.pk in review.version.contributors
    context = {
        "pack": pack,
        "section": "reviews",
        "review": review,
        "card_name": (card_face(card=review.card, pack=pack) or {}).get("name"),
        "state_label": state_label(review.state),
        "chip": CHIPS[review.state],
        "card_url": reverse("cards:card-detail", args=[pack.slug, review.card.written_id]),
        "is_open": is_open,
        "is_own": is_own,
        "may_decide": is_open and allows(role=role, act=Act.REVIEW_DECIDE),
        "may_comment": is_open and allows(role=role, act=Act.REVIEW_COMMENT),
        "may_answer": allows(role=role, act=Act.REVIEW_COMMENT),
        "may_withdraw": is_open and account.pk in {review.requested_by_id, review.version.author_id},
        "moved_on": has_moved_on(review),
        "next": next_review(review, may_ask=allows(role=role, act=Act.REVIEW_REQUEST)),
        "problems": problems_of(review) if is_open else [],
        "threads": threads,
        "open_threads": sum(each.thread.resolved_at is None for each in threads),
        "outcomes": outcomes,
        "red": [each for each in outcomes if each.ok is False],
        "strength": strength_line(review.card, review.version) if outcomes else None,
        "preview": preview_of_version(review),
        "decisions": decisions,
        "reviewers": list(review.reviewers.all()),
        "possible": _more_reviewers(review) if is_open and allows(role=role, act=Act.REVIEW_REQUEST) else [],
        "refusal": _words_of(refusal) if refusal else "",
        "typed": request.POST,
        "crumbs": [
            *_crumbs(pack, "")[:1],
            (reverse("cards:review-list", args=[pack.slug]), localize("Reviews", "审核")),
            ("", str(review.number)),
        ],
        **difference(review, threads),
    }
    return render(request, "cards/review_detail.html", context, status=refusal.status if refusal else 200)


def _more_reviewers(review: Review) -> list[Account]:
    named = set(review.reviewers.values_list("pk", flat=True))
    possible = reviewers_possible(pack=review.pack, but=review.version.contributors)
    return [each for each in possible if each.pk not in named]


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
    messages.success(request, localize("The review is withdrawn.", "审核已撤回。"))


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
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0


def _accounts(pack: Pack, keys: list[str]) -> list[Account]:
    """Return the members of a pack with these keys; others are not there."""
    return list(Account.objects.filter(memberships__pack=pack, pk__in=[_number(key) for key in keys]))


def _words_of(refusal: Refusal) -> str:
    language = data_language()
    details = [error["detail"][language] for error in refusal.errors]
    return " ".join(details) or said(refusal, language)


def _crumbs(pack: Pack, last: str) -> list[tuple[str, str]]:
    return [(reverse("cards:pack-detail", args=[pack.slug]), bilingual_plain(pack.name)), ("", last)]


def _card_crumb(pack: Pack, card: Card) -> tuple[str, str]:
    return reverse("cards:card-detail", args=[pack.slug, card.written_id]), card.written_id
