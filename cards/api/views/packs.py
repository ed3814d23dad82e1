"""Packs, their cards, drafts and versions, read; and validation, which stores nothing."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.utils.dateparse import parse_datetime
from django.utils.timezone import is_naive
from rest_framework.request import Request
from rest_framework.response import Response

from cards import gateway
from cards.api.base import Endpoint, actor_of, answer, signed_in
from cards.api.bytes import MEMBERS_ONLY, is_known, with_caching
from cards.api.docs import documented
from cards.api.paging import after_of, known_only, limit_of, listed, page_of
from cards.api.shapes import (
    account_shape,
    card_shape,
    draft_shape,
    open_pack_shape,
    pack_shape,
    version_shape,
)
from cards.errors import InvalidFields, NotFound, NotSignedIn
from cards.models import Account, Card, Pack
from cards.models.account import TokenScope
from cards.permissions import Act
from cards.queries.cards import CardFilters, card_get, card_page, card_row
from cards.queries.history import draft_get, version_get, version_list
from cards.queries.packs import pack_get, pack_list_visible
from cards.queries.problems import draft_report, known_ids
from cards.texts import checked_text, checked_texts

FILTERS = ("q", "state", "kind", "problem", "contains", "since")


def pack_of(request: Request, slug: str, act: Act = Act.CARD_READ) -> Pack:
    """Return the pack if the caller may do that there; who is not signed in is asked to, whether it exists or not."""
    try:
        return pack_get(account=actor_of(request), slug=slug, act=act)
    except NotFound:
        if isinstance(request.user, Account):
            raise
        raise NotSignedIn() from None


def card_of(request: Request, slug: str, written_id: str) -> tuple[Pack, Card]:
    """Return a pack and a card of it that the caller may read."""
    pack = pack_of(request, slug)
    return pack, card_get(account=actor_of(request), pack=pack, written_id=written_id)


class Me(Endpoint):
    """Who is asking."""

    @documented("me", "The account that asks", "Account")
    def get(self, request: Request) -> Response:
        """Return the account."""
        return answer(account_shape(signed_in(request)))


class Packs(Endpoint):
    """The packs that the caller may read."""

    @documented("packs", "Packs: your own, and public ones that have a release", "Pack", is_list=True)
    def get(self, request: Request) -> Response:
        """List them by slug."""
        known_only(request)
        packs = pack_list_visible(account=actor_of(request)).filter(slug__gt=after_of(request))
        return page_of(request, list(packs[: limit_of(request) + 1]), _pack, lambda pack: str(pack.slug))


class PackDetail(Endpoint):
    """One pack."""

    @documented("pack", "One pack", "Pack")
    def get(self, request: Request, pack: str) -> Response:
        """Return it."""
        return answer(_pack(pack_of(request, pack, Act.PACK_READ)))


def _pack(pack: Pack) -> Any:
    return pack_shape(pack) if pack.role else open_pack_shape(pack)  # type: ignore[attr-defined]  # annotated by the query


class Cards(Endpoint):
    """The cards of a pack, as its members see them."""

    @documented("cards", "Cards of a pack, for its members", "Card", is_list=True, filters=FILTERS)
    def get(self, request: Request, pack: str) -> Response:
        """List them by id."""
        known_only(request, *FILTERS)
        params = request.query_params
        words: dict[str, Any] = {name: params.get(name, "")[:200] for name in FILTERS if name != "since"}
        filters = CardFilters(**words, since=_since(params.get("since")))
        found = pack_of(request, pack)
        page = card_page(
            account=actor_of(request), pack=found, filters=filters, after=after_of(request), limit=limit_of(request)
        )
        return listed(request, [card_shape(row) for row in page.rows], page.next_after)


def _since(written: str | None) -> datetime | None:
    if not written:
        return None
    try:
        at = parse_datetime(written.replace(" ", "+"))
    except ValueError:
        at = None
    if at is None or is_naive(at):
        raise InvalidFields.of(
            "/since", "A time such as 2026-11-21T08:00:00Z.", "应为形如 2026-11-21T08:00:00Z 的时间。"
        )
    return at


class CardDetail(Endpoint):
    """One card."""

    @documented("card", "One card, for members of its pack", "Card")
    def get(self, request: Request, pack: str, card: str) -> Response:
        """Return it."""
        row, found = card_of(request, pack, card)
        return answer(card_shape(card_row(card=found, pack=row)))


class DraftDetail(Endpoint):
    """The working copy of a card."""

    @documented("draft", "The working copy of a card with its problems", "Draft")
    def get(self, request: Request, pack: str, card: str) -> Any:
        """Return it; its ETag is what a save must quote."""
        row, found = card_of(request, pack, card)
        draft = draft_get(card=found)
        if is_known(request._request, draft.etag):
            return with_caching(Response(status=304), tag=draft.etag, cache_control=MEMBERS_ONLY)
        return with_caching(
            answer(draft_shape(draft, draft_report(draft=draft, pack=row))), tag=draft.etag, cache_control=MEMBERS_ONLY
        )


class Versions(Endpoint):
    """The named versions of a card."""

    @documented("versions", "Versions of a card, newest first", "Version", is_list=True)
    def get(self, request: Request, pack: str, card: str) -> Response:
        """List them."""
        known_only(request)
        _, found = card_of(request, pack, card)
        versions = version_list(card=found)
        if (after := after_of(request)) and after.isascii() and after.isdigit():
            versions = versions.filter(number__lt=int(after[:9]))
        return page_of(request, list(versions[: limit_of(request) + 1]), version_shape, lambda row: str(row.number))


class VersionDetail(Endpoint):
    """One version of a card."""

    @documented("version", "One version of a card with its text", "Version")
    def get(self, request: Request, pack: str, card: str, number: int) -> Response:
        """Return it."""
        _, found = card_of(request, pack, card)
        return answer(version_shape(version_get(card=found, number=number), whole=True))


class Validate(Endpoint):
    """The problems of a card's text, without storing it."""

    scopes = {"POST": TokenScope.READ}

    @documented("validate", "Validate a card's text; nothing is stored", "Report", method="post")
    def post(self, request: Request, pack: str) -> Response:
        """Return every problem of the text."""
        row = pack_of(request, pack, Act.VALIDATE)
        body = request.data
        if not isinstance(body, dict):
            raise InvalidFields.of("", "An object with the key text.", "应为含有 text 键的对象。")
        for key in body:
            if key not in ("text", "texts"):
                raise InvalidFields.of(f"/{key}", "There are text and texts.", "只有 text 和 texts。")
        if "text" not in body:
            raise InvalidFields.of("/text", "The card's text is missing.", "缺少卡牌的文本。")
        text, texts = checked_text(body["text"]), checked_texts(body.get("texts"))
        report = gateway.validate(row.ruleset, text, known=known_ids(pack=row), texts=texts)
        (report,) = gateway.with_schema_problems(row.ruleset, [report])
        return answer({"ok": report.ok, "problems": [problem.to_json() for problem in report.problems]})
