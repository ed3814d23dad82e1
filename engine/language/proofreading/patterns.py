"""The words by which a written text mentions an effect, an event or a span of time: declared, or taken from the sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any, Final

from engine.language.planning.templates import Place, parts
from engine.language.proofreading.nearness import words
from engine.language.spec.nodes import NodeSpec
from engine.language.spec.phrases import Noun
from engine.language.spec.shapes import Block, IntegerLiteral, ListOf, LocalizedText, Number
from engine.language.spec.vocabulary import Vocabulary
from engine.language.text.english import base

NUMBER: Final = LocalizedText(
    r"(?:\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten)", r"(?:\d+|[一二两三四五六七八九十]+)\s*"
)
_DETERMINER = r"(?:it|them|that|those|the|an?|all|any|each|every|your|this|these|one|two|up)\b"
_IDLE = {"that", "this", "with", "from", "their", "them", "when", "into", "than", "each", "every", "player", "players"}
_IDLE_ZH = set("的了将使对其该此并且和或在时")


@dataclass(slots=True)
class Patterns:
    """The patterns of one language of one vocabulary.

    Shapes: `keys` by kind of effect, `claims` likewise: a text with such a phrase says that it has the effect;
            `events` by event, `spans` by lifetime; `free` are the kinds of effect that authors name in words of their own;
            `lexicon` are the words by which a text tells when, whom and how long, as `nearness.words` has them.
    """

    keys: dict[str, re.Pattern[str]] = field(default_factory=dict)
    claims: dict[str, re.Pattern[str]] = field(default_factory=dict)
    events: dict[str, re.Pattern[str]] = field(default_factory=dict)
    spans: dict[str, re.Pattern[str]] = field(default_factory=dict)
    free: set[str] = field(default_factory=set)
    lexicon: frozenset[str] = frozenset()


def keyword_kind(spec: NodeSpec) -> str:
    """Return the kind of what a number belongs to that comes with a keyword."""
    return f"keyword/{spec.name}"


def patterns(vocabulary: Vocabulary, language: str) -> Patterns:
    """Return the patterns of a vocabulary, made once."""
    made: dict[str, Patterns] = vocabulary.__dict__.setdefault("_patterns", {})
    if language not in made:
        made[language] = _made(vocabulary, language)
    return made[language]


def _made(vocabulary: Vocabulary, language: str) -> Patterns:
    out = Patterns()
    for spec in vocabulary.family("effect").values():
        if any(isinstance(one.shape, Block | ListOf) for one in spec.fields):
            continue
        said = spec.phrase or spec.title
        if spec.wording.keys is not None and not any(spec.wording.keys):
            out.free.add(spec.name)
        out.keys[spec.name] = _any([]) if spec.name in out.free else _pattern(spec.wording.keys, said, language)
        if spec.phrase is not None and spec.name not in out.free:
            out.claims[spec.name] = _any(_claims(spec, language))
    for spec in vocabulary.family("keyword").values():
        if any(isinstance(one.shape, Number | IntegerLiteral) for one in spec.fields):
            out.keys[keyword_kind(spec)] = re.compile(re.escape(getattr(spec.title, language)), re.IGNORECASE)
    for event in vocabulary.events:
        out.events[event.name] = _pattern(event.wording.keys, event.phrase or event.title, language)
    for life in vocabulary.lifetimes:
        if life.keys is not None:
            out.spans[life.name] = re.compile(getattr(life.keys, language), re.IGNORECASE)
    out.lexicon = _lexicon(vocabulary, language)
    return out


def _lexicon(vocabulary: Vocabulary, language: str) -> frozenset[str]:
    """Return the words in which conditions, events, things and spans differ: not the nouns, and none of what effects do, which `keys` has."""

    def said(value: Any) -> set[str]:
        return {word for text in _texts(value) for word in words(getattr(text, language), language)}

    effects = tuple(vocabulary.family("effect").values())
    others = tuple(spec for spec in vocabulary.nodes if spec.family != "effect")
    shapes = tuple(key.shape for spec in effects for key in spec.fields)
    done = said(tuple((spec.phrase, spec.title, spec.wording) for spec in effects))
    held = said((others, shapes, vocabulary.events, vocabulary.records, vocabulary.lifetimes))
    answered = said(tuple((event.phrase, event.wording) for event in vocabulary.events))
    return frozenset((held - done | answered) - said(vocabulary.nouns))


def _texts(value: Any) -> Iterator[LocalizedText]:
    """Yield every text in a part of a vocabulary."""
    if isinstance(value, LocalizedText):
        yield value
    elif isinstance(value, Mapping):
        for held in value.values():
            yield from _texts(held)
    elif isinstance(value, tuple | list):
        for held in value:
            yield from _texts(held)
    elif isinstance(value, Noun):
        yield LocalizedText(f"{value.one} {value.many}", value.zh)
    elif is_dataclass(value) and not isinstance(value, type):
        for one in fields(value):
            if one.name not in ("doc", "search"):
                yield from _texts(getattr(value, one.name))


def _pattern(keys: LocalizedText | None, said: LocalizedText, language: str) -> re.Pattern[str]:
    if keys is not None and any(keys):
        return re.compile(getattr(keys, language), re.IGNORECASE)
    return _any(_content(getattr(said, language), language))


def _any(alternatives: list[str]) -> re.Pattern[str]:
    """Return a pattern of several; of none, one that finds nothing."""
    return re.compile("|".join(alternatives) or r"(?!)", re.IGNORECASE)


def _content(sentence: str, language: str) -> list[str]:
    """Return the words of a sentence that carry it: stems in English, pairs of signs in Chinese."""
    runs = [part if isinstance(part, str) else part.form + part.own for part in parts(sentence)]
    if language == "en":
        words = {word.lower() for run in runs for word in re.findall(r"[A-Za-z]{4,}", run)} - _IDLE
        return sorted(re.escape(base(word)[:6]) for word in words)
    kept = ["".join(sign for sign in run if sign not in _IDLE_ZH and not sign.isascii()) for run in runs]
    pairs = {run[at : at + 2] for run in kept for at in range(max(1, len(run) - 1)) if run}
    return sorted(map(re.escape, pairs))


def _claims(spec: NodeSpec, language: str) -> list[str]:
    """Return the phrases by which a text says that it has an effect: its verb with a number and what is counted."""
    sentences = [spec.phrase, *(case.phrase for case in spec.wording.cases)]
    found = [_amount_claim(spec, getattr(said, language), language) for said in sentences if said is not None]
    if spec.phrase is not None and not found[0]:
        found += [_plain_claim(getattr(spec.phrase, language), language), *_verbs(spec, language)]
    return sorted({claim for claim in found if claim})


def _amount_claim(spec: NodeSpec, sentence: str, language: str) -> str:
    """Return a verb with a number and what is counted: "gain 2 mana"."""
    held = parts(sentence)
    first = next((part for part in held if isinstance(part, str)), "")
    for before, part in zip(("", *held), held, strict=False):
        if not (isinstance(part, Place) and isinstance(before, str) and before.strip()):
            continue
        field = spec.field(part.name)
        number = field is not None and isinstance(field.shape, Number | IntegerLiteral) and before is first
        if part.name == "amount" or number:
            return _counted(before.strip(), part.form.removeprefix("-"), language)
    return ""


def _verbs(spec: NodeSpec, language: str) -> list[str]:
    """Return what is claimed by the verbs of cases that begin with one of their own: "mark it" for one of several statuses."""
    sentences = [getattr(case.phrase, language) for case in spec.wording.cases]
    return [_plain_claim(said, language) for said in sentences if said and isinstance(parts(said)[0], str)]


def _plain_claim(sentence: str, language: str) -> str:
    """Return a verb with what it is done to: "discard it", "take another turn"."""
    held = parts(sentence)
    runs = [part.strip() for part in held if isinstance(part, str)]
    if not runs:
        return ""
    if language == "zh":
        run = runs[1] if runs[0] in ("将", "使", "对") and len(runs) > 1 else runs[0]
        return re.escape(run.lstrip("将其使对的")) if len(run.lstrip("将其使对的")) > 1 else ""
    verb, *rest = runs[0].lower().split()
    if verb in ("it", "that") and isinstance(held[0], str):
        said = [re.escape(run.rstrip(".")).replace(r"\ ", r"\s+") for run in runs]
        return r"\b" + r"\b.{1,40}?\b".join(said) if len("".join(runs).split()) > 2 else ""
    if not verb.isalpha() or re.match(_DETERMINER, verb):
        return ""
    behind = _DETERMINER if isinstance(held[0], str) else r"\s+".join(map(re.escape, rest[:2]))
    return rf"\b{re.escape(base(verb) if isinstance(held[0], Place) else verb)}(?:e?s)?\s+{behind}" if behind else ""


def _counted(before: str, form: str, language: str) -> str:
    if language == "zh":
        return f"{re.escape(before.lstrip('的'))}{NUMBER.zh}{re.escape(form)}" if form or before[-1:] == "+" else ""
    verb = before.rstrip(" +").split()[-1].lower()
    if not form or form == "equal":
        return ""
    nouns = "|".join(re.escape(noun) for noun in form.split("|"))
    return rf"\b{re.escape(base(verb))}(?:e?s)?\s+\+?{NUMBER.en}\s+(?:{nouns})\b"
