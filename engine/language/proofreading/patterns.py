"""The words by which a written text mentions an effect, an event or a span of time: declared, or from its sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any, Final

from engine.language.planning.templates import Place, parts
from engine.language.proofreading.nearness import words
from engine.language.spec import Block, IntegerLiteral, ListOf, LocalizedText, NodeSpec, Noun, Number, Vocabulary
from engine.language.text.english import base

NUMBER: Final = LocalizedText(
    r"(?:\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten)", r"(?:\d+|[一二两三四五六七八九十]+)\s*"
)
_DETERMINER = r"(?:it|them|that|those|the|an?|all|any|each|every|your|this|these|one|two|up)\b"
_COMMON = {
    "that",
    "this",
    "with",
    "from",
    "their",
    "them",
    "when",
    "into",
    "than",
    "each",
    "every",
    "player",
    "players",
}
_COMMON_ZH = set("的了将使对其该此并且和或在时")


@dataclass(slots=True)
class Patterns:
    """The patterns of one language of one vocabulary.

    Shapes: `keys` by kind of effect; `claims` likewise: a text with such a phrase claims to have the effect; `events`
            by event, `spans` by lifetime; `free` are the kinds of effect that authors name in words of their own;
            `lexicon` are the words by which a text tells when, whom and how long, as `nearness.words` has them.
    """

    keys: dict[str, re.Pattern[str]] = field(default_factory=dict)
    claims: dict[str, re.Pattern[str]] = field(default_factory=dict)
    events: dict[str, re.Pattern[str]] = field(default_factory=dict)
    spans: dict[str, re.Pattern[str]] = field(default_factory=dict)
    free: set[str] = field(default_factory=set)
    lexicon: frozenset[str] = frozenset()


def keyword_kind(spec: NodeSpec) -> str:
    """Return the kind of a number that belongs to a keyword."""
    return f"keyword/{spec.name}"


def patterns(vocabulary: Vocabulary, language: str) -> Patterns:
    """Return the patterns of a vocabulary, built once."""
    cache: dict[str, Patterns] = vocabulary.__dict__.setdefault("_patterns", {})
    if language not in cache:
        cache[language] = _build(vocabulary, language)
    return cache[language]


def _build(vocabulary: Vocabulary, language: str) -> Patterns:
    out = Patterns(lexicon=_lexicon(vocabulary, language))
    for spec in vocabulary.family("effect").values():
        if any(isinstance(field.shape, Block | ListOf) for field in spec.fields):
            continue
        if spec.wording.keys is not None and not any(spec.wording.keys):
            out.free.add(spec.name)
            out.keys[spec.name] = _any([])
            continue
        out.keys[spec.name] = _pattern(spec.wording.keys, spec.phrase or spec.title, language)
        if spec.phrase is not None:
            out.claims[spec.name] = _any(_claims(spec, spec.phrase, language))
    for spec in vocabulary.family("keyword").values():
        if any(isinstance(field.shape, Number | IntegerLiteral) for field in spec.fields):
            out.keys[keyword_kind(spec)] = re.compile(re.escape(getattr(spec.title, language)), re.IGNORECASE)
    for event in vocabulary.events:
        out.events[event.name] = _pattern(event.wording.keys, event.phrase or event.title, language)
    for life in vocabulary.lifetimes:
        if life.keys is not None:
            out.spans[life.name] = re.compile(getattr(life.keys, language), re.IGNORECASE)
    return out


def _lexicon(vocabulary: Vocabulary, language: str) -> frozenset[str]:
    """Return the words by which conditions, events, things and spans differ, without nouns and those of effects."""

    def words_of(*values: Any) -> set[str]:
        return {word for text in _texts(values) for word in words(getattr(text, language), language)}

    effects = tuple(vocabulary.family("effect").values())
    nodes = tuple(spec for spec in vocabulary.nodes if spec.family != "effect")
    shapes = tuple(field.shape for spec in effects for field in spec.fields)
    verbs = words_of(*((spec.phrase, spec.title, spec.wording) for spec in effects))
    conditions = words_of(nodes, shapes, vocabulary.events, vocabulary.records, vocabulary.lifetimes)
    events = words_of(*((event.phrase, event.wording) for event in vocabulary.events))
    return frozenset((conditions - verbs | events) - words_of(vocabulary.nouns))


def _texts(value: Any) -> Iterator[LocalizedText]:
    """Yield every text in a part of a vocabulary."""
    items: Any = ()
    if isinstance(value, LocalizedText):
        yield value
    elif isinstance(value, Noun):
        yield LocalizedText(f"{value.one} {value.many}", value.zh)
    elif isinstance(value, Mapping):
        items = value.values()
    elif isinstance(value, tuple | list):
        items = value
    elif is_dataclass(value) and not isinstance(value, type):
        items = (getattr(value, each.name) for each in fields(value) if each.name not in ("doc", "search"))
    for item in items:
        yield from _texts(item)


def _pattern(keys: LocalizedText | None, sentence: LocalizedText, language: str) -> re.Pattern[str]:
    if keys is not None and any(keys):
        return re.compile(getattr(keys, language), re.IGNORECASE)
    return _any(_content(getattr(sentence, language), language))


def _any(alternatives: Sequence[str]) -> re.Pattern[str]:
    """Return a pattern of several; of none, one that matches nothing."""
    return re.compile("|".join(alternatives) or r"(?!)", re.IGNORECASE)


def _content(sentence: str, language: str) -> list[str]:
    """Return the content words of a sentence: stems in English, pairs of characters in Chinese."""
    runs = [part if isinstance(part, str) else part.form + part.own for part in parts(sentence)]
    if language == "en":
        stems = {word.lower() for run in runs for word in re.findall(r"[A-Za-z]{4,}", run)} - _COMMON
        return sorted(re.escape(base(word)[:6]) for word in stems)
    runs = ["".join(sign for sign in run if sign not in _COMMON_ZH and not sign.isascii()) for run in runs]
    pairs = {run[start : start + 2] for run in runs for start in range(max(1, len(run) - 1)) if run}
    return sorted(map(re.escape, pairs))


def _claims(spec: NodeSpec, phrase: LocalizedText, language: str) -> list[str]:
    """Return the phrases by which a text claims to have an effect: its verb with a number and what is counted.

    Without a number the verb does, also those with which cases begin: "mark it" for one of several statuses.
    """
    plain, *cases = (getattr(text, language) for text in (phrase, *(case.phrase for case in spec.wording.cases)))
    claims = [_amount_claim(spec, sentence, language) for sentence in (plain, *cases)]
    if not claims[0]:
        verbs = [sentence for sentence in cases if sentence and isinstance(parts(sentence)[0], str)]
        claims += [_verb_claim(sentence, language) for sentence in (plain, *verbs)]
    return sorted({claim for claim in claims if claim})


def _amount_claim(spec: NodeSpec, sentence: str, language: str) -> str:
    """Return a verb with a number and what is counted: "gain 2 mana"."""
    first = next((part for part in parts(sentence) if isinstance(part, str)), "")
    for part in parts(sentence):
        if not isinstance(part, Place) or not part.before.strip():
            continue
        field = spec.field(part.name)
        is_number = field is not None and isinstance(field.shape, Number | IntegerLiteral) and part.before is first
        if part.name == "amount" or is_number:
            return _count_claim(part.before.strip(), part.form.removeprefix("-"), language)
    return ""


def _verb_claim(sentence: str, language: str) -> str:
    """Return a verb with its object: "discard it", "take another turn"."""
    first = parts(sentence)[:1]
    runs = [part.strip() for part in parts(sentence) if isinstance(part, str)]
    if not runs:
        return ""
    if language == "zh":
        run = runs[1] if runs[0] in ("将", "使", "对") and len(runs) > 1 else runs[0]
        run = run.lstrip("将其使对的")
        return re.escape(run) if len(run) > 1 else ""
    verb, *rest = runs[0].lower().split()
    begins_with_verb = isinstance(first[0], str)
    if verb in ("it", "that") and begins_with_verb:
        claims = [re.escape(run.rstrip(".")).replace(r"\ ", r"\s+") for run in runs]
        return r"\b" + r"\b.{1,40}?\b".join(claims) if len("".join(runs).split()) > 2 else ""
    if not verb.isalpha() or re.match(_DETERMINER, verb):
        return ""
    after = _DETERMINER if begins_with_verb else r"\s+".join(map(re.escape, rest[:2]))
    return rf"\b{re.escape(verb if begins_with_verb else base(verb))}(?:e?s)?\s+{after}" if after else ""


def _count_claim(before: str, form: str, language: str) -> str:
    if language == "zh":
        return f"{re.escape(before.lstrip('的'))}{NUMBER.zh}{re.escape(form)}" if form or before[-1:] == "+" else ""
    if form in ("", "equal"):
        return ""
    verb = base(before.rstrip(" +").split()[-1].lower())
    return rf"\b{re.escape(verb)}(?:e?s)?\s+\+?{NUMBER.en}\s+(?:{'|'.join(map(re.escape, form.split('|')))})\b"
