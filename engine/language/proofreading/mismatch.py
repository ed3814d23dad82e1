"""Finds where a written text differs from the effects: numbers, effects left out or made up, spans of time.

Better silent than wrong: a number that the text may mean in another way, as a sum, a difference or a product of those
of the tree, is accepted; so is a card without a written text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from engine.json_values import Json
from engine.language.planning.length import beginning
from engine.language.planning.standing import is_keywords
from engine.language.proofreading.facts import Facts, facts
from engine.language.proofreading.nearness import differences, words
from engine.language.proofreading.numbers import number_mismatches
from engine.language.proofreading.numerals import Numeral, numerals
from engine.language.proofreading.patterns import patterns
from engine.language.reading.inner_texts import part_names
from engine.language.reading.strings import strings_in
from engine.language.reading.surface import KEYWORDS, desugar
from engine.language.spec import Lifetime, LocalizedText, ObjectShape, Vocabulary
from engine.language.text.describe import core_describe, counters_text, sentence

DESCRIPTION: Final = "description"
_TEXT: Final = f"/{DESCRIPTION}"
_CHINESE = re.compile(r"[\u4e00-\u9fff]")
_LETTER = re.compile(r"[A-Za-z]")
_TAG = re.compile(r"<[^<>]*>|\{\{[^{}]*\}\}|\(\d+ in \d+\)|（\d+/\d+）")
"""What is no sentence of a text: tags, placeholders, and the odds of outcomes, which weights express in another way."""
_RECURRING = {"en": re.compile(r"\bwhenever\b|\b(?:each|every) time\b", re.I), "zh": re.compile("每当|每次|每逢")}
_NEXT = {"en": re.compile(r"\bnext\b", re.I), "zh": re.compile("下一|下次")}
_NEGATION = {"en": re.compile(r"\bnot\b|n't\b|\bnever\b|\bno\b|\bcannot\b", re.I), "zh": re.compile("[不没无未]")}
_NAME = re.compile(r"[\w.-]+", re.ASCII)
_ENDS_A_NAME = re.compile(r"\s*(?:$|and\b|or\b|[和与或])", re.IGNORECASE)
"""The words after a number that ends the name of a card, up to the next mark: "Has Rapid 1 and Stone Skin"."""
_SENTENCE = re.compile(r"[^.!?。！？；;\n]+")


@dataclass(frozen=True, slots=True)
class Mismatch:
    """One place where text and effects differ.

    Shapes: `path` leads into the document, to what the text leaves out or contradicts, or to the text that claims too
            much; `text` is the part of the text, empty when it is silent; `rules_text` the words for the effects,
            likewise; `lang` is the language of the text and `source` the key of `texts` it is from, empty for the
            card's own.
    """

    path: str
    text: str
    rules_text: str
    lang: str
    source: str = ""


def mismatches(vocabulary: Vocabulary, document: Any, texts: Json | None = None) -> tuple[Mismatch, ...]:
    """Return where the written texts of a card differ from its effects.

    Shapes: texts is language → description, or language → {name, description}; a text in a third language is skipped.
    A card that is too long for a whole rules text is compared with none.
    """
    if not isinstance(document, dict):
        return ()
    lowering = desugar(vocabulary, document)
    if beginning(lowering.document)[1]:
        return ()
    content: Facts | None = None
    names = part_names(document, {lang: words for lang, words in (texts or {}).items() if isinstance(words, Mapping)})
    out: list[Mismatch] = []
    for source, text in (("", document), *(texts or {}).items()):
        text = text.get(DESCRIPTION) if isinstance(text, Mapping) else text
        plain = _TAG.sub(" ", text).strip() if isinstance(text, str) else ""
        lang = language_of(plain)
        if not lang or (source and source != lang):
            continue
        content = content or facts(vocabulary, lowering.document)
        compared = _Text(vocabulary, lowering.document, content, plain, lang, source, names)
        differing = compared.mismatches()
        if differing and plain.split() == _TAG.sub(" ", compared.generated()).split():
            continue  # it is the rules text itself, whatever its words look like
        for mismatch in differing:
            place = lowering.place(mismatch.path)
            if not _is_of_keyword(mismatch.path, place):
                out.append(replace(mismatch, path=place))
    return tuple(out)


def missing_text(vocabulary: Vocabulary, document: Any) -> str:
    """Return the rules text that an empty description of a card should hold, in the language of its name; empty where nothing is amiss."""
    text = document.get(DESCRIPTION) if isinstance(document, dict) else None
    if not isinstance(text, str) or _TAG.sub(" ", text).strip():
        return ""
    lowering = desugar(vocabulary, document)
    name = document.get("name")
    lang = language_of(name if isinstance(name, str) else "") or "en"
    return "" if beginning(lowering.document)[1] else core_describe(vocabulary, lowering.document, lang)


def _is_of_keyword(path: str, place: str) -> bool:
    """Return whether a part of a card is what a keyword stands for: a text that names the keyword covers it."""
    start = f"/{KEYWORDS}/"
    return place.startswith(start) and not path.startswith(start)


def language_of(text: str) -> str:
    """Return the language of a text by its script, empty for one without words."""
    return "zh" if _CHINESE.search(text) else "en" if _LETTER.search(text) else ""


class _Text:
    """One text compared with the tree of a document in core form."""

    def __init__(  # noqa: PLR0913 - the card, and the text with its language and its names
        self,
        vocabulary: Vocabulary,
        document: Json,
        content: Facts,
        text: str,
        lang: str,
        source: str,
        names: Mapping[str, LocalizedText],
    ) -> None:
        self.vocabulary, self.document, self.facts = vocabulary, document, content
        self.text, self.lang, self.source = text, lang, source
        self.patterns, self.names = patterns(vocabulary, lang), names

    def mismatches(self) -> list[Mismatch]:
        """Return all differences in the order of the document."""
        out = [*self._omitted_effects(), *self._extra_effects(), *self._omitted_events(), *self._spans()]
        paths = [mismatch.path for mismatch in out]
        claims = [mismatch.text for mismatch in out if mismatch.path == _TEXT]
        for mismatch in self._numbers():
            is_of_claim = mismatch.path == _TEXT and any(mismatch.text in claim for claim in claims)
            if not is_of_claim and not any(mismatch.path.startswith(path + "/") for path in paths):
                out.append(mismatch)
        out += [] if out else self._differences()
        return sorted(out, key=lambda mismatch: (mismatch.path == _TEXT, mismatch.path))

    def generated(self) -> str:
        """Return the rules text that the effects give, with the names of the card's parts in the language of the text."""
        return core_describe(self.vocabulary, self.document, self.lang, self.names.get)

    def _mismatch(self, path: str, text: str, rules_text: str) -> Mismatch:
        return Mismatch(path, text, rules_text, self.lang, self.source)

    def _differences(self) -> Iterator[Mismatch]:
        """Yield where a sentence nearly equals that of the effects, and means something else."""
        rules_text = _TAG.sub(" ", self.generated())
        full_text = _TAG.sub(
            " ", core_describe(self.vocabulary, self.document, self.lang, self.names.get, is_full=True)
        )
        if self.text in (rules_text, full_text):
            return
        keys = [self.patterns.keys[name] for name in self.facts.effects]
        of_effects = {word for word in words(self.text, self.lang) if any(key.search(word) for key in keys)}
        lexicon = self.patterns.lexicon - of_effects
        alternatives = [
            list(differences(self.text, text, self.lang, lexicon)) for text in dict.fromkeys((rules_text, full_text))
        ]
        for difference in min(alternatives, key=len):
            yield self._mismatch(_TEXT, difference.text, difference.rules_text)

    def _omitted_effects(self) -> Iterator[Mismatch]:
        """Yield the kinds of effect that the text does not mention."""
        for name, (_, node, path) in self.facts.effects.items():
            if name not in self.patterns.free and not self.patterns.keys[name].search(self.text):
                yield self._mismatch(path, "", sentence(self.vocabulary, self.document, node, self.lang))

    def _extra_effects(self) -> Iterator[Mismatch]:
        """Yield the effects that the text claims and the tree has not."""
        claims, effects, rules_text = self.patterns.claims, self.facts.effects, ""
        for name, claim in claims.items():
            match = claim.search(self.text) if name not in effects else None
            if match is None or self._is_negated(match):
                continue
            if any(claims[other].search(match[0]) for other in effects if other in claims):
                continue
            rules_text = rules_text or self.generated() or "."
            if not self.patterns.keys[name].search(rules_text):
                yield self._mismatch(_TEXT, match[0], "")

    def _is_negated(self, match: re.Match[str]) -> bool:
        sentences = (
            other[0] for other in _SENTENCE.finditer(self.text) if other.start() <= match.start() < other.end()
        )
        return _NEGATION[self.lang].search(next(sentences, "")) is not None

    def _omitted_events(self) -> Iterator[Mismatch]:
        """Yield the events that the text does not mention."""
        for trigger, path in self.facts.triggers:
            key, event = self.patterns.events.get(trigger.event_name), trigger.event
            if key is not None and event is not None and not key.search(self.text):
                yield self._mismatch(path, "", getattr(event.title, self.lang))

    def _spans(self) -> Iterator[Mismatch]:
        """Yield the triggers whose lifetime differs from that of the text."""
        modes = list(self.facts.modes())
        lives = [(trigger.lifetime, path) for trigger, path in modes if trigger.lifetime is not None]
        recurring, later = _RECURRING[self.lang].search(self.text), _NEXT[self.lang].search(self.text)
        if not lives:
            if recurring and not modes and self.facts.effects and not self._is_negated(recurring):
                yield self._mismatch(_TEXT, recurring[0], "")
            return
        names = {life.name for life, _ in lives}
        spans = {name: match[0] for name, key in self.patterns.spans.items() if (match := key.search(self.text))}
        extra = [text for name, text in spans.items() if name not in names]
        missing = [(life, path) for life, path in lives if not life.once and life.name not in spans]
        is_once = all(life.once for life, _ in lives)
        if extra and missing:
            yield self._span(missing[0], extra[0])
        elif extra and not later and is_once:
            yield self._span(lives[0], extra[0])
        elif recurring and is_once:
            yield self._span(lives[0], recurring[0])
        elif later and not recurring and not any(trigger.once for trigger, _ in modes):
            yield self._span(lives[0], later[0])

    def _span(self, mode: tuple[Lifetime, str], text: str) -> Mismatch:
        life, path = mode
        phrase = life.title if life.once else life.phrase or life.title
        return self._mismatch(path, text, getattr(phrase, self.lang))

    def _numbers(self) -> Iterator[Mismatch]:
        """Yield the numbers that differ."""
        text = _without_names(self.text, self.document)
        for sentence_of_counter in counters_text(self.vocabulary, self.document, self.lang):
            text = text.replace(sentence_of_counter, "")
        numbers = numerals(text, self.lang)
        names = {text for text in strings_in(self.document) if text.isdecimal()}
        names_cards = _names_cards(self.vocabulary, self.document)
        stats = {abs(number) for number in _stats(self.vocabulary, self.document)}
        for mention, number in number_mismatches(self.facts.numbers, numbers, self.patterns.keys, stats):
            if mention is not None:
                is_row = number is not None and number.end is not None and mention.limit is not None
                value = str(mention.limit if is_row else mention.value)
                yield self._mismatch(mention.path, number.word if number else "", value)
            elif (
                number is not None
                and number.word not in names
                and not (names_cards and _may_end_name(number, self.lang))
            ):  # else a card that is called 1, or one of which only the id is known
                yield self._mismatch(_TEXT, number.word, "")


def _without_names(text: str, document: Json) -> str:
    """Return a text in which the names that the effects use contain no digits, so that none is read as a number."""
    if not any(map(_has_digit_and_letter, _NAME.findall(text))):
        return text
    names = {name for name in strings_in(document) if _NAME.fullmatch(name) and _has_digit_and_letter(name)}
    for name in sorted(names, key=len, reverse=True):
        text = text.replace(name, re.sub(r"\d", "x", name))
    return text


def _has_digit_and_letter(name: str) -> bool:
    return any(sign.isdigit() for sign in name) and any(sign.isalpha() or sign == "_" for sign in name)


def _may_end_name(number: Numeral, language: str) -> bool:
    """Return whether a number may be the end of a name, by the words around it.

    The last word before it may be part of a name: in English if it has a capital, in Chinese any character may.
    """
    after, before = number.around
    before = before.rstrip()
    if not _ENDS_A_NAME.match(after):
        return False
    if language == "zh":
        return _is_letter(before[-1:]) or before.endswith("”")
    start = len(before)
    while start and (_is_letter(before[start - 1]) or before[start - 1] in "'’-"):
        start -= 1
    word = before[start:]
    return any("A" <= sign <= "Z" and not (index and _is_letter(word[index - 1])) for index, sign in enumerate(word))


def _is_letter(sign: str) -> bool:
    """Return whether a character is part of a word, as `\\w` has it."""
    return sign.isalnum() or sign == "_"


def _names_cards(vocabulary: Vocabulary, document: Json) -> bool:
    """Return whether a card itself names others, as a unit its abilities: their names are not known here."""
    kind = vocabulary.kind_of(document)
    fields = () if kind is None else vocabulary.record(kind.record).fields
    return any(field.reference.names == "card" and document.get(field.name) for field in fields)


def _stats(vocabulary: Vocabulary, document: Json) -> Iterator[int]:
    """Yield the numbers that a card has beside its effects: its own, and those of its records and keywords."""
    kind = vocabulary.kind_of(document)
    shapes = {} if kind is None else {field.name: field.shape for field in vocabulary.record(kind.record).fields}
    for name, value in document.items():
        values, shape = [value], shapes.get(name)
        if isinstance(value, dict) and isinstance(shape, ObjectShape):
            values = list(value.values())
        elif isinstance(value, list) and is_keywords(shape):
            values = [number for node in value if isinstance(node, dict) for number in node.values()]
        yield from (number for number in values if number.__class__ is int)
