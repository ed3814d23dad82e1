"""Driving the card editor: a card with a given text, the form's blocks by their names, and what the browser complained of."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field

from playwright.sync_api import Page, expect

READY = 15_000  # milliseconds until the form stands on a busy machine

WRITE = """async ([url, text]) => {
  const before = await fetch(url, {headers: {Accept: "application/json"}});
  const token = document.querySelector('meta[name="csrf-token"]').content;
  const headers = {"Content-Type": "application/json", "X-CSRFToken": token, "If-Match": before.headers.get("ETag")};
  return (await fetch(url, {method: "PUT", headers, body: JSON.stringify({text})})).status;
}"""


@dataclass
class Editor:
    """One card in one page."""

    page: Page
    said: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Listen to the console from the first request on."""
        self.page.on("console", lambda message: self.said.append(f"{message.type}: {message.text}"))
        self.page.on("pageerror", lambda error: self.said.append(f"error: {error}"))

    @property
    def complaints(self) -> list[str]:
        """Return the errors and violations that the browser spoke of."""
        return [line for line in self.said if re.match(r"error|warning", line)]

    def open(self, address: str, *, mode: str = "form") -> None:
        """Open a card in one of the three modes."""
        self.page.goto(address)
        self.page.locator(f"[data-mode-name={mode}]").click()
        self.page.wait_for_selector("html[data-form-ready]", timeout=READY)

    def write(self, address: str, card: dict[str, object] | str) -> str:
        """Make a text the draft of a card and open it; returns the text."""
        text = card if isinstance(card, str) else json.dumps(card, ensure_ascii=False, indent=2)
        self.page.goto(address)
        url = self.page.get_attribute("#card-editor", "data-draft-url")
        assert self.page.evaluate(WRITE, [url, text]) == 200
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

    def focused(self) -> str:
        """Return what the focused element says."""
        said: str = self.page.evaluate("document.activeElement.innerText")
        return said.strip()
