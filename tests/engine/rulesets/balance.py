"""How the shipped set of each game plays: `make balance` runs the measurement of every game, `balance_<game>` beside this file."""

from __future__ import annotations

import sys
from importlib import import_module

from engine.rulesets import names


def main(share: int) -> int:
    """Print the table of each game, for a percentage of its matches; return how many goals are missed."""
    misses = 0
    for name in names():
        print(f"\n{name}\n")
        misses += import_module(f"tests.engine.rulesets.balance_{name}").main(share)
    return misses


if __name__ == "__main__":
    sys.exit(min(main(int(sys.argv[1]) if len(sys.argv) > 1 else 100), 1))
