"""The keywords that a pack declares: they join the vocabulary, so that schema, checks, text and reference know them.

A keyword card holds abilities, modifiers and keywords in the language, with `$keyword.value` where a number of the keyword goes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from engine.language.analysis.structure import iter_structure
from engine.language.reading.surface import desugar
from engine.language.spec.fields import Field
from engine.language.spec.nodes import NodeSpec
from engine.language.spec.pack_keywords import PARAMETERS, KeywordKind
from engine.language.spec.shapes import Enum, IntegerLiteral, ListOf, LocalizedText, Option, Shape
from engine.language.spec.vocabulary import Vocabulary

Json = Mapping[str, Any]
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
    found: dict[str, Json] = {}
    for document in documents:
        if is_declaration(plain, document) and not any(iter_structure(plain, document)):
            found.setdefault(document["id"], document)
    named = {name: _both(card, (texts or {}).get(name, {}), "name") for name, card in found.items()}
    specs = tuple(_keywords(plain, found, texts or {}))
    held = plain.keyword_kind
    asked = {"condition": _words(specs), "effect": _words(spec for spec in specs if not spec.expansions)}
    nodes = tuple(
        replace(node, fields=_listing(node.fields, held, asked[node.family])) if held and node.family in asked else node
        for node in plain.nodes
    )
    return replace(plain, nodes=(*nodes, *specs), named=named, plain=plain)


def _words(specs: Iterable[NodeSpec]) -> tuple[Option, ...]:
    """Return keywords as words of a field."""
    return tuple(Option(spec.name, spec.title) for spec in specs)


def _keywords(plain: Vocabulary, found: Mapping[str, Json], texts: Texts) -> Iterator[NodeSpec]:
    """Yield the keywords among declarations."""
    held, own = plain.keyword_kind, plain.family("keyword")
    for name, card in found.items():
        kind = plain.kind_of(card)
        if held is not None and kind is not None and kind.name == held.kind and name not in own:
            yield _spec(plain, held, card, texts.get(name, {}))


def _spec(vocabulary: Vocabulary, held: KeywordKind, card: Json, texts: Mapping[str, Mapping[str, str]]) -> NodeSpec:
    """Return the node of a keyword."""
    core = desugar(vocabulary, card).document
    title = _both(card, texts, "name")
    fields = tuple(
        replace(slot, shape=(shape := IntegerLiteral(*_bounds(parameter))), default=max(shape.min, 1), title=_named(parameter))
        for slot, parameter in zip(held.slots, card.get(PARAMETERS, ()), strict=False)
    )  # fmt: skip
    places = [f"{{{key.name}}}" for key in fields]
    return NodeSpec(
        "keyword",
        card["id"],
        title,
        fields,
        _both(card, texts, "description") if card.get("description") else None,
        phrase=LocalizedText(
            " ".join([title.en, ", ".join(places)]).strip(), " ".join([title.zh, "、".join(places)]).strip()
        ),
        group="keywords",
        extension=True,
        expansions={name: tuple(core[name]) for name in held.opens if core.get(name)},
    )


def _both(card: Json, texts: Mapping[str, Mapping[str, str]], key: str) -> LocalizedText:
    """Return a text of a card in both languages, its own where another is missing."""
    own = card[key]
    return LocalizedText(texts.get("en", {}).get(key) or own, texts.get("zh", {}).get(key) or own)


def _named(parameter: Json) -> LocalizedText:
    return LocalizedText(parameter["name"], parameter["name"])


def _bounds(parameter: Json) -> tuple[int, int]:
    low = parameter.get("min", 1)
    return low, max(low, parameter.get("max", 99))


def _listing(fields: tuple[Field, ...], held: KeywordKind, words: tuple[Option, ...]) -> tuple[Field, ...]:
    """Return fields in which the pack's keywords are listed wherever the ruleset's are.

    Conditions ask for any; effects give and take those alone that are marks, since what another opens into is compiled with its card.
    """
    return tuple(replace(key, shape=_listed(key.shape, held, words)) for key in fields)


def _listed(shape: Shape, held: KeywordKind, words: tuple[Option, ...]) -> Shape:
    match shape:
        case Enum(options) if options == held.words:
            return Enum((*options, *words))
        case ListOf(item):
            return replace(shape, item=_listed(item, held, words))
    return shape
