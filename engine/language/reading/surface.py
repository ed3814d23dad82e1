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
from engine.language.reading.source_map import original, pointer
from engine.language.spec.fields import Field
from engine.language.spec.nodes import NodeSpec
from engine.language.spec.records import RecordSpec
from engine.language.spec.shapes import (
    Block,
    ListOf,
    MapOf,
    Node,
    Number,
    ObjectShape,
    Ref,
    Shape,
    Targets,
    TimingName,
    Value,
)
from engine.language.spec.shorthands import Around, Meant, Written
from engine.language.spec.syntax import TYPE, NodeSyntax, is_reference
from engine.language.spec.vocabulary import Vocabulary

Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Lowered:
    """A document in core form.

    Shapes: `origin` maps each pointer of `document` to that of the surface; it is empty where the surface is the core form.
            `opened` maps each item that a keyword of the pack opens into to its node there: `/abilities/2` to `FAST#/abilities/0`;
            `meant` maps each node that a shorthand opens into to the name of the shorthand, empty for what is inside of it.
    """

    document: Any
    origin: Mapping[str, str] = field(default_factory=dict)
    opened: Mapping[str, str] = field(default_factory=dict)
    meant: Mapping[str, str] = field(default_factory=dict)

    def place(self, path: str) -> str:
        """Return where the author wrote what a pointer of the core form names; of a field that is missing, what should hold it."""
        return original(self.origin, path) if self.origin else path

    def node_place(self, path: str) -> str:
        """Return where the author wrote a node; of one that a keyword opens into, the keyword's place and the node's own in it."""
        node = node_key(self.opened, "", path)
        return self.place(path) if node.startswith("#") else self.place(path) + node.partition("#")[2]


def node_key(opened: Mapping[str, str], card: str, path: str) -> str:
    """Return the name under which coverage counts a node of a card: what a keyword opens into counts as the keyword's.

    Shapes: opened as in `Lowered`, path is a pointer of the core form.
    """
    item = "/".join(path.split("/", 3)[:3])
    return opened[item] + path[len(item) :] if item in opened else f"{card}#{path}"


def lower(vocabulary: Vocabulary, document: Any) -> Lowered:
    """Return a document in core form; what cannot be read is left out or left as it is, never an exception."""
    has_surface = vocabulary.syntaxes or vocabulary.keyword_kind is not None or _is_shortened(vocabulary, document)
    kind = vocabulary.kind_of(document) if has_surface else None
    if kind is None:
        return Lowered(document)
    walk = _Lowering(vocabulary, kind.name)
    core = walk.record(kind.record, document, "", "")
    declares = vocabulary.keyword_kind
    if declares is not None and kind.name != declares.kind:
        core = walk.with_opened_keywords(core, declares.scope)
    is_opened = walk.meant or walk.has_filled or vocabulary.syntaxes or declares is not None
    return Lowered(core, walk.origin, walk.opened, walk.meant) if is_opened else Lowered(document)


def _is_shortened(vocabulary: Vocabulary, document: Any) -> bool:
    """Return whether a document may hold a shorthand: one that holds none is its own core form."""
    names, keys = vocabulary.shorthands
    names |= vocabulary.of_candidates
    todo = [document] if names or keys else []
    while todo:
        value = todo.pop()
        if isinstance(value, dict):
            if not keys.isdisjoint(value) or (isinstance(value.get(TYPE), str) and value[TYPE] in names):
                return True
            todo += value.values()
        elif isinstance(value, list):
            todo += value
    return False


def to_surface(vocabulary: Vocabulary, family: str, node: Json) -> Any:
    """Return one node of the core form as the ruleset's documents spell it, the nodes inside it too."""
    return _Raising(vocabulary).node(family, node)


AT = "at"
"""The key of a behaviour that names its moment, where a shorthand opens into one."""
KEYWORDS = "keywords"
"""The key under which a card lists its keywords."""


def filled_in(value: Any, numbers: Mapping[str, Any]) -> Any:
    """Return a part of a keyword card with the numbers that a card gives the keyword."""
    if isinstance(value, dict):
        return {key: filled_in(child, numbers) for key, child in value.items()}
    if isinstance(value, list):
        return [filled_in(child, numbers) for child in value]
    return numbers.get(value, value) if isinstance(value, str) else value


def _named_by(keyword: str, item: Any) -> Any:
    """Return an item whose id, if it has one, cannot be that of another."""
    return {**item, "id": f"{keyword}.{item['id']}"} if "id" in item else item


def _types(nodes: Sequence[Any]) -> list[Any]:
    """Return the names of some nodes."""
    return [node.get(TYPE) for node in nodes if isinstance(node, dict)]


def _opened_in(key: Field) -> tuple[str, str]:
    """Return the name by which a candidate is called in a filter, and its type; empty in other fields."""
    opened = key.analysis.opens.items()
    return next(((f"${name}.{one}", kind) for name, fields in opened for one, kind in fields.items()), ("", ""))


class _Lowering:
    """One walk over a document: every value is made at a pointer of the core form from one of the surface."""

    def __init__(self, vocabulary: Vocabulary, kind: str = "") -> None:
        self.vocabulary = vocabulary
        self.origin: dict[str, str] = {}
        self.opened: dict[str, str] = {}
        self.meant: dict[str, str] = {}
        self.around = Around(kind)
        self.candidate = ("", "")
        self.has_filled = False

    def record(self, name: str, value: Any, path: str, at: str) -> Any:
        """Return an object without a discriminator; its keys stay, known or not."""
        if not isinstance(value, dict):
            return self.kept(value, path, at)
        outer, self.around = self.around, self._inside(self.vocabulary.record(name), value)
        made = self._record(self.vocabulary.record(name), value, path, at)
        self.around = outer
        return made

    def _inside(self, spec: RecordSpec, value: Json) -> Around:
        """Return what is around the fields of a record: the moment that it names or gives."""
        for name, fields in spec.gives.items():
            return replace(self.around, moment=name, fields=fields)
        named = (value.get(key.name) for key in spec.fields if isinstance(key.shape, TimingName))
        return self._at(next(named, None))

    def _at(self, moment: Any) -> Around:
        timing = self.vocabulary.timing(moment) if isinstance(moment, str) else None
        return self.around if timing is None else replace(self.around, moment=timing.name, fields=timing.fields)

    def _record(self, spec: RecordSpec, value: Json, path: str, at: str) -> Any:
        if spec.opens is not None and (opened := spec.opens(value, self.around)) is not None:
            made = self._written_out(opened, (spec.fields, value), path, at)
            del self.meant[path]  # its keys are those of the author
            return made
        self.origin[path] = at
        known = {key.name: key.shape for key in spec.fields}
        return {
            key: self.value(known[key], child, pointer(path, key), pointer(at, key))
            if key in known
            else self.kept(child, pointer(path, key), pointer(at, key))
            for key, child in value.items()
        }

    def value(self, shape: Shape, value: Any, path: str, at: str) -> Any:
        """Return the value in a field of a shape."""
        checkpoint()
        match shape:
            case ObjectShape(name):
                return self.record(name, value, path, at)
            case ListOf() | Block() if isinstance(value, list):
                item = shape.item if isinstance(shape, ListOf) else Node("effect")
                self.origin[path] = at
                return [self.value(item, child, f"{path}/{n}", f"{at}/{n}") for n, child in enumerate(value)]
            case MapOf(item) if isinstance(value, dict):
                self.origin[path] = at
                return {
                    key: self.value(item, held, pointer(path, key), pointer(at, key)) for key, held in value.items()
                }
            case Node(family):
                return self.node(family, value, path, at)
            case Targets() if not is_reference(value):
                return self.node("chooser", value, path, at)
            case Number() | Value() if isinstance(value, dict):
                return self.node("value", value, path, at)
        return self.kept(value, path, at)

    def node(self, family: str, value: Any, path: str, at: str) -> Any:
        """Return a node with its bag opened; of one that is unknown, its name and its other keys."""
        checkpoint()
        syntax = self.vocabulary.syntax(family)
        written = syntax.written(value)
        if not isinstance(written, str) or (not syntax.word and not isinstance(value, dict)):
            return self.kept(value, path, at)
        spec = self.vocabulary.family(family).get(written)
        if spec is not None and spec.opens is not None:
            self.meant[path] = written
            return self._written_out(spec.opens(value, self.around), (spec.fields, value), path, at)
        self.origin[path] = at
        if syntax.word:
            self.origin[f"{path}/{TYPE}"] = at
            return {TYPE: written}
        return dict(self._members(syntax, spec, value, (path, at)))

    def _written_out(self, opened: Any, shorthand: tuple[Sequence[Field], Json], path: str, at: str) -> Any:
        """Return what a shorthand opens into: what is the author's has its own places, all else that of the shorthand."""
        self.origin[path] = at
        return self._part(opened, shorthand, path, at)

    def _part(self, part: Any, shorthand: tuple[Sequence[Field], Json], path: str, at: str) -> Any:
        fields, node = shorthand
        match part:
            case Written(name, place):
                shape = next((key.shape for key in fields if key.name == name), None)
                held, where = node[name], pointer(at, name)
                if place is not None and isinstance(shape, ListOf | Block):
                    item = shape.item if isinstance(shape, ListOf) else Node("effect")
                    shape, held, where = item, held[place], f"{where}/{place}"
                return self.kept(held, path, where) if shape is None else self.value(shape, held, path, where)
            case Meant(name, value):
                self.origin[path] = pointer(at, name)
                return self._part(value, shorthand, path, at)
            case list():
                return [self._part(child, shorthand, pointer(path, n), at) for n, child in enumerate(part)]
            case dict():
                self.meant.setdefault(path, "")
                outer, self.around = self.around, self._at(part.get(AT))
                made = {key: self._part(child, shorthand, pointer(path, key), at) for key, child in part.items()}
                self.around = outer
                return made
        return part

    def _members(
        self, syntax: NodeSyntax, spec: NodeSpec | None, node: Json, places: tuple[str, str]
    ) -> Sequence[tuple[str, Any]]:
        """Return the members of a node in core form, in the author's order."""
        path, at = places
        out: list[tuple[str, Any]] = []
        fields = () if spec is None else self.vocabulary.parts[spec.family, spec.name][0]
        known, outer = {key.name: key for key in fields}, self.candidate
        for key, child in node.items():
            if key == syntax.key:
                self.origin[f"{path}/{TYPE}"] = pointer(at, key)
                out.append((TYPE, child))
            elif key == syntax.bag:
                out += self._opened(syntax, spec, child, (path, pointer(at, key)))
            elif key in known:
                self.candidate = _opened_in(known[key]) if known[key].analysis.opens else outer
                out.append((key, self.value(known[key].shape, child, pointer(path, key), pointer(at, key))))
                self.candidate = outer
            elif key != TYPE and (spec is None or not syntax.bag):
                out.append((key, self.kept(child, pointer(path, key), pointer(at, key))))
        for one in fields:
            if one.analysis.is_candidate and one.name not in node and one.shape == Ref(outer[1]):
                self.has_filled, self.origin[pointer(path, one.name)] = True, at
                out.append((one.name, outer[0]))
        return out

    def _opened(
        self, syntax: NodeSyntax, spec: NodeSpec | None, bag: Any, places: tuple[str, str]
    ) -> Sequence[tuple[str, Any]]:
        """Return what a bag holds, by the names of the fields."""
        path, at = places
        inside = self.vocabulary.parts[spec.family, spec.name][1] if spec is not None else ()
        if syntax.positional:
            held = zip(inside, bag, strict=False) if isinstance(bag, list) else ()
            return [
                (key.name, self.value(key.shape, child, pointer(path, key.name), f"{at}/{place}"))
                for place, (key, child) in enumerate(held)
            ]
        known = {key.name: key.shape for key in inside}
        return [
            (key, self.value(known[key], child, pointer(path, key), pointer(at, key)))
            for key, child in (bag.items() if isinstance(bag, dict) else ())
            if key in known
        ]

    def with_opened_keywords(self, core: Json, scope: str) -> Json:
        """Return a card with what the keywords of its pack open into, behind its own; all of that has the keyword's place."""
        written = core.get(KEYWORDS)
        specs = self.vocabulary.family("keyword")
        out = dict(core)
        for place, node in enumerate(written if isinstance(written, list) else ()):
            spec = specs.get(str(node.get(TYPE))) if isinstance(node, dict) else None
            given = {f"{scope}.{key.name}": node.get(key.name, key.default) for key in spec.fields} if spec else {}
            numbers = {form.format(name): held for name, held in given.items() for form in ("${}", "{{{}}}")}
            for name, items in (spec.opened if spec else {}).items():
                held = out.get(name)
                mine = list(held) if isinstance(held, list) else []
                for offset, item in enumerate(items):
                    if name == KEYWORDS and item[TYPE] in _types(mine):
                        continue
                    self.origin[f"/{name}/{len(mine)}"] = self.origin[f"/{KEYWORDS}/{place}"]
                    self.opened[f"/{name}/{len(mine)}"] = f"{node[TYPE]}#/{name}/{offset}"
                    mine.append(_named_by(node[TYPE], filled_in(item, numbers)))
                out[name] = mine
        return out

    def kept(self, value: Any, path: str, at: str) -> Any:
        """Return a value as it is, and note where it and all in it stands."""
        todo = [(value, path, at)]
        while todo:
            held, here, there = todo.pop()
            self.origin[here] = there
            pairs = held.items() if isinstance(held, dict) else enumerate(held) if isinstance(held, list) else ()
            todo += [(child, pointer(here, key), pointer(there, key)) for key, child in pairs]
        return value


class _Raising:
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
        shapes = {key.name: key.shape for key in spec.fields}
        made = {name: self.value(shapes[name], child) for name, child in node.items() if name in shapes}
        beside, inside = syntax.parts(spec)
        out = {syntax.key: spec.name, **{key.name: made[key.name] for key in beside if key.name in made}}
        if syntax.positional:
            out[syntax.bag] = [made[key.name] for key in takewhile(lambda key: key.name in made, inside)]
        elif syntax.bag:
            out[syntax.bag] = {key.name: made[key.name] for key in inside if key.name in made}
        return out

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


def raised(vocabulary: Vocabulary, document: Any) -> Any:
    """Return a document of the core form, right in structure, in the surface of its ruleset: the other way than `lower`."""
    kind = vocabulary.kind_of(document) if vocabulary.syntaxes else None
    return document if kind is None else _Raising(vocabulary).record(kind.record, document)
