"""Objects without a discriminator, and the kinds of card that are distinguished by their keys."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.json_values import Json
from engine.language.spec.fields import Field
from engine.language.spec.phrases import Wording
from engine.language.spec.shapes import LocalizedText
from engine.language.spec.shorthands import Opens


@dataclass(frozen=True, slots=True)
class RecordSpec:
    """An object without a discriminator: a card, a behaviour, a trigger."""

    name: str
    """The name by which `ObjectShape` refers to it."""
    title: LocalizedText
    """What forms and reference pages call it."""
    fields: tuple[Field, ...]
    """Its keys, in the order in which they are shown."""
    doc: LocalizedText | None = None
    """What it is, for the reference page."""
    gives: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """The names that everything inside it may use, each with its fields and their types."""
    knows: Mapping[str, str] = field(default_factory=dict)
    """The fields of an event that are known inside it although it answers none, and their types."""
    phrase: LocalizedText | None = None
    """The sentence in rules text of a record that does something by being there."""
    wording: Wording = field(default_factory=Wording)
    """What the rules text needs beyond that sentence."""
    demands: LocalizedText | None = None
    """The sentence that says under which conditions it can be done at all, with a place `{}` for them."""
    extension: bool = False
    """This project's own: the document that the ruleset follows does not have it."""
    opens: Opens | None = None
    """What a record in which a shorthand is written stands for."""

    def field(self, name: str) -> Field | None:
        return next((f for f in self.fields if f.name == name), None)


@dataclass(frozen=True, slots=True)
class KindSpec:
    """One kind of card. A document that is marked as none of them is of the last kind."""

    name: str
    """The name of the kind, as manifests and counts have it."""
    title: LocalizedText
    """What pages and forms call it."""
    record: str
    """The record that a card of this kind is."""
    marker: str | None = None
    """The key whose presence marks the kind, or whose value does where `word` is given."""
    doc: LocalizedText | None = None
    """What it is, for the reference page."""
    word: str | None = None
    """The value of `marker` that marks the kind."""
    itself: LocalizedText | None = None
    """What its abilities call the card ("this vessel"); "this card" when absent."""
    implied_event: str = ""
    """The event whose triggers rules text gives without a heading, as what the card simply does."""
    lends: LocalizedText | None = None
    """What it gives to another card, with a place `{all}` for its numbers and keywords, which are its own when absent."""
    lent_numbers: tuple[tuple[str, str, LocalizedText, str], ...] = ()
    """The numbers that it gives: record and field of the card, what so much of it is called, and the keyword that says the same."""
    declares: bool = False
    """Its cards say what the others of their pack may say; strict mode takes them only with a manifest that lists their file."""
    itself_as: Mapping[str, LocalizedText] = field(default_factory=dict)
    """What `itself` is where an event means the card by a field of this type ("this region" of an ability that belongs to one)."""
    called: Mapping[str, LocalizedText] = field(default_factory=dict)
    """What places of sentences that name no field are called on such a card: {host} is "this character" on a character."""

    names_you: bool = False
    """It has no owner: its triggers say "you" where one does what they say."""

    def marks(self, document: Json) -> bool:
        """Return whether a document says of itself that it is of this kind."""
        if self.word is not None and self.marker is not None:
            return bool(document.get(self.marker) == self.word)
        return self.marker in document
