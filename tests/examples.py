"""How many examples of a law are tried: a fourth in the suite, fewer where one takes long, all of them by `make laws`."""

from __future__ import annotations

import os
from typing import Final

MIN_EXAMPLES: Final = 25


IS_WHOLE = os.environ.get("LAWS") == "all"


def some_of(examples: int, *, part: int = 4, minimum: int = MIN_EXAMPLES) -> int:
    """Return how many of a law's examples this run tries: all where the environment says LAWS=all, else one in `part`."""
    return examples if IS_WHOLE else max(minimum, examples // part)
