"""Reviews of a pack, what they come to, and which versions they approved; every state is derived, never stored."""

from collections.abc import Sequence
from typing import Any

from django.db.models import Case, CharField, Exists, F, OuterRef, Q, QuerySet, Value, When

from cards.errors import NotFound
from cards.lookups import first_or_not_found
from cards.models import Account, Card, Comment, Decision, Match, Membership, Pack, Review, Thread
from cards.permissions import NEEDS, RANK, Act, Actor, require
from cards.queries.review_states import with_approvals
from cards.tree_diff import new_places
from cards.values import frozen_dataclass

OPEN_STATES = ("in_review", "changes_requested")
THREADS_LIMIT = 200  # threads of a card that a page shows, and that may be open
UNREAD = ("text", "texts", "bases", "document", "search", "grams")


def review_list(*, account: Actor, pack: Pack) -> QuerySet[Review]:
    """Return the reviews of a pack with their states, newest first, without the texts of the versions."""
    require(account=account, pack=pack, act=Act.REVIEW_READ)
    return _light(_with_state(Review.objects.filter(pack=pack)))


def review_queue(*, account: Account) -> QuerySet[Review]:
    """Return the open reviews of all packs that the account belongs to, longest waiting first."""
    mine = Membership.objects.filter(account=account).values("pack")
    reviews = _with_state(Review.objects.filter(pack__in=mine, pack__archived_at__isnull=True))
    return _light(reviews.filter(state__in=OPEN_STATES)).order_by("requested_at", "pk")


def waiting_for(*, reviews: QuerySet[Review], account: Account) -> QuerySet[Review]:
    """Keep the reviews that name this account or no account, which it may decide and has not decided yet."""
    high = [role for role in RANK if RANK[role] >= RANK[NEEDS[Act.REVIEW_DECIDE]]]
    packs = Membership.objects.filter(account=account, role__in=high).values("pack")
    own = Q(version__contributors__contains=[account.pk])
    named = Review.reviewers.through.objects.filter(review=OuterRef("pk"))
    decided = Decision.objects.filter(review=OuterRef("pk"), by=account)
    is_for_account = Q(Exists(named.filter(account=account))) | ~Q(Exists(named))
    return reviews.filter(is_for_account, ~Q(Exists(decided)), pack__in=packs, state__in=OPEN_STATES).exclude(own)


def review_get(*, account: Actor, pack: Pack, number: int) -> Any:
    """Return one review with its state, its card and both versions."""
    require(account=account, pack=pack, act=Act.REVIEW_READ)
    reviews = _with_state(Review.objects.filter(pack=pack, number=number))
    return first_or_not_found(
        reviews.select_related("pack", "card", "version", "version__author", "base", "requested_by")
    )


def review_of(*, card: Card) -> Any:
    """Return the review of a card's newest version that is not withdrawn, with its state."""
    return _with_state(Review.objects.filter(version=card.newest_version_id, withdrawn_at__isnull=True)).first()


def decisions_of(review: Review) -> list[Decision]:
    """Return the decisions of a review in order; the last of each reviewer holds."""
    return list(Decision.objects.filter(review=review).select_related("by"))


def contributors_of(review: Review) -> list[Account]:
    """Return who saved into the version since the released one: none of them approves it."""
    return list(Account.objects.filter(pk__in=review.version.contributors).order_by("pk"))


def threads_of(card: Card, *, only_open: bool = False) -> QuerySet[Thread]:
    """Return the threads of a card over all its reviews, oldest first."""
    rows = Thread.objects.filter(card=card)
    threads = rows.select_related("version", "opened_by", "resolved_by", "review", "match__pack")
    threads = threads.defer(
        *(f"version__{name}" for name in UNREAD if name != "document"),
        *(f"match__{name}" for name in ("spec", "trace", "answers")),
    )
    return threads.filter(resolved_at__isnull=True) if only_open else threads


@frozen_dataclass
class PlacedThread:
    """A thread with its comments, and where its node is in the version under review; `pointer` is None when the node was removed."""

    thread: Thread
    pointer: str | None
    comments: list[Comment]

    @property
    def has_moved(self) -> bool:
        """Return whether the node was elsewhere when the thread was opened."""
        return self.pointer is not None and self.pointer != self.thread.pointer


def threads_placed(review: Review) -> list[PlacedThread]:
    """Return the threads of a review's card, the open ones first, each at the place of its node in the reviewed version.

    A thread of another version is led there by what changed between the two; one whose node is gone has no place.
    """
    threads = list(threads_of(review.card).order_by(F("resolved_at").asc(nulls_first=True), "pk")[:THREADS_LIMIT])
    comments = _comments_of(threads)
    places: dict[tuple[int, str], str | None] = {}
    for version in {thread.version_id: thread.version for thread in threads if thread.version is not None}.values():
        asked = [thread.pointer for thread in threads if thread.version_id == version.pk]
        found = new_places(version.document, review.version.document, asked)
        places |= {(version.pk, pointer): at for pointer, at in found.items()}
    return [
        PlacedThread(
            thread,
            "" if thread.version_id is None else places[(thread.version_id, thread.pointer)],
            comments[thread.pk],
        )
        for thread in threads
    ]


def notes_of(*, card: Card, match: Match | None = None) -> list[PlacedThread]:
    """Return the threads about moments of matches: of one match all of them by step, else of the card those that are open, the newest first."""
    threads = threads_of(card, only_open=match is None).filter(step__isnull=False)
    rows = threads.order_by("-pk") if match is None else threads.filter(match=match).order_by("step", "pk")
    shown_rows = list(rows[:THREADS_LIMIT])
    comments = _comments_of(shown_rows)
    return [PlacedThread(thread, "", comments[thread.pk]) for thread in shown_rows]


def _comments_of(threads: Sequence[Thread]) -> dict[int, list[Comment]]:
    """Return the comments of threads by the key of their thread."""
    comments: dict[int, list[Comment]] = {thread.pk: [] for thread in threads}
    for comment in Comment.objects.filter(thread__in=threads).select_related("author"):
        comments[comment.thread_id].append(comment)
    return comments


def thread_get(*, account: Actor, pack: Pack, pk: int) -> Thread:
    """Return a thread of a pack."""
    require(account=account, pack=pack, act=Act.REVIEW_READ)
    return first_or_not_found(
        Thread.objects.filter(pk=pk, card__pack=pack).select_related("card__pack", "match", "review", "review__pack")
    )


def thread_in(*, review: Review, pk: int) -> PlacedThread:
    """Return one thread of a review's card, as `threads_placed` does."""
    thread = next((each for each in threads_placed(review) if each.thread.pk == pk), None)
    if thread is None:
        raise NotFound()
    return thread


def reviewers_possible(*, pack: Pack, but: Sequence[int] = ()) -> list[Account]:
    """Return who may decide in a pack, without those named by key, by name."""
    high = [role for role in RANK if RANK[role] >= RANK[NEEDS[Act.REVIEW_DECIDE]]]
    members = Account.objects.filter(memberships__pack=pack, memberships__role__in=high, is_active=True)
    return list(members.exclude(pk__in=but).order_by("name", "email"))


def approved_versions(pack: Pack) -> dict[int, int]:
    """Return the newest approved version of each card, none older than the released one; by keys.

    Where the pack asks for no approval, the newest version of each card counts as approved.
    """
    if pack.approvals_needed == 0:
        cards = Card.objects.filter(pack=pack, trashed_at__isnull=True, newest_version__isnull=False)
        return dict(cards.values_list("pk", "newest_version"))
    reviews = with_approvals(Review.objects.filter(pack=pack, withdrawn_at__isnull=True, card__trashed_at__isnull=True))
    is_current = Q(card__released_version__isnull=True) | Q(version__number__gte=F("card__released_version__number"))
    approved = reviews.filter(is_current, approvals__gte=pack.approvals_needed, is_blocked=False)
    newest = approved.order_by("card_id", "-version__number").distinct("card_id")
    return dict(newest.values_list("card_id", "version_id"))


def _with_state(reviews: QuerySet[Review]) -> QuerySet[Any]:
    state = Case(
        When(withdrawn_at__isnull=False, then=Value("withdrawn")),
        When(is_blocked=False, approvals__gte=F("pack__approvals_needed"), then=Value("approved")),
        When(~Q(card__newest_version=F("version")), then=Value("superseded")),
        When(is_blocked=True, then=Value("changes_requested")),
        default=Value("in_review"),
        output_field=CharField(),
    )
    return with_approvals(reviews).annotate(state=state)


def _light(reviews: QuerySet[Review]) -> QuerySet[Review]:
    unread = [f"{of}__{name}" for of in ("version", "base") for name in UNREAD]
    return reviews.select_related("pack", "card", "version", "base", "requested_by").defer(*unread)
