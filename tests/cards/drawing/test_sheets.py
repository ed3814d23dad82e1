"""Pages and sheets of cards: where each card lies, that a cut that misses meets the frame, and that readers find what is stored."""

from __future__ import annotations

import json
import re
from io import BytesIO

import pytest
from PIL import Image

from cards.drawing.face_svg import HEIGHT, WIDTH, picture
from cards.drawing.faces import draw
from cards.drawing.raster import pixels
from cards.drawing.sheets import (
    BLEEDS,
    CARD_BACK,
    CARD_HEIGHT,
    CARD_WIDTH,
    DECK,
    PAPERS,
    SheetCard,
    layout,
    print_pdf,
    tabletop_files,
    with_bleed,
)
from tests.cards.web.test_drawing import FACE

PLAIN = (
    f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}"><defs>'
    '<linearGradient id="frame"><stop offset="0" stop-color="COLOUR"/></linearGradient></defs></svg>'
)
"""The least that is a picture: its ground alone."""


def plain_cards(count: int, copies: int = 1) -> list[SheetCard]:
    """Return cards of one colour each, of which the red part counts them."""
    return [
        SheetCard(PLAIN.replace("COLOUR", f"#{number:02x}8040"), copies, f"Card {number}", f"a.{number}")
        for number in range(count)
    ]


def no_step(_: int) -> None:
    """Take no notice of a step."""


@pytest.mark.parametrize("bleed", BLEEDS)
@pytest.mark.parametrize("paper", PAPERS.values(), ids=lambda paper: paper.key)
def test_cards_do_not_touch_and_marks_are_on_the_paper_and_off_the_cards(paper: object, bleed: int) -> None:
    plan = layout(paper, bleed)  # type: ignore[arg-type]  # parametrized
    boxes = [plan.place(number) for number in range(plan.columns * plan.rows)]
    assert len(boxes) >= 6
    for x, y in boxes:
        for x2, y2 in boxes:
            apart = abs(x - x2) > CARD_WIDTH + 2 * bleed - 1e-6 or abs(y - y2) > CARD_HEIGHT + 2 * bleed - 1e-6
            assert apart or (x, y) == (x2, y2)
    marks = list(plan.marks())
    assert len(marks) == 4 * (plan.columns + plan.rows)
    for x, y, x2, y2 in marks:
        assert all(0 < at < plan.width for at in (x, x2)) and all(0 < at < plan.height for at in (y, y2))
        for x0, y0 in boxes:
            inside = x0 - bleed < x < x0 + CARD_WIDTH + bleed and y0 - bleed < y < y0 + CARD_HEIGHT + bleed
            assert not inside
        edges = (
            {round(x0 + extra, 6) for x0, _ in boxes for extra in (0, CARD_WIDTH)}
            if x == x2
            else {round(y0 + extra, 6) for _, y0 in boxes for extra in (0, CARD_HEIGHT)}
        )
        assert round(x if x == x2 else y, 6) in edges


def test_bleed_goes_on_with_the_frame_and_moves_nothing() -> None:
    svg = picture(draw(FACE, "en")).svg
    bare, wide = (Image.open(BytesIO(pixels(with_bleed(svg, bleed), 0.3))) for bleed in (0, 3))
    assert (bare.size, wide.size) == ((189, 264), (207, 282))
    for image in (bare, wide):
        corners = [image.getpixel((x, y)) for x in (0, image.width - 1) for y in (0, image.height - 1)]
        assert all(corner[3] == 255 for corner in corners)  # type: ignore[index]  # a picture in RGBA has four
    middle = wide.crop((9 + 40, 9 + 40, 9 + 149, 9 + 224)).convert("L")
    same = bare.crop((40, 40, 149, 224)).convert("L")
    differences = sum(abs(a - b) > 16 for a, b in zip(middle.tobytes(), same.tobytes(), strict=True))
    assert differences <= len(same.tobytes()) / 100


def test_a_document_has_its_pages_and_each_picture_once() -> None:
    data = print_pdf(plain_cards(3, copies=3), PAPERS["a4"], 3, "Loom 卡", no_step)
    assert data.startswith(b"%PDF-1.4") and data.endswith(b"%%EOF\n")
    assert data.count(b"/Subtype /Image") == 3 and data.count(b"/Type /Page ") == 2 and b"/Count 2" in data
    assert re.findall(rb"/MediaBox \[0 0 (\S+) (\S+)\]", data)[0] == (b"841.89", b"595.276")  # turned: eight to a page
    start = int(data.rsplit(b"startxref\n", 1)[1].split()[0])
    offsets = re.findall(rb"(\d{10}) 00000 n", data[start:])
    for number, offset in enumerate(offsets, 1):
        assert data[int(offset) :].startswith(b"%d 0 obj" % number)
    contents = [part.split(b"endstream")[0] for part in data.split(b"stream\n")[1::1] if b" cm /I" in part[:200]]
    assert [part.count(b" Do Q") for part in contents] == [8, 1]
    for jpeg in re.findall(rb"/DCTDecode /Length \d+ >>\nstream\n(.*?)\nendstream", data, re.DOTALL):
        assert Image.open(BytesIO(jpeg)).size == (828, 1128)
    assert data == print_pdf(plain_cards(3, copies=3), PAPERS["a4"], 3, "Loom 卡", no_step)


def test_a_deck_for_the_table_finds_each_card_in_its_place() -> None:
    cards = plain_cards(71)
    cards[70] = SheetCard(cards[70].svg, 2, "Twice", "a.twice")
    steps: list[int] = []
    files = tabletop_files(cards, "Loom", "https://a.example/x", steps.append)
    assert (list(files), steps) == ([CARD_BACK, "sheet-1.png", "sheet-2.png", DECK], list(range(1, 72)))
    (deck,) = json.loads(files[DECK])["ObjectStates"]
    assert (deck["Name"], deck["Nickname"], len(deck["DeckIDs"])) == ("Deck", "Loom", 72)
    assert deck["CustomDeck"]["2"]["FaceURL"] == "https://a.example/x/sheet-2.png"
    sheets = {number: Image.open(BytesIO(files[f"sheet-{number}.png"])) for number in (1, 2)}
    assert sheets[1].size == (3780, 3696)
    for card in deck["ContainedObjects"]:
        (number,) = map(int, card["CustomDeck"])
        slot = card["CardID"] - 100 * number
        red = sheets[number].getpixel((slot % 10 * 378 + 189, slot // 10 * 528 + 264))[0]  # type: ignore[index]  # a picture in RGB has three
        assert red == (70 if card["GMNotes"] == "a.twice" else int(card["GMNotes"].partition(".")[2]))
    assert [card["Nickname"] for card in deck["ContainedObjects"]][-2:] == ["Twice", "Twice"]


def test_one_card_alone_is_no_deck() -> None:
    (alone,) = json.loads(tabletop_files(plain_cards(1), "Loom", "", no_step)[DECK])["ObjectStates"]
    assert (alone["Name"], alone["CardID"], alone["CustomDeck"]["1"]["FaceURL"]) == ("Card", 100, "sheet-1.png")
