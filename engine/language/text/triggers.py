"""Puts the moment at which a trigger answers into words: what happens, to whom, for how long.

What a trigger's condition asks of its event is expressed in the event's sentence where possible: "whenever you defeat
a monster", "the next time another player plays a spell"; the rest of the condition follows it.
"""

from __future__ import annotations

from typing import Final

from engine.language.planning.document_reader import Trigger
from engine.language.planning.plan import is_always
from engine.language.planning.templates import Place, places, select_phrase
from engine.language.planning.trigger_fields import phrased_fields, stated_limit, trigger_conditions
from engine.language.spec.events import EventSpec
from engine.language.spec.phrases import Result
from engine.language.spec.shapes import LocalizedText
from engine.language.text.clauses import clause_of
from engine.language.text.conditions import join_terms, text_of, untangle
from engine.language.text.discourse import SELF, Fact, FillPlace, Meaning, Phrase, Referent
from engine.language.text.event_conditions import EventConditions
from engine.language.text.realizer import MISSING, Realizer

COMMA: Final = LocalizedText("{}, {}", "{}，{}")
COLON: Final = LocalizedText("{}: {}", "{}：{}")
IF: Final = LocalizedText("if {}", "若{}")
_UNKNOWN = LocalizedText("something unknown happens", "未知的事件发生")
_ITSELF = LocalizedText("itself", "自身")
_WHENEVER = LocalizedText("whenever {}", "每当{}时")
_WHEN = LocalizedText("when {}", "{}时")
_NEXT_TIME = LocalizedText("the next time {}", "下一次{}时")
_AND = LocalizedText("{} and {}", "{}且{}")
_FORBIDDEN_IF = LocalizedText("{0} if {1}", "若{1}，{0}")
_AROUND = LocalizedText("{0} {1}", "{1}{0}")
_COUNTS_ALWAYS = LocalizedText("{} (which counts even where this does nothing)", "{}（即使没有效果也计次）")
_STAGES = {
    ("before", True): LocalizedText("before the next time {}", "下一次{}前"),
    ("before", False): LocalizedText("before each time {}", "每次{}前"),
    ("after", True): LocalizedText("after the next time {}", "下一次{}后"),
    ("after", False): LocalizedText("after each time {}", "每次{}后"),
}
_PLAIN = {
    "int": LocalizedText("that number", "该数值"),
    "bool": LocalizedText("that is so", "确实如此"),
    "text": LocalizedText("that word", "该词"),
    "cardID": LocalizedText("that card", "该牌"),
}


def trigger_lead(realizer: Realizer, trigger: Trigger) -> str:
    """Return the moment at which a trigger answers, and bind what its event brings."""
    life, event, once = trigger.lifetime, trigger.event, trigger.once
    if event is None:
        conditions, clause = None, realizer.translate(_UNKNOWN)
        rest = [] if is_always(realizer.vocabulary, trigger.condition) else [untangle(realizer, trigger.condition)]
    else:
        conditions = EventConditions(realizer, trigger, event)
        rest = conditions.rest
        is_forbidden = forbids(trigger) and not prevents(trigger)
        clause = _EventClause(realizer, event, conditions, forbidden=is_forbidden).text()
        specs = trigger_conditions(realizer.vocabulary, trigger)
        realizer.matches = any(spec.wording.matches for spec, _ in specs)
    condition = text_of(realizer, join_terms(rest)) if rest else ""
    if is_implied(realizer, trigger):
        return realizer.say(IF, condition) if condition else ""
    text = _moment(realizer, trigger, conditions, clause, condition)
    spans = []
    if life is not None and not life.once:
        span = realizer.translate(life.phrase or life.title)
        spans = [realizer.grammar.later_span(span) if realizer.inside else span]
    for span in (*spans, *(conditions.during if conditions else ())):
        text = realizer.say(COMMA, span, text) if span else text
    if condition and not once and not forbids(trigger):
        text += realizer.say(COMMA, "", realizer.say(IF, condition))
    limit = stated_limit(realizer.vocabulary, trigger)
    if trigger.counts_always and (once or limit is not None):
        text = realizer.say(_COUNTS_ALWAYS, text)
    if limit is None:
        return text
    period = "" if trigger.in_all else "round" if trigger.each_round else "turn"
    return realizer.say(COLON, realizer.grammar.frequency(limit, period), text)


def is_implied(realizer: Realizer, trigger: Trigger) -> bool:
    """Return whether a trigger's event is what the kind of card does anyhow, so that only its effects are stated."""
    return realizer.kind is not None and realizer.kind.implied_event == trigger.event_name != ""


def forbids(trigger: Trigger) -> bool:
    """Return whether a trigger keeps its event from happening at all, so that its effects do not matter."""
    return trigger.stage == "check" and trigger.event is not None and trigger.event.runtime.stage != "check"


def prevents(trigger: Trigger) -> bool:
    """Return whether a trigger keeps its event from happening only the next time."""
    event = trigger.event
    return forbids(trigger) and trigger.once and event is not None and event.runtime.is_tried


def _moment(
    realizer: Realizer, trigger: Trigger, conditions: EventConditions | None, clause: str, condition: str
) -> str:
    """Return the event as a moment; one that is answered once includes the condition, which uses it up."""
    event, once = trigger.event, trigger.once
    if forbids(trigger) and not prevents(trigger):
        clause = clause.removeprefix("有") if realizer.chinese else clause
        return realizer.say(_FORBIDDEN_IF, clause, condition) if condition else clause
    if once and condition:
        clause = realizer.say(_AND, clause, condition)
    if event is not None and conditions is not None:
        if trigger.stage in ("before", "after") and trigger.stage != event.runtime.stage:
            return realizer.say(_STAGES[trigger.stage, once], clause)
        text = _recurring(realizer, event, conditions, condition, once=once)
        if text:
            return text
        for words in conditions.around:
            clause = realizer.say(_AROUND, clause, words)
        known_fields = conditions.known.items()
        if any(referent.key == SELF and name in event.wording.single for name, referent in known_fields):
            return _as_moment(realizer, _WHEN, clause)
    return _as_moment(realizer, _NEXT_TIME if once else _WHENEVER, clause)


def _recurring(realizer: Realizer, event: EventSpec, conditions: EventConditions, condition: str, *, once: bool) -> str:
    """Return the moment of an event that comes and goes by itself, empty for any other event."""
    timing = event.wording.next if once else event.wording.each
    if timing is None:
        return ""
    if once and not condition:
        return realizer.translate(timing)
    moment = realizer.translate(select_phrase(event.wording.cases, event.wording.each or timing, conditions.words))
    return realizer.grammar.next_moment(moment, condition) if once else moment


def _as_moment(realizer: Realizer, template: LocalizedText, clause: str) -> str:
    """Return a clause as a moment; one that ends as a moment in Chinese needs no other end."""
    text = realizer.say(template, clause)
    return text[:-1] if text.endswith(("后时", "时时")) else text


# ------------------------------------------------------------------------------------------------ event clauses


class _EventClause:
    """The sentence of an event with what a trigger asks of it; a `forbidden` event cannot happen."""

    def __init__(self, realizer: Realizer, event: EventSpec, conditions: EventConditions, *, forbidden: bool) -> None:
        self.realizer, self.event, self.conditions, self.forbidden = realizer, event, conditions, forbidden
        title = LocalizedText(event.title.en[:1].lower() + event.title.en[1:], event.title.zh.removesuffix("时"))
        cases = () if event.wording.each else event.wording.cases
        self.sentence = realizer.translate(select_phrase(cases, event.phrase or title, conditions.case))
        self.places = tuple(place.name for place in places(self.sentence))
        self.subject = next(iter(self.places), "")
        self.referents: dict[str, Referent] = {}

    def text(self) -> str:
        """Return what happens as a clause, and bind what it brings."""
        realizer, event, known_fields = self.realizer, self.event, self.conditions.known
        referents = {name: self._referent(name, kind) for name, kind in event.fields.items()}
        realizer.others = False
        pairs = sorted(referents.items(), key=lambda pair: pair[0] not in self.places)
        self.referents = {name: referent for name, referent in pairs if referent is not None}
        self._distinguish()
        clause = clause_of(realizer, self.sentence, self._fill(), forbidden=self.forbidden)
        if self.subject in known_fields and known_fields[self.subject].you:
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
        realizer, conditions = self.realizer, self.conditions
        if name in conditions.known:
            return conditions.known[name]
        plain, plural = kind.removesuffix("[]"), kind.endswith("[]")
        if plain in _PLAIN:
            return None
        case = select_phrase(self.event.wording.cases, LocalizedText("", ""), conditions.case)
        form = next((place.form for place in places(realizer.translate(case)) if place.name == name), "")
        noun = self.event.wording.nouns.get(name)
        definite = realizer.grammar.that(form) if form else realizer.translate(noun.own) if noun and noun.own else ""
        noun = conditions.owned_nouns.get(name) or conditions.noun(name)
        return realizer.new(plain, plural=plural, definite=definite or realizer.grammar.definite(noun, plural=plural))

    def _distinguish(self) -> None:
        """Give a second referent of one name another name, and earlier ones of that name one of something earlier."""
        names: set[str] = set()
        for name, referent in self.referents.items():
            if name in self.conditions.known:
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
        realizer, known_fields = self.realizer, self.conditions.known

        def put(place: Place) -> Phrase:
            referent = self.referents.get(place.name)
            if place.name in self.conditions.texts:
                return Phrase(self.conditions.texts[place.name])
            if referent is None:
                return Phrase(MISSING)
            agent = known_fields.get(self.subject) if place.name != self.subject and not place.own else None
            if agent is not None and agent.key == referent.key and not referent.you:
                return Phrase(realizer.translate(_ITSELF), referent=referent)
            if place.name in known_fields:
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
        conditions, grammar = self.conditions, self.realizer.grammar
        noun, name = conditions.noun(place.name), conditions.nouns.get(place.name)
        is_other, is_subject = place.name in conditions.others, place.name == self.subject
        if self.forbidden and is_subject and not name:
            return grammar.indefinite(noun, other=is_other, plural=True)
        text = grammar.article(name) if name else grammar.indefinite(noun, other=is_other)
        text = place.form if place.form and not name and not is_other else text
        return grammar.subject_of_event(noun, text, place.after) if is_subject and not place.before else text


__all__ = ["COLON", "COMMA", "IF", "forbids", "is_implied", "prevents", "trigger_lead"]
