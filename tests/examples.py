"""How many examples of a law are tried: a fourth in the suite, all of them by `make laws`."""

from __future__ import annotations

import os
from typing import Final

LEAST: Final = 25


IS_WHOLE = os.environ.get("LAWS") == "all"


def some_of(examples: int) -> int:
    """Return how many of a law's examples this run tries: all where the environment says LAWS=all, else a fourth."""
    return examples if IS_WHOLE else max(LEAST, examples // 4)
