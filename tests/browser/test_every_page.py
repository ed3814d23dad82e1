"""Every route of the portal that is a page, in both themes and languages: axe finds no fault, and the policy refuses no resource.

A page of each route, and a tenth of the further addresses, are shown each day, each on one of four screens, the next day on the next. The rule of contrast
takes most of axe's time: each screen applies it to a third of its pages, another each day, so that within twelve days it has looked at each page on each screen.
`make pages` shows every page on all of them, with every rule.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import Resolver404, resolve
from playwright.sync_api import Browser, Page

from tests import sampling
from tests.browser.addresses import ALL, CARD, PACK, addresses, shown_on, unsampled
from tests.browser.launching import patient_context
from tests.browser.people import look, sign_in
from tests.browser.previewing import await_preview, start_smoke_preview
from tests.sampling import sampled
from tests.stack import Stack

SCREENS = [
    (1440, "light", "en"),
    (390, "dark", "zh"),
    (768, "dark", "en"),
    (1024, "light", "zh"),
]
DECKS = "/packs/bastion/decks/"
SIGNED_OUT = ("/sign-in/", "/reset/", f"{PACK}releases/1.0.0/", "/help/", "/no-such-page/")
MIN_COUNT = 92 if ALL else 60  # pages that there are at least, or routes of them
DAILY = set(sampled(addresses(), of=10, whole=ALL))
"""Addresses that are shown although their route has another page."""
FAINT_TEXT = """document.addEventListener("DOMContentLoaded", () => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("html[data-theme=dark]:lang(zh) p { color: #444 }");
  document.adoptedStyleSheets = [sheet];
});"""
MISSING = "Failed to load resource: the server responded with a status of 404"


FINDINGS: dict[str, list[str]] = {}
"""The pages of a portal, by its address: other tests come between those of this module, and asking for all of them takes a while."""


@pytest.fixture
def pages(browser: Browser, stack: Stack) -> list[str]:
    """Return the addresses that answer with a page, each once; redirects lead to pages that are on the list themselves."""
    if stack.url not in FINDINGS:
        FINDINGS[stack.url] = pages_of(browser, stack)
    return FINDINGS[stack.url]


def daily_pages(pages: Sequence[str], screen: int) -> list[str]:
    """Return the pages that a screen shows today, by its number: of all that are shown every fourth, and on the next day those of the screen before it."""
    return [page for number, page in enumerate(pages) if ALL or (number + screen + sampling.DAY) % len(SCREENS) == 0]


def route_of(address: str) -> str:
    """Return the name of the route of an address; None for one that has none."""
    try:
        return resolve(urlsplit(address).path).view_name
    except Resolver404:
        return ""


def pages_of(browser: Browser, stack: Stack) -> list[str]:
    """Ask a portal for the addresses of each route until one is a page, and for those of the day; for every address where all are shown.

    Those of a preview come last: a worker plays it meanwhile.
    """
    page = patient_context(browser, stack.url).new_page()
    sign_in(page, stack, "designer")
    pages, routes = make_what_has_numbers(page), set[str]()
    for address in sorted(dict.fromkeys(addresses()), key=is_of_preview):
        route = route_of(address)
        if route in routes and address not in DAILY:
            continue
        if is_of_preview(address) and is_of_preview(page.url):
            await_preview(page)
        answer = page.request.get(address, max_redirects=0)
        if answer.status == 200:
            routes.add(route)
        is_page = answer.headers.get("content-type", "").startswith("text/html")
        if is_page and "<html" in answer.text() and (answer.status == 200 or address == "/no-such-page/"):
            pages.append(address)
    page.context.close()
    return pages


def is_of_preview(address: str) -> bool:
    """Return whether an address belongs to one preview."""
    return re.search(r"/previews/\d", address) is not None


def make_what_has_numbers(page: Page) -> list[str]:
    """Make a scenario, a deck and the terms of a glossary, so that their pages are there, and start a preview; return those with a number."""
    page.goto(f"{CARD}scenarios/")
    page.click("button[value=create]")
    page.wait_for_url(re.compile(r"/scenarios/\d+/"))
    scenario = page.url
    if page.request.get(f"{DECKS}1/").status == 404:
        page.goto(f"{DECKS}new/")
        page.click("button[name=sample] >> nth=0")
    page.goto(f"{PACK}glossary/")
    if page.locator("button[value=seed]").count():
        page.click("button[value=seed]")
    if page.request.get("/packs/bastion/previews/1/matches/0/").status == 404:
        page.goto("/packs/bastion/cards/AEG-001/")
        start_smoke_preview(page)
        page.wait_for_url(re.compile(r"/previews/\d+/"))
    return [urlsplit(scenario).path]


def unsound(page: Page, address: str, width: int, *, with_contrast: bool = True) -> list[str]:
    """Return what axe finds on a page, with or without its rule of contrast, and whether it is wider than the screen."""
    page.goto(address)
    if page.locator("#card-form").count():
        page.wait_for_selector("#card-form .formhead")
    rules = {"color-contrast": {"enabled": with_contrast}}
    violations = Axe().run(page, options={"resultTypes": ["violations"], "rules": rules}).response["violations"]
    found = [f"{address} {each['id']}: {each['nodes'][0]['html'][:120]}" for each in violations]
    wide = page.evaluate("document.documentElement.scrollWidth")
    return [*found, f"{address} is {wide} px wide"] if wide > width else found


def test_every_part_of_an_address_has_a_sample() -> None:
    assert unsampled() == set(), "give tests/browser/addresses.py a sample for it"


def test_three_screens_show_each_page_every_day(monkeypatch: pytest.MonkeyPatch) -> None:
    pages, of_one_screen = list("abcdef"), set[str]()
    for day in range(3):
        monkeypatch.setattr("tests.browser.addresses.DAY", day)
        assert {page for screen in range(3) for page in shown_on(screen, pages)} == set(pages)
        of_one_screen |= set(shown_on(0, pages))
    assert of_one_screen == set(pages)  # within three days


@pytest.mark.slow
@pytest.mark.parametrize(("width", "theme", "language"), SCREENS)
def test_every_page_is_sound(
    designer: Page, console: list[str], pages: list[str], width: int, theme: str, language: str
) -> None:
    look(designer, width, theme, language)
    shown = daily_pages(pages, SCREENS.index((width, theme, language)))
    contrast = set(shown_on(0, shown))
    findings = [finding for page in shown for finding in unsound(designer, page, width, with_contrast=page in contrast)]

    assert len(pages if ALL else set(map(route_of, pages))) >= MIN_COUNT
    assert findings == []
    assert [each for each in console if MISSING not in each] == []


def test_four_screens_show_each_page_each_day_and_each_of_them_within_four(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"{__name__}.ALL", False)
    pages, screens = list("abcdefghij"), range(len(SCREENS))
    pages_by_screen = dict.fromkeys(screens, "")
    for day in range(4):
        monkeypatch.setattr(sampling, "DAY", day)
        parts = [daily_pages(pages, screen) for screen in screens]
        assert sorted(page for part in parts for page in part) == pages
        for screen, part in zip(screens, parts, strict=True):
            pages_by_screen[screen] += "".join(part)
    assert {"".join(sorted(part)) for part in pages_by_screen.values()} == {"abcdefghij"}


def test_a_planted_fault_of_one_theme_and_language_is_seen(designer: Page) -> None:
    """Grey on dark, of Chinese pages alone; without the rule of contrast, or in English, the page has no fault."""
    designer.add_init_script(FAINT_TEXT)
    findings = {}
    for language, with_contrast in (("zh", True), ("zh", False), ("en", True)):
        look(designer, 390, "dark", language)
        findings[language, with_contrast] = unsound(designer, "/help/", 390, with_contrast=with_contrast)
    designer.close()

    assert [finding.split(":")[0] for finding in findings.pop(("zh", True))] == ["/help/ color-contrast"]
    assert findings == {("zh", False): [], ("en", True): []}


@pytest.mark.slow
@pytest.mark.parametrize(("width", "theme", "language"), [(1440, "dark", "en-GB"), (390, "light", "zh-CN")])
def test_every_page_without_an_account_is_sound(
    browser: Browser, stack: Stack, width: int, theme: Literal["light", "dark"], language: str
) -> None:
    context = patient_context(
        browser, stack.url, viewport={"width": width, "height": 900}, color_scheme=theme, locale=language
    )
    page = context.new_page()
    contrast = set(shown_on(width == 390, SIGNED_OUT))
    findings = [
        each for address in SIGNED_OUT for each in unsound(page, address, width, with_contrast=address in contrast)
    ]
    context.close()

    assert findings == []
