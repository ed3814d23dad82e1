"""Constructors of common declarations: a table of words, and a node or an event whose parts are named in one call."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from functools import partial
from types import MappingProxyType
from typing import Any, Literal, TypedDict, TypeVar, Unpack

from engine.language.spec.asking import Asks, Values
from engine.language.spec.events import EventAnalysis, EventRuntime, EventSpec, Stage
from engine.language.spec.fields import Field
from engine.language.spec.nodes import Family, NodeAnalysis, NodeOutput, NodeRuntime, NodeSpec
from engine.language.spec.phrases import EventPhrase, Wording
from engine.language.spec.search import SearchWords
from engine.language.spec.shapes import LocalizedText, Option
from engine.language.spec.shorthands import Opens


def options(*rows: tuple[str, str, str]) -> tuple[Option, ...]:
    """Return the words of a closed set from rows of a name and its title in English and Chinese."""
    return tuple(Option(name, LocalizedText(en, zh)) for name, en, zh in rows)


Text = LocalizedText | None
Spec = TypeVar("Spec", NodeSpec, EventSpec)


class NodeParts(TypedDict, total=False):
    """The keywords of a node: those of `NodeSpec`, `NodeOutput`, `NodeAnalysis` and `NodeRuntime`, which explain them."""

    wording: Wording
    aliases: tuple[str, ...]
    search: SearchWords
    icon: str
    extension: bool
    group: str
    example: tuple[Mapping[str, Any], ...]
    opens: Opens
    output: NodeOutput
    gives: str
    gives_by: tuple[str, Mapping[str, str]]
    results: Mapping[str, str]
    fixed: tuple[str, ...]
    emits: tuple[str, ...]
    writes: Mapping[str, str]
    changes: tuple[str, ...]
    suspends: bool
    cancels: bool
    answers: str
    is_self_limiting: bool
    by_others: bool
    is_terminal: bool
    counts: tuple[str, ...]
    removes: str
    draws_chance: bool
    asks: tuple[Asks, ...]
    fails_without: tuple[str, ...]
    run: Callable[..., Any]
    build: Callable[..., Any]
    eligible: Callable[..., Any]
    first_of: Callable[..., Any]
    inline: Callable[..., tuple[Any, ...]]
    inline_build: Callable[..., Callable[..., tuple[Any, ...]]]


class EventParts(TypedDict, total=False):
    """The keywords of an event: those of `EventSpec`, `EventAnalysis` and `EventRuntime`, which explain them."""

    words: Mapping[str, tuple[Option, ...]]
    wording: EventPhrase
    search: SearchWords
    aliases: tuple[str, ...]
    field_aliases: Mapping[str, str]
    extension: bool
    situations: tuple[Mapping[str, Values], ...]
    hidden: bool
    members: tuple[str, ...]
    source_field: str
    ends: tuple[str, ...]
    creates: bool
    emitted: bool
    heard: bool
    stage: Stage
    mode: Literal["nested", "deferred", "bus"]
    stages: tuple[Stage, ...]
    is_tried: bool
    cancellable: bool
    perform: str
    hears_after_leaving: bool
    has_after: bool


def _by_part(given: Mapping[str, Any], kinds: Mapping[str, type[Any]]) -> dict[str, Any]:
    """Return keywords as a specification takes them: those that are fields of its parts gathered into the parts."""
    part_of = {field.name: part for part, kind in kinds.items() for field in fields(kind)}
    parts: dict[str, dict[str, Any]] = {}
    for key, value in given.items():
        if key in part_of:
            parts.setdefault(part_of[key], {})[key] = value
    own = {key: value for key, value in given.items() if key not in part_of}
    return own | {part: kinds[part](**values) for part, values in parts.items()}


def event(
    name: str,
    title: LocalizedText,
    fields: Mapping[str, str] = MappingProxyType({}),
    doc: Text = None,
    phrase: Text = None,
    **given: Unpack[EventParts],
) -> EventSpec:
    """Return an event; each keyword goes to the part of `EventSpec` that has a field of this name."""
    parts = _by_part(given, {"analysis": EventAnalysis, "runtime": EventRuntime})
    return EventSpec(name, title, fields, doc=doc, phrase=phrase, **parts)


def node(
    family: Family,
    name: str,
    title: LocalizedText,
    fields: tuple[Field, ...] = (),
    doc: Text = None,
    phrase: Text = None,
    **given: Unpack[NodeParts],
) -> NodeSpec:
    """Return a node of a family; each keyword goes to the part of `NodeSpec` that has a field of this name."""
    parts = _by_part(given, {"output": NodeOutput, "analysis": NodeAnalysis, "runtime": NodeRuntime})
    return NodeSpec(family, name, title, fields, doc, phrase, **parts)


effect = partial(node, "effect")
condition = partial(node, "condition")
value = partial(node, "value")
chooser = partial(node, "chooser")


def extensions(*specs: Spec) -> tuple[Spec, ...]:
    """Return nodes or events marked as this project's own."""
    return tuple(replace(spec, extension=True) for spec in specs)
