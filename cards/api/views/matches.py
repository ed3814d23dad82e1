"""Matches that people play in a pack: the list, and one with its decisions once they may be read."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from cards.api.base import Endpoint, actor_of, answer
from cards.api.bytes import MEMBERS_ONLY, is_known, not_modified, with_caching
from cards.api.docs import operation
from cards.api.paging import page_of, refuse_unknown
from cards.api.shapes import WHOLE_ROW
from cards.api.shapes_matches import MATCH
from cards.models import Account, Pack
from cards.permissions import Act
from cards.queries.cards import card_get
from cards.queries.matches import match_get, match_list
from cards.services.match import match_remove


class Matches(Endpoint):
    """The matches of a pack."""

    @operation(
        "matches",
        "Matches that people play in a pack, the newest first, without their decisions",
        MATCH,
        is_list=True,
        filters=("card",),
        act=Act.PREVIEW_READ,
    )
    def get(self, request: Request, pack: Pack) -> Response:
        """List them."""
        name = request.query_params.get("card", "")
        card = card_get(account=actor_of(request), pack=pack, written_id=name) if name else None
        return page_of(request, match_list(pack=pack, card=card), MATCH, "-number")


class MatchDetail(Endpoint):
    """One match."""

    @operation(
        "match", "One match, with seed and decisions once it is over, or to its player", MATCH, act=Act.PREVIEW_READ
    )
    def get(self, request: Request, pack: Pack, number: int) -> Any:
        """Return it; 304 while it is as its ETag says."""
        refuse_unknown(request)
        match, actor = match_get(pack=pack, number=number), actor_of(request)
        is_player = isinstance(actor, Account) and actor.pk == match.account_id
        match.is_hidden = match.is_secret or not (match.is_over or is_player)
        tag = f"{match.etag}-{'h' if match.is_hidden else 'o'}"
        if is_known(request._request, tag):
            return not_modified(tag=tag, cache_control=MEMBERS_ONLY)
        return with_caching(answer(MATCH(match, WHOLE_ROW)), tag=tag, cache_control=MEMBERS_ONLY)

    @operation(
        "match-remove",
        "Remove a match of one's own for good, also one that runs: bots that think for it stop at their next answer",
        method="delete",
        act=Act.PREVIEW_START,
    )
    def delete(self, request: Request, pack: Pack, number: int) -> Response:
        """Remove it."""
        match_remove(actor=actor_of(request), match=match_get(pack=pack, number=number))
        return Response(status=204)
