"""What the filters of a list of cards offer."""

from __future__ import annotations

import pytest

from cards.gateway import rulesets
from cards.gateway.fields import card_fields
from cards.web.facets import choices_of

GAMES = tuple(info.name for info in rulesets.rulesets())


class TestChoices:
    @pytest.mark.parametrize("game", GAMES)
    def test_begin_with_a_capital_letter_as_labels_do(self, game: str) -> None:
        fields = [field for field in card_fields(game) if field.options]
        said = [name for field in fields for _, name in choices_of(field)]

        assert said and [name for name in said if name[:1].islower()] == []
