"""The grid and find and replace in a real browser, by keyboard."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.people import look

PACK = "/packs/loom/"
BULK = f"{PACK}bulk/"
NEEDLE = "loom.treasure.original.frost_needle"


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.name ?? ''"))


class TestThePackTable:
    def test_shows_every_column_at_1440_px(self, designer: Page) -> None:
        designer.goto(f"{PACK}?view=table")

        wrap = designer.locator(".tablewrap").first
        assert wrap.evaluate("box => box.scrollWidth <= box.clientWidth")

    def test_leads_from_a_selection_to_the_grid(self, designer: Page) -> None:
        look(designer, 1440, "light", "en")
        designer.goto(f"{PACK}?view=table&sort=id")
        boxes = designer.locator("input[name=cards]")
        boxes.nth(0).check()
        boxes.nth(1).check()
        expect(designer.locator("[data-selected]")).to_have_text("2 cards selected")
        designer.click("#selection button[type=submit]")

        expect(designer.locator(".ggrid tbody tr")).to_have_count(2)


class TestTheGrid:
    def test_is_filled_by_keyboard_written_as_one_and_undone_as_one(self, designer: Page) -> None:
        look(designer, 1440, "light", "en")
        designer.goto(f"{BULK}?q=frost+needle&columns=manaCost&columns=name&columns=name:zh")
        cost = designer.locator(f'[name="cell:{NEEDLE}:manaCost"]')
        old = cost.input_value()
        cost.focus()
        designer.keyboard.type("9")
        expect(designer.locator("[data-count]")).to_have_text("1 changed cells")
        assert designer.locator(".gc.is-chg .gw:visible").inner_text() == old
        designer.keyboard.press("Escape")
        assert cost.input_value() == old
        designer.keyboard.type("9")
        designer.reload()
        assert cost.input_value() == "9"

        designer.click("text=Check the changes")
        expect(designer.locator(".dn ins")).to_have_text(re.compile("9"))
        designer.click("text=Write 1 card")
        designer.wait_for_url("**/bulk/history/")
        designer.goto(f"{BULK}?q=frost+needle")
        assert (cost.input_value(), designer.locator("[data-count]").inner_text()) == ("9", "0 changed cells")
        designer.goto(f"{BULK}history/")
        designer.locator("tbody button").first.click()
        designer.wait_for_load_state()
        designer.goto(f"{BULK}?q=frost+needle")
        assert cost.input_value() == old

    def test_moves_between_cells_and_fills_down(self, designer: Page) -> None:
        look(designer, 1440, "light", "en")
        designer.goto(f"{BULK}?kind=treasure&f.rarity=leg&columns=manaCost&columns=name")
        costs = designer.locator('[data-cell="manaCost"]')
        names = [costs.nth(place).get_attribute("name") for place in range(3)]
        costs.nth(0).focus()
        designer.keyboard.type("7")
        designer.keyboard.press("ArrowDown")
        assert focused(designer) == names[1]
        designer.keyboard.press("Control+d")
        designer.keyboard.press("Enter")
        assert focused(designer) == names[2]
        designer.keyboard.press("ArrowUp")
        designer.keyboard.press("ArrowLeft")
        assert focused(designer).endswith(":name")
        assert [costs.nth(place).input_value() for place in range(2)] == ["7", "7"]
        designer.click("text=Discard changes")
        expect(designer.locator("[data-count]")).to_have_text("0 changed cells")

    def test_leaves_the_keys_to_an_input_method(self, designer: Page) -> None:
        designer.goto(f"{BULK}?kind=treasure&columns=name:zh&columns=name")
        cell = designer.locator('[data-cell="name:zh"]').first
        name = cell.get_attribute("name")
        cell.focus()
        # In one step: the grid leaves the keys alone for 30 ms, and a press sent apart may come later than that.
        cell.evaluate("""cell => {
            cell.dispatchEvent(new CompositionEvent("compositionend", {bubbles: true}));
            cell.dispatchEvent(new KeyboardEvent("keydown", {key: "Enter", bubbles: true, cancelable: true}));
        }""")

        assert focused(designer) == name
        cell.evaluate("() => new Promise(later => setTimeout(later, 100))")
        designer.keyboard.press("Enter")
        assert focused(designer) != name

    def test_marks_a_number_out_of_bounds(self, designer: Page) -> None:
        look(designer, 1440, "light", "en")
        designer.goto(f"{BULK}?q=frost+needle&columns=manaCost")
        designer.fill(f'[name="cell:{NEEDLE}:manaCost"]', "99")

        expect(designer.locator(".gc.is-bad")).to_have_count(1)
        designer.click("text=Check the changes")
        expect(designer.locator("body")).to_contain_text("Wanted 0 to 20.")
        expect(designer.locator("text=Write")).to_have_count(0)


class TestFindAndReplace:
    def test_shows_each_change_then_writes_and_takes_back(self, designer: Page) -> None:
        look(designer, 1440, "light", "en")
        designer.goto(f"{BULK}find/")
        designer.select_option("select[name=node]", "type:shuffleBack")
        designer.click("button.btn--primary:has-text('Find')")
        expect(designer.locator(".hit")).not_to_have_count(0)
        assert "?node=%2F" in (designer.locator(".hit__b a").first.get_attribute("href") or "")

        designer.select_option("select[name=node]", "type:damage")
        designer.locator("details.facets > summary").click()
        designer.select_option('select[name="f.school"]', "fire")
        designer.click("button.btn--primary:has-text('Find')")
        designer.select_option("select[name=at]", "/amount")
        designer.select_option("select[name=how]", "add")
        designer.fill("input[name=to]", "1")
        designer.click("button:has-text('Show the changes') >> nth=0")
        expect(designer.locator("text=are left out").first).to_be_visible()
        designer.click("button:has-text('Write')")
        designer.wait_for_url("**/bulk/history/")
        designer.locator("tbody button").first.click()
        designer.wait_for_load_state()

        expect(designer.locator("tbody tr").nth(1)).to_contain_text("undone")
