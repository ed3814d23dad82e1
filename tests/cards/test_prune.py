"""The nightly round: old revisions of drafts go, the newest stay, and so does what versions need."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.core.management import call_command
from django.utils import timezone

from cards.models import Account, Card, DraftRevision
from cards.services import prune as services
from cards.services.card import card_trash
from cards.services.prune import prune_daily, revisions_prune
from tests.cards.conftest import MakeCard

LATER = timezone.now() + timedelta(days=91)


@pytest.fixture
def kept_few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "KEPT_NEWEST", 3)
    monkeypatch.setattr(services, "BATCH", 2)
    cache.clear()


def save(card: Card, author: Account, revision: int, days: int = 0) -> None:
    first = DraftRevision.objects.filter(draft=card.draft).earliest("revision")
    first.pk, first.revision, first.author = None, revision, author
    first.saved_at = timezone.now() - timedelta(days=days)
    first.save(force_insert=True)


def left(card: Card) -> list[int]:
    return sorted(DraftRevision.objects.filter(draft=card.draft).values_list("revision", flat=True))


@pytest.mark.usefixtures("kept_few")
class TestRevisions:
    def test_older_than_ninety_days_go_but_for_the_newest(self, card: Card, admin: Account) -> None:
        for number in range(2, 8):
            save(card, admin, number)
        now = revisions_prune()

        assert (now, revisions_prune(now=LATER), left(card)) == (0, 4, [5, 6, 7])

    def test_that_are_young_stay_however_many(self, card: Card, admin: Account) -> None:
        for number in range(2, 8):
            save(card, admin, number, days=100 if number < 4 else 80)
        revisions_prune()

        assert left(card) == [1, 4, 5, 6, 7]

    def test_of_each_card_are_counted_by_themselves(self, card: Card, make_card: MakeCard, admin: Account) -> None:
        other = make_card("base.other")
        for number in range(2, 5):
            save(card, admin, number)

        assert (revisions_prune(now=LATER), left(card), left(other)) == (1, [2, 3, 4], [1])

    def test_keep_the_newest_of_each_author(self, card: Card, admin: Account, people: dict[str, Account]) -> None:
        save(card, people["designer"], 2)
        for number in range(3, 7):
            save(card, admin, number)
        revisions_prune(now=LATER)

        assert left(card) == [2, 4, 5, 6]


@pytest.mark.usefixtures("kept_few")
class TestRound:
    def test_is_done_once_a_day(self, card: Card, admin: Account) -> None:
        card_trash(actor=admin, card=card)
        Card.objects.filter(pk=card.pk).update(trashed_at=timezone.now() - timedelta(days=31))
        first = prune_daily()
        again = prune_daily()

        assert (first, again, Card.objects.filter(pk=card.pk).exists()) == (1, 0, False)

    def test_is_a_command_too(self, card: Card, admin: Account, capsys: pytest.CaptureFixture[str]) -> None:
        call_command("prune")

        assert "deleted 0 cards and 0 revisions" in capsys.readouterr().out
