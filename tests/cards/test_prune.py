"""The nightly round: old revisions of drafts go, the newest stay, and so does what versions need."""

from __future__ import annotations

import hashlib
import time
from datetime import datetime, timedelta
from types import SimpleNamespace

import pytest
from django.core.cache import cache
from django.core.management import call_command
from django.utils import timezone

from cards.models import Account, AuditEvent, Blob, Card, Draft, DraftRevision, PasswordReset, Preview
from cards.services import prune as services
from cards.services.card import card_trash
from cards.services.previews.start import preview_keep
from cards.services.prune import blobs_prune, links_prune, previews_prune, prune_daily, revisions_prune, upkeep_due
from tests.cards.conftest import MakeCard


@pytest.fixture
def kept_few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "KEPT_NEWEST", 3)
    monkeypatch.setattr(services, "BATCH", 2)
    cache.clear()


def save(card: Card, author: Account, revision: int, days: float = 0) -> None:
    first = DraftRevision.objects.filter(draft=card.draft).earliest("revision")
    first.pk, first.revision, first.author = None, revision, author
    first.saved_at = timezone.now() - timedelta(days=days)
    first.save(force_insert=True)


def revision_numbers(card: Card) -> list[int]:
    return sorted(DraftRevision.objects.filter(draft=card.draft).values_list("revision", flat=True))


@pytest.mark.usefixtures("kept_few")
class TestRevisions:
    def test_of_one_old_day_are_thinned_to_the_last_of_it(self, card: Card, admin: Account) -> None:
        for number in range(2, 12):
            save(card, admin, number, days=200 if number < 6 else 100)
        due, gone = upkeep_due()["revisions"], revisions_prune()

        assert (due, gone, revisions_prune()) == (6, 6, 0)
        assert revision_numbers(card) == [
            1,
            5,
            9,
            10,
            11,
        ]  # the author's newest and the newest three; 9 is one of these

    def test_that_are_young_stay_however_many(self, card: Card, admin: Account) -> None:
        for number in range(2, 8):
            save(card, admin, number, days=100 if number < 4 else 80)
        revisions_prune()

        assert revision_numbers(card) == [1, 3, 4, 5, 6, 7]

    def test_of_each_card_are_counted_by_themselves(self, card: Card, make_card: MakeCard, admin: Account) -> None:
        other_card = make_card("base.other")
        for number in range(2, 7):
            save(card, admin, number, days=100)
        save(other_card, admin, 2, days=100)

        assert (revisions_prune(), revision_numbers(card), revision_numbers(other_card)) == (2, [1, 4, 5, 6], [1, 2])

    def test_keep_the_newest_of_each_author(self, card: Card, admin: Account, people: dict[str, Account]) -> None:
        save(card, people["designer"], 2, days=100)
        for number in range(3, 9):
            save(card, admin, number, days=100)
        revisions_prune()

        assert revision_numbers(card) == [1, 2, 6, 7, 8]

    def test_keep_no_second_of_an_author(self, card: Card, admin: Account, people: dict[str, Account]) -> None:
        for number in (2, 3):
            save(card, people["designer"], number, days=100)
        for number in range(4, 9):
            save(card, admin, number, days=100)
        revisions_prune()

        assert revision_numbers(card) == [1, 3, 6, 7, 8]


class TestTheNewestFifty:
    @pytest.mark.parametrize(("days", "count"), [(90.001, 50), (89.999, 52)])
    def test_stay_alone_of_those_over_ninety_days_old(
        self, card: Card, admin: Account, days: float, count: int
    ) -> None:
        for number in range(2, 54):
            save(card, admin, number, days=days)
        revisions_prune()

        assert revision_numbers(card) == [1, *range(54 - count, 54)]


class TestPreviews:
    def test_go_ninety_days_after_their_end_but_for_kept_ones_and_the_last_of_a_card(
        self, card: Card, admin: Account
    ) -> None:
        old, younger = (timezone.now() - timedelta(days=90, minutes=minutes) for minutes in (1, -1))
        first, stored, young, last = (
            ended(card, admin, number, at) for number, at in enumerate([old, old, younger, old], start=1)
        )
        preview_keep(actor=admin, preview=stored, keep=True)
        gone = previews_prune()

        assert (gone, previews_prune()) == (1, 0)
        assert set(Preview.objects.values_list("pk", flat=True)) == {stored.pk, young.pk, last.pk}
        assert first.pk not in {stored.pk, young.pk, last.pk}

    def test_that_still_run_stay(self, card: Card, admin: Account) -> None:
        preview = ended(card, admin, 1, timezone.now() - timedelta(days=91))
        ended(card, admin, 2, timezone.now())
        Preview.objects.filter(pk=preview.pk).update(state="running")

        assert previews_prune() == 0

    def test_that_nobody_keeps_any_more_go(self, card: Card, admin: Account) -> None:
        preview = ended(card, admin, 1, timezone.now() - timedelta(days=91))
        ended(card, admin, 2, timezone.now())
        preview_keep(actor=admin, preview=preview, keep=True)
        before = previews_prune()
        preview_keep(actor=admin, preview=preview, keep=False)

        assert (before, previews_prune()) == (0, 1)
        said = AuditEvent.objects.filter(target=f"preview {preview.number}").values_list("action", flat=True)
        assert list(said) == ["preview.keep", "preview.let_go"]


class TestLinks:
    def test_go_a_month_after_they_ended(self, admin: Account) -> None:
        now = timezone.now()
        for digit, ended_at, uses in (
            ("1", now - timedelta(days=30, minutes=1), None),
            ("2", now - timedelta(days=30, minutes=-1), None),
            ("3", now + timedelta(days=9), now - timedelta(days=31)),
        ):
            PasswordReset.objects.create(account=admin, token_sha256=digit * 64, expires_at=ended_at, used_at=uses)

        assert links_prune() == 2
        assert PasswordReset.objects.get().token_sha256 == "2" * 64


class TestBlobs:
    def test_that_nothing_names_go_after_a_month(self, card: Card) -> None:
        old = timezone.now() - timedelta(days=31)
        orphan, art, young = (blob(data, at) for data, at in ((b"1", old), (b"2", old), (b"3", timezone.now())))
        Draft.objects.filter(card=card).update(art_sha256=art)
        removed_blobs_prune = blobs_prune()
        left_over = set(Blob.objects.values_list("sha256", flat=True))

        assert (removed_blobs_prune, orphan in left_over, {art, young} <= left_over) == (1, False, True)


def ended(card: Card, account: Account, number: int, at: datetime) -> Preview:
    return Preview.objects.create(
        pack=card.pack, number=number, card=card, spec={}, spec_sha256="0" * 64, engine_hash="x", seed=1,
        state="finished", result={}, finished_at=at, requested_by=account,
    )  # fmt: skip


def blob(data: bytes, at: datetime) -> str:
    sha256 = hashlib.sha256(data).hexdigest()
    Blob.objects.create(sha256=sha256, size=len(data), data=data, created_at=at)
    return sha256


@pytest.mark.usefixtures("kept_few")
class TestRound:
    def test_is_done_once_a_day(self, card: Card, admin: Account) -> None:
        card_trash(actor=admin, card=card)
        Card.objects.filter(pk=card.pk).update(trashed_at=timezone.now() - timedelta(days=31))
        first = prune_daily()
        again = prune_daily()

        assert (first, again, Card.objects.filter(pk=card.pk).exists()) == (1, 0, False)

    @pytest.mark.parametrize(("seconds", "removed"), [(24 * 3600 - 60, 0), (24 * 3600 + 1, 1)])
    def test_is_done_again_the_day_after(
        self, card: Card, admin: Account, monkeypatch: pytest.MonkeyPatch, seconds: int, removed: int
    ) -> None:
        prune_daily()
        card_trash(actor=admin, card=card)
        Card.objects.filter(pk=card.pk).update(trashed_at=timezone.now() - timedelta(days=31))
        later = time.time() + seconds
        monkeypatch.setattr("django.core.cache.backends.locmem.time", SimpleNamespace(time=lambda: later))

        assert prune_daily() == removed

    def test_is_a_command_too(self, card: Card, admin: Account, capsys: pytest.CaptureFixture[str]) -> None:
        call_command("prune")

        assert "deleted 0 cards, 0 revisions, 0 previews" in capsys.readouterr().out
