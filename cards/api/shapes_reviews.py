"""Reviews as the public contract shows them."""

from __future__ import annotations

from typing import Any

from cards.api.shapes import Json, timestamp
from cards.models import Comment, Decision
from cards.queries.reviews import PlacedThread, contributors_of, decisions_of, threads_placed


def review_shape(review: Any, *, whole: bool = False) -> Json:
    """Return a review that came from `review_list` or `review_get`; `whole` adds contributors, decisions and threads."""
    shown: Json = {
        "number": review.number,
        "card": review.card.written_id,
        "version": review.version.number,
        "base": review.base.number if review.base else None,
        "title": review.title,
        "state": review.state,
        "needed": review.pack.approvals_needed,
        "approvals": review.approvals,
        "requested_by": str(review.requested_by),
        "requested_at": timestamp(review.requested_at),
    }
    if not whole:
        return shown
    decisions = [decision_shape(each) for each in decisions_of(review)]
    shown["contributors"] = [str(account) for account in contributors_of(review)]
    return {**shown, "decisions": decisions, "threads": [thread_shape(each) for each in threads_placed(review)]}


def decision_shape(decision: Decision) -> Json:
    """Return what a reviewer said."""
    return {
        "by": str(decision.by),
        "decision": decision.verdict,
        "message": decision.message,
        "reason": decision.reason,
        "at": timestamp(decision.decided_at),
    }


def thread_shape(placed: PlacedThread) -> Json:
    """Return a thread with its comments; `node` is the text that the node had when it began, `place` where it is in the reviewed version."""
    thread = placed.thread
    return {
        "id": str(thread.pk),
        "path": thread.pointer,
        "place": placed.pointer,
        "version": thread.version.number,
        "node": thread.node,
        "resolved": thread.resolved_at is not None,
        "comments": [comment_shape(each) for each in placed.comments],
    }


def comment_shape(comment: Comment) -> Json:
    """Return one remark."""
    return {"by": str(comment.author), "text": comment.text, "at": timestamp(comment.written_at)}
