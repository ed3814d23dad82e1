"""Values that name something are shown by its name, and long lists of words are searched."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.editing import Editor
from tests.browser.people import look

HERO = "/packs/marches/cards/encounter.hero.corvane/"
LOOM = "/packs/loom/cards/loom.treasure.common.distaff_blow/"
CHIPS = "[data-step={name}] .chip > span:first-child"


@pytest.fixture
def editor(designer: Page) -> Iterator[Editor]:
    """A designer with the editor, whose interface is English again afterwards."""
    driver = Editor(designer)
    yield driver
    look(driver.page, 1440, "light", "en")
    assert driver.complaints == []


def test_a_list_shows_what_its_words_mean_and_takes_each_once(editor: Editor) -> None:
    look(editor.page, 1440, "light", "zh")
    editor.open(HERO)
    spells = editor.page.locator(CHIPS.format(name="cards"))
    expect(spells.first).to_have_attribute("title", "encounter.order.whisper")
    expect(spells.first).to_have_text("耳语")

    colours = editor.page.locator(CHIPS.format(name="colors"))
    box = editor.page.locator("[data-step=colors] input")
    expect(colours).to_have_text(["紫"])
    for text, message in (("紫", "列表中已有“紫”。"), ("ultraviolet", "“ultraviolet”不在可选项中")):
        box.fill(text)
        box.press("Enter")
        expect(editor.page.locator(".toast").last).to_contain_text(message)
        expect(box).to_have_value(text)
    box.fill("红")
    box.press("Enter")
    expect(colours).to_have_text(["紫", "红"])
    expect(editor.page.locator("#card-text")).to_have_value(re.compile('"red"'))


def test_a_long_list_is_found_by_the_words_of_both_languages(editor: Editor) -> None:
    editor.write(
        LOOM,
        {
            "id": "loom.treasure.common.distaff_blow",
            "name": "Blow",
            "manaCost": 1,
            "rarity": "com",
            "school": "none",
            "behaviors": [
                {
                    "at": "onPlay",
                    "do": [
                        {
                            "type": "addTriggers",
                            "triggers": [{"id": "late", "mode": "always", "event": "onRoundEnd", "do": []}],
                        }
                    ],
                }
            ],
        },
    )
    select = editor.page.locator("[data-step=event] select")
    select.click()
    search = editor.page.get_by_role("combobox").last
    search.fill("弃")
    expect(editor.page.locator(".opt").first).to_contain_text("discard")
    search.press("Enter")
    expect(select).to_have_value("onDiscard")


def test_the_palette_has_each_group_once_by_its_title(editor: Editor) -> None:
    look(editor.page, 1440, "light", "zh")
    editor.open("/packs/marches/cards/encounter.order.whisper/")
    editor.page.locator(".blk__kind").nth(1).focus()
    editor.press("i")
    heads = editor.page.locator("dialog.palette[open] .menu__head")
    expect(heads.first).to_be_visible()
    titles = heads.all_inner_texts()

    assert len(titles) == len(set(titles)) > 3
    assert [title for title in titles if not re.search(r"[\u4e00-\u9fff]", title)] == []
