"""Decks of a pack."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from cards.api.base import Endpoint, actor_of, answer, based_on, pack_of
from cards.api.bodies import fields_of, line, text
from cards.api.bytes import MEMBERS_ONLY, is_known, not_modified, with_caching
from cards.api.docs import operation
from cards.api.paging import page_of
from cards.api.repeat import Creation, create_once
from cards.api.shapes import API, DECK, REPORT, WHOLE_ROW
from cards.errors import InvalidFields
from cards.lookups import search_words
from cards.models import Deck, Pack
from cards.models.account import TokenScope
from cards.permissions import Act
from cards.queries.decks import deck_get, deck_list, deck_verdict
from cards.services.deck import (
    deck_copy,
    deck_create,
    deck_create_empty,
    deck_create_from_sample,
    deck_save,
    deck_trash,
    deck_untrash,
)


def deck_of(request: Request, pack: str, number: int) -> tuple[Pack, Deck]:
    """Return a pack and a deck of it that the caller may read."""
    row = pack_of(request, pack, Act.DECK_READ)
    return row, deck_get(account=actor_of(request), pack=row, number=number)


def deck_response(deck: Deck) -> Any:
    """Return a deck with the ETag that a save must quote."""
    return with_caching(answer(DECK(deck, WHOLE_ROW)), tag=deck.etag, cache_control=MEMBERS_ONLY)


class Decks(Endpoint):
    """The decks of a pack."""

    @operation("decks", "Decks of a pack", DECK, is_list=True, filters=("q",), act=Act.DECK_READ)
    def get(self, request: Request, pack: Pack) -> Response:
        """List them by number."""
        decks = deck_list(pack=pack, query=search_words(request.query_params, "q"))
        return page_of(request, decks.order_by("number"), DECK, "number")

    @operation(
        "deck-create",
        "Create a deck from a text, a sample, another deck, or empty",
        DECK,
        method="post",
        status=201,
        act=Act.DECK_READ,
    )
    def post(self, request: Request, pack: Pack) -> Response:
        """Create it."""

        def make() -> Creation:
            made = _new_deck(request, pack)
            headers = {"Location": f"{API}/packs/{pack.slug}/decks/{made.number}/", "ETag": f'"{made.etag}"'}
            return DECK(made, WHOLE_ROW), headers

        return create_once(request, make)


def _new_deck(request: Request, pack: Pack) -> Deck:
    actor, body = actor_of(request), request.data if isinstance(request.data, dict) else {}
    if "sample" in body:
        params = fields_of(request, {"sample": line})
        return deck_create_from_sample(actor=actor, pack=pack, sample=params["sample"])
    if "copy_of" in body:
        params = fields_of(request, {"copy_of": line, "deck_id": line}, {"name": line})
        number = params["copy_of"]
        if not number.isascii() or not number.isdigit() or len(number) > 9:
            raise InvalidFields.of("/copy_of", "The id of a deck of this pack.", "应为本卡包中牌组的 id。")
        source = deck_get(account=actor, pack=pack, number=int(number))
        return deck_copy(actor=actor, pack=pack, source=source, deck_id=params["deck_id"], name=params.get("name", ""))
    if "deck_id" in body:
        params = fields_of(request, {"deck_id": line}, {"name": line})
        return deck_create_empty(actor=actor, pack=pack, deck_id=params["deck_id"], name=params.get("name", ""))
    return deck_create(actor=actor, pack=pack, text=fields_of(request, {"text": text})["text"])


class DeckDetail(Endpoint):
    """One deck."""

    @operation("deck", "One deck with its text", DECK)
    def get(self, request: Request, pack: str, number: int) -> Any:
        """Return it; its ETag is what a save must quote."""
        _, deck = deck_of(request, pack, number)
        if is_known(request._request, deck.etag):
            return not_modified(tag=deck.etag, cache_control=MEMBERS_ONLY)
        return deck_response(deck)

    @operation("deck-save", "Replace the text of a deck", DECK, method="put", based_on=True)
    def put(self, request: Request, pack: str, number: int) -> Any:
        """Replace it unless it was saved since the state of `If-Match`."""
        _, deck = deck_of(request, pack, number)
        written = fields_of(request, {"text": text})["text"]
        return deck_response(deck_save(actor=actor_of(request), deck=deck, text=written, based_on=based_on(request)))

    @operation("deck-trash", "Put a deck into the trash", method="delete")
    def delete(self, request: Request, pack: str, number: int) -> Response:
        """Put it there."""
        _, deck = deck_of(request, pack, number)
        deck_trash(actor=actor_of(request), deck=deck)
        return Response(status=204)


class DeckRestore(Endpoint):
    """A deck comes out of the trash."""

    @operation("deck-restore", "Take a deck out of the trash", DECK, method="post")
    def post(self, request: Request, pack: str, number: int) -> Any:
        """Take it out."""
        _, deck = deck_of(request, pack, number)
        fields_of(request, {})
        return deck_response(deck_untrash(actor=actor_of(request), deck=deck))


class DeckValidate(Endpoint):
    """Whether a match may be played with a deck."""

    scopes = {"POST": TokenScope.READ}

    @operation("deck-validate", "Every problem of a deck beside the cards of its pack", REPORT, method="post")
    def post(self, request: Request, pack: str, number: int) -> Response:
        """Return the problems, without storing the text."""
        row, deck = deck_of(request, pack, number)
        fields_of(request, {})
        return answer(REPORT(deck_verdict(deck=deck, pack=row)))
