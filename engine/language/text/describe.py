"""Writes a card's rules text from its effect tree, never looking at its name or its written text."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from engine.language.reading.surface import filled_in, lower
from engine.language.spec.events import TimingSpec
from engine.language.spec.phrases import Result
from engine.language.spec.records import KindSpec
from engine.language.spec.shapes import LocalizedText
from engine.language.spec.vocabulary import Vocabulary
from engine.language.text.document_reader import Part, behaviors, ids
from engine.language.text.layout import heading, layout_text, lines
from engine.language.text.length import beginning
from engine.language.text.logic import condition
from engine.language.text.meanings import Fact, Meaning, Thing
from engine.language.text.nested_loops import lettered
from engine.language.text.plan import When, plan, sentence_of
from engine.language.text.speaker import Speaker
from engine.language.text.static_text import TARGET, holds, opening, spoken, standing_records
from engine.language.text.triggers import is_implied, lead

LETTERS = {"X": 987_654_301, "Y": 987_654_302, "Z": 987_654_303}
"""What the rules text of a keyword calls its numbers, in their order; each is said as a number that no card has, so that a sentence
counts with the letter as it does with numbers."""
Called = Callable[[str], LocalizedText | None]
"""Returns what a card with an id is called, None for one that is not known."""


def _unknown(card: str) -> LocalizedText | None:
    return None


def describe(vocabulary: Vocabulary, document: Any, language: str, called: Called = _unknown) -> str:
    """Return what a card does, a paragraph for each of its moments; empty when it does nothing.

    A card of more than `MOST_SAID` values is said up to there, and that there is more.
    Total: a document that was never checked is said as far as it can be read; `called` gives the names of other cards.
    Errors: KeyError for a language that is not there.
    """
    return core_describe(vocabulary, lower(vocabulary, document).document, language, called)


def core_describe(vocabulary: Vocabulary, document: Any, language: str, called: Called = _unknown) -> str:
    """Return what a card in core form does, as `describe` does."""
    kind = vocabulary.kind_of(document)
    if kind is None:
        return ""
    document, is_cut = beginning(document)
    declares = vocabulary.keyword_kind
    if declares is not None and kind.name == declares.kind:
        numbers = zip(declares.slots, LETTERS.values(), strict=False)
        document = filled_in(document, {f"${declares.scope}.{key.name}": number for key, number in numbers})
    own, letters = frozenset(ids(document)), lettered(vocabulary, document)
    begun = _speaker(vocabulary, own, kind, language, called)
    paragraphs = [opening(begun, kind, document), _of_itself(begun, kind, document)]
    for record, held, _ in standing_records(vocabulary, kind, document):
        speaker = _speaker(vocabulary, own, kind, language, called)
        for name, fields in record.gives.items():
            if name != TARGET:
                _open(speaker, name, fields, own=True)
        paragraphs.append(holds(speaker, record, held))
    for part in behaviors(vocabulary, document):
        speaker = _speaker(vocabulary, own, kind, language, called)
        speaker.letters = letters
        paragraphs.append(layout_text(_part(speaker, part, document)))
    text = "\n".join(paragraph for paragraph in paragraphs if paragraph)
    for letter, number in LETTERS.items():
        text = text.replace(str(number), letter)
    return f"{text}\n{begun.grammar.REST}" if is_cut and text else text


def _speaker(
    vocabulary: Vocabulary, own: frozenset[str], kind: KindSpec | None, language: str, called: Called = _unknown
) -> Speaker:
    """Return a speaker that knows its card; `own` are the ids of the card's own triggers, read once for all of its parts."""
    speaker = Speaker(vocabulary, language, condition)
    speaker.own, speaker.kind = own, kind
    speaker.called = lambda card: called(card) or vocabulary.named.get(card)
    return speaker


def _of_itself(speaker: Speaker, kind: KindSpec, document: Any) -> str:
    """Return what a card of a kind does by being what it is: the sentence of its record; empty where there is none."""
    record = speaker.vocabulary.record(kind.record)
    if record.phrase is None:
        return ""
    spec = spoken(record)
    said = speaker.joined(speaker.localized(sentence_of(spec, document)), speaker.of_node(spec, document))
    return speaker.grammar.sentence(said) if said else ""


def _part(speaker: Speaker, part: Part, document: Mapping[str, Any]) -> list[tuple[int, str]]:
    """Return the lines of one thing that a card does of itself."""
    timing = speaker.vocabulary.timing(part.timing)
    for name, fields in part.gives.items():
        _open(speaker, name, fields, own=True)
    if timing is not None:
        _open(speaker, timing.name, timing.fields, own=True, results=timing.results)
    body = plan(speaker.vocabulary, part.block)
    plain = part.trigger is None or (is_implied(speaker, part.trigger) and not lead(speaker, part.trigger))
    found = list(lines(speaker, body if plain or part.trigger is None else (When(part.trigger, body),)))
    if part.heading is not None and part.heading[0].phrase is not None:
        spec, held = spoken(part.heading[0]), part.heading[1]
        said = speaker.joined(speaker.localized(sentence_of(spec, held)), speaker.of_node(spec, held))
        return heading(speaker, said, found) if said else found
    if timing is not None and not _is_plain(timing, document):
        found = heading(speaker, speaker.localized(timing.phrase or timing.title), found)
    return found


def _open(
    speaker: Speaker,
    name: str,
    fields: Mapping[str, str],
    *,
    own: bool = False,
    results: Mapping[str, Result] = MappingProxyType({}),
) -> None:
    """Bind what a moment or a record gives: its player is you, its own thing is this one."""
    bound: dict[str, Meaning] = {}
    for key, kind in fields.items():
        if speaker.noun(kind) is speaker.noun("player"):
            bound[key] = Thing("you", kind, "", you=True)
        elif key in results:
            bound[key] = Fact(speaker.key(), kind, results[key])
        else:
            noun = speaker.noun(kind)
            definite = speaker.localized(noun.own) if own and noun.own else speaker.grammar.this(noun) if own else ""
            bound[key] = speaker.new(kind, many=kind.endswith("[]"), definite=definite)
    speaker.names.event(name, bound)


def _is_plain(timing: TimingSpec, document: Mapping[str, Any]) -> bool:
    return timing.plain is not None and all(document.get(key) == value for key, value in timing.plain.items())


def sentence(vocabulary: Vocabulary, document: Any, node: Mapping[str, Any], language: str) -> str:
    """Return what one effect of a card in core form does, by itself."""
    speaker = _speaker(vocabulary, frozenset(ids(document)), vocabulary.kind_of(document), language)
    for part in behaviors(vocabulary, document):
        for name, fields in part.gives.items():
            _open(speaker, name, fields, own=True)
        if (timing := vocabulary.timing(part.timing)) is not None:
            _open(speaker, timing.name, timing.fields, own=True, results=timing.results)
    return " ".join(text for _, text in lines(speaker, plan(vocabulary, [node])))
