"""Coroutines in tests: a browser's tests leave an event loop in the thread of the tests that follow them."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")
BOUND = 30
"""Seconds that only a fault reaches."""


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine to its end in a thread of its own, and return what it returns."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, asyncio.wait_for(work, BOUND)).result()
