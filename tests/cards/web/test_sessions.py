"""Signing in and out, passwords, language and theme."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.core.cache import caches
from django.test import Client
from django.utils import timezone

from cards.models import Account, PasswordReset, SignedIn
from cards.services.link import account_reset_request
from tests.cards import signing_in
from tests.cards.conftest import PASSWORD
from tests.cards.web.conftest import ClientOf

NEW = "a quite different phrase"


def sign_in(client: Client, email: str, password: str, **more: str) -> object:
    return client.post("/sign-in/", {"email": email, "password": password, **more})


def rows_of(client: Client) -> tuple[dict[str, object], dict[str, object], int]:
    """Return what a session keeps, its row in the list, and the seconds until it ends; times are left out, and names of rows."""
    session = Session.objects.get(pk=client.cookies[settings.SESSION_COOKIE_NAME].value)
    data = {name: value for name, value in session.get_decoded().items() if not isinstance(value, float)}
    row = SignedIn.objects.filter(session_key=session.pk).values("account", "agent", "address", "company_sid").get()
    return data, row, round((session.expire_date - timezone.now()).total_seconds() / 60)


class TestSignIn:
    def test_of_tests_leaves_the_rows_of_one_by_django(self, admin: Account) -> None:
        quick, slow = Client(), Client()

        signing_in.force_login(quick, admin)
        signing_in.by_django(slow, admin)

        assert rows_of(quick) == rows_of(slow)
        assert quick.get("/account/").status_code == slow.get("/account/").status_code == 200

    def test_opens_a_session_and_goes_on(self, admin: Account) -> None:
        client = Client()

        answer = sign_in(client, admin.email, PASSWORD, next="/packs/core/")

        assert (answer.status_code, answer.headers["Location"]) == (302, "/packs/core/")
        assert client.get("/account/").status_code == 200

    @pytest.mark.parametrize(
        "target", ["https://evil.example/", "//evil.example/", "javascript:alert(1)", "x", "cards:account"]
    )
    def test_never_leads_to_another_site_or_to_no_address(self, admin: Account, target: str) -> None:
        client = Client()
        answers = [
            sign_in(client, admin.email, PASSWORD, next=target),
            client.get("/sign-in/", {"next": target}),
            client.post("/preferences/", {"language": "en", "theme": "system", "next": target}),
        ]

        assert [(answer.status_code, answer.headers["Location"]) for answer in answers] == [(302, "/")] * 3

    def test_says_the_same_of_a_wrong_password_and_an_unknown_email(self, admin: Account) -> None:
        def page_for(email: str) -> str:
            page = sign_in(Client(), email, "not it at all").content.decode()
            return re.sub(r'(value|content)="[^"]*"', "", page)

        assert page_for(admin.email) == page_for("nobody@example.org")
        assert "Wrong email or password" in page_for(admin.email)

    def test_keeps_the_email_that_was_typed(self, admin: Account) -> None:
        page = sign_in(Client(), admin.email, "not it at all").content.decode()

        assert f'value="{admin.email}"' in page
        assert "not it at all" not in page

    def test_refuses_the_eleventh_guess(self, admin: Account) -> None:
        client = Client()

        signs = [sign_in(client, admin.email, "guess") for _ in range(11)]

        assert [answer.status_code for answer in signs] == [200] * 10 + [429]
        assert 0 < int(signs[-1].headers["Retry-After"]) <= 900

    def test_ends_with_the_browser_unless_asked_to_last(self, admin: Account) -> None:
        short, long = Client(), Client()
        sign_in(short, admin.email, PASSWORD)
        sign_in(long, admin.email, PASSWORD, keep="on")

        assert short.session.get_expire_at_browser_close()
        assert not long.session.get_expire_at_browser_close()

    def test_ends_when_signing_out(self, client_of: ClientOf) -> None:
        client = client_of("admin")

        client.post("/sign-out/")

        assert client.get("/account/").status_code == 302

    def test_is_not_ended_by_a_link(self, client_of: ClientOf) -> None:
        client = client_of("admin")

        assert client.get("/sign-out/").status_code == 405
        assert client.get("/account/").status_code == 200


class TestReset:
    def test_answers_the_same_for_an_unknown_email(self, admin: Account) -> None:
        def page_for(email: str) -> str:
            page = Client().post("/reset/", {"email": email}).content.decode()
            return re.sub(r'value="[^"]*"', "", page)

        assert page_for(admin.email) == page_for("nobody@example.org")

    def test_shows_an_operator_the_link_to_pass_on(self, client_of: ClientOf, admin: Account) -> None:
        page = client_of("operator").post("/reset/", {"email": admin.email}).content.decode()

        link = re.search(r"http://testserver(/reset/[\w-]+/)", page)
        assert link is not None
        assert Client().get(link[1]).status_code == 200

    def test_changes_the_password_once(self, admin: Account) -> None:
        token = account_reset_request(email=admin.email)
        client = Client()

        first = client.post(f"/reset/{token}/", {"password": NEW})
        second = client.post(f"/reset/{token}/", {"password": PASSWORD})

        assert (first.status_code, second.status_code) == (302, 404)
        assert sign_in(client, admin.email, NEW).status_code == 302

    def test_says_at_the_field_what_is_wrong_with_a_password(self, admin: Account) -> None:
        token = account_reset_request(email=admin.email)

        page = Client().post(f"/reset/{token}/", {"password": "12345678901"}).content.decode()

        assert 'aria-invalid="true"' in page
        assert "digits alone" in page

    def test_refuses_an_old_link(self, admin: Account) -> None:
        token = account_reset_request(email=admin.email)
        PasswordReset.objects.update(expires_at=timezone.now() - timedelta(seconds=1))

        assert Client().get(f"/reset/{token}/").status_code == 404


class TestAccount:
    def test_changes_the_password_and_keeps_this_session_alone(self, client_of: ClientOf, admin: Account) -> None:
        client, elsewhere = client_of("admin"), client_of("admin")

        client.post("/account/", {"do": "password", "current": PASSWORD, "new": NEW})

        assert client.get("/account/").status_code == 200
        assert elsewhere.get("/account/").status_code == 302

    def test_refuses_a_wrong_present_password_at_its_field(self, client_of: ClientOf) -> None:
        page = client_of("admin").post("/account/", {"do": "password", "current": "wrong", "new": NEW}).content.decode()

        assert "This is not your current password." in page
        assert 'href="#id_current"' in page

    def test_speaks_the_language_that_was_saved(self, client_of: ClientOf) -> None:
        client = client_of("admin")

        client.post("/account/", {"do": "profile", "name": "林梅", "language": "zh", "theme": "dark"})

        page = client.get("/account/").content.decode()
        assert '<html lang="zh-Hans" data-theme="dark">' in page
        assert 'data-keys="off"' in page
        assert "个人资料" in page
        assert 'value="林梅"' in page


class TestPreferences:
    def test_reach_a_visitor_by_cookie(self, db: None) -> None:
        client = Client()

        client.post("/preferences/", {"language": "zh", "theme": "dark"})

        page = client.get("/sign-in/").content.decode()
        assert '<html lang="zh-Hans" data-theme="dark">' in page
        assert '<h1 class="h-page">登录</h1>' in page

    def test_are_kept_in_the_account(self, client_of: ClientOf, admin: Account) -> None:
        client_of("admin").post("/preferences/", {"theme": "light"})

        admin.refresh_from_db()
        assert (admin.theme, admin.language, admin.single_keys) == ("light", "en", True)

    def test_ignore_what_does_not_exist(self, db: None) -> None:
        client = Client()

        answer = client.post("/preferences/", {"language": "tlh", "theme": "plaid", "next": "https://evil.example/"})

        assert (answer.status_code, answer.headers["Location"]) == (302, "/")
        assert set(answer.cookies) == set()
        assert settings.LANGUAGE_COOKIE_NAME not in client.cookies

    def test_need_a_token(self, db: None) -> None:
        client = Client(enforce_csrf_checks=True)

        page = client.post("/preferences/", {"theme": "dark"})

        assert page.status_code == 403
        assert "This page has expired" in page.content.decode()


class TestIdle:
    def test_session_ends_twelve_hours_after_its_last_use(self, admin: Account, client: Client) -> None:
        client.force_login(admin)
        client.get("/account/")
        kept = Session.objects.get()
        hours = (kept.expire_date - timezone.now()) / timedelta(hours=1)
        Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))

        assert 11.9 < hours <= 12
        assert client.get("/account/").status_code == 302

    @pytest.mark.parametrize("days", [-8, 8])
    def test_is_measured_by_the_clock_of_the_database(
        self, admin: Account, monkeypatch: pytest.MonkeyPatch, days: int
    ) -> None:
        client, wrong = Client(), timezone.now() + timedelta(days=days)
        with monkeypatch.context() as patch:
            patch.setattr(timezone, "now", lambda: wrong)
            sign_in(client, admin.email, PASSWORD)

            assert client.get("/account/").status_code == 200
        assert client.get("/account/").status_code == 200
        Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
        monkeypatch.setattr(timezone, "now", lambda: wrong)

        assert client.get("/account/").status_code == 302

    def test_use_moves_the_end(self, admin: Account, client: Client) -> None:
        client.force_login(admin)
        Session.objects.update(expire_date=timezone.now() + timedelta(hours=1))
        caches["limits"].clear()
        client.get("/account/")

        assert Session.objects.get().expire_date > timezone.now() + timedelta(hours=11)

    def test_use_does_not_move_it_beyond_seven_days(self, admin: Account, client: Client) -> None:
        client.force_login(admin)
        opened_now = timezone.now() - timedelta(days=6, hours=20)
        SignedIn.objects.update(opened_at=opened_now)
        session = client.session
        session["opened"] = opened_now.timestamp()
        session.save()
        saved_expire_date = Session.objects.get().expire_date
        caches["limits"].clear()
        client.get("/account/")

        for end in (saved_expire_date, Session.objects.get().expire_date):
            assert abs(end - opened_now - timedelta(days=7)) < timedelta(seconds=1)
