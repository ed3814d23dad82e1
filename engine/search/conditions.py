"""What the terms of a query mean in a game: conditions on cards, or a refusal with the choices. Source: docs/adr/0160."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from engine.json_values import Json
from engine.language.spec import LocalizedText
from engine.search.fields import IDENTITY, TEXT_FIELDS, Field, Words, fields_of_cards, marked_nodes, with_title
from engine.search.folding import fold
from engine.search.query import Term

MAX_CHOICES: Final = 40
"""Names or values that a refusal lists."""
EQUALITY: Final = (":", "=", "!=")
COMPARISONS: Final = (":", "=", "!=", "<", "<=", ">", ">=")
TRUTHS: Final = {"true": True, "yes": True, "是": True, "false": False, "no": False, "否": False}
_INTEGER: Final = re.compile(r"[-+]?[0-9]{1,15}")
_DIGITS: Final = str.maketrans("０１２３４５６７８９－", "0123456789-")

Subject = Literal["kind", "state", "contains", "keyword", "length", "text", "name", "id", "field"]
WORDS: Final[Mapping[Subject, Words]] = {
    "kind": {"en": "Kind", "zh": "种类"},
    "state": {"en": "Status", "zh": "状态"},
    "contains": {"en": "Type of an effect", "zh": "效果类型"},
    "keyword": {"en": "Keyword", "zh": "关键词"},
    "length": {"en": "Characters of the written rules text", "zh": "已写规则文本的字符数"},
    "text": {"en": "Words anywhere in the card", "zh": "卡牌中任意位置的文字"},
    "name": {"en": "Name", "zh": "名称"},
    "id": {"en": "Id", "zh": "标识"},
}
"""The names beside the fields of the game, with what they stand for."""


class BadTerm(Exception):
    """A term means nothing in this game; says in either language what there is."""

    def __init__(self, en: str, zh: str) -> None:
        self.text = LocalizedText(en, zh)
        super().__init__(en)


@dataclass(frozen=True, slots=True)
class Condition:
    """What a card must be.

    Shapes: value is a whole number for `length` and fields of numbers, a truth for those that say yes or no, else a text: a word of the
            game, or the words that `text` asks for; field is there for the subject `field` alone.
    """

    subject: Subject
    operator: str
    value: str | int | bool
    field: Field | None = None

    @property
    def pattern(self) -> str:
        """Return the value of a condition on a text."""
        return str(self.value)


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The names and words that queries over a game may use: each word with its titles."""

    fields: Mapping[str, Field]
    kinds: Mapping[str, Words]
    effects: Mapping[str, Words]
    keywords: Mapping[str, Words]
    states: Mapping[str, Words] = field(default_factory=dict)

    @property
    def choices(self) -> Mapping[Subject, Mapping[str, Words]]:
        """Return the words that each name of a fixed set takes."""
        return {"kind": self.kinds, "state": self.states, "contains": self.effects, "keyword": self.keywords}

    def words(self) -> Iterator[Subject]:
        """Yield the names beside the fields: those of a set without words are none."""
        yield from (name for name in WORDS if self.choices.get(name, True))


def vocabulary(schema: Json, kinds: Mapping[str, Words]) -> Vocabulary:
    """Return the names and words of a game by the schema of its cards."""
    effects, keywords = dict[str, Words](), dict[str, Words]()
    for family, mark, word, rule in marked_nodes(schema):
        if mark == "type":
            effects.setdefault(word, with_title(rule, word))
        if with_title(schema["$defs"].get(family, {}), family)["en"] == "Keyword":
            keywords.setdefault(word, with_title(rule, word))
    fields = {key_of(each): each for each in fields_of_cards(schema) if each.pointer not in (IDENTITY, *TEXT_FIELDS)}
    return Vocabulary(fields, kinds, effects, keywords)


def key_of(field: Field) -> str:
    """Return what a field is called in a query: `cost.supply`."""
    return field.pointer[1:].replace("/", ".")


def condition_of(words: Vocabulary, term: Term) -> Condition:
    """Return what a term asks of a card. Errors: BadTerm with the choices."""
    word = fold(term.name)
    name = next((each for each in words.words() if each == word), None)
    if name is None:
        return _of_field(field_of(words, term.name), term)
    if name in words.choices:
        return Condition(name, _operator(term, EQUALITY), choice_of(term.name, term.value, words.choices[name]))
    if name == "length":
        return Condition(name, term.operator, _whole_number(term))
    return Condition(name, _operator(term, EQUALITY), term.words if name == "text" else term.value)


def field_of(words: Vocabulary, name: str) -> Field:
    """Return the field that a name means: its whole path, its end or its title, where no other field is meant as well.

    Errors: BadTerm with the fields of the game.
    """
    word, candidates = fold(name), list[Field]()
    for is_meant in (_is_path, _is_last, _is_titled, _is_end):
        candidates = [field for key, field in words.fields.items() if is_meant(fold(key), field, word)]
        if len(candidates) == 1:
            return candidates[0]
    raise refusal(name, [key_of(field) for field in candidates] or [*words.words(), *words.fields])


def choice_of(name: str, value: str, choices: Mapping[str, Words]) -> str:
    """Return the one of some words that a value means, also by its title in either language. Errors: BadTerm with the words."""
    word = fold(value)
    for choice, titles in choices.items():
        if word in {fold(choice), *(fold(title) for title in titles.values())}:
            return choice
    raise refusal(name, list(choices), value)


def refusal(name: str, choices: Sequence[str], value: str = "") -> BadTerm:
    """Return the refusal of a name, or of a value of it, with the choices: the likeliest first, no more than a person reads."""
    likely = sorted(choices, key=lambda choice: not fold(choice).startswith(fold(value or name)[:2]))
    ellipsis = "…" if len(likely) > MAX_CHOICES else ""
    english, chinese = ", ".join(likely[:MAX_CHOICES]) + ellipsis, "、".join(likely[:MAX_CHOICES]) + ellipsis
    if value:
        return BadTerm(f"{name} takes {english}.", f"{name} 可用：{chinese}。")
    return BadTerm(f"There is no “{name}”; there are {english}.", f"没有“{name}”；可用：{chinese}。")


def spellings_of(value: str) -> tuple[str, ...]:
    """Return how a word of an open list may be written."""
    return tuple(sorted({value, value.upper(), value.lower(), value.capitalize()}))


def operators_of(field: Field) -> tuple[str, ...]:
    """Return the operators that a field takes."""
    return COMPARISONS if field.kind == "integer" else EQUALITY


def _of_field(field: Field, term: Term) -> Condition:
    """Return the condition on a field. Errors: BadTerm for a value that it cannot be."""
    operator = _operator(term, operators_of(field))
    value: str | int | bool = term.value
    if field.kind == "integer":
        value = _whole_number(term)
    elif field.kind == "boolean":
        if fold(term.value) not in TRUTHS:
            raise refusal(term.name, ["true", "false"], term.value)
        value = TRUTHS[fold(term.value)]
    elif field.options:
        value = choice_of(term.name, term.value, field.options)
    return Condition("field", operator, value, field)


def _operator(term: Term, choices: Iterable[str]) -> str:
    if term.operator not in choices:
        raise refusal(term.name, list(choices), term.operator)
    return term.operator


def _whole_number(term: Term) -> int:
    digits = term.value.translate(_DIGITS)
    if not _INTEGER.fullmatch(digits):
        raise BadTerm(f"{term.name}: a whole number.", f"{term.name}：应为整数。")
    return int(digits)


def _is_path(key: str, field: Field, word: str) -> bool:
    return key == word


def _is_last(key: str, field: Field, word: str) -> bool:
    return key.rpartition(".")[2] == word


def _is_titled(key: str, field: Field, word: str) -> bool:
    return word in {fold(title).replace(" ", "") for title in (*field.title.values(), *field.label.values())}


def _is_end(key: str, field: Field, word: str) -> bool:
    return len(word) > 2 and (key.endswith(word) or key.startswith(f"{word}."))
