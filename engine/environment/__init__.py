"""Matches as environments for learners: PettingZoo's turns among several agents, and Gymnasium's for one seat against bots.

An extra: it needs the packages of `cardloom[environment]`, and neither portal nor commands import it.

- `table`: what a seat sees, as numbers of a fixed shape, for any game. `seats`: all seats as agents. `alone`: one seat, the others by a bot.
"""

from engine.environment.alone import SeatEnv
from engine.environment.seats import MatchEnv, env

__all__ = ["MatchEnv", "SeatEnv", "env"]
