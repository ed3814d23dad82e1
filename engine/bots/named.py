"""The bots of a game by the names that commands, replay files and previews call them."""

from __future__ import annotations

from engine.bots.lookahead import LookaheadBot
from engine.bots.players import Bot, GreedyBot, random_bot
from engine.bots.standing import Standing, learned
from engine.ruleset import Ruleset


def bots_of(ruleset: Ruleset) -> dict[str, Bot]:
    """Return the bots of a game, the weakest first."""
    evaluate, candidate_actions, standings = ruleset.evaluate, ruleset.candidate_actions, learned(ruleset.folder)
    return {
        "random": random_bot,
        "greedy": GreedyBot(
            evaluate, candidate_actions, standing=Standing(evaluate, standings), remembers=ruleset.bots_remember
        ),
        "lookahead": LookaheadBot(evaluate, candidate_actions, standing=Standing(evaluate, standings)),
    }
