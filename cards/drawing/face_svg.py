"""A card's face as an SVG of 63 by 88 millimetres that needs no font.

A long text takes height from the picture first, then gets smaller; what does not fit then is cut with an ellipsis, and the result says so.
"""

import base64
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Final

from cards.drawing.faces import Face, Mark, Words
from cards.drawing.icons import drawing
from cards.drawing.paragraphs import BOLD, Line, Paragraph, Piece, paragraphs, shortened, wrap
from cards.drawing.typefaces import EM, SANS, SEMIBOLD, SERIF, Glyph, Style, visible
from cards.gateway import faces
from cards.gateway.faces import PLAIN, Tone
from cards.values import frozen_dataclass

VERSION: Final = 1
"""Rises with every change of what a face looks like: tags of pictures hold it."""
WIDTH, HEIGHT = 630, 880
_UNIT = WIDTH / 100
_EDGE, _CORNER = 3.2 * _UNIT, 5 * _UNIT
_INNER = WIDTH - 2 * _EDGE
_OVERLAP = 12.0  # how far from its edge a box hides what is below, rounded corners included
_ART_MAX, _ART_MIN = 336.0, 100.0
_GREY = Tone(PLAIN, ("#6d675c", "#45413a"), "#f6f3ec", ("#c9bfa6", "#6d675c", "#45413a"))
_INK, _INK_2 = "#221f1b", "#57524a"
_GEMS: Mapping[str, str] = {"starter": "#9a958a", "rare": "#3f7fd0", "epic": "#9a54c9", "legendary": "#e3b23c"}
_COMMON_GEM = "#c9c6be"

_TEXT_SIZE: Final = 5.5 * _UNIT
_SIZES: Final = ((1.0, 200.0), (0.92, 180.0), (0.84, 140.0), *((0.84 * 0.94**step, _ART_MIN) for step in range(1, 12)))
"""Sizes of the rules text, as shares of the usual one, each with the least height that it leaves to the picture."""
_MAX_CHARACTERS: Final = 6000
_LEADING: Mapping[str, tuple[float, float]] = {"en": (1.3, 1.25), "zh": (1.5, 1.35)}
"""Heights of a line in ems, at the usual size and smaller."""
_SERIF_STYLE, _PLAIN = Style(SERIF), Style(SANS, 500)


@frozen_dataclass
class Picture:
    """A face as SVG.

    Shapes: `fits` is false where the rules text was cut; `missing` are characters that are in no font, drawn as empty boxes; `text_size`
            is the share of its usual size that the rules text has.
    """

    svg: str
    fits: bool
    missing: str
    text_size: float


def picture(face: Face, image: bytes | None = None) -> Picture:
    """Return the picture of a face; with the image of the card (WebP) where it has one."""
    return _Drawing(face, image).picture()


@frozen_dataclass
class _Block:
    """Rules text at one size: its lines with the baseline of each, and its height."""

    lines: tuple[tuple[float, Line], ...]
    size: float
    height: float


class _Drawing:
    """Collects the elements of one picture; each outline is written once and used where its glyph stands."""

    def __init__(self, face: Face, image: bytes | None) -> None:
        self.face, self.image = face, image
        self.tone = faces.tones().get(face.frame, _GREY)
        self._outlines: dict[str, str] = {}
        self._missing = ""
        self.fits = True

    def picture(self) -> Picture:
        """Return the whole picture."""
        head, head_height = self._head()
        foot_height, type_height = 44.0, 54.0
        space = HEIGHT - 2 * _EDGE - head_height - type_height - foot_height
        block, art_height = self._block(space)
        top = _EDGE + head_height
        panel_top = top + art_height + type_height
        panel_height = HEIGHT - _EDGE - foot_height - panel_top
        body = [
            *self._frame((top, art_height), (panel_top, panel_height + foot_height)),
            *head,
            *self._art(top, art_height),
            *self._type_line(top + art_height, type_height),
            *self._panel(block, panel_top, panel_height),
            *self._foot(HEIGHT - _EDGE - foot_height, foot_height),
        ]
        defs = "".join(f'<path id="{name}" d="{path}"/>' for path, name in self._outlines.items())
        svg = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}"'
            f' role="img" lang="{self.face.lang}"><title>{escape(visible(self._title()))}</title>'
            f"<desc>{escape(_lines(self._description()))}</desc><defs>{self._gradients()}{defs}</defs>{''.join(body)}</svg>"
        )
        missing = "".join(dict.fromkeys(self._missing))
        return Picture(svg, self.fits, missing, round(block.size / _TEXT_SIZE, 3))

    def _title(self) -> str:
        return self.face.names[0].text if self.face.names else self.face.card

    def _description(self) -> str:
        face = self.face
        marks = [mark for mark in (face.cost, *face.secondary_costs) if mark]
        rules = [piece.text for paragraph in self._rules() for piece in (*paragraph, Piece("\n", _SERIF_STYLE))]
        return "\n".join(
            filter(None, (_listed(marks), face.type_line.text, "".join(rules).rstrip(), _listed(face.stats), face.card))
        )

    # ------------------------------------------------------------------------------------------------- parts
    def _frame(self, *boxes: tuple[float, float]) -> Iterator[str]:
        """Yield the frame, left out below what covers it (top and height): a gradient costs the most of drawing."""
        r, wide, high = _CORNER, WIDTH - 2 * _CORNER, HEIGHT - 2 * _CORNER
        outer = f"M{r:g} 0h{wide:g}a{r:g} {r:g} 0 0 1 {r:g} {r:g}v{high:g}a{r:g} {r:g} 0 0 1 {-r:g} {r:g}h{-wide:g}"
        outer += f"a{r:g} {r:g} 0 0 1 {-r:g} {-r:g}v{-high:g}a{r:g} {r:g} 0 0 1 {r:g} {-r:g}Z"
        left, inner = _EDGE + _OVERLAP, _INNER - 2 * _OVERLAP
        holes = (
            f"M{left:g} {top + _OVERLAP:.1f}h{inner:g}v{height - 2 * _OVERLAP:.1f}h{-inner:g}Z" for top, height in boxes
        )
        yield f'<path d="{outer}{"".join(holes)}" fill="url(#frame)" fill-rule="evenodd"/>'
        yield (
            f'<rect x="1" y="1" width="{WIDTH - 2}" height="{HEIGHT - 2}" rx="{_CORNER - 1:g}" fill="none" stroke="#fff"'
            ' stroke-opacity=".16" stroke-width="2"/>'
        )

    def _head(self) -> tuple[list[str], float]:
        """Return cost, names and further costs, and how high the head is."""
        face, parts = self.face, list[str]()
        left, right = _EDGE + 5, WIDTH - _EDGE - 5
        diameter = 12.5 * _UNIT
        middle = _EDGE + diameter / 2
        if face.cost:
            parts.append(
                f'<circle cx="{left + diameter / 2:.1f}" cy="{middle:.1f}" r="{diameter / 2:.1f}" fill="url(#cost)"'
                ' stroke="#000" stroke-opacity=".35" stroke-width="2"/>'
            )
            parts += self._centred(
                face.cost.value, Style(SERIF, BOLD), 7.2 * _UNIT, left + diameter / 2, middle, diameter
            )
            left += diameter + 2.4 * _UNIT
        for due in reversed(face.secondary_costs):
            drawn, width = self._due(due, right, middle)
            parts += drawn
            right -= width + 2 * _UNIT
        parts += self._names(left, right - left, middle)
        return parts, diameter + 2.4 * _UNIT

    def _due(self, due: Mark, right: float, middle: float) -> tuple[list[str], float]:
        """Return a further cost as a pill that ends at `right`, and how wide it is."""
        size, icon = 5.4 * _UNIT, drawing(due.icon)
        line = shortened((Piece(due.value if icon else due.text, Style(SERIF, BOLD)),), 26 * _UNIT * EM / size)
        icon_width = 5.2 * _UNIT if icon else 0
        width = line.width * size / EM + icon_width + 4 * _UNIT
        left, height = right - width, 8.4 * _UNIT
        parts = [
            f'<rect x="{left:.1f}" y="{middle - height / 2:.1f}" width="{width:.1f}" height="{height:.1f}"'
            f' rx="{height / 2:.1f}" fill="#000" fill-opacity=".35"/>'
        ]
        if icon:
            parts.append(_icon(icon, left + 2 * _UNIT, middle - 2.3 * _UNIT, 4.6 * _UNIT, "#fff"))
        parts.append(self._text(line, size, left + 2 * _UNIT + icon_width, middle + size * 0.36, "#fff"))
        return parts, width

    def _names(self, start: float, width: float, middle: float) -> list[str]:
        names = self.face.names or (Words(self.face.card, self.face.lang),)
        lines = []
        for words, style, size in zip(names, (Style(SERIF, SEMIBOLD), Style(SANS, 500)), (6.3, 4.7), strict=False):
            usual = size * _UNIT
            whole = shortened((Piece(str(words.text), style),), float("inf")).width * usual / EM
            fitted = max(usual * 0.66, usual * min(1.0, width / whole)) if whole else usual
            lines.append((shortened((Piece(str(words.text), style),), width * EM / fitted), fitted))
        heights = [size * 1.25 for _, size in lines]
        y, parts = middle - sum(heights) / 2, list[str]()
        for (line, size), height in zip(lines, heights, strict=True):
            parts.append(self._text(line, size, start, y + height * 0.5 + size * 0.35, "#fff"))
            y += height
        return parts

    def _art(self, top: float, height: float) -> Iterator[str]:
        box = f'x="{_EDGE:g}" y="{top:.1f}" width="{_INNER:g}" height="{height:.1f}"'
        yield f'<clipPath id="art"><rect {box} rx="10"/></clipPath>'
        yield f'<g clip-path="url(#art)"><rect {box} fill="url(#sky)"/>'
        if self.image is not None:
            data = base64.b64encode(self.image).decode()
            yield f'<image {box} preserveAspectRatio="xMidYMid slice" href="data:image/webp;base64,{data}"/>'
        else:
            yield f'<svg {box} viewBox="0 0 320 200" preserveAspectRatio="xMidYMid slice">'
            for stroke in self.face.art:
                yield f'<path d="{stroke.path}" {self._look(stroke.look, stroke.width)}/>'
            yield "</svg>"
        yield f'</g><rect {box} rx="10" fill="none" stroke="#000" stroke-opacity=".4"/>'

    def _look(self, look: str, width: str) -> str:
        """Return the attributes of a path of the placeholder, as card.css has them."""
        if look == "art__line":
            return f'fill="none" stroke="#fff" stroke-opacity=".5" stroke-width="{width}"'
        usual, opacity = {"art__a": ("#fff", 0.16), "art__b": ("#000", 0.22)}.get(look, ("#fff", 0.7))
        own = {"art__a": self.tone.near, "art__b": self.tone.far}.get(look, "")
        return f'fill="{own or usual}" fill-opacity="{1 if own else opacity:g}"'

    def _type_line(self, top: float, height: float) -> Iterator[str]:
        size, middle = 4.1 * _UNIT, top + height / 2
        line = shortened((Piece(str(self.face.type_line.text), _PLAIN),), (_INNER - 12 * _UNIT) * EM / size)
        yield self._text(line, size, _EDGE + 2 * _UNIT, middle + size * 0.36, "#fff")
        if self.face.gem:
            x, r = WIDTH - _EDGE - 4.5 * _UNIT, 1.9 * _UNIT
            colour = _GEMS.get(self.face.gem, _COMMON_GEM)
            looks = f'fill="{colour}" stroke="#fff" stroke-width="3"'
            if self.face.gem == "starter":
                yield f'<circle cx="{x:.1f}" cy="{middle:.1f}" r="{r:.1f}" {looks}/>'
            else:
                box = f'x="{x - r:.1f}" y="{middle - r:.1f}" width="{2 * r:.1f}" height="{2 * r:.1f}"'
                yield f'<rect {box} transform="rotate(45 {x:.1f} {middle:.1f})" {looks}/>'

    def _panel(self, block: _Block, top: float, height: float) -> Iterator[str]:
        """Yield the paper and the rules text, in the middle of it."""
        yield (
            f'<path d="M{_EDGE:g} {top + height:.1f}V{top + 10:.1f}a10 10 0 0 1 10 -10H{WIDTH - _EDGE - 10:g}'
            f'a10 10 0 0 1 10 10V{top + height:.1f}Z" fill="{self.tone.paper}"/>'
        )
        start = top + max(2.4 * _UNIT, (height - block.height) / 2)
        for y, line in block.lines:
            yield self._text(line, block.size, _EDGE + 3.4 * _UNIT, start + y, _INK)

    def _foot(self, top: float, height: float) -> Iterator[str]:
        """Yield the id and the stats."""
        face, size = self.face, 3.5 * _UNIT
        middle, bottom = top + height / 2, top + height
        yield (
            f'<path d="M{_EDGE:g} {top:.1f}V{bottom - 10:.1f}a10 10 0 0 0 10 10H{WIDTH - _EDGE - 10:g}a10 10 0 0 0 10 -10V{top:.1f}Z"'
            f' fill="{self.tone.paper}"/><path d="M{_EDGE:g} {top:.1f}H{WIDTH - _EDGE:g}" stroke="#000" stroke-opacity=".14" stroke-width="2"/>'
        )
        right = WIDTH - _EDGE - 2.4 * _UNIT
        for stat in reversed(face.stats):
            icon = drawing(stat.icon)
            line = shortened((Piece(stat.value if icon else stat.text, Style(SANS, SEMIBOLD)),), 40 * _UNIT * EM / size)
            right -= line.width * size / EM
            if right < _EDGE + 2.4 * _UNIT:
                break
            yield self._text(line, size, right, middle + size * 0.36, _INK)
            if icon:
                right -= 5 * _UNIT
                yield _icon(icon, right, middle - 1.9 * _UNIT, 3.8 * _UNIT, _INK_2)
            right -= 2.4 * _UNIT
        left = _EDGE + 2.4 * _UNIT
        room = right - left
        if room > 8 * _UNIT and len(face.stats) < 4:
            yield (
                f'<circle cx="{left + 2 * _UNIT:.1f}" cy="{middle:.1f}" r="{1.6 * _UNIT:.1f}" fill="{self.tone.frame[0]}"/>'
            )
            line = shortened((Piece(face.mark, _PLAIN),), (room - 6 * _UNIT) * EM / size)
            yield self._text(line, size, left + 6 * _UNIT, middle + size * 0.36, _INK_2)

    # -------------------------------------------------------------------------------------------- rules text
    def _rules(self) -> list[Paragraph]:
        face, keys = self.face, Style(SERIF, SEMIBOLD)
        lines = [words.text for words in (face.keywords, *face.actions) if words.text]
        return [
            *((Piece(str(text), keys),) for text in lines),
            *_drawable(paragraphs(str(face.rules.text), _SERIF_STYLE)),
        ]

    def _block(self, space: float) -> tuple[_Block, float]:
        """Return the rules text at the largest size that fits, and the height that the picture keeps."""
        rules, padding = self._rules(), 2 * 2.4 * _UNIT
        for share, least in _SIZES:
            block = self._at_size(rules, share)
            if block.height + padding <= space - least:
                return block, min(_ART_MAX, space - block.height - padding)
        self.fits = False
        return _cut(block, space - _ART_MIN - padding), _ART_MIN

    def _at_size(self, rules: Sequence[Paragraph], share: float) -> _Block:
        language = "zh" if self.face.rules.lang.startswith("zh") else "en"
        size = _TEXT_SIZE * share * (0.97 if language == "zh" else 1)
        leading = _LEADING[language][share < 0.9] * size
        width = (_INNER - 2 * 3.4 * _UNIT) * EM / size
        y, lines = 0.0, []
        for number, paragraph in enumerate(rules):
            y += 1.6 * _UNIT * share if number else 0
            for line in wrap(paragraph, width):
                lines.append((y + leading / 2 + size * 0.35, line))
                y += leading
        return _Block(tuple(lines), size, y)

    # ------------------------------------------------------------------------------------------------ glyphs
    def _centred(self, text: str, style: Style, size: float, x: float, middle: float, room: float) -> Iterator[str]:
        line = shortened((Piece(text, style),), float("inf"))
        size = min(size, size * room * 0.86 / max(1.0, line.width * size / EM))
        yield self._text(line, size, x - line.width * size / EM / 2, middle + size * 0.36, _INK)

    def _text(self, line: Line, size: float, x: float, y: float, colour: str) -> str:
        """Return a line as a group of uses of its outlines; `y` is its baseline."""
        self._missing += line.missing.strip()
        uses = []
        for start, run in line.runs:
            for glyph, glyph_x, glyph_y in run.glyphs:
                if name := self._name(glyph):
                    place = f' y="{glyph_y}"' if glyph_y else ""
                    uses.append(f'<use href="#{name}" x="{start + glyph_x}"{place}/>')
        scale = size / EM
        place = f"translate({x:.2f} {y:.2f}) scale({scale:.5f} {-scale:.5f})"
        return f'<g fill="{colour}" transform="{place}">{"".join(uses)}</g>'

    def _name(self, glyph: Glyph) -> str:
        path = glyph.outline
        return self._outlines.setdefault(path, f"g{len(self._outlines)}") if path else ""

    def _gradients(self) -> str:
        first, second = self.tone.frame
        top, middle, bottom = self.tone.sky
        return (
            f'<linearGradient id="frame" gradientUnits="userSpaceOnUse" x1="137" y1="-50" x2="493" y2="930">{_stops((0, first), (1, second))}</linearGradient>'
            f'<linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">{_stops((0, top), (0.55, middle), (1, bottom))}</linearGradient>'
            f'<radialGradient id="cost" cx=".35" cy=".3" r=".8">{_stops((0, "#fff"), (0.6, "#eadfc8"), (1, "#cdbb96"))}</radialGradient>'
        )


def _drawable(rules: Sequence[Paragraph]) -> Iterator[Paragraph]:
    """Yield paragraphs up to more characters than fit at the smallest size: the time of drawing is bounded, whatever the text."""
    room = _MAX_CHARACTERS
    for paragraph in rules:
        if room <= 0:
            return
        shown = tuple(Piece(piece.text[:room], piece.style) for piece in paragraph)
        room -= sum(len(piece.text) for piece in shown)
        yield shown


def _cut(block: _Block, height: float) -> _Block:
    """Return as many lines of a text as a height has room for, three dots at the end of the last."""
    lines = [(y, line) for y, line in block.lines if y + block.size * 0.4 <= height]
    if lines:
        y, last = lines[-1]
        dots = shortened((Piece(" …", _SERIF_STYLE),), float("inf")).runs[0][1]
        lines[-1] = (y, Line((*last.runs, (last.width, dots)), last.width + dots.advance))
    return _Block(tuple(lines), block.size, height)


def _lines(text: str) -> str:
    return "\n".join(map(visible, text.split("\n")))


def _listed(marks: Sequence[Mark]) -> str:
    return ", ".join(mark.text for mark in marks)


def _icon(elements: str, x: float, y: float, size: float, colour: str) -> str:
    return (
        f'<svg x="{x:.1f}" y="{y:.1f}" width="{size:.1f}" height="{size:.1f}" viewBox="0 0 24 24" fill="none" stroke="{colour}"'
        f' stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round">{elements}</svg>'
    )


def _stops(*stops: tuple[float, str]) -> str:
    return "".join(f'<stop offset="{offset:g}" stop-color="{colour}"/>' for offset, colour in stops)
