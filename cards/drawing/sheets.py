"""Pictures of many cards for printers and tabletop simulators: pages as PDF, sheets of ten by seven as PNG with the file that deals them."""

import json
import zipfile
from collections.abc import Callable, Iterator, Sequence
from io import BytesIO
from typing import Any, Final

from PIL import Image

from cards.drawing import raster
from cards.drawing.face_svg import HEIGHT, WIDTH
from cards.values import frozen_dataclass

CARD_WIDTH, CARD_HEIGHT = 63.0, 88.0  # millimetres
MARK, GAP = 4.0, 1.0  # millimetres: the length of a cut mark, and what is free between it and the card
BLEEDS: Final = (0, 1, 2, 3)
"""Millimetres that a card may go on beyond its edge, for a cut that misses it."""
_UNITS = WIDTH / CARD_WIDTH  # of the drawing, to the millimetre
_DOTS = 12  # to the millimetre: a little more than 300 to the inch
_POINTS = 72 / 25.4  # to the millimetre
_JPEG_QUALITY = 92

COLUMNS, ROWS = 10, 7
MAX_SHEET_CARDS = COLUMNS * ROWS - 1
"""Cards of one sheet: its last place is the face that hidden cards show."""
_CARD_PIXELS = (378, 528)
CARD_BACK: Final = "back.png"
DECK: Final = "deck.json"


@frozen_dataclass
class SheetCard:
    """One card of a sheet: its picture, how often it is there, and what it is called."""

    svg: str
    copies: int
    name: str
    id: str


@frozen_dataclass
class Paper:
    """A size of paper. Units: millimetres."""

    key: str
    title: str
    width: float
    height: float


PAPERS = {each.key: each for each in (Paper("a4", "A4", 210.0, 297.0), Paper("letter", "Letter", 215.9, 279.4))}
Step = Callable[[int], None]
"""Called with how many pictures are done."""


# --------------------------------------------------------------------------------------------------------------- print
@frozen_dataclass
class Layout:
    """How the cards of a page lie: upright or turned, as many as leave room for cut marks.

    Units: millimetres; start_x and start_y are those of the first card's edge.
    """

    width: float
    height: float
    columns: int
    rows: int
    bleed: int

    @property
    def start_x(self) -> float:
        """Return the margin of the first column."""
        return (self.width - self.columns * self._pitch[0]) / 2 + self.bleed

    @property
    def start_y(self) -> float:
        """Return the margin of the first row."""
        return (self.height - self.rows * self._pitch[1]) / 2 + self.bleed

    @property
    def _pitch(self) -> tuple[float, float]:
        return CARD_WIDTH + 2 * self.bleed, CARD_HEIGHT + 2 * self.bleed

    def place(self, number: int) -> tuple[float, float]:
        """Return where a card of the page has its upper left corner."""
        row, column = divmod(number, self.columns)
        return self.start_x + column * self._pitch[0], self.start_y + row * self._pitch[1]

    def marks(self) -> Iterator[tuple[float, float, float, float]]:
        """Yield the cut marks as lines (from x, y to x, y) outside the cards, in line with each edge."""
        gap = self.bleed + GAP
        right, bottom = self.width - self.start_x, self.height - self.start_y
        for column in range(self.columns):
            for x in (self.place(column)[0], self.place(column)[0] + CARD_WIDTH):
                yield x, self.start_y - gap, x, self.start_y - gap - MARK
                yield x, bottom + gap, x, bottom + gap + MARK
        for row in range(self.rows):
            for y in (self.place(row * self.columns)[1], self.place(row * self.columns)[1] + CARD_HEIGHT):
                yield self.start_x - gap, y, self.start_x - gap - MARK, y
                yield right + gap, y, right + gap + MARK, y


def layout(paper: Paper, bleed: int) -> Layout:
    """Return the layout that has the most cards on a page; upright where both ways have as many."""
    margin = 2 * (MARK + GAP)
    options = []
    for width, height in ((paper.width, paper.height), (paper.height, paper.width)):
        columns = int((width - margin) // (CARD_WIDTH + 2 * bleed))
        rows = int((height - margin) // (CARD_HEIGHT + 2 * bleed))
        options.append(Layout(width, height, columns, rows, bleed))
    return max(options, key=lambda option: option.columns * option.rows)


def with_bleed(svg: str, bleed: int) -> str:
    """Return the picture of a card with square corners, its frame going on `bleed` millimetres beyond its edges."""
    extra = bleed * _UNITS
    wide, high = WIDTH + 2 * extra, HEIGHT + 2 * extra
    head, _, rest = svg.partition("</defs>")
    head = head.replace(
        f'width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}"',
        f'width="{wide:g}" height="{high:g}" viewBox="{-extra:g} {-extra:g} {wide:g} {high:g}"',
        1,
    )
    ground = f'<rect x="{-extra:g}" y="{-extra:g}" width="{wide:g}" height="{high:g}" fill="url(#frame)"/>'
    return f"{head}</defs>{ground}{rest}"


def print_pdf(cards: Sequence[SheetCard], paper: Paper, bleed: int, title: str, step: Step) -> bytes:
    """Return the cards as pages of paper with cut marks; a card that is there often is stored once."""
    plan = layout(paper, bleed)
    pdf = _Pdf(title)
    places = list[str]()
    for number, card in enumerate(cards):
        picture = Image.open(BytesIO(raster.pixels(with_bleed(card.svg, bleed), _DOTS / _UNITS))).convert("RGB")
        out = BytesIO()
        picture.save(out, "JPEG", quality=_JPEG_QUALITY, subsampling=0)
        places += [pdf.image(out.getvalue(), picture.size)] * card.copies
        step(number + 1)
    size = plan.columns * plan.rows
    for at in range(0, len(places), size):
        pdf.page(plan, places[at : at + size])
    return pdf.document()


class _Pdf:
    """Collects the objects of a document: images, pages, and the streams that put the one on the other. Source: ISO 32000-1."""

    def __init__(self, title: str) -> None:
        self._objects: list[bytes] = [b"", b""]  # the catalog and the tree of pages come last
        self._pages: list[int] = []
        self._numbers: dict[str, int] = {}
        self._title = title

    def image(self, jpeg: bytes, size: tuple[int, int]) -> str:
        """Store an image; return its name."""
        head = (
            f"/Type /XObject /Subtype /Image /Width {size[0]} /Height {size[1]} /ColorSpace /DeviceRGB"
            " /BitsPerComponent 8 /Filter /DCTDecode"
        )
        number = self._add(_stream(head, jpeg))
        self._numbers[f"I{number}"] = number
        return f"I{number}"

    def page(self, plan: Layout, images: Sequence[str]) -> None:
        """Store a page with these images in their places, and the cut marks."""
        drawing = []
        width, height = CARD_WIDTH + 2 * plan.bleed, CARD_HEIGHT + 2 * plan.bleed
        for place, name in enumerate(images):
            x, y = plan.place(place)
            left, bottom = x - plan.bleed, plan.height - (y - plan.bleed) - height
            drawing.append(f"q {_pt(width)} 0 0 {_pt(height)} {_pt(left)} {_pt(bottom)} cm /{name} Do Q")
        drawing.append(f"{_pt(0.1)} w")
        for x, y, x2, y2 in plan.marks():
            drawing.append(f"{_pt(x)} {_pt(plan.height - y)} m {_pt(x2)} {_pt(plan.height - y2)} l S")
        content = self._add(_stream("", "\n".join(drawing).encode()))
        resources = " ".join(f"/{name} {self._numbers[name]} 0 R" for name in dict.fromkeys(images))
        box = f"[0 0 {_pt(plan.width)} {_pt(plan.height)}]"
        page = f"<< /Type /Page /Parent 2 0 R /MediaBox {box} /Contents {content} 0 R /Resources << /XObject << {resources} >> >> >>"
        self._pages.append(self._add(page.encode()))

    def document(self) -> bytes:
        """Return the document."""
        kids = " ".join(f"{number} 0 R" for number in self._pages)
        title = ("\ufeff" + self._title).encode("utf-16-be").hex()
        info = self._add(f"<< /Title <{title}> /Producer (Cardloom) >>".encode())
        self._objects[0] = b"<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /PrintScaling /None >> >>"
        self._objects[1] = f"<< /Type /Pages /Kids [{kids}] /Count {len(self._pages)} >>".encode()
        out, offsets = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n"), list[int]()
        for number, content in enumerate(self._objects, 1):
            offsets.append(len(out))
            out += f"{number} 0 obj\n".encode() + content + b"\nendobj\n"
        start = len(out)
        out += f"xref\n0 {len(offsets) + 1}\n0000000000 65535 f \n".encode()
        out += b"".join(f"{offset:010} 00000 n \n".encode() for offset in offsets)
        out += f"trailer\n<< /Size {len(offsets) + 1} /Root 1 0 R /Info {info} 0 R >>\n".encode()
        out += f"startxref\n{start}\n%%EOF\n".encode()
        return bytes(out)

    def _add(self, content: bytes) -> int:
        self._objects.append(content)
        return len(self._objects)


def _stream(head: str, data: bytes) -> bytes:
    return f"<< {head} /Length {len(data)} >>\nstream\n".encode() + data + b"\nendstream"


def _pt(millimetres: float) -> str:
    """Return a length in points."""
    return f"{millimetres * _POINTS:.3f}".rstrip("0").rstrip(".")


# ------------------------------------------------------------------------------------------------------------ tabletop
def tabletop_files(cards: Sequence[SheetCard], title: str, url: str, step: Step) -> dict[str, bytes]:
    """Return the files of a deck for Tabletop Simulator: sheets of pictures, a back, and the saved object that deals them.

    Shapes: `url` is where the pictures will lie; empty, they are named as files beside the saved object.
    """
    files = {CARD_BACK: _card_back()}
    count = 0
    for number, at in enumerate(range(0, len(cards), MAX_SHEET_CARDS), 1):
        sheet = Image.new("RGB", (COLUMNS * _CARD_PIXELS[0], ROWS * _CARD_PIXELS[1]), "#000")
        for place, card in enumerate(cards[at : at + MAX_SHEET_CARDS]):
            row, column = divmod(place, COLUMNS)
            sheet.paste(_pixels(with_bleed(card.svg, 0)), (column * _CARD_PIXELS[0], row * _CARD_PIXELS[1]))
            count += 1
            step(count)
        sheet.paste(
            Image.open(BytesIO(files[CARD_BACK])), ((COLUMNS - 1) * _CARD_PIXELS[0], (ROWS - 1) * _CARD_PIXELS[1])
        )
        out = BytesIO()
        sheet.save(out, "PNG", compress_level=6)
        files[f"sheet-{number}.png"] = out.getvalue()
    base = url if not url or url.endswith("/") else f"{url}/"
    document = {"ObjectStates": [_deck(cards, title, base)]}
    return {**files, DECK: json.dumps(document, ensure_ascii=False, indent=2).encode() + b"\n"}


def archive(files: dict[str, bytes]) -> bytes:
    """Return files as a zip that is the same for the same files; pictures are compressed already."""
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as packed:
        for name, data in files.items():
            packed.writestr(zipfile.ZipInfo(name), data)
    return out.getvalue()


def _deck(cards: Sequence[SheetCard], title: str, base: str) -> dict[str, Any]:
    """Return the pile of cards as the simulator saves it; one card alone is no pile. Source: the knowledge base of Tabletop Simulator."""
    sheets = {
        str(number): {
            "FaceURL": f"{base}sheet-{number}.png",
            "BackURL": f"{base}{CARD_BACK}",
            "NumWidth": COLUMNS,
            "NumHeight": ROWS,
            "BackIsHidden": True,
            "UniqueBack": False,
            "Type": 0,
        }
        for number in range(1, -(-len(cards) // MAX_SHEET_CARDS) + 1)
    }
    pile = [(place, card) for place, card in enumerate(cards) for _ in range(card.copies)]
    objects = [_card(place, card, sheets) for place, card in pile]
    if len(objects) == 1:
        return objects[0]
    return {
        "Name": "Deck",
        "Nickname": title,
        "Transform": _TRANSFORM,
        "HideWhenFaceDown": True,
        "DeckIDs": [card["CardID"] for card in objects],
        "CustomDeck": sheets,
        "ContainedObjects": objects,
    }


def _card(place: int, card: SheetCard, sheets: dict[str, Any]) -> dict[str, Any]:
    sheet, slot = divmod(place, MAX_SHEET_CARDS)
    return {
        "Name": "Card",
        "Nickname": card.name,
        "GMNotes": card.id,
        "Transform": _TRANSFORM,
        "HideWhenFaceDown": True,
        "CardID": (sheet + 1) * 100 + slot,
        "CustomDeck": {str(sheet + 1): sheets[str(sheet + 1)]},
    }


_TRANSFORM: Final = {
    "posX": 0,
    "posY": 1,
    "posZ": 0,
    "rotX": 0,
    "rotY": 180,
    "rotZ": 180,
    "scaleX": 1,
    "scaleY": 1,
    "scaleZ": 1,
}


def _pixels(svg: str) -> Image.Image:
    return Image.open(BytesIO(raster.pixels(svg, _CARD_PIXELS[0] / WIDTH))).convert("RGB")


def _card_back() -> bytes:
    """Return the back of every card: the frame of a card without a school, and a ring."""
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}">'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#45413a"/><rect x="20" y="20" width="{WIDTH - 40}" height="{HEIGHT - 40}" rx="24"'
        ' fill="#6d675c" stroke="#c9bfa6" stroke-width="4"/><g fill="none" stroke="#c9bfa6" stroke-width="6">'
        '<circle cx="315" cy="440" r="150"/><circle cx="315" cy="440" r="110"/><path d="M315 290V590M165 440H465"/></g></svg>'
    )
    out = BytesIO()
    _pixels(svg).save(out, "PNG")
    return out.getvalue()
