"""A real Chromium against the real portal: web server, worker, relay, database and broker as `manage.py up` starts them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.launching import FONTLESS, MISSING, chromium, has_fonts, launch_options
from tests.browser.people import sign_in, signed_in
from tests.engine.third_ruleset import FOLDER as THIRD
from tests.stack import Stack

# Playwright's synchronous calls keep an event loop in this thread, which Django would take for a view of its own.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Offer a portal that runs already, where only this folder is tested: to start one takes longer than most tests."""
    parser.addoption("--portal", metavar="DATA_DIR:PORT", help="browser tests use this running portal and start none")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of this folder and run them last; without a browser they are skipped, and in CI they fail."""
    here = Path(__file__).parent
    for item in items:
        if item.path.is_relative_to(here):
            item.add_marker(pytest.mark.browser)
            if not chromium() and not os.environ.get("CI"):
                item.add_marker(pytest.mark.skip(reason=MISSING))
    items.sort(key=lambda item: item.path.is_relative_to(here))


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
    """Everything running on a new data folder, with the sample pack and the demo accounts; or what `--portal` names."""
    if running := request.config.getoption("--portal", default=None):
        folder, _, port = running.rpartition(":")
        yield Stack(Path(folder), port=int(port))
        return
    portal = Stack(
        servers_dir / "browser",
        variables={"WORKER_CONCURRENCY": "2", "WEB_WORKERS": "1", "CARDLOOM_RULESETS": str(THIRD)},
    )
    portal.start()
    yield portal
    code = portal.stop()
    assert code == 0, portal.printed()


@pytest.fixture(scope="session")
def base_url(stack: Stack) -> str:
    """Where `page.goto("/…")` leads."""
    return stack.url


@pytest.fixture
def said() -> list[str]:
    """What the browser complained of on the page of `designer`: a line of its console, or an error of a script."""
    return []


@pytest.fixture
def designer(browser: Browser, stack: Stack, said: list[str]) -> Iterator[Page]:
    """A page 1440 px wide in which a designer is signed in; it is still empty."""
    context = browser.new_context(base_url=stack.url, viewport={"width": 1440, "height": 900})
    page = context.new_page()
    page.on("console", lambda message: said.append(f"{page.url} {message.type}: {message.text}"))
    page.on("pageerror", lambda error: said.append(f"{page.url} {error}"))
    sign_in(page, stack, "designer")
    yield page
    context.close()


@pytest.fixture
def open_as(browser: Browser, stack: Stack) -> Iterator[Callable[[str], Page]]:
    """Return a page, in a context of its own, in which the demo account of a role is signed in; its language is English."""
    pages = []

    def opened(role: str) -> Page:
        pages.append(signed_in(browser, stack, role))
        return pages[-1]

    yield opened
    for page in pages:
        page.context.close()
