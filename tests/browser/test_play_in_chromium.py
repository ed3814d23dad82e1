"""Playing a hand in a real browser: each answer is stored, a reload changes nothing, and the file of the match is verified by the engine."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

ANSWERS = 3


def answer(page: Page) -> None:
    """Give the first answer that is offered, or let the bots go on."""
    options = page.locator("#ask li button[data-option]")
    with page.expect_navigation():
        (options.first if options.count() else page.locator("#ask button.btn--primary")).click()


class TestAHand:
    @pytest.mark.parametrize(
        ("pack", "card"),
        [("loom", "loom.treasure.common.brush_fire"), ("bastion", "AEG-001"), ("marches", "encounter.order.bolt")],
    )
    def test_goes_on_with_each_answer_and_is_verified_as_a_file(
        self, designer: Page, tmp_path: Path, pack: str, card: str
    ) -> None:
        designer.goto(f"/packs/{pack}/cards/{card}/play/")
        marks = []
        for _ in range(ANSWERS):
            answer(designer)
            expect(designer.locator("[role=alert]")).to_have_count(0)
            marks.append(designer.locator("#ask input[name=etag]").input_value())
        designer.reload()

        assert len(set(marks)) == ANSWERS, "an answer was not taken"
        expect(designer.locator("#ask input[name=etag]")).to_have_value(marks[-1])
        with designer.expect_download() as download:
            designer.click("button[name=download]")
        file = tmp_path / "match.json"
        download.value.save_as(file)
        ran = subprocess.run(
            [sys.executable, "-m", "engine", "replay", str(file)], capture_output=True, text=True, check=False
        )
        assert ran.returncode == 0, ran.stdout + ran.stderr


CELLS = """() => [...document.querySelectorAll(".bcell")].map((cell) => {
  const inner = cell.querySelector(".bcell__in").getBoundingClientRect(), style = getComputedStyle(cell);
  const edges = parseFloat(style.borderLeftWidth) + parseFloat(style.borderRightWidth);
  return [Math.round(cell.getBoundingClientRect().width - inner.width - edges), parseFloat(style.borderBottomWidth) > 0];
})"""


BUTTON_OVERFLOW = """() => [...document.querySelectorAll(".ptable button, .ptable summary")].filter((button) => {
  const box = button.closest(".tile")?.getBoundingClientRect(), own = button.getBoundingClientRect();
  return box && own.height && (own.bottom > box.bottom + 1 || own.right > box.right + 1);
}).map((button) => button.textContent)"""


class TestTheHand:
    def test_has_every_button_of_its_cards_on_every_screen(self, designer: Page) -> None:
        designer.goto("/packs/bastion/cards/AEG-001/play/")
        for width in (390, 1440):
            designer.set_viewport_size({"width": width, "height": 844})
            expect(designer.locator(".ptable__hand .tile__acts button").first).to_be_visible()
            assert designer.evaluate(BUTTON_OVERFLOW) == []


class TestTheGrid:
    def test_fills_every_cell_and_draws_its_lower_line(self, designer: Page) -> None:
        designer.goto("/packs/marches/cards/encounter.unit.hunter/play/")

        found = designer.evaluate(CELLS)
        assert len(found) >= 40
        assert [cell for cell in found if cell != [0, True]] == []

    def test_shows_beside_it_the_unit_that_is_looked_at(self, designer: Page) -> None:
        designer.goto("/packs/marches/cards/encounter.unit.hunter/play/")
        cells = designer.locator(".bcell[data-id]")
        for place in (0, cells.count() - 1):
            cells.nth(place).click()
            pane = designer.locator("[data-looked] .unit")
            expect(pane).to_have_attribute("data-id", cells.nth(place).get_attribute("data-id") or "")
            name = pane.locator("b").first.inner_text()
            assert name in (cells.nth(place).get_attribute("aria-label") or "")

    def test_comes_right_below_the_question_on_a_narrow_screen(self, designer: Page) -> None:
        designer.set_viewport_size({"width": 390, "height": 844})
        designer.goto("/packs/marches/cards/encounter.unit.hunter/play/")

        tops = [designer.locator(each).first.bounding_box() for each in ("#ask", ".board", ".steps")]
        assert [box["y"] for box in tops if box] == sorted(box["y"] for box in tops if box)
        board, ask = tops[1], tops[0]
        assert board and ask and board["y"] - (ask["y"] + ask["height"]) < 40
        assert designer.evaluate("document.documentElement.scrollWidth") <= 390
