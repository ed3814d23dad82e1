"""How far a match is, and which form of a card it is played with, in words."""

from cards.gateway import previews
from cards.localization import localize
from cards.models import Match
from cards.models.match import ALONE, DRAW
from cards.services.match_choice import choice_of


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


def against_in_words(match: Match) -> str:
    """Return against whom a match is played."""
    origin = match.origin
    if origin.get("shared"):
        return localize("a person", "另一位玩家")
    if origin.get("bot") == ALONE:
        return localize("oneself", "自己")
    skill = choice_of(origin).skill
    title = next((title for name, title, _ in previews.SKILLS if name == skill), None)
    words = localize(*title) if title is not None else skill
    return localize("bot: {skill}", "机器人：{skill}", skill=words)


def card_form(match: Match) -> str:
    """Return in which form a match has the card."""
    version, revision = match.origin.get("version"), match.origin.get("revision")
    if version is not None:
        return localize("version v{number}", "版本 v{number}", number=version)
    return localize("draft r{number}", "草稿 r{number}", number=revision) if revision is not None else ""
