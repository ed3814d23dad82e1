"""Packs: what they say of themselves, and validation, which stores nothing."""

import hashlib
from typing import Any

from django.db import transaction
from django.http import HttpResponse
from rest_framework.request import Request
from rest_framework.response import Response

from cards.api.base import Endpoint, actor_of, answer, pack_of, signed_in
from cards.api.bodies import any_value, bilingual, fields_of, flag, line, text, whole
from cards.api.bytes import MEMBERS_ONLY, bytes_response, is_known, not_modified
from cards.api.docs import ZIP, operation
from cards.api.paging import page_of
from cards.api.repeat import Creation, create_once
from cards.api.shapes import ACCOUNT, API, MEMBERS, MISMATCH, PACK, VALIDATION
from cards.errors import InvalidFields
from cards.gateway import pack_names, schemas, validation, wording
from cards.models import Pack
from cards.models.account import TokenScope
from cards.permissions import Act
from cards.queries.beside import names_beside
from cards.queries.export import pack_export
from cards.queries.packs import pack_get, pack_list_visible
from cards.queries.problems import known_ids
from cards.services.draft_shape import problems_of
from cards.services.pack import PackForm, pack_archive, pack_create, pack_edit, pack_lock
from cards.texts import checked_text, checked_texts

SETTINGS = {
    "description": bilingual,
    "source_language": line,
    "visibility": line,
    "approvals_needed": whole,
    "guards_needed": flag,
    "release_tokens": flag,
    "factor_needed": flag,
}


class Me(Endpoint):
    """Who is asking."""

    @operation("me", "The account that asks", ACCOUNT)
    def get(self, request: Request) -> Response:
        """Return the account."""
        return answer(ACCOUNT(signed_in(request)))


class Packs(Endpoint):
    """The packs that the caller may read."""

    @operation("packs", "Packs: your own, and public ones that have a release", PACK, is_list=True, is_open=True)
    def get(self, request: Request) -> Response:
        """List them by slug."""
        return page_of(request, pack_list_visible(account=actor_of(request)), _pack, "slug")

    @operation("pack-create", "Create an empty pack; you are its admin", PACK, method="post", status=201)
    def post(self, request: Request) -> Response:
        """Create it."""

        def make() -> Creation:
            asked = fields_of(request, {"pack": line, "ruleset": line, "name": bilingual}, SETTINGS)
            form = PackForm(**{name: value for name, value in asked.items() if name not in ("pack", "ruleset")})
            made = pack_create(actor=signed_in(request), slug=asked["pack"], ruleset=asked["ruleset"], form=form)
            found = pack_get(account=actor_of(request), slug=made.slug, with_counts=True)
            return PACK(found, MEMBERS), {"Location": f"{API}/packs/{made.slug}/"}

        return create_once(request, make)


class PackDetail(Endpoint):
    """One pack."""

    scopes = {"PATCH": TokenScope.ADMIN}

    @operation("pack", "One pack", PACK, is_open=True)
    def get(self, request: Request, pack: str) -> Response:
        """Return it."""
        return answer(_pack(pack_of(request, pack, Act.PACK_READ, with_counts=True)))

    @operation(
        "pack-edit",
        "Change what a pack says of itself, who may read it, or archive it",
        PACK,
        method="patch",
        act=Act.PACK_EDIT,
    )
    def patch(self, request: Request, pack: Pack) -> Response:
        """Change the fields that are sent, all or none."""
        params = fields_of(request, {}, {"name": bilingual, **SETTINGS, "archived": flag})
        if not params:
            raise InvalidFields.of("", "Send what is to change.", "请发送要修改的内容。")
        archive = params.pop("archived", None)
        if archive is not None and params:
            raise InvalidFields.of("/archived", "Archive a pack in a request of its own.", "请单独发送归档请求。")
        if archive is not None:
            pack_archive(actor=actor_of(request), pack=pack, archived=archive)
        else:
            with transaction.atomic():  # what is not sent stays as it is then, not as it was read
                locked = pack_lock(pack=pack)
                form = PackForm(**{**{name: getattr(locked, name) for name in ("name", *SETTINGS)}, **params})
                pack_edit(actor=actor_of(request), pack=pack, form=form)
        return answer(_pack(pack_of(request, pack.slug, Act.PACK_READ, with_counts=True)))


def _pack(pack: Pack) -> Any:
    return PACK(pack, MEMBERS) if pack.role else PACK(pack)  # type: ignore[attr-defined]  # annotated by the query


class Export(Endpoint):
    """The working copy of a pack as one archive."""

    @operation(
        "pack-export",
        "Cards, texts, decks, scenarios and images as they are now, as an import takes them",
        ZIP,
        act=Act.CARD_READ,
    )
    def get(self, request: Request, pack: Pack) -> HttpResponse:
        """Return the archive."""
        data = pack_export(pack=pack)
        tag = hashlib.sha256(data).hexdigest()
        if is_known(request._request, tag):
            return not_modified(tag=tag, cache_control=MEMBERS_ONLY)
        name = f"{pack.slug}.zip"
        return bytes_response(data, tag=tag, media="application/zip", cache_control=MEMBERS_ONLY, name=name)


class Validate(Endpoint):
    """The problems of a card's text, without storing it."""

    scopes = {"POST": TokenScope.READ}

    @operation("validate", "Validate a card's text; nothing is stored", VALIDATION, method="post", act=Act.VALIDATE)
    def post(self, request: Request, pack: Pack) -> Response:
        """Return every problem of the text, the rules text of its effects, and where the written one says otherwise."""
        body = fields_of(request, {"text": text}, {"texts": any_value})
        card_text, texts = checked_text(body["text"]), checked_texts(body.get("texts"))
        known = known_ids(pack=pack)
        game = pack_names.game(pack.ruleset, known)
        report = validation.validate(pack.ruleset, card_text, known_ids=known, texts=texts)
        (report,) = schemas.with_schema_problems(game, [report])
        return answer(
            VALIDATION(
                {
                    "ok": report.ok,
                    "problems": problems_of(report),
                    "describe": wording.rules_texts(game, report.document, names_beside(report.document, pack=pack)),
                    "mismatches": [MISMATCH(mismatch) for mismatch in wording.mismatches(game, report, texts)],
                }
            )
        )
