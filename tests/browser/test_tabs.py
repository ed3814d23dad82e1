"""The tab that tests take turns with is as new for each of them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser.tabs import BLANK, SCREEN, Tab
from tests.stack import Stack

FILL = """() => {
  localStorage.left = sessionStorage.left = "1";
  document.cookie = "left=1";
  return new Promise((done) => { indexedDB.open("left").onsuccess = (event) => { event.target.result.close(); done(); }; });
}"""
STATE = """async () => [
  localStorage.length, sessionStorage.length, document.cookie, (await indexedDB.databases()).length,
  innerWidth, matchMedia("print").matches, navigator.onLine,
]"""
NEW = [0, 0, "", 0, SCREEN["width"], False, True]


@pytest.fixture
def tab(browser: Browser, stack: Stack) -> Iterator[Tab]:
    """A tab that no other test uses."""
    made = Tab(browser, stack.url)
    yield made
    made.context.close()


def test_what_a_test_leaves_is_gone_for_the_next(tab: Tab) -> None:
    page = tab.blank()
    page.evaluate(FILL)
    page.set_viewport_size({"width": 390, "height": 800})
    page.emulate_media(media="print")
    page.route(f"**{BLANK}", lambda route: route.abort())
    tab.context.new_page()
    tab.context.set_offline(True)
    assert [now != new for now, new in zip(page.evaluate(STATE), NEW, strict=True)] == [True] * len(NEW)
    tab.put_back(is_clean=True)

    assert tab.blank() is page
    assert page.evaluate(STATE) == NEW
    assert tab.context.pages == [page]


def test_it_is_another_after_a_failure(tab: Tab) -> None:
    page = tab.blank()
    tab.put_back(is_clean=False)

    assert page.is_closed() and tab.blank() is not page
