"""What the engine's codes for problems of cards mean; the texts are the engine's own and those that games declare."""

from collections.abc import Mapping

from cards.gateway import rulesets
from cards.values import frozen_dataclass

Text = Mapping[str, str]


@frozen_dataclass
class CardCode:
    """One code: its title and its remedy."""

    title: Text
    explanation: Text


def card_codes() -> Mapping[str, CardCode]:
    """Return every code, those of the games on the search path included."""
    return {
        code: CardCode(meaning.title._asdict(), meaning.remedy._asdict())
        for code, meaning in rulesets.problem_codes().items()
    }
