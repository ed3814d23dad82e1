"""Previews: starting one, watching it, ending it, what it found."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from cards.api.base import Endpoint, actor_of, answer, card_of
from cards.api.bodies import any_value, fields_of, line, seed, whole
from cards.api.bytes import MEMBERS_ONLY, is_known, not_modified, with_caching
from cards.api.docs import operation
from cards.api.paging import page_of
from cards.api.repeat import Creation, create_once
from cards.api.shapes import API, WHOLE_ROW
from cards.api.shapes_previews import PREVIEW, TRACES, preview_tag
from cards.errors import InvalidFields
from cards.models import Pack
from cards.models.account import TokenScope
from cards.permissions import Act
from cards.queries.previews.listing import preview_get, preview_list, preview_mark
from cards.services.previews.parts import WITHOUT
from cards.services.previews.start import preview_cancel, preview_start

STARTERS = {"POST": TokenScope.PREVIEW}


class Previews(Endpoint):
    """The previews of a pack."""

    scopes = STARTERS

    @operation(
        "previews",
        "Previews of a pack, the newest first",
        PREVIEW,
        is_list=True,
        filters=("card", "state"),
        act=Act.PREVIEW_READ,
    )
    def get(self, request: Request, pack: Pack) -> Response:
        """List them."""
        params = request.query_params
        previews = preview_list(pack=pack, card=params.get("card", ""), state=params.get("state", ""))
        return page_of(request, previews, PREVIEW, "-number")

    @operation("preview-start", "Queue a preview of a card", PREVIEW, method="post", status=201)
    def post(self, request: Request, pack: str) -> Response:
        """Queue it; without a version that of the working copy."""

        def make() -> Creation:
            optional = {"version": whole, "baseline": any_value, "preset": line, "seed": seed}
            params = fields_of(request, {"card": line}, optional)
            row, card = card_of(request, pack, params.pop("card"))
            former = params.get("baseline")
            if former is not None and former != WITHOUT:
                whole(former, "/baseline")
            if params.get("version") == 0:
                raise InvalidFields.of("/version", "The number of a version, from 1.", "应为从 1 起的版本号。")
            started = preview_start(actor=actor_of(request), card=card, **params)
            shown = PREVIEW(preview_get(pack=row, number=started.number), WHOLE_ROW)
            return shown, {"Location": f"{API}/packs/{row.slug}/previews/{started.number}/"}

        return create_once(request, make)


class PreviewDetail(Endpoint):
    """One preview."""

    @operation("preview", "One preview: how far it is, and its result", PREVIEW, act=Act.PREVIEW_READ)
    def get(self, request: Request, pack: Pack, number: int) -> Any:
        """Return it; 304 while nothing changed since the ETag."""
        mark = preview_mark(pack=pack, number=number)
        if is_known(request._request, mark):
            return not_modified(tag=mark, cache_control=MEMBERS_ONLY)
        previews = preview_get(pack=pack, number=number)
        return with_caching(answer(PREVIEW(previews, WHOLE_ROW)), tag=preview_tag(previews), cache_control=MEMBERS_ONLY)


class Cancel(Endpoint):
    """The end of a preview before its time."""

    scopes = STARTERS

    @operation(
        "preview-cancel",
        "End a preview; what was played is kept",
        PREVIEW,
        method="post",
        status=202,
        act=Act.PREVIEW_READ,
    )
    def post(self, request: Request, pack: Pack, number: int) -> Response:
        """End it; one that is over stays as it is."""
        fields_of(request, {})
        preview_cancel(actor=actor_of(request), preview=preview_get(pack=pack, number=number))
        return answer(PREVIEW(preview_get(pack=pack, number=number), WHOLE_ROW), 202)


class Traces(Endpoint):
    """The matches behind the numbers."""

    @operation("preview-traces", "Replay files of matches that the preview kept", TRACES, act=Act.PREVIEW_READ)
    def get(self, request: Request, pack: Pack, number: int) -> Response:
        """Return them."""
        result = preview_get(pack=pack, number=number).result or {}
        return answer(TRACES({"results": result.get("traces") or [], "next": None}))
