"""The typefaces of card images: text is measured and outlined here, so that a picture looks the same wherever it is drawn.

Outlines need no font where the picture is shown: an SVG that a page embeds as an image may load none.
Source: HarfBuzz shapes the text (kerning, ligatures, marks); fonts/README.md says where the files are from.
"""

import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Final

import uharfbuzz

from cards.values import frozen_dataclass

EM: Final = 1000
"""Units of an em in which glyphs are measured and outlined, whatever the font."""
SANS: Final = ("inter-latin.ttf", "inter-latin-ext.ttf", "noto-sans-sc.otf")
SERIF: Final = ("noto-serif-latin.ttf", "noto-serif-latin-ext.ttf", "noto-sans-sc.otf")
"""Fonts of a family in the order in which a character is looked up."""
SEMIBOLD: Final = 600
_FONTS = Path(__file__).with_name("fonts")
_EXTRA_WEIGHT = 0.028  # of an em: how much thicker the strokes of a font get that has one weight alone
_SLANT = 0.2  # the tangent of about 11 degrees
_MAX_GLYPHS = 20_000


@frozen_dataclass
class Style:
    """How a piece of text is set: the fonts of its family, its weight (400 to 900), and whether it is slanted."""

    family: tuple[str, ...]
    weight: int = 400
    is_italic: bool = False


@frozen_dataclass
class Glyph:
    """One glyph of a style: the file it is in and its number there."""

    file: str
    number: int
    style: Style

    @property
    def outline(self) -> str:
        """Return its outline as an SVG path, y upwards, EM units to the em; empty for a space."""
        return _outline(self)


@frozen_dataclass
class Run:
    """A shaped piece of text.

    Shapes: `glyphs` are (glyph, x, y) from the start of the run; `missing` are characters that no font has, drawn as an empty box.
    Units:  EM to the em.
    """

    glyphs: tuple[tuple[Glyph, int, int], ...]
    advance: int
    missing: str = ""


@lru_cache(maxsize=4096)
def shaped(text: str, style: Style) -> Run:
    """Return a text as glyphs of a style; each character is taken from the first font of the family that has it.

    Control characters are spaces here, and half of a surrogate pair is U+FFFD.
    """
    glyphs, x, missing, text = [], 0, "", visible(text)
    for file, part in _by_font(text, style.family):
        buffer = uharfbuzz.Buffer()
        buffer.add_str(part)
        buffer.guess_segment_properties()
        uharfbuzz.shape(_font(file, style), buffer, {"kern": True, "liga": True})
        for info, position in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
            glyphs.append((Glyph(file, info.codepoint, style), x + position.x_offset, position.y_offset))
            x += position.x_advance
            missing += part[info.cluster] if info.codepoint == 0 else ""
    return Run(tuple(glyphs), x, missing)


def visible(text: str) -> str:
    """Return a text with a space for each control character and U+FFFD for half of a surrogate pair: XML allows neither."""
    stand_ins = {"Cc": " ", "Cs": "\ufffd"}
    return "".join(stand_ins.get(unicodedata.category(character), character) for character in text)


def _by_font(text: str, family: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Yield the parts of a text that are of one font each; spaces and marks stay with what is before them."""
    start, current = 0, ""
    for index, character in enumerate(text):
        file = next((file for file in family if ord(character) in _characters(file)), family[-1])
        if current and (character.isspace() or file == current):
            continue
        if current:
            yield current, text[start:index]
        start, current = index, file
    if text:
        yield current, text[start:]


@lru_cache(maxsize=16)
def _characters(file: str) -> frozenset[int]:
    return frozenset(_face(file).unicodes)


@lru_cache(maxsize=16)
def _face(file: str) -> uharfbuzz.Face:
    return uharfbuzz.Face(uharfbuzz.Blob.from_file_path(str(_FONTS / file)))


@lru_cache(maxsize=64)
def _font(file: str, style: Style) -> uharfbuzz.Font:
    """Return a font set to a style: by its axis of weight, or else with its strokes made thicker."""
    face = _face(file)
    font = uharfbuzz.Font(face)
    font.scale = (EM, EM)
    if face.axis_infos:
        font.set_variations({"wght": style.weight})
    elif style.weight >= SEMIBOLD:
        font.synthetic_bold = (_EXTRA_WEIGHT, _EXTRA_WEIGHT, True)
    if style.is_italic:
        font.synthetic_slant = _SLANT
    return font


@lru_cache(maxsize=_MAX_GLYPHS)
def _outline(glyph: Glyph) -> str:
    pen = _PathPen()
    _font(glyph.file, glyph.style).draw_glyph_with_pen(glyph.number, pen)
    return "".join(pen.commands)


Point = tuple[float, float]


class _PathPen:
    """Takes the outline of a glyph as commands of an SVG path, in whole units."""

    def __init__(self) -> None:
        self.commands: list[str] = []

    def _add(self, letter: str, *points: Point) -> None:
        self.commands.append(letter + " ".join(f"{x:.0f} {y:.0f}" for x, y in points))

    def moveTo(self, point: Point) -> None:  # noqa: N802  a name of the protocol of pens
        self._add("M", point)

    def lineTo(self, point: Point) -> None:  # noqa: N802  a name of the protocol of pens
        self._add("L", point)

    def curveTo(self, *points: Point) -> None:  # noqa: N802  a name of the protocol of pens
        self._add("C", *points)

    def qCurveTo(self, *points: Point) -> None:  # noqa: N802  a name of the protocol of pens
        self._add("Q", *points)

    def closePath(self) -> None:  # noqa: N802  a name of the protocol of pens
        self.commands.append("Z")

    endPath = closePath  # noqa: N815  a name of the protocol of pens
