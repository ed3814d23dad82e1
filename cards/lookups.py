"""Names under which rows are looked up: never cut to the length of a column, since two long names would become one."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping

from cards.errors import InvalidFields

WORDS_LIMIT = 200  # characters of what is searched for
_TAG = re.compile(r'(?:W/)?"([^"]*)"')


def fitting_key(text: str, limit: int) -> str:
    """Return a text where it fits a column, and its hash where it does not.

    Units: limit in characters, at least 71.
    """
    return text if len(text) <= limit else f"sha256:{hashlib.sha256(text.encode()).hexdigest()}"


def fitting_name(text: str, limit: int) -> str:
    """Return a name where it fits a column; of a longer one the beginning and a part of its hash, so that two stay two."""
    return text if len(text) <= limit else f"{text[: limit - 18]}… {hashlib.sha256(text.encode()).hexdigest()[:16]}"


def tag_named(header: str | None) -> str | None:
    """Return the ETag that a header or a form names, without quotes; nothing for an empty one.

    A tag of the portal that a proxy weakened when it compressed the answer names the same state: `W/"r5-9f2c41aa"`.
    """
    written = (header or "").strip()
    match = _TAG.fullmatch(written)
    return (match[1] if match else written.strip('"')) or None


def shortened(text: str, limit: int) -> str:
    """Return a text that people read in a column of so many characters; a longer one ends in an ellipsis.

    It names nothing: for what is looked up there is `fitting_key`.
    """
    return text if len(text) <= limit else f"{text[: limit - 1]}…"


def words_asked(asked: Mapping[str, str], name: str, limit: int = WORDS_LIMIT, *, strips: bool = True) -> str:
    """Return what a form or an address asks for under a name, without NUL characters and, unless told otherwise, outer blanks.

    Errors: InvalidFields where it is longer than the limit: the beginning of a name is another name.
    """
    written = asked.get(name, "").replace("\0", "")
    words = written.strip() if strips else written
    if len(words) > limit:
        raise InvalidFields.of(f"/{name}", f"At most {limit} characters.", f"最多 {limit} 个字符。")
    return words
