"""Pages of a list: a cursor that says where to go on, a limit, and the next page in body and Link header."""

from collections.abc import Callable, Iterable
from typing import Any
from urllib.parse import urlencode

from django.db.models import QuerySet
from rest_framework.request import Request
from rest_framework.response import Response

from cards.api.base import answer
from cards.errors import InvalidFields
from cards.lookups import search_words
from cards.shape import MAX_PAGE, Json

LIMIT = 50  # entries of a page where none is named
NUMBERS = frozenset({"number", "pk"})  # columns whose values are numbers
DIGITS = 18  # of a number that a column holds
AFTER_LIMIT = 300  # characters of what a page goes on after
FIELDS_LIMIT = 300  # characters of the names of members


def limit_of(request: Request) -> int:
    """Return how many entries are asked for, 1 to 200."""
    value = request.query_params.get("limit", str(LIMIT))
    if not value.isascii() or not value.isdigit() or len(value) > DIGITS or not 1 <= int(value) <= MAX_PAGE:
        raise InvalidFields.of("/limit", f"A whole number from 1 to {MAX_PAGE}.", f"应为 1 到 {MAX_PAGE} 的整数。")
    return int(value)


def after_of(request: Request) -> str:
    """Return the key that the page goes on after."""
    return search_words(request.query_params, "after", AFTER_LIMIT)


def after_number(request: Request) -> int:
    """Return the number that the page goes on after, or 0."""
    value = after_of(request)
    if not value:
        return 0
    if not value.isascii() or not value.isdigit() or len(value) > DIGITS:
        raise InvalidFields.of("/after", "What `next` of a page says.", "应为上一页 `next` 给出的值。")
    return int(value)


def refuse_unknown_filters(request: Request, *names: str) -> None:
    """Refuse a parameter that this list does not have: a misspelt filter must not look like no filter."""
    refuse_unknown(request, "limit", "after", *names)


def refuse_unknown(request: Request, *names: str) -> None:
    """Refuse any other parameter."""
    strange = [name for name in request.query_params if name not in {*names, "format"}]
    if strange:
        known = ", ".join(names)
        raise InvalidFields.of(f"/{strange[0]}", f"Unknown; there are {known}.", f"未知参数；可用的有 {known}。")


def fields_chosen(request: Request, members: Iterable[str]) -> Callable[[Json], Json]:
    """Return what takes the members of an entry that `fields` names, all of them without it. Errors: InvalidFields with the names."""
    text = search_words(request.query_params, "fields", FIELDS_LIMIT)
    members, names = list(members), [name for name in (part.strip() for part in text.split(",")) if name]
    strange = [name for name in names if name not in members]
    if strange:
        known = ", ".join(members)
        raise InvalidFields.of(
            "/fields", f"There is no “{strange[0]}”; there are {known}.", f"没有“{strange[0]}”；可用：{known}。"
        )
    return (lambda entry: {name: entry[name] for name in names}) if names else (lambda entry: entry)


def page_of(request: Request, rows: QuerySet[Any], shape: Callable[[Any], Any], order: str) -> Response:
    """Return one page of rows, in the order of a column: `number`, or `-number` for the newest first."""
    name = order.removeprefix("-")
    after = after_number(request) if name in NUMBERS else after_of(request)
    if after:
        rows = rows.filter(**{f"{name}__{'gt' if name == order else 'lt'}": after})
    limit = limit_of(request)
    page = list(rows[: limit + 1])
    last = str(getattr(page[limit - 1], name)) if len(page) > limit else None
    return list_answer(request, [shape(row) for row in page[:limit]], last)


def sorted_page_of(request: Request, rows: QuerySet[Any], shape: Callable[[Any], Any]) -> Response:
    """Return one page of rows in their own order: `after` is how many come before it."""
    start, limit = after_number(request), limit_of(request)
    page = list(rows[start : start + limit + 1])
    return list_answer(request, [shape(row) for row in page[:limit]], str(start + limit) if len(page) > limit else None)


def list_answer(request: Request, results: list[Any], after: str | None) -> Response:
    """Return the results with the address of the next page, if there is one."""
    if after is None:
        return answer({"results": results, "next": None})
    url = link_to(request, after=after)
    return answer({"results": results, "next": url}, Link=f'<{url}>; rel="next"')


def link_to(request: Request, **changed: str) -> str:
    """Return the address that was asked for with some parameters changed."""
    query = {**request.query_params.dict(), **changed}
    return request.build_absolute_uri(f"{request.path}?{urlencode(query)}")
