"""A box for a name offers what there is while one types, in the box itself: by keys, by pointer, and with an input method."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from tests.browser.composing import Typist
from tests.browser.editing import Editor, editing

CARD = "/packs/marches/cards/encounter.summon.spearman/"
SUMMON: dict[str, Any] = {
    "id": "encounter.summon.spearman", "type": "summon", "name": "Spearman", "rarity": "common", "colors": ["white"], "cost": 2,
    "unit": "encounter.unit.spearman", "grants": ["encounter.ability.swift"],
}  # fmt: skip


@pytest.fixture
def editor(designer: Page) -> Iterator[Editor]:
    """A card with a unit and a boon in the editor."""
    with editing(designer, CARD, SUMMON) as summon_editor:
        yield summon_editor


def box(editor: Editor) -> Locator:
    return editor.page.locator("[data-step=unit] [role=combobox]")


def offers(editor: Editor) -> Locator:
    return editor.page.locator("[role=listbox]:not([hidden]) [role=option]")


def unit(editor: Editor) -> str:
    return str(json.loads(editor.text)["unit"])


class TestABoxForAName:
    def test_offers_cards_of_its_kind_by_either_name_and_takes_one_by_keys(self, editor: Editor) -> None:
        box(editor).fill("cap")
        expect(offers(editor).first).to_be_visible()
        offered_ids = offers(editor).evaluate_all("all => all.map((one) => one.querySelector('code').innerText)")
        assert {card_id.rpartition(".")[0] for card_id in offered_ids} == {"encounter.unit"}

        editor.press("ArrowDown")
        picked = offers(editor).first
        expect(picked).to_have_attribute("aria-selected", "true")
        expect(box(editor)).to_have_attribute("aria-activedescendant", picked.get_attribute("id") or "")
        expect(box(editor)).to_be_focused()
        assert Axe().run(editor.page, "#card-form").response["violations"] == []
        editor.press("Enter")

        expect(offers(editor)).to_have_count(0)
        assert unit(editor) == "encounter.unit.captain"
        assert editor.page.locator("[data-step=unit] [data-act=pick]").count() == 0

    def test_says_below_itself_that_the_name_is_nowhere_or_of_another_kind(self, editor: Editor) -> None:
        """The sentence stood at the foot of the head, away from the field."""
        for name, sentence in (
            ("encounter.unit.capptain", "encounter.unit.captain"),
            ("encounter.ability.swift", "is of the kind “ability”; expected one of the kind “unit”"),
        ):
            box(editor).fill(name)
            cell = editor.page.locator(".fcell", has=box(editor))
            expect(cell.locator(".fielderr")).to_contain_text(sentence)
            expect(cell.locator(".fielderr .code-link")).to_have_text("E-REF")
            described = box(editor).get_attribute("aria-describedby") or ""
            expect(editor.page.locator(f"#{described}")).to_contain_text(sentence)
            expect(editor.page.locator(".fielderr")).to_have_count(1)

    def test_takes_one_by_the_pointer_and_closes_by_escape_and_by_leaving(self, editor: Editor) -> None:
        box(editor).click()
        offers(editor).nth(1).click()
        chosen_unit = unit(editor)
        expect(box(editor)).to_have_value(chosen_unit)
        expect(box(editor)).to_be_focused()

        for key in ("Escape", "Tab"):
            box(editor).click()
            expect(offers(editor).first).to_be_visible()
            editor.press(key)
            expect(offers(editor)).to_have_count(0)
        assert unit(editor) == chosen_unit

    def test_takes_any_other_text_and_says_which_name_is_near(self, editor: Editor) -> None:
        box(editor).fill("encounter.unit.hunder")
        editor.press("Tab")

        assert unit(editor) == "encounter.unit.hunder"
        expect(editor.page.locator("#card-form")).to_contain_text("encounter.unit.hunter")

    def test_leaves_the_keys_of_an_input_method_to_it(self, editor: Editor) -> None:
        box(editor).fill("")
        expect(offers(editor).first).to_be_visible()
        typist = Typist.of(editor.page)
        typist.compose("l", "lie")
        typist.commit_by_enter("猎手")

        expect(offers(editor)).to_have_count(1)
        expect(box(editor)).to_have_value("猎手")
        editor.press("ArrowDown", "Enter")
        assert unit(editor) == "encounter.unit.hunter"

    def test_adds_to_a_list_what_is_not_in_it_yet(self, editor: Editor) -> None:
        element = editor.page.locator("[data-step=grants] [role=combobox]")
        element.click()
        expect(offers(editor).first).to_be_visible()
        texts = offers(editor).locator("code").all_inner_texts()
        assert "encounter.ability.swift" not in texts
        editor.press("ArrowDown", "Enter")

        assert json.loads(editor.text)["grants"] == ["encounter.ability.swift", texts[0]]
        expect(element).to_be_focused()
        expect(element).to_have_value("")


WARD_UNIT: dict[str, Any] = {
    "id": "loom.treasure.common.distaff_blow", "name": "Distaff Blow", "manaCost": 1, "rarity": "com", "school": "none",
    "behaviors": [{"at": "onPlay", "do": [
        {"type": "addTriggers", "triggers": [{"id": "ward", "event": "onManaGained", "mode": "battle", "do": [
            {"type": "gold", "mode": "add", "amount": 1, "target": "$onPlay.playerUUID"}]}]},
        {"type": "if", "condition": {"type": "HasTrigger", "id": "wall"}, "do": [
            {"type": "gold", "mode": "add", "amount": 1, "target": "$onPlay.playerUUID"}]}]}],
}  # fmt: skip


def test_a_box_for_a_trigger_offers_those_of_the_card_beside_a_computed_name(designer: Page) -> None:
    editor = Editor(designer)
    editor.write("/packs/loom/cards/loom.treasure.common.distaff_blow/", WARD_UNIT)
    element = editor.page.get_by_role("combobox", name="Id", exact=True)
    expect(element).to_have_value("wall")
    element.fill("wa")
    expect(offers(editor).locator("code")).to_have_text(["ward"])
    editor.press("ArrowDown", "Enter")

    assert json.loads(editor.text)["behaviors"][0]["do"][1]["condition"]["id"] == "ward"
    assert editor.page.locator(".f", has=element).locator("[data-act=pick]").count() == 1
    assert editor.complaints == []
