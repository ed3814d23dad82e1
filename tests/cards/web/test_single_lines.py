"""A name is one line: on pages, through the API, in services that forgot to check, and in mails of names that are older than the rule."""

from __future__ import annotations

from typing import Any

import pytest
from django.core import mail
from django.test import Client

from cards.errors import InvalidFields
from cards.models import Account, ApiToken, Pack
from cards.services.link_mail import invitation_mail
from cards.services.outbox import outbox_send
from cards.services.pack import PackForm, pack_edit
from cards.services.token import token_create
from tests.cards.web.conftest import ClientOf

BAD = ["Bob\n\nURGENT http://evil.example", "Bob\u2028x", "Bob\u202egnp.exe", "\u200b\u2060", "Bob\x1b[2J"]


class TestNames:
    @pytest.mark.parametrize("name", BAD)
    def test_are_refused_on_the_page(self, people: dict[str, Account], client_of: ClientOf, name: str) -> None:
        form = {"do": "profile", "name": name, "language": "en", "theme": "system"}
        page = client_of("viewer").post("/account/", form)
        people["viewer"].refresh_from_db()

        assert (page.status_code, people["viewer"].name) == (200, "")
        assert 'id="id_name_error"' in page.content.decode() or "aria-invalid" in page.content.decode()

    @pytest.mark.parametrize("name", BAD)
    def test_are_refused_by_the_api(self, admin: Account, name: str) -> None:
        secret = token_create(actor=admin, name="ci", scopes=["write", "admin", "read"], days=1)[1]
        client = Client(headers={"Authorization": f"Bearer {secret}"})
        body = {"pack": "new-pack-x", "ruleset": "wizards", "name": {"en": name}}
        answer = client.post("/api/v1/packs/", body, content_type="application/json")

        assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (400, "/name/en")
        assert not Pack.objects.exists()

    @pytest.mark.parametrize("name", BAD)
    def test_are_refused_by_the_column_where_a_service_forgot(self, admin: Account, name: str) -> None:
        token_create(actor=admin, name="ci", scopes=["read"], days=1)
        for write in (
            lambda: Account.objects.filter(pk=admin.pk).update(name=name),
            lambda: ApiToken.objects.update(name=name),
            lambda: Account.objects.create_user("x@example.org", None, name=name),
        ):
            with pytest.raises(InvalidFields):
                write()

    def test_of_before_the_rule_are_one_line_in_mails(self, admin: Account, pack: Pack, settings: Any) -> None:
        settings.EMAIL_CONFIGURED = True
        pack_edit(actor=admin, pack=pack, form=PackForm(name={"en": "Core"}))
        Pack.objects.filter(pk=pack.pk).update(name={"en": "Core\n\nURGENT\u2028now", "zh": ""})
        invitation_mail(actor=admin, email="new@example.org", pack=pack, role="viewer", language="en")
        outbox_send()
        (request,) = mail.outbox

        assert request.subject == "You are invited to Core URGENT now"
        assert "“Core URGENT now”" in str(request.body)
