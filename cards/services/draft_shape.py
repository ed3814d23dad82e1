"""A draft as its answers hold it: in the API and in the requests of the editor. Written here alone."""

from typing import NamedTuple

from cards.gateway.validation import CardReport
from cards.models import Draft
from cards.shape import (
    DIGEST,
    ENGINE_CARD,
    NUMBER,
    PROBLEM,
    TEXT,
    TEXTS_OF_CARD,
    TIME,
    Json,
    Member,
    Shape,
    listing,
    maybe,
)


class ReportedDraft(NamedTuple):
    """A draft, and what the engine says about its text."""

    draft: Draft
    report: CardReport


def problems_of(report: CardReport) -> list[Json]:
    """Return the problems of a report as answers list them."""
    return [problem.to_json() for problem in report.problems]


DRAFT = Shape(
    "Draft",
    card=Member(TEXT, "draft.card.written_id"),
    revision=Member(NUMBER, "draft.revision"),
    text=Member(TEXT, "draft.text"),
    texts=Member(TEXTS_OF_CARD, "draft.texts"),
    document=Member(maybe(ENGINE_CARD), "report.document"),
    sha256=Member(maybe(DIGEST), "report.sha256"),
    saved_at=Member(TIME, "draft.saved_at"),
    saved_by=Member(TEXT, lambda reported: str(reported.draft.saved_by)),
    problems=Member(listing(PROBLEM), lambda reported: problems_of(reported.report)),
)


def draft_answer(draft: Draft, report: CardReport) -> Json:
    """Return a draft with everything that the engine says about it."""
    return DRAFT(ReportedDraft(draft, report))
