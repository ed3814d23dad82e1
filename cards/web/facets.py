"""Filters by the fields that a game declares for the head of its cards: words, numbers, tags, without code for a game."""

import re
from collections import Counter
from typing import Any

from django.http import QueryDict
from django.utils.text import capfirst

from cards.gateway import rulesets
from cards.gateway.fields import IDENTITY, TEXT_FIELDS, Field, card_fields
from cards.localization import localize
from cards.lookups import search_words
from cards.queries.card_filters import FieldFilter
from cards.values import frozen_dataclass
from cards.web.text import bilingual_plain

_RANGE = re.compile(r"(?P<only>-?\d{1,15})|(?P<low>-?\d{1,15})(?:\+|[-–~](?P<high>-?\d{1,15}))|≤(?P<most>-?\d{1,15})")
LENGTH = 100  # characters of a value


@frozen_dataclass
class Facet:
    """One filter by a field: a choice of words, or a text for a number, a range of numbers, or a tag.

    Shapes: value is what the query string asks for, once it is known to be possible; bounds are those of a range.
    """

    name: str
    pointer: str
    label: str
    kind: str
    choices: tuple[tuple[str, str], ...]
    value: str
    bounds: tuple[int | None, int | None] | None

    @property
    def phrase(self) -> str:
        """Return the filter in a few words."""
        return f"{self.label}: {dict(self.choices).get(self.value, self.value)}"


def facets_of(ruleset: str, params: QueryDict) -> tuple[Facet, ...]:
    """Return the filters that the fields of a game allow, each with what the query string asks of it."""
    info = rulesets.ruleset_info(ruleset)
    if info is None:
        return ()
    fields = [field for field in card_fields(ruleset) if _is_offered(field, info.kinds)]
    labels = Counter(bilingual_plain(field.label) for field in fields)
    labels[localize("Kind", "种类")] += 1  # the list has a filter of that name already
    return tuple(_facet(field, labels, params) for field in fields)


def _is_offered(field: Field, kinds: tuple[str, ...]) -> bool:
    """Return whether a filter by this field helps: a word of a fixed set that is not the kind itself, a number, tags."""
    if field.pointer == IDENTITY or field.pointer in TEXT_FIELDS:
        return False
    if field.kind == "string":
        return bool(field.options) and set(field.options) != set(kinds)
    return True


def _facet(field: Field, labels: Counter[str], params: QueryDict) -> Facet:
    name = parameter(field.pointer)
    label = bilingual_plain(field.label)
    label = f"{label} ({field.pointer.rpartition('/')[2]})" if labels[label] > 1 else label
    choices = choices_of(field)
    value = search_words(params, name, LENGTH)
    bounds = _bounds(value) if field.kind == "integer" else None
    is_known = bounds is not None if field.kind == "integer" else not choices or value in dict(choices)
    return Facet(name, field.pointer, label, field.kind, choices, value if is_known else "", bounds)


def parameter(pointer: str) -> str:
    """Return the name in the query string for a field: `f.cost.supply`."""
    return "f." + pointer[1:].replace("/", ".")


def choices_of(field: Field) -> tuple[tuple[str, str], ...]:
    """Return the words that a field may have, each with its name in the language of the page."""
    if field.kind == "boolean":
        return (("true", localize("yes", "是")), ("false", localize("no", "否")))
    return tuple((word, capfirst(bilingual_plain(names))) for word, names in field.options.items())


def _bounds(text: str) -> tuple[int | None, int | None] | None:
    """Parse a range: `3`, `2-4`, `5+`, `≤2`; None for other text."""
    match = _RANGE.fullmatch(text.replace(" ", ""))
    if match is None:
        return None
    if match["only"] is not None:
        return int(match["only"]), int(match["only"])
    if match["most"] is not None:
        return None, int(match["most"])
    return int(match["low"]), int(match["high"]) if match["high"] is not None else None


def field_filters(facets: tuple[Facet, ...]) -> tuple[FieldFilter, ...]:
    """Return the conditions of the filters that are on."""
    return tuple(_condition(facet) for facet in facets if facet.value)


def _condition(facet: Facet) -> FieldFilter:
    if facet.bounds is not None:
        low, high = facet.bounds
        return FieldFilter(facet.pointer, low) if low == high else FieldFilter(facet.pointer, low=low, high=high)
    value: Any = facet.value == "true" if facet.kind == "boolean" else facet.value
    return FieldFilter(facet.pointer, value, is_list=facet.kind == "list")
