"""What a trigger's condition asks of its event, as far as the sentence of the event can say it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from engine.json_values import JsonObject
from engine.language.planning.document_reader import Trigger
from engine.language.planning.plan import SIGNS, is_always
from engine.language.planning.templates import places
from engine.language.planning.trigger_fields import (
    described_field,
    fields_of_itself,
    referenced_fields,
    things_of_players,
)
from engine.language.spec import ConditionPhrase, EventSpec, LocalizedText, NodeSpec, Noun
from engine.language.spec.interpolation import Path, parsed_text, spell
from engine.language.spec.phrases import fits
from engine.language.text.conditions import Condition, Leaf, conjuncts, untangle
from engine.language.text.discourse import SELF, YOU, Phrase
from engine.language.text.realizer import Realizer


@dataclass(slots=True)
class _Description:
    """The words about one field of an event, in the order of the conditions."""

    noun: Noun
    alone: Noun | None = None
    before: list[str] = field(default_factory=list)
    after: list[str] = field(default_factory=list)


def _is_yours(leaf: Leaf) -> bool:
    """Return whether a condition asks only that the event is of you, or of something of yours."""
    phrase = leaf.spec.wording.about_event(leaf.node) if leaf.spec is not None else None
    name = None if phrase is None else phrase.player or phrase.things.get("player")
    return name is not None and name.en == YOU.en


class EventConditions:
    """What a trigger's condition asks of the fields of its event.

    Shapes: `known` are fields with a referent, `words` those with a certain value, `others` those that are players
            other than you, `nouns` names things of a field, `owned_nouns` those by their owner, `texts` replace the
            text of a field; `named` are fields that nodes refer to; `around` and `during` are where and when it
            happens; `rest` does not fit into the event.
    """

    def __init__(self, realizer: Realizer, trigger: Trigger, event: EventSpec) -> None:
        self.realizer, self.trigger, self.event = realizer, trigger, event
        self.known: dict[str, Phrase] = {}
        self.words: JsonObject = {}
        self.others: set[str] = set()
        self.nouns: dict[str, str] = {}
        self.owned_nouns: dict[str, Noun] = {}
        self.texts: dict[str, str] = {}
        named = frozenset(referenced_fields(realizer.vocabulary, trigger, event))
        self.named = named.union(things_of_players(event, named))
        self.around: list[str] = []
        self.during: list[str] = []
        self.rest: list[Condition] = []
        self._descriptions: dict[str, _Description] = {}
        for name in sorted(fields_of_itself(realizer.vocabulary, trigger)):
            as_card = event.wording.nouns.get(name) is realizer.noun("card")
            self.known[name] = realizer.itself(as_card=as_card, field_type=event.fields[name])
        if not is_always(realizer.vocabulary, trigger.condition):
            self._sort(untangle(realizer, trigger.condition))

    @property
    def is_plain(self) -> bool:
        """Whether all that the event can express of the condition is that it is of yours."""
        condition = self.trigger.condition
        if is_always(self.realizer.vocabulary, condition):
            return True
        leaves = [leaf for leaf in conjuncts(untangle(self.realizer, condition)) if leaf not in self.rest]
        return all(isinstance(leaf, Leaf) and not leaf.negative and _is_yours(leaf) for leaf in leaves)

    @property
    def case(self) -> JsonObject:
        """What a case of the event may ask: the words of fields, and whether one is described."""
        describe_noun = [*self.known, *self.others, *self.nouns, *self.texts, *self.named]
        return {**dict.fromkeys(describe_noun, True), **self.words}

    def noun(self, name: str) -> Noun:
        """Return the noun for things of a field."""
        return self.event.wording.nouns.get(name) or self.realizer.noun(self.event.fields[name])

    def is_phrased(self, name: str) -> bool:
        """Return whether the sentence of the event names a field."""
        phrase = self.event.phrase
        return phrase is not None and any(place.name == name for place in places(self.realizer.translate(phrase)))

    def _sort(self, condition: Condition) -> None:
        for leaf in conjuncts(condition):
            spec = leaf.spec if isinstance(leaf, Leaf) else None
            if (
                not isinstance(leaf, Leaf)
                or spec is None
                or not (self._use_phrase(leaf, spec) or self._absorbs(leaf, spec))
            ):
                self.rest.append(leaf)
        for name, description in self._descriptions.items():
            is_single = len(description.before) + len(description.after) == 1
            alone = description.alone if is_single else None
            text = self.realizer.grammar.form(alone or description.noun)
            if not alone:
                text = self.realizer.grammar.describe_noun(text, description.before, description.after)
            self.nouns[name] = text

    def _use_phrase(self, leaf: Leaf, spec: NodeSpec) -> bool:
        """Record what a condition declares about the event, if the event can express it."""
        phrase = spec.wording.about_event(leaf.node)
        if phrase is None:
            return False
        if leaf.negative:
            if self._is_of_another(phrase):
                return True
            phrase = phrase.opposite
        return phrase is not None and self._use_positive(leaf, spec, phrase)

    def _is_of_another(self, phrase: ConditionPhrase) -> bool:
        """Record that the event is about another thing than this card, if that is what the condition denies."""
        name = described_field(self.event, phrase) if phrase.itself else ""
        if not name or name in self.known:
            return False
        self.others.add(name)
        return True

    def _use_positive(self, leaf: Leaf, spec: NodeSpec, phrase: ConditionPhrase) -> bool:
        if phrase.word:
            for name in phrase.fields:
                if any(case.when.get(name) == phrase.word for case in self.event.wording.cases):
                    self.words[name] = phrase.word
                    self._know_player(phrase)
                    return True
        name = described_field(self.event, phrase)
        if name and phrase.itself:
            return name in self.known
        if name and name not in self.known and self._describes(leaf, spec, phrase, name):
            return True
        for words, texts in ((phrase.around, self.around), (phrase.during, self.during)):
            if words is not None:
                texts.append(self._fill_words(words, leaf, spec))
        return phrase.around is not None or phrase.during is not None

    def _know_player(self, phrase: ConditionPhrase) -> None:
        """Record the player whose thing a condition asks for, where the event has that player too."""
        for name in phrase.fields:
            if phrase.player is not None and self.realizer.is_player(self.event.fields.get(name, "")):
                self._know(name, self.event.fields[name], self.realizer.translate(phrase.player))

    def _fill_words(self, words: LocalizedText, leaf: Leaf, spec: NodeSpec) -> str:
        return self.realizer.fill_sentence(words, self.realizer.of_node(spec, leaf.node))

    def _describes(self, leaf: Leaf, spec: NodeSpec, phrase: ConditionPhrase, name: str) -> bool:
        """Record the description of a field that the event names: which player it is, or words about the noun."""
        kind = self.event.fields[name]
        name_of = phrase.put or phrase.things.get(kind) or phrase.things.get("")
        if name_of is not None and name not in self.texts:
            text = self._fill_words(name_of, leaf, spec)
            if phrase.put is None:
                self._know(name, kind, text)
                return True
            self.texts[name] = text
            for place in places(phrase.put.en)[:1]:
                self.words[name] = leaf.node.get(place.name)
            return True
        if self.realizer.is_player(kind):
            if phrase.player is not None:
                self._know(name, "player", self.realizer.translate(phrase.player))
            return phrase.player is not None
        if phrase.before is None and phrase.suffix is None and not phrase.nouns:
            return False
        description = self._descriptions.setdefault(name, _Description(self.noun(name)))
        self._extend(description, leaf, spec, phrase)
        if phrase.alone is not None and description.noun is self.realizer.noun(kind):
            description.alone = self.owned_nouns[name] = phrase.alone
        elif phrase.player is not None and phrase.before is not None:
            (en, zh), plain = phrase.before, self.noun(name)
            noun = Noun(f"{en} {plain.one}", f"{en} {plain.many}", f"{zh}{plain.zh}", plain.classifier)
            self.owned_nouns[name] = noun
        return True

    def _know(self, name: str, kind: str, text: str) -> None:
        self.known[name] = Phrase(text, text, kind, you=text in YOU)

    def _extend(self, description: _Description, leaf: Leaf, spec: NodeSpec, phrase: ConditionPhrase) -> None:
        """Add the noun of a condition to a description, or its words around the noun."""
        noun = next((noun for when, noun in phrase.nouns if fits(when, leaf.node)), None)
        if noun is not None:
            description.noun, description.alone = noun, None
            return
        start = 0 if phrase.player is not None else len(description.before)
        for words, texts, index in (
            (phrase.before, description.before, start),
            (phrase.suffix, description.after, len(description.after)),
        ):
            if words is not None and self.realizer.translate(words):
                texts.insert(index, self._fill_words(words, leaf, spec))

    def _absorbs(self, leaf: Leaf, spec: NodeSpec) -> bool:
        """Record what a single condition asks of the event, if the event can express it."""
        if SIGNS.get(spec.name) == "=":
            pair = leaf.node.get("value1"), leaf.node.get("value2")
            return self._equals(pair, negative=leaf.negative) or self._equals(pair[::-1], negative=leaf.negative)
        return not leaf.negative and self._narrows(leaf, spec)

    def _equals(self, pair: tuple[Any, ...], *, negative: bool) -> bool:
        """Record that a field of the event is a known referent, another player, or a word with a case."""
        name = self._field_of(pair[0])
        if name is None or name in self.known or name in self.others or self._field_of(pair[1]) is not None:
            return False
        referent = self.realizer.meaning(pair[1])
        if isinstance(referent, Phrase) and self.is_phrased(name):
            if not negative:
                self.known[name] = referent
            elif (referent.you or self._is_itself(referent)) and name not in self.nouns:
                self.others.add(name)
            else:
                return False
            return True
        is_word = not negative and any(case.when.get(name) == pair[1] for case in self.event.wording.cases)
        if is_word:
            self.words[name] = pair[1]
        return is_word

    def _is_itself(self, referent: Phrase) -> bool:
        return referent.key == SELF or referent.text == self.realizer.itself().text

    def _narrows(self, leaf: Leaf, spec: NodeSpec) -> bool:
        """Record the noun of a condition for things of a field: "a spell" for a card that is a spell."""
        if spec.wording.narrows is None:
            return False
        key, noun = spec.wording.narrows
        name = self._field_of(leaf.node.get(key))
        if name is None or name in self.known or name in self.nouns or not self.is_phrased(name):
            return False
        self.nouns[name] = self._fill_words(noun, leaf, spec)
        return True

    def _field_of(self, value: Any) -> str | None:
        """Return the field of the event that a reference names."""
        path = parsed_text(value)
        if not isinstance(path, Path):
            return None
        head, _, name = spell(path).rpartition(".")
        return name if head == self.event.name and name in self.event.fields else None
