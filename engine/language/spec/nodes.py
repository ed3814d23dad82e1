"""One node type of the language: its syntax, the types it gives, what analysis must know, how it runs and how it reads."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from engine.json_values import Json
from engine.language.spec.asking import Asks
from engine.language.spec.fields import Field
from engine.language.spec.phrases import Wording
from engine.language.spec.search import SearchWords
from engine.language.spec.shapes import LocalizedText
from engine.language.spec.shorthands import Opens

Family = Literal["effect", "condition", "value", "chooser", "keyword"]
FAMILIES: tuple[Family, ...] = ("effect", "condition", "value", "chooser")
"""The families that every ruleset's documents have; a ruleset that declares keywords has them too."""


@dataclass(frozen=True, slots=True)
class NodeOutput:
    """The types of what a node yields."""

    gives: str = "any"
    """The type of a value node, or of the things that a chooser picks."""
    gives_by: tuple[str, Mapping[str, str]] | None = None
    """The field whose word decides the type, with the type for each word that gives another than `gives`."""
    results: Mapping[str, str] = field(default_factory=dict)
    """What an effect with an `id` binds: name to type."""
    fixed: tuple[str, ...] = ()
    """Those of `results` that are the same in every pass of a loop."""


@dataclass(frozen=True, slots=True)
class NodeAnalysis:
    """What the checker and the analysis of trigger cycles must know of a node, since they do not run it."""

    emits: tuple[str, ...] = ()
    """The events that it may emit."""
    writes: Mapping[str, str] = field(default_factory=dict)
    """The variables that it changes: each with `+` or `-`, or with the field whose sign says which way."""
    changes: tuple[str, ...] = ()
    """The fields of the event around it that it changes."""
    suspends: bool = False
    """It may ask a player or wait for something."""
    cancels: bool = False
    """It cancels the event around it."""
    answers: str = ""
    """The event that the trigger around it must be on, since it acts on that; any place will do when empty."""
    is_self_limiting: bool = False
    """Its targets run out when it is done again and again."""
    by_others: bool = False
    """What it emits may have another source than the card that does it."""
    is_terminal: bool = False
    """Nothing of its behaviour or trigger is done after it."""
    counts: tuple[str, ...] = ()
    """It gives a number of things of which there are only so many: always when it holds "", else with one of these words in a field."""
    removes: str = ""
    """The field that names what the effect takes out of the match."""
    draws_chance: bool = False
    """It draws from the match's source of chance."""
    asks: tuple[Asks, ...] = ()
    """What it must find in the event that is answered."""
    fails_without: tuple[str, ...] = ()
    """Of a condition: the choosers without whose things it is not true."""


@dataclass(frozen=True, slots=True)
class NodeRuntime:
    """How a node is compiled and run; one with neither `run` nor `build` exists only inside a `modify` stage."""

    run: Callable[..., Any] | None = None
    """Called with the state and the evaluated fields."""
    build: Callable[..., Any] | None = None
    """Of a control node: emits its own ops. Of a condition or value: makes a closure that sees the environment."""
    eligible: Callable[..., Any] | None = None
    """Which of some candidates a player may pick, given state and environment, all where there is none: of a chooser, and of an effect, whose
    choosers offer only what it can be done to."""
    first_of: Callable[..., Any] | None = None
    """Of a chooser: takes from what the filter keeps, in order, given the evaluated fields: the most injured of those that pass, say."""
    inline: Callable[..., tuple[Any, ...]] | None = None
    """Does the effect inside a `modify` stage: (state, environment, payload, commit, fields…) to the payload that goes on."""
    inline_build: Callable[..., Callable[..., tuple[Any, ...]]] | None = None
    """Of a control node: makes a closure that does it inside a `modify` stage."""


@dataclass(frozen=True, slots=True)
class NodeSpec:
    """One node type of the language."""

    family: Family
    """Where it may be written: as an effect, a condition, a value, a chooser or a keyword."""
    name: str
    """The name by which documents call it."""
    title: LocalizedText
    """What the palette and the reference pages call it."""
    fields: tuple[Field, ...] = ()
    """Its keys, in the order in which they are evaluated and shown."""
    doc: LocalizedText | None = None
    """What it does, for the reference page and the palette."""
    phrase: LocalizedText | None = None
    """Its sentence in rules text, with `{field}` places; see `phrases`."""
    wording: Wording = field(default_factory=Wording)
    """What the rules text needs beyond that sentence."""
    aliases: tuple[str, ...] = ()
    """Old names, which are rewritten to `name` with W-ALIAS."""
    search: SearchWords = field(default_factory=SearchWords)
    """What authors look for when they mean it."""
    icon: str = ""
    """The icon of the palette; that of its group when empty."""
    extension: bool = False
    """This project's own: the document that the ruleset follows does not have it."""
    group: str = ""
    """The group of the palette and of the reference in which it is shown."""
    example: tuple[Json, ...] = ()
    """The effects that show it in the reference, where those made from its fields would not do."""
    output: NodeOutput = field(default_factory=NodeOutput)
    """The types of what it yields."""
    analysis: NodeAnalysis = field(default_factory=NodeAnalysis)
    """What the checker must know of what it does."""
    runtime: NodeRuntime = field(default_factory=NodeRuntime)
    """How it is compiled and run."""
    expansions: Mapping[str, tuple[Json, ...]] = field(default_factory=dict)
    """Of a keyword that a pack declares: what a card with it gets, in core form, by the key of the card."""

    opens: Opens | None = None
    """Of a shorthand: what it stands for in the core form, where there is no node of this name."""

    def field(self, name: str) -> Field | None:
        return next((f for f in self.fields if f.name == name), None)

    def given_type(self, node: Json) -> str:
        """Return the type that a node of this kind gives, as far as its own words decide it."""
        if self.output.gives_by is None:
            return self.output.gives
        key, kinds = self.output.gives_by
        word = node.get(key)
        return kinds.get(word, self.output.gives) if isinstance(word, str) else self.output.gives
