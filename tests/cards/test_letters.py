"""What mails say that bring a link, in both languages."""

from __future__ import annotations

import pytest
from django.core import mail
from django.utils.translation import override

from cards.services.letters import (
    Letter,
    address_letter,
    letter_send,
    notification_letter,
    pack_letter,
    portal_letter,
    reset_letter,
)

LINK = "https://cards.example.org/x/"


def letters() -> list[Letter]:
    return [
        pack_letter(link=LINK, days=7, by="Mei", pack="Loom", role="Designer"),
        portal_letter(link=LINK, days=7, by="Mei"),
        reset_letter(link=LINK, days=7, email="mei@example.org"),
        address_letter(link=LINK, days=7, email="mei@example.org"),
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
            found = letters()

        assert [word in letter.body for word, letter in zip(words, found, strict=True)] == [True] * 4

    @pytest.mark.parametrize(("language", "end"), [("en", "once, for 7 days."), ("zh-hans", "7 天内有效。")])
    def test_have_the_link_on_a_line_of_its_own_and_its_end(self, language: str, end: str) -> None:
        with override(language):
            found = letters()

        assert all(f"\n{LINK}\n" in letter.body and end in letter.body for letter in found)

    def test_say_what_to_do_if_they_were_not_asked_for(self) -> None:
        said = [letter.body for letter in letters()[2:]]

        assert "your password stays as it is" in said[0] and "nothing changes" in said[1]

    def test_count_one_day(self) -> None:
        assert "for 1 day." in pack_letter(link=LINK, days=1, by="Mei", pack="Loom", role="Viewer").body

    def test_name_the_pack_of_a_notification_and_where_mails_are_chosen(self) -> None:
        letter = notification_letter(pack="Loom", said="Mei commented: a\nb", link=LINK, choices=f"{LINK}choices/")

        assert letter.subject == "Loom: Mei commented: a"
        assert letter.body.startswith(f"Mei commented: a\nb\n{LINK}\n") and f"{LINK}choices/" in letter.body

    def test_are_sent_with_a_subject_of_one_line(self) -> None:
        letter_send(letter=Letter("Two\nlines", "Words"), to="mei@example.org")

        assert [(each.subject, each.to) for each in mail.outbox] == [("Two lines", ["mei@example.org"])]
