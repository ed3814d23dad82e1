"""Where the form puts what is not the card itself: the tools of a block, and the names of its slots."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.editing import Editor
from tests.browser.people import look

LOOM = "/packs/loom/cards/loom.treasure.common.distaff_blow/"
PLAYER = "$onPlay.playerUUID"
WAND = {"type": "HasWand", "playerUUID": PLAYER}
SHORT = {"type": "youDraw", "amount": 1}
WIDE = {
    "type": "damage",
    "amount": 9,
    "target": {"type": "monsterChooser", "filter": WAND},
}
LONG = {
    "type": "foreach",
    "chooser": {"type": "monsterChooser", "filter": {"type": "And", "conditions": [WAND, WAND, WAND]}},
    "do": [SHORT, {"type": "if", "condition": {"type": "And", "conditions": [WAND, WAND]}, "do": [SHORT]}],
}
OVERLAPS = """() => {
  const tools = document.querySelector(".blk__tools");
  const own = tools.getBoundingClientRect();
  const words = document.querySelectorAll(".blocks-root :is(.blk__kind, .val__kind, .f > label, .f__name, .in, .slot__name *, .fielderr)");
  return [...words].filter((word) => {
    const { left, right, top, bottom } = word.getBoundingClientRect();
    return left < own.right && right > own.left && top < own.bottom - 1 && bottom > own.top + 1;
  }).map((word) => word.textContent);
}"""


def card(*effects: dict[str, Any]) -> dict[str, object]:
    """Return a card of the first game that does these effects when it is played."""
    head = {"id": "loom.treasure.common.distaff_blow", "name": "Blow", "manaCost": 1, "rarity": "com", "school": "none"}
    return {**head, "behaviors": [{"at": "onPlay", "do": list(effects)}]}


@pytest.fixture
def editor(designer: Page) -> Iterator[Editor]:
    """A designer with the editor; every complaint of the browser fails the test."""
    driven = Editor(designer)
    yield driven
    assert driven.complaints == []


@pytest.mark.parametrize("mode", ["form", "split"])
def test_the_tools_of_a_block_cover_no_word_of_it_or_of_another(editor: Editor, mode: str) -> None:
    editor.write(LOOM, card(WIDE, SHORT, WIDE, WIDE, LONG, SHORT, LONG))
    editor.open(LOOM, mode=mode)
    blocks = editor.page.locator(".blk__kind")
    coverage = {}
    for number in range(blocks.count()):
        blocks.nth(number).focus()
        editor.page.locator(".blk.is-selected .blk__tools").first.wait_for()
        coverage[number] = editor.page.evaluate(OVERLAPS)

    assert len(coverage) > 8
    assert {number: words for number, words in coverage.items() if words} == {}


@pytest.mark.parametrize(
    ("language", "names"),
    [("en", {"Do", "Condition", "Conditions"}), ("zh", {"执行do", "条件condition", "条件conditions"})],
)
def test_a_slot_is_called_by_the_title_of_its_field(editor: Editor, language: str, names: set[str]) -> None:
    editor.write(LOOM, card(LONG))
    look(editor.page, 1440, "light", language)
    editor.open(LOOM)
    values = editor.page.locator(".slot__name").evaluate_all(
        "all => all.map((each) => [...each.children].map((part) => part.textContent).join(''))"
    )
    look(editor.page, 1440, "light", "en")

    assert set(values) == names


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_tools_of_a_block_have_names_of_their_own_where_they_show_them(editor: Editor, language: str) -> None:
    look(editor.page, 1440, "light", language)
    editor.write(LOOM, card(SHORT, LONG))
    editor.page.set_viewport_size({"width": 390, "height": 844})
    editor.page.locator(".blk__kind").nth(1).focus()
    names = editor.page.locator(".blk__toolname")
    names.nth(5).wait_for()
    texts = names.all_inner_texts()

    assert len(set(texts)) == len(texts) >= 6
    assert (
        names.evaluate_all(
            "all => all.filter((name) => name.scrollWidth > name.clientWidth).map((name) => name.textContent)"
        )
        == []
    )


def test_the_page_does_not_scroll_beside_its_panes(editor: Editor) -> None:
    editor.write(LOOM, card(*[LONG] * 6))
    pane = editor.page.locator(".pane--form > .pane__scroll")

    pane.locator(".blk").nth(5).wait_for(state="attached")
    assert pane.evaluate("pane => pane.scrollHeight > pane.clientHeight")
    assert editor.page.evaluate("document.documentElement.scrollHeight <= innerHeight")


def test_a_field_that_may_be_absent_is_added_by_its_name_and_takes_the_focus(editor: Editor) -> None:
    editor.write(LOOM, card({"type": "loop", "times": 2, "do": [SHORT]}))
    head = editor.page.locator(".blk__head", has_text="Repeat")
    head.get_by_role("button", name="Id", exact=True).press("Enter")

    expect(head.get_by_label("Id", exact=True)).to_be_focused()
    expect(head.get_by_role("group", name="Optional fields of Repeat").get_by_role("button")).to_have_text(["Target"])
    expect(editor.page.locator(".fx[data-act=add-field]")).to_have_count(0)


def test_a_number_of_the_face_is_edited_in_place(editor: Editor) -> None:
    editor.write(LOOM, card({"type": "strike", "amount": 5}))
    number = editor.page.locator("#card-face [data-view=en] .card__text [data-pointer]")
    expect(number).to_have_text("5")
    number.evaluate("number => number.dataset.former = ''")
    number.focus()
    editor.press("Enter", "ArrowUp", "ArrowUp")

    expect(editor.page.locator("#card-face [data-former]")).to_have_count(0)  # the face was drawn again
    expect(editor.page.locator("#card-face .numchip")).to_be_focused()
    expect(editor.page.locator("#card-face .numchip")).to_have_value("7")
    editor.press("Escape")
    expect(number).to_have_text("5")
    assert editor.value() == card({"type": "strike", "amount": 5})
