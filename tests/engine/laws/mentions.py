"""The mentions of a rules text in their order, recorded while the text is written, and the faults of its pronouns.

`python -m tests.engine.laws.mentions [COUNT]` checks every shipped card and that number of generated ones in both languages.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from engine.json_values import Json
from engine.language.planning.document_reader import Trigger
from engine.language.planning.templates import PLAIN, Place
from engine.language.spec import NodeSpec, Vocabulary
from engine.language.text import describe, layout
from engine.language.text.discourse import Phrase
from engine.language.text.realizer import Realizer
from engine.language.text.triggers import trigger_lead
from engine.rulesets import find, names
from tests.engine.homes import search_games
from tests.engine.laws.unsaid import cards

NO_PLAYER = "“that player”, and no player was mentioned"
REACH = 1
"""Clauses back in which a reader looks for what a pronoun means."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A thing, no player, as a text mentions it; `clause` counts clauses, `word` is its name or a pronoun."""

    clause: int
    thing: Phrase
    word: str

    def could_be(self, thing: Phrase) -> bool:
        """Return whether a pronoun for a thing could mean this one as well: another one of its number."""
        is_same = self.thing.key == thing.key or self.thing.text == thing.text
        return not is_same and self.thing.plural is thing.plural


class Listener(Realizer):
    """A realizer that records its mentions, and the faults of the pronouns that it prints."""

    mentions: list[Mention]
    faults: list[str]
    players: set[str]
    is_referring = False

    def is_nameless_player(self, referent: Phrase) -> bool:
        """Return whether a referent is “that player”, or “the other player” of two."""
        nouns = (self.grammar.definite(self.noun(referent.type), place=place) for place in (1, 2))
        return self.is_player(referent.type) and referent.text in nouns

    def mention(self, thing: Phrase, word: str) -> None:
        """Record a mention."""
        if not thing.you and not self.is_player(thing.type):
            self.mentions.append(Mention(self.clock, thing, word))

    def introduce(self, referent: Phrase, *, is_result: bool = False) -> None:
        """Record what is named; what an effect brought is the topic, whatever was mentioned before."""
        if is_result and not self.is_player(referent.type):
            self.mentions[:] = [mention for mention in self.mentions if mention.thing.key == referent.key]
        elif not self.is_referring:
            self.mention(referent, referent.text)
        if self.is_player(referent.type):
            if referent.key == referent.text and self.is_nameless_player(referent):
                self.faults.append(NO_PLAYER)
            self.players.add(referent.key)
        super().introduce(referent, is_result=is_result)

    def refer(self, referent: Phrase, place: Place = PLAIN) -> Phrase:
        """Record a reference, and judge it where it is a pronoun."""
        self.players_before = self.players.copy()
        self.is_referring = True
        phrase = super().refer(referent, place)
        self.is_referring = False
        if self.is_nameless_player(referent) and referent.key not in self.players_before:
            self.faults.append(NO_PLAYER)
        if phrase.text != referent.text and not referent.you:
            self.faults += (f"“{phrase.text}” for {referent.text}: {fault}" for fault in self.judge(referent))
        self.mention(referent, phrase.text)
        return phrase

    def judge(self, referent: Phrase) -> Iterator[str]:
        """Yield what else a pronoun for a thing could mean: what was mentioned since, or beside it in the clause before."""
        index, last = max(
            ((index, at.clause) for index, at in enumerate(self.mentions) if at.thing.key == referent.key),
            default=(0, self.clock),
        )
        if self.clock - last > REACH:
            yield "it was mentioned too long ago"
        is_same_clause = self.clock == last
        for mention in self.mentions[index:] if is_same_clause else self.mentions:
            if mention.clause >= last and mention.could_be(referent):
                yield f"it could mean {mention.thing.text}"

    def mark(self) -> Any:
        """Record how much was mentioned before several outcomes."""
        return super().mark(), len(self.mentions)

    def return_to(self, mark: Any) -> None:
        """Forget what another outcome mentioned."""
        super().return_to(mark[0])
        del self.mentions[mark[1] :]

    def _filter(self, spec: NodeSpec, node: Json, *, plural: bool) -> str:
        """Forget what a relative clause is about once it ends; inside it that is all a pronoun can mean."""
        outside, self.mentions = self.mentions, []
        text = super()._filter(spec, node, plural=plural)
        self.mentions = outside + [
            mention for mention in self.mentions if mention.thing.key != self.mentions[0].thing.key
        ]
        return text


def pronoun_faults(vocabulary: Vocabulary, documents: Iterable[Json]) -> Iterator[str]:
    """Yield the faults of the pronouns of cards in core form, in both languages."""
    for document in documents:
        for language in ("en", "zh"):
            faults: list[str] = []
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(describe, "Realizer", _listener(faults))
                patch.setattr(layout, "trigger_lead", _printed_lead)
                patch.setattr(describe, "trigger_lead", _printed_lead)
                text = describe.core_describe(vocabulary, document, language)
            yield from (f"{document.get('id')}: {fault}\n{text}" for fault in faults)


def _listener(faults: list[str]) -> Any:
    def build(*arguments: Any) -> Listener:
        listener = Listener(*arguments)
        listener.mentions, listener.faults, listener.players = [], faults, set()
        return listener

    return build


def _printed_lead(realizer: Listener, trigger: Trigger) -> str:
    """Return the moment of a trigger; one that goes without saying mentions nothing."""
    count = len(realizer.mentions)
    text = trigger_lead(realizer, trigger)
    if not text:
        del realizer.mentions[count:]
    return text


def main(count: int) -> int:
    """Print the faults of the pronouns of all games."""
    faults = [fault for name in names() for fault in pronoun_faults(find(name).vocabulary, cards(name, range(count)))]
    print(*faults, f"{len(faults)} faults", sep="\n\n")
    return len(faults)


if __name__ == "__main__":
    search_games()
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 100) > 0)
