"""What the decisions on reviews come to, as expressions of the database: the state of a card and of a review follow."""

from typing import Any

from django.db.models import Case, CharField, Count, Exists, IntegerField, OuterRef, Q, QuerySet, Subquery, Value, When
from django.db.models.functions import Coalesce

from cards.models import Decision, Review, Verdict


def newest_review_state() -> Case:
    """Return the expression, for cards, of what the review of the newest version comes to; `draft` without one."""
    reviews = with_approvals(Review.objects.filter(version=OuterRef("newest_version"), withdrawn_at__isnull=True))
    approvals_needed = OuterRef("pack__approvals_needed")
    return Case(
        When(pack__approvals_needed=0, newest_version__isnull=False, then=Value("approved")),
        When(Exists(reviews.filter(is_blocked=True)), then=Value("changes_requested")),
        When(Exists(reviews.filter(approvals__gte=approvals_needed)), then=Value("approved")),
        When(Exists(reviews), then=Value("in_review")),
        default=Value("draft"),
        output_field=CharField(),
    )


def _standing() -> QuerySet[Decision]:
    """Return the decision that holds of each reviewer of the outer review."""
    newer = Decision.objects.filter(review=OuterRef("review"), by=OuterRef("by"), pk__gt=OuterRef("pk"))
    return Decision.objects.filter(~Q(Exists(newer)), review=OuterRef("pk")).order_by()


def with_approvals(reviews: QuerySet[Review]) -> QuerySet[Any]:
    """Return reviews with their number of approvals, and whether a reviewer requests changes."""
    approving = _standing().filter(verdict=Verdict.APPROVE).values("review").annotate(n=Count("pk")).values("n")
    return reviews.annotate(
        approvals=Coalesce(Subquery(approving, output_field=IntegerField()), 0),
        is_blocked=Exists(_standing().filter(verdict=Verdict.REQUEST_CHANGES)),
    )
