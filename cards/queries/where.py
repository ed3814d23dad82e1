"""Searches by attribute over rows: the conditions of `engine.search`, asked of the database (docs/adr/0160)."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import reduce
from operator import or_
from typing import Final

from django.db.models import Q
from django.db.models.fields.json import KeyTextTransform, KeyTransform
from django.db.models.lookups import Exact, GreaterThan, GreaterThanOrEqual, LessThan, LessThanOrEqual

from cards.errors import InvalidFields
from cards.gateway.fields import Field, card_fields
from cards.gateway.rulesets import ruleset_info
from cards.gateway.searching import (
    LENGTH,
    BadTerm,
    Condition,
    Vocabulary,
    Words,
    condition_of,
    is_named,
    key_of,
    refusal,
    spellings_of,
    terms_of,
    vocabulary,
)
from cards.models import Draft, Pack
from cards.models.fields import LANGUAGES
from cards.queries.card_filters import FieldFilter, has_node, text_length
from cards.queries.cards import CardFilters
from cards.search import matches

SORTS: Final = ("id", "name", "kind", "state", "edited")
STATES: Final[Mapping[str, Words]] = {
    "draft": {"en": "Draft", "zh": "草稿"},
    "in_review": {"en": "In review", "zh": "审核中"},
    "changes_requested": {"en": "Changes requested", "zh": "需修改"},
    "approved": {"en": "Approved", "zh": "已批准"},
    "released": {"en": "Released", "zh": "已发布"},
    "retired": {"en": "Retired", "zh": "已停用"},
}
_COMPARISONS: Final = {"<": LessThan, "<=": LessThanOrEqual, ">": GreaterThan, ">=": GreaterThanOrEqual}


def pack_vocabulary(pack: Pack) -> Vocabulary:
    """Return the names and words that queries over a pack may use: those of its game, and the states of its cards."""
    return replace(vocabulary(pack.ruleset), states=STATES)


def with_where(*, pack: Pack, filters: CardFilters, query: str, lenient: bool = False) -> CardFilters:
    """Return filters narrowed by a query; what is lenient takes a term that means nothing here as words.

    Errors: InvalidFields for a query that is too long, for a name that the game does not have and for a value that it cannot be, with the
            choices.
    """
    if len(query) > LENGTH:
        raise InvalidFields.of("/where", f"At most {LENGTH} characters.", f"最多 {LENGTH} 个字符。")
    terms, words = terms_of(query)
    conditions, known_words = list(filters.conditions), pack_vocabulary(pack)
    for term in terms:
        try:
            condition = condition_of(known_words, term)
        except BadTerm as refused:
            if not lenient:
                raise InvalidFields.of("/where", *refused.text) from None
            words = f"{words} {term.name}{term.operator} {term.value}"
        else:
            asked = _asked_of_rows(pack, condition)
            conditions.append(~asked if condition.operator == "!=" else asked)
    return replace(filters, q=f"{filters.q} {words}".strip(), conditions=tuple(conditions))


def sort_of(*, pack: Pack, sort: str) -> str:
    """Return an order as `in_order` takes it, for the name of a column or of a whole-number field; `-` before it turns it around.

    Errors: InvalidFields with the names.
    """
    sign, name = ("-", sort[1:]) if sort.startswith("-") else ("", sort)
    if name in SORTS:
        return sign + name
    numbers = {key_of(field): field.pointer for field in card_fields(pack.ruleset) if field.kind == "integer"}
    if name not in numbers:
        names = ", ".join((*SORTS, *numbers))
        raise InvalidFields.of("/sort", f"One of {names}.", f"应为以下之一：{names}。")
    return sign + numbers[name]


def unknown_words(*, pack: Pack, filters: CardFilters) -> list[str]:
    """Return a sentence in English, with the choices, for each word of the plain filters that no card of the game can have."""
    info = ruleset_info(pack.ruleset)
    choices_by_name = {
        "kind": info.kinds if info else (),
        "contains": tuple(vocabulary(pack.ruleset).effects) if filters.contains else (),
    }
    words = {name: getattr(filters, name) for name, choices in choices_by_name.items() if choices}
    return [
        refusal(name, choices_by_name[name], word).text.en
        for name, word in words.items()
        if word and word not in choices_by_name[name]
    ]


def _asked_of_rows(pack: Pack, condition: Condition) -> Q:
    """Return what a condition asks of the rows of cards, `!=` aside."""
    value = condition.pattern
    match condition.subject:
        case "kind":
            return Q(kind=value)
        case "state":
            return Q(state=value)
        case "contains":
            return has_node(value)
        case "keyword":
            return Q(draft__strings__contains=[value])
        case "length":
            return Q(_COMPARISONS.get(condition.operator, Exact)(text_length("draft__document"), condition.value))
        case "text":
            return matches(value, prefix="draft__")
        case "id":
            return Q(written_id__iexact=value) if condition.operator == "=" else Q(written_id__icontains=value)
        case "name":
            return Q(pk__in=[card for card, names in _names_like(pack, value) if is_named(names, condition)])
        case "field":
            return _of_field(condition.field, condition) if condition.field else Q()


def _names_like(pack: Pack, value: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the cards whose words could be a name, with their names in every language: folded texts are compared outside the database."""
    names = (KeyTextTransform("name", KeyTransform(language, "texts")) for language in LANGUAGES)
    drafts = Draft.objects.filter(matches(value), card__pack=pack)
    for card, *rest in drafts.values_list("card_id", KeyTextTransform("name", "document"), *names):
        yield card, list(filter(None, rest))


def _of_field(field: Field, condition: Condition) -> Q:
    if field.kind == "integer":
        return _of_number(field, condition)
    if field.kind == "boolean" or (field.options and field.kind != "list"):
        return FieldFilter(field.pointer, condition.value).condition()
    if field.kind == "list":
        spellings = (condition.pattern,) if field.options else spellings_of(condition.pattern)
        conditions = (FieldFilter(field.pointer, spelling, is_list=True).condition() for spelling in spellings)
        return reduce(or_, conditions, Q())
    path = field.pointer[1:].replace("/", "__")
    lookup = "exact" if condition.operator == "=" else "icontains"
    return Q(**{f"draft__document__{path}__{lookup}": condition.value})


def _of_number(field: Field, condition: Condition) -> Q:
    number = int(condition.value)
    bounds = {"<": (None, number - 1), "<=": (None, number), ">": (number + 1, None), ">=": (number, None)}
    low, high = bounds.get(condition.operator, (None, None))
    return FieldFilter(field.pointer, number, low=low, high=high).condition()
