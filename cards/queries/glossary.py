"""The glossary of a pack."""

from django.db.models import Q, QuerySet

from cards.gateway import wording
from cards.glossary import Glossary
from cards.lookups import first_or_not_found
from cards.models import GlossaryTerm, Pack


def term_list(*, pack: Pack, q: str = "") -> QuerySet[GlossaryTerm]:
    """Return the terms of a pack by their English word, those that contain the words asked for."""
    terms = GlossaryTerm.objects.filter(pack=pack)
    for word in q.split():
        terms = terms.filter(
            Q(en__icontains=word)
            | Q(zh__icontains=word)
            | Q(note__icontains=word)
            | Q(also_en__icontains=word)
            | Q(also_zh__icontains=word)
            | Q(avoid_en__icontains=word)
            | Q(avoid_zh__icontains=word)
        )
    return terms


def term_get(*, pack: Pack, pk: int) -> GlossaryTerm:
    """Return one term of a pack."""
    return first_or_not_found(GlossaryTerm.objects.filter(pack=pack, pk=pk).select_related("edited_by"))


def glossary_of(*, pack: Pack) -> Glossary:
    """Return the terms of a pack, ready to be looked for in texts."""
    return Glossary(GlossaryTerm.objects.filter(pack=pack))


def terms_offered(*, pack: Pack) -> list[tuple[str, str]]:
    """Return the names that the game gives to its own things and that the glossary does not have yet."""
    there = {word.lower() for word in GlossaryTerm.objects.filter(pack=pack).values_list("en", flat=True)}
    return [term for term in wording.ruleset_terms(pack.ruleset) if term[0].lower() not in there]
