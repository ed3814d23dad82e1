"""A new card without the console and without JSON, as one who has never seen the portal makes it: written by a sentence, tried on the board,
played, previewed and sent to review.

Every step presses what the page shows by its words. One game a day walks the whole way; `SAMPLE=0` to `SAMPLE=3` repeat them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

from tests.browser.launching import PREVIEW_PATIENCE
from tests.browser.previewing import end_preview
from tests.sampling import sampled

MAX_ANSWERS = 12
OUTLINE = re.compile("[›·]")  # between the blocks of an offer that a sentence means


@dataclass(frozen=True)
class Walk:
    """The card of one game: its pack, its kind of blank card, its name, the button that begins its rules, and the sentence.

    Shapes: board are the answers that play the card in its first scenario, each by a part of its words; moment is the block into which
            the effects go, where the game asks for one first.
    """

    pack: str
    kind: str
    name: str
    begins: str
    sentence: str
    board: tuple[str, ...]
    moment: str = ""


WALKS = (
    Walk(
        "loom",
        "Treasure",
        "Late Interest",
        "Behaviour",
        "draw 2 cards and gain 1 mana",
        ("Late Interest",),
        "Blank behaviour",
    ),
    Walk(
        "bastion",
        "Unit",
        "Grave Piper",
        "Ability",
        "each time a unit of yours dies this unit gets +1 attack",
        ("Grave Piper", "Alpha, back row"),
    ),
    Walk(
        "seven-dice",
        "Support",
        "Tide Ledger",
        "Skill",
        "at the end of the round draw a card",
        ("Tide Ledger", "End the round"),
    ),
    Walk(
        "marches",
        "Order card",
        "Double Time",
        "Effect",
        "all friendly units gain 1 movement this turn and draw a card",
        ("Double Time",),
    ),
)


def open_editor(page: Page) -> None:
    """Wait until the form of the card that is opening can be used."""
    page.wait_for_selector("html[data-form-ready]", state="attached")


def write(page: Page, walk: Walk) -> None:
    """Make a blank card and write what it does, from the page of its pack."""
    page.goto(f"/packs/{walk.pack}/")
    page.get_by_role("link", name="New card").first.click()
    page.get_by_label("Name", exact=True).fill(walk.name)
    page.get_by_label("A blank card").check()
    page.get_by_label("Kind of card").select_option(label=walk.kind)
    page.get_by_role("button", name="Create card").click()
    open_editor(page)
    page.get_by_role("button", name=walk.begins, exact=True).last.click()
    if walk.moment:
        page.locator("dialog.palette[open] input").fill(walk.moment)
        page.keyboard.press("Enter")
        page.get_by_role("button", name="Effect", exact=True).last.click()
    page.locator("dialog.palette[open] input").fill(walk.sentence)
    expect(page.locator("dialog.palette[open] [role=option]").first).to_contain_text(OUTLINE)
    page.keyboard.press("Enter")
    expect(page.get_by_text("No problems").last).to_be_visible()


def try_on_the_board(page: Page, walk: Walk) -> None:
    """Play the card in a scenario on the board, and expect all that it changed."""
    page.get_by_role("tab", name="Scenarios").click()
    page.get_by_label("Name of the new scenario").fill("does what it says")
    page.get_by_role("button", name="New scenario").click()
    page.get_by_role("link", name="Go on: what is done").click()
    for words in walk.board:
        page.locator("#work button[data-option]", has_text=words).first.click()
    page.get_by_role("link", name="Go on: what must hold").click()
    page.get_by_role("button", name="Expect all of these").click()
    expect(page.locator("main header, main .pagehead").first).to_contain_text("passed")


def play(page: Page, walk: Walk) -> None:
    """Play a hand with the card against a bot until it is the bot's turn no more than once."""
    page.locator("main nav a, .crumbs a").first.click()
    open_editor(page)
    page.get_by_role("link", name="Play a hand").click()
    expect(page.locator(".tile", has_text=walk.name).first).to_be_visible()
    for _ in range(MAX_ANSWERS):
        own = page.locator("#ask li button[data-option]", has_text=walk.name)
        options = own if own.count() else page.locator("#ask li button[data-option]")
        is_own = own.count() > 0
        with page.expect_navigation():
            (options.first if options.count() else page.locator("#ask button.btn--primary")).click()
        expect(page.locator("[role=alert]")).to_have_count(0)
        if is_own:
            break
    expect(page.get_by_role("button", name=re.compile("Save as scenario"))).to_be_visible()


def preview_and_send(page: Page) -> None:
    """Start a preview, save a version and request its review."""
    page.get_by_role("link", name="Open the card").click()
    open_editor(page)
    editor = page.url
    page.get_by_role("button", name="Preview", exact=True).first.click()
    page.wait_for_url("**/previews/**", timeout=PREVIEW_PATIENCE)
    end_preview(page)
    page.goto(editor)
    open_editor(page)
    page.get_by_role("button", name="Save version").first.click()
    page.keyboard.type("First try")
    page.locator("dialog[open]").get_by_role("button", name="Save version").click()
    page.get_by_role("link", name="Request review").first.click()
    page.get_by_role("button", name="Request review").click()
    page.wait_for_url("**/reviews/**")


@pytest.mark.parametrize("walk", sampled(WALKS, of=len(WALKS)), ids=lambda walk: walk.pack)
def test_a_card_is_written_tried_played_previewed_and_sent(designer: Page, walk: Walk) -> None:
    write(designer, walk)
    try_on_the_board(designer, walk)
    play(designer, walk)
    preview_and_send(designer)

    expect(designer.locator("main h1")).to_contain_text(walk.name)
    expect(designer.locator("main")).to_contain_text("does what it says")
