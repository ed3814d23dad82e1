"""Pictures of faces look the same wherever they are drawn: Chromium shows the SVG as resvg draws it as PNG."""

from __future__ import annotations

import base64
import os
from io import BytesIO

import pytest
from PIL import Image, ImageChops
from playwright.sync_api import Page

from cards.drawing.face_svg import picture
from cards.drawing.faces import draw
from cards.drawing.raster import png
from engine.rulesets import names
from tests.cards.drawing.test_pictures import shipped_faces

WIDTH = 1512
SAMPLE_SIZE = 1  # faces of a game in each language; PICTURES=1 draws the whole share of the day
VISIBLE = 16  # of 255: how much a pixel may differ
SHARE = 0.01  # of the pixels may differ more


def shown_by_chromium(page: Page, svg: str) -> Image.Image:
    """Return an SVG as Chromium draws it as an image, which may load nothing."""
    data = base64.b64encode(svg.encode()).decode()
    page.set_content(
        f'<body style="margin:0;background:#fff"><img width="{WIDTH}" src="data:image/svg+xml;base64,{data}">'
    )
    page.wait_for_function("() => document.images[0].complete && document.images[0].naturalWidth > 0")
    return Image.open(BytesIO(page.locator("img").screenshot())).convert("RGB")


@pytest.mark.parametrize("game", names())
def test_chromium_and_resvg_draw_the_same(page: Page, game: str) -> None:
    faces = shipped_faces(game)
    for face in faces if os.environ.get("PICTURES") else faces[:SAMPLE_SIZE]:
        for language in ("en", "zh"):
            svg = picture(draw(face, language)).svg
            ours = Image.open(BytesIO(png(svg, WIDTH)))
            paper = Image.new("RGB", ours.size, "white")
            paper.paste(ours, mask=ours.getchannel("A"))
            theirs = shown_by_chromium(page, svg).crop((0, 0, *paper.size))
            red, green, blue = ImageChops.difference(paper, theirs).split()
            strongest = ImageChops.lighter(ImageChops.lighter(red, green), blue)
            visible = sum(strongest.histogram()[VISIBLE + 1 :])
            assert visible / (paper.width * paper.height) <= SHARE, (face["id"], language, visible)
