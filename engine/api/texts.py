"""What cards say: their rules text written from their effects, and where the written text says otherwise."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

from engine.api.catalog import RulesetOrName
from engine.cardset import shipped_name
from engine.json_values import Json
from engine.language.analysis.variants import IDENTITY_KEYS, Difference, differences
from engine.language.proofreading.mismatch import Mismatch
from engine.language.proofreading.mismatch import mismatches as document_mismatches
from engine.language.reading.inner_texts import InnerText, part_names
from engine.language.reading.inner_texts import inner_texts as document_texts
from engine.language.spec import LocalizedText
from engine.language.text.describe import describe as describe_document
from engine.rulesets import find

CardNames = Mapping[str, LocalizedText]
"""What cards are called, by their ids."""
NO_NAMES: CardNames = MappingProxyType({})
FULL_STOP = {"en": ". ", "zh": "。"}


def describe(ruleset: RulesetOrName, document: Any, lang: str, names: CardNames = NO_NAMES) -> str:
    """Return a card's rules text, written from its effects alone; of a document that is no card yet, as far as it can be read.

    Shapes: names are those of other cards of its pack; shipped cards of which it speaks are called by theirs.
    Errors: KeyError for a language other than `en` and `zh`.
    """
    rules = find(ruleset)

    def name_of(card: str) -> LocalizedText | None:
        return names.get(card) or shipped_name(rules.folder, card)

    return describe_document(rules.vocabulary, document, lang, name_of)


def face_text(ruleset: RulesetOrName, document: Json, lang: str, names: CardNames = NO_NAMES) -> str:
    """Return a card's rules text without the line of keywords, which a face shows by itself."""
    text = describe(ruleset, document, lang, names)
    first, _, rest = text.partition("\n")
    marks = [getattr(mark, lang) for mark in find(ruleset).face(document, {}).keywords]
    stop = FULL_STOP[lang]
    return rest if marks and first == stop.join(marks) + stop.strip() else text


def names_of(cards: Iterable[tuple[Json, Json]]) -> CardNames:
    """Return what some cards and their parts are called, each card with its texts by language; one without a name is left out."""
    names: dict[str, LocalizedText] = {}
    for card, texts in cards:
        if card.get("name"):
            both = (str(_name(texts.get(lang)) or card["name"]) for lang in ("en", "zh"))
            names[str(card["id"])] = LocalizedText(*both)
        names |= part_names(card, texts)
    return names


def _name(texts: Any) -> Any:
    """Return the name among the texts of one language, which may be a description alone."""
    return texts.get("name") if isinstance(texts, Mapping) else None


def variant_changes(ruleset: RulesetOrName, document: Json, cards: Mapping[str, Json]) -> list[Difference] | None:
    """Return in what a card is not as the card of which it is a variant; None where it is none, or its base is not among these cards."""
    vocabulary = find(ruleset).vocabulary
    kind = vocabulary.kind_of(document)
    fields = vocabulary.record(kind.record).fields if kind is not None else ()
    key = next((field.name for field in fields if field.reference.is_base), "")
    base = cards.get(str(document.get(key)))
    return None if base is None else list(differences(base, document, IDENTITY_KEYS | {key}))


def mismatches(ruleset: RulesetOrName, document: Any, texts: Json | None = None) -> tuple[Mismatch, ...]:
    """Return where the written texts of a card say otherwise than its effects.

    Shapes: the document is canonical; texts is language → description, or language → {name, description}, beside the card's own.
    """
    return document_mismatches(find(ruleset).vocabulary, document, texts)


def inner_texts(ruleset: RulesetOrName, document: Any) -> tuple[InnerText, ...]:
    """Return the texts inside a card that have one in each language beside it, as the names of its skills."""
    return document_texts(find(ruleset).vocabulary, document)
