"""The mappings of imports that a pack keeps."""

from django.db.models import QuerySet

from cards.lookups import first_or_not_found
from cards.models import ImportMapping, Pack


def mapping_list(*, pack: Pack) -> QuerySet[ImportMapping]:
    """Return the mappings of a pack, the newest first."""
    return ImportMapping.objects.filter(pack=pack).select_related("saved_by")


def mapping_get(*, pack: Pack, pk: int) -> ImportMapping:
    """Return one mapping of a pack."""
    return first_or_not_found(ImportMapping.objects.filter(pack=pack, pk=pk))
