"""A new card by keyboard alone: its name, which its id follows, a template, Enter."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

PALETTE_TEXTS = {
    "wizards": "Gain 1 mana.",
    "halo": "When this unit is deployed, draw a card and deal 1 damage to an enemy of your choice.",
    "genius": "Draw a card.",
    "encounter": "Draw a card.",
}
"""What the palette says that the block of each game's first step prints."""


class TestNewCard:
    def test_is_made_by_enter_from_the_template_chosen_by_arrows(self, designer: Page) -> None:
        designer.goto("/packs/seven-dice/new-card/")
        expect(designer.locator("#id_name")).to_be_focused()

        designer.keyboard.type("Keyboard")
        expect(designer.locator("#id_card_id")).to_have_value("genius.support.keyboard")
        for key in ("Tab", "Tab", "ArrowDown"):
            designer.keyboard.press(key)
        expect(designer.locator("#id_card_id")).to_have_value("genius.event.keyboard")
        designer.keyboard.press("Enter")

        expect(designer).to_have_url(re.compile(r"/packs/seven-dice/cards/genius\.event\.keyboard/$"))
        expect(designer.locator("#card-text")).to_have_value(re.compile('"name": "Keyboard"'))
        expect(designer.locator("#card-text")).to_have_value(re.compile('"type": "eventCard"'))

    def test_keeps_the_id_that_was_written(self, designer: Page) -> None:
        designer.goto("/packs/seven-dice/new-card/")
        designer.locator("#id_card_id").fill("genius.event.of_my_own")
        with designer.expect_response("**/new-card/id/**"):
            designer.locator("#id_name").fill("Another")

        expect(designer.locator("#id_card_id")).to_have_value("genius.event.of_my_own")

    @pytest.mark.parametrize(("game", "palette_text"), PALETTE_TEXTS.items())
    def test_is_made_in_steps_that_stay_beside_the_page_and_find_themselves_done(
        self, designer: Page, game: str, palette_text: str
    ) -> None:
        designer.goto(f"/help/first-card/{game}/")
        designer.locator("[data-step=created] a.btn").click()
        designer.locator("form[method=post] button.btn--primary").click()

        steps = designer.locator("#help-pane [data-follow]")
        expect(steps.locator("[data-step=created]")).to_contain_text("You did it")
        designer.wait_for_selector("html[data-form-ready]", state="attached")
        designer.get_by_role("button", name="Effect", exact=True).last.click()
        palette = designer.locator("dialog.palette[open] input")
        palette.fill(steps.locator("[data-step=valid] .first__field").inner_text().strip())
        expect(designer.locator("dialog.palette .palette__says")).to_have_text([palette_text])
        palette.press("Enter")
        expect(steps.locator("[data-step=valid]")).to_contain_text("You did it")

        designer.click("[data-do=version]")  # the steps leave the tools of the card in reach
        designer.keyboard.type("First")
        designer.click("dialog[open] .btn--primary")
        designer.locator(".toolbar a.btn[href$='/ask-for-review/']").click()
        designer.locator("main form[method=post] button.btn--primary").click()
        designer.wait_for_url("**/reviews/**")
        unfold = designer.locator("#help-pane.is-folded [data-help-fold]")
        expect(designer.locator("#help-pane [data-help-title]")).to_have_text("3 of 5 steps done")
        unfold.click()
        expect(steps.locator("[data-step=sent]")).to_contain_text("You did it")
        designer.click("[data-help-close]")
        designer.reload()
        expect(designer.locator("#help-pane")).to_have_count(0)

    def test_does_not_put_its_secret_into_the_address(self, designer: Page) -> None:
        designer.goto("/packs/seven-dice/new-card/")
        designer.locator("#id_card_id").fill("not an id!")
        designer.keyboard.press("Enter")

        expect(designer.locator("[data-error-summary]")).to_be_visible()
        assert "csrf" not in designer.url
