"""Says when a trigger answers: what happens, to whom, for how long.

What a trigger's condition asks of its event is said in the event itself where that can be: "whenever you defeat a monster",
"the next time another player plays a spell"; the rest of the condition follows it.
"""

from __future__ import annotations

from typing import Any

from engine.language.spec.events import EventSpec
from engine.language.spec.phrases import Noun, Result, fits
from engine.language.spec.shapes import LocalizedText
from engine.language.text.document_reader import Trigger
from engine.language.text.logic import Joined, clause_of, condition_text, untangled
from engine.language.text.meanings import Fact, Meaning, Thing
from engine.language.text.phrase import Phrase
from engine.language.text.plan import always
from engine.language.text.speaker import Speaker
from engine.language.text.templates import Place, chosen, parts, places
from engine.language.text.trigger_conditions import TriggerConditions, trigger_conditions
from engine.language.text.trigger_subjects import SELF, matches, phrased_fields, stated_limit

_PLAIN = {
    "int": LocalizedText("that number", "该数值"),
    "bool": LocalizedText("that is so", "确实如此"),
    "text": LocalizedText("that word", "该词"),
    "cardID": LocalizedText("that card", "该牌"),
}


def lead(speaker: Speaker, trigger: Trigger) -> str:
    """Return when a trigger answers, and bind what its event brings."""
    grammar = speaker.grammar
    life = trigger.lifetime
    once = trigger.once
    event = trigger.event
    asked = TriggerConditions()
    if event is None:
        clause = grammar.UNKNOWN_EVENT
        if not always(speaker.vocabulary, trigger.condition):
            asked.rest = [untangled(speaker, trigger.condition)]
    else:
        asked = trigger_conditions(speaker, event, trigger)
        clause = _event_clause(speaker, event, asked, barred=forbids(trigger) and not prevents(trigger))
        speaker.matches = matches(speaker.vocabulary, trigger)
    rest = ""
    if asked.rest:
        rest = condition_text(speaker, asked.rest[0] if len(asked.rest) == 1 else Joined("and", tuple(asked.rest)))
    if is_implied(speaker, trigger):
        return grammar.only_if(rest) if rest else ""
    start = _moment(speaker, event, trigger, asked, clause, rest)
    rest = "" if once or forbids(trigger) else rest
    span = speaker.localized(life.phrase or life.title) if life is not None and not life.once else ""
    span = grammar.within(span) if speaker.inside else span
    text = grammar.lasting(span, start)
    for during in asked.during:
        text = grammar.lasting(during, text)
    limit = stated_limit(speaker.vocabulary, trigger)
    text += grammar.on_condition(rest) if rest else ""
    if trigger.counts_always and (once or limit is not None):
        text = grammar.counted_always(text)
    if limit is None:
        return text
    return grammar.limited(limit, text, "" if trigger.in_all else "round" if trigger.each_round else "turn")


def is_implied(speaker: Speaker, trigger: Trigger) -> bool:
    """Return whether a trigger waits for what the kind of card does anyhow: its effects are what it does."""
    return (
        speaker.kind is not None
        and speaker.kind.implied_event != ""
        and speaker.kind.implied_event == trigger.event_name
    )


def forbids(trigger: Trigger) -> bool:
    """Return whether a trigger keeps its event from happening at all: what it would do then is of no account."""
    return trigger.stage == "check" and trigger.event is not None and trigger.event.runtime.stage != "check"


def prevents(trigger: Trigger) -> bool:
    """Return whether a trigger keeps its event from happening the next time alone."""
    event = trigger.event
    return forbids(trigger) and trigger.once and event is not None and event.runtime.is_tried


def _moment(
    speaker: Speaker,
    event: EventSpec | None,
    trigger: Trigger,
    asked: TriggerConditions,
    clause: str,
    rest: str,
) -> str:
    """Return the event as a moment; one that is answered once is used up only where `rest` holds, so that is part of it."""
    stage, once = trigger.stage, trigger.once
    if forbids(trigger) and not prevents(trigger):
        clause = clause.removeprefix("有") if speaker.index else clause
        return speaker.grammar.barred_if(clause, rest) if rest else clause
    clause = speaker.grammar.both(clause, rest) if once and rest else clause
    if event is not None and stage in ("before", "after") and stage != event.runtime.stage:
        return speaker.grammar.staged(stage, clause, once=once)
    timing = (event.wording.next if once else event.wording.each) if event is not None else None
    if event is not None and timing is not None and once and rest:
        each = event.wording.each or timing
        return speaker.grammar.next_moment(speaker.localized(chosen(event.wording.cases, each, asked.words)), rest)
    if event is not None and timing is not None:
        return speaker.localized(timing if once else chosen(event.wording.cases, timing, asked.words))
    for around in asked.around:
        clause = speaker.grammar.around(clause, around)
    if event is not None and any(
        thing.key == SELF and name in event.wording.single for name, thing in asked.known.items()
    ):
        return speaker.grammar.when(clause)
    return speaker.grammar.next_time(clause) if once else speaker.grammar.whenever(clause)


# ------------------------------------------------------------------------------------------------ event clauses


def _event_clause(speaker: Speaker, event: EventSpec, asked: TriggerConditions, *, barred: bool) -> str:
    """Return what happens as a clause, and bind what it brings; `barred` says that it cannot happen."""
    asked.barred = barred
    things = {name: thing for name in event.fields if (thing := _thing(speaker, event, name, asked)) is not None}
    speaker.new_sentence()
    both = chosen(
        () if event.wording.each else event.wording.cases, event.phrase or _from_title(event.title), asked.shown
    )
    sentence = speaker.localized(both)
    named = {place.name for place in places(sentence)}
    things = dict(sorted(things.items(), key=lambda held: held[0] not in named))
    _distinguish(speaker, [thing for name, thing in things.items() if name not in asked.known], things)
    first = next((part.name for part in parts(sentence) if isinstance(part, Place)), "")
    clause = clause_of(speaker, sentence, _put(speaker, event, asked, things, first), barred=barred)
    if first in asked.known and asked.known[first].you:
        speaker.new_sentence()
    if (
        len({place.name for place in places(sentence)} & {name for name in things if _is_thing(speaker, event, name)})
        > 1
    ):
        speaker.focus = ""  # of two things "it" could be either
    fields: dict[str, Meaning] = {}
    for name, kind in event.fields.items():
        known = event.wording.fields.get(name)
        if name in things:
            fields[name] = things[name]
        else:
            fields[name] = Fact(speaker.key(), kind, known or Result(_PLAIN.get(kind, _PLAIN["text"])), things)
    speaker.names.event(event.name, fields)
    said = phrased_fields(event)
    speaker.roles = {name: _acting(speaker, thing) for name, thing in things.items() if name in said}
    return clause


def _from_title(title: LocalizedText) -> LocalizedText:
    return LocalizedText(title.en[:1].lower() + title.en[1:], title.zh.removesuffix("时"))


def _noun(speaker: Speaker, event: EventSpec, name: str, asked: TriggerConditions) -> Noun:
    return asked.sides.get(name) or event.wording.nouns.get(name) or speaker.noun(event.fields[name])


def _thing(speaker: Speaker, event: EventSpec, name: str, asked: TriggerConditions) -> Thing | None:
    """Return the thing that a field of an event is, for a field that is one."""
    kind = event.fields[name]
    if name in asked.known:
        return asked.known[name]
    if kind in _PLAIN or kind.removesuffix("[]") in _PLAIN:
        return None
    many = kind.endswith("[]")
    case = next((case.phrase for case in event.wording.cases if fits(case.when, asked.shown)), None)
    form = next((place.form for place in places(speaker.localized(case)) if place.name == name), "") if case else ""
    own = event.wording.nouns[name].own if name in event.wording.nouns else None
    definite = speaker.grammar.that(form) if form else speaker.localized(own) if own is not None else ""
    definite = definite or speaker.grammar.definite(_noun(speaker, event, name, asked), many=many)
    return speaker.new(kind.removesuffix("[]"), many=many, definite=definite)


def _distinguish(speaker: Speaker, new: list[Thing], things: dict[str, Thing]) -> None:
    """Give a second thing of one name another, and what outside has that name the name of something earlier."""
    taken: set[str] = set()
    for name, thing in things.items():
        if thing not in new:
            continue
        if thing.definite in taken:
            other = speaker.grammar.definite(speaker.noun(thing.type), place=2)
            things[name] = Thing(thing.key, thing.type, other, many=thing.many)
        else:
            speaker.names.rename(thing.definite, speaker.grammar.earlier(thing.definite))
        taken.add(things[name].definite)


def _acting(speaker: Speaker, thing: Thing) -> Thing:
    """Return the card itself as it acts in play, also where its event treats it as a card."""
    own = speaker.itself()
    if thing.key != SELF or thing.definite == own.definite:
        return thing
    speaker.focus = ""
    return own


def _is_thing(speaker: Speaker, event: EventSpec, name: str) -> bool:
    return speaker.noun(event.fields[name]) is not speaker.noun("player")


def _put(speaker: Speaker, event: EventSpec, asked: TriggerConditions, things: dict[str, Thing], first: str) -> Any:
    """Return how the places of an event's sentence are said: somebody known by name, else somebody."""

    def put(place: Place, before: str, after: str) -> Phrase:
        thing = things.get(place.name)
        if place.name in asked.puts:
            return Phrase(asked.puts[place.name])
        if thing is None:
            return Phrase(speaker.grammar.MISSING)
        doer = asked.known.get(first) if place.name != first and not place.own else None
        if doer is not None and doer.key == thing.key and not thing.you:
            return Phrase(speaker.grammar.ITSELF, thing=thing)
        if place.name in asked.known:
            phrase = speaker.refer(thing, before, after)
        else:
            phrase = Phrase(
                _somebody(speaker, event, asked, place, (before, after), first), many=thing.many, thing=thing
            )
            speaker.introduce(thing)
        return Phrase(speaker.grammar.own(phrase.text, place.own), thing=thing) if place.own else phrase

    return put


def _somebody(
    speaker: Speaker, event: EventSpec, asked: TriggerConditions, place: Place, around: tuple[str, str], first: str
) -> str:
    """Return somebody or something not yet known."""
    noun = event.wording.nouns.get(place.name) or speaker.noun(event.fields[place.name])
    other = place.name in asked.others
    named = asked.nouns.get(place.name)
    text = speaker.grammar.article(named) if named else speaker.grammar.indefinite(noun, other=other)
    text = place.form if place.form and not named and not other else text
    if asked.barred and place.name == first and not named:
        return speaker.grammar.several_of(noun, other=other)
    if speaker.index == 1 and place.name == first and not around[0]:
        return f"一{noun.classifier}{text}" if around[1].startswith("的") else f"有{text}"
    return text
