"""How far a match is, and which form of a card it is played with, in words."""

from cards.localization import localize
from cards.models import Match
from cards.models.match import DRAW


def stand_in_words(match: Match) -> str:
    """Return how far a match is, as its player looks at it."""
    if not match.is_over:
        return localize("round {round}", "第 {round} 轮", round=match.rounds)
    if match.winner is None:
        return localize("stopped in round {round}", "在第 {round} 轮中止", round=match.rounds)
    if match.winner == DRAW:
        return localize("a draw in round {round}", "第 {round} 轮平局", round=match.rounds)
    if match.winner == match.origin["seat"]:
        return localize("won in round {round}", "第 {round} 轮获胜", round=match.rounds)
    return localize("lost in round {round}", "第 {round} 轮落败", round=match.rounds)


def card_form(match: Match) -> str:
    """Return in which form a match has the card."""
    version, revision = match.origin.get("version"), match.origin.get("revision")
    if version is not None:
        return localize("version v{number}", "版本 v{number}", number=version)
    return localize("draft r{number}", "草稿 r{number}", number=revision) if revision is not None else ""
