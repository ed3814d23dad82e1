"""Typing in the card editor: over a selection of the JSON, for a reference, and a new name of the card."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.editing import Editor, show

CARD = "/packs/marches/cards/encounter.ability.typing/"
CHOICE = {
    "id": "encounter.ability.typing",
    "type": "ability",
    "name": "Typing",
    "rarity": "common",
    "skills": [
        {
            "id": "s",
            "triggerOn": "Dead",
            "filter": [],
            "action": [
                {
                    "type": "choose",
                    "ask": "$Dead.playerUUID",
                    "options": [
                        {"do": [{"type": "drawCards", "count": 1}]},
                        {"do": [{"type": "changeAp", "amount": 1}]},
                    ],
                }
            ],
        }
    ],
}


@pytest.fixture(scope="module")
def cards() -> set[str]:
    """Whether the card is there."""
    return set()


@pytest.fixture
def editor(designer: Page, cards: set[str]) -> Editor:
    """The card of a choice, in the form."""
    editor = Editor(designer)
    if not cards:
        editor.page.goto("/packs/marches/new-card/")
        editor.page.fill("#id_card_id", "encounter.ability.typing")
        editor.page.click("form[method=post] button.btn--primary")
        editor.page.wait_for_url("**" + CARD)
        cards.add(CARD)
    editor.write(CARD, dict(CHOICE))
    return editor


class TestTypingOverASelection:
    @pytest.mark.parametrize(
        ("text", "expected"), [("x", "x"), ("{", "{{0}}"), ("[1", "[1]")], ids=["letter", "brace", "both"]
    )
    def test_makes_no_style_that_the_policy_forbids(self, editor: Editor, text: str, expected: str) -> None:
        """A bracket goes around what is selected, which stays selected; a letter replaces it."""
        before = editor.text
        show(editor.page, "json")
        editor.page.click(".cm-content")
        editor.press("Control+a")
        editor.page.keyboard.type(text)
        expect(editor.page.locator("#card-text")).not_to_have_value(before)

        assert editor.text == expected.replace("{0}", before)
        assert [line for line in editor.complaints if "Security Policy" in line] == []
        editor.press(*["Control+z"] * len(text))
        expect(editor.page.locator("#card-text")).to_have_value(before)


class TestAReference:
    @pytest.mark.parametrize("words", ["self", "$self.pl", "playerUUID of Ability", "$self.playerUUID"])
    def test_is_found_by_what_is_typed(self, editor: Editor, words: str) -> None:
        editor.page.locator("[data-act=pick]").first.press("Enter")
        editor.page.locator("dialog.palette[open] [role=option]").first.wait_for()
        editor.choose(words)

        assert '"ask": "$self.playerUUID"' in editor.text

    def test_is_written_as_typed_where_none_is_known(self, editor: Editor) -> None:
        editor.page.locator("[data-act=pick]").first.press("Enter")
        editor.page.locator("dialog.palette[open] [role=option]").first.wait_for()
        editor.choose("$nobody.playerUUID")

        assert '"ask": "$nobody.playerUUID"' in editor.text


class TestTheNameOfThePage:
    def test_follows_the_name_of_the_card(self, editor: Editor) -> None:
        heading = editor.page.locator("h1")
        expect(heading).to_have_text("Typing")
        editor.page.get_by_label("Name", exact=True).first.fill("Renamed")

        expect(heading).to_have_text("Renamed")
        show(editor.page, "json")
        editor.page.click(".cm-content")
        editor.press("Control+a", "x")
        expect(editor.page.locator("[data-problem-count]").first).to_have_text("1")
        expect(heading).to_have_text("Renamed")
