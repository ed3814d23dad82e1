"""Notifications: who gets one, what it says and where it leads, which kinds are wanted, and the mail that follows."""

from __future__ import annotations

from typing import Any

import pytest
from django.core import mail
from django.test import Client

from cards.models import Account, Card, Notification, NotificationKind, Outbox, Pack
from cards.queries.names import draft_name
from cards.queries.notifications import notifications_new
from cards.services.notification import notification_choose, notify
from cards.services.outbox import outbox_send
from cards.services.review import review_decide, review_request, thread_open
from cards.services.version import version_create

PAGE = "/notifications/"


@pytest.fixture
def asked(card: Card, people: dict[str, Account]) -> Any:
    """A review that the admin asked of the reviewer."""
    Pack.objects.update(approvals_needed=1)
    version_create(actor=people["admin"], card=card, based_on=card.draft.etag)
    return review_request(actor=people["admin"], card=card, number=1, reviewers=[people["reviewer"]])


def page_of(account: Account, language: str = "en") -> str:
    Account.objects.filter(pk=account.pk).update(language=language)
    client = Client()
    client.force_login(account)
    return client.get(PAGE).content.decode()


def released(pack: Pack, account: Account) -> None:
    notify(kind=NotificationKind.RELEASED, accounts=[account], pack=pack, by=None, about={"release": "1.0.0"})


class TestThePage:
    def test_says_what_happened_and_leads_there(self, asked: Any, people: dict[str, Account]) -> None:
        thread = thread_open(actor=people["reviewer"], review=asked, text="Too strong?")
        review_decide(actor=people["reviewer"], review=asked, verdict="request_changes", message="Smaller.")

        card = Card.objects.select_related("pack", "draft").get()
        names = draft_name(card.pack, card)
        reviewer, author = page_of(people["reviewer"]), page_of(people["admin"])
        assert f"admin@example.org asks you to review {names['en']}." in reviewer
        assert f"reviewer@example.org commented on {names['en']}: Too strong?" in author
        assert f"reviewer@example.org requested changes to {names['en']}." in author
        assert f'href="/packs/core/reviews/1/#t{thread.pk}"' in author
        assert f"admin@example.org 请你审核 {names['zh']}。" in page_of(people["reviewer"], "zh")

    def test_is_empty_for_a_stranger(self, asked: Any, people: dict[str, Account]) -> None:
        assert "No notifications" in page_of(people["stranger"])

    def test_counts_what_is_new_in_the_navigation_until_it_is_read(
        self, asked: Any, people: dict[str, Account]
    ) -> None:
        reviewer, client = people["reviewer"], Client()
        client.force_login(reviewer)
        text = '<span class="count">1<span class="sr"> new</span></span>'

        assert text in client.get("/account/").content.decode()
        client.post(PAGE, {"do": "read"})
        assert text not in client.get("/account/").content.decode()
        assert notifications_new(account=reviewer) == 0

    def test_keeps_which_kinds_are_wanted(self, pack: Pack, people: dict[str, Account]) -> None:
        designer, client = people["designer"], Client()
        client.force_login(designer)
        client.post(PAGE, {"do": "choose", "portal": ["mentioned"]})
        released(pack, designer)

        assert not Notification.objects.filter(account=designer).exists()
        assert client.post(PAGE, {"do": "nonsense"}).status_code == 404

    @pytest.mark.parametrize("kind", NotificationKind.values)
    def test_has_words_and_a_way_for_every_kind(self, pack: Pack, people: dict[str, Account], kind: str) -> None:
        about = {"card": "base.stone", "preview": 1} if kind == "preview_done" else {"release": "1.0.0", "text": "Why."}
        about |= {"verdict": "approve"} if kind == "review_decided" else {}
        notify(kind=NotificationKind(kind), accounts=[people["viewer"]], pack=pack, by=people["admin"], about=about)

        assert page_of(people["viewer"]).count('href="/packs/core/') >= 1


class TestMail:
    def test_follows_in_the_language_of_the_account(
        self, pack: Pack, people: dict[str, Account], settings: Any
    ) -> None:
        settings.EMAIL_CONFIGURED = True
        Account.objects.filter(pk=people["viewer"].pk).update(language="zh")
        released(pack, people["viewer"])
        released(pack, people["designer"])
        outbox_send()

        assert sorted(item.subject for item in mail.outbox) == [
            "Core: Cardloom published 1.0.0.",
            "Core：Cardloom 发布了 1.0.0。",
        ]
        assert all("/packs/core/releases/1.0.0/" in item.body for item in mail.outbox)

    def test_is_not_sent_where_it_is_not_wanted_or_not_set_up(
        self, pack: Pack, people: dict[str, Account], settings: Any
    ) -> None:
        released(pack, people["viewer"])
        settings.EMAIL_CONFIGURED = True
        notification_choose(actor=people["designer"], muted_kinds=[], unmailed_kinds=["released"])
        released(pack, people["designer"])

        assert not Outbox.objects.filter(topic="notification.mail").exists()
