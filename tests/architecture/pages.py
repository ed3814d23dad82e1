"""The pages under docs/, read as a reader's browser would: headings, links, tables, blocks of code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from engine.reference.markdown import anchor
from tests.architecture.sources import ROOT

DOCS = ROOT / "docs"
REFERENCE, GUIDE = DOCS / "reference", DOCS / "guide"
LANGUAGES = ("en", "zh")

_FENCE = re.compile(r"^```(?P<language>\w*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\[[^\]]*\]\((?P<target>[^)\s]+)\)")
_HEADING = re.compile(r"^#{1,6} (?P<text>.+)$", re.MULTILINE)
_FILE = re.compile(r"<!-- file (?P<name>[\w.]+) -->\s*$")
_STARS = re.compile(r"\*+")
_HIDDEN_END = re.compile(r"^[^\w\s*]\*+\w")
_EXPECTED = re.compile(r"<!-- (?P<codes>[EW]-[A-Z]+(?: [EW]-[A-Z]+)*) -->\s*$")


class Code(NamedTuple):
    """A block of code, and what the comment before it says: the problem codes to expect, or the file that it is."""

    language: str
    text: str
    expected: tuple[str, ...]
    file: str


def blocks(text: str) -> Iterator[Code]:
    """Yield the blocks of code of a page."""
    for match in _FENCE.finditer(text):
        comment = _EXPECTED.search(text[: match.start()])
        file = _FILE.search(text[: match.start()])
        expected = tuple(comment["codes"].split()) if comment else ()
        yield Code(match["language"], match["text"], expected, file["name"] if file else "")


def sessions(text: str) -> Iterator[tuple[str, str]]:
    """Yield the commands that a page shows, each with the output that follows it; `…` means any."""
    for block in blocks(text):
        if block.language == "console":
            for part in block.text.split("$ ")[1:]:
                command, _, output = part.partition("\n")
                yield command, output


def prose(text: str) -> str:
    """Return a page without its blocks of code."""
    return _FENCE.sub("", text)


def headings(text: str) -> list[str]:
    """Return the headings of a page, without the marks of code."""
    return [found["text"].replace("`", "") for found in _HEADING.finditer(prose(text))]


def links(text: str) -> Iterator[str]:
    """Yield the targets of a page's links."""
    for found in _LINK.finditer(prose(text)):
        yield found["target"]


def broken_links(page: Path) -> list[str]:
    """Return the links of a page that lead nowhere: no such file, or no such heading in it."""
    out = []
    for target in links(page.read_text("utf-8")):
        file, _, part = target.partition("#")
        path = (page.parent / file).resolve() if file else page
        if "://" in target:
            continue
        if not path.exists() or (part and part not in {anchor(name) for name in headings(path.read_text("utf-8"))}):
            out.append(f"{page.relative_to(ROOT)}: {target}")
    return out


def rows(text: str) -> Iterator[list[str]]:
    """Yield the cells of every row of every table."""
    for line in prose(text).splitlines():
        if line.startswith("|"):
            yield [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]


def stray_stars(text: str) -> list[str]:
    """Return emphasis that Markdown does not see: its end is between a mark and a letter, as in `*。*字`."""
    lines = re.sub(r"`[^`\n]*`", "x", text).splitlines()
    ends = [(line, end) for line in lines for end in list(_STARS.finditer(line))[1::2]]
    return [line for line, end in ends if _HIDDEN_END.search(line[end.start() - 1 : end.end() + 1])]
