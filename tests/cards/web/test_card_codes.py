"""Every code of a card has a page that explains it."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils.html import escape

from cards.web.card_codes import card_codes


class TestCardCodes:
    @pytest.mark.parametrize("code", card_codes())
    def test_have_a_page(self, db: None, code: str) -> None:
        page = Client().get(f"/help/problems/{code}/").content.decode()

        assert escape(card_codes()[code].title["zh"]) in page
        assert escape(card_codes()[code].title["en"]) in page

    @pytest.mark.parametrize("address", ["/problems/E-PATH/", "/problems/stale/", "/problems/"])
    def test_keep_the_addresses_that_documents_name(self, db: None, address: str) -> None:
        answer = Client().get(address)

        assert (answer.status_code, answer.headers["Location"]) == (301, f"/help{address}")
