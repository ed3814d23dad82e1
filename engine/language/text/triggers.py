"""Puts the moment at which a trigger answers into words: what happens, to whom, for how long.

What a trigger's condition asks of its event is expressed in the event's sentence where possible: "whenever you defeat
a monster", "the next time another player plays a spell"; the rest of the condition follows it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from engine.language.planning.document_reader import Trigger
from engine.language.planning.plan import SIGNS, is_always
from engine.language.planning.templates import Place, lower_first, places, select_phrase
from engine.language.planning.trigger_fields import (
    counts_matches,
    described_field,
    fields_of_itself,
    phrased_fields,
    referenced_fields,
    stated_limit,
)
from engine.language.spec.events import EventSpec
from engine.language.spec.interpolation import Path, spell
from engine.language.spec.nodes import NodeSpec
from engine.language.spec.phrases import ConditionPhrase, Noun, Result, fits
from engine.language.spec.shapes import LocalizedText
from engine.language.text.clauses import clause_of
from engine.language.text.conditions import Condition, Leaf, conjuncts, join_terms, text_of, untangle
from engine.language.text.discourse import SELF, YOU, Fact, FillPlace, Meaning, Phrase, Referent, parsed_text
from engine.language.text.realizer import MISSING, Realizer

COMMA = LocalizedText("{}, {}", "{}，{}")
COLON = LocalizedText("{}: {}", "{}：{}")
IF = LocalizedText("if {}", "若{}")
_UNKNOWN = EventSpec("", LocalizedText("something unknown happens", "未知的事件发生"))
_ITSELF = LocalizedText("itself", "自身")
_WHENEVER = LocalizedText("whenever {}", "每当{}时")
_WHEN = LocalizedText("when {}", "{}时")
_NEXT_TIME = LocalizedText("the next time {}", "下一次{}时")
_AND = LocalizedText("{} and {}", "{}且{}")
_FORBIDDEN_IF = LocalizedText("{0} if {1}", "若{1}，{0}")
_AROUND = LocalizedText("{0} {1}", "{1}{0}")
_COUNTS_ALWAYS = LocalizedText("{} (which counts even where this does nothing)", "{}（即使没有效果也计次）")
_STAGES = {"before": LocalizedText("before {} {}", "{}{}前"), "after": LocalizedText("after {} {}", "{}{}后")}
_EACH_TIME = LocalizedText("each time", "每次")
_THE_NEXT_TIME = LocalizedText("the next time", "下一次")
_PLAIN = {
    "int": LocalizedText("that number", "该数值"),
    "bool": LocalizedText("that is so", "确实如此"),
    "text": LocalizedText("that word", "该词"),
    "cardID": LocalizedText("that card", "该牌"),
}


@dataclass(slots=True)
class _Description:
    """The words about one field of an event, in the order of the conditions."""

    noun: Noun
    alone: Noun | None = None
    before: list[str] = field(default_factory=list)
    after: list[str] = field(default_factory=list)


class EventConditions:
    """What a trigger's condition asks of the fields of its event.

    Shapes: `known` are fields with a referent, `words` those with a certain value, `others` those that are players
            other than you, `nouns` names things of a field, `owned_nouns` those by their owner, `texts` replace the
            text of a field; `named` are fields that nodes refer to; `around` and `during` are where and when it
            happens; `rest` does not fit into the event.
    """

    def __init__(self, realizer: Realizer, trigger: Trigger, event: EventSpec) -> None:
        self.realizer, self.event = realizer, event
        self.known: dict[str, Referent] = {}
        self.words: dict[str, Any] = {}
        self.others: set[str] = set()
        self.nouns: dict[str, str] = {}
        self.owned_nouns: dict[str, Noun] = {}
        self.texts: dict[str, str] = {}
        self.named = frozenset(referenced_fields(realizer.vocabulary, trigger, event))
        self.around: list[str] = []
        self.during: list[str] = []
        self.rest: list[Condition] = []
        self._descriptions: dict[str, _Description] = {}
        for name in sorted(fields_of_itself(realizer.vocabulary, trigger)):
            as_card = event.wording.nouns.get(name) is realizer.noun("card")
            self.known[name] = realizer.itself(as_card=as_card)
        if not is_always(realizer.vocabulary, trigger.condition):
            self._sort(untangle(realizer, trigger.condition))

    @property
    def case(self) -> dict[str, Any]:
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
        if phrase is None or leaf.negative:
            return False
        if phrase.word:
            for name in phrase.fields:
                if any(case.when.get(name) == phrase.word for case in self.event.wording.cases):
                    self.words[name] = phrase.word
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
        if phrase.before is None and phrase.behind is None and not phrase.nouns:
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
        self.known[name] = Referent(text, kind, text, you=text in YOU)

    def _extend(self, description: _Description, leaf: Leaf, spec: NodeSpec, phrase: ConditionPhrase) -> None:
        """Add the noun of a condition to a description, or its words around the noun."""
        noun = next((noun for when, noun in phrase.nouns if fits(when, leaf.node)), None)
        if noun is not None:
            description.noun, description.alone = noun, None
            return
        start = 0 if phrase.player is not None else len(description.before)
        for words, texts, index in (
            (phrase.before, description.before, start),
            (phrase.behind, description.after, len(description.after)),
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
        if isinstance(referent, Referent) and self.is_phrased(name):
            if not negative:
                self.known[name] = referent
            elif referent.you and name not in self.nouns:
                self.others.add(name)
            else:
                return False
            return True
        is_word = not negative and any(case.when.get(name) == pair[1] for case in self.event.wording.cases)
        if is_word:
            self.words[name] = pair[1]
        return is_word

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


# ---------------------------------------------------------------------------------------------------- moments


def trigger_lead(realizer: Realizer, trigger: Trigger) -> str:
    """Return the moment at which a trigger answers, and bind what its event brings."""
    sentence = EventSentence(realizer, trigger, trigger.event or _UNKNOWN)
    clause, rest = sentence.clause(), sentence.rest
    realizer.matches = counts_matches(realizer.vocabulary, trigger)
    condition = text_of(realizer, join_terms(rest)) if rest else ""
    if is_implied(realizer, trigger):
        return realizer.say(IF, condition) if condition else ""
    text, life, once = sentence.text(clause, condition), trigger.lifetime, trigger.once
    spans = list(sentence.during)
    if life is not None and not life.once:
        span = realizer.translate(life.phrase or life.title)
        spans.insert(0, realizer.grammar.later_span(span) if realizer.inside else span)
    for span in filter(None, spans):
        text = realizer.say(COMMA, span, text)
    if condition and not once and not trigger.forbids:
        text += realizer.say(COMMA, "", realizer.say(IF, condition))
    limit = stated_limit(realizer.vocabulary, trigger)
    if trigger.counts_always and (once or limit is not None):
        text = realizer.say(_COUNTS_ALWAYS, text)
    if limit is None:
        return text
    return realizer.say(COLON, realizer.grammar.frequency(limit, trigger.period), text)


def is_implied(realizer: Realizer, trigger: Trigger) -> bool:
    """Return whether a trigger's event is what the kind of card does anyhow, so that only its effects are stated."""
    return realizer.kind is not None and realizer.kind.implied_event == trigger.event_name != ""


# ------------------------------------------------------------------------------------------------ event clauses


class EventSentence(EventConditions):
    """The sentence of an event with what a trigger asks of it; a `forbidden` event cannot happen."""

    def __init__(self, realizer: Realizer, trigger: Trigger, event: EventSpec) -> None:
        super().__init__(realizer, trigger, event)
        self.trigger, self.forbidden = trigger, trigger.forbids and not trigger.prevents
        title = LocalizedText(lower_first(event.title.en), event.title.zh.removesuffix("时"))
        cases = () if event.wording.each else event.wording.cases
        self.sentence = realizer.translate(select_phrase(cases, event.phrase or title, self.case))
        self.places = tuple(place.name for place in places(self.sentence))
        self.subject = next(iter(self.places), "")
        self.referents: dict[str, Referent] = {}

    def text(self, clause: str, condition: str) -> str:
        """Return the event as a moment; one that is answered once includes the condition, which uses it up."""
        realizer, event, stage, once = self.realizer, self.event, self.trigger.stage, self.trigger.once
        if self.forbidden:
            clause = clause.removeprefix("有") if realizer.chinese else clause
            return realizer.say(_FORBIDDEN_IF, clause, condition) if condition else clause
        if once and condition:
            clause = realizer.say(_AND, clause, condition)
        if stage in ("before", "after") and stage != event.runtime.stage:
            return realizer.say(_STAGES[stage], realizer.translate(_THE_NEXT_TIME if once else _EACH_TIME), clause)
        text = self._recurring(condition)
        if text:
            return text
        for words in self.around:
            clause = realizer.say(_AROUND, clause, words)
        known = self.known.items()
        is_single = any(referent.key == SELF and name in event.wording.single for name, referent in known)
        text = realizer.say(_WHEN if is_single else _NEXT_TIME if once else _WHENEVER, clause)
        return text[:-1] if text.endswith(("后时", "时时")) else text  # it ends as a moment already

    def _recurring(self, condition: str) -> str:
        """Return the moment of an event that comes and goes by itself, empty for any other event."""
        wording, once = self.event.wording, self.trigger.once
        timing = wording.next if once else wording.each
        if timing is None or (once and not condition):
            return self.realizer.translate(timing) if timing else ""
        moment = self.realizer.translate(select_phrase(wording.cases, wording.each or timing, self.words))
        return self.realizer.grammar.next_moment(moment, condition) if once else moment

    def clause(self) -> str:
        """Return what happens as a clause, and bind what it brings."""
        realizer, event = self.realizer, self.event
        referents = {name: self._referent(name, kind) for name, kind in event.fields.items()}
        realizer.others = False
        pairs = sorted(referents.items(), key=lambda pair: pair[0] not in self.places)
        self.referents = {name: referent for name, referent in pairs if referent is not None}
        self._distinguish()
        clause = clause_of(realizer, self.sentence, self._fill(), forbidden=self.forbidden)
        if self.subject in self.known and self.known[self.subject].you:
            realizer.others = False
        things = {name for name in self.referents if name in self.places and not realizer.is_player(event.fields[name])}
        if len(things) > 1:
            realizer.focus = ""  # of two things "it" could be either
        fields: dict[str, Meaning] = {}
        for name, kind in event.fields.items():
            result = event.wording.fields.get(name) or Result(_PLAIN.get(kind, _PLAIN["text"]))
            fields[name] = self.referents.get(name) or Fact(realizer.key(), kind, result, self.referents)
        realizer.bind_event(event.name, fields)
        phrased = phrased_fields(event)
        realizer.roles = {name: self._acting(item) for name, item in self.referents.items() if name in phrased}
        return clause

    def _referent(self, name: str, kind: str) -> Referent | None:
        """Return the referent of a field of the event, None for a number or word."""
        realizer = self.realizer
        if name in self.known:
            return self.known[name]
        plain, plural = kind.removesuffix("[]"), kind.endswith("[]")
        if plain in _PLAIN:
            return None
        case = select_phrase(self.event.wording.cases, LocalizedText("", ""), self.case)
        form = next((place.form for place in places(realizer.translate(case)) if place.name == name), "")
        noun = self.event.wording.nouns.get(name)
        definite = realizer.grammar.that(form) if form else realizer.translate(noun.own) if noun and noun.own else ""
        noun = self.owned_nouns.get(name) or self.noun(name)
        return realizer.new(plain, plural=plural, definite=definite or realizer.grammar.definite(noun, plural=plural))

    def _distinguish(self) -> None:
        """Give a second referent of one name another name, and earlier ones of that name one of something earlier."""
        names: set[str] = set()
        for name, referent in self.referents.items():
            if name in self.known:
                continue
            if referent.definite in names:
                other = self.realizer.grammar.definite(self.realizer.noun(referent.type), place=2)
                self.referents[name] = Referent(referent.key, referent.type, other, plural=referent.plural)
            else:
                self.realizer.rename_earlier(referent.definite)
            names.add(self.referents[name].definite)

    def _acting(self, referent: Referent) -> Referent:
        """Return the card itself as it acts in play, also where its event treats it as a card."""
        own = self.realizer.itself()
        if referent.key != SELF or referent.definite == own.definite:
            return referent
        self.realizer.focus = ""
        return own

    def _fill(self) -> FillPlace:
        """Return how the places of the sentence are filled: by what is known, else by an indefinite noun."""
        realizer = self.realizer

        def put(place: Place) -> Phrase:
            referent = self.referents.get(place.name)
            if place.name in self.texts:
                return Phrase(self.texts[place.name])
            if referent is None:
                return Phrase(MISSING)
            agent = self.known.get(self.subject) if place.name != self.subject and not place.own else None
            if agent is not None and agent.key == referent.key and not referent.you:
                return Phrase(realizer.translate(_ITSELF), referent=referent)
            if place.name in self.known:
                phrase = realizer.refer(referent, place)
            else:
                phrase = Phrase(self._indefinite(place), plural=referent.plural, referent=referent)
                realizer.introduce(referent)
            if not place.own:
                return phrase
            return Phrase(realizer.grammar.own(phrase.text, place.own), referent=referent)

        return put

    def _indefinite(self, place: Place) -> str:
        """Return a player or thing that is not yet known."""
        grammar, noun, name = self.realizer.grammar, self.noun(place.name), self.nouns.get(place.name)
        is_other, is_subject = place.name in self.others, place.name == self.subject
        if self.forbidden and is_subject and not name:
            return grammar.indefinite(noun, is_other=is_other, plural=True)
        text = grammar.article(name) if name else grammar.indefinite(noun, is_other=is_other)
        text = place.form if place.form and not name and not is_other else text
        return grammar.subject_of_event(noun, text, place.after) if is_subject and not place.before else text
