"""The few forms of Markdown that the reference pages are made of."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from engine.packs.layout import pretty

WIDTH = 88
"""Columns of an example; wider code is scrolled on most screens."""

_NOT_IN_ANCHORS = re.compile(r"[^\w\- ]")


def page(*parts: str) -> str:
    """Join the blocks of a page, one empty line between them, none of them empty."""
    return "\n\n".join(part.strip("\n") for part in parts if part) + "\n"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table; a bar inside a cell is escaped."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |" for line in lines)


def bullets(items: Iterable[str]) -> str:
    """Return a list, one item a line."""
    return "\n".join(f"- {item}" for item in items)


def code(name: str) -> str:
    """Return a word as it is written in a document."""
    return f"`{name}`"


def link(text: str, target: str) -> str:
    """Return a link."""
    return f"[{text}]({target})"


def to(name: str, file: str = "") -> str:
    """Return a link to the heading that is just this word, on this page or in another file."""
    return link(code(name), f"{file}#{anchor(name)}")


def anchor(heading: str) -> str:
    """Return the anchor that GitHub gives a heading."""
    return _NOT_IN_ANCHORS.sub("", heading.replace("`", "").lower()).replace(" ", "-")


def fence(text: str) -> str:
    """Return a block of JSON."""
    return f"```json\n{text.strip(chr(10))}\n```"


def example(value: Any) -> str:
    """Return a JSON value as a block of code."""
    return fence(pretty(value, WIDTH))
