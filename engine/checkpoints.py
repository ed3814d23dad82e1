"""Where long work may be stopped from outside: a caller hands in what is called again and again on the way.

The engine knows no clock. It calls `checkpoint()` where work grows with what an author wrote, for each node, card or edit; what the caller's
function raises goes through to the caller. Without a caller's function nothing happens.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

Check = Callable[[], None]
_check: ContextVar[Check | None] = ContextVar("check", default=None)


def checkpoint() -> None:
    """Give the caller a point at which to stop the work."""
    check = _check.get()
    if check is not None:
        check()


@contextmanager
def checked_by(check: Check) -> Iterator[None]:
    """Call a function at each checkpoint of this thread."""
    token = _check.set(check)
    try:
        yield
    finally:
        _check.reset(token)
