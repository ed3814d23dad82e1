"""Every code of a card has a page that explains it."""

from __future__ import annotations

import pytest
from django.test import Client

from cards.web.card_codes import CARD_CODES


class TestCardCodes:
    @pytest.mark.parametrize("code", CARD_CODES)
    def test_have_a_page(self, db: None, code: str) -> None:
        page = Client().get(f"/problems/{code}/").content.decode()

        assert CARD_CODES[code].explanation["zh"] in page
