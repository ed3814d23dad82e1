"""Puts the things of a node into words: their noun with its attributes around it, and those of them that a filter keeps."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING, Any

from engine.json_values import Json
from engine.language.nodes.core import AND
from engine.language.planning.document_reader import bounds_of, conjunction, may_ask, pick_of
from engine.language.planning.plan import demanded_property, is_always, joined_conditions
from engine.language.planning.templates import PLAIN, Place
from engine.language.spec import (
    NOUNS,
    Attribute,
    Enum,
    Field,
    KindSpec,
    LocalizedText,
    NodeSpec,
    Noun,
    ObjectShape,
    Vocabulary,
)
from engine.language.spec.phrases import fits
from engine.language.text.discourse import DiscourseContext, Phrase
from engine.language.text.english import whole_word

if TYPE_CHECKING:
    from engine.language.text.realizer import Realizer

WriteCondition = Callable[["Realizer", Any], str]
OF_YOUR_CHOICE = " of your choice"
"""Who chooses comes right behind the noun, before all else that is said of it."""
_OWNERS = ("your ", "the ", "this ")
"""Words that come before all others of an English noun."""
_CARD = NOUNS["card"]
_ONLY_IF = LocalizedText(" as long as it is {0}", "只要其是{1}，")
_VERB = re.compile(r"\b(\w+)\|(\w+)")


class ThingPhrases(DiscourseContext):
    """What the things of choosers, and of other nodes that narrow things, are called."""

    def __init__(self, vocabulary: Vocabulary, language: str, kind: KindSpec | None, condition: WriteCondition) -> None:
        super().__init__(vocabulary, language, kind)
        self.condition = condition

    def field(self, field: Field, node: Json, place: Place) -> Phrase:
        """Put the value of a field into words."""
        raise NotImplementedError

    def noun_of(self, spec: NodeSpec, node: Json) -> Noun:
        """Return the noun for the things of a chooser, as its fields have it, with the attributes that come before it."""
        return self._described(self._called(spec, node), self.noun(self._kind_of(spec, node)), spec, node)

    def things(self, spec: NodeSpec, node: Json, *, plural: bool = True) -> str:
        """Return the noun for the things that a node narrows, with the attributes that come before it."""
        return self.grammar.form(self.noun_of(spec, node), plural=plural)

    def one_thing(self, spec: NodeSpec, node: Json) -> str:
        """Return the words for one of the things that a node narrows, with all of its attributes."""
        noun, which = (
            self.noun_of(spec, node),
            self._clauses(spec, node, plural=False) + self._filter(spec, node, plural=False),
        )
        if self.chinese:
            return f"一{noun.classifier}{which}{noun.zh}"
        return self.grammar.article(noun.one) + which

    def only_if(self, spec: NodeSpec, node: Json) -> str:
        """Return what the one thing of a node must be, behind its English sentence and before its Chinese one; empty where all will do."""
        if not any(self._attributes(spec, node)):
            return ""
        noun, which = self._described(_CARD, _CARD, spec, node), self._clauses(spec, node, plural=False)
        return self.say(_ONLY_IF, self.grammar.article(noun.one) + which, which + noun.zh)

    def whole_noun(self, spec: NodeSpec, node: Json) -> str:
        """Return the plural for the things of a chooser, with all of its attributes."""
        return self.with_attributes(spec, node, self.plain_plural(spec, node))

    def with_attributes(self, spec: NodeSpec, node: Json, text: str) -> str:
        """Return the words for all things of a chooser with its attributes around their noun."""
        node = node if may_ask(spec) else self.with_attributes_of_filter(spec, node)
        filter_text = "" if may_ask(spec) else self._filter(spec, node, plural=text.startswith("all "))
        if not any(self._attributes(spec, node)) and not filter_text:
            return text
        called, general = self._called(spec, node), self._general(spec, node)
        head = replace(called, zh=called.zh.rpartition("的")[2])
        for plain in (*((head,) if self.chinese else ()), called, general):
            noun = self._described(plain, general, spec, node)
            if self.chinese and plain.zh in text:
                before, _, after = text.rpartition(plain.zh)
                start, all_of, rest = before.rpartition("所有")
                start, rest = (start + all_of, rest) if all_of else (rest, "")
                return f"{start}{filter_text}{self._clauses(spec, node, plural=True)}{rest}{noun.zh}{after}"
            for plural in () if self.chinese else (True, False):
                word, phrase = (self.grammar.form(one, plural=plural) for one in (plain, noun))
                match = whole_word(word).search(text) if word else None
                if match is not None:
                    after_word = text[match.end() :]
                    choice = OF_YOUR_CHOICE if after_word.startswith(OF_YOUR_CHOICE) else ""
                    rest = after_word.removeprefix(choice)
                    full = phrase + choice + self._clauses(spec, node, plural=plural)
                    return self._with_article(text[: match.start()], full, rest) + filter_text
        return f"{text}{self._clauses(spec, node, plural=True)}{filter_text}"

    def _with_article(self, before: str, noun: str, after: str) -> str:
        """Return a noun between other words, its indefinite article as it begins."""
        start = re.sub(r"\ban? $", "", before)
        return f"{before}{noun}{after}" if start == before else f"{start}{self.grammar.article(noun)}{after}"

    def which(self, spec: NodeSpec, node: Json) -> str:
        """Return which candidates a chooser may take, empty for all."""
        plural = spec.family != "chooser" or (pick_of(spec, node) != "all" and bounds_of(node)[1] not in (0, 1))
        several = spec.family == "value" or (pick_of(spec, node) != "all" and bounds_of(node)[1] not in (0, 1))
        return self._clauses(spec, node, plural=plural) + self._filter(spec, node, plural=several)

    def filter_of(self, spec: NodeSpec, node: Json, *, plural: bool = False) -> str:
        """Return what the filter of a node asks of the one that it takes, or of several."""
        return self._filter(spec, node, plural=plural)

    # ------------------------------------------------------------------------------------------------ attributes

    def _called(self, spec: NodeSpec, node: Json) -> Noun:
        nouns = (noun for when, noun in spec.wording.called if fits(when, node))
        return next(nouns, None) or self.noun(self._kind_of(spec, node))

    def _general(self, spec: NodeSpec, node: Json) -> Noun:
        """Return the noun of the type of a node's things: of a record, whose things have none, the one in what they are called."""
        general = self.noun(self._kind_of(spec, node))
        if general is not NOUNS["any"]:
            return general
        plain = self._called(spec, node)
        nouns = (*self.vocabulary.nouns.values(), NOUNS["card"])
        inside = (noun for noun in nouns if whole_word(noun.many).search(plain.many) and noun.zh in plain.zh)
        return next(inside, plain)

    def plain_plural(self, spec: NodeSpec, node: Json) -> str:
        """Return the plural for the things of a chooser, without attributes."""
        return self.grammar.form(self._called(spec, node), plural=True)

    def _kind_of(self, spec: NodeSpec, node: Json) -> str:
        """Return the type of the things that a node narrows."""
        openings = (
            fields for field in spec.fields if field.analysis.narrows for fields in field.analysis.opens.values()
        )
        kinds = (kind for fields in openings for kind in fields.values())
        return spec.given_type(node) if spec.family == "chooser" else next(kinds, spec.output.gives)

    def _attributes(self, spec: NodeSpec, node: Json) -> Iterator[tuple[Attribute, Any, str]]:
        """Yield the attributes that a node asks for, each with its value and the words for that."""
        node = self.with_attributes_of_filter(spec, node)
        for field in spec.fields:
            value = node.get(field.name)
            if value is None:
                continue
            if field.attribute is not None:
                yield field.attribute, value, self.field(field, node, PLAIN).text
            elif isinstance(field.shape, ObjectShape) and field.analysis.narrows and isinstance(value, dict):
                for key in self.vocabulary.record(field.shape.name).fields:
                    if key.attribute is not None and key.name in value:
                        yield key.attribute, value[key.name], self.field(key, value, PLAIN).text

    def _described(self, noun: Noun, plain: Noun, spec: NodeSpec, node: Json) -> Noun:
        """Return a noun with attributes: one that is a noun itself in the place of the plain one, the others before that."""
        first: list[str] = []
        before: list[str] = []
        head = (plain.one, plain.many, plain.zh)
        for attribute, value, word in self._attributes(spec, node):
            head = attribute.noun.get(str(value), head)
            if str(value) in attribute.called:
                first.append(self.translate(attribute.called[str(value)]))
            elif attribute.first is not None:
                text = self.translate(attribute.first).format(word)
                first[:0] = [text] if text not in (noun.zh if self.chinese else noun.many.split()) else []
            elif attribute.before is not None and str(value) not in attribute.noun:
                before.append(self.translate(attribute.before).format(word))
        if self.chinese:
            first.sort(
                key=lambda word: not word.endswith("的")
            )  # what is said of them comes before that they are others
        front, words = ("".join(group) if self.chinese else " ".join([*group, ""]) for group in (first, before))
        if self.chinese:
            start, _, end = noun.zh.rpartition(plain.zh)
            text = f"{start}{words}{head[2]}{end}" if plain.zh in noun.zh else words + noun.zh
            clause, mark, rest = text.rpartition("的")
            return replace(noun, zh=f"{clause}{mark}{front}{rest}")
        if plain.many not in noun.many:
            return replace(noun, one=front + words + noun.one, many=front + words + noun.many)
        singular = whole_word(plain.one).sub(self._in_front(words, head[0]), noun.one, count=1)
        plural = whole_word(plain.many).sub(self._in_front(words, head[1]), noun.many, count=1)
        return replace(noun, one=self._in_front(front, singular), many=self._in_front(front, plural))

    def _in_front(self, words: str, noun: str) -> str:
        """Return an English noun with words in front, behind whose it is: "your other units"."""
        owner = next((word for word in _OWNERS if noun.startswith(word)), "")
        return owner + words + noun.removeprefix(owner)

    def _clauses(self, spec: NodeSpec, node: Json, *, plural: bool) -> str:
        """Return the attributes that come behind an English noun, or before a Chinese one with its attributes."""
        texts = [
            _VERB.sub(r"\2" if plural else r"\1", self.translate(attribute.clause).format(word))
            for attribute, value, word in self._attributes(spec, node)
            if attribute.clause is not None and str(value) not in attribute.called
        ]
        if not texts:
            return ""
        if self.chinese:
            return f"{'且'.join(texts)}的"
        out = ""
        for preposition, group in groupby(texts, key=lambda text: text.partition(" ")[0]):
            out += f" {preposition} " + self.grammar.several([text.removeprefix(f"{preposition} ") for text in group])
        return out

    # ------------------------------------------------------------------------------------------------ filters

    def with_attributes_of_filter(self, spec: NodeSpec, node: Json) -> Json:
        """Return a node of which what its filter asks is asked by attributes, as far as there are attributes for it."""
        field = next(
            (key for key in spec.fields if key.analysis.narrows and key.analysis.opens and key.name in node), None
        )
        if field is None or not isinstance(node[field.name], dict):
            return node
        candidates = {f"${scope}.{name}" for scope, fields in field.analysis.opens.items() for name in fields}
        record = next((key for key in spec.fields if key.analysis.narrows and isinstance(key.shape, ObjectShape)), None)
        fields = spec.fields if record is None else self._record_fields(record)
        attributes = {
            key.attribute.reads: key for key in fields if key.attribute is not None and key.attribute.reads[0]
        }
        values: dict[str, Any] = {}
        rest = []
        for term in joined_conditions(node[field.name]):
            demand, value = demanded_property(term, candidates)
            key = attributes.get(demand)
            if key is not None and key.name not in {**node, **values}:
                values[key.name] = value
            else:
                rest.append(term)
        if not values:
            return node
        remaining = {key: value for key, value in node.items() if key != field.name}
        if rest:
            remaining[field.name] = rest[0] if len(rest) == 1 else {"type": AND.name, "conditions": rest}
        if record is None:
            return {**remaining, **values}
        return {**remaining, record.name: {**node.get(record.name, {}), **values}}

    def _record_fields(self, field: Field) -> tuple[Field, ...]:
        return self.vocabulary.record(field.shape.name).fields if isinstance(field.shape, ObjectShape) else ()

    def _filter(self, spec: NodeSpec, node: Json, *, plural: bool) -> str:
        """Return the condition of a node's filter as a relative clause."""
        node = self.with_attributes_of_filter(spec, node)
        narrowing = (key for key in spec.fields if key.analysis.narrows and key.analysis.opens and key.name in node)
        field = next(narrowing, None)
        demand = None if field is None else conjunction(node[field.name])
        if field is None or is_always(self.vocabulary, demand):
            return ""
        openings = field.analysis.opens
        kind = next((kind for fields in openings.values() for kind in fields.values()), spec.given_type(node))
        candidate = self.new(kind)
        outside, self.bindings = self.bindings, self.bindings.copy()
        nearby, self.nearby = self.nearby, {}
        for name, fields in openings.items():
            self.bind_event(name, dict.fromkeys(fields, candidate))
        self.introduce(candidate)
        write: Callable[[Any, Any], str] = self.condition
        condition = write(self, demand)
        self.bindings = outside
        self.nearby = nearby | {key: mention for key, mention in self.nearby.items() if key != candidate.key}
        return self.grammar.which(condition, candidate.text, plural=plural, sorts=self._sorts())

    def _sorts(self) -> tuple[str, ...]:
        """Return the names of the properties whose words are sorts of things."""
        shapes = (field.shape for spec in self.vocabulary.family("value").values() for field in spec.fields)
        options = (option for shape in shapes if isinstance(shape, Enum) for option in shape.options if option.sorts)
        return tuple(dict.fromkeys(self.translate(option.title) for option in options))
