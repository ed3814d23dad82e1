"""The bots of a game by the names that commands, replay files and previews call them."""

from __future__ import annotations

from engine.bots.bounds import Bounds
from engine.bots.learned import Learned, learned
from engine.bots.lookahead import LookaheadBot
from engine.bots.players import Bot, GreedyBot, random_bot
from engine.bots.standing import Standing
from engine.ruleset import Ruleset


def bots_of(ruleset: Ruleset) -> dict[str, Bot]:
    """Return the bots of a game, the weakest first."""
    knowledge = learned(ruleset.folder)
    return {
        "random": random_bot,
        "greedy": greedy_bot(ruleset, knowledge),
        "lookahead": lookahead_bot(ruleset, knowledge),
    }


def greedy_bot(ruleset: Ruleset, knowledge: Learned, samples: int = 1) -> GreedyBot:
    """Return a new greedy bot as previews have it."""
    return GreedyBot(
        ruleset.evaluate,
        ruleset.candidate_actions,
        samples,
        Standing(ruleset.evaluate, knowledge.standing),
        remembers=ruleset.bots_remember,
        bounds=Bounds(knowledge.bounds),
    )


def lookahead_bot(ruleset: Ruleset, knowledge: Learned) -> LookaheadBot:
    """Return a new look-ahead bot."""
    return LookaheadBot(
        ruleset.evaluate,
        ruleset.candidate_actions,
        standing=Standing(ruleset.evaluate, knowledge.standing),
    )
