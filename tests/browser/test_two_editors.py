"""Two people on one card, and one whose network goes away: nothing that was typed is lost."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.editing import show

PACK = "/packs/loom/"
SAVE_TIME = re.compile(r"^Saved \d\d:\d\d$")
OFFLINE = "Offline, saved on this device"
LAST_LETTER_IS_SEEN = """() => {
  const state = document.querySelector("[data-save-state]");
  const { right, top, bottom } = state.getBoundingClientRect();
  return document.elementFromPoint(right - 2, (top + bottom) / 2) === state;
}"""


@pytest.fixture
def ada(open_as: Callable[[str], Page]) -> Page:
    return open_as("designer")


@pytest.fixture
def ben(open_as: Callable[[str], Page]) -> Page:
    return open_as("publisher")


def new_card(page: Page, card: str) -> str:
    """Make a card from a template and return its address."""
    page.goto(f"{PACK}new-card/")
    page.fill("#id_card_id", card)
    page.click("form[method=post] button.btn--primary")
    show(page, "json")
    page.wait_for_selector(".cm-content")
    return f"{PACK}cards/{card}/"


def text_of(page: Page) -> str:
    return page.locator("#card-editor textarea").input_value()


def change(page: Page, before: str, after: str) -> None:
    """Replace part of the text in the editor, as a person who pastes."""
    text = text_of(page)
    assert before in text
    page.click(".cm-content")
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(text.replace(before, after))


def open_card(page: Page, url: str) -> None:
    page.goto(url)
    show(page, "json")
    page.wait_for_selector(".cm-content")


class TestTwoEditors:
    @pytest.mark.slow
    def test_see_each_other_and_the_node(self, ada: Page, ben: Page) -> None:
        url = new_card(ada, "loom.treasure.com.seen")
        open_card(ben, url)
        ada.click(".cm-line:has-text('manaCost')")

        expect(ben.locator("#presence .presence__person")).to_have_attribute("title", re.compile("/manaCost$"))
        expect(ada.locator("#presence .presence__person")).to_have_count(1)
        ben.goto("/")

        expect(ada.locator("#presence .presence__person")).to_have_count(0)

    @pytest.mark.slow
    def test_see_the_field_of_the_form(self, ada: Page, ben: Page) -> None:
        url = new_card(ada, "loom.treasure.com.field")
        ben.goto(url)
        show(ada, "form")
        person = ben.locator("#presence .presence__person")
        ada.get_by_label("Mana cost", exact=True).click()
        expect(person).to_have_attribute("title", re.compile("/manaCost$"))
        expect(person.locator(".presence__place")).to_have_text("Mana cost")

        ada.get_by_label("Mana cost", exact=True).fill("4")
        ada.locator(".fld[data-step=amount] input").click()

        expect(person).to_have_attribute("title", re.compile("/behaviors/0/do/(0/)?amount$"))

    @pytest.mark.slow
    def test_merge_what_both_changed(self, ada: Page, ben: Page) -> None:
        url = new_card(ada, "loom.treasure.com.merged")
        open_card(ben, url)
        change(ben, '"manaCost": 2', '"manaCost": 7')
        expect(ben.locator("#editor-status")).to_contain_text("Saved")
        expect(ben.locator("[data-save-state]").first).to_have_text(SAVE_TIME)

        change(ada, '"New spell"', '"Both" /* hers */')
        dialog = ada.locator("dialog[open]")
        expect(dialog).to_contain_text("Someone else saved this card first")
        expect(dialog.locator("input[name=conflict-way]:checked")).to_be_focused()
        link = dialog.get_by_role("link", name=re.compile(r"^Your text is saved as revision \d+$"))
        with ada.expect_popup() as opened_expect_popup:
            link.click()
        expect(opened_expect_popup.value.locator("main")).to_contain_text('"Both" /* hers */')
        opened_expect_popup.value.close()
        dialog.locator(".btn--primary").click()

        expect(ada.locator("[data-save-state]").first).to_have_text(SAVE_TIME)
        merged = text_of(ada)
        assert '"manaCost": 7' in merged and '"Both" /* hers */' in merged
        ada.goto(f"{url}history/")
        expect(ada.locator("main table")).to_contain_text("set aside")

    @pytest.mark.slow
    def test_choose_for_each_node_that_both_changed(self, ada: Page, ben: Page) -> None:
        url = new_card(ada, "loom.treasure.com.clash")
        open_card(ben, url)
        change(ben, '"manaCost": 2', '"manaCost": 7')
        expect(ben.locator("[data-save-state]").first).to_have_text(SAVE_TIME)
        change(ada, '"manaCost": 2', '"manaCost": 9')
        clash = ada.locator("dialog[open] .clash")
        expect(clash.locator("legend")).to_have_text("Mana cost")
        expect(clash.locator("legend")).to_have_attribute("title", "/manaCost")
        ada.set_viewport_size({"width": 390, "height": 844})
        ada.keyboard.press("Escape")
        ada.get_by_role("button", name="Someone else saved first").click()

        clash.locator(".clash__side", has_text="7").locator("input").check()
        ada.locator("dialog[open] .btn--primary").click()

        expect(ada.locator("[data-save-state]").first).to_have_text(SAVE_TIME)
        assert '"manaCost": 7' in text_of(ada)


class TestOffline:
    @pytest.mark.slow
    def test_keeps_edits_and_sends_them_later(self, ada: Page) -> None:
        new_card(ada, "loom.treasure.com.offline")
        ada.context.set_offline(True)
        change(ada, '"manaCost": 2', '"manaCost": 6')
        expect(ada.locator("[data-save-state]").first).to_have_text(OFFLINE)

        ada.context.set_offline(False)

        expect(ada.locator("[data-save-state]").first).to_have_text(SAVE_TIME)
        draft = ada.evaluate("fetch(document.querySelector('#card-editor').dataset.draftUrl).then((r) => r.text())")
        assert '"manaCost": 6' in json.loads(draft)["text"]

    @pytest.mark.slow
    def test_keeps_edits_over_a_reload_while_the_server_is_half_gone(self, ada: Page) -> None:
        url = new_card(ada, "loom.treasure.com.reloaded")
        ada.route(re.compile(r"/draft/$"), lambda route: route.abort())
        change(ada, '"manaCost": 2', '"manaCost": 6')
        expect(ada.locator("[data-save-state]").first).to_have_text(OFFLINE)

        open_card(ada, url)
        expect(ada.locator(".cm-content")).to_contain_text('"manaCost": 6')
        ada.unroute_all()

        expect(ada.locator("[data-save-state]").first).to_have_text(SAVE_TIME)
        open_card(ada, url)
        assert '"manaCost": 6' in text_of(ada)

    @pytest.mark.slow
    def test_merges_after_a_reload_what_came_between(self, ada: Page, ben: Page) -> None:
        url = new_card(ada, "loom.treasure.com.between")
        ada.route(re.compile(r"/draft/$"), lambda route: route.abort())
        change(ada, '"New spell"', '"Kept"')
        expect(ada.locator("[data-save-state]").first).to_have_text(OFFLINE)
        open_card(ben, url)
        change(ben, '"manaCost": 2', '"manaCost": 7')
        expect(ben.locator("[data-save-state]").first).to_have_text(SAVE_TIME)

        ada.unroute_all()
        open_card(ada, url)
        ada.locator("dialog[open] .btn--primary").click()

        expect(ada.locator("[data-save-state]").first).to_have_text(SAVE_TIME)
        assert '"manaCost": 7' in text_of(ada) and '"Kept"' in text_of(ada)

    @pytest.mark.slow
    def test_says_so_on_a_narrow_screen_and_previews_nothing(self, ada: Page) -> None:
        url = new_card(ada, "loom.treasure.com.narrow")
        ada.set_viewport_size({"width": 390, "height": 844})
        errors: list[str] = []
        ada.on("pageerror", lambda error: errors.append(str(error)))
        ada.context.set_offline(True)
        ada.click(".viewbar button >> nth=0")
        ada.get_by_label("Mana cost", exact=True).fill("6")
        state = ada.locator("[data-save-state]").first
        expect(state).to_have_text(OFFLINE)
        assert ada.evaluate(LAST_LETTER_IS_SEEN)

        ada.get_by_role("button", name="Preview", exact=True).click()

        expect(ada.locator("#toasts .toast")).to_contain_text("not saved yet")
        assert errors == []
        assert url in ada.url


class TestRename:
    @pytest.mark.slow
    def test_is_offered_while_the_text_says_another_id(self, ada: Page) -> None:
        new_card(ada, "loom.treasure.com.before")
        change(ada, "loom.treasure.com.before", "loom.treasure.com.after")
        notice = ada.locator("#id-differs")
        expect(notice).to_contain_text("loom.treasure.com.after")
        notice.locator("[data-rename]").click()
        ada.wait_for_url("**/rename/?to=loom.treasure.com.after")
        expect(ada.locator("#id_new_id")).to_have_value("loom.treasure.com.after")
        ada.click("main form button.btn--primary")

        ada.wait_for_url(f"**{PACK}cards/loom.treasure.com.after/")
        ada.goto(f"{PACK}cards/loom.treasure.com.before/")
        expect(ada).to_have_url(re.compile("loom.treasure.com.after/$"))


class TestDiff:
    @pytest.mark.slow
    def test_shows_the_text_beside_an_earlier_one(self, ada: Page) -> None:
        new_card(ada, "loom.treasure.com.diffed")
        change(ada, '"manaCost": 2', '"manaCost": 8')
        expect(ada.locator("#editor-status")).to_contain_text("Saved")
        first = ada.locator("[data-do=diff]").element_handle()
        ada.click("#tab-history")
        ada.wait_for_function("button => !button.isConnected", arg=first)  # the panel is drawn again after a save
        ada.click("[data-do=diff]")
        dialog = ada.locator("dialog[open]")
        dialog.locator("select").select_option("r1")

        expect(dialog.locator(".cm-merge-a .cm-changedLine")).to_contain_text('"manaCost": 2')
        expect(dialog.locator(".cm-merge-b .cm-changedLine")).to_contain_text('"manaCost": 8')
