"""Long lists in pages: `?page=2`, with a name of its own for a second list of the same page."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from django.db.models import QuerySet
from django.http import QueryDict

from cards.values import frozen_dataclass

PAGE_SIZE = 50
LAST_PAGE = 100_000


@frozen_dataclass
class Paged:
    """One page of rows and the way to its neighbours."""

    rows: list[Any]
    match_count: int
    page: int
    pages: int
    previous_url: str
    next_url: str


def page_number(asked: QueryDict, name: str = "page") -> int:
    """Return which page is asked for; the first, where that is no number."""
    text = asked.get(name, "")
    return min(int(text), LAST_PAGE) if text.isascii() and text.isdigit() and len(text) < 7 and int(text) else 1


def paged(rows: QuerySet[Any], params: QueryDict, size: int = PAGE_SIZE, name: str = "page") -> Paged:
    """Return the page of a queryset that a parameter of the query string asks for."""
    return paged_of(rows.count(), lambda start, end: list(rows[start:end]), params, size, name)


def paged_of(
    count: int, read: Callable[[int, int], list[Any]], params: QueryDict, size: int = PAGE_SIZE, name: str = "page"
) -> Paged:
    """Return the page of `count` rows that a parameter of the query string asks for; `read` returns a range of them."""
    pages = max(1, -(-count // size))
    page = min(page_number(params, name), pages)
    return Paged(
        rows=read((page - 1) * size, page * size),
        match_count=count,
        page=page,
        pages=pages,
        previous_url=page_url(params, page - 1, name) if page > 1 else "",
        next_url=page_url(params, page + 1, name) if page < pages else "",
    )


def page_url(asked: QueryDict, page: int, name: str = "page") -> str:
    """Return the address of another page of the same list."""
    kept = [(key, value) for key, values in asked.lists() if key != name for value in values if value]
    return "?" + urlencode([*kept, (name, str(page))])
