"""Every code of a card has a page that explains it."""

from __future__ import annotations

import pytest
from django.test import Client

from cards.web.card_codes import card_codes


class TestCardCodes:
    @pytest.mark.parametrize("code", card_codes())
    def test_have_a_page(self, db: None, code: str) -> None:
        page = Client().get(f"/problems/{code}/").content.decode()

        assert card_codes()[code].explanation["zh"] in page
