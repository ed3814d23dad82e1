"""Cards of a pack: lists, working copies, versions, and what is done to a card as a whole."""

import re
from datetime import datetime
from typing import Any

from django.utils.dateparse import parse_datetime
from django.utils.timezone import is_naive
from rest_framework.request import Request
from rest_framework.response import Response

from cards.api.base import Endpoint, actor_of, answer, based_on, card_of
from cards.api.bodies import any_value, bilingual, fields_of, flag, line, text
from cards.api.bytes import MEMBERS_ONLY, is_known, with_caching
from cards.api.docs import operation
from cards.api.paging import (
    after_number,
    after_of,
    fields_chosen,
    limit_of,
    list_answer,
    page_of,
    refuse_unknown,
)
from cards.api.repeat import Creation, create_once
from cards.api.shapes import API, CARD, NODE_CHANGE, REVISION, TEXT_CHANGE, VERSION, VERSION_DIFF, WHOLE_ROW
from cards.errors import InvalidFields, StateConflict
from cards.gateway.searching import LENGTH
from cards.lookups import search_words
from cards.models import Card, CardVersion, Pack
from cards.permissions import Act
from cards.queries.cards import CardFilters, card_get, card_page, card_row
from cards.queries.history import draft_get, revision_get, version_get, version_list
from cards.queries.packs import pack_get
from cards.queries.problems import draft_report
from cards.queries.where import sort_of, unknown_words, with_where
from cards.services.card import card_copy, card_create, card_create_from_template, card_trash, card_untrash
from cards.services.card_marks import card_deprecate, card_retire, card_undeprecate, card_unretire
from cards.services.card_rename import card_rename
from cards.services.draft import draft_save
from cards.services.draft_shape import DRAFT, draft_answer
from cards.services.version import version_create
from cards.tree_diff import node_changes, text_changes

OF_DRAFT = "draft"
FILTERS = ("q", "state", "kind", "problem", "contains", "since")


class Cards(Endpoint):
    """The cards of a pack, as its members see them."""

    @operation(
        "cards",
        "Cards of a pack, for its members; `where` is a query such as `attack<=2 kind:unit`, `sort` a column or field",
        CARD,
        is_list=True,
        filters=(*FILTERS, "where", "sort", "fields"),
        act=Act.CARD_READ,
    )
    def get(self, request: Request, pack: Pack) -> Response:
        """List them by id, or in the order that is asked for."""
        params = request.query_params
        words: dict[str, Any] = {name: search_words(params, name) for name in FILTERS if name != "since"}
        filters = CardFilters(**words, since=_since(params.get("since")))
        if where := search_words(params, "where", LENGTH):
            filters = with_where(pack=pack, filters=filters, query=where)
        order = params.get("sort", "")
        sort = sort_of(ruleset=pack.ruleset, sort=order) if order else ""
        after = str(after_number(request) or "") if sort else after_of(request)
        narrow = fields_chosen(request, CARD.members)
        page = card_page(
            account=actor_of(request), pack=pack, filters=filters, after=after, limit=limit_of(request), sort=sort
        )
        response = list_answer(request, [narrow(CARD(row)) for row in page.rows], page.next_after)
        if warnings := [f'299 - "{warning}"' for warning in unknown_words(pack=pack, filters=filters)]:
            response.headers["Warning"] = ", ".join(warnings).encode("ascii", "replace").decode()
        return response

    @operation(
        "card-create",
        "Create a card from a text, a template or another card",
        CARD,
        method="post",
        status=201,
        act=Act.CARD_READ,
    )
    def post(self, request: Request, pack: Pack) -> Response:
        """Create it; `text`, `template` or `copy_of` says from what."""

        def make() -> Creation:
            made = _new_card(request, pack)
            found = card_get(account=actor_of(request), pack=pack, written_id=made.written_id)
            place = f"{API}/packs/{pack.slug}/cards/{made.written_id}/"
            return CARD(card_row(card=found, pack=pack)), {"Location": place}

        return create_once(request, make)


def _new_card(request: Request, pack: Pack) -> Card:
    actor, body = actor_of(request), request.data if isinstance(request.data, dict) else {}
    if body and body.keys().isdisjoint({"text", "template", "copy_of"}):
        raise InvalidFields.of("/text", "Give text, template or copy_of.", "请给出 text、template 或 copy_of。")
    if "template" in body:
        params = fields_of(request, {"template": line, "id": line})
        return card_create_from_template(actor=actor, pack=pack, template=params["template"], written_id=params["id"])
    if "copy_of" in body:
        params = fields_of(request, {"copy_of": line, "id": line})
        slug, _, source = params["copy_of"].rpartition("/")
        origin = pack_get(account=actor, slug=slug, act=Act.CARD_READ) if slug else pack
        return card_copy(
            actor=actor,
            pack=pack,
            source=card_get(account=actor, pack=origin, written_id=source),
            written_id=params["id"],
        )
    params = fields_of(request, {"text": text}, {"texts": any_value, "id": line})
    return card_create(
        actor=actor, pack=pack, text=params["text"], texts=params.get("texts"), written_id=params.get("id", "")
    )


def _since(value: str | None) -> datetime | None:
    if not value:
        return None
    try:
        moment = parse_datetime(value.replace(" ", "+"))
    except ValueError:
        moment = None
    if moment is None or is_naive(moment):
        raise InvalidFields.of(
            "/since", "A time such as 2026-11-21T08:00:00Z.", "应为形如 2026-11-21T08:00:00Z 的时间。"
        )
    return moment


class CardDetail(Endpoint):
    """One card."""

    @operation("card", "One card, for members of its pack", CARD, act=Act.CARD_READ)
    def get(self, request: Request, pack: Pack, card: Card) -> Response:
        """Return it."""
        return answer(CARD(card_row(card=card, pack=pack)))

    @operation("card-trash", "Put a card that was never released into the trash", method="delete", act=Act.CARD_READ)
    def delete(self, request: Request, pack: Pack, card: Card) -> Response:
        """Put it there."""
        card_trash(actor=actor_of(request), card=card)
        return Response(status=204)


class _CardAction(Endpoint):
    """Something that is done to a card as a whole."""

    def do(self, request: Request, pack: Pack, card: Card) -> Response:
        """Do it, and return the card as it is then."""
        changed = self.act(request, card)
        now = card_get(account=actor_of(request), pack=pack, written_id=changed.written_id)
        return answer(CARD(card_row(card=now, pack=pack)))

    def act(self, request: Request, card: Card) -> Card:
        """Call the service."""
        raise NotImplementedError


class Rename(_CardAction):
    """Another id for a card."""

    def act(self, request: Request, card: Card) -> Card:
        """Rename it."""
        asked = fields_of(request, {"id": line}, {"rewrite": flag})
        return card_rename(actor=actor_of(request), card=card, new_id=asked["id"], rewrite=asked.get("rewrite", False))

    @operation(
        "card-rename", "Give a card another id; links to the old one lead to it", CARD, method="post", act=Act.CARD_READ
    )
    def post(self, request: Request, pack: Pack, card: Card) -> Response:
        """Rename it."""
        return self.do(request, pack, card)


class Retire(_CardAction):
    """A released card leaves the next release."""

    def act(self, request: Request, card: Card) -> Card:
        """Retire it."""
        fields_of(request, {})
        return card_retire(actor=actor_of(request), card=card)

    @operation("card-retire", "Leave a released card out of the next release", CARD, method="post", act=Act.CARD_READ)
    def post(self, request: Request, pack: Pack, card: Card) -> Response:
        """Retire it."""
        return self.do(request, pack, card)


class Restore(_CardAction):
    """A card comes back: out of the trash, or into the next release."""

    def act(self, request: Request, card: Card) -> Card:
        """Bring it back from where it is."""
        fields_of(request, {})
        back = card_unretire if card.retired_at is not None else card_untrash
        return back(actor=actor_of(request), card=card)

    @operation(
        "card-restore",
        "Take a card out of the trash, or ship a retired one again",
        CARD,
        method="post",
        act=Act.CARD_READ,
    )
    def post(self, request: Request, pack: Pack, card: Card) -> Response:
        """Bring it back."""
        return self.do(request, pack, card)


class Deprecate(_CardAction):
    """A note on a card that should no longer be used."""

    def act(self, request: Request, card: Card) -> Card:
        """Write the note, or take it away."""
        if request.method == "DELETE":
            return card_undeprecate(actor=actor_of(request), card=card)
        asked = fields_of(request, {"note": bilingual}, {"use": line})
        return card_deprecate(actor=actor_of(request), card=card, note=asked["note"], use=asked.get("use", ""))

    @operation(
        "card-deprecate",
        "Mark a card as deprecated: it still ships, with a note",
        CARD,
        method="post",
        act=Act.CARD_READ,
    )
    def post(self, request: Request, pack: Pack, card: Card) -> Response:
        """Write the note."""
        return self.do(request, pack, card)

    @operation("card-undeprecate", "Take the note of a deprecated card away", CARD, method="delete", act=Act.CARD_READ)
    def delete(self, request: Request, pack: Pack, card: Card) -> Response:
        """Take the note away."""
        return self.do(request, pack, card)


class DraftDetail(Endpoint):
    """The working copy of a card."""

    @operation("draft", "The working copy of a card with its problems", DRAFT, act=Act.CARD_READ)
    def get(self, request: Request, pack: Pack, card: Card) -> Any:
        """Return it; its ETag is what a save must quote."""
        draft = draft_get(card=card)
        if is_known(request._request, draft.etag):
            return with_caching(Response(status=304), tag=draft.etag, cache_control=MEMBERS_ONLY)
        return with_caching(
            answer(draft_answer(draft, draft_report(draft=draft, pack=pack))),
            tag=draft.etag,
            cache_control=MEMBERS_ONLY,
        )

    @operation(
        "draft-save", "Save the working copy, valid or not", DRAFT, method="put", based_on=True, act=Act.CARD_READ
    )
    def put(self, request: Request, pack: Pack, card: Card) -> Any:
        """Save it unless it was saved since the state of `If-Match`."""
        params = fields_of(request, {"text": text}, {"texts": any_value})
        result = draft_save(
            actor=actor_of(request),
            card=card,
            text=params["text"],
            texts=params.get("texts"),
            based_on=based_on(request),
        )
        shown = answer(draft_answer(result.draft, result.report))
        return with_caching(shown, tag=result.draft.etag, cache_control=MEMBERS_ONLY)


class RevisionDetail(Endpoint):
    """One save of a card's working copy, or a text that was set aside."""

    @operation(
        "revision",
        "One save of a card's working copy, or a text that lost against a newer one",
        REVISION,
        act=Act.CARD_READ,
    )
    def get(self, request: Request, pack: Pack, card: Card, number: int) -> Response:
        """Return it."""
        return answer(REVISION(revision_get(card=card, number=number)))


class Versions(Endpoint):
    """The saved versions of a card."""

    @operation("versions", "Versions of a card, newest first", VERSION, is_list=True, act=Act.CARD_READ)
    def get(self, request: Request, pack: Pack, card: Card) -> Response:
        """List them."""
        return page_of(request, version_list(card=card), VERSION, "-number")

    @operation(
        "version-create",
        "Name the working copy: it becomes the next version",
        VERSION,
        method="post",
        status=201,
        based_on=True,
        act=Act.CARD_READ,
    )
    def post(self, request: Request, pack: Pack, card: Card) -> Response:
        """Name it if it still is the state of `If-Match`."""

        def make() -> Creation:
            message = fields_of(request, {}, {"message": text}).get("message", "")
            made = version_create(actor=actor_of(request), card=card, based_on=based_on(request), message=message)
            place = f"{API}/packs/{pack.slug}/cards/{card.written_id}/versions/{made.number}/"
            return VERSION(version_get(card=card, number=made.number), WHOLE_ROW), {"Location": place}

        return create_once(request, make)


class VersionDetail(Endpoint):
    """One version of a card."""

    @operation("version", "One version of a card with its text", VERSION, act=Act.CARD_READ)
    def get(self, request: Request, pack: Pack, card: Card, number: int) -> Response:
        """Return it."""
        return answer(VERSION(version_get(card=card, number=number), WHOLE_ROW))


class VersionDiff(Endpoint):
    """What differs between two states of a card."""

    @operation(
        "version-diff",
        "What differs from a version to another, or to the draft, by node and by text",
        VERSION_DIFF,
        filters=("to",),
    )
    def get(self, request: Request, pack: str, card: str, number: int) -> Response:
        """Return the changes; `to` is the number of a version, or `draft`, which it is without it."""
        refuse_unknown(request, "to")
        _, found = card_of(request, pack, card)
        older, other = version_get(card=found, number=number), request.query_params.get("to", OF_DRAFT)
        newer = draft_get(card=found) if other == OF_DRAFT else version_get(card=found, number=_version_number(other))
        if newer.document is None:
            raise StateConflict("The draft does not parse.", "草稿无法解析。")
        changes, is_cut = node_changes(older.document, newer.document)
        texts = text_changes(older.texts, newer.texts)
        return answer(
            VERSION_DIFF(
                {
                    "from": older.number,
                    "to": newer.number if isinstance(newer, CardVersion) else OF_DRAFT,
                    "changes": [NODE_CHANGE(each) for each in changes],
                    "cut": is_cut,
                    "texts": [TEXT_CHANGE(each) for each in texts],
                }
            )
        )


def _version_number(value: str) -> int:
    if not re.fullmatch("[0-9]{1,9}", value):
        raise InvalidFields.of("/to", "The number of a version, or draft.", "应为版本号，或 draft。")
    return int(value)
