"""What mails say that bring a link, in both languages."""

from __future__ import annotations

import pytest
from django.core import mail
from django.utils.translation import override

from cards.services.emails import (
    Email,
    address_confirmation_email,
    email_send,
    notification_email,
    pack_invitation_email,
    password_reset_email,
    portal_invitation_email,
)

LINK = "https://cards.example.org/x/"


def emails() -> list[Email]:
    return [
        pack_invitation_email(link=LINK, days=7, by="Mei", pack="Loom", role="Designer"),
        portal_invitation_email(link=LINK, days=7, by="Mei"),
        password_reset_email(link=LINK, days=7, email="mei@example.org"),
        address_confirmation_email(link=LINK, days=7, email="mei@example.org"),
    ]


class TestLetters:
    @pytest.mark.parametrize(
        ("language", "words"),
        [
            ("en", ["Mei invites you", "Mei invites you", "mei@example.org", "mei@example.org"]),
            ("zh-hans", ["Mei 邀请你", "Mei 邀请你", "mei@example.org", "mei@example.org"]),
        ],
    )
    def test_say_who_or_what_they_come_from(self, language: str, words: list[str]) -> None:
        with override(language):
            found = emails()

        assert [word in email.body for word, email in zip(words, found, strict=True)] == [True] * 4

    @pytest.mark.parametrize(("language", "end"), [("en", "once, for 7 days."), ("zh-hans", "7 天内有效。")])
    def test_have_the_link_on_a_line_of_its_own_and_its_end(self, language: str, end: str) -> None:
        with override(language):
            found = emails()

        assert all(f"\n{LINK}\n" in email.body and end in email.body for email in found)

    def test_say_what_to_do_if_they_were_not_asked_for(self) -> None:
        said = [email.body for email in emails()[2:]]

        assert "your password stays as it is" in said[0] and "nothing changes" in said[1]

    def test_count_one_day(self) -> None:
        assert "for 1 day." in pack_invitation_email(link=LINK, days=1, by="Mei", pack="Loom", role="Viewer").body

    def test_name_the_pack_of_a_notification_and_where_mails_are_chosen(self) -> None:
        email = notification_email(pack="Loom", sentence="Mei commented: a\nb", link=LINK, choices=f"{LINK}choices/")

        assert email.subject == "Loom: Mei commented: a"
        assert email.body.startswith(f"Mei commented: a\nb\n{LINK}\n") and f"{LINK}choices/" in email.body

    def test_are_sent_with_a_subject_of_one_line(self) -> None:
        email_send(email=Email("Two\nlines", "Words"), to="mei@example.org")

        assert [(each.subject, each.to) for each in mail.outbox] == [("Two lines", ["mei@example.org"])]
