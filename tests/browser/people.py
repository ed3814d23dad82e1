"""Signing in to a running portal with one of its demo accounts."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Page

from tests.stack import Stack


def signed_in(browser: Browser, stack: Stack, role: str, language: str = "en") -> Page:
    """Return a page of a new context in which the demo account of a role has signed in."""
    given = (stack.data_dir / "demo-accounts.txt").read_text(encoding="utf-8")
    found = re.search(rf"{role}@cardloom\.example\s+(\S+)", given)
    assert found
    page = browser.new_context(base_url=stack.url).new_page()
    page.goto("/")
    page.fill("#id_email", f"{role}@cardloom.example")
    page.fill("#id_password", found.group(1))
    page.click("button[type=submit].btn--primary")
    page.wait_for_url(f"{stack.url}/")
    page.goto("/account/")
    page.select_option("#id_language", language)
    page.click("button[value=profile]")
    page.wait_for_load_state()
    return page
