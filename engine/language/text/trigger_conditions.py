"""Sorts what a trigger's condition asks into what the event's own sentence can say and what has to follow it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from engine.language.spec.events import EventSpec
from engine.language.spec.interpolation import Path, spell
from engine.language.spec.nodes import NodeSpec
from engine.language.spec.phrases import ConditionPhrase, Noun, fits
from engine.language.spec.shapes import LocalizedText
from engine.language.text.document_reader import Trigger
from engine.language.text.logic import SIGNS, Joined, Leaf, untangled
from engine.language.text.meanings import Thing, parsed_text
from engine.language.text.phrase import FillPlace
from engine.language.text.plan import always
from engine.language.text.speaker import YOU, Speaker
from engine.language.text.templates import places
from engine.language.text.trigger_subjects import described_field, itself, referenced_fields


@dataclass(slots=True)
class TriggerConditions:
    """What a trigger's condition asks of the fields of its event.

    Shapes: `known` are fields that are somebody known, `words` those that have a certain value, `others` those that are
            anybody but you, `nouns` what things of a field are called, `sides` the nouns that name their owner, `puts` what is said of
            a field that is a word; `named` are fields that nodes speak of; `around` and `during` say where and when it happens;
            `rest` is what could not be said in the event; `barred` says that the event is kept from happening.
    """

    known: dict[str, Thing] = field(default_factory=dict)
    words: dict[str, Any] = field(default_factory=dict)
    others: set[str] = field(default_factory=set)
    nouns: dict[str, str] = field(default_factory=dict)
    sides: dict[str, Noun] = field(default_factory=dict)
    puts: dict[str, str] = field(default_factory=dict)
    named: frozenset[str] = frozenset()
    around: list[str] = field(default_factory=list)
    during: list[str] = field(default_factory=list)
    barred: bool = False
    rest: list[Leaf | Joined] = field(default_factory=list)

    @property
    def shown(self) -> dict[str, Any]:
        """What a case of the event may ask: the words of fields, and that something is said of one."""
        spoken = [*self.known, *self.others, *self.nouns, *self.puts, *self.named]
        return {**dict.fromkeys(spoken, True), **self.words}


@dataclass(slots=True)
class _Described:
    """The words about one field of an event, in the order in which conditions bring them."""

    noun: Noun
    alone: Noun | None = None
    before: list[str] = field(default_factory=list)
    behind: list[str] = field(default_factory=list)


def trigger_conditions(speaker: Speaker, event: EventSpec, trigger: Trigger) -> TriggerConditions:
    """Sort what a trigger asks into what its event can say and what cannot."""
    out = TriggerConditions(named=referenced_fields(speaker.vocabulary, trigger))
    for name in sorted(itself(speaker.vocabulary, trigger)):
        as_card = event.wording.nouns.get(name) is speaker.noun("card")
        out.known[name] = speaker.itself(as_card=as_card)
    if always(speaker.vocabulary, trigger.condition):
        return out
    whole = untangled(speaker, trigger.condition)
    described: dict[str, _Described] = {}
    for one in whole.parts if isinstance(whole, Joined) and whole.joint == "and" else (whole,):
        if not (
            isinstance(one, Leaf)
            and (_phrased(speaker, event, one, out, described) or _absorbed(speaker, event, one, out))
        ):
            out.rest.append(one)
    for name, held in described.items():
        alone = held.alone if len(held.before) + len(held.behind) == 1 else None
        noun = alone or held.noun
        text = noun.zh if speaker.index else noun.one
        out.nouns[name] = text if alone else speaker.grammar.described(text, held.before, held.behind)
    return out


def _phrased(
    speaker: Speaker, event: EventSpec, one: Leaf, out: TriggerConditions, described: dict[str, _Described]
) -> bool:
    """Keep what a condition says about the event by itself, where the event can say it."""
    spec = one.spec
    tells = spec.wording.about_event(one.node) if spec is not None else None
    if spec is None or tells is None or one.denied:
        return False
    name = next((n for n in tells.fields if any(case.when.get(n) == tells.word for case in event.wording.cases)), "")
    if tells.word and name:
        out.words[name] = tells.word
        return True
    name = described_field(event, tells)
    if name and tells.itself:
        return name in out.known
    if name and name not in out.known and _described(speaker, event, one, tells, out, described):
        return True
    return _circumstance(speaker, spec, one, tells, out)


def _described(
    speaker: Speaker,
    event: EventSpec,
    one: Leaf,
    tells: ConditionPhrase,
    out: TriggerConditions,
    described: dict[str, _Described],
) -> bool:
    """Keep what a condition says about a field that its event names: who the player is, or words about the noun."""
    spec, name = one.spec, described_field(event, tells)
    if spec is None:
        return False
    put = speaker.of_node(spec, one.node)
    if _named(speaker, event.fields[name], one, tells, out, name):
        return True
    if speaker.noun(event.fields[name]) is speaker.noun("player"):
        if tells.player is not None:
            text = speaker.localized(tells.player)
            out.known[name] = Thing(text, "player", text, you=text in YOU)
        return tells.player is not None
    if tells.before is None and tells.behind is None and not tells.nouns:
        return False
    plain = event.wording.nouns.get(name) or speaker.noun(event.fields[name])
    held = described.setdefault(name, _Described(plain))
    noun = next((noun for when, noun in tells.nouns if fits(when, one.node)), None)
    if noun is not None:
        held.noun, held.alone = noun, None
    else:
        at = 0 if tells.player is not None else len(held.before)
        held.before[at:at] = _words(speaker, tells.before, put)
        held.behind += _words(speaker, tells.behind, put)
    if tells.alone is not None and held.noun is speaker.noun(event.fields[name]):
        held.alone = out.sides[name] = tells.alone
    elif tells.player is not None and tells.before is not None:
        en, zh = tells.before
        out.sides[name] = Noun(f"{en} {plain.one}", f"{en} {plain.many}", f"{zh}{plain.zh}", plain.classifier)
    return True


def _named(speaker: Speaker, kind: str, one: Leaf, tells: ConditionPhrase, out: TriggerConditions, name: str) -> bool:
    """Keep what a field of the event is called, or who or what it is, where a condition says so in so many words."""
    who = tells.put or tells.things.get(kind) or tells.things.get("")
    if who is None or one.spec is None or name in out.puts:
        return False
    text = speaker.joined(speaker.localized(who), speaker.of_node(one.spec, one.node))
    if tells.put is None:
        out.known[name] = Thing(text, kind, text, you=text in YOU)
        return True
    out.puts[name] = text
    if asked := places(tells.put.en):
        out.words[name] = one.node.get(asked[0].name)
    return True


def _words(speaker: Speaker, both: LocalizedText | None, put: FillPlace) -> list[str]:
    """Return words about a noun, none where this language has none."""
    said = speaker.localized(both) if both is not None else ""
    return [speaker.joined(said, put)] if said else []


def _circumstance(speaker: Speaker, spec: NodeSpec, one: Leaf, tells: ConditionPhrase, out: TriggerConditions) -> bool:
    """Keep where or when the event has to happen."""
    put = speaker.of_node(spec, one.node)
    for both, into in ((tells.around, out.around), (tells.during, out.during)):
        if both is not None:
            into.append(speaker.joined(speaker.localized(both), put))
    return tells.around is not None or tells.during is not None


def _absorbed(speaker: Speaker, event: EventSpec, one: Leaf, out: TriggerConditions) -> bool:
    """Keep what a single condition asks of the event, if the event can say it."""
    if one.spec is None:
        return False
    if SIGNS.get(one.spec.name) == "=":
        left, right = one.node.get("value1"), one.node.get("value2")
        return _same(speaker, event, (left, right), one, out) or _same(speaker, event, (right, left), one, out)
    return not one.denied and _narrows(speaker, event, one, out)


def _same(speaker: Speaker, event: EventSpec, pair: tuple[Any, Any], one: Leaf, out: TriggerConditions) -> bool:
    """Keep that a field of the event is somebody known, anybody but you, or a word that has a sentence of its own."""
    name = _field_of(event, pair[0])
    if name is None or name in out.known or name in out.others or _field_of(event, pair[1]) is not None:
        return False
    thing = speaker.meaning(pair[1])
    if isinstance(thing, Thing) and is_said(speaker, event, name):
        if one.denied and not (thing.you and name not in out.nouns):
            return False
        if one.denied:
            out.others.add(name)
        else:
            out.known[name] = thing
        return True
    if not one.denied and any(case.when.get(name) == pair[1] for case in event.wording.cases):
        out.words[name] = pair[1]
        return True
    return False


def _narrows(speaker: Speaker, event: EventSpec, one: Leaf, out: TriggerConditions) -> bool:
    """Keep what a condition says things of a field are called: "a spell" for a card that is a spell."""
    spec = one.spec
    if spec is None or spec.wording.narrows is None:
        return False
    key, noun = spec.wording.narrows
    name = _field_of(event, one.node.get(key))
    if name is None or name in out.known or name in out.nouns or not is_said(speaker, event, name):
        return False
    out.nouns[name] = speaker.joined(speaker.localized(noun), speaker.of_node(spec, one.node))
    return True


def _field_of(event: EventSpec, value: Any) -> str | None:
    """Return the field of the event that a reference names."""
    parsed = parsed_text(value)
    if not isinstance(parsed, Path):
        return None
    head, _, name = spell(parsed).rpartition(".")
    return name if head == event.name and name in event.fields else None


def is_said(speaker: Speaker, event: EventSpec, name: str) -> bool:
    return any(place.name == name for place in places(speaker.localized(event.phrase))) if event.phrase else False
