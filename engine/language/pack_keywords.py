"""The keywords that a pack declares: they join the vocabulary, so that schema, checks, text and reference know them.

A keyword card holds abilities, modifiers and keywords in the language, with `$keyword.value` where a number of the keyword goes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from engine.json_values import Json
from engine.language.analysis.structure import iter_structure
from engine.language.reading.surface import desugar
from engine.language.spec import Enum, Field, IntegerLiteral, ListOf, LocalizedText, NodeSpec, Option, Shape, Vocabulary
from engine.language.spec.pack_keywords import PARAMETERS, KeywordKind

Texts = Mapping[str, Mapping[str, Mapping[str, str]]]
"""Card id → language → name and description, beside the card's own."""


def is_declaration(vocabulary: Vocabulary, document: Any) -> bool:
    """Return whether a document says what other cards of its pack may say."""
    kind = vocabulary.kind_of(document)
    return kind is not None and kind.declares


def with_declarations(vocabulary: Vocabulary, documents: Iterable[Json], texts: Texts | None = None) -> Vocabulary:
    """Return the vocabulary of a pack with these cards: the ruleset's, the keywords that they declare, and what they are called.

    A card whose shape is wrong, and one with the name of a keyword of the ruleset, declares nothing; of two with one name the first counts.
    """
    plain = vocabulary.plain or vocabulary
    cards: dict[str, Json] = {}
    for document in documents:
        if is_declaration(plain, document) and not any(iter_structure(plain, document)):
            cards.setdefault(document["id"], document)
    titles = {name: _in_both_languages(card, (texts or {}).get(name, {}), "name") for name, card in cards.items()}
    specs = tuple(_keywords(plain, cards, texts or {}))
    keyword_kind = plain.keyword_kind
    words = {"condition": _words(specs), "effect": _words(spec for spec in specs if not spec.expansions)}
    nodes = tuple(
        replace(
            node,
            fields=tuple(
                replace(key, shape=_with_words(key.shape, keyword_kind, words[node.family])) for key in node.fields
            ),
        )
        if keyword_kind and node.family in words
        else node
        for node in plain.nodes
    )
    return replace(plain, nodes=(*nodes, *specs), named=titles, plain=plain)


def _words(specs: Iterable[NodeSpec]) -> tuple[Option, ...]:
    """Return keywords as words of a field."""
    return tuple(Option(spec.name, spec.title) for spec in specs)


def _keywords(plain: Vocabulary, cards: Mapping[str, Json], texts: Texts) -> Iterator[NodeSpec]:
    """Yield the keywords among declarations."""
    keyword_kind, own = plain.keyword_kind, plain.family("keyword")
    for name, card in cards.items():
        kind = plain.kind_of(card)
        if keyword_kind is not None and kind is not None and kind.name == keyword_kind.kind and name not in own:
            yield _spec(plain, keyword_kind, card, texts.get(name, {}))


def _spec(
    vocabulary: Vocabulary, keyword_kind: KeywordKind, card: Json, texts: Mapping[str, Mapping[str, str]]
) -> NodeSpec:
    """Return the node of a keyword."""
    core = desugar(vocabulary, card).document
    title = _in_both_languages(card, texts, "name")
    slots = zip(keyword_kind.slots, card.get(PARAMETERS, ()), strict=False)
    fields = tuple(_parameter_field(slot, parameter) for slot, parameter in slots)
    places = [f"{{{key.name}}}" for key in fields]
    return NodeSpec(
        "keyword",
        card["id"],
        title,
        fields,
        _in_both_languages(card, texts, "description") if card.get("description") else None,
        phrase=LocalizedText(
            " ".join([title.en, ", ".join(places)]).strip(), " ".join([title.zh, "、".join(places)]).strip()
        ),
        group="keywords",
        extension=True,
        expansions={name: tuple(core[name]) for name in keyword_kind.opens if core.get(name)},
    )


def _in_both_languages(card: Json, texts: Mapping[str, Mapping[str, str]], key: str) -> LocalizedText:
    """Return a text of a card in both languages, its own where another is missing."""
    own = card[key]
    return LocalizedText(texts.get("en", {}).get(key) or own, texts.get("zh", {}).get(key) or own)


def _parameter_field(slot: Field, parameter: Json) -> Field:
    """Return the field in which a card gives a keyword one of its numbers."""
    low, name = parameter.get("min", 1), parameter["name"]
    shape = IntegerLiteral(low, max(low, parameter.get("max", 99)))
    return replace(slot, shape=shape, default=max(low, 1), title=LocalizedText(name, name))


def _with_words(shape: Shape, keyword_kind: KeywordKind, words: tuple[Option, ...]) -> Shape:
    match shape:
        case Enum(options) if options == keyword_kind.words:
            return Enum((*options, *words))
        case ListOf(item):
            return replace(shape, item=_with_words(item, keyword_kind, words))
    return shape
