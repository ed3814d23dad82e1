"""Searches by attribute over rows: the conditions of `engine.search`, asked of the database (docs/adr/0160, 0163)."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import reduce
from operator import and_, or_
from typing import Final

from django.db.models import Q, QuerySet
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
from cards.models import CardVersion, Draft, Pack, Release
from cards.models.fields import LANGUAGES
from cards.queries.card_filters import DRAFT, FieldFilter, has_node, has_string, text_length
from cards.queries.cards import CardFilters
from cards.search import VERSIONS, has_name, matches
from cards.values import frozen_dataclass

SORTS: Final = ("id", "name", "kind", "state", "edited")
RELEASED_SORTS: Final = ("id", "name", "kind", "updated")
STATES: Final[Mapping[str, Words]] = {
    "draft": {"en": "Draft", "zh": "草稿"},
    "in_review": {"en": "In review", "zh": "审核中"},
    "changes_requested": {"en": "Changes requested", "zh": "需修改"},
    "approved": {"en": "Approved", "zh": "已批准"},
    "released": {"en": "Released", "zh": "已发布"},
    "retired": {"en": "Retired", "zh": "已停用"},
}
_COMPARISONS: Final = {"<": LessThan, "<=": LessThanOrEqual, ">": GreaterThan, ">=": GreaterThanOrEqual}


@frozen_dataclass
class SearchedRows:
    """The rows that a query is about: drafts of a pack, or versions that a release ships.

    Shapes: prefix leads to the row that holds document and words; unnamed are the rows of that table whose names were never folded.
    """

    prefix: str
    kind: Callable[[str], Q]
    unnamed: QuerySet[Draft] | QuerySet[CardVersion]


def pack_vocabulary(pack: Pack) -> Vocabulary:
    """Return the names and words that queries over a pack may use: those of its game, and the states of its cards."""
    return replace(vocabulary(pack.ruleset), states=STATES)


def with_where(*, pack: Pack, filters: CardFilters, query: str, lenient: bool = False) -> CardFilters:
    """Return filters narrowed by a query; what is lenient takes a term that means nothing here as words.

    Errors: InvalidFields for a query that is too long, for a name that the game does not have and for a value that it cannot be, with the
            choices.
    """
    rows = SearchedRows(DRAFT, lambda kind: Q(kind=kind), Draft.objects.filter(card__pack=pack, names=""))
    conditions, words = _conditions(pack_vocabulary(pack), query, rows, lenient=lenient)
    return replace(filters, q=f"{filters.q} {words}".strip(), conditions=(*filters.conditions, *conditions))


def released_where(*, release: Release, query: str) -> Q:
    """Return what a query asks of the cards of a release, in the versions that it ships; they have no `state`.

    Errors: InvalidFields as `with_where`.
    """
    versions = CardVersion.objects.filter(released_in__release=release, names="")
    conditions, words = _conditions(
        vocabulary(release.ruleset), query, SearchedRows(VERSIONS, of_released_kind, versions)
    )
    return reduce(and_, conditions, matches(words, prefix=VERSIONS))


def of_released_kind(kind: str) -> Q:
    """Return the condition that a released card is of a kind: the one that its version names, where it does."""
    return Q(version__kind=kind) | Q(version__kind="", card__kind=kind)


def _conditions(
    known_words: Vocabulary, query: str, rows: SearchedRows, *, lenient: bool = False
) -> tuple[list[Q], str]:
    """Return what the terms of a query ask of rows, and the words beside them."""
    if len(query) > LENGTH:
        raise InvalidFields.of("/where", f"At most {LENGTH} characters.", f"最多 {LENGTH} 个字符。")
    terms, words = terms_of(query)
    conditions: list[Q] = []
    for term in terms:
        try:
            condition = condition_of(known_words, term)
        except BadTerm as refused:
            if not lenient:
                raise InvalidFields.of("/where", *refused.text) from None
            words = f"{words} {term.name}{term.operator} {term.value}"
        else:
            on_rows = _asked_of_rows(rows, condition)
            conditions.append(~on_rows if condition.operator == "!=" else on_rows)
    return conditions, words


def sort_of(*, ruleset: str, sort: str, columns: tuple[str, ...] = SORTS) -> str:
    """Return an order as `in_order` takes it, for the name of a column or of a whole-number field; `-` before it turns it around.

    Errors: InvalidFields with the names.
    """
    sign, name = ("-", sort[1:]) if sort.startswith("-") else ("", sort)
    if name in columns:
        return sign + name
    numbers = {key_of(field): field.pointer for field in card_fields(ruleset) if field.kind == "integer"}
    if name not in numbers:
        names = ", ".join((*columns, *numbers))
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


def _asked_of_rows(rows: SearchedRows, condition: Condition) -> Q:
    """Return what a condition asks of the rows of cards, `!=` aside."""
    value = condition.pattern
    match condition.subject:
        case "kind":
            return rows.kind(value)
        case "state":
            return Q(state=value)
        case "contains":
            return has_node(value, rows.prefix)
        case "keyword":
            return has_string(value, rows.prefix)
        case "length":
            length = text_length(f"{rows.prefix}document")
            return Q(_COMPARISONS.get(condition.operator, Exact)(length, condition.value))
        case "text":
            return matches(value, prefix=rows.prefix)
        case "id":
            return Q(written_id__iexact=value) if condition.operator == "=" else Q(written_id__icontains=value)
        case "name":
            return _is_named(rows, condition)
        case "field":
            return _of_field(condition.field, condition, rows.prefix) if condition.field else Q()


def _is_named(rows: SearchedRows, condition: Condition) -> Q:
    """Return the condition on names: by their index, and of the rows without folded names by the engine's own comparison."""
    on_rows = has_name(condition.pattern, exactly=condition.operator == "=", prefix=rows.prefix)
    names = (KeyTextTransform("name", KeyTransform(language, "texts")) for language in LANGUAGES)
    slowly_compared = [
        key
        for key, *rest in rows.unnamed.values_list("pk", KeyTextTransform("name", "document"), *names)
        if is_named(filter(None, rest), condition)
    ]
    return on_rows | Q(**{f"{rows.prefix}in": slowly_compared}) if slowly_compared else on_rows


def _of_field(field: Field, condition: Condition, prefix: str) -> Q:
    if field.kind == "integer":
        return _of_number(field, condition, prefix)
    if field.kind == "boolean" or (field.options and field.kind != "list"):
        return FieldFilter(field.pointer, condition.value).condition(prefix)
    if field.kind == "list":
        spellings = (condition.pattern,) if field.options else spellings_of(condition.pattern)
        conditions = (FieldFilter(field.pointer, spelling, is_list=True).condition(prefix) for spelling in spellings)
        return reduce(or_, conditions, Q())
    path = field.pointer[1:].replace("/", "__")
    lookup = "exact" if condition.operator == "=" else "icontains"
    return Q(**{f"{prefix}document__{path}__{lookup}": condition.value})


def _of_number(field: Field, condition: Condition, prefix: str) -> Q:
    number = int(condition.value)
    bounds = {"<": (None, number - 1), "<=": (None, number), ">": (number + 1, None), ">=": (number, None)}
    low, high = bounds.get(condition.operator, (None, None))
    return FieldFilter(field.pointer, number, low=low, high=high).condition(prefix)
