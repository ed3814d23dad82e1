"""The operator's pages: for operators alone, each change by its service."""

from __future__ import annotations

import io
import re
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from cards.errors import NotFound, QuotaExceeded, StateConflict
from cards.models import Account, AuditEvent, Card, Membership, Outbox, Pack, Preview, Verification, WorkerBeat
from cards.services.operator import account_quota_set, account_reactivate
from cards.services.outbox import outbox_send
from cards.services.previews.start import preview_start
from cards.services.verification import verification_run
from tests.cards.web.conftest import ClientOf

pytestmark = pytest.mark.django_db
ROOT = "/operator/"
ACCOUNTS = f"{ROOT}accounts/"
PAGES = (ROOT, ACCOUNTS, f"{ROOT}packs/", f"{ROOT}audit/", f"{ROOT}upkeep/")
LINK = re.compile(r"https?://[^/]+(/(?:invitations|reset)/[\w-]+/)")


@pytest.fixture
def boss(client_of: ClientOf) -> Client:
    return client_of("operator")


@pytest.fixture
def preview(card: Card, people: dict[str, Account]) -> Preview:
    return preview_start(actor=people["designer"], card=card, preset="smoke")


class TestPages:
    @pytest.mark.parametrize("path", PAGES)
    def test_are_not_there_for_anybody_else(self, pack: Pack, client_of: ClientOf, path: str) -> None:
        for role in ("viewer", "admin"):
            assert client_of(role).get(path).status_code == 404
            assert "/operator/" not in client_of(role).get("/account/").content.decode()
        assert client_of("anonymous").get(path).status_code == 302
        assert client_of("operator").get(path).status_code == 200
        assert 'href="/operator/"' in client_of("operator").get("/account/").content.decode()

    def test_say_so_where_there_is_nothing(self, boss: Client) -> None:
        page = boss.get(ROOT).content.decode()
        assert "No previews are running or waiting" in page
        assert "No worker is running" in page
        assert "No account matches" in boss.get(ACCOUNTS, {"q": "nobody\0 at all"}).content.decode()
        assert "No pack matches" in boss.get(PAGES[2], {"q": "none"}).content.decode()
        assert "No event matches" in boss.get(PAGES[3], {"who": "nobody"}).content.decode()

    def test_are_in_both_languages(self, people: dict[str, Account], boss: Client) -> None:
        Account.objects.filter(is_superuser=True).update(language="zh")
        for path in PAGES:
            page = boss.get(path, headers={"Accept-Language": "zh-Hans"}, follow=True).content.decode()
            assert 'lang="zh-Hans"' in page
            assert "此门户" in page


class TestQueue:
    def test_lists_what_waits_in_every_pack_and_cancels_any(self, boss: Client, preview: Preview) -> None:
        WorkerBeat.objects.create(worker="0" * 32, host="node-1", pid=7, build="no-memory")
        Outbox.objects.create(topic="t")
        page = boss.get(ROOT).content.decode()
        assert "Python: less than 2 GB of memory were free" in page
        assert ("#1</a> base.stone" in page, "node-1" in page, "No worker is running" in page) == (True, True, False)
        assert boss.post(ROOT, {"preview": preview.pk}).status_code == 302
        preview.refresh_from_db()
        assert preview.state == "cancelled"
        event = AuditEvent.objects.get(action="preview.cancel")
        assert event.details == {"as_operator": True}
        for wrong in ("", "x", "0", "9" * 30):
            assert boss.post(ROOT, {"preview": wrong}).status_code == 404

    def test_is_cancelled_by_nobody_else(self, client_of: ClientOf, preview: Preview) -> None:
        assert client_of("admin").post(ROOT, {"preview": preview.pk}).status_code == 404
        preview.refresh_from_db()
        assert preview.state == "queued"

    def test_takes_the_same_queries_for_many(self, boss: Client, preview: Preview) -> None:
        boss.get(ROOT)
        with CaptureQueriesContext(connection) as few_queries_context:
            boss.get(ROOT)
        for number in range(2, 30):
            preview.pk, preview.number = None, number
            preview.save(force_insert=True)
        with CaptureQueriesContext(connection) as many:
            assert "#29</a>" in boss.get(ROOT).content.decode()
        assert len(many) == len(few_queries_context)


class TestAccounts:
    def test_are_invited_and_given_a_link(self, people: dict[str, Account], boss: Client) -> None:
        for request, path in (
            ({"do": "invite", "email": "new@example.org"}, "/invitations/"),
            ({"do": "reset", "account": people["viewer"].pk}, "/reset/"),
        ):
            answer = boss.post(ACCOUNTS, request)
            match = LINK.search(answer.content.decode())
            assert match is not None
            assert match[1].startswith(path)
            assert answer.headers["Cache-Control"] == "no-store, no-transform"
            assert Client().get(match[1]).status_code == 200
        assert "valid email" in boss.post(ACCOUNTS, {"do": "invite", "email": "x"}).content.decode()

    def test_are_mailed_where_mail_is_set_up(self, people: dict[str, Account], boss: Client, settings: Any) -> None:
        settings.EMAIL_CONFIGURED = True
        assert boss.post(ACCOUNTS, {"do": "reset", "account": people["viewer"].pk}).status_code == 302
        assert outbox_send() == 1
        assert (mail.outbox[0].to, bool(LINK.search(str(mail.outbox[0].body)))) == (["viewer@example.org"], True)

    def test_are_deactivated_and_brought_back(
        self, pack: Pack, people: dict[str, Account], boss: Client, client_of: ClientOf
    ) -> None:
        member, admin = client_of("viewer"), people["admin"]
        page = boss.post(ACCOUNTS, {"do": "deactivate", "account": admin.pk}, follow=True).content.decode()
        assert "These packs have no admin left: core" in page
        boss.post(ACCOUNTS, {"do": "deactivate", "account": people["viewer"].pk})
        assert member.get("/account/").status_code == 302
        page = boss.get(ACCOUNTS, {"which": "deactivated"}).content.decode()
        assert ("viewer@example.org" in page, "designer@example.org" in page) == (True, False)
        boss.post(ACCOUNTS, {"do": "reactivate", "account": people["viewer"].pk})
        assert client_of("viewer").get("/account/").status_code in (200, 302)
        people["viewer"].refresh_from_db()
        assert (people["viewer"].is_active, people["viewer"].deactivated_at) == (True, None)
        assert member.get("/account/").status_code == 302  # its sessions stay ended
        with pytest.raises(StateConflict):
            account_reactivate(actor=people["operator"], account=people["viewer"])

    def test_of_an_operator_is_not_deactivated_by_itself(self, people: dict[str, Account], boss: Client) -> None:
        me = people["operator"]
        page = boss.post(ACCOUNTS, {"do": "deactivate", "account": me.pk}, follow=True).content.decode()
        assert "cannot deactivate your own" in page
        me.refresh_from_db()
        assert me.is_active

    def test_have_a_quota_of_previews(
        self, card: Card, people: dict[str, Account], boss: Client, preview: Preview
    ) -> None:
        boss.post(ACCOUNTS, {"do": "quota", "account": people["designer"].pk, "previews": "1"})
        people["designer"].refresh_from_db()
        with pytest.raises(QuotaExceeded):
            preview_start(actor=people["designer"], card=card, preset="smoke")
        page = boss.post(
            ACCOUNTS, {"do": "quota", "account": people["designer"].pk, "previews": "51"}, follow=True
        ).content.decode()
        assert "From 0 to 50" in page
        boss.post(ACCOUNTS, {"do": "quota", "account": people["designer"].pk, "previews": ""})
        people["designer"].refresh_from_db()
        assert people["designer"].preview_quota is None
        preview_start(actor=people["designer"], card=card, preset="smoke")

    def test_are_changed_by_operators_alone(self, people: dict[str, Account]) -> None:
        with pytest.raises(NotFound):
            account_quota_set(actor=people["admin"], account=people["viewer"], previews=1)
        with pytest.raises(NotFound):
            account_reactivate(actor=people["admin"], account=people["viewer"])

    @pytest.mark.parametrize("sent", [{"do": "none"}, {"do": "reset"}, {"do": "quota", "account": "0"}])
    def test_refuse_what_is_nothing(self, boss: Client, sent: dict[str, str]) -> None:
        assert boss.post(ACCOUNTS, sent).status_code == 404

    def test_take_the_same_queries_for_many(self, pack: Pack, people: dict[str, Account], boss: Client) -> None:
        boss.get(ACCOUNTS)
        with CaptureQueriesContext(connection) as few_queries_context:
            boss.get(ACCOUNTS)
        longer_bulk = Account.objects.bulk_create(
            Account(email=f"a{number}@example.org", joined_at=timezone.now()) for number in range(40)
        )
        Membership.objects.bulk_create(Membership(pack=pack, account=each, role="viewer") for each in longer_bulk)
        with CaptureQueriesContext(connection) as many:
            assert "a39@example.org" in boss.get(ACCOUNTS).content.decode()
        assert len(many) == len(few_queries_context)


class TestPacks:
    def test_say_how_large_they_are(self, card: Card, preview: Preview, boss: Client) -> None:
        page = boss.get(PAGES[2]).content.decode()
        assert '<td class="num">1</td><td class="num"><a href="/packs/core/people/">5</a></td>' in page


class TestUpkeep:
    def test_shows_what_was_verified_what_goes_next_and_how_large_it_is(self, boss: Client, card: Card) -> None:
        before = boss.get(f"{ROOT}upkeep/").content.decode()
        verification_run()
        Verification.objects.filter(kind="releases").update(is_whole=False, difference="core 1.0.0: column changelog")
        Card.objects.filter(pk=card.pk).update(trashed_at=timezone.now() - timedelta(days=31))
        after = boss.get(f"{ROOT}upkeep/").content.decode()

        assert before.count("not verified yet") == 2
        assert "core 1.0.0: column changelog" in after
        assert re.search(r"Cards in the trash</dt><dd>1<", after)
        assert "cards_auditevent" in after


class TestOffboarding:
    def test_hands_the_packs_over_that_would_have_no_admin(
        self, boss: Client, pack: Pack, people: dict[str, Account]
    ) -> None:
        admin, heir = people["admin"], people["viewer"]
        sent = {"do": "deactivate", "account": admin.pk, "heir": f" {heir.email.upper()} "}
        page = boss.post(ACCOUNTS, sent, follow=True).content.decode()
        admin.refresh_from_db()

        assert f"{heir.email} is now an admin of: {pack.slug}." in page
        assert (admin.is_active, Membership.objects.get(pack=pack, account=heir).role) == (False, "admin")
        assert list(AuditEvent.objects.order_by("-id").values_list("action", flat=True)[:2]) == [
            "account.deactivate",
            "member.hand_over",
        ]
        assert AuditEvent.objects.latest("id").details["packs"] == [pack.slug]

    def test_asks_for_the_heir_in_a_field_as_wide_as_its_hint(self, boss: Client, pack: Pack) -> None:
        page = boss.get(ACCOUNTS).content.decode()
        wide, hint = re.findall(r'name="heir" size="(\d+)" placeholder="([^"]+)"', page)[0]

        assert int(wide) >= len(hint)

    def test_says_where_nothing_is_to_be_handed_over(
        self, boss: Client, pack: Pack, people: dict[str, Account]
    ) -> None:
        sent = {"do": "deactivate", "account": people["viewer"].pk, "heir": people["designer"].email}
        page = boss.post(ACCOUNTS, sent, follow=True).content.decode()

        assert f"{people['designer'].email} takes over no pack" in page
        assert Membership.objects.get(pack=pack, account=people["designer"]).role == "designer"

    @pytest.mark.parametrize("heir", ["nobody@example.org", "itself", "shut"])
    def test_is_refused_for_an_heir_who_cannot_be_one(
        self, boss: Client, pack: Pack, people: dict[str, Account], heir: str
    ) -> None:
        admin = people["admin"]
        Account.objects.create_user("shut@example.org", is_active=False)
        email = {"itself": admin.email, "shut": "shut@example.org"}.get(heir, heir)
        boss.post(ACCOUNTS, {"do": "deactivate", "account": admin.pk, "heir": email})
        admin.refresh_from_db()

        assert admin.is_active
        assert not AuditEvent.objects.filter(action__in=["account.deactivate", "member.hand_over"]).exists()

    def test_is_a_command_too(self, pack: Pack, people: dict[str, Account]) -> None:
        out = io.StringIO()
        admin, heir = people["admin"], people["designer"]
        call_command("account_deactivate", admin.email, heir=heir.email, stdout=out)

        assert Membership.objects.get(pack=pack, account=heir).role == "admin"
        assert "has no admin" not in out.getvalue()
        assert f"{heir.email} is now an admin of the pack core." in out.getvalue()
