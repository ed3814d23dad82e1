"""From the surface of a ruleset's documents to the core form, and back.

What an author writes, stores and exports is the surface; what means something is the core form, in which a node is
`{type, …fields}`. The structure layer, the schema and the rewriting of old syntax walk the surface. Everything after them
(semantics, graphs, rules text, code) walks the core form, and its pointers are mapped back to what was written.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import Any

from engine.checkpoints import checkpoint
from engine.json_values import Json, items_of
from engine.language.reading.source_map import original, pointer
from engine.language.spec import (
    Block,
    Field,
    ListOf,
    MapOf,
    Node,
    NodeSpec,
    Number,
    ObjectShape,
    RecordSpec,
    Ref,
    Shape,
    Targets,
    TimingName,
    Value,
    Vocabulary,
)
from engine.language.spec.shorthands import Around, AuthorField, ShorthandNode
from engine.language.spec.syntax import TYPE, NodeSyntax, is_reference


@dataclass(frozen=True, slots=True)
class CoreForm:
    """A document in core form.

    Shapes: `origin` maps each pointer of `document` to that of the surface; it is empty where the surface is the core form.
            `expansions` maps each item into which a keyword of the pack expands to its node there: `/abilities/2` to `FAST#/abilities/0`;
            `shorthands` maps each node into which a shorthand expands to the name of the shorthand, empty for the nodes inside it.
    """

    document: Any
    origin: Mapping[str, str] = field(default_factory=dict)
    expansions: Mapping[str, str] = field(default_factory=dict)
    shorthands: Mapping[str, str] = field(default_factory=dict)

    def place(self, path: str) -> str:
        """Return where the author wrote what a pointer of the core form names; of a field that is missing, what should hold it."""
        return original(self.origin, path) if self.origin else path

    def node_place(self, path: str) -> str:
        """Return where the author wrote a node; of one that a keyword opens into, the keyword's place and the node's own in it."""
        node = node_key(self.expansions, "", path)
        return self.place(path) if node.startswith("#") else self.place(path) + node.partition("#")[2]


def node_key(expansions: Mapping[str, str], card: str, path: str) -> str:
    """Return the name under which coverage counts a node of a card: what a keyword opens into counts as the keyword's.

    Shapes: expansions as in `CoreForm`, path is a pointer of the core form.
    """
    item = "/".join(path.split("/", 3)[:3])
    return expansions[item] + path[len(item) :] if item in expansions else f"{card}#{path}"


def desugar(vocabulary: Vocabulary, document: Any) -> CoreForm:
    """Return a document in core form; what cannot be read is left out or left as it is, never an exception."""
    has_surface = vocabulary.syntaxes or vocabulary.keyword_kind is not None or _is_shortened(vocabulary, document)
    kind = vocabulary.kind_of(document) if has_surface else None
    if kind is None:
        return CoreForm(document)
    walk = _Desugaring(vocabulary, kind.name)
    core = walk.record(kind.record, document, "", "")
    declares = vocabulary.keyword_kind
    if declares is not None and kind.name != declares.kind:
        core = walk.with_expanded_keywords(core, declares.scope)
    is_changed = walk.shorthands or walk.has_filled or vocabulary.syntaxes or declares is not None
    return CoreForm(core, walk.origin, walk.expansions, walk.shorthands) if is_changed else CoreForm(document)


def _is_shortened(vocabulary: Vocabulary, document: Any) -> bool:
    """Return whether a document may hold a shorthand: one that holds none is its own core form."""
    names, keys = vocabulary.shorthands
    names |= vocabulary.of_candidates
    words = vocabulary.target_words
    todo = [document] if names or keys or words else []
    while todo:
        value = todo.pop()
        if isinstance(value, dict):
            if not keys.isdisjoint(value) or (isinstance(value.get(TYPE), str) and value[TYPE] in names):
                return True
            todo += value.values()
            if words and any(value[key] in words for key in value if key != TYPE and isinstance(value[key], str)):
                return True
        elif isinstance(value, list):
            todo += value
    return False


def narrowing_pair(vocabulary: Vocabulary, spec: NodeSpec, node: Json) -> tuple[str, str]:
    """Return a record of attributes of a node, and the field of the chooser beside it that is narrowed by it; empty names where there are none."""
    record = next((key.name for key in spec.fields if key.narrows_by_record and key.name in node), "")
    for key in spec.fields if record else ():
        chooser = node.get(key.name)
        if isinstance(key.shape, Targets) and isinstance(chooser, dict):
            known = vocabulary.family("chooser").get(str(chooser.get(TYPE)))
            if known is not None and known.field(record) is not None:
                return record, key.name
    return "", ""


def to_surface(vocabulary: Vocabulary, family: str, node: Json) -> Any:
    """Return one node of the core form as the ruleset's documents spell it, the nodes inside it too."""
    return _Resugaring(vocabulary).node(family, node)


MOMENT_KEY = "at"
"""The key of a behaviour that names its moment, where a shorthand opens into one."""
KEYWORDS = "keywords"
"""The key under which a card lists its keywords."""


def filled_in(value: Any, numbers: Json) -> Any:
    """Return a part of a keyword card with the numbers that a card gives the keyword."""
    if isinstance(value, dict):
        return {key: filled_in(child, numbers) for key, child in value.items()}
    if isinstance(value, list):
        return [filled_in(child, numbers) for child in value]
    return numbers.get(value, value) if isinstance(value, str) else value


def _named_by(keyword: str, item: Any) -> Any:
    """Return an item whose id, if it has one, cannot be that of another."""
    return {**item, "id": f"{keyword}.{item['id']}"} if "id" in item else item


def _candidate_in(key: Field) -> tuple[str, str]:
    """Return the name by which a candidate is called in a filter, and its type; empty in other fields."""
    scopes = key.analysis.opens.items()
    return next(((f"${name}.{field}", kind) for name, fields in scopes for field, kind in fields.items()), ("", ""))


@dataclass(frozen=True, slots=True)
class _Author:
    """A shorthand as it is written: its fields, and the node; in a syntax with a bag most of them are in there."""

    fields: Sequence[Field]
    node: Json
    bag: str = ""

    @property
    def members(self) -> Json:
        """What is written, by the names of the fields."""
        inside = self.node.get(self.bag)
        return {**self.node, **inside} if isinstance(inside, dict) else self.node

    def place(self, name: str, source: str) -> str:
        """Return where a field is written; `source` is the place of the node."""
        inside = self.node.get(self.bag)
        in_bag = isinstance(inside, dict) and name in inside
        return pointer(pointer(source, self.bag) if in_bag else source, name)


class _Desugaring:
    """One walk over a document: every value is made at a pointer of the core form from one of the surface."""

    def __init__(self, vocabulary: Vocabulary, kind: str = "") -> None:
        self.vocabulary = vocabulary
        self.origin: dict[str, str] = {}
        self.expansions: dict[str, str] = {}
        self.shorthands: dict[str, str] = {}
        self.around = Around(kind)
        self.candidate = ("", "")
        self.has_filled = False

    def record(self, name: str, value: Any, path: str, source: str) -> Any:
        """Return an object without a discriminator; its keys stay, known or not."""
        if not isinstance(value, dict):
            return self.copy(value, path, source)
        outer, self.around = self.around, self._inside(self.vocabulary.record(name), value)
        core = self._record(self.vocabulary.record(name), value, path, source)
        self.around = outer
        return core

    def _inside(self, spec: RecordSpec, value: Json) -> Around:
        """Return what is around the fields of a record: the moment that it names or gives."""
        for name, fields in spec.gives.items():
            return replace(self.around, moment=name, fields=fields)
        fields_by_name = (value.get(key.name) for key in spec.fields if isinstance(key.shape, TimingName))
        return self._around_moment(next(fields_by_name, None))

    def _within(self, record: str, value: Any) -> Around:
        return self._inside(self.vocabulary.record(record), value) if record else self.around

    def _around_moment(self, moment: Any) -> Around:
        timing = self.vocabulary.timing(moment) if isinstance(moment, str) else None
        return self.around if timing is None else replace(self.around, moment=timing.name, fields=timing.fields)

    def _record(self, spec: RecordSpec, value: Json, path: str, source: str) -> Any:
        if spec.opens is not None and (expansion := spec.opens(value, self.around)) is not None:
            core = self._expand(expansion, _Author(spec.fields, value), path, source)
            del self.shorthands[path]  # its keys are those of the author
            return core
        self.origin[path] = source
        shapes = {key.name: key.shape for key in spec.fields}
        return {
            key: self.value(shapes[key], child, pointer(path, key), pointer(source, key))
            if key in shapes
            else self.copy(child, pointer(path, key), pointer(source, key))
            for key, child in value.items()
        }

    def value(self, shape: Shape, value: Any, path: str, source: str) -> Any:
        """Return the value in a field of a shape."""
        checkpoint()
        match shape:
            case ObjectShape(name):
                return self.record(name, value, path, source)
            case ListOf() | Block() if isinstance(value, list):
                item = shape.item if isinstance(shape, ListOf) else Node("effect")
                self.origin[path] = source
                return [self.value(item, child, f"{path}/{n}", f"{source}/{n}") for n, child in enumerate(value)]
            case MapOf(item) if isinstance(value, dict):
                self.origin[path] = source
                return {
                    key: self.value(item, child, pointer(path, key), pointer(source, key))
                    for key, child in value.items()
                }
            case Node(family):
                return self.node(family, value, path, source)
            case Targets() if isinstance(value, str) and value in self.vocabulary.target_words:
                return self._word(value, path, source)
            case Targets() if not is_reference(value):
                return self.node("chooser", value, path, source)
            case Number() | Value() if isinstance(value, dict):
                return self.node("value", value, path, source)
        return self.copy(value, path, source)

    def node(self, family: str, value: Any, path: str, source: str) -> Any:
        """Return a node with the fields of its bag beside its name; of an unknown one, its name and its other keys."""
        checkpoint()
        syntax = self.vocabulary.syntax(family)
        name = syntax.name_of(value)
        if not isinstance(name, str) or (not syntax.word and not isinstance(value, dict)):
            return self.copy(value, path, source)
        spec = self.vocabulary.family(family).get(name)
        if spec is not None and spec.opens is not None:
            self.shorthands[path] = name
            author = _Author(spec.fields, value, syntax.bag)
            return self._expand(spec.opens(author.members, self.around), author, path, source)
        self.origin[path] = source
        if syntax.word:
            self.origin[f"{path}/{TYPE}"] = source
            return {TYPE: name}
        members = dict(self._members(syntax, spec, value, (path, source)))
        return members if spec is None else self._with_narrowed_target(spec, members, path)

    def _with_narrowed_target(self, spec: NodeSpec, core: Json, path: str) -> Json:
        """Return a node whose record of attributes is part of the chooser beside it, where that has a field for it; all of it keeps its place."""
        name, target = narrowing_pair(self.vocabulary, spec, core)
        if not target:
            return core
        self._move(core[name], pointer(path, name), pointer(pointer(path, target), name))
        chooser = {**core[target], name: core[name]}
        return {key: chooser if key == target else child for key, child in core.items() if key != name}

    def _move(self, value: Any, path: str, target: str) -> None:
        """Note that a value, and all in it, has another pointer of the core form than where it was opened."""
        todo = [(value, path, target)]
        while todo:
            part, old, new = todo.pop()
            for places in (self.origin, self.shorthands):
                if old in places:
                    places[new] = places.pop(old)
            pairs = part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ()
            todo += [(child, pointer(old, key), pointer(new, key)) for key, child in pairs]

    def _word(self, name: str, path: str, source: str) -> Any:
        """Return the chooser for which its name stands alone; all of it has the place of the word."""
        core = self.node("chooser", {TYPE: name}, path, source)
        self.shorthands[path] = name
        self.origin |= dict.fromkeys((pointer(path, key) for key in core), source)
        return core

    def _expand(self, expansion: Any, author: _Author, path: str, source: str) -> Any:
        """Return the expansion of a shorthand: what is the author's has its own places, all else that of the shorthand."""
        self.origin[path] = source
        return self._part(expansion, author, path, source)

    def _part(self, part: Any, author: _Author, path: str, source: str) -> Any:
        match part:
            case AuthorField(name, place):
                shape = next((key.shape for key in author.fields if key.name == name), None)
                value, where = author.members[name], author.place(name, source)
                if place is not None and isinstance(shape, ListOf | Block):
                    item = shape.item if isinstance(shape, ListOf) else Node("effect")
                    shape, value, where = item, value[place], f"{where}/{place}"
                return self.copy(value, path, where) if shape is None else self.value(shape, value, path, where)
            case ShorthandNode(name, value, record):
                self.origin[path] = author.place(name, source)
                outer, self.around = self.around, self._within(record, value)
                core = self._part(value, author, path, source)
                self.around = outer
                return core
            case list():
                return [self._part(child, author, pointer(path, n), source) for n, child in enumerate(part)]
            case dict():
                self.shorthands.setdefault(path, "")
                outer, self.around = self.around, self._around_moment(part.get(MOMENT_KEY))
                core = {key: self._part(child, author, pointer(path, key), source) for key, child in part.items()}
                self.around = outer
                return core
        return part

    def _members(
        self, syntax: NodeSyntax, spec: NodeSpec | None, node: Json, places: tuple[str, str]
    ) -> Sequence[tuple[str, Any]]:
        """Return the members of a node in core form, in the author's order."""
        path, source = places
        out: list[tuple[str, Any]] = []
        fields = () if spec is None else self.vocabulary.parts[spec.family, spec.name][0]
        fields_by_name, outer = {key.name: key for key in fields}, self.candidate
        for key, child in node.items():
            if key == syntax.key:
                self.origin[f"{path}/{TYPE}"] = pointer(source, key)
                out.append((TYPE, child))
            elif key == syntax.bag:
                out += self._bag_members(syntax, spec, child, (path, pointer(source, key)))
            elif key in fields_by_name:
                self.candidate = _candidate_in(fields_by_name[key]) if fields_by_name[key].analysis.opens else outer
                out.append(
                    (key, self.value(fields_by_name[key].shape, child, pointer(path, key), pointer(source, key)))
                )
                self.candidate = outer
            elif key != TYPE and (spec is None or not syntax.bag):
                out.append((key, self.copy(child, pointer(path, key), pointer(source, key))))
        for field_spec in fields:
            name = field_spec.name
            if field_spec.analysis.is_candidate and name not in node and field_spec.shape == Ref(outer[1]):
                self.has_filled, self.origin[pointer(path, name)] = True, source
                out.append((name, outer[0]))
        return out

    def _bag_members(
        self, syntax: NodeSyntax, spec: NodeSpec | None, bag: Any, places: tuple[str, str]
    ) -> Sequence[tuple[str, Any]]:
        """Return what a bag holds, by the names of the fields."""
        path, source = places
        inside = self.vocabulary.parts[spec.family, spec.name][1] if spec is not None else ()
        if syntax.positional:
            pairs = zip(inside, bag, strict=False) if isinstance(bag, list) else ()
            return [
                (key.name, self.value(key.shape, child, pointer(path, key.name), f"{source}/{place}"))
                for place, (key, child) in enumerate(pairs)
            ]
        shapes = {key.name: key.shape for key in inside}
        return [
            (key, self.value(shapes[key], child, pointer(path, key), pointer(source, key)))
            for key, child in (bag.items() if isinstance(bag, dict) else ())
            if key in shapes
        ]

    def with_expanded_keywords(self, core: Json, scope: str) -> Json:
        """Return a card with the items into which the keywords of its pack expand behind its own; each has the keyword's place."""
        keywords = core.get(KEYWORDS)
        specs = self.vocabulary.family("keyword")
        out = dict(core)
        for place, node in enumerate(items_of(keywords)):
            spec = specs.get(str(node.get(TYPE))) if isinstance(node, dict) else None
            args = {f"{scope}.{key.name}": node.get(key.name, key.default) for key in spec.fields} if spec else {}
            numbers = {form.format(name): value for name, value in args.items() for form in ("${}", "{{{}}}")}
            for name, items in (spec.expansions if spec else {}).items():
                own = out.get(name)
                mine = list(own) if isinstance(own, list) else []
                for offset, item in enumerate(items):
                    if name == KEYWORDS and item[TYPE] in [node.get(TYPE) for node in mine if isinstance(node, dict)]:
                        continue
                    self.origin[f"/{name}/{len(mine)}"] = self.origin[f"/{KEYWORDS}/{place}"]
                    self.expansions[f"/{name}/{len(mine)}"] = f"{node[TYPE]}#/{name}/{offset}"
                    mine.append(_named_by(node[TYPE], filled_in(item, numbers)))
                out[name] = mine
        return out

    def copy(self, value: Any, path: str, source: str) -> Any:
        """Return a value as it is, and note where it and all in it stands."""
        todo = [(value, path, source)]
        while todo:
            part, target, source = todo.pop()
            self.origin[target] = source
            pairs = part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ()
            todo += [(child, pointer(target, key), pointer(source, key)) for key, child in pairs]
        return value


class _Resugaring:
    """The way back: nodes of the core form, right in structure, as a ruleset's documents spell them."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary

    def node(self, family: str, node: Any) -> Any:
        """Return a node in the syntax of its family."""
        if not isinstance(node, dict) or not self.vocabulary.syntaxes:
            return node
        syntax, spec = self.vocabulary.syntax(family), self.vocabulary.family(family)[node[TYPE]]
        if syntax.word:
            return spec.name
        node = self._with_record_beside(spec, node)
        shapes = {key.name: key.shape for key in spec.fields}
        values = {name: self.value(shapes[name], child) for name, child in node.items() if name in shapes}
        outside, inside = syntax.parts(spec)
        out = {syntax.key: spec.name, **{key.name: values[key.name] for key in outside if key.name in values}}
        if syntax.positional:
            out[syntax.bag] = [values[key.name] for key in takewhile(lambda key: key.name in values, inside)]
        elif syntax.bag:
            out[syntax.bag] = {key.name: values[key.name] for key in inside if key.name in values}
        return out

    def _with_record_beside(self, spec: NodeSpec, node: Json) -> Json:
        """Return a node with the record of attributes of its chooser beside that, as it is written where choosers are words."""
        record = next((key.name for key in spec.fields if key.narrows_by_record and key.name not in node), "")
        for key in spec.fields if record else ():
            chooser = node.get(key.name)
            if isinstance(key.shape, Targets) and isinstance(chooser, dict) and record in chooser:
                rest = {name: child for name, child in chooser.items() if name != record}
                return {**node, key.name: rest, record: chooser[record]}
        return node

    def record(self, name: str, value: Any) -> Any:
        """Return an object without a discriminator."""
        shapes = {key.name: key.shape for key in self.vocabulary.record(name).fields}
        return {key: self.value(shapes[key], child) if key in shapes else child for key, child in value.items()}

    def value(self, shape: Shape, value: Any) -> Any:
        """Return the value in a field of a shape."""
        match shape:
            case ObjectShape(name) if isinstance(value, dict):
                return self.record(name, value)
            case ListOf(item) if isinstance(value, list):
                return [self.value(item, child) for child in value]
            case Block() if isinstance(value, list):
                return [self.node("effect", child) for child in value]
            case MapOf(item) if isinstance(value, dict):
                return {key: self.value(item, child) for key, child in value.items()}
            case Node(family):
                return self.node(family, value)
            case Targets():
                return self.node("chooser", value)
            case Number() | Value():
                return self.node("value", value)
        return value


def resugar(vocabulary: Vocabulary, document: Any) -> Any:
    """Return a document of the core form, right in structure, in the surface of its ruleset: the inverse of `desugar`."""
    kind = vocabulary.kind_of(document) if vocabulary.syntaxes else None
    return document if kind is None else _Resugaring(vocabulary).record(kind.record, document)
