"""The pages of texts in a real browser: saving in place, a conflict that loses nothing, and no finding of axe."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.addresses import shown_on
from tests.browser.editing import show
from tests.browser.launching import patient_context
from tests.browser.people import look, sign_in
from tests.stack import Stack

TEXTS = "/packs/loom/texts/"
SMOULDER = f"{TEXTS}?state=all&field=description&q=smoulder"
SOURCE = f"{SMOULDER}&lang=en"
GLOSSARY = "/packs/loom/glossary/"
SCREENS = [(1440, "light", "en"), (1000, "dark", "zh"), (390, "light", "zh")]
PAGES = (TEXTS, f"{TEXTS}?state=all", f"{TEXTS}?q=nothing", f"{TEXTS}import/", GLOSSARY, f"{GLOSSARY}?q=x")
NOVA = '{"id": "nova", "name": "Nova", "skillType": "normal", "cost": {"pyro": 1}, "action": []}'
PASTE = """text => {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", text);
  const paste = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
  document.querySelector(".cm-content").dispatchEvent(paste);
}"""
Open = Callable[..., Page]


@pytest.fixture
def console() -> list[str]:
    """What browsers complained of, but for the answers that a test asks for."""
    return []


@pytest.fixture
def open_page(open_as: Open, browser: Browser, stack: Stack, console: list[str]) -> Iterator[Open]:
    """Open a page in which an account of a role is signed in; one without scripts has a context of its own."""
    contexts = []

    def without_scripts(role: str) -> Page:
        context = patient_context(browser, stack.url, java_script_enabled=False)
        contexts.append(context)
        page = context.new_page()
        sign_in(page, stack, role)
        return page

    def open_with(role: str, *, scripts: bool = True) -> Page:
        page = open_as(role) if scripts else without_scripts(role)
        page.on("console", lambda message: None if " 412 " in message.text else console.append(message.text))
        page.on("pageerror", lambda error: console.append(str(error)))
        return page

    yield open_with
    for context in contexts:
        context.close()


def box(page: Page) -> str:
    return page.locator(".tr textarea").first.input_value()


class TestTexts:
    def test_of_the_selected_cards_take_a_step_together(self, open_page: Open, console: list[str]) -> None:
        page = open_page("designer")
        page.goto(f"{TEXTS}?state=all&field=description&q=thread")
        page.locator("[name=cards]").first.check()
        expect(page.locator("[data-selected]")).to_have_text("1 card selected")
        page.click("[data-select-all]")
        count = page.locator(".tr").count()
        expect(page.locator("[data-selected]")).to_have_text(f"{count} cards selected")

        page.click("button[value=right]")

        expect(page.locator("#toasts")).to_contain_text("Nothing changed.")
        assert count > 1
        assert console == []

    def test_are_saved_in_place_and_become_stale_and_right_again(self, open_page: Open, console: list[str]) -> None:
        page = open_page("designer")
        page.goto(SOURCE)
        card = page.locator(".tr").first
        card.locator("textarea").fill(box(page).replace("5", "6"))
        card.locator("textarea").press("Control+Enter")
        expect(page.locator("#toasts")).to_contain_text("Saved as revision")
        page.goto(f"{TEXTS}?state=stale&q=smoulder")
        expect(card.locator("del", has_text="5")).to_be_visible()
        card.get_by_role("button", name="Still correct").click()
        expect(card.locator(".chip--ok")).to_have_count(2)
        page.reload()

        expect(page.locator(".tr", has_text="smoulder")).to_have_count(0)
        assert console == []

    def test_in_conflict_keep_what_was_typed_in_every_card(self, open_page: Open, console: list[str]) -> None:
        first, other_page = open_page("designer"), open_page("admin")
        for page in (first, other_page):
            page.goto(SMOULDER)
        other_page.locator(".tr textarea").first.fill("他们的文案。")
        other_page.locator(".tr__foot button").first.click()
        expect(other_page.locator("#toasts")).to_contain_text("Saved as revision")
        first.locator(".tr textarea").first.fill("我的文案，５点！🔥")
        first.locator(".tr__foot button").first.click()
        expect(first.locator(".banner--warn")).to_contain_text("saved this card while you were writing")

        assert box(first) == "我的文案，５点！🔥"
        assert "他们的文案。" in first.locator(".tr .src").first.inner_text()
        first.locator(".tr__foot button").first.click()
        expect(first.locator(".banner--warn")).to_have_count(0)
        first.reload()
        assert (box(first), console) == ("我的文案，５点！🔥", [])

    def test_saved_late_leave_the_focus_where_a_person_types_by_then(self, open_page: Open) -> None:
        page = open_page("designer")
        page.goto(f"{TEXTS}?state=all&field=description")
        first, second = (page.locator(".tr").nth(number).locator("textarea").first for number in (0, 1))
        before, late = first.input_value(), list[Route]()

        def delay(route: Route) -> None:
            late.append(route)

        page.route("**/packs/loom/**", delay)
        first.fill(f"{before}先。")
        with page.expect_request(lambda request: request.method == "POST"):
            first.press("Control+Enter")
        second.fill("后")
        late.pop().continue_()
        page.unroute_all()
        expect(page.locator("#toasts")).to_contain_text("Saved as revision")
        page.keyboard.type("来")

        expect(second).to_have_value("后来")
        first.fill(before)
        with page.expect_response(lambda answer: answer.request.method == "POST"):
            first.press("Control+Enter")

    def test_work_without_a_script(self, open_page: Open, tmp_path: Path) -> None:
        page = open_page("designer", scripts=False)
        page.goto(SMOULDER)
        page.locator(".tr textarea").first.fill("没有脚本也能保存。")
        page.locator(".tr__foot button").first.click()
        saved_box = box(page)
        page.locator(".tr button[value=generated]").first.click()
        generated = box(page)
        with page.expect_download() as download:
            page.click("a[href*=export]")
        file = tmp_path / "texts.csv"
        file.write_bytes(download.value.path().read_bytes().replace(generated.encode(), "来自文件。".encode(), 2))
        page.goto(f"{TEXTS}import/")
        page.set_input_files("#csv-file", file)
        page.click("button[value=check]")
        page.click("button[value=write]")
        page.goto(SMOULDER)

        assert (saved_box, generated[:2], box(page)) == ("没有脚本也能保存。", "选择", "来自文件。")


class TestPages:
    @pytest.mark.slow
    @pytest.mark.parametrize(("width", "theme", "language"), SCREENS)
    def test_are_sound(self, open_page: Open, console: list[str], width: int, theme: str, language: str) -> None:
        page = open_page("designer")
        look(page, width, theme, language)
        page.goto(GLOSSARY)
        if page.locator("button[value=seed]").count():
            page.click("button[value=seed]")
        findings, too_wide = [], []
        for url in shown_on(SCREENS.index((width, theme, language)), PAGES):
            page.goto(url)
            findings += [f"{url} {each['id']}" for each in Axe().run(page).response["violations"]]
            if page.evaluate("document.documentElement.scrollWidth") > width:
                too_wide.append(url)

        assert (findings, too_wide, console) == ([], [], [])


class TestTextsBesideTheEditor:
    @pytest.mark.slow
    def test_of_a_new_skill_have_boxes_at_once(self, open_page: Open, console: list[str]) -> None:
        page = open_page("designer")
        page.goto("/packs/seven-dice/new-card/")
        page.fill("#id_card_id", "genius.char.new-skill")
        page.check("input[name=template][value=character]", force=True)
        page.click("form[method=post] button.btn--primary")
        show(page, "json")
        page.click("#tab-text")
        names = page.locator("#texts-form [name^=zh-skills]")
        expect(names).to_have_count(3)
        page.fill("#texts-form [name=zh-notes]", "还没有保存")

        text = page.input_value("#card-text")
        page.click(".cm-content")
        page.keyboard.press("Control+a")
        page.evaluate(PASTE, text.replace('"skills": [', f'"skills": [{NOVA},'))

        expect(page.locator("#texts-form [name='en-skills.nova.name']")).to_have_value("Nova")
        assert names.first.get_attribute("name") == "zh-skills.nova.name"
        expect(page.locator("#texts-form [name=zh-notes]")).to_have_value("还没有保存")
        page.fill("#texts-form [name='zh-skills.nova.name']", "新星")
        page.click("#texts-save")
        expect(page.locator("[data-texts-state]")).to_have_text("Texts saved.")

        page.click("[data-do=undo]")

        expect(names).to_have_count(3)
        assert console == []

    def test_ask_before_a_page_with_unsaved_texts_is_left(self, open_page: Open) -> None:
        page = open_page("designer")
        page.goto("/packs/seven-dice/cards/genius.support.chimes/")
        page.wait_for_selector("html[data-form-ready]")
        page.click("#tab-text")
        page.fill("#texts-form [name=zh-notes]", "还没有保存")
        requests: list[str] = []
        page.on("dialog", lambda dialog: (requests.append(dialog.type), dialog.dismiss()))

        page.locator("a[href='/packs/seven-dice/']").first.click()
        expect(page.locator("#texts-form [name=zh-notes]")).to_have_value("还没有保存")
        page.wait_for_timeout(500)
        assert requests == ["beforeunload"]
        page.click("#texts-save")
        expect(page.locator("[data-texts-state]")).to_have_text("Texts saved.")
        page.locator("a[href='/packs/seven-dice/']").first.click()
        page.wait_for_url("**/packs/seven-dice/")
        page.close()  # what listens to dialogs would hear those of later tests

        assert requests == ["beforeunload"]
