"""A new card by keyboard alone: its id, a template, Enter."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect


class TestNewCard:
    def test_is_made_by_enter_from_the_template_chosen_by_arrows(self, designer: Page) -> None:
        designer.goto("/packs/seven-dice/new-card/")
        expect(designer.locator("#id_card_id")).to_be_focused()

        designer.keyboard.type("genius.event.by-keyboard")
        for key in ("Tab", "ArrowDown", "Enter"):
            designer.keyboard.press(key)

        expect(designer).to_have_url(re.compile(r"/packs/seven-dice/cards/genius\.event\.by-keyboard/$"))
        expect(designer.locator("#card-text")).to_have_value(re.compile('"type": "eventCard"'))

    def test_does_not_put_its_secret_into_the_address(self, designer: Page) -> None:
        designer.goto("/packs/seven-dice/new-card/")
        designer.locator("#id_card_id").fill("not an id!")
        designer.keyboard.press("Enter")

        expect(designer.locator("[data-error-summary]")).to_be_visible()
        assert "csrf" not in designer.url
