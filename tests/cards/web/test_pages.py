"""Who gets to see which page, and what no page may contain."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
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
from tests.sampling import sampled

OK, TO_SIGN_IN, NOT_YOURS, TOO_LOW = 200, 302, 404, 403
MEMBERS = {"viewer": OK, "designer": OK, "reviewer": OK, "publisher": OK, "admin": OK, "operator": OK}
ACCOUNTS = {"anonymous": TO_SIGN_IN, "stranger": OK, **MEMBERS}
READERS = ("anonymous", "stranger", "viewer", "admin")
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
    "/help/guide/card-in-json/": ANYONE,
    "/help/first-card/": ANYONE,
    "/help/first-card/wizards/": ANYONE,
    "/help/wizards/node/effect/damage/": ANYONE,
    "/schemas/wizards/card/1.0.json": ANYONE,
    f"{PACK}releases/": ANYONE,
    f"{PACK}releases/1.0.0/": ANYONE,
    PACK: {**INSIDE, "stranger": 302},
    f"{PACK}?view=table": {**INSIDE, "stranger": 302},
    f"{PACK}overview/": INSIDE,
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
MISSING_PAGES = (
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


HTML = [url for url in PAGES if not url.endswith((".json", ".csv"))]


class Collector(HTMLParser):
    """Notes everything that the policy or good manners forbid."""

    def __init__(self) -> None:
        super().__init__()
        self.forbidden: list[str] = []
        self.ids: Counter[str] = Counter()
        self.headings = 0
        self.posts: list[bool] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        table = dict(attrs)
        self.forbidden += [f"<{tag} {name}>" for name in table if name == "style" or name.startswith("on")]
        is_code = tag == "script" and table.get("type") != "application/json"  # data that no browser runs
        if tag in {"style", "iframe", "object", "embed", "base"} or (is_code and "src" not in table):
            self.forbidden.append(f"<{tag}>")
        if (table.get("href") or "").lower().startswith(("javascript:", "data:")):
            self.forbidden.append(f"href {table['href']}")
        if table.get("id"):
            self.ids[str(table["id"])] += 1
        self.headings += tag == "h1"
        if tag == "form" and (table.get("method") or "").lower() == "post":
            self.posts.append(False)
        if tag == "input" and table.get("name") == "csrfmiddlewaretoken" and self.posts:
            self.posts[-1] = True


@dataclass(frozen=True)
class Reading:
    """One page as an account reads it: the answer, the problems of its markup, and what was written meanwhile."""

    status: int
    policy: str
    text: str
    markup: Collector
    writes: list[str]


def read(client: Client, url: str) -> Reading:
    """Read a page."""
    with CaptureQueriesContext(connection) as queries:
        answer = client.get(url)
        text = answer.getvalue().decode()
    collector = Collector()
    collector.feed(text)
    writes = [query["sql"] for query in queries if query["sql"].split()[0] in {"INSERT", "UPDATE", "DELETE"}]
    return Reading(answer.status_code, answer.headers.get("Content-Security-Policy", ""), text, collector, writes)


Readings = Callable[[str], dict[str, Reading]]


@pytest.fixture(scope="module")
def stored_readings() -> dict[str, dict[str, Reading]]:
    """What each role has read of the world of this module."""
    return {}


@pytest.fixture
def readings(world: World, client_of: ClientOf, stored_readings: dict[str, dict[str, Reading]]) -> Readings:
    """Return a function that gives every page as a role reads it; each role reads the world once."""

    def readings_of(role: str) -> dict[str, Reading]:
        if role not in stored_readings:
            client = client_of(role)
            stored_readings[role] = {url: read(client, url) for url in [*PAGES, *MISSING_PAGES]}
        return stored_readings[role]

    return readings_of


class TestPage:
    @pytest.mark.parametrize("role", [*READERS, "another each day"])
    def test_answers_each_role_as_the_matrix_says(self, readings: Readings, role: str) -> None:
        """The roles between viewer and admin, and the operator, take turns; the table of addresses has them, too."""
        [name] = [role] if role in READERS else sampled((each for each in ROLES if each not in READERS), of=4)
        statuses = {url: readings(name)[url].status for url in PAGES}

        assert statuses == {url: roles[name] for url, roles in PAGES.items()}

    def test_hides_a_private_pack_from_strangers(self, world: World, client_of: ClientOf) -> None:
        type(world.pack).objects.update(visibility="private")
        inside = [url for url in PAGES if url.startswith(PACK)]

        found = {url: client_of("stranger").get(url).status_code for url in inside}

        assert found == dict.fromkeys(inside, NOT_YOURS)

    def test_says_in_both_languages_that_nothing_is_there(self, readings: Readings) -> None:
        pages = {url: readings("admin")[url] for url in MISSING_PAGES}

        assert {url: page.status for url, page in pages.items()} == dict.fromkeys(MISSING_PAGES, NOT_YOURS)
        assert [url for url, page in pages.items() if "Not found" not in page.text] == []
        assert [url for url, page in pages.items() if "未找到" not in page.text] == []

    def test_keeps_the_theme_of_the_account_where_it_refuses(self, world: World, client_of: ClientOf) -> None:
        client = client_of("viewer")
        client.post("/preferences/", {"theme": "dark"})
        refused_response, absent = client.get(f"{PACK}audit/"), client.get("/no-such-page/")

        assert (refused_response.status_code, absent.status_code) == (TOO_LOW, NOT_YOURS)
        assert all('data-theme="dark"' in each.content.decode() for each in (refused_response, absent))

    def test_calls_the_id_of_a_new_card_optional_nowhere(self, world: World, client_of: ClientOf) -> None:
        page = client_of("designer").get(f"{PACK}new-card/").content.decode()
        label = page.partition('<label for="id_card_id">')[2].partition("</label>")[0]

        assert label == "Id"

    def test_changes_nothing_by_being_looked_at(self, readings: Readings) -> None:
        assert {url: readings("admin")[url].writes for url in PAGES} == {url: [] for url in PAGES}


class TestMarkup:
    @pytest.mark.parametrize("role", ["viewer", "admin"])
    def test_has_nothing_inline(self, readings: Readings, role: str) -> None:
        assert {url: readings(role)[url].markup.forbidden for url in HTML} == {url: [] for url in HTML}

    def test_names_every_element_once(self, readings: Readings) -> None:
        twice = {url: [name for name, n in readings("admin")[url].markup.ids.items() if n > 1] for url in HTML}

        assert twice == {url: [] for url in HTML}

    def test_has_one_main_heading(self, readings: Readings) -> None:
        headings = {url: readings("admin")[url].markup.headings for url in [*HTML, *MISSING_PAGES]}

        assert headings == dict.fromkeys([*HTML, *MISSING_PAGES], 1)

    def test_carries_a_token_in_every_form_that_writes(self, readings: Readings) -> None:
        assert {url for url in HTML if not all(readings("admin")[url].markup.posts)} == set()

    def test_stands_under_a_policy_without_unsafe(self, readings: Readings) -> None:
        policies = {url: readings("admin")[url].policy for url in [*HTML, *MISSING_PAGES]}

        assert {url: policy for url, policy in policies.items() if "unsafe" in policy} == {}
        assert {url: policy for url, policy in policies.items() if "default-src 'none'" not in policy} == {}
        assert {url: policy for url, policy in policies.items() if "script-src 'self'" not in policy} == {}


MODIFIERS = {"Ctrl", "Alt", "Shift"}
CELL = re.compile(r"<td>(.*?)</td>")
KEY = re.compile(r"<kbd>(.*?)</kbd>(?P<behind>(?:(?!<kbd>).)*)")


class TestKeyboardMap:
    @pytest.mark.parametrize("language", ["en", "zh-hans"])
    @pytest.mark.parametrize("keys", ["editor", "play", "replay"])
    def test_says_where_one_chord_ends_and_the_next_begins(self, keys: str, language: str) -> None:
        with override(language):
            cells = CELL.findall(render_to_string("cards/partials/_keys.html", {"keys": keys}))
        joined_texts = [
            strip_tags(cell)
            for cell in cells
            for key in list(KEY.finditer(cell))[:-1]
            if key[1] not in MODIFIERS and not strip_tags(key["behind"]).strip()
        ]

        assert joined_texts == []

    def test_joins_two_chords_as_its_language_does(self) -> None:
        message = {}
        for language in ("en", "zh-hans"):
            with override(language):
                message[language] = [
                    strip_tags(cell)
                    for cell in CELL.findall(render_to_string("cards/partials/_keys.html", {"keys": "editor"}))
                ]

        assert {"Ctrl Z, Ctrl Shift Z", "Esc, then Tab"} <= set(message["en"])
        assert {"Ctrl Z、Ctrl Shift Z", "先 Esc，再 Tab"} <= set(message["zh-hans"])
