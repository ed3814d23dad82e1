"""A flag says what an interval says, in the same signs as the headline."""

from __future__ import annotations

import pytest

from engine.cardset import shipped
from engine.ruleset import Ruleset
from engine.rulesets import find
from engine.simulation import preview_chunk, preview_merge, preview_plan
from engine.simulation.interim_results import Facts
from engine.simulation.presets import secondary_critical
from engine.simulation.report import flag, flag_intervals, flags
from tests.engine.simulation.experiments import bolt, plan
from tests.sampling import sampled

WORDS = ("Weaker by more than the margin", "减弱超出容差")


class TestAFlag:
    @pytest.mark.parametrize(
        ("direction", "text"),
        [("down", "−11.8 pp [−17.6, −6.0], limit −2 pp"), ("up", "+11.8 pp [+6.0, +17.6], limit 2 pp")],
    )
    def test_shows_a_decrease_with_a_minus(self, direction: str, text: str) -> None:
        matching_flag = flag("beyondMargin", (11.8, 6.0, 17.6), 2.0, "pp", WORDS, direction=direction)

        assert matching_flag["raised"]
        assert matching_flag["text"]["en"] == f"Weaker by more than the margin: {text}"


GAMES = ("wizards", "halo", "genius", "encounter")
ALONE = {"beyondMargin", "autoInclude"}
"""Flags of the headline's own interval."""


def sample(ruleset: Ruleset) -> list[dict[str, object]]:
    """Return every eightieth card of a game's shipped set, others each day."""
    return sampled([document for document, _ in shipped(ruleset.folder)][::20], of=4)


class TestAllFlagsOfACard:
    @pytest.mark.parametrize("name", GAMES)
    def test_are_counted_before_their_error_is_split(self, name: str) -> None:
        ruleset = find(name)
        for card in sample(ruleset):
            spec = preview_plan(
                ruleset, candidate=card, baseline=None, pool=shipped(ruleset.folder), preset="smoke", bots=("random",)
            )
            result = preview_chunk(ruleset, spec | {"ends": [4]}, 0)
            facts = Facts(ruleset.of_pack((*spec["cards"], card)), spec, result["counts"], 1, None)
            raised_flags = [each for each in flags(facts) if each["id"] not in ALONE]

            family = flag_intervals(facts.ruleset, card, spec["layout"])
            assert spec["secondary"]["flags"] == secondary_critical(family)
            assert len(raised_flags) <= family

    def test_change_at_looks_alone(self) -> None:
        spec = plan(bolt(9), bolt(7)) | {"pilot": 4, "ends": [4, *range(5, 60)]}
        played = [preview_chunk(find("wizards"), spec, no) for no in range(6)]

        before, after = (preview_merge(find("wizards"), spec, played[:n]) for n in (5, 6))

        assert (before["n"]["blocks"], after["n"]["blocks"], before["change"]["look"]) == (8, 9, 1)
        assert (after["change"]["look"], after["flags"]) == (1, before["flags"])


class TestAStyleThatCarriesTheChange:
    @pytest.mark.parametrize(("blocks", "flagged"), [(2, False), (400, True)])
    def test_is_not_flagged_from_two_blocks(self, blocks: int, *, flagged: bool) -> None:
        ruleset, spec = find("wizards"), plan(bolt(9), bolt(7))
        first, second = (opponent["id"] for opponent in spec["layout"]["opponents"][:2])
        pairs = {f"{first}:{first}": {"2": blocks}, f"{second}:{second}": {"-2": blocks}}
        facts = Facts(ruleset, spec, {"pairs": pairs, "blocks": 2 * blocks}, 8, None)

        assert any(opponent["id"] == "oneOpponent" and opponent["raised"] for opponent in flags(facts)) is flagged
