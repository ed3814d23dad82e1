"""The language of searches by attribute: `cost<=2 kind:unit contains:drawCard text:"draw a card"`, and words beside it.

A term is a name, an operator and a value; a name is a field of the game's cards or one of `WORDS`. Other words are searched as they are.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from operator import or_
from typing import Any, Final

from django.db.models import Q
from django.db.models.lookups import Exact, GreaterThan, GreaterThanOrEqual, LessThan, LessThanOrEqual

from cards.errors import InvalidFields
from cards.folding import fold
from cards.gateway.fields import IDENTITY, TEXT_FIELDS, Field, card_fields
from cards.gateway.nodes import node_types
from cards.gateway.rulesets import ruleset_info
from cards.models import Pack
from cards.models.fields import LANGUAGES
from cards.queries.card_filters import FieldFilter, text_length
from cards.queries.cards import STATES, CardFilters
from cards.search import fold_quotes, matches
from cards.values import frozen_dataclass

LENGTH: Final = 500
"""Characters of a query."""
TERMS_MOST: Final = 20
CHOICES_MOST: Final = 40
"""Names or values that a refusal lists."""
SORTS: Final = ("id", "name", "kind", "state", "edited")
WORDS: Final = ("kind", "state", "contains", "keyword", "length", "text", "name", "id")
"""The names beside the fields of the game."""
_TERM: Final = re.compile(r"""([^\s"<>=!:：＝≤≥]+)\s*(<=|>=|!=|[<>=:：＝≤≥])\s*("[^"]*"|[^\s"]+)|("[^"]*"|\S+)""")
OPERATORS: Final = "<>=:：＝≤≥"
"""The signs without which a query has no term."""
_OPERATORS: Final = {"：": ":", "＝": "=", "≤": "<=", "≥": ">="}
_INTEGER: Final = re.compile(r"[-+]?[0-9]{1,15}")
_COMPARISONS: Final = {"<": LessThan, "<=": LessThanOrEqual, ">": GreaterThan, ">=": GreaterThanOrEqual}
_TRUTHS: Final = {"true": True, "yes": True, "是": True, "false": False, "no": False, "否": False}


@frozen_dataclass
class Term:
    """One term of a query. Shapes: operator is one of `: = != < <= > >=`."""

    name: str
    operator: str
    value: str
    is_quoted: bool = False


def terms_of(query: str) -> tuple[list[Term], str]:
    """Return the terms of a query, and the words beside them as a search takes them."""
    terms, words = list[Term](), list[str]()
    for match in _TERM.finditer(fold_quotes(query)):
        name, operator, value, word = match.groups()
        if name is None or len(terms) >= TERMS_MOST:
            words.append(word or match[0])
        else:
            terms.append(Term(name, _OPERATORS.get(operator, operator), value.strip('"'), value.startswith('"')))
    return terms, " ".join(words)


def with_where(*, pack: Pack, filters: CardFilters, query: str, lenient: bool = False) -> CardFilters:
    """Return filters narrowed by a query; what is lenient takes a term that means nothing here as words.

    Errors: InvalidFields for a query that is too long, for a name that the game does not have and for a value that it cannot be, with the
            choices.
    """
    if len(query) > LENGTH:
        raise InvalidFields.of("/where", f"At most {LENGTH} characters.", f"最多 {LENGTH} 个字符。")
    terms, words = terms_of(query)
    for term in terms:
        try:
            filters = _narrowed(pack, filters, term)
        except InvalidFields:
            if not lenient:
                raise
            words = f"{words} {term.name}{term.operator} {term.value}"
    return replace(filters, q=f"{filters.q} {words}".strip())


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


def _narrowed(pack: Pack, filters: CardFilters, term: Term) -> CardFilters:
    word = fold(term.name)
    if word == "kind":
        info = ruleset_info(pack.ruleset)
        return _with_condition(filters, term, Q(kind=_choice(term, info.kinds if info else ())))
    if word == "state" and term.operator in ":=":
        return replace(filters, state=_choice(term, STATES))
    if word == "contains" and term.operator in ":=":
        return replace(filters, contains=_choice(term, _effects(pack.ruleset)))
    if word == "keyword" and term.operator in ":=":
        return _with_condition(filters, term, Q(draft__strings__contains=[_choice(term, _keywords(pack.ruleset))]))
    if word == "length":
        return _with_condition(filters, term, _of_length(term))
    if word == "text":
        quoted = f'"{term.value}"' if term.is_quoted and term.value != fold(term.value) else term.value
        return _with_condition(filters, term, matches(quoted, prefix="draft__"))
    if word == "id":
        return _with_condition(
            filters,
            term,
            Q(written_id__iexact=term.value) if term.operator == "=" else Q(written_id__icontains=term.value),
        )
    if word == "name":
        return _with_condition(filters, term, _named(term))
    field = _field(pack.ruleset, term)
    return _with_condition(filters, term, _of_field(field, term))


def unknown_words(*, pack: Pack, filters: CardFilters) -> list[str]:
    """Return a sentence in English, with the choices, for each word of the plain filters that no card of the game can have."""
    info = ruleset_info(pack.ruleset)
    choices_by_name = {
        "kind": info.kinds if info else (),
        "contains": _effects(pack.ruleset) if filters.contains else (),
    }
    words = {name: getattr(filters, name) for name, choices in choices_by_name.items() if choices}
    refusals = (
        _refused(name, list(choices_by_name[name]), word)
        for name, word in words.items()
        if word and word not in choices_by_name[name]
    )
    return [str(refusal.errors[0]["detail"]["en"]) for refusal in refusals]


def _with_condition(filters: CardFilters, term: Term, condition: Q) -> CardFilters:
    """Return filters with one condition more, turned around where the term says `!=`."""
    return replace(filters, conditions=(*filters.conditions, ~condition if term.operator == "!=" else condition))


def _named(term: Term) -> Q:
    """Return the condition on a name in any language; `:` asks for a part of it, by what a search reads as well."""
    lookup = "iexact" if term.operator == "=" else "icontains"
    condition = Q(**{f"draft__document__name__{lookup}": term.value})
    for language in LANGUAGES:
        condition |= Q(**{f"draft__texts__{language}__name__{lookup}": term.value})
    return condition


def _field(ruleset: str, term: Term) -> Field:
    """Return the field that a name means: its whole path, or its end where no other field ends so.

    Errors: InvalidFields with the fields of the game.
    """
    fields = {key_of(field): field for field in card_fields(ruleset) if field.pointer not in (IDENTITY, *TEXT_FIELDS)}
    word = fold(term.name)
    for is_meant in (_is_path, _is_last, _is_titled, _is_end):
        candidates = [field for key, field in fields.items() if is_meant(fold(key), field, word)]
        if len(candidates) == 1:
            return candidates[0]
    choices = [key_of(field) for field in candidates] or [*WORDS, *fields]
    raise _refused(term.name, choices)


def key_of(field: Field) -> str:
    """Return what a field is called in a query: `cost.supply`."""
    return field.pointer[1:].replace("/", ".")


def _is_path(key: str, field: Field, word: str) -> bool:
    return key == word


def _is_last(key: str, field: Field, word: str) -> bool:
    return key.rpartition(".")[2] == word


def _is_titled(key: str, field: Field, word: str) -> bool:
    return word in {fold(title).replace(" ", "") for title in (*field.title.values(), *field.label.values())}


def _is_end(key: str, field: Field, word: str) -> bool:
    return len(word) > 2 and (key.endswith(word) or key.startswith(f"{word}."))


def _of_field(field: Field, term: Term) -> Q:
    """Return the condition on a field. Errors: InvalidFields for a value that it cannot be."""
    if field.kind == "integer":
        return _of_number(field, term)
    if term.operator in ("<", "<=", ">", ">="):
        raise _refused(term.name, [":", "=", "!="], what="operator")
    if field.kind == "boolean":
        if fold(term.value) not in _TRUTHS:
            raise _refused(term.name, ["true", "false"], term.value)
        return FieldFilter(field.pointer, _TRUTHS[fold(term.value)]).condition()
    if field.options:
        return FieldFilter(
            field.pointer, _choice(term, field.options, field.options), is_list=field.kind == "list"
        ).condition()
    if field.kind == "list":
        spellings = {term.value, term.value.upper(), term.value.lower(), term.value.capitalize()}
        conditions = (FieldFilter(field.pointer, spelling, is_list=True).condition() for spelling in sorted(spellings))
        return reduce(or_, conditions, Q())
    path = field.pointer[1:].replace("/", "__")
    return Q(**{f"draft__document__{path}__{'exact' if term.operator == '=' else 'icontains'}": term.value})


def _of_number(field: Field, term: Term) -> Q:
    digits = term.value.translate(str.maketrans("０１２３４５６７８９－", "0123456789-"))
    if not _INTEGER.fullmatch(digits):
        detail = (f"{term.name}: a whole number.", f"{term.name}：应为整数。")
        raise InvalidFields.of("/where", *detail)
    number = int(digits)
    bounds = {"<": (None, number - 1), "<=": (None, number), ">": (number + 1, None), ">=": (number, None)}
    low, high = bounds.get(term.operator, (None, None))
    return FieldFilter(field.pointer, number, low=low, high=high).condition()


def _of_length(term: Term) -> Q:
    """Return the condition on the characters of the written rules text. Errors: InvalidFields for a value that is no number."""
    if not _INTEGER.fullmatch(term.value):
        raise InvalidFields.of("/where", f"{term.name}: a whole number.", f"{term.name}：应为整数。")
    number = int(term.value)
    comparison = _COMPARISONS.get(term.operator, Exact)
    return Q(comparison(text_length("draft__document"), number))


def _choice(
    term: Term, choices: Sequence[str] | Mapping[str, Any], names: Mapping[str, Mapping[str, str]] | None = None
) -> str:
    """Return the one of some words that a value means, also by its name in either language. Errors: InvalidFields with the words."""
    word = fold(term.value)
    for choice in choices:
        if word in {fold(choice), *(fold(name) for name in (names or {}).get(choice, {}).values())}:
            return choice
    raise _refused(term.name, list(choices), term.value)


def _effects(ruleset: str) -> tuple[str, ...]:
    """Return the words by which effects and conditions say their type."""
    return tuple(dict.fromkeys(node.word for node in node_types(ruleset) if node.key == "type"))


def _keywords(ruleset: str) -> tuple[str, ...]:
    """Return the words of the game's keywords."""
    return tuple(node.word for node in node_types(ruleset) if node.family["en"] == "Keyword")


def _refused(name: str, choices: Sequence[str], value: str = "", what: str = "") -> InvalidFields:
    """Return the refusal of a name, or of a value of it, with the choices: the likeliest first, no more than a person reads."""
    known = list(_likely(value or name, choices))
    english, chinese = ", ".join(known[:CHOICES_MOST]), "、".join(known[:CHOICES_MOST])
    ellipsis = "…" if len(known) > CHOICES_MOST else ""
    if value or what:
        return InvalidFields.of("/where", f"{name} takes {english}{ellipsis}.", f"{name} 可用：{chinese}{ellipsis}。")
    return InvalidFields.of(
        "/where", f"There is no “{name}”; there are {english}{ellipsis}.", f"没有“{name}”；可用：{chinese}{ellipsis}。"
    )


def _likely(word: str, choices: Sequence[str]) -> Iterator[str]:
    """Yield the choices, those first that begin as the word does."""
    begin = fold(word)[:2]
    yield from sorted(choices, key=lambda choice: not fold(choice).startswith(begin))
