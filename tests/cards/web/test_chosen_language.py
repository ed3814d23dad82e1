"""The language of an account: the browser's until one is chosen, then that one on every device."""

from __future__ import annotations

import pytest
from django.test import Client

from cards.models import Account
from cards.services.link import invitation_create
from tests.cards.conftest import PASSWORD

EMAIL = "new@example.org"


@pytest.fixture
def account(db: None) -> Account:
    return Account.objects.create_user(EMAIL, PASSWORD)


def sign_in(**headers: str) -> Client:
    client = Client(headers=headers)
    client.post("/sign-in/", {"email": EMAIL, "password": PASSWORD})
    return client


class TestTheLanguage:
    def test_is_that_of_the_browser(self, account: Account) -> None:
        page = sign_in(accept_language="zh-CN,zh;q=0.9").get("/account/").content.decode()

        assert '<html lang="zh-Hans"' in page

    def test_follows_another_browser_while_none_is_chosen(self, account: Account) -> None:
        sign_in(accept_language="zh-CN")
        page = sign_in(accept_language="en").get("/account/").content.decode()

        assert '<html lang="en"' in page

    def test_stays_once_it_is_chosen(self, account: Account) -> None:
        sign_in(accept_language="zh-CN").post("/preferences/", {"language": "en"})
        page = sign_in(accept_language="zh-CN").get("/account/").content.decode()

        assert '<html lang="en"' in page

    def test_is_not_chosen_with_a_theme(self, account: Account) -> None:
        sign_in(accept_language="en").post("/preferences/", {"theme": "dark"})
        account.refresh_from_db()

        assert (account.theme, account.chooses_language) == ("dark", False)

    def test_stays_where_a_browser_names_none(self, account: Account) -> None:
        Account.objects.filter(pk=account.pk).update(language="zh")
        page = sign_in().get("/account/").content.decode()

        assert '<html lang="zh-Hans"' in page

    def test_of_a_new_account_is_that_of_its_invitation(self, db: None) -> None:
        token = invitation_create(actor=None, email=EMAIL)
        words = {"name": "小林", "password": "staple battery horse"}
        Client(headers={"accept-language": "zh-CN"}).post(f"/invitations/{token}/", words)

        assert Account.objects.get(email=EMAIL).language == "zh"
