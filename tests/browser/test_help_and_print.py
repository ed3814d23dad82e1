"""The side pane of the help, and sheets of faces as the browser prints them."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, Route, expect

PRINT = "/packs/loom/print/"
MILLIMETRE = 96 / 25.4  # CSS pixels
POINT = 72 / 25.4  # PDF points of a millimetre


class TestTheSidePane:
    def test_opens_by_a_key_and_gives_the_focus_back(self, designer: Page) -> None:
        designer.goto(PRINT)
        link = designer.locator(".pagehead a[data-help-pane]")
        link.focus()
        designer.keyboard.press("Enter")
        expect(designer.locator("#help-pane-h")).to_be_focused()
        violations = Axe().run(designer).response["violations"]
        designer.keyboard.press("Escape")

        assert [each["id"] for each in violations] == []
        expect(designer.locator("#help-pane")).to_have_count(0)
        assert PRINT in designer.url
        expect(link).to_be_focused()

    def test_follows_links_and_finds_the_way_back(self, designer: Page) -> None:
        designer.goto(PRINT)
        designer.evaluate(
            "document.querySelector('.pagehead a[data-help-pane]').href = '/help/wizards/node/effect/drawCard/'"
        )
        designer.click(".pagehead a[data-help-pane]")
        designer.click("#help-pane a[href$='/event/onDrawCard/']")
        expect(designer.locator("#help-pane-h")).to_contain_text("onDrawCard")
        designer.click("#help-pane [data-help-back]")
        expect(designer.locator("#help-pane-h")).to_contain_text("drawCard")
        designer.click("#help-pane [data-help-url$='lang=zh']")
        expect(designer.locator("#help-pane-h")).to_contain_text("抽牌")
        designer.click("#help-pane [data-help-close]")

        expect(designer.locator("#help-pane")).to_have_count(0)

    def test_stays_closed_when_an_answer_comes_late(self, designer: Page) -> None:
        designer.goto(PRINT)
        designer.click(".pagehead a[data-help-pane]")
        expect(designer.locator("#help-pane-h")).to_be_focused()
        asked: list[Route] = []
        designer.route("**/help/**", lambda route: asked.append(route))  # noqa: PLW0108 - Playwright marks the handler, and marks no built-in
        with designer.expect_request("**/help/**"):
            designer.click("#help-pane [data-help-url$='lang=zh']")
        designer.keyboard.press("Escape")
        with designer.expect_response("**/help/**"):
            asked[0].continue_()
        designer.wait_for_load_state("networkidle")

        expect(designer.locator("#help-pane")).to_have_count(0)

    def test_leaves_a_click_with_a_key_held_to_the_browser(self, designer: Page) -> None:
        designer.goto(PRINT)
        with designer.context.expect_page() as opened:
            designer.click(".pagehead a[data-help-pane]", modifiers=["Control"])

        assert "/help/guide/editor/" in opened.value.url
        expect(designer.locator("#help-pane")).to_have_count(0)


def printed(page: Page, address: str) -> tuple[int, set[tuple[int, int]]]:
    """Return how many pages a print has and their sizes in whole millimetres."""
    page.goto(address)
    page.wait_for_load_state("networkidle")
    data = page.pdf(prefer_css_page_size=True, print_background=True)
    boxes = re.findall(rb"/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)\s*\]", data)
    sizes = {(round(float(width) / POINT), round(float(height) / POINT)) for width, height in boxes}
    return len(re.findall(rb"/Type\s*/Page\b", data)), sizes


class TestPrint:
    @pytest.mark.parametrize(("paper", "size"), [("a4", (210, 297)), ("letter", (216, 279))])
    def test_gives_one_page_a_sheet_of_the_right_size(self, designer: Page, paper: str, size: tuple[int, int]) -> None:
        designer.goto(PRINT)
        cards = designer.eval_on_selector_all("input[type=checkbox]", "boxes => boxes.map(box => box.value)")

        assert printed(designer, f"{PRINT}?cards={','.join(cards[:20])}&paper={paper}") == (3, {size})

    def test_gives_two_hundred_cards_on_twenty_three_sheets(self, designer: Page) -> None:
        designer.goto(PRINT)
        cards = designer.eval_on_selector_all("input[type=checkbox]", "boxes => boxes.map(box => box.value)")

        assert len(cards) == 100
        assert printed(designer, f"{PRINT}?cards={','.join(cards)}&copies=2") == (23, {(210, 297)})

    def test_shows_faces_in_their_printed_size(self, designer: Page) -> None:
        designer.goto(f"{PRINT}?cards=loom.treasure.common.distaff_blow")
        box = designer.locator(".sheet .card").bounding_box()

        assert box and abs(box["width"] - 63 * MILLIMETRE) < 0.5 and abs(box["height"] - 88 * MILLIMETRE) < 0.5

    def test_of_nothing_is_a_page_that_says_so(self, designer: Page) -> None:
        designer.goto(PRINT)

        expect(designer.locator(".empty h2")).to_be_visible()
        expect(designer.locator(".sheet")).to_have_count(0)
