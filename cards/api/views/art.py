"""The image of a card's working copy."""

import hashlib
from typing import Any

from rest_framework.parsers import BaseParser
from rest_framework.request import Request
from rest_framework.response import Response

from cards.api.base import Endpoint, actor_of, answer
from cards.api.bytes import MEMBERS_ONLY, bytes_response, is_known, not_modified, with_caching
from cards.api.docs import WEBP, operation
from cards.api.shapes import IMAGE
from cards.errors import NotFound
from cards.images import FORMATS, MEDIA_TYPE
from cards.models import Card, Pack
from cards.permissions import Act
from cards.queries.art import art_get
from cards.queries.history import draft_get
from cards.services.art import art_remove, art_set


class ImageParser(BaseParser):
    """Reads a body as the bytes that it is; what it holds is checked where it is decoded."""

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> Any:
        """Return the bytes."""
        data = stream.read()
        parser_context["request"].body_sha256 = hashlib.sha256(data).hexdigest()
        return data


class PngParser(ImageParser):
    """An image as PNG."""

    media_type = "image/png"


class JpegParser(ImageParser):
    """An image as JPEG."""

    media_type = "image/jpeg"


class WebpParser(ImageParser):
    """An image as WebP."""

    media_type = MEDIA_TYPE


class AnyParser(ImageParser):
    """An image of a client that names no kind."""

    media_type = "application/octet-stream"


class Art(Endpoint):
    """The image of a card's working copy."""

    parser_classes = (PngParser, WebpParser, JpegParser, AnyParser)

    @operation("art", "The image of a card's working copy, as WebP", WEBP, act=Act.CARD_READ)
    def get(self, request: Request, pack: Pack, card: Card) -> Any:
        """Return it; NotFound when the card has none."""
        sha256 = draft_get(card=card).art_sha256
        if sha256 is None:
            raise NotFound()
        if is_known(request._request, sha256):
            return not_modified(tag=sha256, cache_control=MEMBERS_ONLY)
        data = art_get(account=actor_of(request), sha256=sha256)
        return bytes_response(data, tag=sha256, media=MEDIA_TYPE, cache_control=MEMBERS_ONLY)

    @operation(
        "art-set", f"Upload an image, {' or '.join(FORMATS)} of at most 2 MiB", IMAGE, method="put", act=Act.DRAFT_SAVE
    )
    def put(self, request: Request, pack: Pack, card: Card) -> Any:
        """Keep it, written again as WebP without metadata, in place of the one that the card has."""
        data: Any = request.data
        sent = data if isinstance(data, bytes) else b""  # a request without a body has no bytes to parse
        sha256 = art_set(actor=actor_of(request), card=card, data=sent)
        return with_caching(answer(IMAGE({"sha256": sha256})), tag=sha256, cache_control=MEMBERS_ONLY)

    @operation(
        "art-remove", "Give a card its placeholder back; versions keep their image", method="delete", act=Act.CARD_READ
    )
    def delete(self, request: Request, pack: Pack, card: Card) -> Response:
        """Remove it."""
        art_remove(actor=actor_of(request), card=card)
        return Response(status=204)
