"""Look up rows, and the names to look them up by: a long name is hashed, never cut, since two of them would become one."""

import hashlib
import re
from collections.abc import Mapping
from typing import Any, TypeVar

from django.db.models import QuerySet

from cards.errors import InvalidFields, NotFound

Row = TypeVar("Row")

WORDS_LIMIT = 200  # characters of what is searched for
_TAG = re.compile(r'(?:W/)?"([^"]*)"')
_BETWEEN = re.compile(r"[ \t,]*")


def first_or_not_found(rows: QuerySet[Any, Row]) -> Row:
    """Return the first row of a query.

    Errors: NotFound where there is none.
    """
    row = rows.first()
    if row is None:
        raise NotFound()
    return row


def fitting_key(text: str, limit: int) -> str:
    """Return a text where it fits a column, and its hash where it does not.

    Units: limit in characters, at least 71.
    """
    return text if len(text) <= limit else f"sha256:{hashlib.sha256(text.encode()).hexdigest()}"


def fitting_name(text: str, limit: int) -> str:
    """Return a name where it fits a column; of a longer one the beginning and a part of its hash, so that two stay two."""
    return text if len(text) <= limit else f"{text[: limit - 18]}… {hashlib.sha256(text.encode()).hexdigest()[:16]}"


def tags_named(header: str | None) -> list[str]:
    """Return the ETags that a header or a form names, without quotes; a form names one as it is. An asterisk stands for any.

    A tag of the portal that a proxy weakened when it compressed the answer names the same state: `W/"r5-9f2c41aa"`.
    Source: RFC 9110, sections 5.6.1 and 13.1.1.
    """
    value = (header or "").strip()
    tags, position = list[str](), len(value) - len(value.lstrip(" \t,"))
    while match := _TAG.match(value, position):
        tags.append(match[1])
        position = _BETWEEN.match(value, match.end()).end()  # type: ignore[union-attr]  # it matches nothing too
    if position == len(value):
        return [tag for tag in tags if tag]
    return [tag] if (tag := value.strip('"')) else []


def shorten(text: str, limit: int) -> str:
    """Return a text for readers that fits a column; a longer one ends in an ellipsis.

    It names nothing: for what is looked up there is `fitting_key`.
    """
    return text if len(text) <= limit else f"{text[: limit - 1]}…"


def search_words(params: Mapping[str, str], name: str, limit: int = WORDS_LIMIT, *, strips: bool = True) -> str:
    """Return what a form or an address asks for under a name, without NUL characters and, unless told otherwise, outer blanks.

    Errors: InvalidFields where it is longer than the limit: the beginning of a name is another name.
    """
    written = params.get(name, "").replace("\0", "")
    words = written.strip() if strips else written
    if len(words) > limit:
        raise InvalidFields.of(f"/{name}", f"At most {limit} characters.", f"最多 {limit} 个字符。")
    return words
