"""A designer whose browser runs no script: signs in, searches, edits, reads problems and history, downloads a release."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.launching import patient_context
from tests.browser.people import sign_in
from tests.stack import Stack

PACK = "/packs/loom/"
CARD = f"{PACK}cards/loom.treasure.common.spare_needle/"


@pytest.fixture
def designer(browser: Browser, stack: Stack) -> Iterator[Page]:
    context = patient_context(browser, stack.url, java_script_enabled=False)
    page = context.new_page()
    sign_in(page, stack, "designer")
    yield page
    context.close()


def card_of(page: Page) -> None:
    """Open the card of these tests, made if it is not there yet."""
    if page.goto(CARD).status == 404:  # type: ignore[union-attr]  # the test fails where it is nothing
        page.goto(f"{PACK}new-card/")
        page.fill("#id_card_id", CARD.split("/")[-2])
        page.click("form[method=post] button.btn--primary")


class TestWithoutScript:
    def test_a_card_is_found_by_a_word(self, designer: Page) -> None:
        designer.goto(PACK)
        designer.fill("[name=q]", "distaff")
        designer.press("[name=q]", "Enter")

        expect(designer.locator("a[href*=distaff_blow]")).not_to_have_count(0)
        expect(designer.locator("a[href*=mana_skein]")).to_have_count(0)

    def test_a_card_is_edited_saved_and_its_problems_are_read(self, designer: Page) -> None:
        card_of(designer)
        good = designer.input_value("#card-text")
        designer.fill("#card-text", good.replace('"manaCost"', '"manaCosts"'))
        designer.click("button[form=draft-form]")
        expect(designer.locator("#problems a")).not_to_have_count(0)
        codes = designer.locator("#problems a").all_inner_texts()
        designer.locator("#problems a").first.click()
        designer.wait_for_url("**/help/**")
        explained_text = designer.locator("h1").inner_text()
        designer.goto(CARD)
        designer.fill("#card-text", good)
        designer.click("button[form=draft-form]")

        assert "E-SCHEMA" in codes and explained_text.startswith(codes[0])
        expect(designer.locator("#problems a")).to_have_count(0)
        assert designer.input_value("#card-text") == good

    def test_the_history_is_open(self, designer: Page) -> None:
        card_of(designer)
        designer.click("a[href$='/history/']:visible")

        assert "r1" in designer.locator("main").inner_text()

    def test_a_release_is_downloaded(self, designer: Page, tmp_path: Path) -> None:
        designer.goto(f"{PACK}releases/")
        designer.click("main a[href$='/releases/1.0.0/']")
        with designer.expect_download() as download:
            designer.click("a[href$='pack.zip']")
        download.value.save_as(tmp_path / "pack.zip")

        with zipfile.ZipFile(tmp_path / "pack.zip") as archive:
            assert "manifest.json" in archive.namelist()

    def test_the_help_is_searched_and_read(self, designer: Page) -> None:
        designer.goto("/help/")
        designer.fill(".helpsearch [name=q]", "抽牌")
        designer.press(".helpsearch [name=q]", "Enter")
        designer.click("a[href='/help/wizards/node/effect/drawCard/']")

        assert designer.locator("h1").inner_text().startswith("drawCard")

    def test_everything_can_be_reached_on_a_phone(self, designer: Page) -> None:
        designer.set_viewport_size({"width": 390, "height": 800})
        designer.goto(f"{PACK}people/")
        designer.click(".nav__more button")

        for control in ("[name=language]", "[name=theme]", "form[action='/sign-out/'] button", "a[href='/help/']"):
            assert designer.locator(f"#nav-more {control}").is_visible(), control
