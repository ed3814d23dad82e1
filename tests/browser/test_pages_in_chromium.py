"""The card page and the keys of every page in a real browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.launching import patient_context
from tests.browser.people import look, sign_in
from tests.stack import Stack

PACK = "/packs/loom/"
CARD = f"{PACK}cards/loom.treasure.common.distaff_blow/"
CARD_PAGE = f"{PACK}cards/loom.treasure.common.ice_lens/"
"""A card that no test edits: one with errors offers no number."""
NARROWEST_TARGET = 24  # pixels, WCAG 2.5.8


@pytest.mark.parametrize("address", ["/signing-keys/", "/packs/loom/releases/1.0.0/changes/"])
def test_panels_keep_away_from_the_edge_of_a_narrow_screen(designer: Page, address: str) -> None:
    look(designer, 390, "light", "zh")
    designer.goto(address)
    panel = designer.locator("main .panel").first.bounding_box()

    assert panel is not None and panel["x"] >= 8 and panel["x"] + panel["width"] <= 390 - 8


class TestTheFormOfASweep:
    def test_suggests_values_around_the_number_that_is_chosen(self, designer: Page) -> None:
        designer.goto(f"{CARD_PAGE}sweep/?node=/manaCost")
        designer.select_option("#pointer", "/count")
        around = designer.locator("#pointer option[value='/count']").get_attribute("data-values")

        expect(designer.locator("#values")).to_have_value(around or "nothing")

    def test_keeps_values_that_somebody_wrote(self, designer: Page) -> None:
        designer.goto(f"{CARD_PAGE}sweep/?node=/manaCost")
        designer.fill("#values", "1, 7")
        designer.select_option("#pointer", "/count")

        expect(designer.locator("#values")).to_have_value("1, 7")


class TestTheCardPage:
    def test_opens_the_tab_that_the_address_names(self, designer: Page) -> None:
        designer.goto(f"{CARD}#tab-problems")

        expect(designer.locator("#p-problems")).to_be_visible()
        expect(designer.locator("#p-face")).to_be_hidden()

    def test_keeps_the_lines_of_a_rules_text(self, designer: Page) -> None:
        designer.goto(CARD)
        text = designer.locator(".card__text > div").first
        value = text.evaluate("element => element.offsetHeight")
        two = text.evaluate("element => { element.textContent += '\\nand another line'; return element.offsetHeight; }")

        assert text.evaluate("element => getComputedStyle(element).whiteSpace") == "pre-line"
        assert two > value

    def test_keeps_the_lines_of_a_changed_text(self, designer: Page) -> None:
        designer.goto(f"{CARD}compare/?from=v1&to=draft")
        value = designer.evaluate("""() => {
            document.querySelector("main").insertAdjacentHTML("beforeend", '<ins class="changes__value" id="lines">one\\ntwo</ins>');
            return getComputedStyle(document.getElementById("lines")).whiteSpace;
        }""")

        assert value == "pre-line"

    def test_shows_one_tab_at_a_time_moved_by_arrows(self, designer: Page) -> None:
        designer.goto(CARD)
        designer.click("#tab-face")
        designer.keyboard.press("ArrowRight")

        assert designer.evaluate("document.activeElement.id") == "tab-problems"
        expect(designer.locator("[role=tabpanel]:visible")).to_have_count(1)

    @pytest.mark.parametrize("width", [1440, 1280, 1024, 768, 390])
    def test_shows_every_tab_whole(self, designer: Page, width: int) -> None:
        look(designer, width, "light", "en")
        designer.goto(CARD)
        if width == 390:
            designer.click(".viewbar button >> nth=1")
        designer.evaluate("for (const badge of document.querySelectorAll('[data-problem-count]')) badge.hidden = false")
        tabs = designer.get_by_role("tablist").evaluate("tabs => [tabs.scrollWidth, tabs.clientWidth]")

        assert tabs[0] <= tabs[1]

    def test_moves_between_panes_by_f6(self, designer: Page) -> None:
        designer.goto(CARD)
        designer.wait_for_selector("#card-form .formhead")
        designer.focus("#tab-face")
        designer.keyboard.press("Shift+F6")

        assert designer.evaluate("document.activeElement.closest('.pane--form') !== null")

    def test_has_no_small_targets_in_its_bar(self, designer: Page) -> None:
        designer.goto(CARD)
        boxes = [button.bounding_box() for button in designer.locator(".topbar button:visible").all()]

        assert [box for box in boxes if box and min(box["width"], box["height"]) < NARROWEST_TARGET] == []

    def test_saves_as_a_plain_form_where_no_script_runs(self, browser: Browser, stack: Stack) -> None:
        context: BrowserContext = patient_context(browser, stack.url, java_script_enabled=False)
        page = context.new_page()
        sign_in(page, stack, "designer")
        page.goto(f"{PACK}new-card/")
        page.fill("#id_card_id", "loom.treasure.common.without_script")
        page.click("form[method=post] button.btn--primary")
        text = page.input_value("#card-text").replace('"manaCost": 2', '"manaCost": 7')
        page.fill("#card-text", text)
        page.click("button[form=draft-form]")

        assert '"manaCost": 7' in page.input_value("#card-text")
        assert page.locator(".card__cost").first.inner_text().endswith("7")
        context.close()


class TestThePackPage:
    @pytest.mark.parametrize("language", ["en", "zh"])
    def test_keeps_its_buttons_in_one_row_at_390_px(self, designer: Page, language: str) -> None:
        look(designer, 390, "light", language)
        designer.goto(PACK)
        boxes = [button.bounding_box() for button in designer.locator(".pagehead .toolbar .btn:visible").all()]

        assert len({box["y"] for box in boxes if box}) == 1


class TestKeys:
    def test_find_the_search_and_the_map(self, designer: Page) -> None:
        designer.goto(PACK)
        designer.keyboard.press("/")
        focused_value = designer.evaluate("document.activeElement.name")
        designer.evaluate("document.activeElement.blur()")
        designer.keyboard.press("?")

        assert focused_value == "q"
        assert designer.locator("#keys").evaluate("dialog => dialog.open")

    def test_lead_from_a_card_to_the_search_of_its_pack(self, designer: Page) -> None:
        designer.goto(CARD)
        designer.focus("#tab-face")

        designer.keyboard.press("/")

        designer.wait_for_url(f"**{PACK}#search")
        expect(designer.locator("[data-search]")).to_be_focused()

    def test_do_nothing_in_a_text_field(self, designer: Page) -> None:
        designer.goto(PACK)
        designer.focus("[data-search]")
        designer.keyboard.type("/?")

        assert designer.input_value("[data-search]") == "/?"
        assert not designer.locator("#keys").evaluate("dialog => dialog.open")

    def test_switch_the_theme_at_once_and_for_good(self, designer: Page) -> None:
        designer.goto(PACK)
        before = designer.evaluate("getComputedStyle(document.body).backgroundColor")
        with designer.expect_response("**/preferences/"):
            designer.click("[data-do=theme]")
        after = designer.evaluate("getComputedStyle(document.body).backgroundColor")
        designer.reload()

        assert before != after
        assert designer.evaluate("getComputedStyle(document.body).backgroundColor") == after


class TestAPlanWithATime:
    def test_takes_and_shows_the_time_of_the_reader_beside_utc(self, browser: Browser, stack: Stack) -> None:
        page = patient_context(browser, stack.url, timezone_id="Asia/Shanghai").new_page()
        sign_in(page, stack, "publisher")
        page.goto(f"{PACK}releases/new/")
        page.fill("#id_publish_at", "2030-01-31T09:00")

        expect(page.locator("label[for=id_publish_at]")).to_have_text("Publish at (your time)")
        expect(page.locator("output[for=id_publish_at]")).to_have_text(
            "Jan 31, 2030, 09:00 AM GMT+8 · 2030-01-31 01:00 UTC"
        )
        expect(page.locator("input[name=publish_at]")).to_have_value("2030-01-31T01:00")
        page.context.close()
