"""The single source of truth: what nodes, records, events and timings a ruleset's documents are made of.

Parser, checker, compiler, JSON Schema, reference pages, form hints, card text and coverage are all derived from these values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from engine.errors import Problem
from engine.language.spec.phrases import EventPhrase, GrantPhrase, Noun, Wording
from engine.language.spec.shapes import LocalizedText, Shape
from engine.language.spec.syntax import FLAT, NodeSyntax

Family = Literal["effect", "condition", "value", "chooser", "keyword"]
FAMILIES: tuple[Family, ...] = ("effect", "condition", "value", "chooser")
"""The families that every ruleset's documents have; a ruleset that declares keywords has them too."""
Stage = Literal["check", "modify", "before", "after"]


@dataclass(frozen=True, slots=True)
class Field:
    """One key of a node or record.

    `default` is what an absent field counts as, where that is one word or number; `doc` says it otherwise. Where a node
    requires the field nonetheless, it is written into the document, with a warning.
    `aliases` are spellings that are rewritten to `name` with W-ALIAS; `ui` are hints for the form;
    `bounded` marks a number of passes: out of bounds, or unbounded, it is E-LOOP; `limits` a number of firings,
    `cost` what a card costs, `narrows` what a chooser leaves out by, `reads` the variable whose name stands here;
    `names` says what a plain word here names (`trigger`, `card`), under `when`, another field and its word, if that decides;
    `of` is the kind that a card named here must be of, where not any will do; `keys_of`, of a map, is the field beside it that names
    a card, and the field of that card's own whose keys those of the map must be among;
    `called` is what known words of an open set are called;
    `opens` are names that can be said inside this field alone, each with its fields and their types.
    """

    name: str
    shape: Shape
    title: LocalizedText
    required: bool = True
    doc: LocalizedText | None = None
    aliases: tuple[str, ...] = ()
    ui: Mapping[str, Any] = field(default_factory=dict)
    bounded: bool = False
    default: int | str | None = None
    limits: bool = False
    cost: bool = False
    narrows: bool = False
    reads: bool = False
    names: str = ""
    of: str = ""
    keys_of: tuple[str, str] | None = None
    when: tuple[str, str] | None = None
    opens: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    called: Mapping[str, LocalizedText] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class NodeSpec:
    """One node type of the language.

    Shapes: `fields` in the order in which they are evaluated and shown; `result` is what an effect with an `id` binds
            (name to type), `fixed` those that are the same in every pass of a loop; `gives` is the type of a value node or of the things a chooser picks, `gives_by` the field whose word
            decides it, with the type for each word that gives another;
            `says` is the sentence of the rules text, with `{field}` places, and `wording` what it needs beyond that
            (`sayings` tells how both are written); `cancels` marks an effect that cancels the
            event around it, `is_self_limiting` one whose targets run out when it is done again and again, `ends` one behind which
            nothing of its behaviour or trigger is done; `suspends` one that asks or waits, `chance` a node that draws
            chance; `writes` maps a variable to `+` or `-`, or to the field whose sign says which way it goes;
            `example` are the effects that show it in the reference, where those made from its fields would not do;
            `run` is called with evaluated fields; `build`, for control nodes, lays its own ops; that of a condition or value
            makes its own closure, which sees the environment; `inline` does the effect inside a `modify` stage: (state,
            environment, payload, commit, fields…) to the payload that goes on. One without `run` and `build` stands there alone.
    """

    family: Family
    name: str
    title: LocalizedText
    fields: tuple[Field, ...] = ()
    doc: LocalizedText | None = None
    phrase: LocalizedText | None = None
    wording: Wording = field(default_factory=Wording)
    gives: str = "any"
    gives_by: tuple[str, Mapping[str, str]] | None = None
    result: Mapping[str, str] = field(default_factory=dict)
    emits: tuple[str, ...] = ()
    suspends: bool = False
    cancels: bool = False
    is_self_limiting: bool = False
    aliases: tuple[str, ...] = ()
    group: str = ""
    icon: str = ""
    example: tuple[Mapping[str, Any], ...] = ()
    run: Callable[..., Any] | None = None
    build: Callable[..., Any] | None = None
    inline: Callable[..., tuple[Any, ...]] | None = None
    is_terminal: bool = False
    chance: bool = False
    writes: Mapping[str, str] = field(default_factory=dict)
    fixed: tuple[str, ...] = ()

    def field(self, name: str) -> Field | None:
        return next((f for f in self.fields if f.name == name), None)

    def given(self, node: Mapping[str, Any]) -> str:
        """Return the type that a node of this kind gives, as far as its own words decide it."""
        if self.gives_by is None:
            return self.gives
        key, kinds = self.gives_by
        word = node.get(key)
        return kinds.get(word, self.gives) if isinstance(word, str) else self.gives


@dataclass(frozen=True, slots=True)
class RecordSpec:
    """An object without a discriminator: a card, a behaviour, a trigger.

    Shapes: `gives` are the names that everything inside it may use, each with its fields and their types;
            `says` and `wording` are the sentence of the rules text of one that does something by being there.
    """

    name: str
    title: LocalizedText
    fields: tuple[Field, ...]
    doc: LocalizedText | None = None
    gives: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    phrase: LocalizedText | None = None
    wording: Wording = field(default_factory=Wording)

    def field(self, name: str) -> Field | None:
        return next((f for f in self.fields if f.name == name), None)


@dataclass(frozen=True, slots=True)
class EventSpec:
    """A named happening.

    Shapes: `fields` name to type, in payload order; `members` makes it a group of other events, whose common fields it has.
            `perform` is the code block of its default action; `stage` is where a listener that names no stage stands;
            `mode` and `hears_after_leaving` as in the kernel's `EventRule`; `source` is the field that says who or what did it;
            `emitted` is false where nothing of this ruleset raises it; `says` is what happens, as a sentence with places, from
            which "whenever …" is made, and `moment` what it needs beyond that.
    """

    name: str
    title: LocalizedText
    fields: Mapping[str, str] = field(default_factory=dict)
    stage: Stage = "after"
    cancellable: bool = False
    perform: str | None = None
    members: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    field_aliases: Mapping[str, str] = field(default_factory=dict)
    extension: bool = False
    hidden: bool = False
    doc: LocalizedText | None = None
    mode: Literal["nested", "deferred", "bus"] = "nested"
    hears_after_leaving: bool = False
    source: str | None = None
    emitted: bool = True
    phrase: LocalizedText | None = None
    timing: EventPhrase = field(default_factory=EventPhrase)

    @property
    def keys(self) -> tuple[str, ...]:
        """The names under which a listener's environment holds the payload."""
        return tuple(f"{self.name}.{name}" for name in self.fields)


@dataclass(frozen=True, slots=True)
class TimingSpec:
    """A card's own moment (000 `at`): the kinds of card that have it, and what it gives.

    Shapes: `says` heads the rules text of what is done then, the title when absent; it is left unsaid on cards on which
            each key of `plain` has that value (on every card, when there is no key in it).
    """

    name: str
    title: LocalizedText
    kinds: tuple[str, ...]
    fields: Mapping[str, str]
    field_aliases: Mapping[str, str] = field(default_factory=dict)
    doc: LocalizedText | None = None
    phrase: LocalizedText | None = None
    plain: Mapping[str, str] | None = None


@dataclass(frozen=True, slots=True)
class KindSpec:
    """One kind of card: its record, and the key whose presence, or whose value where `word` is given, tells it from the others.

    Shapes: a document that is told to be of no kind is of the last;
            `itself` is what its abilities call it ("this vessel"), this card when absent; `moment` an event of its own that goes
            without saying; `lends` what it gives to another card, else its keywords are its own.
    """

    name: str
    title: LocalizedText
    record: str
    marker: str | None = None
    doc: LocalizedText | None = None
    word: str | None = None
    itself: LocalizedText | None = None
    timing: str = ""
    lends: GrantPhrase | None = None

    def marks(self, document: Mapping[str, Any]) -> bool:
        """Tell whether a document says of itself that it is of this kind."""
        if self.word is not None and self.marker is not None:
            return bool(document.get(self.marker) == self.word)
        return self.marker in document


@dataclass(frozen=True, slots=True)
class Lifetime:
    """How long a trigger lasts (000 `mode`): the event that removes it, and the payload field that must be its owner's.

    Shapes: `says` is the span as the rules text says it ("this turn"), the title when absent; `keys` are patterns of which a
            written text that claims this span holds one.
    """

    name: str
    title: LocalizedText
    once: bool = False
    until: str | None = None
    owner_field: str | None = None
    aliases: tuple[str, ...] = ()
    phrase: LocalizedText | None = None
    keys: LocalizedText | None = None


@dataclass(frozen=True)
class Vocabulary:
    """All that a ruleset's documents may say.

    Shapes: tuples are in the order in which schema, palette and reference pages show them; the mappings beside them look up by name;
            `lint` yields the problems that the shapes of a canonical document cannot say: it sees the core form, and its pointers
            are led back to the surface; `syntaxes` say by family how nodes are written, flat where they say nothing;
            `null_is_absent` lets a field that may be left out be written as null;
            `migrations` lead from a major version to the next, each a pure function of a card that is right in its version;
            `nouns` are what things of a type are called.
            `modify_gives_way` says that its authors cannot choose a stage: what cannot be done while an event is modified is done after it.
    """

    ruleset: str
    version: str
    kinds: tuple[KindSpec, ...]
    records: tuple[RecordSpec, ...]
    nodes: tuple[NodeSpec, ...]
    events: tuple[EventSpec, ...]
    timings: tuple[TimingSpec, ...]
    lifetimes: tuple[Lifetime, ...]
    subtypes: Mapping[str, str] = field(default_factory=dict)
    lint: Callable[[Any], Iterable[Problem]] | None = None
    migrations: Mapping[int, Callable[[Any], Any]] = field(default_factory=dict)
    nouns: Mapping[str, Noun] = field(default_factory=dict)
    syntaxes: Mapping[str, NodeSyntax] = field(default_factory=dict)
    null_is_absent: bool = False
    modify_gives_way: bool = False

    def __post_init__(self) -> None:
        index: dict[str, Mapping[str, Any]] = {
            "record": {r.name: r for r in self.records},
            "event": {e.name: e for e in self.events},
            "timing": {t.name: t for t in self.timings},
            "lifetime": {m.name: m for m in self.lifetimes},
            "kind": {k.name: k for k in self.kinds},
        }
        for family in (*FAMILIES, "keyword"):
            index[family] = {n.name: n for n in self.nodes if n.family == family}
        object.__setattr__(self, "_index", index)

    def family(self, family: str) -> Mapping[str, NodeSpec]:
        return self.__dict__["_index"][family]  # type: ignore[no-any-return]  # built in __post_init__, typed by its callers

    @property
    def families(self) -> tuple[str, ...]:
        """The families of nodes that documents may have."""
        return (*FAMILIES, "keyword") if self.family("keyword") else FAMILIES

    def syntax(self, family: str) -> NodeSyntax:
        """Return how the nodes of a family are written."""
        return self.syntaxes.get(family, FLAT)

    def kind_of(self, document: Any) -> KindSpec | None:
        """Return the kind of card that a document says it is, the last where it says none; None when it is no object."""
        if not isinstance(document, dict):
            return None
        *marked, last = self.kinds
        return next((kind for kind in marked if kind.marks(document)), last)

    def record(self, name: str) -> RecordSpec:
        return self.__dict__["_index"]["record"][name]  # type: ignore[no-any-return]  # as above

    def event(self, name: str) -> EventSpec | None:
        return self.__dict__["_index"]["event"].get(name)  # type: ignore[no-any-return]  # as above

    def timing(self, name: str) -> TimingSpec | None:
        return self.__dict__["_index"]["timing"].get(name)  # type: ignore[no-any-return]  # as above

    def lifetime(self, name: str) -> Lifetime | None:
        return self.__dict__["_index"]["lifetime"].get(name)  # type: ignore[no-any-return]  # as above

    def is_a(self, found: str, wanted: str) -> bool:
        """A thing of type `found` may stand where `wanted` is asked."""
        if found == wanted or "any" in (found, wanted):
            return True
        parent = self.subtypes.get(found)
        return parent is not None and self.is_a(parent, wanted)
