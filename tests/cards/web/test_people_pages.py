"""The people of a pack and its audit, as pages."""

from __future__ import annotations

import csv
import io
import json
import re
from datetime import UTC, timedelta
from smtplib import SMTPException
from typing import Any

import pytest
from django.core import mail
from django.core.mail.backends.base import BaseEmailBackend
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from cards.models import Account, AuditEvent, Invitation, Membership, Outbox, Pack
from cards.services.outbox import outbox_send
from cards.services.token import token_create
from tests.cards.conftest import PASSWORD
from tests.cards.web.conftest import ClientOf

PEOPLE = "/packs/core/people/"
AUDIT = "/packs/core/audit/"
INVITE = {"do": "invite", "email": "new@example.org", "role": "reviewer", "days": "7"}
LINK = re.compile(r"https?://[^/]+(/invitations/[\w-]+/)")


class BrokenBackend(BaseEmailBackend):
    """A mail server that takes nothing."""

    def send_messages(self, email_messages: Any) -> int:
        """Fail."""
        raise SMTPException("full")


def member(account: Account) -> int:
    return Membership.objects.get(account=account).pk


class TestPeople:
    def test_let_a_newcomer_in_by_a_link_that_is_shown_once(self, pack: Pack, client_of: ClientOf) -> None:
        admin = client_of("admin")
        answer = admin.post(PEOPLE, INVITE)
        match = LINK.search(answer.content.decode())
        assert match is not None
        assert answer.headers["Cache-Control"] == "no-store, no-transform"
        assert not LINK.search(admin.get(PEOPLE).content.decode())

        newcomer = Client()
        newcomer.post(match[1], {"name": "New", "password": PASSWORD})
        assert newcomer.get("/packs/core/").status_code == 200
        assert Membership.objects.get(account__email="new@example.org").role == "reviewer"
        assert Client().get(match[1]).status_code == 404

    def test_are_invited_by_mail_where_it_is_set_up(self, pack: Pack, client_of: ClientOf, settings: Any) -> None:
        settings.EMAIL_CONFIGURED = True
        answer = client_of("admin").post(PEOPLE, INVITE, follow=True)
        assert outbox_send() == 1
        (request,) = mail.outbox
        link = LINK.search(str(request.body))

        assert request.to == ["new@example.org"]
        assert link is not None
        assert Client().get(link[1]).status_code == 200
        assert "/invitations/" not in answer.content.decode()

    @pytest.mark.parametrize("is_broken", [False, True])
    def test_are_invited_through_the_api_by_mail_alone(
        self, pack: Pack, admin: Account, settings: Any, is_broken: bool
    ) -> None:
        """A mail server that fails hands no link to who invites, either."""
        settings.EMAIL_CONFIGURED = True
        if is_broken:
            settings.EMAIL_BACKEND = "tests.cards.web.test_people_pages.BrokenBackend"
        token = token_create(actor=admin, name="ci", scopes=["admin", "read"], days=1)[1]
        body = {"email": "New@example.org", "role": "viewer"}
        answer = Client(headers={"Authorization": f"Bearer {token}"}).post(
            f"/api/v1/packs/{pack.slug}/members/", body, content_type="application/json"
        )
        outbox_send()

        assert (answer.status_code, answer.json()) == (201, {"email": "new@example.org", "role": "viewer", "url": None})
        assert len(mail.outbox) == (0 if is_broken else 1)
        assert "/invitations/" not in json.dumps(list(Outbox.objects.values()), default=str)

    @pytest.mark.parametrize(
        ("wrong", "words"),
        [({"email": "x"}, "valid email"), ({"email": "viewer@example.org"}, "belongs to a member"),
         ({"role": "king"}, "valid choice"), ({"days": "365"}, "valid choice"), ({"email": "a\0@b.org"}, "Null")],
    )  # fmt: skip
    def test_are_not_invited_in_a_wrong_way(
        self, pack: Pack, client_of: ClientOf, wrong: dict[str, str], words: str
    ) -> None:
        answer = client_of("admin").post(PEOPLE, {**INVITE, **wrong})

        assert (answer.status_code, words in answer.content.decode()) == (200, True)
        assert not Invitation.objects.exists()

    def test_change_their_roles_leave_and_are_removed(self, people: dict[str, Account], client_of: ClientOf) -> None:
        admin = client_of("admin")
        admin.post(PEOPLE, {"do": "role", "member": member(people["viewer"]), "role": "designer"})
        admin.post(PEOPLE, {"do": "remove", "member": member(people["reviewer"])})
        left = client_of("designer").post(PEOPLE, {"do": "leave"})

        assert left.headers["Location"] == "/"
        assert dict(Membership.objects.values_list("account__email", "role")) == {
            "admin@example.org": "admin", "viewer@example.org": "designer", "publisher@example.org": "publisher",
        }  # fmt: skip

    def test_say_why_the_last_admin_cannot_leave(self, people: dict[str, Account], client_of: ClientOf) -> None:
        answer = client_of("admin").post(PEOPLE, {"do": "leave"}, follow=True)

        assert "at least one admin" in answer.content.decode()
        assert Membership.objects.filter(account=people["admin"], role="admin").exists()

    def test_hand_over(self, people: dict[str, Account], client_of: ClientOf) -> None:
        client_of("admin").post(PEOPLE, {"do": "hand-over", "member": member(people["viewer"])})

        assert Membership.objects.get(role="admin").account == people["viewer"]

    def test_revoke_an_invitation(self, pack: Pack, client_of: ClientOf) -> None:
        admin = client_of("admin")
        admin.post(PEOPLE, INVITE)
        admin.post(PEOPLE, {"do": "revoke", "invitation": Invitation.objects.get().pk})

        assert not Invitation.objects.exists()

    @pytest.mark.parametrize(
        "form",
        [
            INVITE,
            {"do": "role", "role": "admin"},
            {"do": "remove"},
            {"do": "hand-over"},
            {"do": "revoke", "invitation": "1"},
        ],
    )
    @pytest.mark.parametrize(("role", "status"), [("publisher", 403), ("stranger", 404), ("anonymous", 302)])
    def test_are_changed_by_admins_alone(
        self, people: dict[str, Account], client_of: ClientOf, form: dict[str, str], role: str, status: int
    ) -> None:
        arguments = {"member": str(member(people["viewer"])), **form}
        before = AuditEvent.objects.count()

        assert client_of(role).post(PEOPLE, arguments).status_code == status
        assert AuditEvent.objects.count() == before

    @pytest.mark.parametrize("number", ["", "x", "0", "9" * 15, "9" * 30, "١"])
    def test_of_another_pack_are_not_found(self, pack: Pack, client_of: ClientOf, number: str) -> None:
        for do in ("role", "remove", "hand-over"):
            answer = client_of("admin").post(PEOPLE, {"do": do, "member": number, "role": "viewer"})
            assert answer.status_code == 404

    def test_show_no_controls_to_who_may_not_use_them(self, people: dict[str, Account], client_of: ClientOf) -> None:
        page = client_of("viewer").get(PEOPLE).content.decode()

        assert 'value="invite"' not in page
        assert 'value="remove"' not in page
        assert 'value="leave"' in page

    def test_are_found_among_many(self, pack: Pack, client_of: ClientOf) -> None:
        accounts = Account.objects.bulk_create(Account(email=f"m{number}@example.org") for number in range(300))
        Membership.objects.bulk_create(Membership(pack=pack, account=each, role="viewer") for each in accounts)
        admin = client_of("admin")

        assert admin.get(PEOPLE).content.decode().count('value="role"') == 50
        assert "m299@example.org" in admin.get(f"{PEOPLE}?q=M299").content.decode()
        assert "Nothing matches" in admin.get(f"{PEOPLE}?q=nobody-at-all").content.decode()


def events(pack: Pack, admin: Account, count: int) -> None:
    AuditEvent.objects.bulk_create(
        AuditEvent(actor=admin, action="card.create", pack=pack, target=f"card {number}") for number in range(count)
    )


class TestAudit:
    def test_pages_ten_thousand_events_by_cursor(self, pack: Pack, admin: Account, client_of: ClientOf) -> None:
        events(pack, admin, 10_000)
        client, url, observations = client_of("admin"), f"{AUDIT}?kind=card.create", []
        for _ in range(3):
            page = client.get(url).content.decode()
            observations += [int(number) for number in re.findall(r'title="(\d+)">', page)]
            following = re.search(r'rel="next" href="([^"]+)"', page)
            assert following is not None
            url = AUDIT + following[1].replace("&amp;", "&")

        assert observations == list(range(9_999, 9_699, -1))

    def test_asks_as_much_of_the_database_for_many_events_as_for_few(
        self, pack: Pack, admin: Account, client_of: ClientOf
    ) -> None:
        client = client_of("admin")
        events(pack, admin, 1)
        client.get(AUDIT)
        with CaptureQueriesContext(connection) as few_queries_context:
            client.get(AUDIT)
        events(pack, admin, 300)
        with CaptureQueriesContext(connection) as many_queries_context:
            client.get(AUDIT)

        assert len(many_queries_context) == len(few_queries_context)

    @pytest.mark.parametrize(
        ("query", "count"),
        [("who=ADMIN@", 1), ("who=nobody", 0), ("kind=pack", 1), ("kind=pack.create", 1), ("kind=card", 0),
         ("since=2020-01-01", 1), ("since=2999-01-01", 0), ("until=2020-01-01", 0), ("until=2999-01-01", 1)],
    )  # fmt: skip
    def test_filters(self, pack: Pack, client_of: ClientOf, query: str, count: int) -> None:
        assert client_of("admin").get(f"{AUDIT}?{query}").content.decode().count('data-action="pack.create"') == count

    @pytest.mark.parametrize(
        "query", ["since=yesterday", "who=%00", "before=x", "before=" + "9" * 40, "kind=" + "x" * 99]
    )
    def test_answers_bad_filters_with_a_page(self, pack: Pack, client_of: ClientOf, query: str) -> None:
        assert client_of("admin").get(f"{AUDIT}?{query}").status_code == 200

    def test_takes_both_days_as_whole(self, pack: Pack, client_of: ClientOf) -> None:
        event = AuditEvent.objects.create(action="card.create", pack=pack, target="card 1")
        day = event.at.astimezone(UTC).date()  # the database dates an event, and takes no other date
        before, after = day - timedelta(days=1), day + timedelta(days=1)
        admin = client_of("admin")

        assert len(_csv(admin, f"?kind=card&since={day}&until={day}")) == 1
        assert not _csv(admin, f"?kind=card&until={before}")
        assert not _csv(admin, f"?kind=card&since={after}")

    def test_of_another_pack_stays_there(self, pack: Pack, people: dict[str, Account], client_of: ClientOf) -> None:
        other = Pack.objects.create(slug="other", ruleset=pack.ruleset, created_by=people["stranger"])
        AuditEvent.objects.create(actor=people["stranger"], action="pack.create", pack=other, target="other")

        assert "other" not in {row["target"] for row in _csv(client_of("admin"))}

    def test_as_csv_holds_no_formula(self, pack: Pack, admin: Account, client_of: ClientOf) -> None:
        AuditEvent.objects.create(actor=admin, action="card.create", pack=pack, target="=cmd|' /C calc'!A0")
        rows = _csv(client_of("admin"), "?kind=card")

        assert [row["target"] for row in rows] == ["'=cmd|' /C calc'!A0"]

    @pytest.mark.parametrize(
        ("action", "target", "details", "en", "zh"),
        [
            ("release.publish", "core 1.2.0", {"override": {"reason": "Players wait.", "gates": ["previews", "decks"]}},
             "published 1.2.0 past the gates Fresh previews, Decks legal: Players wait.",
             "发布了 1.2.0 ，当时未通过的检查：模拟结果最新、牌组合法。理由：Players wait."),
            ("release.publish", "core 1.2.0", {"override": {"reason": "Now.", "gates": ["decks"]}},
             "published 1.2.0 past the gate Decks legal: Now.", "当时未通过的检查：牌组合法。理由：Now."),
            ("member.set", "b@example.org", {"role": "admin", "before": "viewer"},
             "changed the role of b@example.org from viewer to admin", "修改了角色： b@example.org 由读者改为管理员"),
            ("member.set", "b@example.org", {"role": "admin"}, "gave a role to b@example.org (admin)", "（管理员）"),
            ("member.remove", "admin@example.org", {"before": "viewer", "left": True}, "left the pack", "离开了卡包"),
            ("account.sign_in", "admin@example.org", {}, "admin@example.org signed in Details", "登录了"),
            ("pack.edit", "core", {"visibility": "public", "before": {"visibility": "private"}},
             "What Before After Visibility private public", "可见性 private public"),
            ("card.rename", "core.b", {"from": "core.a", "to": "core.b", "rewritten": []}, "Name core.a core.b", "core.a core.b"),
            ("version.create", "x v1", {"sha256": "ab" * 32, "message": {"en": "Hi", "zh": "你好"}, "number": True},
             "Number yes sha256 abab…abab Message Hi", "编号 是 sha256 abab…abab 说明 你好"),
            ("trash.empty", "core", {"cards": [f"c{n}" for n in range(14)], "odd": {"a": 1}},
             "odd a: 1 Cards c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, …", "c11、…"),
        ],
    )  # fmt: skip
    def test_reads_as_sentences_in_both_languages(
        self, pack: Pack, admin: Account, client_of: ClientOf, action: str, target: str, details: Any, en: str, zh: str
    ) -> None:
        details = details if details or action != "account.sign_in" else {"agent": "Firefox"}
        event = AuditEvent.objects.create(actor=admin, action=action, pack=pack, target=target, details=details)
        client = client_of("admin")
        for language, sentence in (("en", en), ("zh", zh)):
            client.post("/preferences/", {"language": language, "next": "/"})
            page = client.get(f"{AUDIT}?kind={action}").content.decode()
            [row] = re.findall(
                rf'<tr id="event-{event.pk}".*?(?=<tr id="event|</tbody></table></div>)', page, re.DOTALL
            )
            words = " ".join(re.sub(r"<[^>]+>", " ", row).replace("&amp;", "&").split())
            assert sentence.replace("Details", "详情" if language == "zh" else "Details") in words
            assert f'title="{event.at:%Y-%m-%d %H:%M:%S} UTC" data-local' in row

    def test_shows_the_seal(self, pack: Pack, client_of: ClientOf) -> None:
        AuditEvent.objects.filter(pack=pack).update(seal_no=41, prev_hash="ab12" + "0" * 56 + "cd34")

        assert "41 · " in client_of("admin").get(AUDIT).content.decode()
        assert _csv(client_of("admin"))[0]["seal_no"] == "41"


def _csv(client: Client, query: str = "") -> list[dict[str, str]]:
    answer = client.get(f"{AUDIT}events.csv{query}")
    text = b"".join(answer.streaming_content).decode("utf-8-sig")  # type: ignore[attr-defined]  # it streams
    return list(csv.DictReader(io.StringIO(text)))
