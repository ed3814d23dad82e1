"""The glossary of a pack."""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from cards.api.base import Endpoint, actor_of, answer, based_on
from cards.api.bodies import fields_of, line, text, words
from cards.api.bytes import MEMBERS_ONLY, is_known, not_modified, with_caching
from cards.api.docs import operation
from cards.api.paging import after_number, limit_of, page_of, refuse_unknown_filters
from cards.api.repeat import Creation, create_once
from cards.api.shapes import API, TERM, term_tag
from cards.api.views.packs import pack_of
from cards.errors import Stale
from cards.lookups import search_words
from cards.models import GlossaryTerm
from cards.permissions import Act
from cards.queries.glossary import term_get, term_list
from cards.services.draft import checked_etag
from cards.services.glossary import TermForm, glossary_add, glossary_edit, glossary_remove

REQUIRED = {"en": line, "zh": line}
OPTIONAL = {"note": text, **dict.fromkeys(("also_en", "also_zh", "avoid_en", "avoid_zh"), words)}


def term_response(term: GlossaryTerm) -> Any:
    """Return a term with the ETag that a change must quote."""
    return with_caching(answer(TERM(term)), tag=term_tag(term), cache_control=MEMBERS_ONLY)


class Glossary(Endpoint):
    """The terms of a pack."""

    @operation("glossary", "Terms of a pack in both languages", TERM, is_list=True, filters=("q",))
    def get(self, request: Request, pack: str) -> Response:
        """List them in the order in which they were added."""
        refuse_unknown_filters(request, "q")
        terms = term_list(pack=pack_of(request, pack), q=search_words(request.query_params, "q"))
        terms = terms.filter(pk__gt=after_number(request)).order_by("pk")
        return page_of(request, list(terms[: limit_of(request) + 1]), TERM, lambda term: str(term.pk))

    @operation("term-create", "Add a term", TERM, method="post", status=201)
    def post(self, request: Request, pack: str) -> Response:
        """Add it."""
        row = pack_of(request, pack)

        def make() -> Creation:
            form = TermForm(**fields_of(request, REQUIRED, OPTIONAL))
            term = glossary_add(actor=actor_of(request), pack=row, form=form)
            place = f"{API}/packs/{row.slug}/glossary/{term.pk}/"
            return TERM(term), {"Location": place, "ETag": f'"{term_tag(term)}"'}

        return create_once(request, make)


class Term(Endpoint):
    """One term."""

    @operation("term", "One term", TERM)
    def get(self, request: Request, pack: str, number: int) -> Any:
        """Return it; its ETag is what a change must quote."""
        term = term_get(pack=pack_of(request, pack), pk=number)
        if is_known(request._request, term_tag(term)):
            return not_modified(tag=term_tag(term), cache_control=MEMBERS_ONLY)
        return term_response(term)

    @operation("term-edit", "Replace a term", TERM, method="put", based_on=True)
    def put(self, request: Request, pack: str, number: int) -> Any:
        """Replace it unless it was changed since the state of `If-Match`."""
        row = pack_of(request, pack, Act.GLOSSARY_EDIT)
        term = term_get(pack=row, pk=number)
        form = TermForm(**fields_of(request, REQUIRED, OPTIONAL))
        if checked_etag(based_on(request), term_tag(term)) != term_tag(term):
            raise Stale(term)
        changed = glossary_edit(actor=actor_of(request), pack=row, term=term, form=form, based_on=term.revision)
        return term_response(changed)

    @operation("term-remove", "Remove a term", method="delete")
    def delete(self, request: Request, pack: str, number: int) -> Response:
        """Remove it."""
        row = pack_of(request, pack)
        glossary_remove(actor=actor_of(request), pack=row, term=term_get(pack=row, pk=number))
        return Response(status=204)
