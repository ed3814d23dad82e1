"""The account's own page: its open sessions, and the address that it signs in with."""

from __future__ import annotations

import io
import re
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.core import mail
from django.core.cache import caches
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from cards.models import Account, AuditEvent, SignedIn
from cards.services.account import account_deactivate
from cards.services.address import address_request
from cards.services.link import account_reset_request
from cards.services.prune import prune
from cards.services.session import session_see
from cards.web.devices import device_of
from tests.cards.conftest import PASSWORD
from tests.cards.web.conftest import ClientOf

PAGE = "/account/"
FIREFOX = "Mozilla/5.0 (Windows NT 10.0; rv:142.0) Gecko/20100101 Firefox/142.0"
IPAD = "Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile Safari/604.1"
LINK = re.compile(r"http://\S+(/address/[\w-]+/)")

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def unseen() -> None:
    caches["limits"].clear()


@pytest.fixture
def mailed(settings: Any) -> None:
    settings.EMAIL_CONFIGURED = True


def signed_in(email: str = "viewer@example.org", agent: str = FIREFOX) -> Client:
    client = Client(headers={"User-Agent": agent})
    assert client.post("/sign-in/", {"email": email, "password": PASSWORD}).status_code == 302
    return client


class TestSessions:
    def test_are_listed_with_their_device_and_ended_one_by_one(self, people: dict[str, Account]) -> None:
        client, present, other_client = signed_in(), signed_in(agent=IPAD), signed_in("admin@example.org")
        page = client.get(PAGE).content.decode()
        assert ("Firefox, Windows" in page, "Safari, iPad" in page, page.count("this one")) == (True, True, 1)
        (row,) = SignedIn.objects.filter(account=people["viewer"], agent=IPAD)
        assert row.address == "127.0.0.1"
        foreign = SignedIn.objects.get(account=people["admin"])

        assert client.post(PAGE, {"do": "sign-out-one", "session": foreign.pk}).status_code == 404
        for wrong in ("", "x", "9" * 30):
            assert client.post(PAGE, {"do": "sign-out-one", "session": wrong}).status_code == 404
        assert client.post(PAGE, {"do": "sign-out-one", "session": row.pk}).status_code == 302
        assert [each.get(PAGE).status_code for each in (client, present, other_client)] == [200, 302, 200]
        assert "Safari, iPad" not in client.get(PAGE).content.decode()
        assert AuditEvent.objects.filter(action="account.session_end", actor=people["viewer"]).count() == 1

    def test_leave_the_list_as_they_end(self, people: dict[str, Account]) -> None:
        client, there = signed_in(), signed_in(agent=IPAD)
        there.post("/sign-out/")
        assert SignedIn.objects.filter(account=people["viewer"]).count() == 1
        signed_in(agent=IPAD)
        client.post(PAGE, {"do": "password", "current": PASSWORD, "new": "quite another phrase"})
        page = client.get(PAGE).content.decode()
        assert ("Firefox, Windows" in page, "Safari, iPad" in page) == (True, False)
        account_deactivate(actor=None, account=people["viewer"])
        assert not SignedIn.objects.filter(account=people["viewer"]).exists()

    def test_of_before_the_list_began_are_added_when_used(self, people: dict[str, Account]) -> None:
        client = signed_in()
        SignedIn.objects.all().delete()
        caches["limits"].clear()
        client.get(PAGE)
        assert SignedIn.objects.get().account == people["viewer"]

    def test_say_when_they_were_last_used(self, people: dict[str, Account]) -> None:
        client = signed_in()
        long_ago = timezone.now() - timedelta(days=1)
        SignedIn.objects.update(seen_at=long_ago)
        client.get(PAGE)
        assert SignedIn.objects.get().seen_at == long_ago  # recorded once in five minutes
        caches["limits"].clear()
        client.get(PAGE)
        assert SignedIn.objects.get().seen_at > long_ago

    def test_that_ran_out_are_not_listed_and_go_at_night(self, people: dict[str, Account]) -> None:
        client = signed_in()
        session_see(account=people["viewer"], key="without-data", agent=IPAD, address="")
        assert "Safari, iPad" not in client.get(PAGE).content.decode()
        Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
        assert prune()["sessions"] == 2
        assert not Session.objects.exists()

    @pytest.mark.parametrize(
        ("agent", "device"),
        [
            (FIREFOX, "Firefox, Windows"),
            (IPAD, "Safari, iPad"),
            ("Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36", "Chrome, Linux"),
            ("Mozilla/5.0 (Macintosh; Intel Mac OS X) Chrome/140 Safari/537 Edg/140", "Edge, macOS"),
            ("my-script/1.0", "my-script/1.0"),
            ("", ""),
        ],
    )
    def test_name_the_device(self, agent: str, device: str) -> None:
        assert device_of(agent) == device

    def test_show_what_a_browser_says_as_text(self, people: dict[str, Account]) -> None:
        page = signed_in(agent="<script>alert(1)</script>").get(PAGE).content.decode()
        assert "&lt;script&gt;alert(1)" in page
        assert "<script>alert(1)" not in page


class TestAddress:
    def ask(self, client: Client, email: str, password: str = PASSWORD) -> str:
        answer = client.post(PAGE, {"do": "address", "address-email": email, "address-password": password})
        return answer.content.decode() if answer.status_code == 200 else "sent"

    def test_changes_once_the_link_to_the_new_one_is_opened(self, people: dict[str, Account], mailed: None) -> None:
        client, reset = signed_in(), account_reset_request(email="viewer@example.org")
        assert self.ask(client, "Moved@example.org") == "sent"
        (sent,) = mail.outbox
        assert sent.to == ["moved@example.org"]
        match = LINK.search(str(sent.body))
        assert match is not None
        stranger = Client()
        assert "moved@example.org" in stranger.get(match[1]).content.decode()
        people["viewer"].refresh_from_db()
        assert people["viewer"].email == "viewer@example.org"

        assert stranger.post(match[1]).status_code == 302
        people["viewer"].refresh_from_db()
        assert people["viewer"].email == "moved@example.org"
        assert mail.outbox[1].to == ["viewer@example.org"]
        assert "moved@example.org" in str(mail.outbox[1].body)
        assert client.get(PAGE).status_code == 302  # every session but the one that opened the link
        assert [Client().get(path).status_code for path in (match[1], f"/reset/{reset}/")] == [404, 404]
        signed_in("moved@example.org")
        event = AuditEvent.objects.get(action="account.address_change")
        assert (event.details["from"], event.details["to"]) == ("viewer@example.org", "moved@example.org")

    @pytest.mark.parametrize(
        ("email", "password", "said"),
        [
            ("moved@example.org", "wrong", "not your current password"),
            ("viewer@example.org", PASSWORD, "already your address"),
            ("no address", PASSWORD, "Enter a valid email address"),
            ("", PASSWORD, "This field is required"),
        ],
    )
    def test_is_refused(self, people: dict[str, Account], mailed: None, email: str, password: str, said: str) -> None:
        assert said in self.ask(signed_in(), email, password)
        assert mail.outbox == []

    def test_of_another_account_is_refused_by_the_link(self, people: dict[str, Account], mailed: None) -> None:
        token = address_request(actor=people["viewer"], email="admin@example.org", password=PASSWORD)
        page = Client().post(f"/address/{token}/").content.decode()
        assert "already has an account" in page
        people["viewer"].refresh_from_db()
        assert people["viewer"].email == "viewer@example.org"

    def test_link_works_for_the_last_request_alone(self, people: dict[str, Account]) -> None:
        first = address_request(actor=people["viewer"], email="a@example.org", password=PASSWORD)
        second = address_request(actor=people["viewer"], email="b@example.org", password=PASSWORD)
        assert [Client().get(f"/address/{token}/").status_code for token in (first, second)] == [404, 200]
        account_deactivate(actor=None, account=people["viewer"])
        assert Client().get(f"/address/{second}/").status_code == 404

    def test_is_changed_by_an_operator_where_there_is_no_mail(
        self, people: dict[str, Account], client_of: ClientOf
    ) -> None:
        client = client_of("viewer")
        assert "An operator changes the address" in client.get(PAGE).content.decode()
        assert "sends no mail" in self.ask(client, "moved@example.org")
        out = io.StringIO()
        call_command("change_address", "Viewer@example.org", "moved@example.org", stdout=out)
        assert out.getvalue() == "viewer@example.org signs in as moved@example.org now.\n"
        assert client.get(PAGE).status_code == 302
        for wrong in (("viewer@example.org", "x@example.org"), ("moved@example.org", "admin@example.org")):
            with pytest.raises(CommandError):
                call_command("change_address", *wrong)
        with pytest.raises(CommandError, match="not an email"):
            call_command("change_address", "moved@example.org", "nothing")
