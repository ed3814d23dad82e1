"""Pictures of cards' faces, as SVG and PNG."""

from typing import Any

from rest_framework.request import Request

from cards.api.base import Endpoint
from cards.api.bytes import MEMBERS_ONLY, bytes_response, is_known, not_modified
from cards.api.docs import Bytes, operation
from cards.api.paging import refuse_unknown
from cards.api.views.releases import CHANNELS, release_of, to_concrete
from cards.drawing.raster import PNG, SVG, USUAL_WIDTH, WIDTHS, png
from cards.errors import InvalidFields
from cards.models import Card, Pack, Visibility
from cards.models.fields import LANGUAGES
from cards.permissions import Act
from cards.queries.pictures import PictureOrder, draft_picture, release_picture
from cards.queries.releases import release_card

ONE_DAY = "public, max-age=86400"
"""How long caches keep the picture of a released card: what is drawn never changes, how it is drawn may with the next Cardloom."""


class _Pictures(Endpoint):
    """A picture in one format."""

    media = SVG

    def serve(self, request: Request, order: PictureOrder, *, cache_control: str) -> Any:
        """Return a picture, or 304 where the caller has it."""
        width = _width_of(request) if self.media == PNG else 0
        tag = f"{order.tag}-{width}" if width else order.tag
        if is_known(request._request, tag):
            return not_modified(tag=tag, cache_control=cache_control)
        svg = order.picture().svg
        data = png(svg, width) if width else svg.encode()
        return bytes_response(data, tag=tag, media=self.media, cache_control=cache_control, is_exact=False)


class _OfDraft(_Pictures):
    """A picture of a working copy."""

    def answer(self, request: Request, pack: Pack, card: Card) -> Any:
        """Return it in the language that the query names."""
        refuse_unknown(request, *QUERY[self.media])
        order = draft_picture(card=card, pack=pack, language=_language_of(request))
        return self.serve(request, order, cache_control=MEMBERS_ONLY)


class _OfRelease(_Pictures):
    """A picture of a card that a release ships."""

    def answer(self, request: Request, pack: str, version: str, card: str) -> Any:
        """Return it in the language that the query names, or the way to the concrete release."""
        refuse_unknown(request, *QUERY[self.media])
        release = release_of(request, pack, version)
        if version in CHANNELS:
            return to_concrete(request, release, version)
        order = release_picture(row=release_card(release=release, written_id=card), language=_language_of(request))
        is_public = release.pack.visibility == Visibility.PUBLIC
        return self.serve(request, order, cache_control=ONE_DAY if is_public else MEMBERS_ONLY)


QUERY = {SVG: ("lang",), PNG: ("lang", "width")}
"""The parameters that each format reads."""


class DraftSvg(_OfDraft):
    """The face of a working copy as SVG."""

    @operation(
        "face-svg", "The face of a card's working copy as SVG", Bytes(SVG), filters=QUERY[SVG], act=Act.CARD_READ
    )
    def get(self, request: Request, pack: Pack, card: Card) -> Any:
        """Return it; the text is outlined, so that no font is needed."""
        return self.answer(request, pack, card)


class DraftPng(_OfDraft):
    """The face of a working copy as PNG."""

    media = PNG

    @operation(
        "face-png", "The face of a card's working copy as PNG", Bytes(PNG), filters=QUERY[PNG], act=Act.CARD_READ
    )
    def get(self, request: Request, pack: Pack, card: Card) -> Any:
        """Return it with transparent corners."""
        return self.answer(request, pack, card)


class ReleaseSvg(_OfRelease):
    """The face of a released card as SVG."""

    @operation("release-face-svg", "The face of a released card as SVG", Bytes(SVG), filters=QUERY[SVG], is_open=True)
    def get(self, request: Request, pack: str, version: str, card: str) -> Any:
        """Return it; the text is outlined, so that no font is needed."""
        return self.answer(request, pack, version, card)


class ReleasePng(_OfRelease):
    """The face of a released card as PNG."""

    media = PNG

    @operation("release-face-png", "The face of a released card as PNG", Bytes(PNG), filters=QUERY[PNG], is_open=True)
    def get(self, request: Request, pack: str, version: str, card: str) -> Any:
        """Return it with transparent corners."""
        return self.answer(request, pack, version, card)


def _language_of(request: Request) -> str:
    language: str = request.query_params.get("lang", LANGUAGES[0])
    if language not in LANGUAGES:
        choices = ", ".join(LANGUAGES)
        raise InvalidFields.of("/lang", f"One of {choices}.", f"应为 {choices} 之一。")
    return language


def _width_of(request: Request) -> int:
    """Return the width that the query asks for, in pixels."""
    value = request.query_params.get("width", str(USUAL_WIDTH))
    if value not in map(str, WIDTHS):
        choices = ", ".join(map(str, WIDTHS))
        raise InvalidFields.of("/width", f"One of {choices}.", f"应为 {choices} 之一。")
    return int(value)
