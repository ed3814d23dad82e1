"""What a trigger may wait for: the events of a ruleset, the timings of its cards, and how long a trigger lasts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from engine.language.spec.asking import Values
from engine.language.spec.phrases import Case, Wording
from engine.language.spec.search import NO_WORDS, SearchWords
from engine.language.spec.shapes import LocalizedText, Option

Stage = Literal["check", "modify", "before", "after"]


@dataclass(frozen=True, slots=True)
class EventAnalysis:
    """What the checker must know of an event."""

    source_field: str | None = None
    """The payload field that says who or what caused it."""
    ends: tuple[str, ...] = ()
    """The payload fields whose thing leaves play by it, which happens to each only once."""
    creates: bool = False
    """Something comes into play by it, which may leave again."""
    emitted: bool = True
    """False where nothing of this ruleset emits it."""
    heard: bool = True
    """False where no card can answer it yet, or any more."""


@dataclass(frozen=True, slots=True)
class EventRuntime:
    """How the kernel runs an event; `mode` and `hears_after_leaving` as in its `EventRule`."""

    stage: Stage = "after"
    """The stage of a listener that names none."""
    mode: Literal["nested", "deferred", "bus"] = "nested"
    """When its listeners are answered: at once, after the action that emitted it, or from the bus."""
    stages: tuple[Stage, ...] = ()
    """The only stages at which it is heard; all that the vocabulary has when empty."""
    is_tried: bool = False
    """One that a trigger forbids was about to happen; others are not offered then, so that none is used up by it."""
    cancellable: bool = False
    """A listener at stage `before` may cancel it."""
    perform: str | None = None
    """The code block of its default action."""
    hears_after_leaving: bool = False
    """Cards that have just left play still hear it."""
    counted_before: bool = False
    """It is raised behind what it is about: the ruleset counts it before, so that a card which is played counts itself."""
    has_after: bool = True
    """Something comes after it; without, listeners may only change what it is about to do."""


@dataclass(frozen=True, slots=True)
class EventSpec:
    """Something that happens in a match and that triggers listen to."""

    name: str
    """The name by which triggers call it."""
    title: LocalizedText
    """What forms and reference pages call it."""
    fields: Mapping[str, str] = field(default_factory=dict)
    """The payload: name to type, in order."""
    words: Mapping[str, tuple[Option, ...]] = field(default_factory=dict)
    """Of those that are texts: the only words that they can be, where no field of a card says it."""
    doc: LocalizedText | None = None
    """What there is to know about it, for the reference page."""
    search: SearchWords = field(default_factory=SearchWords)
    """What authors look for when they mean it."""
    aliases: tuple[str, ...] = ()
    """Old names, which are rewritten to `name` with W-ALIAS."""
    field_aliases: Mapping[str, str] = field(default_factory=dict)
    """Old names of payload fields, each with the name that it has now."""
    extension: bool = False
    """It is not among the events of the source documents: this project added it."""
    situations: tuple[Mapping[str, Values], ...] = ({},)
    """In which situations it comes: what is known of its fields beyond their types, and of facts that are no field."""
    hidden: bool = False
    """No trigger may name it."""
    members: tuple[str, ...] = ()
    """Of a group: the events that it stands for, whose common fields it has."""
    phrase: LocalizedText | None = None
    """What happens, as a sentence with places, from which "whenever …" is made."""
    wording: Wording = field(default_factory=Wording)
    """What the rules text needs beyond that sentence."""
    analysis: EventAnalysis = field(default_factory=EventAnalysis)
    """What the checker must know of it."""
    runtime: EventRuntime = field(default_factory=EventRuntime)
    """How the kernel runs it."""

    @property
    def keys(self) -> tuple[str, ...]:
        """The names under which a listener's environment holds the payload."""
        return tuple(f"{self.name}.{name}" for name in self.fields)


@dataclass(frozen=True, slots=True)
class TimingSpec:
    """A moment of the card itself (000 `at`), such as being played."""

    name: str
    """The word that documents have at `at`."""
    title: LocalizedText
    """What forms and reference pages call it."""
    kinds: tuple[str, ...]
    """The kinds of card that have it."""
    fields: Mapping[str, str]
    """What effects may refer to at that time: name to type."""
    field_aliases: Mapping[str, str] = field(default_factory=dict)
    """Old names of those fields, each with the name that it has now."""
    doc: LocalizedText | None = None
    """What there is to know about it, for the reference page."""
    phrase: LocalizedText | None = None
    """The heading in rules text of what is done then; the title when absent."""
    search: SearchWords = field(default_factory=SearchWords)
    """What authors look for when they mean it."""
    results: Mapping[str, Case] = field(default_factory=dict)
    """What its fields are called that are numbers or words."""
    plain: Mapping[str, str] | None = None
    """The heading is left out on cards on which each of these keys has that value; on every card when it is empty."""


@dataclass(frozen=True, slots=True)
class Lifetime:
    """How long a trigger lasts (000 `mode`)."""

    name: str
    """The word that documents have at `mode`."""
    title: LocalizedText
    """What forms and reference pages call it."""
    once: bool = False
    """The trigger is removed when it has fired."""
    until: str | None = None
    """The event that removes it."""
    owner_field: str | None = None
    """The payload field of that event that must be the trigger's owner."""
    zones: tuple[str, ...] = ()
    """It lasts while its card lies in one of these zones; in any, where there are none."""
    aliases: tuple[str, ...] = ()
    """Old words, which are rewritten with W-ALIAS."""
    phrase: LocalizedText | None = None
    """The span as rules text says it ("this turn"); the title when absent."""
    keys: LocalizedText | None = None
    """Patterns, one of which is found in a written text that claims this span."""
    search: SearchWords = NO_WORDS
    """What authors say when they mean it: "whenever" for one that lasts."""
    period: str = ""
    """The period with whose end it ends, where no event does: `turn` or `round`, as the rules of the game close them."""
    enters_at: tuple[str, ...] = ()
    """The moments at which a card comes into play: where all that is done then lasts so, neither moment nor span is stated."""


@dataclass(frozen=True, slots=True)
class EventWord:
    """A word of the trade that may be written instead of an event: the event, and what is asked of it."""

    name: str
    title: LocalizedText
    doc: LocalizedText
    event: str
    """The event for which it stands; its fields are read under that name."""
    conditions: tuple[Mapping[str, Any], ...] = ()
    """In core form."""
    search: SearchWords = NO_WORDS
