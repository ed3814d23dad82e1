"""What the engine's codes for problems of cards mean; the texts are the engine's own (`engine/language/diagnostics/codes.py`)."""

from collections.abc import Mapping
from dataclasses import dataclass

from cards import gateway

Text = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class CardCode:
    """One code: what is wrong, and what now."""

    title: Text
    explanation: Text


CARD_CODES: Mapping[str, CardCode] = {
    code: CardCode(meaning.title._asdict(), meaning.remedy._asdict())
    for code, meaning in gateway.problem_codes().items()
}
