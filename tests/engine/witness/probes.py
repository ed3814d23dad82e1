"""Every way in which a condition can be asked of an event, as far as words, fields of the event and plain choosers go."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import islice, product
from typing import Any, NamedTuple

from engine import api
from engine.kernel.chance import Stream
from engine.kernel.state import Test
from engine.language.analysis.moments import judge, moments
from engine.language.analysis.scope import Scope
from engine.language.analysis.semantics import Context, Semantics
from engine.language.compiling.compile import Unit
from engine.language.spec.events import EventSpec
from engine.language.spec.fields import Field
from engine.language.spec.kinds import listenable, unheard
from engine.language.spec.nodes import NodeSpec
from engine.language.spec.shapes import (
    Enum,
    EventName,
    IntegerLiteral,
    ListOf,
    Node,
    Number,
    Ref,
    Targets,
    TextLiteral,
    Value,
)
from engine.language.spec.vocabulary import Vocabulary
from engine.rulesets import find

Json = dict[str, Any]
MOST, WAYS, DRAWN = 40, 400, 60
"""Ways in which one condition is asked on one event, those among which the first are taken, and how many are drawn of all besides."""
ALL = 20_000
"""So many ways are looked at, of conditions with many fields."""
SMALL = (0, 1, 2, 3)
MAX_PROBES = 12
"""Ids of cards that are asked for."""


class Probe(NamedTuple):
    """One condition that is asked whenever an event happens.

    Shapes: `answer` is what the checker says that it always is, None where it may be either.
    """

    event: str
    condition: str
    node: Json
    test: Test
    answer: bool | None


def asked(vocabulary: Vocabulary) -> tuple[NodeSpec, ...]:
    """Return the conditions that say something of a match: those that only join others or are known without one do not."""
    return tuple(
        spec
        for spec in vocabulary.family("condition").values()
        if spec.opens is None
        and spec.name not in ("AlwaysTrue", "AlwaysFalse")
        and not any(key.shape in (Node("condition"), ListOf(Node("condition"))) for key in spec.fields)
    )


def heard(vocabulary: Vocabulary) -> tuple[EventSpec, ...]:
    """Return the events that a trigger may name and that the checker says may be heard; of a group, its members.

    Where no card of a game has a place for an event, none is heard.
    """
    is_written = any(isinstance(key.shape, EventName) for record in vocabulary.records for key in record.fields)
    events = listenable(vocabulary) if is_written else ()
    return tuple(
        event for event in events if event.name != "instant" and not event.members and not unheard(vocabulary, event)
    )


@cache
def _unit(game: str) -> Unit:
    """Return what compiles the probes of a game."""
    return Unit(find(game).vocabulary, "probe", "probe", counting=False)


@cache
def _probes_of(game: str, event: str, condition: str) -> tuple[Probe, ...]:
    """Return the probes of one condition on one event: at most MOST and DRAWN, all of its words among the first."""
    vocabulary = find(game).vocabulary
    event_spec, spec = vocabulary.event(event), vocabulary.family("condition")[condition]
    assert event_spec is not None
    return tuple(
        Probe(event, condition, node, _unit(game).test(node, ""), answer)
        for node, answer in ways(game, event_spec, spec)
    )


def probes(game: str, pairs: frozenset[tuple[str, str]] | None = None) -> dict[str, list[Probe]]:
    """Return the probes of a game, by event: those of all conditions, or of some pairs of an event and a condition alone."""
    vocabulary = find(game).vocabulary
    return {
        event.name: [
            probe
            for spec in asked(vocabulary)
            if pairs is None or (event.name, spec.name) in pairs
            for probe in _probes_of(game, event.name, spec.name)
        ]
        for event in heard(vocabulary)
    }


@cache
def probed(game: str) -> tuple[str, ...]:
    """Return the events on which at least one condition can be asked."""
    vocabulary = find(game).vocabulary
    return tuple(
        event.name
        for event in heard(vocabulary)
        if any(_probes_of(game, event.name, spec.name) for spec in asked(vocabulary))
    )


def ways(game: str, event: EventSpec, spec: NodeSpec) -> list[tuple[Json, bool | None]]:
    """Return the ways in which a condition is asked on an event, each with what the checker says of it."""
    vocabulary = find(game).vocabulary
    names = [key for key in spec.fields if isinstance(key.shape, Enum)]
    other_keys = [key for key in spec.fields if key not in names]
    columns = [[*_absent(key), *_words(key)] for key in names]
    columns += [[*_absent(key), *_values(game, event, key)] for key in other_keys]
    words = list(product(*columns[: len(names)]))
    fillings = product(*columns[len(names) :])
    pairs = [(*word, *values) for values in islice(fillings, ALL // max(1, len(words))) for word in words]
    draws = [pairs[place] for place in Stream(1, f"{event.name}/{spec.name}").pick(min(DRAWN, len(pairs)), pairs)]
    draws += _value_rows(columns)
    around = moments(vocabulary, event)
    matches: list[tuple[Json, bool | None]] = []
    for place, values in enumerate((*pairs[: WAYS * len(words)], *draws)):
        is_drawn = place >= min(len(pairs), WAYS * len(words))
        keys = zip((key.name for key in (*names, *other_keys)), values, strict=True)
        node = {"type": spec.name, **{name: value for name, value in keys if value is not None}}
        if (is_drawn or len(matches) < MOST) and is_right(vocabulary, event, node):
            matches.append((node, judge(around, [node]).answer))
    return matches


def _value_rows(columns: list[list[Any]]) -> list[tuple[Any, ...]]:
    """Return ways in which each value of each field is taken once at least."""
    if not all(columns):
        return []
    return [
        tuple(column[place % len(column)] for column in columns) for place in range(max(map(len, columns), default=0))
    ]


def is_right(vocabulary: Vocabulary, event: EventSpec, node: Json) -> bool:
    """Return whether the checker takes a condition in a trigger on an event, its own conditions for it apart."""
    walk = Semantics(vocabulary)
    scope = Scope().event(event.name, event.fields)
    for timing in vocabulary.timings:
        scope = scope.event(timing.name, timing.fields)
    walk._node("condition", node, "", Context(scope, event, event.runtime.stage))
    return not any(problem.severity == "error" for problem in walk.typing.problems)


def _absent(key: Field) -> tuple[None, ...]:
    return () if key.required else (None,)


def _words(key: Field) -> Iterator[str]:
    yield from (option.name for option in key.shape.options if isinstance(key.shape, Enum))  # type: ignore[union-attr]  # the shape was looked at


def _values(game: str, event: EventSpec, key: Field) -> Iterator[Any]:
    """Yield what a field may hold, few of each sort."""
    vocabulary = find(game).vocabulary
    match key.shape:
        case TextLiteral() if key.reference.names == "card":
            yield from _cards(game, key.reference.kinds)
        case TextLiteral() if key.reference.names == "skill":
            yield from _skills(game)
        case TextLiteral():
            yield from key.called or ("x",)
        case IntegerLiteral(low, high):
            yield from (number for number in SMALL if low <= number <= high)
        case Ref(kind):
            yield from _references(vocabulary, event, kind)
        case Targets(kind):
            yield from _references(vocabulary, event, kind)
            yield from _choosers(vocabulary, kind)
        case Value("text") if key.reference.names == "trigger":
            yield from _labels(game)
        case Value(kind):
            yield from _references(vocabulary, event, kind)
            yield from (SMALL if kind in ("int", "any") else ())
        case Number():
            yield from SMALL


@cache
def _cards(game: str, kinds: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Return ids of shipped cards, of some kinds where a field asks for them, those first that the most cards name."""
    vocabulary = find(game).vocabulary
    documents = [document for document, _ in api.card_set(game)]
    text = json.dumps(documents)
    ids = [each["id"] for each in documents if not kinds or ((kind := vocabulary.kind_of(each)) and kind.name in kinds)]
    return tuple(sorted(ids, key=lambda name: -text.count(f'"{name}"')))[:MAX_PROBES]


@cache
def _skills(game: str) -> tuple[str, ...]:
    """Return the ids of skills of shipped cards, the most common first."""
    skills = (skill for document, _ in api.card_set(game) for skill in document.get("skills", ()))
    return tuple(
        name for name, _ in Counter(skill["id"] for skill in skills if "skillType" in skill).most_common(MAX_PROBES)
    )


@cache
def _labels(game: str) -> tuple[str, ...]:
    """Return the ids of triggers that shipped cards make, without those that are made up of others."""
    text = json.dumps([document for document, _ in api.card_set(game)])
    return tuple(sorted(set(re.findall(r'"id": "([A-Za-z][A-Za-z0-9_-]*)"', text))))


def _references(vocabulary: Vocabulary, event: EventSpec, kind: str) -> Iterator[str]:
    """Yield the fields of an event that are of a type, and those of the moments of cards."""
    for name, matches in event.fields.items():
        if vocabulary.is_a(matches.removesuffix("[]"), kind):
            yield f"${event.name}.{name}"
    for timing in vocabulary.timings[:2]:
        for name, matches in timing.fields.items():
            if kind != "any" and vocabulary.is_a(matches, kind):
                yield f"${timing.name}.{name}"


def _choosers(vocabulary: Vocabulary, kind: str) -> Iterator[Json]:
    """Yield the choosers that ask no one, with every one of their words and without their other fields."""
    for spec in vocabulary.family("chooser").values():
        gives = spec.output.gives.removesuffix("[]")
        if spec.opens is not None or spec.analysis.suspends or not vocabulary.is_a(gives, kind):
            continue
        needed_keys = [key for key in spec.fields if isinstance(key.shape, Enum)]
        if any(key.required and key not in needed_keys for key in spec.fields):
            continue
        for words in product(*[list(_words(key)) for key in needed_keys]):
            yield {"type": spec.name, **dict(zip((key.name for key in needed_keys), words, strict=True))}
