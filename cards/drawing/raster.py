"""A picture as PNG, drawn by resvg: with no font of the system and no file but the picture itself."""

from functools import lru_cache
from typing import Final

import resvg_py

from cards.drawing.face_svg import WIDTH

WIDTHS: Final = (189, 378, 756, 1512)
"""Widths in pixels: 3, 6, 12 and 24 to the millimetre, the third a little finer than 300 dots an inch."""
USUAL_WIDTH: Final = 756
PNG: Final = "image/png"
SVG: Final = "image/svg+xml"


@lru_cache(maxsize=128)
def png(svg: str, width: int = USUAL_WIDTH) -> bytes:
    """Return a picture as PNG, `width` pixels wide; its corners are transparent.

    Errors: ValueError for another width than those of WIDTHS.
    """
    if width not in WIDTHS:
        raise ValueError(f"{width} pixels")
    return pixels(svg, width / WIDTH)


def pixels(svg: str, scale: float) -> bytes:
    """Return a picture as PNG. Units: scale is in pixels to each unit of the drawing."""
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, zoom=scale, skip_system_fonts=True))
