"""Uploaded card art: decoded within bounds, written again without anything but its pixels.

What leaves this module was made by it: no byte of an upload is ever stored or served.
"""

import struct
import zlib
from io import BytesIO

from PIL import Image, ImageOps, UnidentifiedImageError

from cards.errors import BadImage, TooLarge

MAX_BYTES = 2 * 1024 * 1024
MAX_SIDE = 3000  # pixels of an upload; decoding it takes at most 36 MB
KEPT_SIDE = 1600  # pixels of what is kept: more than 600 dpi on a printed card
QUALITY = 88
MEDIA_TYPE = "image/webp"
FORMATS = ("PNG", "WEBP", "JPEG")

_HOSTILE = (OSError, SyntaxError, ValueError, EOFError, struct.error, zlib.error, KeyError, IndexError, TypeError)
"""What Pillow raises for files that are broken on purpose."""


def art_encoded(data: bytes) -> bytes:
    """Return an uploaded image as WebP without metadata, scaled down to what is kept.

    Errors: TooLarge beyond 2 MiB; BadImage for what is no PNG, WebP or JPEG, is broken, is animated or has too many pixels.
    """
    if len(data) > MAX_BYTES:
        raise TooLarge("Images can be at most 2 MiB.", "图片最大为 2 MiB。")
    try:
        with Image.open(BytesIO(data), formats=FORMATS) as image:
            _check(image)
            return _encode(image)
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
        raise _too_many_pixels() from error
    except UnidentifiedImageError as error:
        raise BadImage("This is not a PNG, WebP or JPEG image.", "这不是 PNG、WebP 或 JPEG 图片。") from error
    except _HOSTILE as error:
        raise BadImage("The image is damaged and cannot be read.", "图片已损坏，无法读取。") from error


def _check(image: Image.Image) -> None:
    """Refuse by what the head of the file says, before any pixel is decoded."""
    if max(image.size) > MAX_SIDE:
        raise _too_many_pixels()
    if image.format != "MPO" and getattr(image, "n_frames", 1) > 1:  # a camera's JPEG may have its preview behind it
        raise BadImage("Animated images cannot be printed; upload a still one.", "不支持动图，请上传静态图片。")


def _encode(image: Image.Image) -> bytes:
    upright = ImageOps.exif_transpose(image)
    pixels = upright.convert("RGBA" if upright.has_transparency_data else "RGB")
    pixels.thumbnail((KEPT_SIDE, KEPT_SIDE))
    pixels.info.clear()
    out = BytesIO()
    pixels.save(out, "WEBP", quality=QUALITY, method=4)
    return out.getvalue()


def _too_many_pixels() -> BadImage:
    return BadImage(f"An image has at most {MAX_SIDE:,} pixels on either side.", f"图片的边长最大为 {MAX_SIDE} 像素。")
