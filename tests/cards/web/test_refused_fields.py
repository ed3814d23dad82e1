"""Searches that are too long: each page shows the field, its limit and what was typed above its form, which stays."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.test import Client

from cards import gateway
from cards.lookups import WORDS_LIMIT
from cards.models import Account, Pack
from cards.services.pack import PackForm, pack_create

pytestmark = pytest.mark.django_db
TEMPLATES = Path(__file__).resolve().parents[3] / "templates"
FIELD = re.compile(r"<input\b(?:[^>{]|\{[{%].*?[}%]\})*>")
FIND = ("json", "find", "put")
PAGES = [
    *(("", "q"), ("decks/", "q"), ("texts/?lang=zh", "q"), ("snippets/", "q"), ("glossary/", "q"), ("people/", "q")),
    *(("previews/versions/", "q"), ("new-card/?start=copy", "q")),
    *(("bulk/find/?preview=1", name) for name in FIND),
]


@pytest.fixture
def decks(admin: Account) -> Pack:
    """Return a pack of a game that has decks, too."""
    game = next(info.name for info in gateway.rulesets() if gateway.has_decks(info.name))
    return pack_create(actor=admin, slug="decks", ruleset=game, form=PackForm(name={"en": "Decks"}))


def refusal(client: Client, address: str, name: str) -> str:
    """Return the banner of a page whose field is too long, which shows the rest of the page as well."""
    entry = f"a<b {'x' * WORDS_LIMIT}"
    answer = client.get(f"{address}{'&' if '?' in address else '?'}", {name: entry}, follow=False)
    page = answer.content.decode()
    assert answer.status_code == 400, (address, name, answer.status_code)
    assert "a&lt;b x" in page and 'id="main"' in page and "errcode" not in page, (address, name)
    return page.partition("data-error-summary")[2][:400]


class TestPages:
    def test_show_a_search_that_is_too_long(self, admin: Account, decks: Pack) -> None:
        client = Client()
        client.force_login(admin)
        for path, name in PAGES:
            assert f"At most {WORDS_LIMIT} characters." in refusal(client, f"/packs/{decks.slug}/{path}", name)

        Account.objects.update(language="zh")
        assert f"最多 {WORDS_LIMIT} 个字符" in refusal(client, f"/packs/{decks.slug}/bulk/find/", "json")

    def test_of_the_operator_show_it_too(self, people: dict[str, Account]) -> None:
        client = Client()
        client.force_login(people["operator"])
        for path in ("accounts", "packs"):
            assert f"At most {WORDS_LIMIT} characters." in refusal(client, f"/operator/{path}/", "q")

    def test_keep_what_else_the_form_asks(self, admin: Account, decks: Pack) -> None:
        client = Client()
        client.force_login(admin)
        answer = client.get(f"/packs/{decks.slug}/bulk/find/", {"json": "x" * 201, "find": "a word", "put": "another"})
        page = answer.content.decode()
        assert 'value="a word"' in page and 'value="another"' in page

    def test_of_a_file_are_refused_as_before(self, admin: Account, decks: Pack) -> None:
        client = Client()
        client.force_login(admin)
        answer = client.get(f"/packs/{decks.slug}/texts/export/", {"q": "x" * 201, "lang": "zh"})
        assert (answer.status_code, "errcode" in answer.content.decode()) == (400, True)

    def test_say_their_limit_in_every_field_of_a_search(self) -> None:
        pages = {file.name: file.read_text() for file in TEMPLATES.rglob("*.html")}
        fields = [(name, each[0]) for name, page in pages.items() for each in FIELD.finditer(page)]
        searches = [
            (name, field)
            for name, field in fields
            if 'type="search"' in field or (name == "bulk_find.html" and 'class="in' in field)
        ]

        assert len(searches) > 12
        assert [each for each in searches if 'maxlength="200"' not in each[1]] == []
