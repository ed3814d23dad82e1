"""What a text has spoken of: what things are called, and where a pronoun is enough."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from engine.language.spec.interpolation import Path
from engine.language.spec.nodes import NodeSpec
from engine.language.spec.phrases import NOUNS, Noun
from engine.language.spec.records import KindSpec
from engine.language.spec.shapes import LocalizedText
from engine.language.spec.vocabulary import Vocabulary
from engine.language.text.grammar import GRAMMARS
from engine.language.text.meanings import Meaning, Names, Thing, parsed_text
from engine.language.text.phrase import Phrase
from engine.language.text.trigger_subjects import SELF


class Mentions:
    """The things of one behaviour in one language.

    Shapes: `focus` is the key of what was spoken of last, `clock` counts clauses, `others` says whether another player has been spoken of in
            this sentence, `roles` are the fields of the event around by name.
    """

    def __init__(self, vocabulary: Vocabulary, language: str) -> None:
        self.vocabulary = vocabulary
        self.grammar = GRAMMARS[language]
        self.index = self.grammar.INDEX
        self.names = Names()
        self.focus = ""
        self.clock = self._focused = 0
        self.others = False
        self.inside = False
        self.kind: KindSpec | None = None
        self.roles: Mapping[str, Thing] = {}
        self.matches = False
        self._picks: dict[str, int] = {}
        self._keys = 0

    def localized(self, both: LocalizedText) -> str:
        """Return a sentence in this language."""
        return both[self.index]

    def noun(self, kind: str) -> Noun:
        """Return what things of a type are called."""
        kind = kind.removesuffix("[]")
        while kind:
            found = self.vocabulary.nouns.get(kind) or NOUNS.get(kind)
            if found is not None:
                return found
            kind = self.vocabulary.subtypes.get(kind, "")
        return NOUNS["any"]

    def key(self) -> str:
        """Return a key that no thing has yet."""
        self._keys += 1
        return f"#{self._keys}"

    def new(self, kind: str, *, many: bool = False, definite: str = "") -> Thing:
        """Return something just introduced."""
        name = definite or self.grammar.definite(self.noun(kind), many=many)
        return Thing(self.key(), kind, name, many=many, each=many)

    def itself(self, *, as_card: bool = False) -> Thing:
        """Return the card that speaks, as what it is in play or as the card that it is."""
        known = self.kind.itself if self.kind is not None and not as_card else None
        return Thing(SELF, "card", self.localized(known) if known else self.grammar.this(self.noun("card")))

    def role(self, spec: NodeSpec, name: str) -> Thing | None:
        """Return what a field of the event is of which a node speaks; what it presumes is the card itself where the event has none."""
        return self.roles.get(name) or (self.itself() if name and name == spec.wording.presumes else None)

    def picked(self, kind: str, *, many: bool) -> Thing:
        """Return something just chosen, distinct from what was chosen before."""
        noun = self.noun(kind)
        self._picks[noun.one] = place = self._picks.get(noun.one, 0) + 1
        name = self.grammar.picked(noun, many=many, place=place)
        return Thing(self.key(), kind, name, many=many, each=many)

    @contextmanager
    def timing(self) -> Iterator[None]:
        """Let what a trigger binds and brings be known inside it alone."""
        outside = self.names, self.inside, self.roles, self.matches
        self.names = self.names.copy()
        yield
        self.names, self.inside, self.roles, self.matches = outside

    def new_clause(self) -> None:
        """Something else is said now: what was spoken of two clauses ago is no longer "it"."""
        self.clock += 1

    def new_sentence(self) -> None:
        """Nobody but you has been spoken of yet."""
        self.others = False

    def _is_player(self, thing: Thing) -> bool:
        return self.noun(thing.type) is self.noun("player")

    def introduce(self, thing: Thing) -> None:
        """Keep what was just spoken of, so that it can be a pronoun next."""
        if thing.you:
            return
        if self._is_player(thing):
            self.others = True
        else:
            self.focus, self._focused = thing.key, self.clock

    def refer(self, thing: Thing, before: str = "", after: str = "") -> Phrase:
        """Return something that is known already."""
        if thing.you:
            return Phrase("you" if self.index == 0 else "你", you=True, thing=thing)
        text = thing.definite
        if not thing.lettered and self.focus == thing.key and self.clock - self._focused <= 1:
            text = self.grammar.pronoun(before, after, many=thing.many) or text
        self.introduce(thing)
        return Phrase(text, many=thing.many, each=thing.each, thing=thing)

    def meaning(self, value: Any) -> Meaning | None:
        """Return what a reference means; None for all else."""
        parsed = parsed_text(value)
        return self.names.find(parsed) if isinstance(parsed, Path) else None
