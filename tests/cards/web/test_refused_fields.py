"""Searches that are too long: each page shows the field, its limit and what was typed above its form, which stays."""

from __future__ import annotations

import json
import re
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import pytest
from django.test import Client

from cards.gateway import deck_files, rulesets, scenario_files
from cards.lookups import WORDS_LIMIT
from cards.models import Account, Pack
from cards.queries.scenario import documents_beside
from cards.services.card import card_create
from cards.services.deck import deck_create_empty
from cards.services.pack import PackForm, pack_create
from cards.services.scenario import scenario_create
from engine import api

pytestmark = pytest.mark.django_db
TEMPLATES = Path(__file__).resolve().parents[3] / "templates"
FIELD = re.compile(r"<input\b(?:[^>{]|\{[{%].*?[}%]\})*>")
FIND = ("json", "find", "put")
CARD = "genius.support.chimes"
SEARCHES = {
    "pack_detail.html": "/packs/decks/",
    "deck_list.html": "/packs/decks/decks/",
    "_deck_pool.html": "/packs/decks/decks/1/",
    "texts.html": "/packs/decks/texts/?lang=zh",
    "snippets.html": "/packs/decks/snippets/",
    "glossary.html": "/packs/decks/glossary/",
    "member_list.html": "/packs/decks/people/",
    "versus.html": "/packs/decks/previews/versions/",
    "card_new.html": "/packs/decks/new-card/?start=copy",
    "print.html": "POST /packs/decks/print/",
    "operator_accounts.html": "/operator/accounts/",
    "operator_packs.html": "/operator/packs/",
    "_help_search.html": "/help/",
    "_scenario_given.html": "/packs/decks/cards/genius.support.chimes/scenarios/1/?part=given",
}
"""Where the search of each template is; by POST where what else the form asks is too long for an address."""
OF_SCRIPTS = {"_go_to.html"}
"""Templates whose search is asked by a script alone: the answer is JSON, and no page shows it again."""
PAGES = [(place, "q") for place in SEARCHES.values()] + [("/packs/decks/bulk/find/?preview=1", name) for name in FIND]


@pytest.fixture
def decks(admin: Account) -> Pack:
    """Return a pack of a game that has decks, too."""
    game = next(info.name for info in rulesets.rulesets() if deck_files.has_decks(info.name))
    pack = pack_create(actor=admin, slug="decks", ruleset=game, form=PackForm(name={"en": "Decks"}))
    deck_create_empty(actor=admin, pack=pack, deck_id="mine")
    document = next(document for document, _ in api.card_set(game) if document["id"] == CARD)
    card = card_create(actor=admin, pack=pack, text=json.dumps(document))
    text = scenario_files.new_scenario(game, CARD, "n", documents_beside(card=card))
    scenario_create(actor=admin, card=card, text=text)
    return pack


def refusal(client: Client, place: str, name: str, length: int = WORDS_LIMIT) -> str:
    """Return the banner of a page whose field is too long, which shows the rest of the page as well."""
    entry = f"a<b {'x' * length}"
    method, _, address = place.rpartition(" ")
    ask = client.post if method else client.get
    answer = ask(address, {**parse(address), name: entry}, follow=False)
    page = answer.content.decode()
    assert answer.status_code == 400, (address, name, answer.status_code)
    assert f"a&lt;b {'x' * length}<" in page and 'id="main"' in page and "errcode" not in page, (address, name)
    return page.partition("data-error-summary")[2][:400]


def parse(address: str) -> dict[str, str]:
    """Return what an address asks."""
    return dict(parse_qsl(urlsplit(address).query))


class TestPages:
    @pytest.mark.parametrize("length", [WORDS_LIMIT - 3, 2_000, 100_000])
    def test_show_a_search_that_is_too_long(self, people: dict[str, Account], decks: Pack, length: int) -> None:
        client = Client()
        for place, name in PAGES:
            client.force_login(people["operator" if "/operator/" in place else "admin"])
            assert f"At most {WORDS_LIMIT} characters." in refusal(client, place, name, length), (place, name)

    def test_show_it_in_the_language_of_the_account(self, admin: Account, decks: Pack) -> None:
        client = Client()
        Account.objects.update(language="zh")
        client.force_login(admin)
        for place in ("/packs/decks/bulk/find/", "POST /packs/decks/print/"):
            name = "q" if " " in place else "json"
            assert f"最多 {WORDS_LIMIT} 个字符" in refusal(client, place, name)

    def test_of_a_print_keep_the_cards_that_are_chosen(self, admin: Account, decks: Pack) -> None:
        client = Client()
        client.force_login(admin)
        chosen = {"cards": "a.one a.two", "paper": "letter", "lang": "zh", "copies": "3", "q": "x" * 201}
        page = client.post("/packs/decks/print/", chosen).content.decode()
        assert 'name="cards" value="a.one a.two"' in page and 'name="copies" value="3"' in page

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
        fields = [(name, match[0]) for name, page in pages.items() for match in FIELD.finditer(page)]
        searches = [
            (name, field)
            for name, field in fields
            if 'type="search"' in field or (name == "bulk_find.html" and 'class="in' in field)
        ]

        assert {name for name, field in searches if 'type="search"' in field} == set(SEARCHES) | OF_SCRIPTS
        assert [match for match in searches if 'maxlength="200"' not in match[1]] == []
