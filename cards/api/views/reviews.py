"""Reviews of a pack: asking for one, deciding, talking about a node, taking it back."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from cards.api.base import Endpoint, actor_of, answer, card_of, pack_of
from cards.api.bodies import fields_of, flag, line, text, whole, words
from cards.api.docs import operation
from cards.api.paging import page_of
from cards.api.repeat import Creation, create_once
from cards.api.shapes import API, WHOLE_ROW
from cards.api.shapes_reviews import COMMENT, DECISION, REVIEW, THREAD
from cards.errors import InvalidFields
from cards.models import Account, Pack
from cards.models.account import TokenScope
from cards.permissions import Act
from cards.queries.reviews import PlacedThread, review_get, review_list, reviewers_possible, thread_in
from cards.services.review import (
    comment_add,
    review_decide,
    review_request,
    review_withdraw,
    thread_open,
    thread_resolve,
)

REVIEWERS = {"POST": TokenScope.REVIEW, "PUT": TokenScope.REVIEW, "DELETE": TokenScope.REVIEW}


def review_of(request: Request, pack: str, number: int) -> tuple[Pack, Any]:
    """Return a pack and a review of it that the caller may read."""
    row = pack_of(request, pack, Act.REVIEW_READ)
    return row, review_get(account=actor_of(request), pack=row, number=number)


def thread_of(request: Request, pack: str, number: int, thread: int) -> PlacedThread:
    """Return a thread of a review's card that the caller may read; it may have begun in an earlier review."""
    _, review = review_of(request, pack, number)
    return thread_in(review=review, pk=thread)


class Reviews(Endpoint):
    """The reviews of a pack."""

    scopes = REVIEWERS

    @operation(
        "reviews", "Reviews of a pack with their states, the newest first", REVIEW, is_list=True, act=Act.REVIEW_READ
    )
    def get(self, request: Request, pack: Pack) -> Response:
        """List them."""
        return page_of(request, review_list(account=actor_of(request), pack=pack), REVIEW, "-number")

    @operation("review-request", "Ask for a review of the newest version", REVIEW, method="post", status=201)
    def post(self, request: Request, pack: str) -> Response:
        """Ask for it, of the reviewers named by email or of all who may decide."""

        def make() -> Creation:
            params = fields_of(request, {"card": line, "version": whole}, {"title": line, "reviewers": words})
            row, card = card_of(request, pack, params["card"])
            review = review_request(
                actor=actor_of(request),
                card=card,
                number=params["version"],
                title=params.get("title", ""),
                reviewers=_reviewers(row, params.get("reviewers", [])),
            )
            shown = review_get(account=actor_of(request), pack=row, number=review.number)
            return REVIEW(shown, WHOLE_ROW), {"Location": f"{API}/packs/{row.slug}/reviews/{review.number}/"}

        return create_once(request, make)


def _reviewers(pack: Pack, emails: list[str]) -> list[Account]:
    """Return the accounts of these emails among those who may decide, whatever their case."""
    possible = {account.email.lower(): account for account in reviewers_possible(pack=pack)} if emails else {}
    for place, email in enumerate(emails):
        if email.strip().lower() not in possible:
            raise InvalidFields.of(
                f"/reviewers/{place}", "No member with this email may decide.", "此邮箱的成员不能审核。"
            )
    return [possible[email.strip().lower()] for email in emails]


class ReviewDetail(Endpoint):
    """One review."""

    scopes = REVIEWERS

    @operation("review", "One review with its decisions and threads", REVIEW)
    def get(self, request: Request, pack: str, number: int) -> Response:
        """Return it."""
        _, review = review_of(request, pack, number)
        return answer(REVIEW(review, WHOLE_ROW))


class Decisions(Endpoint):
    """What reviewers say of the version."""

    scopes = REVIEWERS

    @operation("review-decide", "Approve the version, or request changes", DECISION, method="post", status=201)
    def post(self, request: Request, pack: str, number: int) -> Response:
        """Decide; an approval over a red scenario or an open thread needs a reason."""
        _, review = review_of(request, pack, number)

        def make() -> Creation:
            params = fields_of(request, {"decision": line}, {"message": text, "reason": text})
            verdict = params.pop("decision")
            return DECISION(review_decide(actor=actor_of(request), review=review, verdict=verdict, **params)), {}

        return create_once(request, make)


class Withdraw(Endpoint):
    """The end of a review by who asked for it."""

    scopes = REVIEWERS

    @operation("review-withdraw", "Take a review back", REVIEW, method="post")
    def post(self, request: Request, pack: str, number: int) -> Response:
        """Take it back."""
        row, review = review_of(request, pack, number)
        fields_of(request, {})
        review_withdraw(actor=actor_of(request), review=review)
        return answer(REVIEW(review_get(account=actor_of(request), pack=row, number=number), WHOLE_ROW))


class Threads(Endpoint):
    """Threads on nodes of the version."""

    scopes = REVIEWERS

    @operation("thread-open", "Begin a thread on a node, or on the whole card", THREAD, method="post", status=201)
    def post(self, request: Request, pack: str, number: int) -> Response:
        """Begin it; `path` is a JSON Pointer in the document."""
        _, review = review_of(request, pack, number)

        def make() -> Creation:
            params = fields_of(request, {"text": text}, {"path": text, "on_base": flag})
            row = thread_open(
                actor=actor_of(request),
                review=review,
                text=params["text"],
                pointer=params.get("path", ""),
                on_base=params.get("on_base", False),
            )
            return THREAD(thread_in(review=review, pk=row.pk)), {}

        return create_once(request, make)


class Comments(Endpoint):
    """Answers in a thread."""

    scopes = REVIEWERS

    @operation("comment-add", "Answer in a thread", COMMENT, method="post", status=201)
    def post(self, request: Request, pack: str, number: int, thread: int) -> Response:
        """Answer."""
        row = thread_of(request, pack, number, thread)

        def make() -> Creation:
            said = fields_of(request, {"text": text})["text"]
            return COMMENT(comment_add(actor=actor_of(request), thread=row.thread, text=said)), {}

        return create_once(request, make)


class Resolve(Endpoint):
    """Whether a thread is settled."""

    scopes = REVIEWERS

    @operation("thread-resolve", "Resolve a thread, or open it again", THREAD, method="post")
    def post(self, request: Request, pack: str, number: int, thread: int) -> Response:
        """Set it."""
        row = thread_of(request, pack, number, thread)
        params = fields_of(request, {"resolved": flag})
        thread_resolve(actor=actor_of(request), thread=row.thread, is_resolved=params["resolved"])
        return answer(THREAD(thread_of(request, pack, number, thread)))
