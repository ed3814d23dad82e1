"""What the answers about reviews hold."""

from cards.api.shapes import WHOLE_ROW
from cards.queries.reviews import contributors_of, decisions_of, threads_placed
from cards.shape import FLAG, TEXT, TIME, WHOLE, Member, Shape, listing, maybe

DECISION = Shape(
    "Decision",
    by=Member(TEXT, lambda decision: str(decision.by)),
    decision=Member(TEXT, "verdict"),
    message=TEXT,
    reason=TEXT,
    at=Member(TIME, "decided_at"),
)
COMMENT = Shape(
    "Comment",
    by=Member(TEXT, lambda comment: str(comment.author)),
    text=TEXT,
    at=Member(TIME, "written_at"),
)
THREAD = Shape(
    "Thread",
    id=Member(TEXT, lambda placed: str(placed.thread.pk)),
    path=Member(TEXT, "thread.pointer"),
    place=Member(maybe(TEXT), "pointer"),
    version=Member(maybe(WHOLE), lambda placed: placed.thread.version and placed.thread.version.number),
    match=Member(maybe(WHOLE), lambda placed: placed.thread.match and placed.thread.match.number),
    step=Member(maybe(WHOLE), "thread.step"),
    node=Member(TEXT, "thread.node"),
    resolved=Member(FLAG, lambda placed: placed.thread.resolved_at is not None),
    comments=Member(listing(COMMENT.ref), lambda placed: [COMMENT(comment) for comment in placed.comments]),
)
"""A thread: `node` is the text that the node had when it began, `place` where it is in the reviewed version; one about a moment of a match names match and step instead of a version."""
REVIEW = Shape(
    "Review",
    number=WHOLE,
    card=Member(TEXT, "card.written_id"),
    version=Member(WHOLE, "version.number"),
    base=Member(maybe(WHOLE), lambda review: review.base.number if review.base else None),
    title=TEXT,
    state=TEXT,
    needed=Member(WHOLE, "pack.approvals_needed"),
    approvals=WHOLE,
    requested_by=Member(TEXT, lambda review: str(review.requested_by)),
    requested_at=TIME,
    contributors=Member(listing(TEXT), lambda review: [str(account) for account in contributors_of(review)], WHOLE_ROW),
    decisions=Member(listing(DECISION.ref), lambda review: [DECISION(row) for row in decisions_of(review)], WHOLE_ROW),
    threads=Member(listing(THREAD.ref), lambda review: [THREAD(row) for row in threads_placed(review)], WHOLE_ROW),
)
"""A review of `review_list` or `review_get`."""
