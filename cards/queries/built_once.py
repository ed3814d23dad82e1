"""Queries that are built once and copy_of_query for each request, where to build one takes longer than to run it."""

from collections.abc import Callable, Hashable
from functools import lru_cache, wraps
from threading import get_ident
from typing import TypeVar

from django.db.models import Model, QuerySet

CACHE_SIZE = 256  # queries of each function

Key = TypeVar("Key", bound=Hashable)
Row = TypeVar("Row", bound=Model)


def built_once(build: Callable[[Key], QuerySet[Row]]) -> Callable[[Key], QuerySet[Row]]:
    """Return a function that builds a query once for a key and returns copies of it.

    Each thread keeps its own: copies share their subqueries, and Django counts references in those while it compiles them.
    """

    @lru_cache(maxsize=CACHE_SIZE)
    def cached(key: Key, thread: int) -> QuerySet[Row]:
        return build(key)

    @wraps(build)
    def copy_of_query(key: Key) -> QuerySet[Row]:
        return cached(key, get_ident()).all()

    return copy_of_query
