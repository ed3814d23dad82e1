"""A real Chromium against the real portal: web server, worker, relay, database and broker as `manage.py up` starts them."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests import prepared
from tests.browser.launching import FONTLESS, MISSING, chromium, has_fonts, launch_options
from tests.browser.people import sign_in
from tests.browser.tabs import Tab
from tests.stack import Stack

# Playwright's synchronous calls keep an event loop in this thread, which Django would take for a view of its own.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Offer a portal that runs already, where only this folder is tested: to start one takes longer than most tests."""
    parser.addoption("--portal", metavar="DATA_DIR:PORT", help="browser tests use this running portal and start none")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of this folder and run them last; without a browser they are skipped, and in CI they fail."""
    folder = Path(__file__).parent
    for item in items:
        if item.path.is_relative_to(folder):
            item.add_marker(pytest.mark.browser)
            if not chromium() and not os.environ.get("CI"):
                item.add_marker(pytest.mark.skip(reason=MISSING))
    items.sort(key=lambda item: item.path.is_relative_to(folder))


@pytest.fixture(scope="session")
def browser_type_launch_args(
    browser_type_launch_args: dict[str, Any], tmp_path_factory: pytest.TempPathFactory
) -> dict[str, Any]:
    """Start the installed browser with the fonts of tests alone."""
    if not chromium():
        pytest.fail(MISSING)
    if not has_fonts():
        pytest.fail(FONTLESS)
    return {**browser_type_launch_args, **launch_options(tmp_path_factory.mktemp("home"))}


@pytest.fixture(scope="session")
def stack(request: pytest.FixtureRequest, servers_dir: Path) -> Iterator[Stack]:
    """Everything running on a copy of a portal that was started once, with the sample pack and the demo accounts; or what `--portal` names."""
    if running := request.config.getoption("--portal", default=None):
        folder, _, port = running.rpartition(":")
        yield Stack(Path(folder), port=int(port))
        return
    portal = Stack(
        servers_dir / "browser",
        variables={**prepared.VARIABLES, "WORKER_CONCURRENCY": "2"},
    )
    portal.variables["SITE_URL"] = f"http://localhost:{portal.port}"  # browsers know passkeys for no bare IP address
    prepared.copy_to(portal.data_dir)
    portal.start()
    yield portal
    code = portal.stop()
    assert code == 0, portal.printed()


@pytest.fixture(scope="session")
def base_url(stack: Stack) -> str:
    """Where `page.goto("/…")` leads."""
    return stack.url


@pytest.fixture
def console() -> list[str]:
    """What the browser complained of on the page of `designer`: a line of its console, or an error of a script."""
    return []


@pytest.fixture(scope="session")
def tabs(browser: Browser, stack: Stack) -> Iterator[defaultdict[str, Tab]]:
    """The tab of each role that was expected so far; they serve all tests of the session."""
    made: defaultdict[str, Tab] = defaultdict(lambda: Tab(browser, stack.url))
    yield made
    for tab in made.values():
        tab.context.close()


@pytest.fixture
def open_as(
    tabs: defaultdict[str, Tab], stack: Stack, request: pytest.FixtureRequest
) -> Iterator[Callable[[str], Page]]:
    """Return the page of a role, 1440 px wide, in which its demo account is signed in; its language is English, and it is still empty."""
    failed, picks = request.session.testsfailed, set[str]()

    def open_page(role: str) -> Page:
        assert role not in picks, "a role has one page in a test"
        picks.add(role)
        page = tabs[role].blank()
        sign_in(page, stack, role)
        return page

    yield open_page
    for role in picks:
        tabs[role].put_back(is_clean=request.session.testsfailed == failed)


@pytest.fixture
def designer(open_as: Callable[[str], Page], console: list[str]) -> Page:
    """A page 1440 px wide in which a designer is signed in; it is still empty."""
    page = open_as("designer")
    page.on("console", lambda message: console.append(f"{page.url} {message.type}: {message.text}"))
    page.on("pageerror", lambda error: console.append(f"{page.url} {error}"))
    return page
