"""The picture of every shipped card in both languages, as Chromium shows the SVG and as resvg draws it, compared pixel by pixel: `make pictures`."""

from __future__ import annotations

import base64
import json
import os
import sys
import tempfile
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image, ImageChops
from playwright.sync_api import Page, sync_playwright

from cards.drawing.face_svg import picture
from cards.drawing.faces import draw
from cards.drawing.raster import png
from cards.gateway import faces
from engine import api
from engine.cardset import shipped_texts
from engine.rulesets import find, names
from tests.browser.launching import MISSING, chromium, launch_options

WIDTH = 1512
LANGUAGES = ("en", "zh")
VISIBLE = 16  # of 255: how much a pixel may differ
MAX_SHARE = 0.01  # of the pixels may differ more


def shipped_faces(game: str) -> list[dict[str, Any]]:
    """Return the faces of the shipped cards of a game."""
    texts = shipped_texts(find(game).folder)
    cards = [(document, texts.get(document["id"], {})) for document, _ in api.card_set(game)]
    names_by_id = api.names_of(cards)
    return [faces.face(game, document, words, names_by_id) for document, words in cards]


def shown_by_chromium(page: Page, svg: str, width: int) -> Image.Image:
    """Return an SVG as Chromium draws it as an image, which may load nothing."""
    data = base64.b64encode(svg.encode()).decode()
    page.set_content(
        f'<body style="margin:0;background:#fff"><img width="{width}" src="data:image/svg+xml;base64,{data}">'
    )
    page.wait_for_function("() => document.images[0].complete && document.images[0].naturalWidth > 0")
    return Image.open(BytesIO(page.locator("img").screenshot())).convert("RGB")


def drawn_by_resvg(svg: str, width: int) -> Image.Image:
    """Return an SVG as the portal's PNG, on white paper."""
    ours = Image.open(BytesIO(png(svg, width)))
    paper = Image.new("RGB", ours.size, "white")
    paper.paste(ours, mask=ours.getchannel("A"))
    return paper


def differing_share(ours: Image.Image, theirs: Image.Image) -> float:
    """Return the share of the pixels of a picture that another one shows visibly differently."""
    red, green, blue = ImageChops.difference(ours, theirs.crop((0, 0, *ours.size))).split()
    strongest = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    return sum(strongest.histogram()[VISIBLE + 1 :]) / (ours.width * ours.height)


def compared(page: Page, face: dict[str, Any], language: str, width: int = WIDTH) -> float:
    """Return the share of the pixels of a face that Chromium and resvg draw visibly differently."""
    svg = picture(draw(face, language)).svg
    return differing_share(drawn_by_resvg(svg, width), shown_by_chromium(page, svg, width))


def main(widths: list[int]) -> int:
    """Compare all pictures at the given widths, print figures for each game, and name those that differ too much."""
    if not chromium():
        print(MISSING, file=sys.stderr)
        return 1
    failed = False
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play:
        browser = play.chromium.launch(**launch_options(Path(folder)))
        for width in widths:
            page = browser.new_page(viewport={"width": width, "height": 2 * width})
            for game in names():
                shares = {
                    f"{face['id']} {language}": compared(page, face, language, width)
                    for face in shipped_faces(game)
                    for language in LANGUAGES
                }
                over = [name for name, share in shares.items() if share > MAX_SHARE]
                failed |= bool(over)
                most = max(shares, key=lambda name: shares[name])
                figures = {"mean": sum(shares.values()) / len(shares), "most": shares[most], "card": most, "over": over}
                print(json.dumps({"game": game, "width": width, "pictures": len(shares), **figures}), flush=True)
            page.close()
    return int(failed)


if __name__ == "__main__":
    raise SystemExit(main([int(width) for width in os.environ.get("WIDTHS", str(WIDTH)).split(",")]))
