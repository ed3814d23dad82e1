"""Driving the card editor: a card with a given text, the form's blocks by their names, and what the browser complained of."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from playwright.sync_api import Page, expect

from tests.browser.tabs import BLANK


def save(page: Page, address: str, text: str) -> None:
    """Make a text the draft of a card, as the account that is signed in; the page stays where it is."""
    url = f"{address}draft/"
    token = next(cookie["value"] for cookie in page.context.cookies() if cookie["name"].endswith("csrf"))
    for _ in range(3):  # a page that was left may still be saving: its answer comes between the ETag and this request
        etag = page.request.get(url, headers={"Accept": "application/json"}).headers["etag"]
        answer = page.request.put(url, data={"text": text}, headers={"X-CSRFToken": token, "If-Match": etag})
        if answer.status != 412:
            break
    assert answer.status == 200, answer.text()


def show(page: Page, mode: str) -> None:
    """Press the button of a view, once the script of the page answers it."""
    page.wait_for_selector("html[data-form-ready]", state="attached")
    page.click(f"[data-mode-name={mode}]")


@dataclass
class Editor:
    """One card in one page."""

    page: Page
    console: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Listen to the console from the first request on."""
        self.page.on("console", lambda message: self.console.append(f"{message.type}: {message.text}"))
        self.page.on("pageerror", lambda error: self.console.append(f"error: {error}"))

    @property
    def complaints(self) -> list[str]:
        """Return the errors and violations that the browser spoke of."""
        return [line for line in self.console if re.match(r"error|warning", line)]

    def open(self, address: str, *, mode: str = "form") -> None:
        """Open a card in one of the three modes."""
        self.page.goto(address)
        show(self.page, mode)

    def write(self, address: str, card: dict[str, object] | str) -> str:
        """Make a text the draft of a card and open it; returns the text."""
        text = card if isinstance(card, str) else json.dumps(card, ensure_ascii=False, indent=2)
        if not self.page.url.endswith(BLANK):
            self.page.goto(BLANK)  # what was typed before is saved first
        save(self.page, address, text)
        self.open(address)
        expect(self.page.locator("#card-text")).to_have_value(text)
        return text

    @property
    def text(self) -> str:
        """Return the card's text as it is now."""
        return self.page.input_value("#card-text")

    def value(self) -> dict[str, object]:
        """Return the card as it is now, of a text without comments."""
        loaded: dict[str, object] = json.loads(self.text)
        return loaded

    def block(self, name: str, nth: int = 0) -> None:
        """Put the focus on a block by what its button says."""
        self.page.locator(".blk__kind", has_text=name).nth(nth).focus()

    def press(self, *keys: str) -> None:
        """Press keys one after the other."""
        for key in keys:
            self.page.keyboard.press(key)

    def choose(self, words: str) -> None:
        """Search in the open palette and take the first that it finds."""
        self.page.locator("dialog.palette[open] input").wait_for()
        self.page.keyboard.type(words)
        self.page.keyboard.press("Enter")

    def focused_label(self) -> str:
        """Return what the focused element says."""
        label: str = self.page.evaluate("document.activeElement.innerText")
        return label.strip()


@contextmanager
def editing(page: Page, address: str, card: dict[str, object]) -> Iterator[Editor]:
    """Open a card in the editor; every complaint of the browser fails the test."""
    editor = Editor(page)
    editor.write(address, card)
    yield editor
    assert editor.complaints == []
