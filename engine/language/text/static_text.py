"""Says what a card is and does by being there: its keywords, what it lends to another, and what holds without a trigger."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.language.spec.nodes import NodeSpec
from engine.language.spec.phrases import GrantPhrase
from engine.language.spec.records import KindSpec, RecordSpec
from engine.language.spec.shapes import ListOf, Node, ObjectShape, Shape
from engine.language.spec.vocabulary import Vocabulary
from engine.language.text.clauses import effect, whole
from engine.language.text.document_reader import Json, node_spec
from engine.language.text.logic import SIGNS, Joined, Leaf, condition_text, untangled
from engine.language.text.meanings import Thing
from engine.language.text.phrase import Phrase
from engine.language.text.plan import Say, always, sentence_of
from engine.language.text.speaker import Speaker

TARGET = "target"
"""The name under which what holds without a trigger speaks of what it holds for."""


def opening(speaker: Speaker, kind: KindSpec, document: Json) -> str:
    """Return the line of keywords, or what the card lends with them; empty for a card with neither."""
    if kind.lends is not None:
        held = [
            *_numbers(speaker, kind.lends, document),
            *_keywords(speaker, kind, document, _spoken(kind.lends, document)),
        ]
        text = speaker.localized(kind.lends.phrase).rstrip(".。").replace("{all}", speaker.grammar.several(held))
        return speaker.grammar.sentence(text) if held else ""
    return speaker.grammar.SPACE.join(map(speaker.grammar.sentence, _keywords(speaker, kind, document, frozenset())))


def _keywords(speaker: Speaker, kind: KindSpec, document: Json, without: frozenset[str]) -> Iterator[str]:
    """Yield the keywords of a card, each with its number."""
    for field in speaker.vocabulary.record(kind.record).fields:
        held = document.get(field.name)
        for node in held if is_keywords(field.shape) and isinstance(held, list) else ():
            spec = node_spec(speaker.vocabulary, "keyword", node)
            if spec is not None and spec.name not in without:
                filled = _filled(spec, node)
                yield speaker.joined(speaker.localized(sentence_of(spec, filled)), speaker.of_node(spec, filled))


def is_keywords(shape: Shape | None) -> bool:
    """Return whether a field holds keywords."""
    return isinstance(shape, ListOf) and shape.item == Node("keyword")


def _filled(spec: NodeSpec, node: Json) -> Json:
    """Return a keyword with the numbers that it has where it names none."""
    return {**{field.name: field.default for field in spec.fields if field.default is not None}, **node}


def _number(document: Json, record: str, name: str) -> int:
    held = document.get(record)
    value = held.get(name) if isinstance(held, dict) else None
    return value if isinstance(value, int) and not isinstance(value, bool) else 0


def _spoken(lent: GrantPhrase, document: Json) -> frozenset[str]:
    """Return the keywords that say what a number says already."""
    return frozenset(
        keyword for record, name, _, keyword in lent.numbers if keyword and _number(document, record, name)
    )


def _numbers(speaker: Speaker, lent: GrantPhrase, document: Json) -> Iterator[str]:
    for record, name, both, _ in lent.numbers:
        if value := _number(document, record, name):
            yield speaker.localized(both).replace("{n}", f"{value:+}")


# --------------------------------------------------------------------------------------- what holds without a trigger


def spoken(record: RecordSpec) -> NodeSpec:
    """Return a record with a sentence as a node, so that its fields are said as those of nodes are."""
    return NodeSpec("value", record.name, record.title, record.fields, phrase=record.phrase, wording=record.wording)


def standing_records(vocabulary: Vocabulary, kind: KindSpec, document: Json) -> Iterator[tuple[RecordSpec, Json, str]]:
    """Yield the records of a card that do something by being there, each with its place."""
    for field in vocabulary.record(kind.record).fields:
        held = document.get(field.name)
        match field.shape:
            case ListOf(ObjectShape(name)) if isinstance(held, list) and vocabulary.record(name).phrase is not None:
                record = vocabulary.record(name)
                yield from (
                    (record, one, f"/{field.name}/{place}") for place, one in enumerate(held) if isinstance(one, dict)
                )


def holds(speaker: Speaker, record: RecordSpec, held: Mapping[str, Any]) -> str:
    """Return what holds as long as the card is there, for whom its condition says."""
    asked = next((held.get(field.name) for field in record.fields if field.shape == Node("condition")), None)
    speaker.new_sentence()
    with speaker.timing():
        fields = record.gives.get(TARGET, {})
        thing = speaker.new(next(iter(fields.values()), "any"))
        speaker.names.event(TARGET, {name: _bound(speaker, thing, kind) for name, kind in fields.items()})
        if fields:
            found, rest = _for_whom(speaker, asked, thing)
        else:
            found, rest = thing, None if always(speaker.vocabulary, asked) else untangled(speaker, asked)
        speaker.roles = {TARGET: found}
        speaker.focus = ""
        lead = speaker.grammar.only_if(condition_text(speaker, rest)) if rest is not None else ""
        body = whole(speaker, effect(speaker, Say(spoken(record), held)))
        return speaker.grammar.sentence(speaker.grammar.led(lead, body) if lead else body)


def _bound(speaker: Speaker, thing: Thing, kind: str) -> Thing:
    """Return the thing for its own field, and its player for that of one."""
    if kind == thing.type:
        return thing
    noun = speaker.noun(kind)
    owner = speaker.grammar.own(speaker.grammar.pronoun("", "的", many=False), noun.zh if speaker.index else noun.one)
    return Thing(speaker.key(), kind, owner)


def _for_whom(speaker: Speaker, asked: Any, thing: Thing) -> tuple[Thing, Leaf | Joined | None]:
    """Return for whom something holds, and on what condition: for one that is named, else for all of whom it is true."""
    if always(speaker.vocabulary, asked):
        return _all(speaker, thing, ""), None
    condition = untangled(speaker, asked)
    parts = list(condition.parts) if isinstance(condition, Joined) and condition.joint == "and" else [condition]
    for one in parts:
        named = _named(speaker, one, thing) if isinstance(one, Leaf) else None
        if named is not None:
            rest = [other for other in parts if other is not one]
            found = named.thing or Thing(named.text, "any", named.text)
            return found, Joined("and", tuple(rest)) if len(rest) > 1 else next(iter(rest), None)
    speaker.introduce(thing)
    which = speaker.grammar.which(condition_text(speaker, condition), thing.definite, many=False)
    return _all(speaker, thing, which), None


def _named(speaker: Speaker, one: Leaf, thing: Thing) -> Phrase | None:
    """Return who a condition says that it is."""
    if one.spec is None or one.denied or SIGNS.get(one.spec.name) != "=":
        return None
    pair = one.node.get("value1"), one.node.get("value2")
    for left, right in (pair, pair[::-1]):
        if speaker.meaning(left) == thing and (isinstance(right, dict) or isinstance(speaker.meaning(right), Thing)):
            return speaker.value(right, thing.type)
    return None


def _all(speaker: Speaker, thing: Thing, which: str) -> Thing:
    """Return all of a kind."""
    text = speaker.grammar.pick("all", (1, 1), speaker.noun(thing.type), "", which)
    return Thing(text, thing.type, text)
