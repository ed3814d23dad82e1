"""A sentence typed into the palette becomes blocks: by keys, in both languages, with the rules text that they print."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from tests.browser.composing import Typist
from tests.browser.editing import Editor, editing

CARD = "/packs/loom/cards/loom.treasure.common.distaff_blow/"
SPELL: dict[str, Any] = {
    "id": "loom.treasure.common.distaff_blow", "count": 1, "name": "Blow", "manaCost": 1, "rarity": "com", "school": "none",
    "behaviors": [{"at": "onPlay", "do": [{"type": "strike", "amount": 2}]}],
}  # fmt: skip


@pytest.fixture
def editor(designer: Page) -> Iterator[Editor]:
    """A spell with one effect in the editor."""
    with editing(designer, CARD, SPELL) as spell_editor:
        yield spell_editor


def effects(editor: Editor) -> Any:
    behaviors: Any = editor.value()["behaviors"]
    return behaviors[0]["do"]


def insert_after_the_first(editor: Editor) -> Locator:
    editor.block("Damage a monster")
    editor.press("i")
    palette = editor.page.locator("dialog.palette[open]")
    palette.locator("input").wait_for()
    return palette


def test_a_sentence_becomes_its_blocks_and_says_what_they_print(editor: Editor) -> None:
    palette = insert_after_the_first(editor)
    editor.page.keyboard.type("steal 2 mana from another player xylophone")

    expect(palette.locator(".menu__head").first).to_have_text("From your sentence")
    expect(palette.locator(".palette__about")).to_contain_text("Not understood: xylophone")
    expect(palette.locator(".palette__says").last).to_have_text("Steal 2 mana from another player of your choice.")
    assert Axe().run(editor.page, "dialog.palette").response["violations"] == []
    assert effects(editor) == SPELL["behaviors"][0]["do"], "nothing is written before Enter"

    editor.press("Enter")
    expect(palette).to_have_count(0)
    stolen = {"type": "steal", "what": "mana", "amount": 2, "from": {"type": "playerChooser", "which": "others"}}
    assert effects(editor) == [*SPELL["behaviors"][0]["do"], stolen]

    editor.press("Control+z")
    assert effects(editor) == SPELL["behaviors"][0]["do"], "one insert is one undo"


def test_a_sentence_of_an_input_method_is_read_once_it_is_whole(editor: Editor) -> None:
    palette = insert_after_the_first(editor)
    typist = Typist.of(editor.page)
    typist.compose("dui", "对所有guaiwu")
    typist.commit("对所有怪物造成3点伤害")

    expect(palette.locator(".menu__head").first).to_have_text("From your sentence")
    editor.press("Enter")
    assert effects(editor)[1] == {"type": "damage", "amount": 3, "target": {"type": "allMonsters"}}


def test_the_name_of_a_block_stays_before_what_a_sentence_would_be(editor: Editor) -> None:
    palette = insert_after_the_first(editor)
    editor.page.keyboard.type("draw cards")

    expect(palette.locator(".opt__t").first).to_have_text("Draw cards")


def test_a_number_goes_into_the_sum_that_takes_its_place(editor: Editor) -> None:
    editor.page.get_by_label("Reference or computed value for Amount").first.press("Enter")
    editor.choose("sum")
    assert effects(editor) == [{"type": "strike", "amount": {"type": "add", "values": [2]}}]

    editor.press("Control+z")
    assert effects(editor) == SPELL["behaviors"][0]["do"]
