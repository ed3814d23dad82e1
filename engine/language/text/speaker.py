"""Names things, numbers and values in one language, knowing what was spoken of before."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from engine.checkpoints import checkpoint
from engine.language.spec.fields import Field
from engine.language.spec.interpolation import Path
from engine.language.spec.nodes import NodeSpec
from engine.language.spec.phrases import fits
from engine.language.spec.shapes import (
    Enum,
    IntegerLiteral,
    ListOf,
    LocalizedText,
    MapOf,
    Node,
    Number,
    Ref,
    Targets,
    TextLiteral,
    Value,
)
from engine.language.spec.vocabulary import Vocabulary
from engine.language.text.document_reader import Json, bounds_of, may_ask, node_spec, pick_of, stem
from engine.language.text.meanings import Fact, Meaning, Thing, parsed_text
from engine.language.text.mentions import Mentions
from engine.language.text.phrase import TRUTH, WORDS, FillPlace, Phrase, around
from engine.language.text.plan import always, only_chooses, sentence_of
from engine.language.text.templates import Place, parts, places
from engine.language.text.trigger_subjects import SELF

YOU = ("you", "你")
LONGEST_WORD = 60
SUBTRACTED = "sub"
"""The value node of a difference."""
DEEPEST = 12
"""Values inside values deeper than this are not said: no checked card has them."""

_MARKS = re.compile(r"[{}$\s]+")


_PLAIN_FORMS: Final = {
    "bare": "_bare", "effects": "_effects", "event": "_event", "called": "_card", "called all": "_all_cards", "many": "_many",
}  # fmt: skip
"""Forms of a place that one method puts."""


class Speaker(Mentions):
    """Says one behaviour of a card in one language; `condition` is how it says conditions."""

    def __init__(self, vocabulary: Vocabulary, language: str, condition: Callable[[Speaker, Any], str]) -> None:
        super().__init__(vocabulary, language)
        self.condition = condition
        self.mentioned: dict[str, Thing] = {}
        self.recent: tuple[Meaning, ...] = ()
        self.depth = 0
        self.own: frozenset[str] = frozenset()
        self.letters: Mapping[int, int] = {}
        self.called: Callable[[str], LocalizedText | None] = lambda card: None

    def _special(self, form: str) -> Callable[[NodeSpec, Field, Json], Phrase] | None:
        """Return what puts a place of a form of its own; found by name, so that a speaker does not hold itself."""
        if form in _PLAIN_FORMS:
            return getattr(self, _PLAIN_FORMS[form])  # type: ignore[no-any-return]  # methods of this signature
        if form == "which":
            return lambda spec, field, node: Phrase(self._which(spec, node))
        if form == "called a":
            return lambda spec, field, node: Phrase(self.grammar.article(self._card(spec, field, node).text))
        return None

    def is_loss(self, value: Any) -> bool:
        """Return whether a value is what something lost, which is a number below zero."""
        found = self.meaning(value)
        return isinstance(found, Fact) and found.result.negative

    def signed(self, spec: NodeSpec, node: Json) -> Json:
        """Return a node for the choice of its sentence: where an amount is what something lost, with a number below zero."""
        losses = [key.name for key in spec.fields if isinstance(key.shape, Number) and self.is_loss(node.get(key.name))]
        return {**node, **dict.fromkeys(losses, -1)} if losses else node

    def roled(self, spec: NodeSpec, node: Json) -> Json:
        """Return a node with what its cases may ask of the event around it."""
        told: dict[str, Any] = {"matches": True} if self.matches else {}
        presumed = self.role(spec, spec.wording.presumes)
        if presumed is not None and presumed.key == SELF:
            told[spec.wording.presumes] = SELF
        return {**told, **node} if told else node

    # ------------------------------------------------------------------------------------------------ references

    def value(self, value: Any, kind: str, before: str = "", after: str = "") -> Phrase:
        """Return a literal, a reference, a value node or a chooser in words; `kind` is the type that is wanted."""
        checkpoint()
        if isinstance(value, bool):
            return Phrase(self.localized(TRUTH[value]))
        if isinstance(value, int):
            return Phrase(str(value))
        if isinstance(value, dict):
            return self.node(value, kind, around=(before, after))
        if isinstance(value, LocalizedText):
            return Phrase(self.localized(value))
        if not isinstance(value, str):
            return Phrase(self.grammar.MISSING)
        found = self.meaning(value)
        if isinstance(found, Thing):
            return self.refer(found, before, after)
        return Phrase(self.fact(found) if found is not None else self._text(value, kind))

    def fact(self, fact: Fact) -> str:
        """Return a result in words."""
        return self.joined(self.localized(fact.result.phrase), self.of_things(fact))

    def of_things(self, fact: Fact) -> FillPlace:
        """Return how the places of a result's sentence are said."""

        def put(place: Place, before: str, after: str) -> Phrase:
            thing = fact.things.get(place.name)
            phrase = self.refer(thing, before, after) if thing else Phrase(self.grammar.MISSING)
            return self._owned(phrase, place.own)

        return put

    def _text(self, value: str, kind: str) -> str:
        """Return a string that names nothing known: the words it is, or its replacement."""
        parsed = parsed_text(value)
        if parsed is None or isinstance(parsed, Path):
            noun = WORDS.get(kind.removesuffix("[]"))
            return self.localized(noun) if noun else self.grammar.definite(self.noun(kind), many=kind.endswith("[]"))
        if isinstance(parsed, str):
            return self.word(parsed)
        return self.word(" ".join(piece for piece in parsed.pieces if isinstance(piece, str)))

    def word(self, text: str) -> str:
        """Return a word of the author's, without what is no word."""
        clean = _MARKS.sub(" ", text).strip()[:LONGEST_WORD]
        return self.grammar.quoted(clean) if clean else self.grammar.MISSING

    # ------------------------------------------------------------------------------------------------ nodes

    def node(self, node: Json, kind: str, *, bare: bool = False, around: tuple[str, str] = ("", "")) -> Phrase:
        """Return a chooser or a value node in words; a bare one without who chooses."""
        checkpoint()
        chooser = node_spec(self.vocabulary, "chooser", node)
        spec = chooser or node_spec(self.vocabulary, "value", node)
        if spec is None or self.depth > DEEPEST:
            return Phrase(self.grammar.definite(self.noun(kind)))
        self.depth += 1
        outside, self.mentioned = self.mentioned, {}
        if (of := self._opposite(spec, node)) is not None:
            phrase = Phrase(self.fact(of))
        elif spec is chooser and may_ask(spec):
            phrase = self._taken(spec, node, bare=bare)
        elif (known := self._known(spec)) is not None:
            phrase = self.refer(known, *around)
        else:
            text = self.joined(self.localized(sentence_of(spec, self.roled(spec, node))), self.of_node(spec, node))
            phrase = Phrase(text) if chooser is None else self._all(spec.given(node), text)
        self.depth -= 1
        self.mentioned = outside
        return phrase

    def _opposite(self, spec: NodeSpec, node: Json) -> Fact | None:
        """Return the loss of which a difference is the number without its sign."""
        if spec.name != SUBTRACTED or node.get("value1") != 0 or not self.is_loss(node.get("value2")):
            return None
        found = self.meaning(node["value2"])
        return found if isinstance(found, Fact) else None

    def thing(self, value: Any) -> Thing | None:
        """Return what a reference, or a chooser of a field of the event, names."""
        spec = node_spec(self.vocabulary, "chooser", value)
        found = self._known(spec) if spec is not None else self.meaning(value)
        return found if isinstance(found, Thing) else None

    def _known(self, spec: NodeSpec) -> Thing | None:
        """Return what a chooser names that is nothing but a field of the event."""
        match parts(self.localized(spec.phrase)) if spec.phrase is not None else ():
            case (Place(name=name, own="", form=""),) if spec.field(name) is None:
                return self.role(spec, name)
        return None

    def _taken(self, spec: NodeSpec, node: Json, *, bare: bool) -> Phrase:
        """Return what a chooser takes, with what its own sentence says beside it."""
        case = next((case.phrase for case in spec.wording.cases if fits(case.when, node)), None)
        sentence = self.localized(case or spec.phrase or LocalizedText("{pick}", "{pick}"))
        if pick_of(spec, node) == "all":
            sentence = sentence.replace("{pick} from ", "{pick} in ")
        if not any(place.name == "pick" for place in places(sentence)):
            if case is not None:
                said = self.joined(sentence, self.of_node(spec, node))
                return self._all(
                    spec.given(node), said, many=spec.field("pick") is not None and pick_of(spec, node) == "all"
                )
            return self._chosen(spec, node, self._which(spec, node), bare=bare)
        phrases: list[Phrase] = []
        which = self._which(spec, node)
        put = self.of_node(spec, node)

        def picking(place: Place, before: str, after: str) -> Phrase:
            if place.name != "pick":
                return put(place, before, after)
            phrases.append(self._chosen(spec, node, which if self.index else "", bare=bare))
            return phrases[0]

        text = self.joined(sentence, picking) + ("" if self.index else which)
        thing = phrases[0].thing
        if thing is not None and thing.definite == phrases[0].text:
            return self._all(spec.given(node), text)
        if thing is not None:
            self.introduce(thing)
        return replace(phrases[0], text=text)

    def _all(self, kind: str, text: str, *, many: bool = False) -> Phrase:
        """Return all things of a kind, or the only one: what they are called is what they stay called."""
        if text in YOU:
            return Phrase(text, you=True, thing=Thing("you", kind, "", you=True))
        thing = Thing(text, kind, text, many=many or text.startswith(("every ", "all ")) or "所有" in text)
        self.introduce(thing)
        return Phrase(text, many=text.startswith("all "), thing=thing)

    def _chosen(self, spec: NodeSpec, node: Json, which: str, *, bare: bool) -> Phrase:
        """Return what a chooser takes, as something that can be come back to; `which` are those that may be taken."""
        how, kind = pick_of(spec, node), spec.given(node)
        noun = next((noun for when, noun in spec.wording.called if fits(when, node)), self.noun(kind))
        by = "" if bare or how != "ask" or spec.field("ask") is None else self._asked(spec, node)
        low, high = bounds_of(spec, node) if how == "ask" else (bounds_of(spec, node)[1],) * 2
        said = tuple(bound if bound.__class__ is int else self.value(bound, "int").text for bound in (low, high))
        many = how == "all" or said[1].__class__ is not int or max(n for n in said if isinstance(n, int)) > 1
        text = self.grammar.pick(how, (said[0], said[1]), noun, by, which)
        if how == "all":
            return self._all(kind, text)
        thing = self.picked(kind, many=many)
        self.introduce(thing)
        return Phrase(text, many=many, each=many, thing=thing)

    def _asked(self, spec: NodeSpec, node: Json) -> str:
        """Return who chooses."""
        field = spec.field("ask")
        return self._target(field, node.get("ask"), "player", "", "").text if field else ""

    def every(self, spec: NodeSpec, node: Json) -> LocalizedText | None:
        """Return the number of all things that an effect chooses which does nothing but choose; None where it takes some of them."""
        field = next((field for field in spec.fields if isinstance(field.shape, Targets)), None)
        value = node.get(field.name) if field is not None and only_chooses(spec) else None
        chooser = node_spec(self.vocabulary, "chooser", value)
        if chooser is None or not may_ask(chooser) or not isinstance(value, dict) or pick_of(chooser, value) != "all":
            return None
        noun, which = self.noun(chooser.given(value)), self._which(chooser, {**value, "pick": "random", "max": 2})
        return LocalizedText(f"the number of {noun.many}{which}", f"{which}{noun.zh}的数量")

    def _which(self, spec: NodeSpec, node: Json) -> str:
        """Return which candidates a chooser may take, if not all."""
        field = next((field for field in spec.fields if field.analysis.narrows and field.name in node), None)
        if field is None or always(self.vocabulary, node[field.name]):
            return ""
        kind = next((kind for fields in field.analysis.opens.values() for kind in fields.values()), spec.given(node))
        many = spec.family == "value" or (pick_of(spec, node) != "all" and bounds_of(spec, node)[1] not in (0, 1))
        thing = self.new(kind)
        outside, self.names = self.names, self.names.copy()
        for name, fields in field.analysis.opens.items():
            self.names.event(name, dict.fromkeys(fields, thing))
        self.introduce(thing)
        said = self.condition(self, node[field.name])
        self.names = outside
        return self.grammar.which(said, thing.definite, many=many, sorts=self._sorts())

    def _sorts(self) -> tuple[str, ...]:
        """Return the names of the properties whose words are sorts of things."""
        found = (field.shape for spec in self.vocabulary.family("value").values() for field in spec.fields)
        options = (one for shape in found if isinstance(shape, Enum) for one in shape.options if one.sorts)
        return tuple(dict.fromkeys(self.localized(option.title) for option in options))

    def of_node(self, spec: NodeSpec, node: Json) -> FillPlace:
        """Return how the places of a node's sentence are said."""

        def put(place: Place, before: str, after: str) -> Phrase:
            field = spec.field(place.name)
            low, _, high = place.name.partition("-")
            if high:
                return Phrase(self._span(node.get(low), node.get(high), place.form))
            if field and (special := self._special(place.form)) is not None:
                return special(spec, field, node)
            if place.form == "each" and self.index == 1:
                return Phrase("各" if place.name in self.mentioned and self.mentioned[place.name].each else "")
            own = spec.field(place.own)
            what = self.field(own, node, Place(own.name), "", "").text if own else place.own
            if field is None and (thing := self.role(spec, place.name)) is not None:
                return self._owned(self.refer(thing, before, after), what)
            again = self.mentioned.get(place.name) if what else None
            if again is not None and not again.you and self.index == 0:
                return self._owned(Phrase("them" if again.many or self._is_player(again) else "it", thing=again), what)
            phrase = self.field(field, node, place, before, after) if field else self._unbound(place.name)
            if place.form == "each" and phrase.each:
                return Phrase(f"each of {phrase.text}", thing=phrase.thing)
            if place.form == "every" and phrase.many and phrase.thing is not None:
                phrase = Phrase(self.grammar.each_of(phrase.text, self.noun(phrase.thing.type)), thing=phrase.thing)
            return self._owned(self._with_letter(phrase, field, node), what)

        return put

    def _with_letter(self, phrase: Phrase, field: Field | None, node: Json) -> Phrase:
        """Return the things of a loop with the letter of the one at hand, if it has one."""
        letter = self.letters.get(id(node))
        if letter is None or field is None or not isinstance(field.shape, Targets):
            return phrase
        return replace(
            phrase,
            text=self.grammar.with_letter(phrase.text, self.noun(phrase.thing.type if phrase.thing else "any"), letter),
        )

    def _unbound(self, name: str) -> Phrase:
        """Return what a node means of an event that has no such thing, by its type."""
        called = (self.kind or self.vocabulary.kinds[-1]).called.get(name)
        if called is not None:
            return Phrase(self.localized(called))
        kind = next((event.fields[name] for event in self.vocabulary.events if name in event.fields), "")
        return Phrase(self.grammar.definite(self.noun(kind)) if kind else self.grammar.MISSING)

    def field(self, field: Field, node: Json, place: Place, before: str, after: str) -> Phrase:
        """Return what a field holds in words."""
        value = node.get(field.name)
        match field.shape:
            case Number() | IntegerLiteral():
                return Phrase(self._part(value, place.form))
            case Targets(kind) | Ref(kind):
                return self._target(field, value, kind, before, after)
            case Value() if isinstance(value, str) and value in field.called:
                return Phrase(self.localized(field.called[value]))
            case Value(kind):
                return self._target(field, value, kind, before, after)
            case Enum() as shape:
                return Phrase(self._option(shape, field.default if value is None else value, place.form))
            case TextLiteral() | MapOf() if (word := self._word(field, value)) is not None:
                return Phrase(self.grammar.article(word) if place.form == "a" else word)
            case Node("condition"):
                return Phrase(self.condition(self, value))
            case ListOf():
                held = value if isinstance(value, list) else []
                if place.form in ("first", "last"):
                    held = [one for one in held if (one.__class__ is int) is (place.form == "last")]
                joint = "plus" if place.form == "plus" else "and"
                return Phrase(self.grammar.several([self._part(item, "()") for item in held], joint))
            case _:
                return self.value(value, "any")

    def _effects(self, spec: NodeSpec, field: Field, node: Json) -> Phrase:
        """Return triggers by their ids; one that this card mounts itself is its own."""
        held = node.get(field.name)
        ids = held if isinstance(held, list) else [held]
        said = ["" if isinstance(one, str) and stem(one) in self.own else self.value(one, "text").text for one in ids]
        return Phrase(self.grammar.several([self.grammar.effect_of(name) for name in dict.fromkeys(said)]))

    def _event(self, spec: NodeSpec, field: Field, node: Json) -> Phrase:
        """Return an event by its name."""
        name = node.get(field.name)
        event = self.vocabulary.event(name) if isinstance(name, str) else None
        if event is None:
            return self.value(name, "text")
        title = self.localized(event.title)
        return Phrase(title[:1].lower() + title[1:] if self.index == 0 else f"“{title.removesuffix('时')}”")

    def _card(self, spec: NodeSpec, field: Field, node: Json) -> Phrase:
        """Return a card by its name, or several of which one is picked, as far as names are known."""
        return Phrase(self.grammar.several(self._card_names(field, node), "or"))

    def _all_cards(self, spec: NodeSpec, field: Field, node: Json) -> Phrase:
        """Return all cards of a list by their names, as far as names are known."""
        return Phrase(self.grammar.several(self._card_names(field, node)))

    def _card_names(self, field: Field, node: Json) -> list[str]:
        held = node.get(field.name)
        return [self._card_name(card) for card in (held if isinstance(held, list) else [held])]

    def _card_name(self, card: Any) -> str:
        name = self.called(card) if isinstance(card, str) else None
        return self.localized(name) if name is not None else self.value(card, "text").text

    def _many(self, spec: NodeSpec, field: Field, node: Json) -> Phrase:
        """Return what a chooser finds as so many."""
        value = node.get(field.name)
        found = node_spec(self.vocabulary, "chooser", value)
        if found is None or not isinstance(value, dict):
            return Phrase(self.grammar.MISSING, many=True)
        told = self.roled(found, value)
        noun = next((noun for when, noun in found.wording.called if fits(when, told)), self.noun(found.given(value)))
        return Phrase(noun.zh if self.index else noun.many, many=True)

    def _bare(self, spec: NodeSpec, field: Field, node: Json) -> Phrase:
        """Return what is to be chosen, without who chooses it."""
        value = node.get(field.name)
        kind = field.shape.type if isinstance(field.shape, Targets) else "any"
        return self.node(value, kind, bare=True) if isinstance(value, dict) else self.value(value, kind)

    def _span(self, low: Any, high: Any, form: str) -> str:
        """Return from so much to so much."""
        said = [one if one is None or one.__class__ is int else self.value(one, "int").text for one in (low, high)]
        return self.grammar.span(said[0], said[1], form) if said != [None, None] else self.grammar.MISSING

    def _target(self, field: Field, value: Any, kind: str, before: str, after: str) -> Phrase:
        """Return whom or what a field names; a player who is not named is you."""
        if value is None and not field.required and self.noun(kind) is self.noun("player"):
            return Phrase("you" if self.index == 0 else "你", you=True)
        if isinstance(value, dict) and field.name in self.mentioned:
            return self.refer(self.mentioned[field.name], before, after)
        phrase = self.value(value, kind, before, after)
        if phrase.thing is not None:
            self.mentioned[field.name] = phrase.thing
        return phrase

    def _option(self, shape: Enum, value: Any, form: str) -> str:
        title = next((option.title for option in shape.options if option.name == value), None)
        text = self.localized(title) if title else self.word(value if isinstance(value, str) else str(value or ""))
        return self.grammar.article(text) if form == "a" else text

    def _word(self, field: Field, value: Any) -> str | None:
        """Return the word of an open set as rules text knows it, a variable that the author named, or variables with numbers."""
        if isinstance(value, str):
            if value in field.called:
                return self.localized(field.called[value])
            return self.grammar.counter(value) if field.analysis.names_number else None
        if not isinstance(value, dict):
            return None
        names = {name: self._word(field, name) or self.grammar.counter(name) for name in value}
        said = [self.grammar.set_to(names[name], str(number)) for name, number in value.items()]
        return "，".join(said) if self.index else self.grammar.several(said)

    def _owned(self, phrase: Phrase, what: str) -> Phrase:
        return Phrase(self.grammar.own(phrase.text, what), thing=phrase.thing) if what else phrase

    def _part(self, value: Any, form: str) -> str:
        """Return a number; one that is part of a value and is made of several itself, between brackets."""
        if form != "()":
            return self.amount(value, form)
        text = self.value(value, "int").text
        return self.grammar.bracketed(text) if isinstance(value, dict) else text

    def amount(self, value: Any, form: str) -> str:
        """Return a number, or what yields one, of something."""
        if value.__class__ is int:
            return self.grammar.counted(abs(value), form[1:]) if form[:1] == "-" else self.grammar.counted(value, form)
        found, is_lost = self.meaning(value), form[:1] == "-"
        form = form.removeprefix("-")
        if self.is_loss(value) and not is_lost:
            return self.grammar.equal_to(self.grammar.minus(self.value(value, "int").text), form)
        recent = isinstance(found, Fact) and found.result.that and found in self.recent
        if recent and form not in ("", "equal") and (short := self.grammar.that_many(form)):
            return short
        return self.grammar.equal_to(self.value(value, "int").text, form)

    # ------------------------------------------------------------------------------------------------ sentences

    def joined(self, sentence: str, put: FillPlace, start: int = 0) -> str:
        """Return a sentence from one of its parts on, with every place said in the order of their order."""
        held = parts(sentence)
        out = ""
        for at in range(start, len(held)):
            part = held[at]
            out = self.grammar.put_behind(out, part if isinstance(part, str) else put(part, *around(held, at)).text)
        return out
