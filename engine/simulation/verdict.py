"""What an interval says: the one place where a verdict is made, from the interval alone."""

from __future__ import annotations

VERDICTS = ("stronger", "weaker", "even", "unknown")


def verdict(low: float, high: float, margin: float) -> str:
    """Return `stronger` or `weaker` where the whole interval is on one side of 0, `even` within the margin, else `unknown`.

    Units: any, all three in the same.
    """
    if low > 0:
        return "stronger"
    if high < 0:
        return "weaker"
    return "even" if -margin <= low and high <= margin else "unknown"
