"""What cards say: their rules text written from their effects, and where the written text says otherwise."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.api.catalog import RulesetOrName
from engine.cardset import shipped_name
from engine.language.proofreading.mismatch import Mismatch, language_of
from engine.language.proofreading.mismatch import mismatches as document_mismatches
from engine.language.reading.inner_texts import INNER_NAME, InnerText
from engine.language.reading.inner_texts import inner_texts as document_texts
from engine.language.text.describe import describe as describe_document
from engine.rulesets import find

__all__ = ["INNER_NAME", "InnerText", "Mismatch", "describe", "inner_texts", "language_of", "mismatches"]


def describe(ruleset: RulesetOrName, document: Any, lang: str) -> str:
    """Return a card's rules text, written from its effects alone; of a document that is no card yet, as far as it can be read.

    Shipped cards of which it speaks are called by their names.
    Errors: KeyError for a language other than `en` and `zh`.
    """
    rules = find(ruleset)
    return describe_document(rules.vocabulary, document, lang, lambda card: shipped_name(rules.folder, card))


def mismatches(ruleset: RulesetOrName, document: Any, texts: Mapping[str, Any] | None = None) -> tuple[Mismatch, ...]:
    """Return where the written texts of a card say otherwise than its effects.

    Shapes: the document is canonical; texts is language → description, or language → {name, description}, beside the card's own.
    """
    return document_mismatches(find(ruleset).vocabulary, document, texts)


def inner_texts(ruleset: RulesetOrName, document: Any) -> tuple[InnerText, ...]:
    """Return the texts inside a card that have one in each language beside it, as the names of its skills."""
    return document_texts(find(ruleset).vocabulary, document)
