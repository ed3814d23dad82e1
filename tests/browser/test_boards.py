"""Units on the map of their encounter, and the terrain of a map: by keys and by pointer, each change one step of the card's history."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from tests.browser.editing import Editor

ENCOUNTER = "/packs/marches/cards/encounter.encounter.ford/"
MAP = "/packs/marches/cards/encounter.map.ford/"
MISTY = ".board .tone-4"


@pytest.fixture
def editor(designer: Page) -> Iterator[Editor]:
    """A designer with the editor; every complaint of the browser fails the test."""
    driven = Editor(designer)
    yield driven
    assert driven.complaints == []


def units(editor: Editor) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(editor.text)["units"]
    return found


def cell(page: Page, x: int, y: int) -> Locator:
    return page.locator(f'.board [data-x="{x}"][data-y="{y}"]')


class TestUnitsOnTheirMap:
    def test_are_moved_added_and_taken_out_by_keys_each_in_one_step(self, editor: Editor) -> None:
        editor.open(ENCOUNTER)
        before, first = editor.text, units(editor)[0]
        editor.page.locator(".board [role=grid]").focus()

        editor.press("ArrowRight", "ArrowDown", "Enter", "ArrowDown", "Enter")
        assert units(editor)[0] == {**first, "x": 2, "y": 3}
        editor.press("ArrowDown", "Enter")
        assert units(editor)[-1] == {"unit": "encounter.unit.axe-hand", "x": 2, "y": 4, "side": "opponent"}
        editor.press("Delete")
        assert len(units(editor)) == 8
        editor.press("Control+z", "Control+z", "Control+z")

        assert editor.text == before

    def test_are_added_by_the_second_press_on_an_empty_cell_wherever_the_first_one_falls(self, editor: Editor) -> None:
        """Where the keys would begin, too, one press only looks around."""
        editor.open(ENCOUNTER)
        before, unit_cells = editor.text, {(unit["x"] - 1, unit["y"] - 1) for unit in units(editor)}
        empty = [(x, y) for y in range(5) for x in range(8) if (x, y) not in unit_cells]

        for x, y in empty:
            cell(editor.page, x, y).click()
        assert empty[0] == (0, 0) and editor.text == before
        cell(editor.page, *empty[-1]).click()
        assert len(units(editor)) == len(unit_cells) + 1
        editor.press("Control+z")

    def test_are_dragged_by_the_pointer(self, editor: Editor) -> None:
        editor.open(ENCOUNTER)
        expect(editor.page.locator(MISTY)).to_have_count(2)

        cell(editor.page, 0, 3).drag_to(cell(editor.page, 3, 2))

        assert units(editor)[1] == {"unit": "encounter.unit.hunter", "x": 4, "y": 3, "side": "player"}
        editor.press("Control+z")

    def test_lie_on_the_ground_of_the_map_and_say_who_they_are(self, editor: Editor) -> None:
        editor.open(ENCOUNTER)

        expect(editor.page.locator(MISTY)).to_have_count(2)
        expect(cell(editor.page, 7, 2)).to_have_attribute("aria-label", "H3: Bandit Captain, The opponent")
        found = Axe().run(editor.page, context=".board").response["violations"]
        assert [each["id"] for each in found] == []

    def test_lie_on_a_bare_grid_while_the_map_is_unknown(self, editor: Editor) -> None:
        editor.page.route("**/encounter.map.ford/draft/", lambda route: route.fulfill(status=422, json={}))
        editor.open(ENCOUNTER)

        expect(editor.page.locator(".board")).to_contain_text("The map encounter.map.ford is not in this pack")
        expect(editor.page.locator(".board .piece")).to_have_count(8)
        editor.console.clear()  # the browser names the answer 422


def test_terrain_and_regions_of_a_map_are_painted_on_one_grid_by_keys_in_one_step(editor: Editor) -> None:
    editor.open(MAP)
    before = editor.text
    expect(editor.page.locator("#card-form [role=grid]")).to_have_count(1)
    editor.page.locator("[data-step=rows] [role=grid]").focus()

    editor.press("Shift+ArrowRight", "Shift+ArrowDown", "#")
    assert json.loads(editor.text)["rows"][:2] == ["##......", "##s..s.."]
    editor.press("d")
    assert json.loads(editor.text)["regions"][:2] == ["aaa..bbb", "ada..bbb"]
    expect(editor.page.locator("[role=grid] .is-here")).to_have_attribute("aria-label", "B2: Wall · Region D")
    editor.press("Control+z", "Control+z")

    assert editor.text == before


def test_the_two_grids_of_a_map_keep_one_size_and_change_it_in_one_step(editor: Editor) -> None:
    editor.open(MAP)
    before, text = editor.value(), editor.text
    editor.page.locator("[data-step=rows]").get_by_label("Add a column").click()
    wider = editor.value()
    editor.page.locator("[data-step=rows]").get_by_label("Remove the last row").click()
    lower = editor.value()
    editor.press("Control+z", "Control+z")

    for name in ("rows", "regions"):
        assert wider[name] == [f"{row}." for row in before[name]]
        assert lower[name] == wider[name][:-1]
    assert editor.text == text
