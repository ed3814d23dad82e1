"""Quotas of packs and accounts: what goes beyond one is refused with nothing stored, and retention is the operator's."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from cards.errors import QuotaExceeded, QuotaReached
from cards.models import Account, AuditEvent, Blob, Card, Draft, Pack, Preview
from cards.queries.quotas import Quota, used_by
from cards.services import quotas
from cards.services.art import art_remove, art_set
from cards.services.card import card_copy, card_trash
from cards.services.draft import draft_save
from cards.services.pack_import import ImportOrder, Incoming, pack_import
from cards.services.previews.start import preview_start
from cards.services.prune import previews_due, revisions_prune
from cards.services.trash import card_purge
from cards.services.version import version_create
from tests.cards.conftest import MakeCard, card_text
from tests.cards.test_art import image


@pytest.fixture(autouse=True)
def in_the_web_process(settings: Any) -> None:
    """Commands of the operator go past quotas."""
    settings.PROCESS = "web"


class TestCards:
    def test_beyond_the_quota_are_refused_and_work_on_the_others_goes_on(
        self, admin: Account, pack: Pack, make_card: MakeCard, settings: Any
    ) -> None:
        first, second = make_card("base.one"), make_card("base.two")
        settings.QUOTA_CARDS = 2
        events = AuditEvent.objects.count()
        for act in (
            lambda: make_card("base.three"),
            lambda: card_copy(actor=admin, pack=pack, source=first, written_id="base.three"),
            lambda: pack_import(
                actor=admin, pack=pack, cards=[Incoming(card_text("base.three"), {}), Incoming(card_text("base.one", manaCost=7), {})],
                order=ImportOrder(),
            ),
        ):  # fmt: skip
            with pytest.raises(QuotaReached) as refusal:
                act()
            assert (
                "of 2 that this pack may have" in refusal.value.detail["en"]
                and "配额 2 张" in refusal.value.detail["zh"]
            )
        assert (Card.objects.count(), AuditEvent.objects.count()) == (2, events)

        draft_save(actor=admin, card=first, text="{", texts=None, based_on=first.draft.etag)
        card_trash(actor=admin, card=second)
        with pytest.raises(QuotaReached):
            make_card("base.three")
        card_purge(actor=admin, card=second)
        make_card("base.three")
        settings.QUOTA_CARDS = 1
        draft_save(actor=admin, card=first, text="[", texts=None, based_on="*")

    def test_are_refused_by_the_api_as_a_named_problem(
        self, admin: Account, pack: Pack, card: Card, settings: Any
    ) -> None:
        settings.QUOTA_CARDS = 1
        browser = Client()
        browser.force_login(admin)
        answer = browser.post(
            "/api/v1/packs/core/cards/", json.dumps({"text": "{", "id": "a"}), content_type="application/json"
        )

        assert (answer.status_code, answer.json()["type"].rstrip("/").rpartition("/")[2]) == (409, "quota-reached")


class TestImages:
    def test_beyond_the_quota_are_refused_and_the_one_before_stays(
        self, admin: Account, card: Card, make_card: MakeCard, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        sha256 = art_set(actor=admin, card=card, data=image())
        size = Blob.objects.get(sha256=sha256).size
        monkeypatch.setattr(quotas, "limit_of", lambda quota: size)
        second = make_card("base.other")
        art_set(actor=admin, card=second, data=image())  # the same bytes count once
        with pytest.raises(QuotaReached, match="MB of images"):
            art_set(actor=admin, card=second, data=image(colour="red"))

        assert set(Draft.objects.values_list("art_sha256", flat=True)) == {sha256}
        version_create(actor=admin, card=card, based_on=card.draft.etag)
        art_remove(actor=admin, card=card)
        art_remove(actor=admin, card=second)
        assert used_by(pack=card.pack, quota=Quota.IMAGES) == size, "a version keeps its image"


class TestPreviews:
    @pytest.mark.parametrize("name", ["QUOTA_PREVIEWS", "QUOTA_ACCOUNT_PREVIEWS"])
    def test_of_one_day_are_counted_until_they_are_a_day_old(
        self, admin: Account, card: Card, settings: Any, name: str
    ) -> None:
        for _ in range(2):
            preview_start(actor=admin, card=card, preset="smoke")
        setattr(settings, name, 2)
        with pytest.raises(QuotaExceeded) as refusal:
            preview_start(actor=admin, card=card, preset="smoke")
        assert "2 of 2 previews in 24 hours" in refusal.value.detail["en"]
        assert 23 * 3600 < refusal.value.retry_after <= 24 * 3600 + 1
        Preview.objects.filter(number=1).update(queued_at=timezone.now() - timedelta(hours=25))
        preview_start(actor=admin, card=card, preset="smoke")

    def test_and_revisions_stay_as_long_as_the_operator_says(self, admin: Account, card: Card, settings: Any) -> None:
        first = preview_start(actor=admin, card=card, preset="smoke")
        second = preview_start(actor=admin, card=card, preset="smoke")
        Preview.objects.update(state="cancelled", finished_at=timezone.now() - timedelta(days=40))

        def is_due() -> list[int]:
            return list(previews_due().values_list("pk", flat=True))

        before, settings.KEEP_PREVIEWS_DAYS = is_due(), 30
        settings.KEEP_REVISIONS_DAYS = 365
        assert (before, is_due(), revisions_prune()) == ([], [first.pk, second.pk], 0)


class TestThePage:
    def test_shows_an_admin_alone_what_is_used(
        self, admin: Account, pack: Pack, card: Card, people: dict[str, Account], settings: Any
    ) -> None:
        def lines(account: Account) -> list[tuple[str, str, bool]]:
            browser = Client()
            browser.force_login(account)
            usage = browser.get(f"/packs/{pack.slug}/settings/").context["usage"]
            return [(each.used, each.limit, each.is_full) for each in usage]

        assert lines(admin) == []
        settings.QUOTA_CARDS, settings.QUOTA_IMAGES_MB = 1, 5
        assert lines(admin) == [("1", "1", True), ("0 B", "5.0 MB", False)]
        assert lines(people["designer"]) == []
