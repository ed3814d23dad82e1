"""The snippets of a pack."""

from django.db.models import Q, QuerySet

from cards.lookups import first_or_not_found
from cards.models import Pack, Snippet


def snippet_list(*, pack: Pack, q: str = "") -> QuerySet[Snippet]:
    """Return the snippets of a pack by name: those whose name or text holds every word asked for."""
    snippets = Snippet.objects.filter(pack=pack).select_related("saved_by")
    for word in q.split():
        snippets = snippets.filter(Q(name__icontains=word) | Q(body__icontains=word))
    return snippets


def snippet_get(*, pack: Pack, pk: int) -> Snippet:
    """Return one snippet of a pack."""
    return first_or_not_found(Snippet.objects.filter(pack=pack, pk=pk))
