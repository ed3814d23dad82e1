"""Every code that the engine may give a card is explained, and nothing that it never gives."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.test import Client

from cards.web.card_codes import CARD_CODES

ENGINE = Path(__file__).resolve().parents[3] / "engine"


def given() -> set[str]:
    """Return the codes that stand in the engine's sources."""
    return {
        code for file in ENGINE.rglob("*.py") for code in re.findall(r"""["']([EW]-[A-Z]+)["']""", file.read_text())
    }


class TestCardCodes:
    def test_are_those_of_the_engine(self) -> None:
        assert set(CARD_CODES) == given()

    def test_are_explained_in_both_languages(self) -> None:
        lacking = [
            code for code, it in CARD_CODES.items() for text in (it.title, it.explanation) if set(text) != {"en", "zh"}
        ]

        assert lacking == []

    @pytest.mark.parametrize("code", CARD_CODES)
    def test_have_a_page(self, db: None, code: str) -> None:
        page = Client().get(f"/problems/{code}/").content.decode()

        assert CARD_CODES[code].explanation["zh"] in page
