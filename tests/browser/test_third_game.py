"""A game that only the search path names, in Chromium: its faces are painted, and workers preview its cards."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.launching import PREVIEW_PATIENCE
from tests.browser.previewing import end_preview, smoke_preview

PACK = "/packs/first-raid/"
GREEN = "rgb(74, 126, 68)"


class TestTheThirdGame:
    @pytest.mark.slow
    def test_is_painted_and_previewed(self, open_as: Callable[[str], Page]) -> None:
        page = open_as("designer")
        page.goto(f"{PACK}new-card/")
        page.fill("#id_card_id", "raid.ladder")
        page.click("form[method=post] button.btn--primary")
        page.wait_for_selector("#card-form .formhead")
        face = page.locator(".card--raid-move:visible").first

        assert GREEN in face.evaluate("card => getComputedStyle(card).backgroundImage")
        assert "svg" in face.locator(".i-raid-rope").first.evaluate("icon => getComputedStyle(icon).maskImage")

        page.click("button[form=preview-form]")
        page.wait_for_url("**/previews/*/")
        expect(page.locator("#report")).to_have_text(re.compile("Floors taken"), timeout=PREVIEW_PATIENCE)
        end_preview(page)


class TestTheWorkedExample:
    @pytest.mark.slow
    def test_is_written_and_previewed(self, open_as: Callable[[str], Page]) -> None:
        page = open_as("designer")
        page.goto("/packs/first-embers/new-card/")
        page.fill("#id_card_id", "duel.ember-wolf")
        page.click("form[method=post] button.btn--primary")
        page.wait_for_selector("#card-form .formhead")

        expect(page.locator(".card--duel-minion:visible").first).to_contain_text("Battlecry")

        smoke_preview(page)
        expect(page.locator("#report")).to_have_text(re.compile(r"Is it played\?\s*Yes.*Aborted\s*0\s*of", re.DOTALL))
