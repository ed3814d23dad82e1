"""What is typed and refused stays in its field while the block around it is folded; the fields are found in the form."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.editing import show

INVALID = "1,0x0"
CARDS = ("bastion/cards/AEG-001", "bastion/cards/AEG-006", "loom/cards/loom.treasure.legendary.gilded_dice")
FOLDABLE = ".blk__body input[type=text]"
WAYS = ("its own button", "everything at once")


def refusing(page: Page) -> list[str]:
    """Type what is no number into each text field within a block that folds; return the ids of those that keep it out of the card."""
    ids = [value for value in page.locator(FOLDABLE).evaluate_all("all => all.map(one => one.id)") if value]
    for value in ids:
        field = page.locator(f"#{value}")
        before = field.input_value()
        field.fill(INVALID)
        if not page.locator(f"[data-typed] > #{value}").count():
            field.fill(before)
    return [value for value in ids if page.locator(f"[data-typed] > #{value}").count()]


def fold(page: Page, way: str, label: str) -> None:
    """Fold or unfold every block that stands open or closed, the outermost first, so that the others are folded within it."""
    if way == "everything at once":
        page.click(f"[data-do={label}-all]")
        return
    state = "true" if label == "fold" else "false"
    buttons = page.locator(f"#card-form [data-fold][aria-expanded={state}]")
    while buttons.count():
        buttons.last.click() if label == "fold" else buttons.first.click()


@pytest.mark.parametrize("card", CARDS)
def test_a_block_that_is_folded_keeps_what_is_refused_in_it(designer: Page, card: str) -> None:
    page = designer
    page.goto(f"/packs/{card}/")
    show(page, "form")
    page.wait_for_selector("html[data-form-ready]")
    text = page.input_value("#card-text")
    fields = refusing(page)
    assert fields
    for way in WAYS:
        fold(page, way, "fold")
        expect(page.locator(f"{FOLDABLE}:visible")).to_have_count(0)
        fold(page, way, "unfold")
        kept = {each: page.locator(f"#{each}").input_value() for each in fields}
        assert kept == dict.fromkeys(fields, INVALID), way
    assert page.input_value("#card-text") == text
