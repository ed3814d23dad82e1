"""Signing in to a running portal with one of its demo accounts, and choosing how it is shown its pages."""

from __future__ import annotations

from playwright.sync_api import Cookie, Page

from tests.stack import Stack

SESSIONS: dict[tuple[str, str], list[Cookie]] = {}
"""The cookies of who has signed in: a portal's address and a role. The form is filled once for each."""


def sign_in(page: Page, stack: Stack, role: str) -> None:
    """Sign in as the demo account of a role, in English: by the form the first time, and by the cookies of that session later.

    The page then stays where it is. A test that signs out opens its session by `sign_in_by_form`, for this one is shared.
    """
    cookies = SESSIONS.get((stack.url, role))
    if cookies is None:
        sign_in_by_form(page, stack, role)
        SESSIONS[stack.url, role] = page.context.cookies()
    else:
        page.context.add_cookies([{**cookie} for cookie in cookies])
    _prefer(page, theme="system", language="en")


def sign_in_by_form(page: Page, stack: Stack, role: str) -> None:
    """Sign in as the demo account of a role, by keyboard."""
    email = f"{role}@cardloom.example"
    page.goto("/sign-in/")
    page.fill("#id_email", email)
    page.fill("#id_password", stack.credentials()[email])
    page.press("#id_password", "Enter")
    page.wait_for_url("**/")


def look(page: Page, width: int, theme: str, language: str) -> None:
    """Set the screen, and the theme and language of the account; the page stays where it is."""
    page.set_viewport_size({"width": width, "height": 900})
    _prefer(page, theme=theme, language=language)


def _prefer(page: Page, **preferences: str) -> None:
    """Do what the buttons for theme and language do; what is not named stays."""
    token = next(cookie["value"] for cookie in page.context.cookies() if cookie["name"].endswith("csrf"))
    form = {**preferences, "csrfmiddlewaretoken": token}
    answer = page.request.post("/preferences/", form=form, max_redirects=0)
    assert answer.status == 302, answer.text()
