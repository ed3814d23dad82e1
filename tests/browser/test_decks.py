"""Decks in Chromium: built with the keyboard, taken back, in conflict, without script, and sound for axe."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.addresses import shown_on
from tests.browser.launching import patient_context
from tests.browser.people import look, sign_in
from tests.stack import Stack

DECKS = "/packs/bastion/decks/"
SCREENS = [(1440, "light", "en"), (1440, "dark", "zh"), (1024, "dark", "en"), (390, "light", "zh")]
COUNT = "#deck-h + .chip"

Open = Callable[[str], Page]


@pytest.fixture
def page(open_as: Open, console: list[str]) -> Iterator[Page]:
    """A page in which a designer is signed in."""
    session = open_as("designer")
    session.on("console", lambda message: console.append(f"{session.url} {message.type}: {message.text}"))
    session.on("pageerror", lambda error: console.append(f"{session.url} {error}"))
    yield session
    look(session, 1440, "light", "en")


def new_deck(page: Page, deck_id: str) -> str:
    """Make an empty deck by its form, and return its address."""
    page.goto(f"{DECKS}new/")
    page.fill("#empty_deck_id", deck_id)
    page.press("#empty_deck_id", "Enter")
    page.wait_for_url(re.compile(r"/decks/\d+/$"))
    return page.url


class TestTheBuilder:
    @pytest.mark.slow
    def test_is_sound_on_every_screen(self, page: Page, console: list[str]) -> None:
        url = new_deck(page, "sound")
        page.fill(
            "#deck-text", '{"deckId": "sound", "cards": [{"id": "VLT-001", "count": 5}, {"id": "NO-1", "count": 1}]}'
        )
        page.click("button[value=text]")
        expect(page.locator(".dc.is-err")).to_have_count(2)
        findings: list[str] = []
        for screen, (width, theme, language) in enumerate(SCREENS):
            look(page, width, theme, language)
            for address in shown_on(screen, (url, f"{url}?q=no+such+card", DECKS, f"{DECKS}new/")):
                page.goto(address)
                page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
                violations = Axe().run(page).response["violations"]
                findings += [f"{address} {each['id']}: {each['nodes'][0]['html'][:160]}" for each in violations]
                if page.evaluate("document.documentElement.scrollWidth") > width:
                    findings.append(f"{address} is too wide for {width}")

        assert (findings, console) == ([], [])

    def test_is_worked_by_keyboard_alone(self, page: Page, console: list[str]) -> None:
        new_deck(page, "by-keyboard")
        page.keyboard.press("/")
        page.keyboard.type("vigil mote")
        page.keyboard.press("Enter")
        expect(page.locator(COUNT)).to_have_text("1 / 40")
        page.keyboard.press("Enter")
        expect(page.locator(COUNT)).to_have_text("2 / 40")
        page.keyboard.press("Shift+Enter")
        expect(page.locator(COUNT)).to_have_text("1 / 40")
        assert page.evaluate("document.activeElement.id") == "pool-q"

        page.focus("#count-line-cards-VLT-001")
        page.keyboard.press("Control+A")
        page.keyboard.type("5")
        page.keyboard.press("Enter")
        expect(page.locator("#line-cards-VLT-001 .fielderr")).to_have_text(
            "5 copies of VLT-001 are too many; 3 are allowed."
        )
        expect(page.locator("#deck-status")).to_contain_text("The deck has 5 cards.")
        page.focus("#less-line-cards-VLT-001")
        for _ in range(2):
            page.keyboard.press("Enter")
        expect(page.locator(COUNT)).to_have_text("3 / 40")

        assert page.evaluate("document.activeElement.id") == "less-line-cards-VLT-001"
        assert console == []

    def test_takes_back_and_does_again(self, page: Page) -> None:
        new_deck(page, "undone")
        for expected in ("1 / 40", "2 / 40", "3 / 40"):
            page.click("#add-cards-AEG-001")
            expect(page.locator(COUNT)).to_have_text(expected)
        for expected in ("2 / 40", "1 / 40"):
            page.click("#deck-undo")
            expect(page.locator(COUNT)).to_have_text(expected)
        page.click("#deck-redo")
        expect(page.locator(COUNT)).to_have_text("2 / 40")
        page.click("#add-cards-AEG-002")
        expect(page.locator("#deck-redo")).to_be_hidden()
        page.click("#deck-undo")
        expect(page.locator("#line-cards-AEG-001 input")).to_have_value("2")
        expect(page.locator("#line-cards-AEG-002")).to_have_count(0)

    def test_sends_quick_changes_one_after_the_other(self, page: Page) -> None:
        new_deck(page, "quick")
        page.evaluate("for (let n = 0; n < 6; n += 1) document.getElementById('add-cards-AEG-001').click()")

        expect(page.locator(COUNT)).to_have_text("6 / 40")

    def test_keeps_the_text_of_the_file_while_lines_change(self, page: Page) -> None:
        new_deck(page, "typed")
        page.fill("#deck-text", "half a thou")
        page.click("#add-cards-AEG-001")
        expect(page.locator(COUNT)).to_have_text("1 / 40")

        assert page.input_value("#deck-text") == "half a thou"

    def test_leaves_the_focus_in_the_field_where_a_person_types_when_a_late_answer_refuses(self, page: Page) -> None:
        """Keys and what is pasted would go to the problem instead; it takes the focus where the person waits for it."""
        new_deck(page, "late")
        page.click("#add-cards-AEG-001")
        expect(page.locator(COUNT)).to_have_text("1 / 40")
        late: list[Route] = []

        def delay(route: Route) -> None:
            late.append(route)

        page.route("**/decks/*/", delay)
        page.fill("#count-line-cards-AEG-001", "many")
        with page.expect_request(lambda request: request.method == "POST"):
            page.focus("#deck-text")
        page.fill("#deck-text", "before")
        late.pop().continue_()
        summary = page.locator("[data-error-summary]")
        expect(summary).to_be_visible()
        page.keyboard.type(" and after")

        expect(page.locator("#deck-text")).to_have_value("before and after")
        field = page.locator("#count-line-cards-AEG-001")
        field.fill("some")
        with page.expect_request(lambda request: request.method == "POST"):
            field.blur()
        field.focus()
        late.pop().continue_()
        page.unroute_all()
        expect(page.locator("#deck-work[aria-busy]")).to_have_count(0)
        expect(field).to_be_focused()
        page.fill("#count-line-cards-AEG-001", "more")
        page.press("#count-line-cards-AEG-001", "Enter")
        expect(summary).to_be_focused()

    def test_keeps_a_refused_number_while_other_lines_change(self, page: Page) -> None:
        new_deck(page, "refused")
        page.click("#add-cards-AEG-001")
        page.click("#add-cards-AEG-002")
        expect(page.locator(COUNT)).to_have_text("2 / 40")
        first_line, second_line = (page.locator(f"#count-line-cards-{card}") for card in ("AEG-001", "AEG-002"))
        first_line.fill("many")
        first_line.press("Enter")
        expect(page.locator("[data-error-summary]")).to_be_visible()
        second_line.fill("3")
        second_line.press("Enter")

        expect(page.locator(COUNT)).to_have_text("4 / 40")
        expect(first_line).to_have_value("many")
        expect(first_line).to_have_attribute("aria-invalid", "true")
        page.click("#more-line-cards-AEG-001")
        expect(first_line).to_have_value("2")

    def test_offers_my_change_in_theirs(self, page: Page, open_as: Open) -> None:
        url = new_deck(page, "shared")
        other_session = open_as("admin")
        other_session.goto(url)
        other_session.click("#add-cards-AEG-002")
        expect(other_session.locator(COUNT)).to_have_text("1 / 40")
        page.click("#add-cards-AEG-001")
        expect(page.locator("#deck-mine")).to_be_visible()
        expect(page.locator("#line-cards-AEG-002")).to_be_visible()
        page.click("#deck-mine")

        expect(page.locator(COUNT)).to_have_text("2 / 40")
        expect(page.locator("#deck-mine")).to_have_count(0)


class TestWithoutScript:
    def test_a_deck_is_built_by_forms(self, browser: Browser, stack: Stack) -> None:
        context = patient_context(browser, stack.url, java_script_enabled=False)
        page = context.new_page()
        sign_in(page, stack, "designer")
        new_deck(page, "plain")
        page.fill("#pool-q", "守夜")
        page.press("#pool-q", "Enter")
        page.click("#add-cards-VLT-001")
        page.fill("#count-line-cards-VLT-001", "4")
        page.press("#count-line-cards-VLT-001", "Enter")
        expect(page.locator(COUNT)).to_have_text("4 / 40")
        expect(page.locator(".dc .fielderr")).to_have_text("4 copies of VLT-001 are too many; 3 are allowed.")
        page.click("#deck-undo")
        expect(page.locator(COUNT)).to_have_text("1 / 40")
        context.close()
