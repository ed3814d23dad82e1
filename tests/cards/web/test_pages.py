"""Who gets to see which page, and what no page may contain."""

from __future__ import annotations

import re
from collections import Counter
from html.parser import HTMLParser

import pytest
from django.db import connection
from django.template.loader import render_to_string
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils.html import strip_tags
from django.utils.translation import override

from tests.cards.web.conftest import ClientOf
from tests.cards.web.world import ROLES, World

OK, TO_SIGN_IN, NOT_YOURS, TOO_LOW = 200, 302, 404, 403
MEMBERS = {"viewer": OK, "designer": OK, "reviewer": OK, "publisher": OK, "admin": OK, "operator": OK}
ACCOUNTS = {"anonymous": TO_SIGN_IN, "stranger": OK, **MEMBERS}
INSIDE = {"anonymous": TO_SIGN_IN, "stranger": NOT_YOURS, **MEMBERS}
ANYONE = dict.fromkeys(ROLES, OK)
ADMINS = {**INSIDE, **dict.fromkeys(("viewer", "designer", "reviewer", "publisher"), TOO_LOW)}
PACK = "/packs/core/"
CARD = f"{PACK}cards/base.stone/"

PAGES = {
    "/": ACCOUNTS,
    "/account/": ACCOUNTS,
    "/new-pack/": ACCOUNTS,
    "/reset/": ANYONE,
    "/help/": ANYONE,
    "/help/problems/stale/": ANYONE,
    "/help/problems/": ANYONE,
    "/help/guide/first-card/": ANYONE,
    "/help/wizards/node/effect/damage/": ANYONE,
    "/schemas/wizards/card/1.0.json": ANYONE,
    f"{PACK}releases/": ANYONE,
    f"{PACK}releases/1.0.0/": ANYONE,
    PACK: {**INSIDE, "stranger": 302},
    f"{PACK}?view=table": {**INSIDE, "stranger": 302},
    f"{PACK}new-card/": {**INSIDE, "viewer": TOO_LOW},
    CARD: INSIDE,
    f"{PACK}cards/base.broken/": INSIDE,
    f"{CARD}history/": INSIDE,
    f"{CARD}history/?version=1": INSIDE,
    f"{CARD}history/?revision=1": INSIDE,
    f"{CARD}compare/?from=v1&to=draft": INSIDE,
    f"{PACK}cards/base.broken/compare/?from=r1&to=draft": INSIDE,
    f"{PACK}decks/": INSIDE,
    f"{PACK}decks/new/": {**INSIDE, "viewer": TOO_LOW},
    f"{PACK}previews/": INSIDE,
    **{f"{PACK}previews/{number}/": INSIDE for number in range(1, 7)},
    f"{PACK}releases/new/": INSIDE,
    f"{CARD}scenarios/": INSIDE,
    f"{PACK}texts/": INSIDE,
    f"{PACK}texts/?state=all&lang=en": INSIDE,
    f"{PACK}texts/import/": {**INSIDE, "viewer": TOO_LOW},
    f"{PACK}glossary/": INSIDE,
    f"{PACK}people/": INSIDE,
    f"{PACK}audit/": ADMINS,
    f"{PACK}audit/events.csv": ADMINS,
    f"{PACK}settings/": INSIDE,
}
LOST = (
    "/packs/nowhere/",
    f"{PACK}cards/base.nothing/",
    f"{PACK}decks/99/",
    f"{PACK}decks/99999999999999999999/file/",
    f"{PACK}previews/99/",
    f"{PACK}releases/9.9.9/",
    "/problems/nothing/",
    "/help/nothing/",
    "/help/problems/nothing/",
    "/help/wizards/node/effect/nothing/",
    "/help/wizards/node/nothing/",
    "/help/guide/nothing/",
    "/help/wizards/nothing/",
    "/help/wizards/effects/",
    "/schemas/wizards/card/9.9.json",
    "/schemas/wizards/nothing/1.0.json",
    "/schemas/chess/card/1.0.json",
)


class TestPage:
    @pytest.mark.parametrize("role", ROLES)
    def test_answers_each_role_as_the_matrix_says(self, world: World, client_of: ClientOf, role: str) -> None:
        client = client_of(role)

        found = {url: client.get(url).status_code for url in PAGES}

        assert found == {url: roles[role] for url, roles in PAGES.items()}

    def test_hides_a_private_pack_from_strangers(self, world: World, client_of: ClientOf) -> None:
        type(world.pack).objects.update(visibility="private")
        inside = [url for url in PAGES if url.startswith(PACK)]

        found = {url: client_of("stranger").get(url).status_code for url in inside}

        assert found == dict.fromkeys(inside, NOT_YOURS)

    @pytest.mark.parametrize("url", LOST)
    def test_says_in_both_languages_that_nothing_is_there(self, world: World, client_of: ClientOf, url: str) -> None:
        page = client_of("admin").get(url)

        assert page.status_code == NOT_YOURS
        assert "There is nothing here" in page.content.decode()
        assert "这里什么也没有" in page.content.decode()

    def test_keeps_the_theme_of_the_account_where_it_refuses(self, world: World, client_of: ClientOf) -> None:
        client = client_of("viewer")
        client.post("/preferences/", {"theme": "dark"})
        refused, absent = client.get(f"{PACK}audit/"), client.get("/no-such-page/")

        assert (refused.status_code, absent.status_code) == (TOO_LOW, NOT_YOURS)
        assert all('data-theme="dark"' in each.content.decode() for each in (refused, absent))

    def test_calls_the_id_of_a_new_card_optional_nowhere(self, world: World, client_of: ClientOf) -> None:
        page = client_of("designer").get(f"{PACK}new-card/").content.decode()
        label = page.partition('<label for="id_card_id">')[2].partition("</label>")[0]

        assert label == "Id"

    def test_changes_nothing_by_being_looked_at(self, world: World, client_of: ClientOf) -> None:
        client = client_of("admin")

        with CaptureQueriesContext(connection) as caught:
            for url in PAGES:
                client.get(url)

        written = [q["sql"] for q in caught.captured_queries if q["sql"].split()[0] in {"INSERT", "UPDATE", "DELETE"}]
        assert written == []


class Collector(HTMLParser):
    """Notes everything that the policy or good manners forbid."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.ids: Counter[str] = Counter()
        self.headings = 0
        self.posts: list[bool] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        self.found += [f"<{tag} {name}>" for name in named if name == "style" or name.startswith("on")]
        is_code = tag == "script" and named.get("type") != "application/json"  # data that no browser runs
        if tag in {"style", "iframe", "object", "embed", "base"} or (is_code and "src" not in named):
            self.found.append(f"<{tag}>")
        if (named.get("href") or "").lower().startswith(("javascript:", "data:")):
            self.found.append(f"href {named['href']}")
        if named.get("id"):
            self.ids[str(named["id"])] += 1
        self.headings += tag == "h1"
        if tag == "form" and (named.get("method") or "").lower() == "post":
            self.posts.append(False)
        if tag == "input" and named.get("name") == "csrfmiddlewaretoken" and self.posts:
            self.posts[-1] = True


def read(client: Client, url: str) -> Collector:
    collector = Collector()
    collector.feed(client.get(url).content.decode())
    return collector


HTML = [url for url in PAGES if not url.endswith((".json", ".csv"))]


class TestMarkup:
    @pytest.mark.parametrize("role", ["viewer", "admin"])
    def test_has_nothing_inline(self, world: World, client_of: ClientOf, role: str) -> None:
        client = client_of(role)

        found = {url: read(client, url).found for url in HTML}

        assert found == {url: [] for url in HTML}

    def test_names_every_element_once(self, world: World, client_of: ClientOf) -> None:
        client = client_of("admin")

        twice = {url: [name for name, n in read(client, url).ids.items() if n > 1] for url in HTML}

        assert twice == {url: [] for url in HTML}

    def test_has_one_main_heading(self, world: World, client_of: ClientOf) -> None:
        client = client_of("admin")

        assert {url: read(client, url).headings for url in [*HTML, *LOST]} == dict.fromkeys([*HTML, *LOST], 1)

    def test_carries_a_token_in_every_form_that_writes(self, world: World, client_of: ClientOf) -> None:
        client = client_of("admin")

        assert {url for url in HTML if not all(read(client, url).posts)} == set()

    @pytest.mark.parametrize("url", [*HTML, *LOST])
    def test_stands_under_a_policy_without_unsafe(self, world: World, client_of: ClientOf, url: str) -> None:
        policy = client_of("admin").get(url).headers["Content-Security-Policy"]

        assert "unsafe" not in policy
        assert "default-src 'none'" in policy
        assert "script-src 'self'" in policy


MODIFIERS = {"Ctrl", "Alt", "Shift"}
CELL = re.compile(r"<td>(.*?)</td>")
KEY = re.compile(r"<kbd>(.*?)</kbd>(?P<behind>(?:(?!<kbd>).)*)")


class TestKeyboardMap:
    @pytest.mark.parametrize("language", ["en", "zh-hans"])
    @pytest.mark.parametrize("keys", ["editor", "play", "replay"])
    def test_says_where_one_chord_ends_and_the_next_begins(self, keys: str, language: str) -> None:
        with override(language):
            cells = CELL.findall(render_to_string("cards/partials/_keys.html", {"keys": keys}))
        joined = [
            strip_tags(cell)
            for cell in cells
            for key in list(KEY.finditer(cell))[:-1]
            if key[1] not in MODIFIERS and not strip_tags(key["behind"]).strip()
        ]

        assert joined == []

    def test_joins_two_chords_as_its_language_does(self) -> None:
        said = {}
        for language in ("en", "zh-hans"):
            with override(language):
                said[language] = [
                    strip_tags(cell)
                    for cell in CELL.findall(render_to_string("cards/partials/_keys.html", {"keys": "editor"}))
                ]

        assert {"Ctrl Z, Ctrl Shift Z", "Esc, then Tab"} <= set(said["en"])
        assert {"Ctrl Z、Ctrl Shift Z", "先 Esc，再 Tab"} <= set(said["zh-hans"])
