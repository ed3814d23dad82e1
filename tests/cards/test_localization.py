"""A text in the language of the request, with its places filled."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils.translation import override

from cards.localization import localize, localize_lazy


class TestLocalize:
    def test_chooses_the_language_of_the_request(self) -> None:
        label = localize_lazy("Saved", "已保存")
        texts = []
        for language in ("en", "zh-hans", None):
            with override(language):
                texts.append((localize("Saved", "已保存"), str(label)))

        assert texts == [("Saved", "Saved"), ("已保存", "已保存"), ("Saved", "Saved")]

    @pytest.mark.parametrize(
        ("text", "params", "expected"),
        [
            ("{n:card is|cards are} changed.", {"n": 0}, "0 cards are changed."),
            ("{n:card is|cards are} changed.", {"n": 1}, "1 card is changed."),
            ("{n:card|cards}", {"n": "1"}, "1 card"),
            ("{n:card|cards}", {"n": "1,001"}, "1,001 cards"),
            ("Choose: {name:lower}…", {"name": "Target"}, "Choose: target…"),
            ("{share:.1f}% of {name}", {"share": 2, "name": "{n} %s"}, "2.0% of {n} %s"),
            ("even is 50% {", {}, "even is 50% {"),
        ],
    )
    def test_fills_places(self, text: str, params: dict[str, Any], expected: str) -> None:
        assert localize(text, "", **params) == expected

    def test_raises_where_a_parameter_is_missing(self) -> None:
        with pytest.raises(KeyError):
            localize("{name} of {card}", "", name="Cost")
