"""Previews that a test starts: the smallest that there is, and one that goes no further than the test looks."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.browser.launching import PREVIEW_PATIENCE


def smoke_preview(page: Page) -> None:
    """Start a smoke preview of the card that is open, and wait for its end: 32 blocks at most, however long others would take."""
    start_smoke_preview(page)
    await_preview(page)


def start_smoke_preview(page: Page) -> None:
    """Start the smallest preview of the card that is open; the page goes to its report."""
    page.click("[aria-label='Choose how exact the preview is']")
    page.click("button[name=preset][value=smoke]")


def await_preview(page: Page) -> None:
    """Wait until the preview that is shown has ended."""
    page.wait_for_selector("#report[data-final=true]", timeout=PREVIEW_PATIENCE)


def end_preview(page: Page) -> None:
    """Cancel the preview that is shown: one that has ended meanwhile stays as it is, so that no button may be gone before it is pressed."""
    token = next(cookie["value"] for cookie in page.context.cookies() if cookie["name"].endswith("csrf"))
    answer = page.request.post(f"{page.url}cancel/", form={"csrfmiddlewaretoken": token}, max_redirects=0)
    assert answer.status == 302, answer.text()
