"""Writes a card's rules text from its effect tree, never looking at its name or its written text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.language.registry import TimingSpec, Vocabulary
from engine.language.spelling import lower
from engine.language.text.layout import heading, laid_out, lines
from engine.language.text.logic import condition
from engine.language.text.meanings import Meaning, Thing
from engine.language.text.plan import When, plan
from engine.language.text.reading import behaviors, ids
from engine.language.text.speaker import Speaker


def describe(vocabulary: Vocabulary, document: Any, language: str) -> str:
    """Return what a card does, a paragraph for each of its moments; empty when it does nothing.

    Total: a document that was never checked is said as far as it can be read.
    Errors: KeyError for a language that is not there.
    """
    return core_describe(vocabulary, lower(vocabulary, document).document, language)


def core_describe(vocabulary: Vocabulary, document: Any, language: str) -> str:
    """Return what a card in core form does, as `describe` does."""
    paragraphs = []
    own = frozenset(ids(document))
    for part in behaviors(vocabulary, document):
        speaker = Speaker(vocabulary, language, condition)
        speaker.own = own
        timing = vocabulary.timing(part.moment)
        for name, fields in part.gives.items():
            _open(speaker, name, fields, own=True)
        if timing is not None:
            _open(speaker, timing.name, timing.fields, own=True)
        body = plan(vocabulary, part.block)
        found = list(lines(speaker, (When(part.trigger, body),) if part.trigger is not None else body))
        if timing is not None and not _is_plain(timing, document):
            found = heading(speaker, speaker.said(timing.says or timing.title), found)
        paragraphs.append(laid_out(found))
    return "\n".join(paragraph for paragraph in paragraphs if paragraph)


def _open(speaker: Speaker, name: str, fields: Mapping[str, str], *, own: bool = False) -> None:
    """Bind what a moment or a record gives: its player is you, its own thing is this one."""
    bound: dict[str, Meaning] = {}
    for key, kind in fields.items():
        if speaker.noun(kind) is speaker.noun("player"):
            bound[key] = Thing("you", kind, "", you=True)
        else:
            definite = speaker.grammar.this(speaker.noun(kind)) if own else ""
            bound[key] = speaker.new(kind, many=kind.endswith("[]"), definite=definite)
    speaker.names.event(name, bound)


def _is_plain(timing: TimingSpec, document: Mapping[str, Any]) -> bool:
    return timing.plain is not None and all(document.get(key) == value for key, value in timing.plain.items())


def sentence(vocabulary: Vocabulary, document: Any, node: Mapping[str, Any], language: str) -> str:
    """Return what one effect of a card in core form does, by itself."""
    speaker = Speaker(vocabulary, language, condition)
    speaker.own = frozenset(ids(document))
    for part in behaviors(vocabulary, document):
        for name, fields in part.gives.items():
            _open(speaker, name, fields, own=True)
        if (timing := vocabulary.timing(part.moment)) is not None:
            _open(speaker, timing.name, timing.fields, own=True)
    return " ".join(text for _, text in lines(speaker, plan(vocabulary, [node])))
