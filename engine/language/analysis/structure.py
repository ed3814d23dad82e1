"""The first layer: the shape of a document, exactly as far as the exported schema can see it.

Source: conformance 140; 003§4 (three layers of validation).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, TypeGuard

from engine.checkpoints import checkpoint
from engine.errors import Problem, Problems
from engine.json_values import Json, items_of
from engine.language.diagnostics import problems
from engine.language.diagnostics.expected import FAMILY, NAMED, POSITIONAL, expected_text, listed
from engine.language.diagnostics.listing import FILE_LISTED
from engine.language.diagnostics.meaning import Meanings, NamedSpec, meanings
from engine.language.reading.source_map import pointer
from engine.language.spec import (
    NAME_LETTERS,
    Block,
    BooleanLiteral,
    Count,
    Enum,
    EventName,
    Field,
    Identifier,
    IntegerLiteral,
    ListOf,
    LocalizedText,
    MapOf,
    Node,
    NodeSpec,
    Number,
    ObjectShape,
    Ref,
    Shape,
    Targets,
    TextLiteral,
    TimingName,
    Value,
    Vocabulary,
)
from engine.language.spec.bounds import BLOCK_MAX, COUNT, COUNT_MAX, INTEGER_MAX, LABEL_MAX, PATTERNS, TEXT_MAX
from engine.language.spec.interpolation import BadTemplate, parse
from engine.language.spec.kinds import kind_of, listenable, timings_of
from engine.language.spec.syntax import NodeSyntax, is_reference


@lru_cache(maxsize=64)
def compiled(pattern: str) -> re.Pattern[str]:
    """Return a pattern of the schema for `search`; its `$` means the very end, Python's would also match before a line break."""
    return re.compile(pattern[:-1] + r"\Z" if pattern.endswith("$") else pattern)


def is_whole(value: Any) -> TypeGuard[int]:
    """Return whether a JSON value is a whole number; true and false are none."""
    return isinstance(value, int) and not isinstance(value, bool)


def is_label(value: str) -> bool:
    """Return whether a text can be an effect's id."""
    return _is_text(value, "labelTemplate")


def structure(vocabulary: Vocabulary, document: Any) -> list[Problem]:
    """Return every place where a document departs from the shapes of its vocabulary, in document order."""
    return list(iter_structure(vocabulary, document))


def iter_structure(vocabulary: Vocabulary, document: Any) -> Problems:
    """Yield what `structure` returns, as far as the caller reads."""
    kind = kind_of(vocabulary, document)
    if kind is None:
        yield problems.wrong_shape("", document, LocalizedText("a card, which is an object", "一张卡牌（对象）"))
    else:
        yield from _Structure(vocabulary, kind.name).record(kind.record, document, "")


class _Structure:
    """The walk over one document."""

    def __init__(self, vocabulary: Vocabulary, kind: str) -> None:
        self.vocabulary = vocabulary
        self.kind = kind
        self.unknown_words = 0

    def record(self, name: str, value: Any, path: str, text: int = 0) -> Problems:
        """Check an object without a discriminator, or the text of bounded length in its place."""
        spec = self.vocabulary.record(name)
        if isinstance(value, dict):
            yield from self._fields(spec.fields, value, path, ())
        elif not text or not _is_words(TextLiteral(text), value):
            yield problems.wrong_shape(path, value, expected_text(ObjectShape(name, text), self.vocabulary))

    def node(self, family: str, value: Any, path: str) -> Problems:
        """Check a node: its name first, then the fields that a node of this name has."""
        syntax, specs = self.vocabulary.syntax(family), self.vocabulary.family(family)
        what = LocalizedText(f"the name of {FAMILY[family].en}", f"{FAMILY[family].zh}的名称")
        if syntax.word or not isinstance(value, dict):
            if not syntax.word or not isinstance(value, str):
                yield problems.wrong_shape(path, value, expected_text(Node(family), self.vocabulary))
            elif value not in specs:
                yield problems.not_one_of(path, value, self._meanings(tuple(specs.values())), what)
            return
        name, where = value.get(syntax.key), pointer(path, syntax.key)
        if syntax.key not in value:
            yield problems.missing(path, syntax.key, FAMILY[family])
        elif not isinstance(name, str):
            yield problems.wrong_shape(where, name, what)
        elif name not in specs:
            found = problems.not_one_of(where, name, self._meanings(tuple(specs.values())), what)
            yield _as_reference(found) if family == "keyword" and self.vocabulary.keyword_kind else found
        else:
            yield from self._node_fields(syntax, specs[name], value, path)

    def _node_fields(self, syntax: NodeSyntax, spec: NodeSpec, value: Json, path: str) -> Problems:
        """Check the fields of a node where its family has them: beside its name, or in a bag."""
        if not syntax.bag:
            yield from self._fields(spec.fields, value, path, (syntax.key,))
            return
        beside, inside = self.vocabulary.parts[spec.family, spec.name]
        yield from self._fields(beside, value, path, (syntax.key, syntax.bag))
        if syntax.bag in value:
            bag, where = value[syntax.bag], pointer(path, syntax.bag)
            yield from self._args(inside, bag, where) if syntax.positional else self._params(inside, bag, where)
        elif any(key.required for key in inside):
            yield problems.missing(path, syntax.bag, POSITIONAL if syntax.positional else NAMED)

    def _params(self, fields: Sequence[Field], value: Any, path: str) -> Problems:
        """Check a bag that holds fields by name."""
        if isinstance(value, dict):
            yield from self._fields(fields, value, path, ())
        else:
            yield problems.wrong_shape(path, value, LocalizedText(f"an object ({NAMED.en})", f"对象（{NAMED.zh}）"))

    def _args(self, fields: Sequence[Field], value: Any, path: str) -> Problems:
        """Check a bag that holds fields by their place; a text that is no number where one belongs is of another type."""
        low = sum(key.required for key in fields)
        if not isinstance(value, list) or not low <= len(value) <= len(fields):
            yield problems.wrong_shape(path, value, listed(fields, self.vocabulary))
        for place, (key, child) in enumerate(zip(fields, items_of(value), strict=False)):
            for found in self._field(key, child, f"{path}/{place}"):
                is_other = isinstance(child, str) and found.code == "E-SCHEMA" and found.path == f"{path}/{place}"
                yield replace(found, code="E-TYPE") if is_other else found

    def _fields(self, fields: Sequence[Field], value: Json, path: str, extra: Sequence[str]) -> Problems:
        """Check the fields of a closed object, in the author's order; what is missing is reported first."""
        shapes = {key.name: key for key in fields}
        for key in fields:
            if key.required and key.name not in value and not (key.unless and key.unless in value):
                yield problems.missing(path, key.name, key.title)
        for name, child in value.items():
            where = pointer(path, name)
            if name in shapes:
                yield from self._field(shapes[name], child, where)
            elif name not in extra:
                yield problems.unknown_key(path, where, name, (*extra, *shapes), value)

    def _field(self, key: Field, value: Any, path: str) -> Problems:
        for found in self.value(key.shape, value, path):
            yield _out_of_bounds(found, key.shape, value) if key.analysis.bounded and is_whole(value) else found

    def value(self, shape: Shape, value: Any, path: str) -> Problems:
        """Check the value in a field of a shape."""
        checkpoint()
        match shape:
            case ObjectShape(name, text):
                yield from self.record(name, value, path, text)
            case Node(family):
                yield from self.node(family, value, path)
            case ListOf() | Block():
                yield from self._list(shape, value, path)
            case MapOf():
                yield from self._map(shape, value, path)
            case Enum() | EventName() | TimingName():
                yield from self._word(shape, value, path)
            case Number() | Value() | Targets():
                yield from self._expression(shape, value, path)
            case _:
                if not self._is_atom(shape, value):
                    yield self._wrong(shape, value, path)

    def _list(self, shape: ListOf | Block, value: Any, path: str) -> Problems:
        item, low, high = (
            (Node("effect"), 0, BLOCK_MAX) if isinstance(shape, Block) else (shape.item, shape.min, shape.max)
        )
        effects = self.vocabulary.family("effect") if isinstance(shape, Block) and isinstance(value, str) else {}
        if effects and value not in effects:
            what = LocalizedText("a list of effects", "效果列表")
            yield problems.not_one_of(path, value, self._meanings(tuple(effects.values())), what)
        elif not isinstance(value, list) or not low <= len(value) <= high:
            yield self._wrong(shape, value, path)
        if isinstance(value, list):
            for index, child in enumerate(value):
                yield from self.value(item, child, f"{path}/{index}")

    def _map(self, shape: MapOf, value: Any, path: str) -> Problems:
        if not isinstance(value, dict) or len(value) > shape.max:
            yield self._wrong(shape, value, path)
        for name, child in value.items() if isinstance(value, dict) else ():
            if not compiled(shape.key).search(name):
                yield problems.wrong_shape(pointer(path, name), name, NAME_LETTERS)
            yield from self.value(shape.item, child, pointer(path, name))

    def _word(self, shape: Enum | EventName | TimingName, value: Any, path: str) -> Problems:
        specs, what = self._named(shape)
        if not isinstance(value, str):
            yield self._wrong(shape, value, path)
        elif all(value != spec.name for spec in specs):
            found = problems.not_one_of(path, value, self._meanings(specs), what)
            yield _as_reference(found) if self._lists_keywords(shape) else found

    def _lists_keywords(self, shape: Enum | EventName | TimingName) -> bool:
        """Return whether the words of a field are keywords, to which cards of a pack add theirs."""
        held = self.vocabulary.keyword_kind
        return held is not None and isinstance(shape, Enum) and shape.options[: len(held.words)] == held.words

    def _meanings(self, specs: Sequence[NamedSpec]) -> Meanings:
        """Return the suggestions for the unknown words that are listed; of the others the names alone."""
        self.unknown_words += 1
        return meanings(specs) if self.unknown_words <= FILE_LISTED else {spec.name: () for spec in specs}

    def _named(self, shape: Enum | EventName | TimingName) -> tuple[Sequence[NamedSpec], LocalizedText]:
        if isinstance(shape, Enum):
            return shape.options, LocalizedText("a word of this field", "此字段的可用词")
        if isinstance(shape, EventName):
            events: tuple[NamedSpec, ...] = (*listenable(self.vocabulary), *self.vocabulary.event_words)
            return events, LocalizedText("an event", "事件")
        timings = timings_of(self.vocabulary, self.kind)
        return timings, LocalizedText("a moment that this kind of card has", "此类卡牌具有的时机")

    def _expression(self, shape: Number | Value | Targets, value: Any, path: str) -> Problems:
        """Check a literal, a reference or a node."""
        family = "chooser" if isinstance(shape, Targets) else "value"
        is_word = self.vocabulary.syntax(family).word and not is_reference(value)
        if isinstance(value, dict) or is_word:
            yield from self.node(family, value, path)
        elif isinstance(value, str):
            if isinstance(shape, Targets) and value in self.vocabulary.target_words:
                return
            template = isinstance(shape, Value) and shape.type in ("any", "text")
            if not _is_text(value, "template" if template else "reference"):
                yield self._wrong(shape, value, path)
        elif not _is_literal(shape, value):
            yield self._wrong(shape, value, path)

    def _is_atom(self, shape: Shape, value: Any) -> bool:
        match shape:
            case IntegerLiteral(low, high):
                return is_whole(value) and low <= value <= high
            case BooleanLiteral():
                return isinstance(value, bool)
            case Ref():
                return isinstance(value, str) and _is_text(value, "reference")
            case Identifier(template):
                return isinstance(value, str) and _is_text(value, "labelTemplate" if template else "label")
            case Count():
                return _is_count(value)
            case TextLiteral():
                return _is_words(shape, value)
            case _:
                return False

    def _wrong(self, shape: Shape, value: Any, path: str) -> Problem:
        """Return the problem of a value; a reference that is almost one gets a hint, and a fix where it is mechanical."""
        hint, fix = (None, None)
        if isinstance(value, str) and isinstance(shape, Number | Value | Targets | Ref | Identifier):
            hint, fix = _reference_hint(value, path)
        return problems.wrong_shape(path, value, expected_text(shape, self.vocabulary), hint, fix=fix)


def _as_reference(found: Problem) -> Problem:
    """Return the problem of a word that may be the name of a card of the pack: a keyword that there is not."""
    return replace(found, code="E-REF")


def _out_of_bounds(problem: Problem, shape: Shape, value: int) -> Problem:
    """Report a number of passes beyond its bounds, and offer the nearest that is within them."""
    fix = None
    if isinstance(shape, Number | IntegerLiteral):
        fix = ({"op": "replace", "path": problem.path, "value": max(shape.min, min(shape.max, value))},)
    return replace(problem, code="E-LOOP", fix=fix)


def _is_text(value: str, pattern: str) -> bool:
    limit = LABEL_MAX if pattern.startswith("label") else TEXT_MAX
    return len(value) <= limit and compiled(PATTERNS[pattern]).search(value) is not None


def _is_literal(shape: Number | Value | Targets, value: Any) -> bool:
    match shape:
        case Number(low, high):
            return is_whole(value) and low <= value <= high
        case Value("bool"):
            return isinstance(value, bool)
        case Value("int"):
            return is_whole(value) and abs(value) <= INTEGER_MAX
        case Value("any"):
            return isinstance(value, bool) or (is_whole(value) and abs(value) <= INTEGER_MAX)
        case _:
            return False


def _is_count(value: Any) -> bool:
    if isinstance(value, str):
        return compiled(COUNT).search(value) is not None
    return is_whole(value) and 1 <= value <= COUNT_MAX


def _is_words(shape: TextLiteral, value: Any) -> bool:
    if not isinstance(value, str) or not shape.min <= len(value) <= shape.max:
        return False
    return shape.pattern is None or compiled(shape.pattern).search(value) is not None


def _reference_hint(text: str, path: str) -> tuple[LocalizedText | None, tuple[Json, ...] | None]:
    """Report the faults of a string that should be a reference."""
    if "." in text and _is_text(f"${text}", "reference"):
        fix = ({"op": "replace", "path": path, "value": f"${text}"},)
        return LocalizedText(f"Did you mean ${text}?", f"是否想写 ${text}？"), fix
    try:
        parse(text)
    except BadTemplate as bad:
        return LocalizedText(
            f"{bad.message.en} (character {bad.offset + 1}).", f"{bad.message.zh}（第 {bad.offset + 1} 个字符）。"
        ), None
    return None, None
