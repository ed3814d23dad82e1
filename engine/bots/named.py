"""The bots of a game by the names that commands, replay files and previews call them."""

from __future__ import annotations

from engine.bots.lookahead import LookaheadBot
from engine.bots.players import Bot, GreedyBot, random_bot
from engine.ruleset import Ruleset


def bots_of(ruleset: Ruleset) -> dict[str, Bot]:
    """Return the bots of a game, the weakest first."""
    evaluate, candidate_actions = ruleset.evaluate, ruleset.candidate_actions
    return {
        "random": random_bot,
        "greedy": GreedyBot(evaluate, candidate_actions),
        "lookahead": LookaheadBot(evaluate, candidate_actions),
    }
