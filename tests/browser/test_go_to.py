"""Ctrl K in Chromium: from any page to a card, by keyboard alone; an input method's Enter goes nowhere."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.composing import Typist

START = "/packs/loom/decks/"
CARD = "/packs/loom/cards/loom.treasure.legendary.finished_cloth/"
DIALOG = "dialog.goto[open]"

pytestmark = pytest.mark.slow


@pytest.fixture
def page(designer: Page) -> Page:
    designer.goto(START)
    designer.keyboard.press("Control+k")
    expect(designer.locator(f"{DIALOG} input")).to_be_focused()
    return designer


def test_leads_to_a_card_by_its_name(page: Page) -> None:
    page.keyboard.type("finished")
    expect(page.locator(f"{DIALOG} [role=option]")).to_have_count(1)
    page.keyboard.press("Enter")

    page.wait_for_url(f"**{CARD}")


def test_answers_what_was_typed_last_however_fast_enter_comes(page: Page) -> None:
    page.keyboard.type("cloth")
    page.keyboard.press("Enter")

    page.wait_for_url(f"**{CARD}")


def test_moves_by_arrows_round_the_list(page: Page) -> None:
    options = page.locator(f"{DIALOG} [role=option]")
    expect(options.first).to_have_attribute("aria-selected", "true")
    page.keyboard.press("ArrowUp")

    expect(options.last).to_have_attribute("aria-selected", "true")
    expect(page.locator(f"{DIALOG} input")).to_have_attribute(
        "aria-activedescendant", options.last.get_attribute("id") or ""
    )


def test_takes_the_enter_of_an_input_method_for_what_it_is(page: Page) -> None:
    typist = Typist.of(page)
    typist.compose("zhi", "织成")
    expect(page.locator(f"{DIALOG}")).to_be_visible()
    assert page.url.endswith(START)
    typist.commit_by_enter("织成")
    expect(page.locator(f"{DIALOG} [role=option]")).to_contain_text(["Finished Cloth"])

    assert page.url.endswith(START)


def test_closes_without_a_trace(page: Page) -> None:
    page.keyboard.type("no card is called so")
    expect(page.locator(".goto__note")).not_to_be_empty()
    page.keyboard.press("Escape")

    expect(page.locator("dialog.goto")).not_to_be_visible()
    page.keyboard.press("Control+k")
    expect(page.locator(f"{DIALOG} input")).to_have_value("")
