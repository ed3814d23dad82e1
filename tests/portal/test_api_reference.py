"""The reference of the API as pages: every operation, with examples that are what they look like."""

from __future__ import annotations

import ast
import json
import re
import shlex
from html import unescape
from typing import Any

import pytest
from django.test import Client

from cards.models import Account
from cards.services.card import card_create
from cards.services.pack import PackForm, pack_create
from portal.api_reference import Entry, entries
from tests.cards.conftest import card_text

ENTRIES = list(entries().values())
SNIPPET = re.compile(r'<pre class="snippet"[^>]*data-snippet="(\w+)">(.*?)</pre>', re.DOTALL)
pytestmark = pytest.mark.django_db


def snippets_of(client: Client, entry: Entry) -> dict[str, str]:
    """Return the examples of an operation's page by their language."""
    page = client.get(entry.url)
    assert page.status_code == 200
    return {label: unescape(text) for label, text in SNIPPET.findall(page.content.decode())}


def body_of(entry: Entry) -> Any:
    """Return the example of an operation's body, None where it has none in JSON."""
    return entry.document.get("requestBody", {}).get("content", {}).get("application/json", {}).get("example")


class TestOperations:
    def test_have_a_page_each_with_examples_that_parse(self, client: Client) -> None:
        for entry in ENTRIES:
            snippets = snippets_of(client, entry)
            words = shlex.split(snippets["curl"])
            [url] = [word for word in words if word.startswith("http://testserver/api/v1/")]
            assert "{" not in url, entry.name
            assert (words[words.index("-X") + 1] if "-X" in words else "GET") == entry.method
            tree = ast.parse(snippets["Python"])
            if (body := body_of(entry)) is not None:
                assert json.loads(words[words.index("--data") + 1]) == body
                [value] = [
                    node.value
                    for node in tree.body
                    if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "body"
                ]
                assert ast.literal_eval(value) == body
                text = snippets["TypeScript"].partition("JSON.stringify(")[2].partition("),\n});")[0]
                assert json.loads(text) == body
            assert url in snippets["TypeScript"]
            assert url in snippets["Python"]

    def test_have_a_form_each_filled_from_the_examples(self, client: Client) -> None:
        for entry in ENTRIES:
            page = client.get(entry.url).content.decode()
            keys = set(re.findall(r'id="(try-(?:path|query)-[^"]+)" name', page))
            parameters = [each for each in entry.document["parameters"] if each["in"] in ("path", "query")]
            assert keys == {f"try-{each['in']}-{each['name'].lower()}" for each in parameters}, entry.name
            assert "csrfmiddlewaretoken" not in page.partition('id="try"')[2]
            bodies = [json.loads(unescape(text)) for text in re.findall(r'id="try-body"[^>]*>([^<]*)<', page)]
            assert bodies == ([] if (body := body_of(entry)) is None and not bodies else [body or {}]), entry.name
            assert ('id="try-file"' in page) == ("requestBody" in entry.document and not bodies), entry.name

    def test_fill_the_form_with_what_the_reader_has(self, client: Client) -> None:
        admin = Account.objects.create_superuser("operator@example.org", "a long password")
        pack = pack_create(actor=admin, slug="core", ruleset="wizards", form=PackForm(name={"en": "Core"}))
        card_create(actor=admin, pack=pack, text=card_text("own.card"))
        client.force_login(admin)
        page = client.get(entries()["draft-save"].url).content.decode().partition('id="try"')[2]
        for value in ('value="core"', 'value="own.card"', "csrfmiddlewaretoken", "try-tag"):
            assert value in page
        assert "try-tag" not in client.get(entries()["card-trash"].url).content.decode()

    def test_say_what_a_change_quotes(self, client: Client) -> None:
        assert "If-Match" in snippets_of(client, entries()["draft-save"])["curl"]
        assert "If-Match" not in snippets_of(client, entries()["draft"])["curl"]

    def test_describe_the_components_of_their_answers(self, client: Client) -> None:
        page = client.get(entries()["cards"].url).content.decode()
        for name in ("CardList", "Card", "LastPreview"):
            assert f'id="part-{name}"' in page

    def test_that_are_not_there_are_not_found(self, client: Client) -> None:
        assert client.get("/api/docs/no-such/").status_code == 404


class TestContents:
    def test_name_every_operation(self, client: Client) -> None:
        page = client.get("/api/docs/").content.decode()
        assert [entry.name for entry in ENTRIES if f'href="{entry.url}"' not in page] == []

    @pytest.mark.parametrize(
        ("query", "name"), [("DRAFT save", "draft-save"), ("releases/{version}/diff", "release-diff")]
    )
    def test_are_searched(self, client: Client, query: str, name: str) -> None:
        page = client.get("/api/docs/", {"q": query}).content.decode()
        assert f'href="{entries()[name].url}"' in page
        assert f'href="{entries()["me"].url}"' not in page

    def test_say_that_a_search_finds_none(self, client: Client) -> None:
        page = client.get("/api/docs/", {"q": "zzz"}, headers={"Accept-Language": "zh"}).content.decode()
        assert "没有匹配的操作" in page

    def test_hold_the_policy_of_the_portal(self, client: Client) -> None:
        for address in ("/api/docs/", entries()["packs"].url):
            response = client.get(address)
            assert "'unsafe" not in response.headers["Content-Security-Policy"]
            page = response.content.decode()
            assert re.findall(r"<script(?![^>]*\bsrc=)| on\w+=| style=", page) == []
