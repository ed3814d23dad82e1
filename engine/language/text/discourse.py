"""The discourse of one behaviour: what names in the document refer to, and what was mentioned last."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from engine.language.analysis.scope import Glob, glob, overlap
from engine.language.planning.document_reader import node_spec
from engine.language.planning.templates import PLAIN, Place
from engine.language.spec import NOUNS, Case, KindSpec, Lifetime, LocalizedText, NodeSpec, Noun, Vocabulary
from engine.language.spec.interpolation import Path, parsed_text
from engine.language.text.chinese import Chinese
from engine.language.text.english import English

SELF = "self"
"""The key of the card itself, and what a case asks of a field that must be it."""
MISSING = "…"
"""Stands for words that a document does not give."""
YOU = LocalizedText("you", "你")
GRAMMARS = {"en": English(), "zh": Chinese()}
"""The grammars of all languages of rules text; Chinese overrides what English does otherwise."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """A thing or a number in words, or the name of a thing to which the text can refer again.

    Shapes: `referent` is the name for what a phrase mentions; `key` identifies what a name is of, `type` is the name of
            its type; `distributive` marks several things to each of which something is done, `has_letter` a name that
            no pronoun replaces, `yours` a thing that is the card's own player's; `first` is what it is
            called at its first mention.
    """

    text: str
    key: str = ""
    type: str = ""
    you: bool = False
    plural: bool = False
    distributive: bool = False
    has_letter: bool = False
    yours: bool = False
    first: str = ""
    referent: Phrase | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Fact:
    """A result that is a number, a word or a truth; `referents` fill the places of its sentence."""

    result: Case
    referents: Mapping[str, Phrase] = field(default_factory=dict)


Meaning = Phrase | Fact
Mark = tuple[tuple[str, int], dict[str, tuple[int, Phrase]], set[str]]
"""The focus and the mentions at a place of a text, and what is still what it was called."""
_EACH_OF, _ORDER = "each of ", re.compile(r"\w+ ", re.ASCII)
"""What goes without saying of several things right behind the verb of an order: "destroy two random units"."""
NO_FOCUS = ("", 0)
FillPlace = Callable[[Place], Phrase]
"""Puts what a place of a sentence stands for in words."""


class DiscourseContext:
    """What one behaviour has mentioned in one language.

    Shapes: `bindings` maps each name, or the pattern of a template that makes names, to its fields; a trigger sees a
            copy; `clock` counts clauses, `focus` is the key of the last referent with its clause, `nearby` are things that
            were mentioned, by key; `unchanged` are the keys of those since which nothing was done, so that "the active
            character" is still the same; `others` records whether this
            sentence has mentioned another player; `roles` are the fields of the event around, `inside` says that
            there is one, and `matches` that its condition counts what it finds; `entry_span` is a lifetime that goes
            without saying.
    """

    def __init__(self, vocabulary: Vocabulary, language: str, kind: KindSpec | None) -> None:
        self.vocabulary = vocabulary
        self.grammar = GRAMMARS[language]
        self.chinese = language == "zh"
        self.kind = kind
        self.bindings: dict[Glob, dict[str, Meaning]] = {}
        self.focus = NO_FOCUS
        self.nearby: dict[str, tuple[int, Phrase]] = {}
        self.unchanged: set[str] = set()
        self.clock = 0
        self.others = self.inside = self.matches = False
        self.entry_span: Lifetime | None = None
        self.roles: Mapping[str, Phrase] = {}
        self._called_first: set[str] = set()
        self._choices: dict[str, int] = {}
        self._keys = 0

    def is_unstated(self, lifetime: Any) -> bool:
        """Return whether a lifetime, or the word for one, is what goes without saying here."""
        span = self.entry_span
        return span is not None and not self.inside and lifetime in (span, span.name)

    def translate(self, text: LocalizedText) -> str:
        """Return a text in this language."""
        return text[self.grammar.INDEX]

    def say(self, template: LocalizedText, *words: object) -> str:
        """Return a template in this language with words in its places."""
        return self.translate(template).format(*words)

    def declaration(self, family: str, node: Any) -> NodeSpec | None:
        """Return the declaration of a node."""
        return node_spec(self.vocabulary, family, node)

    def noun(self, kind: str) -> Noun:
        """Return the noun for things of a type."""
        kind = kind.removesuffix("[]")
        while kind:
            noun = self.vocabulary.nouns.get(kind) or NOUNS.get(kind)
            if noun is not None:
                return noun
            kind = self.vocabulary.subtypes.get(kind, "")
        return NOUNS["any"]

    def is_player(self, kind: str) -> bool:
        """Return whether things of a type are players."""
        return self.noun(kind) is self.noun("player")

    # ------------------------------------------------------------------------------------------------ bindings

    def bind(self, label: Any, fields: dict[str, Meaning]) -> None:
        """Bind the results of an effect to its id; a label that cannot be parsed binds nothing."""
        path = parsed_text(label)
        if path is not None:
            self.bindings[glob((path,) if isinstance(path, str) else path.pieces)] = fields

    def bind_event(self, name: str, fields: Mapping[str, Meaning]) -> None:
        """Bind the fields of an event or timing; they hide fields of the same name outside."""
        self.bindings[(name,)] = {**self.bindings.get((name,), {}), **fields}

    def meaning(self, value: Any) -> Meaning | None:
        """Return the meaning of a reference; None for anything else."""
        path = parsed_text(value)
        if not isinstance(path, Path):
            return None
        pattern, key = _split(path)
        exact = self.bindings.get(pattern)
        if exact is not None:
            return exact.get(key)
        others = self.bindings.items()
        return next((fields[key] for other, fields in others if key in fields and overlap(pattern, other)), None)

    def rename_earlier(self, definite: str) -> None:
        """Give what has a name another one, for something nearer takes it."""
        name = self.grammar.earlier(definite)
        for label, fields in self.bindings.items():
            renames = {
                key: replace(meaning, text=name)
                for key, meaning in fields.items()
                if isinstance(meaning, Phrase) and meaning.text == definite
            }
            if renames:
                self.bindings[label] = {**fields, **renames}

    @contextmanager
    def trigger_scope(self) -> Iterator[None]:
        """Keep what a trigger binds and brings inside it."""
        outside = self.bindings, self.inside, self.roles, self.matches
        self.bindings = self.bindings.copy()
        yield
        self.bindings, self.inside, self.roles, self.matches = outside

    # ------------------------------------------------------------------------------------------------ referents

    def key(self) -> str:
        """Return a new key."""
        self._keys += 1
        return f"#{self._keys}"

    def new(self, kind: str, *, plural: bool = False, definite: str = "") -> Phrase:
        """Return a new referent."""
        name = definite or self.grammar.definite(self.noun(kind), plural=plural)
        return Phrase(name, self.key(), kind, plural=plural, distributive=plural)

    def choose(self, kind: str, *, plural: bool) -> Phrase:
        """Return a new referent for what was chosen, distinct from earlier choices."""
        noun = self.noun(kind)
        self._choices[noun.one] = place = self._choices.get(noun.one, 0) + 1
        return self.new(
            kind,
            plural=plural,
            definite=self.grammar.put(
                "chosen",
                self.grammar.ORDINALS.get(place, self.grammar.ORDINALS[1]),
                self.grammar.form(noun, plural=plural),
            ),
        )

    def itself(self, *, as_card: bool = False, field_type: str = "") -> Phrase:
        """Return the card whose text this is, as it is in play or as the card that it is; as a field of an event of a type has it."""
        kind = None if as_card else self.kind
        name = None if kind is None else kind.itself_as.get(field_type, kind.itself)
        return Phrase(self.translate(name) if name else self.this("card"), SELF, "card")

    def this(self, kind: str) -> str:
        """Return the name of the thing whose text this is."""
        return self.say(LocalizedText("this {}", "此{}"), self.grammar.form(self.noun(kind)))

    def role(self, spec: NodeSpec, name: str) -> Phrase | None:
        """Return the field of the event around that a node means; what it presumes may be the card itself."""
        return self.roles.get(name) or (self.itself() if name and name == spec.wording.presumes else None)

    def introduce(self, referent: Phrase, *, is_result: bool = False) -> None:
        """Put a referent in focus, so that a pronoun can stand for it: a mentioned one, or the result of an effect."""
        if referent.you:
            return
        self.unchanged.add(referent.key)
        if self.is_player(referent.type):
            self.others = True
            return
        self.focus = referent.key, self.clock
        if is_result:
            self.nearby.clear()
        else:
            self.nearby[referent.key] = self.clock, referent

    def mark(self) -> Mark:
        """Return what has been mentioned so far, for several continuations."""
        return self.focus, self.nearby.copy(), self.unchanged.copy()

    def return_to(self, mark: Mark) -> None:
        """Continue from a mark: what was mentioned since does not count."""
        self.focus, nearby, unchanged = mark
        self.nearby, self.unchanged = nearby.copy(), unchanged.copy()

    def is_clear(self, referent: Phrase) -> bool:
        """Return whether a pronoun for what is in focus can mean no other thing: none was mentioned beside it in a clause before."""
        rivals = [thing for clock, thing in self.nearby.values() if clock >= self.focus[1]]
        is_same_clause = self.clock == self.focus[1]  # of two things in one clause the last is meant
        return is_same_clause or all(
            thing.plural is not referent.plural or thing.text == referent.text for thing in rivals
        )

    def refer(self, referent: Phrase, place: Place = PLAIN) -> Phrase:
        """Return the name of a known referent, or a pronoun for it."""
        if referent.you:
            return Phrase(self.translate(YOU), you=True, referent=referent)
        if referent.first and referent.key not in self._called_first:
            self._called_first.add(referent.key)
            self.introduce(referent)
            is_object = _ORDER.fullmatch(place.before) is not None
            return Phrase(referent.first.removeprefix(_EACH_OF) if is_object else referent.first, referent=referent)
        text = referent.text
        is_near = self.focus[0] == referent.key and self.clock - self.focus[1] <= 1
        if is_near and not referent.has_letter and self.is_clear(referent):
            text = self.grammar.pronoun(place.before, place.after, plural=referent.plural) or text
        self.introduce(referent)
        return Phrase(text, plural=referent.plural, distributive=referent.distributive, referent=referent)


def _split(path: Path) -> tuple[Glob, str]:
    """Return the pattern of the name in a reference, and the field after its last dot."""
    *head, last = path.pieces
    name, dot, key = last.rpartition(".") if isinstance(last, str) else ("", "", "")
    if not dot:
        return glob(path.pieces), ""
    return glob((*head, name)), key
