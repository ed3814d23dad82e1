"""The JSON Schema (Draft 2020-12) of a ruleset's cards, derived from its vocabulary.

A union dispatches on its discriminator with `if`/`then`, so that any stock validator tells one error at the exact place and
cannot be made to try all branches; every object is closed. It knows the present syntax alone.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict

from engine.json_values import Json, JsonObject
from engine.language.diagnostics.expected import NAMED, POSITIONAL
from engine.language.spec import (
    Block,
    BooleanLiteral,
    Enum,
    EventName,
    EventSpec,
    EventWord,
    Field,
    Identifier,
    IntegerLiteral,
    KindSpec,
    ListOf,
    LocalizedText,
    MapOf,
    Node,
    NodeSpec,
    Number,
    ObjectShape,
    Option,
    RecordSpec,
    Ref,
    Shape,
    Targets,
    TextLiteral,
    TimingName,
    TimingSpec,
    Value,
    Vocabulary,
)
from engine.language.spec.bounds import BLOCK_MAX, COUNT, COUNT_MAX, INTEGER_MAX, LABEL_MAX, PATTERNS, TEXT_MAX
from engine.language.spec.groups import COMMON_EVENTS, GROUPS
from engine.language.spec.icons import icon_of
from engine.language.spec.kinds import listenable, timings_of
from engine.language.spec.readings import CONSTRUCTIONS, SENTENCE_WORDS

Schema = JsonObject
_PLACE = re.compile(r"\{[^{}]*\}")
"""A place of a printed sentence, such as `{amount:count}`."""
BUILD_LETTERS = 12
"""Letters of the hash of a pack's declarations in the address of its schema."""
FAMILY_TITLES = {
    "effect": LocalizedText("Effect", "效果"),
    "condition": LocalizedText("Condition", "条件"),
    "value": LocalizedText("Value", "取值"),
    "chooser": LocalizedText("Chooser", "选择器"),
    "keyword": LocalizedText("Keyword", "关键词"),
}


def schema_id(vocabulary: Vocabulary, kind: str = "card", declared: str = "") -> str:
    """Return the address under which a schema is served; that of a pack has a mark behind the version, as a build of it."""
    build = f"+{declared[:BUILD_LETTERS]}" if declared else ""
    return f"/schemas/{vocabulary.ruleset}/{kind}/{vocabulary.version}{build}.json"


def card_schema(
    vocabulary: Vocabulary, declarations: str = "", groups: Mapping[str, LocalizedText] | None = None
) -> Schema:
    """Return the schema of all kinds of card of a ruleset; a pack that declares words has one of its own, named by their hash.

    Shapes: `groups` are the titles of the groups of nodes that the game has beside those of every game.
    """
    titles = {**GROUPS, **(groups or {})}
    names = dict.fromkeys(node.group for node in vocabulary.nodes if node.group)
    schema = _Schemas(vocabulary)
    title = LocalizedText(f"Card of {vocabulary.ruleset}", f"{vocabulary.ruleset} 的卡牌")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": schema_id(vocabulary, declared=declarations),
        **_titled(title, None),
        "type": "object",
        **schema.kinds(vocabulary.kinds),
        "x-ui": {
            "subtypes": dict(vocabulary.subtypes),
            "owner": vocabulary.owner,
            "groups": {name: titles[name]._asdict() for name in names if name in titles},
            **_words_of_sentences(vocabulary),
        },
        "$defs": schema.definitions(),
    }


def _words_of_sentences(vocabulary: Vocabulary) -> Schema:
    """Return what sentences mean in a game, and its words for them; empty for a game that declares none."""
    if not vocabulary.readings:
        return {}
    return {
        "readings": [reading.to_json() for reading in vocabulary.readings],
        "words": SENTENCE_WORDS,
        "constructions": CONSTRUCTIONS,
        "nouns": [nouns.to_json() for nouns in vocabulary.sentence_nouns],
    }


def _titled(title: LocalizedText, doc: LocalizedText | None) -> Schema:
    chinese = {"title": title.zh}
    out: Schema = {"title": title.en}
    if doc is not None:
        out["description"] = doc.en
        chinese["description"] = doc.zh
    return {**out, "x-i18n": {"zh": chinese}}


def _named(options: Sequence[Option]) -> Schema:
    """Return an enumeration whose words carry their titles for a form."""
    about = {option.name: {"aliases": option.search.to_json()} for option in options if any(option.search)}
    return {
        "type": "string",
        "enum": [option.name for option in options],
        "x-ui": {"widget": "select", "options": _words_of(options), **({"about": about} if about else {})},
    }


def _words_of(options: Sequence[Option]) -> Schema:
    """Return words with their titles in both languages."""
    return {option.name: option.title._asdict() for option in options}


def _searchable(specs: Sequence[NodeSpec | EventSpec | TimingSpec | EventWord]) -> Schema:
    """Return an enumeration whose words carry their titles, what they mean and the words by which they are found."""
    named = _named([Option(spec.name, spec.title) for spec in specs])
    named["x-ui"]["about"] = {spec.name: _about(spec) for spec in specs}
    return named


def _grouped_events(vocabulary: Vocabulary, *, words_first: bool) -> Schema:
    """Return the names of events that a trigger may wait for, each with its heading in lists."""
    events, words = listenable(vocabulary), vocabulary.event_words
    enumeration = _searchable((*words, *events) if words_first else (*events, *words))
    headings = {name: title for title, names in vocabulary.event_groups.items() for name in names}
    if headings:
        headings |= {word.name: COMMON_EVENTS for word in words}
    for name in headings.keys() & enumeration["x-ui"]["about"].keys():
        enumeration["x-ui"]["about"][name]["group"] = headings[name]._asdict()
    return enumeration


def _about(spec: NodeSpec | EventSpec | TimingSpec | EventWord) -> Schema:
    """Return what a word means, how authors call it, and the type of what it gives or its field that names a player."""
    if isinstance(spec, EventWord):
        return {"description": spec.doc._asdict(), "aliases": spec.search.to_json()}
    described = {} if spec.doc is None else {"description": spec.doc._asdict()}
    return {**described, "aliases": spec.search.to_json(), **_sentence_words(spec), **_types_of(spec)}


def _sentence_words(spec: NodeSpec | EventSpec | TimingSpec) -> Schema:
    """Return the words of its printed sentence without its places, by which a phrase that says it is found; a comparison says too little."""
    if spec.phrase is None or (
        isinstance(spec, NodeSpec) and (spec.family in ("condition", "value") or _has_blocks(spec))
    ):
        return {}
    words = {language: " ".join(_PLACE.sub(" ", text).split()) for language, text in spec.phrase._asdict().items()}
    return {"says": words} if any(words.values()) else {}


def _has_blocks(spec: NodeSpec) -> bool:
    """Return whether it holds lists of effects, whose own titles its sentence says."""
    return any(isinstance(key.shape, Block) for key in spec.fields)


def _types_of(spec: NodeSpec | EventSpec | TimingSpec) -> Schema:
    """Return the type that a value or chooser gives (`gives`), or the first field of an event that names a player (`player`)."""
    if isinstance(spec, NodeSpec):
        return {"gives": spec.output.gives} if spec.family in ("chooser", "value") else {}
    player = next((name for name, kind in spec.fields.items() if kind == "player"), None)
    return {} if player is None else {"player": player}


def _when_object(target: str) -> Schema:
    return {"if": {"type": "object"}, "then": {"$ref": f"#/$defs/{target}"}}


def _inner(shape: Shape) -> Shape:
    """Return what a list or a map holds, anything else as it is."""
    return shape.item if isinstance(shape, ListOf | MapOf) else shape


class _Schemas:
    """The definitions of one vocabulary."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary

    def kinds(self, kinds: Sequence[KindSpec]) -> Schema:
        """Dispatch on the key whose presence, or whose value, tells a kind of card; a word for what all others are needs no branch."""
        others_are = self._branch(kinds[-1])
        first, *rest = [
            kind for kind in kinds if kind is kinds[-1] or kind.word is None or self._branch(kind) != others_are
        ]
        branch = self._branch(first)
        if first.marker is None or not rest or (alternative := self.kinds(rest)) == branch:
            return branch
        marker: Schema = {"required": [first.marker]}
        if first.word is not None:
            marker = {"properties": {first.marker: {"const": first.word}}, **marker}
        return {"if": marker, "then": branch, "else": alternative}

    def _branch(self, kind: KindSpec) -> Schema:
        return {"$ref": f"#/$defs/{self._record_name(kind.record, kind.name)}"}

    def definitions(self) -> Schema:
        """Return every definition, sorted as the vocabulary lists them."""
        out: Schema = {
            name: {
                "type": "string",
                "pattern": pattern,
                "maxLength": LABEL_MAX if name.startswith("label") else TEXT_MAX,
            }
            for name, pattern in PATTERNS.items()
        }
        for kind in self.vocabulary.kinds:
            self._records(kind.record, kind.name, out)
        for family in self.vocabulary.families:
            out[family] = self._family(family)
        for node in self.vocabulary.nodes:
            out[f"{node.family}.{node.name}"] = self._node(node)
            self._nested_records(node.fields, "", out)
        return out

    def _records(self, name: str, kind: str, out: Schema) -> None:
        key = self._record_name(name, kind)
        if key not in out:
            spec = self.vocabulary.record(name)
            out[key] = self._object(spec, spec.fields, {}, kind)
            self._nested_records(spec.fields, kind, out)

    def _nested_records(self, fields: Sequence[Field], kind: str, out: Schema) -> None:
        for key in fields:
            shape = _inner(key.shape)
            if isinstance(shape, ObjectShape):
                self._records(shape.name, kind, out)

    def _record_name(self, name: str, kind: str) -> str:
        """Return the definition of a record; one whose timings depend on the kind of card has one for each kind."""
        return f"{name}.{kind}" if self._is_timed(name) else name

    def _is_timed(self, name: str) -> bool:
        shapes = [_inner(key.shape) for key in self.vocabulary.record(name).fields]
        return any(isinstance(s, TimingName) or (isinstance(s, ObjectShape) and self._is_timed(s.name)) for s in shapes)

    def _family(self, family: str) -> Schema:
        """Dispatch on the name of a node; a family of words has no more than names."""
        specs, syntax = self.vocabulary.family(family), self.vocabulary.syntax(family)
        if syntax.word:
            return {**_titled(FAMILY_TITLES[family], None), **_searchable(tuple(specs.values()))}
        names = _named([Option(spec.name, spec.title) for spec in specs.values()])
        branches = [
            {
                "if": {"properties": {syntax.key: {"const": name}}, "required": [syntax.key]},
                "then": {"$ref": f"#/$defs/{family}.{name}"},
            }
            for name in specs
        ]
        return {
            **_titled(FAMILY_TITLES[family], None),
            "type": "object",
            "required": [syntax.key],
            "properties": {syntax.key: names},
            **({"allOf": branches} if branches else {}),
            "discriminator": {"propertyName": syntax.key},
        }

    def _node(self, spec: NodeSpec) -> Schema:
        syntax = self.vocabulary.syntax(spec.family)
        beside, inside = syntax.parts(spec)
        out = self._object(spec, beside, {syntax.key: {"const": spec.name}}, "")
        if syntax.bag:
            out["properties"][syntax.bag] = (
                self._args(inside) if syntax.positional else {**self._closed(inside, {}, ""), **_titled(NAMED, None)}
            )
            out["required"] += [syntax.bag] * any(key.required for key in inside)
        group = {"group": spec.group} if spec.group else {}
        extension = {"extension": True} if spec.extension else {}
        out["x-ui"] = {
            **group,
            **extension,
            "icon": icon_of(spec),
            "aliases": spec.search.to_json(),
            **_sentence_words(spec),
            **_types_of(spec),
        }
        return out

    def _args(self, fields: Sequence[Field]) -> Schema:
        """Return the schema of a bag that holds fields by their place."""
        items = [self._field(key, order, "") for order, key in enumerate(fields)]
        size = {"minItems": sum(key.required for key in fields), "maxItems": len(fields)}
        return {
            **_titled(POSITIONAL, None),
            "type": "array",
            **({"prefixItems": items} if items else {}),
            **size,
            "x-ui": {"widget": "args"},
        }

    def _object(self, spec: NodeSpec | RecordSpec, fields: Sequence[Field], extra: Json, kind: str) -> Schema:
        marks = {"extension": spec.extension, "inner": spec.name in self.vocabulary.inner_records}
        marked: Schema = {"x-ui": {name: True for name, holds in marks.items() if holds}} if any(marks.values()) else {}
        return {**_titled(spec.title, spec.doc), **self._closed(fields, extra, kind), **marked}

    def _closed(self, fields: Sequence[Field], extra: Json, kind: str) -> Schema:
        """Return the schema of an object that has these fields and no others."""
        names = [*extra, *(key.name for key in fields if key.required and not key.unless)]
        properties = {**extra, **{key.name: self._field(key, order, kind) for order, key in enumerate(fields)}}
        out: Schema = {"type": "object", "properties": properties, "additionalProperties": False}
        out |= {"required": names} if names else {}
        exemptions = [
            {"if": {"not": {"required": [key.unless]}}, "then": {"required": [key.name]}}
            for key in fields
            if key.unless
        ]
        return {**out, "allOf": exemptions} if exemptions else out

    def _field(self, key: Field, order: int, kind: str) -> Schema:
        shape = self._shape(key.shape, kind)
        named = {"names": key.reference.names, "kinds": list(key.reference.kinds)} if key.reference.names else {}
        known = {"known": {word: title._asdict() for word, title in key.called.items()}} if key.called else {}
        hints = {**shape.pop("x-ui", {}), **named, **known, "order": order}
        hints |= {"extension": True} if key.shorthand else {}
        hints |= {"aliases": key.search.to_json()} if any(key.search) else {}
        absent = {} if key.default is None else {"default": key.default}
        return {**_titled(key.title, key.doc), **shape, **absent, "x-ui": hints}

    def _shape(self, shape: Shape, kind: str) -> Schema:
        match shape:
            case IntegerLiteral(low, high, by, pictures):
                drawn = {word: [list(rows) for rows in each] for word, each in pictures}
                ui = {"widget": "picture", "by": by, "pictures": drawn} if drawn else {"widget": "number"}
                return {"type": "integer", "minimum": low, "maximum": high, "x-ui": ui}
            case Number(low, high):
                bounds = {"minimum": low, "maximum": high}
                return _expression(["integer"], "reference", "value", {"widget": "number", "type": "int"}, bounds)
            case Value(wanted):
                return self._value(wanted)
            case Ref(wanted):
                return {"$ref": "#/$defs/reference", "x-ui": {"widget": "reference", "type": wanted}}
            case Targets(wanted):
                return self._targets(wanted)
            case Enum(options):
                return _named(options)
            case TextLiteral():
                return self._words(shape)
            case Identifier(template):
                return {"$ref": f"#/$defs/label{'Template' if template else ''}", "x-ui": {"widget": "label"}}
            case Node(family):
                return {"$ref": f"#/$defs/{family}", "x-ui": {"widget": "node"}}
            case _:
                return self._compound(shape, kind)

    def _compound(self, shape: Shape, kind: str) -> Schema:
        match shape:
            case BooleanLiteral():
                return {"type": "boolean", "x-ui": {"widget": "flag"}}
            case Block():
                return {
                    "type": "array",
                    "items": {"$ref": "#/$defs/effect"},
                    "maxItems": BLOCK_MAX,
                    "x-ui": {"widget": "block"},
                }
            case ObjectShape(name, text) if text:
                as_text = {"if": {"type": "string"}, "then": {"maxLength": text}}
                branches = [as_text, _when_object(self._record_name(name, kind))]
                return {"type": ["string", "object"], "allOf": branches, "x-ui": {"widget": "text"}}
            case ObjectShape(name):
                return {"$ref": f"#/$defs/{self._record_name(name, kind)}"}
            case ListOf(item, low, high, signs, board):
                drawn: Schema = {"x-ui": {"widget": "grid", "options": _words_of(signs)}} if signs else {}
                drawn |= {"x-ui": {"widget": "board", **asdict(board)}} if board else {}
                return {"type": "array", "items": self._shape(item, kind), "minItems": low, "maxItems": high, **drawn}
            case MapOf(item, name, high):
                return {
                    "type": "object",
                    "propertyNames": {"pattern": name},
                    "additionalProperties": self._shape(item, kind),
                    "maxProperties": high,
                    "x-ui": {"widget": "map"},
                }
            case EventName(words_first=words_first):
                return _grouped_events(self.vocabulary, words_first=words_first)
            case TimingName():
                return _searchable(timings_of(self.vocabulary, kind))
            case _:
                per_player = {"if": {"type": "string"}, "then": {"pattern": COUNT}}
                return {"type": ["integer", "string"], "minimum": 1, "maximum": COUNT_MAX, **per_player}

    def _targets(self, expected: str) -> Schema:
        if self.vocabulary.syntax("chooser").word:
            reference = {"if": {"pattern": "^[$]"}, "then": {"$ref": "#/$defs/reference"}}
            return {
                "type": "string",
                **reference,
                "else": {"$ref": "#/$defs/chooser"},
                "x-ui": {"widget": "select", "type": expected},
            }
        schema = _expression([], "reference", "chooser", {"widget": "targets", "type": expected})
        if words := sorted(self.vocabulary.target_words):
            alone = {"if": {"enum": words}, "else": {"$ref": "#/$defs/reference"}}
            schema["allOf"][0] = {"if": {"type": "string"}, "then": alone}
        return schema

    def _value(self, expected: str) -> Schema:
        hints = {"widget": "value", "type": expected}
        bounds = {"minimum": -INTEGER_MAX, "maximum": INTEGER_MAX}
        match expected:
            case "any":
                return _expression(["integer", "boolean"], "template", "value", hints, bounds)
            case "int":
                return _expression(["integer"], "reference", "value", hints, bounds)
            case "bool":
                return _expression(["boolean"], "reference", "value", hints)
            case "text":
                return _expression([], "template", "value", hints)
            case _:
                return _expression([], "reference", "value", hints)

    def _words(self, shape: TextLiteral) -> Schema:
        out: Schema = {"type": "string", "minLength": shape.min, "maxLength": shape.max}
        if shape.pattern is not None:
            out["pattern"] = shape.pattern
        return {**out, "x-ui": {"widget": "markup" if shape.markup else "text"}}


def _expression(literals: list[str], text: str, node: str, hints: Schema, bounds: Schema | None = None) -> Schema:
    """Return the schema of a literal, a string of a pattern or a node of a family."""
    return {
        "type": [*literals, "string", "object"],
        **(bounds or {}),
        "allOf": [{"if": {"type": "string"}, "then": {"$ref": f"#/$defs/{text}"}}, _when_object(node)],
        "x-ui": hints,
    }
