"""Reviews: asked for, decided, withdrawn, superseded and discussed; no one approves what they saved into."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection, transaction
from django.utils import timezone

from cards.errors import Forbidden, InvalidFields, NotFound, Refusal, StateConflict
from cards.models import Account, AuditEvent, Card, CardVersion, Decision, Notification, Pack, Review, Scenario, Thread
from cards.queries.cards import card_list
from cards.queries.history import draft_get
from cards.queries.reviews import (
    approved_versions,
    review_get,
    review_list,
    review_queue,
    threads_of,
    waiting_for,
)
from cards.services.draft import draft_save
from cards.services.notification import notification_choose, notifications_read
from cards.services.review import (
    OwnWork,
    comment_add,
    review_ask,
    review_decide,
    review_request,
    review_withdraw,
    thread_open,
    thread_resolve,
)
from cards.services.version import version_create
from tests.cards.conftest import card_text

People = dict[str, Account]


def card_state(card: Card) -> str:
    """Return the state of a card as lists show it."""
    return str(card_list(pack=card.pack).get(pk=card.pk).state)  # type: ignore[attr-defined]  # annotated by the query


def name_version(card: Card, by: Account, **changes: Any) -> CardVersion:
    """Save a change as an account, when there is one, and name the draft."""
    if changes:
        text = card_text(card.written_id, **changes)
        draft_save(actor=by, card=card, text=text, texts={}, based_on=draft_get(card=card).etag)
    made = version_create(actor=by, card=card, based_on=draft_get(card=card).etag)
    card.refresh_from_db()
    return made


@pytest.fixture(autouse=True)
def one_approval(pack: Pack) -> None:
    """Ask for one approval, as new packs do."""
    pack.approvals_needed = 1
    pack.save(update_fields=["approvals_needed"])


@pytest.fixture
def review(card: Card, people: People) -> Review:
    name_version(card, people["designer"])
    return review_request(actor=people["designer"], card=card, number=1, title="New")


def state_of(review: Review, people: People) -> str:
    return str(review_get(account=people["admin"], pack=review.pack, number=review.number).state)


class TestReview:
    def test_leads_from_draft_to_approved(self, review: Review, card: Card, people: People) -> None:
        before = card_state(card)
        review_decide(actor=people["reviewer"], review=review, verdict="approve")
        card.refresh_from_db()

        assert (before, card_state(card), state_of(review, people)) == ("in_review", "approved", "approved")
        assert approved_versions(review.pack) == {card.pk: card.newest_version_id}

    def test_waits_for_as_many_approvals_as_the_pack_asks_for(self, review: Review, card: Card, people: People) -> None:
        Pack.objects.update(approvals_needed=2)
        review_decide(actor=people["reviewer"], review=review, verdict="approve")
        review_decide(actor=people["reviewer"], review=review, verdict="approve")
        once = card_state(card)
        review_decide(actor=people["publisher"], review=review, verdict="approve")
        card.refresh_from_db()

        assert (once, card_state(card)) == ("in_review", "approved")

    def test_is_held_up_by_whoever_asks_for_changes(self, review: Review, card: Card, people: People) -> None:
        review_decide(actor=people["publisher"], review=review, verdict="approve")
        review_decide(actor=people["reviewer"], review=review, verdict="request_changes", message="Too strong.")
        requests = (card_state(card), approved_versions(Pack.objects.get()))
        review_decide(actor=people["reviewer"], review=review, verdict="approve")

        assert requests == ("changes_requested", {})
        assert card_state(card) == "approved"

    def test_is_not_approved_by_who_saved_into_the_version(self, card: Card, people: People) -> None:
        name_version(card, people["reviewer"], cost=2)
        name_version(card, people["designer"], cost=3)
        review = review_request(actor=people["designer"], card=card, number=2)
        with pytest.raises(OwnWork):
            review_decide(actor=people["reviewer"], review=review, verdict="approve")

        assert not Decision.objects.exists()

    def test_remembers_contributors_whose_saves_were_pruned(self, card: Card, people: People) -> None:
        name_version(card, people["reviewer"], cost=2)
        Card.objects.filter(pk=card.pk).update(trashed_at=timezone.now())  # revisions of what is in the trash may go
        card.draft.revisions.all().delete()
        Card.objects.filter(pk=card.pk).update(trashed_at=None)

        assert people["reviewer"].pk in name_version(card, people["designer"], cost=3).contributors

    def test_is_superseded_by_a_new_version(self, review: Review, card: Card, people: People) -> None:
        name_version(card, people["designer"], cost=3)
        with pytest.raises(StateConflict):
            review_decide(actor=people["reviewer"], review=review, verdict="approve")

        assert (state_of(review, people), card_state(card)) == ("superseded", "draft")

    def test_leaves_an_approval_to_its_version(self, review: Review, card: Card, people: People) -> None:
        first = card.newest_version_id
        review_decide(actor=people["reviewer"], review=review, verdict="approve")
        name_version(card, people["designer"], cost=3)

        assert approved_versions(review.pack) == {card.pk: first}

    def test_leaves_the_draft_to_be_edited(self, review: Review, card: Card, people: People) -> None:
        draft_save(
            actor=people["designer"],
            card=card,
            text=card_text(card.written_id, cost=3),
            texts={},
            based_on=draft_get(card=card).etag,
        )

        assert state_of(review, people) == "in_review"

    def test_is_withdrawn_by_its_author_alone(self, review: Review, card: Card, people: People) -> None:
        with pytest.raises(Forbidden):
            review_withdraw(actor=people["publisher"], review=review)
        review_withdraw(actor=people["designer"], review=review)
        with pytest.raises(StateConflict):
            review_decide(actor=people["reviewer"], review=review, verdict="approve")
        again = review_request(actor=people["designer"], card=card, number=1)

        assert (state_of(review, people), state_of(again, people)) == ("withdrawn", "in_review")

    def test_is_of_the_newest_version_and_once(self, review: Review, card: Card, people: People) -> None:
        with pytest.raises(StateConflict):
            review_request(actor=people["designer"], card=card, number=1)
        name_version(card, people["designer"], cost=3)
        with pytest.raises(StateConflict):
            review_request(actor=people["designer"], card=card, number=1)
        with pytest.raises(NotFound):
            review_request(actor=people["designer"], card=card, number=9)

    def test_names_only_who_may_decide(self, review: Review, people: People) -> None:
        for name in ("viewer", "designer", "stranger"):
            with pytest.raises(InvalidFields):
                review_ask(actor=people["designer"], review=review, reviewers=[people[name]])
        review_ask(actor=people["designer"], review=review, reviewers=[people["publisher"]])
        queue = review_queue(account=people["publisher"])

        assert [each.number for each in waiting_for(reviews=queue, account=people["publisher"])] == [1]
        assert not waiting_for(reviews=review_queue(account=people["reviewer"]), account=people["reviewer"])

    def test_is_unknown_to_strangers_and_decided_by_reviewers(self, review: Review, people: People) -> None:
        for act in (
            lambda actor_account: review_decide(actor=actor_account, review=review, verdict="approve"),
            lambda actor_account: review_withdraw(actor=actor_account, review=review),
            lambda actor_account: thread_open(actor=actor_account, review=review, text="?"),
            lambda actor_account: review_list(account=actor_account, pack=review.pack),
        ):
            with pytest.raises(NotFound):
                act(people["stranger"])
        with pytest.raises(Forbidden):
            review_decide(actor=people["designer"], review=review, verdict="request_changes", message="?")

        assert not review_queue(account=people["stranger"])

    def test_writes_one_event_per_act(self, review: Review, people: People) -> None:
        thread = thread_open(actor=people["reviewer"], review=review, text="Why?")
        comment_add(actor=people["designer"], thread=thread, text="So.")
        thread_resolve(actor=people["reviewer"], thread=thread)
        thread_resolve(actor=people["reviewer"], thread=thread)
        review_decide(actor=people["reviewer"], review=review, verdict="approve")
        kept = AuditEvent.objects.filter(pk__gt=AuditEvent.objects.get(action="version.create").pk)

        assert list(kept.order_by("pk").values_list("action", flat=True)) == [
            "review.request", "thread.open", "thread.comment", "thread.resolve", "review.decide",
        ]  # fmt: skip


class TestApprovalOver:
    def test_an_open_thread_wants_a_reason(self, review: Review, people: People) -> None:
        thread_open(actor=people["publisher"], review=review, text="Why?")
        with pytest.raises(InvalidFields) as error:
            review_decide(actor=people["reviewer"], review=review, verdict="approve", reason="  ")
        new_review_decide = review_decide(
            actor=people["reviewer"], review=review, verdict="approve", reason="It is meant so."
        )

        assert error.value.errors[0]["pointer"] == "/reason"
        assert new_review_decide.reason == "It is meant so."

    def test_a_failed_scenario_wants_a_reason(self, review: Review, card: Card, people: People) -> None:
        Scenario.objects.create(
            pack=review.pack, card=card, number=1, text="not a scenario", saved_by=people["designer"]
        )
        with pytest.raises(InvalidFields):
            review_decide(actor=people["reviewer"], review=review, verdict="approve")
        Scenario.objects.all().delete()

        assert review_decide(actor=people["reviewer"], review=review, verdict="approve").pk

    def test_changes_asked_for_want_words(self, review: Review, people: People) -> None:
        with pytest.raises(InvalidFields):
            review_decide(actor=people["reviewer"], review=review, verdict="request_changes", message=" ")
        with pytest.raises(InvalidFields):
            review_decide(actor=people["reviewer"], review=review, verdict="perhaps")


class TestThread:
    def test_keeps_the_text_of_its_node(self, review: Review, people: People) -> None:
        thread = thread_open(actor=people["reviewer"], review=review, text="Why?", pointer="/id")

        assert (thread.node, thread.version_id) == ('"base.stone"', review.version_id)

    @pytest.mark.parametrize("pointer", ["/nothing", "id", "/id/0", "/behaviors/99999", "/~2"])
    def test_is_of_a_place_that_exists(self, review: Review, people: People, pointer: str) -> None:
        with pytest.raises(InvalidFields):
            thread_open(actor=people["reviewer"], review=review, text="Why?", pointer=pointer)

    def test_is_resolved_and_opened_again(self, review: Review, card: Card, people: People) -> None:
        thread = thread_open(actor=people["reviewer"], review=review, text="Why?")
        thread_resolve(actor=people["designer"], thread=thread)
        resolved_count = threads_of(card, only_open=True).count()
        thread_resolve(actor=people["designer"], thread=thread, is_resolved=False)

        assert (resolved_count, threads_of(card, only_open=True).count()) == (0, 1)


def notifications_of(account: Account) -> list[str]:
    return list(Notification.objects.filter(account=account).order_by("pk").values_list("kind", flat=True))


class TestNotification:
    def test_goes_to_those_asked_and_not_to_the_author(self, review: Review, people: People) -> None:
        assert notifications_of(people["reviewer"]) == notifications_of(people["publisher"]) == ["review_asked"]
        assert (
            notifications_of(people["designer"])
            == notifications_of(people["viewer"])
            == notifications_of(people["operator"])
            == []
        )

    def test_tells_the_author_of_a_decision_and_of_comments(self, review: Review, people: People) -> None:
        thread_open(actor=people["reviewer"], review=review, text="Why, @designer@example.org? @viewer@example.organic")
        thread_open(actor=people["reviewer"], review=review, text="And this?")
        review_decide(actor=people["reviewer"], review=review, verdict="approve", reason="Fine.")

        assert notifications_of(people["designer"]) == ["mentioned", "commented", "review_decided"]
        assert notifications_of(people["viewer"]) == []

    def test_is_not_written_where_its_kind_is_muted(self, review: Review, people: People) -> None:
        notification_choose(actor=people["designer"], muted_kinds=["commented"], unmailed_kinds=[])
        thread_open(actor=people["reviewer"], review=review, text="Why?")

        assert notifications_of(people["designer"]) == []
        with pytest.raises(InvalidFields):
            notification_choose(actor=people["designer"], muted_kinds=["weather"], unmailed_kinds=[])

    def test_is_read_by_its_account_alone(self, review: Review, people: People) -> None:
        assert notifications_read(actor=people["reviewer"]) == 1
        assert Notification.objects.filter(read_at__isnull=True, account=people["publisher"]).count() == 1


@pytest.mark.django_db(transaction=True)
class TestRaces:
    def test_two_requests_make_one_review(self, card: Card, people: People) -> None:
        name_version(card, people["designer"])
        answers = at_once(*[lambda: review_request(actor=people["designer"], card=card, number=1)] * 2)

        assert sorted(answers) == ["done", "state-conflict"]

    def test_an_approval_sees_the_thread_that_was_opened_first(
        self, review: Review, card: Card, people: People
    ) -> None:
        answers, block = while_held(
            card,
            lambda: thread_open(actor=people["publisher"], review=review, text="Why?"),
            lambda: review_decide(actor=people["reviewer"], review=review, verdict="approve"),
        )

        assert (answers, block) == (["invalid-fields"], True)

    def test_a_new_version_ends_a_decision_under_way(self, review: Review, card: Card, people: People) -> None:
        answers, block = while_held(
            card,
            lambda: name_version(card, people["designer"], cost=3),
            lambda: review_decide(actor=people["reviewer"], review=review, verdict="approve"),
        )

        assert (answers, block) == (["state-conflict"], True)

    def test_two_who_resolve_a_thread_write_one_event(self, review: Review, card: Card, people: People) -> None:
        thread = thread_open(actor=people["publisher"], review=review, text="Why?")
        answers, block = while_held(
            card,
            lambda: thread_resolve(actor=people["publisher"], thread=Thread.objects.get(pk=thread.pk)),
            lambda: thread_resolve(actor=people["reviewer"], thread=thread),
        )

        assert (answers, block) == (["done"], True)
        assert AuditEvent.objects.filter(action="thread.resolve").count() == 1


def at_once(*acts: Callable[[], object]) -> list[str]:
    """Return what came of acts that begin together, each on its own connection."""
    answers: list[str] = []
    gate = threading.Barrier(len(acts))

    def run(act: Callable[[], object]) -> None:
        gate.wait()
        try:
            act()
            answers.append("done")
        except Refusal as refusal:
            answers.append(refusal.slug)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(act,)) for act in acts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    return answers


def while_held(card: Card, first: Callable[[], object], second: Callable[[], object]) -> tuple[list[str], bool]:
    """Do the first within a transaction that stays open until the second waits for it; say whether it did wait."""
    answers: list[str] = []

    def run() -> None:
        answers.extend(at_once(second))

    with transaction.atomic():
        first()
        thread = threading.Thread(target=run)
        thread.start()
        thread.join(1.5)
        blocked = not answers
    thread.join(30)
    return answers, blocked
