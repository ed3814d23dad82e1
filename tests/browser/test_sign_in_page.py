"""What the running portal answers, before anyone signs in."""

from __future__ import annotations

from playwright.sync_api import ConsoleMessage, Page


class TestTheSignInPage:
    def test_opens_without_a_word_in_the_console(self, page: Page) -> None:
        messages: list[str] = []

        def hear(message: ConsoleMessage) -> None:
            messages.append(f"{message.type}: {message.text}")

        page.on("console", hear)
        page.on("pageerror", lambda error: messages.append(str(error)))
        answer = page.goto("/sign-in/")

        assert answer is not None
        assert (answer.status, messages) == (200, [])
        assert page.locator("input[type=password]").count() == 1
