"""The side pane of the help, operations tried from the reference of the API, and sheets of faces as the browser prints them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, Route, expect

from tests.browser.editing import save

LONG = "loom.exploration.III.button_beetle"
SENTENCE = "翻开时：对一个怪物造成九点伤害，然后抽一张牌。"
PRINT = "/packs/loom/print/"
NEXT_FRAME = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
MILLIMETRE = 96 / 25.4  # CSS pixels
POINT = 72 / 25.4  # PDF points of a millimetre


class TestTryingAnOperation:
    def test_shows_a_read_and_sends_a_write_once_it_is_confirmed(self, designer: Page) -> None:
        methods: list[str] = []
        designer.on("request", lambda each: methods.append(each.method) if "/api/v1/" in each.url else None)
        designer.goto("/api/docs/cards/")
        designer.fill("#try-query-limit", "1")
        designer.press("#try-query-limit", "Enter")
        expect(designer.locator("#try-status")).to_contain_text("200 OK")
        expect(designer.locator("#try-headers")).to_contain_text("etag: ")
        assert len(json.loads(designer.locator("#try-text").text_content() or "")["results"]) == 1
        expect(designer.locator("#try-answer h3")).to_be_focused()

        designer.goto("/api/docs/draft-save/")
        designer.click("#try-tag")
        expect(designer.locator("#try-header-if-match")).to_have_value(re.compile(r'^"r\d+-[0-9a-f]{8}"$'))
        designer.goto("/api/docs/validate/")
        designer.click("#try-send")
        designer.keyboard.press("Escape")
        expect(designer.locator("#try-ask")).to_be_hidden()
        assert methods == ["GET", "GET"]
        designer.click("#try-send")
        expect(designer.locator("#try-ask-what")).to_contain_text("POST /api/v1/packs/")
        designer.keyboard.press("Shift+Tab")
        designer.keyboard.press("Enter")
        expect(designer.locator("#try-status")).to_contain_text("200 OK")
        assert methods == ["GET", "GET", "POST"]


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
        requests: list[Route] = []
        designer.route("**/help/**", lambda route: requests.append(route))  # noqa: PLW0108 - Playwright marks the handler, and marks no built-in
        with designer.expect_request("**/help/**"):
            designer.click("#help-pane [data-help-url$='lang=zh']")
        designer.keyboard.press("Escape")
        with designer.expect_response("**/help/**") as late:
            requests[0].continue_()
        late.value.finished()
        designer.evaluate(NEXT_FRAME)

        expect(designer.locator("#help-pane")).to_have_count(0)

    def test_leaves_a_click_with_a_key_held_to_the_browser(self, designer: Page) -> None:
        designer.goto(PRINT)
        with designer.context.expect_page() as opened_expect_page:
            designer.click(".pagehead a[data-help-pane]", modifiers=["Control"])

        opened_expect_page.value.wait_for_url("**/help/guide/editor/**")
        expect(designer.locator("#help-pane")).to_have_count(0)


def printed(page: Page, address: str) -> tuple[int, set[tuple[int, int]]]:
    """Return how many pages a print has and their sizes in whole millimetres."""
    page.goto(address)
    page.wait_for_selector("html[data-print-ready]")
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


Rewrite = Callable[..., None]


@pytest.fixture
def rewrite(designer: Page) -> Iterator[Rewrite]:
    """Return what gives fields of one card other values; the card is as before afterwards."""
    address = f"/packs/loom/cards/{LONG}/"
    designer.goto(address)
    before = designer.input_value("#card-text")

    def rewritten(**fields: str) -> None:
        text = json.dumps(json.loads(before) | fields, ensure_ascii=False, indent=2)
        save(designer, address, text)
        designer.goto(f"{PRINT}?cards={LONG},loom.treasure.common.distaff_blow&copies=2")
        designer.wait_for_selector("html[data-print-ready]")

    yield rewritten
    designer.goto(address)
    save(designer, address, before)


MEASURED = """(card, part) => {
  const place = card.querySelector(part);
  return [place.scrollHeight - place.clientHeight, place.scrollWidth - place.clientWidth, parseFloat(getComputedStyle(place).fontSize)];
}"""
MIN_SIZE = 8  # CSS pixels: 6 pt


class TestLongTexts:
    def test_are_set_smaller_until_they_fit(self, designer: Page, rewrite: Rewrite) -> None:
        rewrite(description=(SENTENCE * 20)[:270])
        text = designer.locator(".sheet .card").first.evaluate(MEASURED, ".card__text")
        other_value = designer.locator(".sheet .card__text").nth(2).evaluate("each => each.className")

        assert text[0] <= 1 and text[1] <= 1 and text[2] >= MIN_SIZE
        assert other_value == "card__text"
        expect(designer.locator("#print-cut")).to_be_hidden()

    def test_are_named_once_above_the_sheets_where_they_never_fit(self, designer: Page, rewrite: Rewrite) -> None:
        rewrite(description=SENTENCE * 60)
        warning = designer.locator("#print-cut")
        text = designer.locator(".sheet .card").first.evaluate(MEASURED, ".card__text")
        on_screen = warning.inner_text()
        violations = Axe().run(designer).response["violations"]
        designer.emulate_media(media="print")

        assert text[0] > 1 and text[2] == MIN_SIZE
        assert on_screen.endswith("is cut off: Button Beetle")
        assert [each["id"] for each in violations] == []
        expect(warning).to_be_hidden()

    def test_of_a_name_take_a_second_line(self, designer: Page, rewrite: Rewrite) -> None:
        rewrite(name="The Exceedingly Long and Windy Name of the Distaff of the Northern Weaver")
        name = designer.locator(".sheet .card").first.evaluate(MEASURED, ".card__name > span")

        assert name[0] <= 1 and name[1] <= 1 and name[2] >= MIN_SIZE
        expect(designer.locator("#print-cut")).to_be_hidden()

    def test_of_a_name_are_said_where_two_lines_are_too_few(self, designer: Page, rewrite: Rewrite) -> None:
        rewrite(name="Windy Name of the Distaff " * 12)

        expect(designer.locator("#print-cut")).to_contain_text("Windy Name of the Distaff")
