"""Says when a trigger answers: what happens, to whom, for how long.

What a trigger's condition asks of its event is said in the event itself where that can be: "whenever you defeat a monster",
"the next time another player plays a spell"; the rest of the condition follows it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from engine.language.interpolation import Path, spell
from engine.language.registry import EventSpec
from engine.language.sayings import Noun, Result
from engine.language.shapes import Bi
from engine.language.text.logic import SIGNS, Joined, Leaf, clause_of, said, untangled
from engine.language.text.meanings import Fact, Meaning, Thing, parsed_text
from engine.language.text.plan import always
from engine.language.text.reading import Trigger
from engine.language.text.speaker import Phrase, Speaker
from engine.language.text.templates import Place, chosen, fits, parts, places

_PLAIN = {
    "int": Bi("that number", "该数值"),
    "bool": Bi("that is so", "确实如此"),
    "text": Bi("that word", "该词"),
    "cardID": Bi("that card", "该牌"),
}


@dataclass(slots=True)
class Asked:
    """What a trigger's condition asks of the fields of its event.

    Shapes: `known` are fields that are somebody known, `words` those that have a certain value, `others` those that are
            anybody but you, `nouns` what things of a field are called; `rest` is what could not be said in the event;
            `barred` says that the event is kept from happening.
    """

    known: dict[str, Thing] = field(default_factory=dict)
    words: dict[str, Any] = field(default_factory=dict)
    others: set[str] = field(default_factory=set)
    nouns: dict[str, str] = field(default_factory=dict)
    barred: bool = False
    rest: list[Leaf | Joined] = field(default_factory=list)


def lead(speaker: Speaker, trigger: Trigger) -> str:
    """Return when a trigger answers, and bind what its event brings."""
    grammar = speaker.grammar
    life = trigger.lifetime
    once = life is not None and life.once
    event = trigger.event
    asked = Asked()
    if event is None:
        clause = grammar.UNKNOWN_EVENT
        if not always(speaker.vocabulary, trigger.condition):
            asked.rest = [untangled(speaker, trigger.condition)]
    else:
        asked = _asked(speaker, event, trigger.condition)
        clause = _happening(speaker, event, asked, barred=forbids(trigger))
    start = _moment(speaker, event, trigger, asked, clause, once)
    span = speaker.said(life.says or life.title) if life is not None and not once else ""
    span = grammar.within(span) if speaker.inside else span
    text = grammar.lasting(span, start)
    if asked.rest:
        rest = asked.rest[0] if len(asked.rest) == 1 else Joined("and", tuple(asked.rest))
        text += grammar.on_condition(said(speaker, rest))
    return text


def forbids(trigger: Trigger) -> bool:
    """Tell whether a trigger keeps its event from happening at all: what it would do then is of no account."""
    return trigger.stage == "check" and trigger.event is not None and trigger.event.stage != "check"


def _moment(speaker: Speaker, event: EventSpec | None, trigger: Trigger, asked: Asked, clause: str, once: bool) -> str:
    """Return the event as a moment."""
    stage = trigger.stage
    if forbids(trigger):
        return clause.removeprefix("有") if speaker.index else clause
    if event is not None and stage in ("before", "after") and stage != event.stage:
        return speaker.grammar.staged(stage, clause, once=once)
    moment = (event.moment.next if once else event.moment.each) if event is not None else None
    if moment is not None:
        return speaker.said(moment)
    return speaker.grammar.next_time(clause) if once else speaker.grammar.whenever(clause)


# ------------------------------------------------------------------------------------------------ conditions


def _asked(speaker: Speaker, event: EventSpec, condition: Any) -> Asked:
    """Sort what a condition asks into what the event can say and what cannot."""
    out = Asked()
    if always(speaker.vocabulary, condition):
        return out
    whole = untangled(speaker, condition)
    for one in whole.parts if isinstance(whole, Joined) and whole.joint == "and" else (whole,):
        if not (isinstance(one, Leaf) and _absorbed(speaker, event, one, out)):
            out.rest.append(one)
    return out


def _absorbed(speaker: Speaker, event: EventSpec, one: Leaf, out: Asked) -> bool:
    """Keep what a single condition asks of the event, if the event can say it."""
    if one.spec is None:
        return False
    if SIGNS.get(one.spec.name) == "=":
        left, right = one.node.get("value1"), one.node.get("value2")
        return _same(speaker, event, (left, right), one, out) or _same(speaker, event, (right, left), one, out)
    return not one.denied and _narrows(speaker, event, one, out)


def _same(speaker: Speaker, event: EventSpec, pair: tuple[Any, Any], one: Leaf, out: Asked) -> bool:
    """Keep that a field of the event is somebody known, anybody but you, or a word that has a sentence of its own."""
    name = _field_of(event, pair[0])
    if name is None or name in out.known or name in out.others or _field_of(event, pair[1]) is not None:
        return False
    thing = speaker.meaning(pair[1])
    if isinstance(thing, Thing) and _is_said(speaker, event, name):
        if one.denied and not (thing.you and name not in out.nouns):
            return False
        if one.denied:
            out.others.add(name)
        else:
            out.known[name] = thing
        return True
    if not one.denied and any(case.when.get(name) == pair[1] for case in event.moment.cases):
        out.words[name] = pair[1]
        return True
    return False


def _narrows(speaker: Speaker, event: EventSpec, one: Leaf, out: Asked) -> bool:
    """Keep what a condition says things of a field are called: "a spell" for a card that is a spell."""
    spec = one.spec
    if spec is None or spec.wording.narrows is None:
        return False
    key, noun = spec.wording.narrows
    name = _field_of(event, one.node.get(key))
    if name is None or name in out.known or name in out.nouns or not _is_said(speaker, event, name):
        return False
    out.nouns[name] = speaker.joined(speaker.said(noun), speaker.of_node(spec, one.node))
    return True


def _field_of(event: EventSpec, value: Any) -> str | None:
    """Return the field of the event that a reference names."""
    parsed = parsed_text(value)
    if not isinstance(parsed, Path):
        return None
    head, _, name = spell(parsed).rpartition(".")
    return name if head == event.name and name in event.fields else None


def _is_said(speaker: Speaker, event: EventSpec, name: str) -> bool:
    return any(place.name == name for place in places(speaker.said(event.says))) if event.says else False


# ------------------------------------------------------------------------------------------------ happenings


def _happening(speaker: Speaker, event: EventSpec, asked: Asked, *, barred: bool) -> str:
    """Return what happens as a clause, and bind what it brings; `barred` says that it cannot happen."""
    asked.barred = barred
    things = {name: thing for name in event.fields if (thing := _thing(speaker, event, name, asked)) is not None}
    _told_apart(speaker, [thing for name, thing in things.items() if name not in asked.known], things)
    speaker.new_sentence()
    both = chosen(event.moment.cases, event.says or _from_title(event.title), asked.words)
    clause = clause_of(speaker, speaker.said(both), _put(speaker, event, asked, things), barred=barred)
    if any(thing.you for name, thing in asked.known.items() if name == _first(speaker, event)):
        speaker.new_sentence()
    fields: dict[str, Meaning] = {}
    for name, kind in event.fields.items():
        known = event.moment.fields.get(name)
        if name in things:
            fields[name] = things[name]
        else:
            fields[name] = Fact(speaker.key(), kind, known or Result(_PLAIN.get(kind, _PLAIN["text"])), things)
    speaker.names.event(event.name, fields)
    return clause


def _from_title(title: Bi) -> Bi:
    return Bi(title.en[:1].lower() + title.en[1:], title.zh.removesuffix("时"))


def _noun(speaker: Speaker, event: EventSpec, name: str) -> Noun:
    return event.moment.nouns.get(name) or speaker.noun(event.fields[name])


def _thing(speaker: Speaker, event: EventSpec, name: str, asked: Asked) -> Thing | None:
    """Return the thing that a field of an event is, for a field that is one."""
    kind = event.fields[name]
    if name in asked.known:
        return asked.known[name]
    if kind in _PLAIN or kind.removesuffix("[]") in _PLAIN:
        return None
    many = kind.endswith("[]")
    case = next((case.says for case in event.moment.cases if fits(case.when, asked.words)), None)
    form = next((place.form for place in places(speaker.said(case)) if place.name == name), "") if case else ""
    definite = speaker.grammar.that(form) if form else speaker.grammar.definite(_noun(speaker, event, name), many=many)
    return speaker.new(kind.removesuffix("[]"), many=many, definite=definite)


def _told_apart(speaker: Speaker, new: list[Thing], things: dict[str, Thing]) -> None:
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


def _first(speaker: Speaker, event: EventSpec) -> str:
    """Return the field of whom an event's sentence is said."""
    return next((part.name for part in parts(speaker.said(event.says or event.title)) if isinstance(part, Place)), "")


def _put(speaker: Speaker, event: EventSpec, asked: Asked, things: dict[str, Thing]) -> Any:
    """Return how the places of an event's sentence are said: somebody known by name, else somebody."""
    first = _first(speaker, event)

    def put(place: Place, before: str, after: str) -> Phrase:
        thing = things.get(place.name)
        if thing is None:
            return Phrase(speaker.grammar.MISSING)
        if place.name in asked.known:
            phrase = speaker.refer(thing, before, after)
        else:
            phrase = Phrase(_somebody(speaker, event, asked, place, after, first), many=thing.many, thing=thing)
            speaker.introduce(thing)
        return Phrase(speaker.grammar.own(phrase.text, place.own), thing=thing) if place.own else phrase

    return put


def _somebody(speaker: Speaker, event: EventSpec, asked: Asked, place: Place, after: str, first: str) -> str:
    """Return somebody or something not yet known."""
    noun = _noun(speaker, event, place.name)
    other = place.name in asked.others
    named = asked.nouns.get(place.name)
    text = speaker.grammar.article(named) if named else speaker.grammar.indefinite(noun, other=other)
    text = place.form if place.form and not named and not other else text
    if asked.barred and place.name == first and not named:
        return speaker.grammar.several_of(noun, other=other)
    if speaker.index == 1 and place.name == first:
        return f"一{noun.classifier}{text}" if after.startswith("的") else f"有{text}"
    return text
