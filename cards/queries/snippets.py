"""The snippets of a pack."""

from __future__ import annotations

from django.db.models import Q, QuerySet

from cards.errors import NotFound
from cards.models import Pack, Snippet


def snippet_list(*, pack: Pack, q: str = "") -> QuerySet[Snippet]:
    """Return the snippets of a pack by name: those whose name or text holds every word asked for."""
    found = Snippet.objects.filter(pack=pack).select_related("saved_by")
    for word in q.split():
        found = found.filter(Q(name__icontains=word) | Q(body__icontains=word))
    return found


def snippet_get(*, pack: Pack, pk: int) -> Snippet:
    """Return one snippet of a pack."""
    found = Snippet.objects.filter(pack=pack, pk=pk).first()
    if found is None:
        raise NotFound()
    return found
