"""An ability is written inside the unit that has it, by one sentence, and becomes a card of its own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.editing import Editor, editing

UNIT = "/packs/marches/cards/encounter.unit.spearman/"
SPEARMAN = {
    "id": "encounter.unit.spearman", "type": "unit", "name": "Spearman", "rarity": "common", "colors": ["white"],
    "atk": 2, "mhp": 6, "mov": 2, "rng": 1, "spd": 1,
}  # fmt: skip


@pytest.fixture
def editor(designer: Page) -> Iterator[Editor]:
    """A unit without abilities in the editor."""
    with editing(designer, UNIT, SPEARMAN) as unit_editor:
        yield unit_editor


def test_a_sentence_is_an_ability_of_the_unit_and_then_a_card(editor: Editor) -> None:
    page = editor.page
    page.locator('[data-step="ownAbilities"] button', has_text="Own ability").click()
    palette = page.locator("dialog.palette[open]")
    page.keyboard.type("when deployed, deal 1 damage to the nearest enemy")
    says = "(Own ability: When this unit is deployed, deal 1 damage to the nearest opposing unit.)"
    expect(palette.locator(".palette__says").last).to_have_text(says)
    editor.press("Enter")
    expect(palette).to_have_count(0)
    abilities: Any = editor.value()["ownAbilities"]
    [ability] = abilities
    assert ability["name"] == "Own ability"
    assert ability["skills"][0]["triggerOn"] == "Deployed"

    page.locator("button[title=More]").first.click()
    page.locator("dialog.palette[open]").get_by_text("Make it a card of its own").click()
    toast = page.locator("#toasts .toast")
    expect(toast).to_contain_text("Own ability is now the card encounter.ability.own-ability")
    assert editor.value() == {**SPEARMAN, "abilities": ["encounter.ability.own-ability"]}
    toast.get_by_role("button", name="Open").click()
    expect(page.locator("h1")).to_contain_text("Own ability")
    expect(page.locator("#card-form")).to_contain_text("A unit is deployed")
