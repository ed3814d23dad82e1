"""Where a written text says otherwise than the effects: numbers, effects left out or made up, spans of time.

Better silent than wrong: a number that the text may mean in another way, as a sum, a difference or a product of those of the
tree, is let pass; so is a card on which nothing is written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from engine.language.planning.length import beginning
from engine.language.planning.standing import is_keywords
from engine.language.proofreading.facts import Facts, facts, modes
from engine.language.proofreading.nearness import differences, words
from engine.language.proofreading.numbers import unmatched
from engine.language.proofreading.numerals import Numeral, numerals
from engine.language.proofreading.patterns import Patterns, patterns
from engine.language.reading.strings import strings_in
from engine.language.reading.surface import KEYWORDS, lower
from engine.language.spec.shapes import LocalizedText, ObjectShape
from engine.language.spec.vocabulary import Vocabulary
from engine.language.text.describe import core_describe, sentence

DESCRIPTION = "description"
_CHINESE = re.compile(r"[\u4e00-\u9fff]")
_LETTER = re.compile(r"[A-Za-z]")
_TAG = re.compile(r"<[^<>]*>|\{\{[^{}]*\}\}|\(\d+ in \d+\)|（\d+/\d+）")
"""What is no sentence of a text: tags, placeholders, and the odds of outcomes, which weights say in another way."""
_AGAIN = {"en": re.compile(r"\bwhenever\b|\b(?:each|every) time\b", re.I), "zh": re.compile("每当|每次|每逢")}
_NEXT = {"en": re.compile(r"\bnext\b", re.I), "zh": re.compile("下一|下次")}
_DENIED = {"en": re.compile(r"\bnot\b|n't\b|\bnever\b|\bno\b|\bcannot\b", re.I), "zh": re.compile("[不没无未]")}
_NAME = re.compile(r"[\w.-]+", re.ASCII)
_ENDS_A_NAME = re.compile(r"\s*(?:$|and\b|or\b|[和与或])", re.IGNORECASE)
"""The words around a number that ends the name of a card, up to the next mark: "Has Rapid 1 and Stone Skin"."""
_SENTENCE = re.compile(r"[^.!?。！？；;\n]+")


@dataclass(frozen=True, slots=True)
class Mismatch:
    """One place where text and effects differ.

    Shapes: `path` leads into the document, to what the text leaves out or contradicts, or to the text that says too much;
            `written` is what the text says, empty when it says nothing; `generated` what the effects say, likewise;
            `lang` is the language of the text and `source` the key of `texts` it is from, empty for the card's own.
    """

    path: str
    written: str
    generated: str
    lang: str
    source: str = ""


def mismatches(vocabulary: Vocabulary, document: Any, texts: Mapping[str, Any] | None = None) -> tuple[Mismatch, ...]:
    """Return where the written texts of a card say otherwise than its effects.

    Shapes: texts is language → description, or language → {name, description}; a text in a third language is skipped.
    A card that is too long to be said as a whole is held against nothing.
    """
    if not isinstance(document, dict):
        return ()
    written = [("", document.get(DESCRIPTION)), *((lang, _description(text)) for lang, text in (texts or {}).items())]
    lowered = lower(vocabulary, document)
    if beginning(lowered.document)[1]:
        return ()
    found: Facts | None = None
    out: list[Mismatch] = []
    for source, text in written:
        plain = _TAG.sub(" ", text).strip() if isinstance(text, str) else ""
        lang = language_of(plain)
        if not lang or (source and source != lang):
            continue
        found = facts(vocabulary, lowered.document) if found is None else found
        told = _Text(vocabulary, lowered.document, found, plain, lang, source).compared()
        placed = ((one, lowered.place(one.path)) for one in told)
        out += [replace(one, path=place) for one, place in placed if not _is_of_keyword(one.path, place)]
    return tuple(out)


def _is_of_keyword(path: str, place: str) -> bool:
    """Return whether a part of a card is what a keyword opens into: a text that names the keyword has said it."""
    start = f"/{KEYWORDS}/"
    return place.startswith(start) and not path.startswith(start)


def language_of(text: str) -> str:
    """Return the language of a text by its script, empty for one without words."""
    if _CHINESE.search(text):
        return "zh"
    return "en" if _LETTER.search(text) else ""


def _description(text: Any) -> Any:
    return text.get(DESCRIPTION) if isinstance(text, Mapping) else text


@dataclass(frozen=True, slots=True)
class _Text:
    """One text held against the tree of a document in core form."""

    vocabulary: Vocabulary
    document: Mapping[str, Any]
    facts: Facts
    text: str
    lang: str
    source: str

    def compared(self) -> list[Mismatch]:
        """Return all differences in the order of the document."""
        known = patterns(self.vocabulary, self.lang)
        out = [*self._omitted(known), *self._claimed(known), *self._events(known), *self._spans(known)]
        told = {found.path for found in out}
        claimed = [found.written for found in out if found.path == f"/{DESCRIPTION}"]
        for found in self._numbers(known):
            within = found.path == f"/{DESCRIPTION}" and any(found.written in words for words in claimed)
            if not within and not any(found.path.startswith(path + "/") for path in told):
                out.append(found)
        out += [] if out else self._differences(known)
        return sorted(out, key=lambda found: (found.path == f"/{DESCRIPTION}", found.path))

    def _differences(self, known: Patterns) -> Iterator[Mismatch]:
        """Yield where a sentence is nearly what the effects say, and means something else."""
        generated = _TAG.sub(" ", core_describe(self.vocabulary, self.document, self.lang))
        if generated == self.text:
            return
        keys = [known.keys[name] for name in self.facts.effects]
        of_effects = {word for word in words(self.text, self.lang) if any(key.search(word) for key in keys)}
        for found in differences(self.text, generated, self.lang, known.lexicon - of_effects):
            yield self._found(f"/{DESCRIPTION}", found.written, found.generated)

    def _found(self, path: str, written: str, generated: str) -> Mismatch:
        return Mismatch(path, written, generated, self.lang, self.source)

    def _said(self, node: Mapping[str, Any]) -> str:
        return sentence(self.vocabulary, self.document, node, self.lang)

    def _omitted(self, known: Patterns) -> Iterator[Mismatch]:
        """Yield the kinds of effect of which the text has no word."""
        for name, (_, node, path) in self.facts.effects.items():
            if name not in known.free and not known.keys[name].search(self.text):
                yield self._found(path, "", self._said(node))

    def _claimed(self, known: Patterns) -> Iterator[Mismatch]:
        """Yield the effects that the text says and the tree has not."""
        generated = ""
        for name, claim in known.claims.items():
            if name in self.facts.effects or (found := claim.search(self.text)) is None or self._is_denied(found):
                continue
            if any(known.claims[other].search(found[0]) for other in self.facts.effects if other in known.claims):
                continue
            generated = generated or core_describe(self.vocabulary, self.document, self.lang) or "."
            if not known.keys[name].search(generated):
                yield self._found(f"/{DESCRIPTION}", found[0], "")

    def _is_denied(self, found: re.Match[str]) -> bool:
        around = next((s[0] for s in _SENTENCE.finditer(self.text) if s.start() <= found.start() < s.end()), "")
        return _DENIED[self.lang].search(around) is not None

    def _events(self, known: Patterns) -> Iterator[Mismatch]:
        """Yield the events of which the text has no word."""
        for trigger, path in self.facts.triggers:
            key = known.events.get(trigger.event_name)
            if key is not None and trigger.event is not None and not key.search(self.text):
                said = trigger.event.phrase or trigger.event.title
                yield self._found(path, "", getattr(trigger.event.title if trigger.event.phrase else said, self.lang))

    def _spans(self, known: Patterns) -> Iterator[Mismatch]:
        """Yield the triggers that last otherwise than the text says."""
        found = [(trigger.lifetime, path) for trigger, path in modes(self.facts) if trigger.lifetime is not None]
        if not found:
            yield from self._no_triggers() if not self.facts.triggers else ()
            return
        there = {life.name for life, _ in found}
        said = {name: hit[0] for name, key in known.spans.items() if (hit := key.search(self.text))}
        extra = [hit for name, hit in said.items() if name not in there]
        missing = [(life, path) for life, path in found if not life.once and life.name not in said]
        once = [(life, path) for life, path in found if life.once]
        again, later = _AGAIN[self.lang].search(self.text), _NEXT[self.lang].search(self.text)
        if extra and missing:
            yield self._found(missing[0][1], extra[0], self._span(missing[0][0].phrase or missing[0][0].title))
        elif extra and not later and len(once) == len(found):
            yield self._found(once[0][1], extra[0], self._span(once[0][0].title))
        elif again and len(once) == len(found):
            yield self._found(once[0][1], again[0], self._span(once[0][0].title))
        elif later and not again and not any(trigger.once for trigger, _ in modes(self.facts)):
            yield self._found(found[0][1], later[0], self._span(found[0][0].phrase or found[0][0].title))

    def _no_triggers(self) -> Iterator[Mismatch]:
        again = _AGAIN[self.lang].search(self.text)
        if again and self.facts.effects and not self._is_denied(again):
            yield self._found(f"/{DESCRIPTION}", again[0], "")

    def _span(self, said: LocalizedText) -> str:
        return str(getattr(said, self.lang))

    def _numbers(self, known: Patterns) -> Iterator[Mismatch]:
        """Yield the numbers that differ."""
        stats = {abs(number) for number in _stats(self.vocabulary, self.document)}
        written = numerals(_without_names(self.text, self.document), self.lang)
        named = {one for one in strings_in(self.document) if one.isdecimal()}
        names_cards = _names_cards(self.vocabulary, self.document)
        for told, number in unmatched(self.facts.numbers, written, known.keys, stats):
            if told is None and number is not None and number.said in named:
                continue  # a card that is called 1
            if told is None and number is not None and names_cards and _ends_a_name(number, self.lang):
                continue  # a card of whom only the id is known, and that may be called so
            path = told.path if told is not None else f"/{DESCRIPTION}"
            is_row = number is not None and number.end is not None
            value = "" if told is None else str(told.bound if is_row and told.bound is not None else told.value)
            yield self._found(path, number.said if number else "", value)


def _without_names(text: str, document: Mapping[str, Any]) -> str:
    """Return a text in which the names that the effects use hold no digits, so that none is read as a number."""
    if not any(map(_has_digit_and_letter, _NAME.findall(text))):
        return text
    names = {one for one in strings_in(document) if _NAME.fullmatch(one) and _has_digit_and_letter(one)}
    for name in sorted(names, key=len, reverse=True):
        text = text.replace(name, re.sub(r"\d", "x", name))
    return text


def _has_digit_and_letter(name: str) -> bool:
    return any(sign.isdigit() for sign in name) and any(sign.isalpha() or sign == "_" for sign in name)


def _ends_a_name(number: Numeral, language: str) -> bool:
    """Return whether a number may be the end of a name, by the words around it."""
    behind, before = number.around
    return bool(_ENDS_A_NAME.match(behind)) and _ends_in_a_name(before.rstrip(), language)


def _ends_in_a_name(before: str, language: str) -> bool:
    """Return whether the last word of a text may be part of a name: in English it has a capital, in Chinese any sign will do."""
    if language == "zh":
        return _is_sign(before[-1:]) or before.endswith("”")
    start = len(before)
    while start and (_is_sign(before[start - 1]) or before[start - 1] in "'’-"):
        start -= 1
    word = before[start:]
    return any("A" <= sign <= "Z" and not (at and _is_sign(word[at - 1])) for at, sign in enumerate(word))


def _is_sign(letter: str) -> bool:
    """Return whether a character is part of a word, as `\\w` has it."""
    return letter.isalnum() or letter == "_"


def _names_cards(vocabulary: Vocabulary, document: Mapping[str, Any]) -> bool:
    """Return whether a card itself names others, as a unit its abilities: their names are not known here."""
    kind = vocabulary.kind_of(document)
    fields = () if kind is None else vocabulary.record(kind.record).fields
    return any(key.reference.names == "card" and document.get(key.name) for key in fields if key.reference)


def _stats(vocabulary: Vocabulary, document: Mapping[str, Any]) -> Iterator[int]:
    """Yield the numbers that a card has beside its effects: its own, those of the records in it, and those of its keywords."""
    kind = vocabulary.kind_of(document)
    shapes = {} if kind is None else {key.name: key.shape for key in vocabulary.record(kind.record).fields}
    for name, value in document.items():
        held, shape = [value], shapes.get(name)
        if isinstance(value, dict) and isinstance(shape, ObjectShape):
            held = list(value.values())
        elif isinstance(value, list) and is_keywords(shape):
            held = [part for one in value if isinstance(one, dict) for part in one.values()]
        yield from (part for part in held if part.__class__ is int)
