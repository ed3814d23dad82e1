"""The glossary of a pack."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from cards.api.base import Endpoint, actor_of, answer, based_on
from cards.api.bodies import fields_of, line, text, words
from cards.api.bytes import MEMBERS_ONLY, is_known, not_modified, with_caching
from cards.api.docs import operation
from cards.api.paging import page_of
from cards.api.repeat import Creation, create_once
from cards.api.shapes import API, TERM, term_tag
from cards.errors import Stale
from cards.lookups import search_words
from cards.models import GlossaryTerm, Pack
from cards.permissions import Act
from cards.queries.glossary import term_get, term_list
from cards.services.draft import checked_etag
from cards.services.glossary import TermForm, glossary_add, glossary_edit, glossary_remove

REQUIRED_FIELDS = {"en": line, "zh": line}
OPTIONAL_FIELDS = {"note": text, **dict.fromkeys(("also_en", "also_zh", "avoid_en", "avoid_zh"), words)}


def term_response(term: GlossaryTerm) -> Any:
    """Return a term with the ETag that a change must quote."""
    return with_caching(answer(TERM(term)), tag=term_tag(term), cache_control=MEMBERS_ONLY)


class Glossary(Endpoint):
    """The terms of a pack."""

    @operation("glossary", "Terms of a pack in both languages", TERM, is_list=True, filters=("q",), act=Act.CARD_READ)
    def get(self, request: Request, pack: Pack) -> Response:
        """List them in the order in which they were added."""
        terms = term_list(pack=pack, q=search_words(request.query_params, "q"))
        return page_of(request, terms.order_by("pk"), TERM, "pk")

    @operation("term-create", "Add a term", TERM, method="post", status=201, act=Act.CARD_READ)
    def post(self, request: Request, pack: Pack) -> Response:
        """Add it."""

        def make() -> Creation:
            form = TermForm(**fields_of(request, REQUIRED_FIELDS, OPTIONAL_FIELDS))
            term = glossary_add(actor=actor_of(request), pack=pack, form=form)
            place = f"{API}/packs/{pack.slug}/glossary/{term.pk}/"
            return TERM(term), {"Location": place, "ETag": f'"{term_tag(term)}"'}

        return create_once(request, make)


class Term(Endpoint):
    """One term."""

    @operation("term", "One term", TERM, act=Act.CARD_READ)
    def get(self, request: Request, pack: Pack, number: int) -> Any:
        """Return it; its ETag is what a change must quote."""
        term = term_get(pack=pack, pk=number)
        if is_known(request._request, term_tag(term)):
            return not_modified(tag=term_tag(term), cache_control=MEMBERS_ONLY)
        return term_response(term)

    @operation("term-edit", "Replace a term", TERM, method="put", based_on=True, act=Act.GLOSSARY_EDIT)
    def put(self, request: Request, pack: Pack, number: int) -> Any:
        """Replace it unless it was changed since the state of `If-Match`."""
        term = term_get(pack=pack, pk=number)
        form = TermForm(**fields_of(request, REQUIRED_FIELDS, OPTIONAL_FIELDS))
        if checked_etag(based_on(request), term_tag(term)) != term_tag(term):
            raise Stale(term)
        changed = glossary_edit(actor=actor_of(request), pack=pack, term=term, form=form, based_on=term.revision)
        return term_response(changed)

    @operation("term-remove", "Remove a term", method="delete", act=Act.CARD_READ)
    def delete(self, request: Request, pack: Pack, number: int) -> Response:
        """Remove it."""
        glossary_remove(actor=actor_of(request), pack=pack, term=term_get(pack=pack, pk=number))
        return Response(status=204)
