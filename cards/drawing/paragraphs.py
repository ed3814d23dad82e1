"""Rules text as lines: its markup read, its words measured, its lines broken where the rules of its script allow.

Source: UAX #14 for where a line may end (uniseg).
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from html.parser import HTMLParser
from itertools import groupby
from operator import itemgetter
from typing import Final

from cards.drawing.typefaces import Run, Style, shaped
from cards.values import frozen_dataclass

BOLD: Final = 700
ELLIPSIS: Final = "…"
_BOLD_TAGS = {"b", "strong"}
_ITALIC_TAGS = {"i", "em"}
_BLOCKS = {"p", "ul", "ol", "li", "br", "div"}
_CLASSES = {"keyword": "b", "number": "b", "flavour": "i"}
"""Classes of a span, by the tag that looks like them."""


@frozen_dataclass
class Piece:
    """A part of a paragraph that is set in one style."""

    text: str
    style: Style


Paragraph = tuple[Piece, ...]


@frozen_dataclass
class Line:
    """A line of a paragraph: runs, each at its distance from the start of the line, and how wide it is.

    Units:  EM to the em of the text.
    """

    runs: tuple[tuple[int, Run], ...]
    width: int

    @property
    def missing(self) -> str:
        """Return the characters of the line that no font has."""
        return "".join(run.missing for _, run in self.runs)


@frozen_dataclass
class _Word:
    """What no line may break: its pieces, each as a run, and its width without the spaces after it."""

    pieces: Paragraph
    runs: tuple[Run, ...]
    width: int


def wrap(paragraph: Paragraph, width: float) -> list[Line]:
    """Return the lines of a paragraph that are no wider than a width in EM; what cannot be broken is broken between characters."""
    lines: list[Line] = []
    runs: list[tuple[int, Run]] = []
    x = end = 0
    for word in _words(paragraph):
        for part in [word] if word.width <= width else _by_width(word, width):
            if runs and x + part.width > width:
                lines.append(Line(tuple(runs), end))
                runs, x = [], 0
            end = x + part.width
            for run in part.runs:
                runs.append((x, run))
                x += run.advance
    return [*lines, Line(tuple(runs), end)] if runs else lines


def shortened(paragraph: Paragraph, width: float) -> Line:
    """Return a paragraph as one line, cut with an ellipsis where it is wider than a width in EM."""
    line = _one_line(paragraph)
    if line.width <= width:
        return line
    text, style = "".join(piece.text for piece in paragraph), paragraph[-1].style
    for length in range(len(text) - 1, 0, -1):
        line = _one_line((Piece(text[:length].rstrip() + ELLIPSIS, style),))
        if line.width <= width:
            break
    return line


def _one_line(paragraph: Paragraph) -> Line:
    words, x = [], 0
    for piece in paragraph:
        run = shaped(piece.text, piece.style)
        words.append((x, run))
        x += run.advance
    return Line(tuple(words), x)


def _word(*pieces: Piece) -> _Word:
    runs = tuple(shaped(piece.text, piece.style) for piece in pieces)
    last = pieces[-1]
    spaces = last.text[len(last.text.rstrip()) :]
    return _Word(pieces, runs, sum(run.advance for run in runs) - (shaped(spaces, last.style).advance if spaces else 0))


@lru_cache(maxsize=512)
def _words(paragraph: Paragraph) -> tuple[_Word, ...]:
    """Return the words of a paragraph, measured: once for all widths that are tried."""
    from uniseg.linebreak import line_break_units  # its tables take 0.2 s: who draws no text loads none

    characters = [(character, piece.style) for piece in paragraph for character in piece.text]
    words, start = [], 0
    for unit in line_break_units("".join(character for character, _ in characters)):
        runs = groupby(characters[start : start + len(unit)], itemgetter(1))
        words.append(_word(*(Piece("".join(character for character, _ in run), style) for style, run in runs)))
        start += len(unit)
    return tuple(words)


def _by_width(word: _Word, width: float) -> Iterator[_Word]:
    """Yield parts of a word that are as wide as a line, and the rest of each of its pieces."""
    for piece in word.pieces:
        start = 0
        for stop in range(2, len(piece.text) + 1):
            if shaped(piece.text[start:stop], piece.style).advance > width:
                yield _word(Piece(piece.text[start : stop - 1], piece.style))
                start = stop - 1
        yield _word(Piece(piece.text[start:], piece.style))


def paragraphs(html: str, style: Style) -> list[Paragraph]:
    """Return sanitised rules text as paragraphs, without empty ones; items of a list begin with their mark.

    Shapes: the markup is what `cards.sanitise` lets through; a line break in the text begins a paragraph, as pages show it.
    """
    reader = _Markup(style)
    reader.feed(html)
    reader.close()
    reader.end_paragraph()
    return reader.paragraphs


class _Markup(HTMLParser):
    """Reads rules text into paragraphs."""

    def __init__(self, style: Style) -> None:
        super().__init__(convert_charrefs=True)
        self.paragraphs: list[Paragraph] = []
        self._pieces: list[Piece] = []
        self._style = style
        self._open: list[str] = []
        self._items: list[int] = []

    def handle_starttag(self, tag: str, attributes: Sequence[tuple[str, str | None]]) -> None:
        if tag in _BLOCKS and not self._is_mark:
            self.end_paragraph()
        if tag in ("ul", "ol"):
            self._items.append(0 if tag == "ol" else -1)
        if tag == "li":
            self._pieces.append(Piece(self._mark(), self._style))
        classes = (dict(attributes).get("class") or "").split() if tag == "span" else []
        look = next((_CLASSES[name] for name in classes if name in _CLASSES), tag)
        if tag != "br":
            self._open.append(look)

    def handle_endtag(self, tag: str) -> None:
        if tag in _BLOCKS:
            self.end_paragraph()
        if tag in ("ul", "ol") and self._items:
            self._items.pop()
        if self._open and tag != "br":
            self._open.pop()

    def handle_data(self, data: str) -> None:
        style = Style(
            self._style.family,
            BOLD if _BOLD_TAGS & set(self._open) else self._style.weight,
            is_italic=bool(_ITALIC_TAGS & set(self._open)),
        )
        for number, line in enumerate(data.split("\n")):
            if number:
                self.end_paragraph()
            if line:
                self._pieces.append(Piece(line, style))

    def end_paragraph(self) -> None:
        """Close the paragraph that is being read."""
        if "".join(piece.text for piece in self._pieces).strip():
            self.paragraphs.append(tuple(self._pieces))
        self._pieces = []

    @property
    def _is_mark(self) -> bool:
        """Whether only the mark of an item has been read."""
        return self._open[-1:] == ["li"] and len(self._pieces) == 1

    def _mark(self) -> str:
        if not self._items or self._items[-1] < 0:
            return "• "
        self._items[-1] += 1
        return f"{self._items[-1]}. "
