"""Playing a hand in a real browser: the answers travel with the form, and the file of the match is verified by the engine."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

ANSWERS = 7  # more than one, so that the form sends several lines


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
        lines = designer.locator("#ask textarea[name=answers]")
        before = -1
        for _ in range(ANSWERS):
            given = len(lines.input_value().splitlines())
            assert given > before, "the match started over"
            before = given
            answer(designer)
            expect(designer.locator("[role=alert]")).to_have_count(0)

        with designer.expect_download() as download:
            designer.click("button[name=download]")
        file = tmp_path / "match.json"
        download.value.save_as(file)
        ran = subprocess.run(
            [sys.executable, "-m", "engine", "replay", str(file)], capture_output=True, text=True, check=False
        )
        assert ran.returncode == 0, ran.stdout + ran.stderr
