"""One key of a node or of an object: what may be written there, and what the checker reads out of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from engine.language.spec.search import NO_WORDS, SearchWords
from engine.language.spec.shapes import BooleanLiteral, LocalizedText, ObjectShape, Shape


@dataclass(frozen=True, slots=True)
class FieldReference:
    """What the plain word in a field names, so that the checker can look it up."""

    names: str = ""
    """`trigger`, `card`, a sort of name that cards make, such as `skill`, or nothing where the word names nothing."""
    makes: str = ""
    """The sort of name that the word makes for other fields."""
    own_in: tuple[str, ...] = ()
    """The kinds of card in which the name must be one that the card itself makes."""
    kinds: tuple[str, ...] = ()
    """The kinds of which a card named here must be; any kind when empty."""
    when: tuple[str, str] | None = None
    """The field beside this one, and its word, under which the word is a name at all."""
    keys_of: tuple[str, str] | None = None
    """Of a map: the field beside it that names a card, and that card's own field, whose keys those of the map must be among."""
    part_of: tuple[str, str] | None = None
    """The field of the whole card that names another one, and that card's own field: the word must be an id in its list, or a letter in its rows."""
    is_base: bool = False
    """It names the card of which this one is a variant."""
    instead_of: str = ""
    """The field beside it that names a card, which is written here itself, as part of this card."""
    added_to: str = ""
    """The field of this kind of card that lists cards by their ids: those that this one lists are written here, and belong to that list."""
    one_of_variants: bool = False
    """Of a card and its variants the list may name one."""


@dataclass(frozen=True, slots=True)
class FieldAnalysis:
    """What the value of a field means to the checker and to the analysis of loops and costs."""

    bounded: bool = False
    """It is a number of passes: out of bounds, or without bounds, it is E-LOOP."""
    limits_firings: bool = False
    """It limits how often a trigger fires."""
    each_round: bool = False
    """That limit is one of a round which is more than a turn."""
    in_all: bool = False
    """That limit is one of the whole life of the trigger."""
    is_cost: bool = False
    """It is what a card costs."""
    narrows: bool = False
    """It is the condition by which a chooser leaves things out."""
    reads_variable: bool = False
    """It names a variable that the node reads."""
    names_number: bool = False
    """It names a number that the author invented, which rules text calls a counter unless `called` knows better."""
    live: bool = False
    """It is read again and again, by rules that cannot wait: nothing in it may ask or draw chance."""
    is_candidate: bool = False
    """In a filter, its absence means the candidate."""
    opens: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Names that can be referred to inside this field alone, each with its fields and their types."""
    too_early: Mapping[str, str] = field(default_factory=dict)
    """Names of the record around that have no value yet when this field is read, each with the field beside it that may name them."""


@dataclass(frozen=True, slots=True)
class Attribute:
    """What the things of a chooser must be, as a field beside its filter: how a match tests it, and where their noun says it.

    Shapes: `test` is called with state, environment, thing and the value of the field; `noun` has singular, plural and Chinese of the
            noun that the value puts in the place of their own; `{}` in the texts is the value. `first` comes before all other words of
            the noun ("another"), `before` before its last; `clause`, behind the noun, has both forms of an English verb, singular
            first: "that costs|cost {} or less". A value of `called` has those words first and nothing else. `reads` is the property that a
            filter would compare instead, by the sign of the comparison: `("health", "<=")`.
    """

    test: Callable[..., bool]
    noun: Mapping[str, tuple[str, str, str]] = field(default_factory=dict)
    first: LocalizedText | None = None
    before: LocalizedText | None = None
    clause: LocalizedText | None = None
    called: Mapping[str, LocalizedText] = field(default_factory=dict)
    reads: tuple[str, str] = ("", "")


@dataclass(frozen=True, slots=True)
class Field:
    """One key of a node or record."""

    name: str
    """The key as documents have it."""
    shape: Shape
    """What may be written there."""
    title: LocalizedText
    """What forms and reference pages call it."""
    required: bool = True
    """Whether a document must have it."""
    doc: LocalizedText | None = None
    """What it does, for the reference page and the form."""
    aliases: tuple[str, ...] = ()
    """Old keys, which are rewritten to `name` with W-ALIAS."""
    default: int | str | None = None
    """What an absent field counts as, where one word or number says it; `doc` says it otherwise.

    Where a node requires the field nonetheless, the default is written into the document, with a warning.
    """
    called: Mapping[str, LocalizedText] = field(default_factory=dict)
    """What known words of an open set are called in rules text; editors offer them."""
    analysis: FieldAnalysis = field(default_factory=FieldAnalysis)
    """What its value means to the checker."""
    reference: FieldReference = field(default_factory=FieldReference)
    """What its plain word names."""
    attribute: Attribute | None = None
    """What it asks of the things of its chooser; the compiler tests it, and the chooser's function does not get it."""
    search: SearchWords = NO_WORDS
    """What authors say when they mean it, beside its title: "twice a round" for the field that limits a trigger."""
    shorthand: bool = False
    """It stands for something else of its record, as `RecordSpec.opens` has it; in the core form there is no such key."""
    unless: str = ""
    """Of a required field: the shorthand of its record that may stand instead of it."""

    @property
    def is_record_of_rules(self) -> bool:
        """Whether it holds a record that the function of its node does not get: of attributes, or a card."""
        return self.narrows_by_record or bool(self.reference.instead_of)

    @property
    def narrows_by_record(self) -> bool:
        """Whether it holds a record of attributes, which leave things out."""
        return self.analysis.narrows and isinstance(self.shape, ObjectShape)


COUNTS_ALWAYS = Field(
    "countsAlways",
    BooleanLiteral(),
    LocalizedText("Counts each time it is asked", "每次响应都计次"),
    required=False,
    doc=LocalizedText(
        "A use counts each time it is asked, even where it does nothing. When absent, a use counts only where it changed the event or its effects did something.",
        "每次响应都计一次，即使没有产生效果。缺省时，只有改变了事件或效果有实际作用时才计次。",
    ),
    default=False,
)
"""Of a trigger with uses: what counts as one (added by this project)."""
