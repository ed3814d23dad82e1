"""One deterministic, immutable, event-driven card-game kernel, its effect language and its games."""

from typing import Final

from engine.builds import choose

VERSION: Final = "1.0.0"
BUILD: Final = choose()
"""`compiled` where `make accelerate` has compiled exactly these files, else `python`."""
