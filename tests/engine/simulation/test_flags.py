"""A flag says what an interval says, in the same signs as the headline."""

from __future__ import annotations

import pytest

from engine.simulation.report import flag

WORDS = ("Weaker by more than the margin", "减弱超出容差")


class TestAFlag:
    @pytest.mark.parametrize(
        ("direction", "shown"),
        [("down", "−11.8 pp [−17.6, −6.0], limit −2 pp"), ("up", "+11.8 pp [+6.0, +17.6], limit 2 pp")],
    )
    def test_shows_a_decrease_with_a_minus(self, direction: str, shown: str) -> None:
        found = flag("beyondMargin", (11.8, 6.0, 17.6), 2.0, "pp", WORDS, direction=direction)

        assert found["raised"]
        assert found["text"]["en"] == f"Weaker by more than the margin: {shown}"
