"""Constructors of common declarations: a table of words, and a node or an event whose parts are written in one call."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from functools import partial
from types import MappingProxyType
from typing import Any, Literal, TypedDict, TypeVar, Unpack

from engine.language.spec.asking import Asks, Values
from engine.language.spec.events import EventAnalysis, EventRuntime, EventSpec, Stage
from engine.language.spec.fields import Field, FieldAnalysis, FieldReference
from engine.language.spec.nodes import Family, NodeAnalysis, NodeOutput, NodeRuntime, NodeSpec
from engine.language.spec.phrases import Case, ConditionPhrase, Deed, Is, Noun, Wording
from engine.language.spec.records import RecordSpec
from engine.language.spec.search import search_words
from engine.language.spec.shapes import Enum, LocalizedText, Option, Shape
from engine.language.spec.shorthands import Opens

Text = LocalizedText | None
ABSENT, COMPUTED, EACH, NEGATIVE, PRESENT = Is.ABSENT, Is.COMPUTED, Is.EACH, Is.NEGATIVE, Is.PRESENT


def option(name: str, en: str, zh: str, **parts: Any) -> Option:
    """Return a word of a closed set: its name in documents, its title in English and Chinese, and other keywords of `Option`."""
    return Option(name, LocalizedText(en, zh), **parts)


Row = tuple[str, str, str] | tuple[str, str, str, str, str]


def options(*rows: Row) -> tuple[Option, ...]:
    """Return the words of a closed set from rows of a name and its title in English and Chinese, and perhaps its search words in both."""
    return tuple(option(*row[:3], search=search_words(*row[3:])) if len(row) == 5 else option(*row) for row in rows)


def one_of(*rows: Row) -> Enum:
    """Return the shape of a field that holds one of a few words; rows as of `options`."""
    return Enum(options(*rows))


def titles(*rows: tuple[str, str, str]) -> dict[str, LocalizedText]:
    """Return texts by name, from rows of a name and its text in English and Chinese."""
    return {name: LocalizedText(en, zh) for name, en, zh in rows}


def asks(en: str, zh: str, *parts: Any, **keywords: Any) -> Asks:
    """Return what a condition must find in the event that is answered: its name in English and Chinese, and the other parts of `Asks`."""
    return Asks(LocalizedText(en, zh), *parts, **keywords)


def record(name: str, en: str, zh: str, *fields: Field, **parts: Any) -> RecordSpec:
    """Return the kind of object that cards hold under a name: its title in English and Chinese, its keys, and other keywords of `RecordSpec`."""
    return RecordSpec(name, LocalizedText(en, zh), fields, **parts)


def _text(en: str, zh: str) -> Text:
    """Return a text in both languages; None where there is none."""
    return LocalizedText(en, zh) if en or zh else None


def field(name: str, shape: Shape, en: str, zh: str, *doc: str, **parts: Any) -> Field:
    """Return a key of a node or record that a document must have.

    Shapes: after the title in English and Chinese its explanation may follow, in both again. Further keywords are those of `Field`,
            `FieldAnalysis` and `FieldReference`: `field("by", Number(1, 9), "By", "延后", names_number=True)`.
    """
    grouped = _by_part(parts, {"analysis": FieldAnalysis, "reference": FieldReference})
    return Field(name, shape, LocalizedText(en, zh), doc=_text(*doc) if doc else None, **grouped)


optional = partial(field, required=False)
"""Return a key that a document may leave out; its parts are those of `field`."""


def case(when: Mapping[str, Any], en: str, zh: str, *negated: str) -> Case:
    """Return the sentence of a node or event whose fields are as `when` says; a condition adds how it reads when it does not hold."""
    return Case(when, LocalizedText(en, zh), LocalizedText(*negated) if negated else None)


def result(en: str, zh: str, *counts: str, **parts: Any) -> Case:
    """Return what a result of an effect, or a field of an event, is called; then how a comparison of it with `{n}` reads."""
    when, counted = parts.pop("when", {}), LocalizedText(*counts) if counts else None
    return Case(when, LocalizedText(en, zh), counts=counted, **parts)


Spec = TypeVar("Spec", NodeSpec, EventSpec)


class NodeParts(TypedDict, total=False):
    """The keywords of a node: those of `NodeSpec`, `Wording`, `NodeOutput`, `NodeAnalysis` and `NodeRuntime`, which explain them.

    Shapes: `yields` is what an effect with an `id` binds, by name: its type, then what rules text calls it.
    """

    doc: Text
    phrase: Text
    wording: Wording
    cases: tuple[Case, ...]
    negated: Text
    holds: bool
    called: tuple[tuple[Mapping[str, Any], Noun], ...]
    narrows: tuple[str, LocalizedText]
    about: ConditionPhrase
    phrases: tuple[tuple[Mapping[str, Any], ConditionPhrase], ...]
    presumes: str
    matches: bool
    takes: str
    keys: tuple[str, str] | None
    yields: Mapping[str, tuple[Any, ...]]
    aliases: tuple[str, ...]
    search: tuple[str, str]
    icon: str
    extension: bool
    group: str
    example: tuple[Mapping[str, Any], ...]
    opens: Opens
    output: NodeOutput
    gives: str
    gives_by: tuple[str, Mapping[str, str]]
    results: Mapping[str, str]
    fixed: tuple[str, ...]
    emits: tuple[str, ...]
    writes: Mapping[str, str]
    changes: tuple[str, ...]
    suspends: bool
    cancels: bool
    answers: str
    is_self_limiting: bool
    by_others: bool
    is_terminal: bool
    counts: tuple[str, ...]
    removes: str
    draws_chance: bool
    asks: tuple[Asks, ...]
    fails_without: tuple[str, ...]
    run: Callable[..., Any]
    build: Callable[..., Any]
    eligible: Callable[..., Any]
    first_of: Callable[..., Any]
    inline: Callable[..., tuple[Any, ...]]
    inline_build: Callable[..., Callable[..., tuple[Any, ...]]]


class EventParts(TypedDict, total=False):
    """The keywords of an event: those of `EventSpec`, `Wording`, `EventAnalysis` and `EventRuntime`, which explain them.

    Shapes: `results` is what rules text calls those fields of the payload that are numbers or words.
    """

    doc: Text
    phrase: Text
    words: Mapping[str, tuple[Option, ...]]
    each: Text
    next: Text
    cases: tuple[Case, ...]
    nouns: Mapping[str, Noun]
    results: Mapping[str, Case | tuple[Case, ...]]
    single: tuple[str, ...]
    deed: Deed
    keys: tuple[str, str] | None
    search: tuple[str, str]
    aliases: tuple[str, ...]
    field_aliases: Mapping[str, str]
    extension: bool
    situations: tuple[Mapping[str, Values], ...]
    hidden: bool
    members: tuple[str, ...]
    source_field: str
    ends: tuple[str, ...]
    creates: bool
    emitted: bool
    heard: bool
    stage: Stage
    mode: Literal["nested", "deferred", "bus"]
    stages: tuple[Stage, ...]
    is_tried: bool
    cancellable: bool
    perform: str
    hears_after_leaving: bool
    counted_before: bool
    has_after: bool


def _paired(keywords: Mapping[str, Any]) -> dict[str, Any]:
    """Return keywords with the search words of two lists and the keys of two patterns, in English and Chinese."""
    search = {"search": search_words(*keywords["search"])} if "search" in keywords else {}
    keys = {"keys": LocalizedText(*keywords["keys"])} if keywords.get("keys") else {}
    return {**keywords, **search, **keys}


def _by_part(keywords: Mapping[str, Any], kinds: Mapping[str, type[Any]]) -> dict[str, Any]:
    """Return keywords as a specification takes them: those that are fields of its parts gathered into the parts."""
    part_of = {field.name: part for part, kind in kinds.items() for field in fields(kind)}
    parts: dict[str, dict[str, Any]] = {}
    for key, value in keywords.items():
        if key in part_of:
            parts.setdefault(part_of[key], {})[key] = value
    own = {key: value for key, value in keywords.items() if key not in part_of}
    return own | {
        part: replace(own[part], **values) if part in own else kinds[part](**values) for part, values in parts.items()
    }


def _texts(names: tuple[str, ...], texts: tuple[str, ...]) -> dict[str, Any]:
    """Return texts by name from one list, in English and Chinese by turns.

    Errors: ValueError where a text lacks its Chinese, or there are more texts than names.
    """
    pairs = [LocalizedText(*pair) for pair in zip(texts[::2], texts[1::2], strict=True)]
    return dict(zip(names[: len(pairs)], pairs, strict=True))


def event(
    name: str,
    en: str,
    zh: str,
    fields: Mapping[str, str] = MappingProxyType({}),
    *texts: str,
    **keywords: Unpack[EventParts],
) -> EventSpec:
    """Return an event; each keyword goes to the part of `EventSpec` that has a field of this name.

    Shapes: all texts are written in English and Chinese by turns: its title, and after the payload its `doc` and its `phrase`.
    """
    named = keywords.get("results", {}).items()
    results = {"results": {key: words if isinstance(words, tuple) else (words,) for key, words in named}}
    parts = _by_part(
        _paired(keywords) | results, {"wording": Wording, "analysis": EventAnalysis, "runtime": EventRuntime}
    )
    return EventSpec(name, LocalizedText(en, zh), dict(fields), **_texts(("doc", "phrase"), texts), **parts)


def word_list(text: str) -> tuple[str, ...]:
    """Return the names that a text separates by blanks."""
    return tuple(text.split())


def node(
    family: Family,
    name: str,
    en: str,
    zh: str,
    fields: tuple[Field, ...] = (),
    *texts: str,
    **keywords: Unpack[NodeParts],
) -> NodeSpec:
    """Return a node of a family; each keyword goes to the part of `NodeSpec` that has a field of this name.

    Shapes: all texts are written in English and Chinese by turns: its title, and after its fields its `doc`, its `phrase` and, of a
            condition, its `negated` phrase.
    """
    row = {**_paired(keywords), **_texts(("doc", "phrase", "negated"), texts)}
    phrase, yields = row.pop("phrase", None), row.pop("yields", {})
    parts = _by_part(row, {"wording": Wording, "output": NodeOutput, "analysis": NodeAnalysis, "runtime": NodeRuntime})
    wording, output = parts.pop("wording", Wording()), parts.pop("output", NodeOutput())
    if yields:
        wording = replace(wording, results={key: words[1:] for key, words in yields.items() if words[1:]})
        output = replace(output, results={key: words[0] for key, words in yields.items()})
    return NodeSpec(family, name, LocalizedText(en, zh), fields, phrase=phrase, wording=wording, output=output, **parts)


effect = partial(node, "effect")
condition = partial(node, "condition")
value = partial(node, "value")
chooser = partial(node, "chooser")


def extensions(*specs: Spec) -> tuple[Spec, ...]:
    """Return nodes or events marked as this project's own."""
    return tuple(replace(spec, extension=True) for spec in specs)
