"""Puts references, values, choosers and the fields of nodes into the words of one language."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.checkpoints import checkpoint
from engine.json_values import Json, JsonObject, items_of
from engine.language.planning.document_reader import bounds_of, case_of, conjunction, may_ask, pick_of, targets_field
from engine.language.planning.plan import sentence_of
from engine.language.planning.templates import PLAIN, Part, Place, parts
from engine.language.spec import (
    Enum,
    Field,
    IntegerLiteral,
    KindSpec,
    ListOf,
    LocalizedText,
    MapOf,
    Node,
    NodeSpec,
    Number,
    Ref,
    Targets,
    TextLiteral,
    Value,
    Vocabulary,
)
from engine.language.spec.interpolation import Template, parsed_text
from engine.language.text.amounts import Margin, amount_text, bounded_per_text, formula, opposite_of, value_text
from engine.language.text.discourse import MISSING, SELF, YOU, Fact, FillPlace, Meaning, Phrase
from engine.language.text.forms import FORMS
from engine.language.text.things import ThingPhrases, WriteCondition

MAX_WORD = 60
"""Characters of an author's word."""
MAX_DEPTH = 12
"""Values inside values that are put into words; no checked card has more."""
MAX_PLAYER_NAME = 2
"""Words of an English name of a player, or characters of a Chinese one, that may be repeated: "the opponent"."""

_ANY_OF_THEM = LocalizedText("any of them", "其中任意一个")
_TRUTH = {True: LocalizedText("true", "真"), False: LocalizedText("false", "假")}
_UNNAMED_THINGS = {
    "int": LocalizedText("that number", "该数值"),
    "bool": LocalizedText("that", "此情况"),
    "text": LocalizedText("that word", "该词"),
}
_COUNTER = LocalizedText("{} counter", "{}计数")
_PICK = LocalizedText("{pick}", "{pick}")
_SET_TO = LocalizedText("{} {}", "{}为{}")
_MINUS = LocalizedText("minus {}", "负的{}")
_ARTICLES = ("the", "your", "its", "their", "both")
_CHOSEN_INSIDE = re.compile("^([^，]+)中你选择的")
"""What you choose in Chinese, behind where it lies."""
_MARKS = re.compile(r"[{}$\s]+")


class Realizer(ThingPhrases):
    """Puts one behaviour of a card into words in one language.

    Shapes: `condition` puts conditions into words; `names` returns the name of a card by its id; `own_ids` are the
            ids of the card's own triggers, `letters` the depths of loops that need one; `mentioned` are the referents
            of the current node by field, `recent` the results of the effect before.
    """

    def __init__(
        self,
        vocabulary: Vocabulary,
        language: str,
        kind: KindSpec | None,
        condition: WriteCondition,
        names: Callable[[str], LocalizedText | None],
    ) -> None:
        super().__init__(vocabulary, language, kind, condition)
        self.names = names
        self.own_ids: frozenset[str] = frozenset()
        self.letters: Mapping[int, int] = {}
        self.mentioned: dict[str, Phrase] = {}
        self.recent: tuple[Meaning, ...] = ()
        self.depth = 0
        self.document: Json = {}
        self.margin: Margin | None = None
        self.takes = ""

    # ------------------------------------------------------------------------------------------------ sentences

    def fill(self, sentence: Sequence[Part], put: FillPlace) -> str:
        """Return the parts of a sentence with all places filled, in their order."""
        text = ""
        for part in sentence:
            text = self.grammar.put_behind(text, part if isinstance(part, str) else put(part).text)
        return text

    def fill_sentence(self, sentence: LocalizedText, put: FillPlace) -> str:
        """Return a sentence with all places filled."""
        return self.fill(parts(self.translate(sentence)), put)

    def node_text(self, spec: NodeSpec, node: Json) -> str:
        """Return a node by its own sentence."""
        return self.fill_sentence(sentence_of(spec, self.with_roles(spec, node)), self.of_node(spec, node))

    def with_roles(self, spec: NodeSpec, node: Json) -> Json:
        """Return a node with what its cases may ask of the event around it."""
        roles: JsonObject = {"matches": True} if self.matches else {}
        presumed = self.role(spec, spec.wording.presumes)
        if presumed is not None and presumed.key == SELF:
            roles[spec.wording.presumes] = SELF
        field = targets_field(spec, node)
        target = self.meaning(node[field.name]) if field is not None else None
        if isinstance(target, Phrase) and target.yours:
            roles["yours"] = True
        players = (self.meaning(node.get(key.name)) for key in spec.fields if key.shape == Value("player"))
        if any(isinstance(player, Phrase) and player.you for player in players):
            roles["you"] = True
        return {**roles, **node}

    def is_loss(self, value: Any) -> bool:
        """Return whether a value is a loss: a result that is below zero, or a number taken less than no times."""
        if isinstance(value, dict):
            counted = opposite_of(value)
            return counted is not None and not self.is_loss(counted)
        fact = self.meaning(value)
        return isinstance(fact, Fact) and fact.result.negative

    # ------------------------------------------------------------------------------------------------ references

    def value(self, value: Any, kind: str, place: Place = PLAIN) -> Phrase:
        """Put a literal, a reference, a value node or a chooser into words; `kind` is the type that is expected."""
        match value:
            case dict():
                return self.node(value, kind, place)
            case bool():
                text = self.translate(_TRUTH[value])
            case int():
                text = str(value)
            case str():
                meaning = self.meaning(value)
                if isinstance(meaning, Phrase):
                    return self.refer(meaning, place)
                if meaning is not None:
                    return Phrase(self.fill_sentence(meaning.result.phrase, self.of_fact(meaning)))
                text = self._text(value, kind)
            case LocalizedText():
                text = self.translate(value)
            case _:
                text = MISSING
        return Phrase(text)

    def of_fact(self, fact: Fact) -> FillPlace:
        """Return how the places of a result's sentence are filled."""

        def put(place: Place) -> Phrase:
            referent = fact.referents.get(place.name)
            if referent is not None and referent.plural and place.form == "any":
                return Phrase(self.translate(_ANY_OF_THEM))
            return self._with_owner(self.refer(referent, place) if referent else Phrase(MISSING), place.own)

        return put

    def _text(self, value: str, kind: str) -> str:
        """Return a string without a known meaning: its words, or those for its type."""
        match parsed_text(value):
            case str() as text:
                return self.word(text)
            case Template(pieces):
                return self.word(" ".join(piece for piece in pieces if isinstance(piece, str)))
        noun = _UNNAMED_THINGS.get(kind.removesuffix("[]"))
        return self.translate(noun) if noun else self.grammar.definite(self.noun(kind), plural=kind.endswith("[]"))

    def word(self, text: str) -> str:
        """Return an author's word without the marks of templates."""
        clean = _MARKS.sub(" ", text).strip()[:MAX_WORD]
        return self.quote(clean) if clean else MISSING

    def quote(self, word: str) -> str:
        """Return a word between quotation marks, unless it is a plain one."""
        is_plain = word.isalnum() and (word.isascii() or not self.chinese)
        return word if is_plain else f"“{word}”"

    # ------------------------------------------------------------------------------------------------ choosers

    def node(self, node: Json, kind: str, place: Place = PLAIN, *, bare: bool = False) -> Phrase:
        """Put a chooser or a value node into words; a bare one without the player who chooses."""
        checkpoint()
        chooser = self.declaration("chooser", node)
        spec = chooser or self.declaration("value", node)
        if spec is None or self.depth > MAX_DEPTH:
            return Phrase(self.grammar.definite(self.noun(kind)))
        if chooser is not None and self.takes:
            node = {**node, self.takes: True}
        self.depth += 1
        outside, self.mentioned = self.mentioned, {}
        role, loss = self._event_role(spec), opposite_of(node)
        if loss is not None and self.is_loss(loss):
            phrase = self.value(loss, kind, place)
        elif spec is chooser and may_ask(spec):
            phrase = self._take(spec, node, place, bare=bare)
        elif role is not None:
            phrase = self.refer(role, place)
        else:
            text = value_text(self, node) or self.node_text(spec, node)
            text = self.with_attributes(spec, node, text) if spec is chooser else text
            phrase = (
                Phrase(text) if chooser is None else self._all(spec.given_type(node), text, None if bare else place)
            )
        self.depth -= 1
        self.mentioned = outside
        return phrase

    def referent(self, value: Any) -> Phrase | None:
        """Return what a reference, or a chooser of a field of the event, refers to."""
        spec = self.declaration("chooser", value)
        meaning = self._event_role(spec) if spec is not None else self.meaning(value)
        return meaning if isinstance(meaning, Phrase) else None

    def _event_role(self, spec: NodeSpec) -> Phrase | None:
        """Return what a chooser refers to that is only a field of the event."""
        match parts(self.translate(spec.phrase)) if spec.phrase is not None else ():
            case (Place(name=name, own="", form=""),) if spec.field(name) is None:
                return self.role(spec, name)
        return None

    def _take(self, spec: NodeSpec, node: Json, place: Place, *, bare: bool) -> Phrase:
        """Put what a chooser takes into words, and the rest of its own sentence."""
        case = case_of(spec, node)
        sentence = self.translate(case or spec.phrase or _PICK)
        how, put, kind = pick_of(spec, node), self.of_node(spec, node), spec.given_type(node)
        if _PICK.en not in sentence and case is not None:
            text, which = self.fill(parts(sentence), put), self.which(spec, node)
            is_single = case.en.startswith("the top card")
            text = f"{which}{text}" if self.chinese else f"{text}{which}"
            return self._all(kind, text, None if bare else place, plural=how == "all" and not is_single)
        sentence = sentence.replace("{pick} from ", "{pick} in ") if how == "all" else sentence
        which = self.which(spec, node)
        phrase = Phrase("")

        def put_pick(place: Place) -> Phrase:
            nonlocal phrase
            if place.name != "pick":
                return put(place)
            phrase = self._choose(spec, node, which if self.chinese else "", bare=bare)
            return phrase

        text = self.fill(parts(sentence if _PICK.en in sentence else _PICK.en), put_pick)
        text = _CHOSEN_INSIDE.sub(r"从\1中选择的", text) if self.chinese else text + which
        if phrase.referent is None or phrase.referent.text == phrase.text:
            return self._all(kind, text, None if bare else place)
        self.introduce(phrase.referent)
        return replace(phrase, text=text)

    def _all(self, kind: str, text: str, place: Place | None = None, *, plural: bool = False) -> Phrase:
        """Return all things of a kind, or the only one, whose first name stays their name; at a place by a pronoun where that is clear."""
        if text in YOU:
            return Phrase(text, you=True, referent=Phrase("", "you", kind, you=True))
        several = text.startswith("all ") or self._names_several(kind, text)
        plural = plural or several or text.startswith("every ") or "所有" in text
        key = SELF if text == self.itself().text else text
        referent = Phrase(text, key, kind, plural=plural)
        name = "" if place is None or plural else self._pronoun_of(referent, place)
        self.introduce(referent)
        is_of_each = self.chinese and "所有" in text and self.is_player(kind)
        return Phrase(name or text, plural=several, distributive=is_of_each, referent=referent)

    def _pronoun_of(self, referent: Phrase, place: Place) -> str:
        """Return the pronoun for the only thing of its name that was mentioned just before; empty where it may be another one by now."""
        if self.is_player(referent.type):
            is_long = len(referent.text if self.chinese else referent.text.split()) > MAX_PLAYER_NAME
            return self.grammar.definite(self.noun("player")) if is_long and referent.key in self.unchanged else ""
        is_bearer = (
            any(self.translate(title) == referent.text for title in self.kind.called.values()) if self.kind else False
        )
        is_same = is_bearer or referent.key == SELF or referent.key in self.unchanged
        is_near = (referent.key in self.unchanged and not self.inside) or self.clock - self.focus[1] <= 1
        is_meant = is_same and self.focus[0] == referent.key and is_near and self.is_clear(referent)
        return self.grammar.pronoun(place.before, place.after, plural=False) if is_meant else ""

    def _names_several(self, kind: str, text: str) -> bool:
        """Return whether an English text begins with a noun in the plural: "the lanterns in your hand"."""
        noun, (article, _, rest) = self.noun(kind), text.partition(" ")
        if self.chinese or article not in _ARTICLES or noun.one == noun.many:
            return False
        return any(f"{words} ".startswith(f"{noun.many} ") for words in (rest, rest.partition(" ")[2]))

    def _choose(self, spec: NodeSpec, node: Json, which: str, *, bare: bool) -> Phrase:
        """Put what a chooser takes into words as a new referent; `which` are those that may be taken."""
        how, kind = pick_of(spec, node), spec.given_type(node)
        field = None if bare or how != "ask" else spec.field("ask")
        by = self._target(field, node.get("ask"), "player").text if field else ""
        low, high = bounds_of(node)
        low, high = (self._limit(limit) for limit in (low if how == "ask" else high, high))
        plural = isinstance(high, str) or max(low if isinstance(low, int) else high, high) > 1
        text = self.grammar.pick(how, (low, high), self.noun_of(spec, node), by, which)
        if how == "all":
            return self._all(kind, text)
        referent = self.choose(kind, plural=plural)
        self.introduce(referent)
        return Phrase(text, plural=plural, distributive=plural, referent=referent)

    def _limit(self, limit: Any) -> int | str:
        return limit if limit.__class__ is int else self.value(limit, "int").text

    # ------------------------------------------------------------------------------------------------ places

    def of_node(self, spec: NodeSpec, node: Json) -> FillPlace:
        """Return how the places of a node's sentence are filled."""

        def put(place: Place) -> Phrase:
            field = spec.field(place.name)
            low, dash, high = place.name.partition("-")
            if dash:
                return Phrase(self._span(node.get(low), node.get(high), place.form))
            if field and place.form in FORMS:
                words = FORMS[place.form](self, spec, field, node)
                return words if isinstance(words, Phrase) else Phrase(words)
            antecedent = self.mentioned.get(place.name)
            if place.form == "each" and self.chinese:
                return Phrase("各" if antecedent is not None and antecedent.distributive else "")
            owned = spec.field(place.own)
            what = self.field(owned, node, Place(owned.name)).text if owned else place.own
            role = self.role(spec, place.name) if field is None else None
            if role is not None:
                return self._with_owner(self.refer(role, place), what)
            if antecedent is not None and what and not antecedent.you and not self.chinese:
                is_plural = antecedent.plural or self.is_player(antecedent.type)
                return self._with_owner(Phrase("them" if is_plural else "it", referent=antecedent), what)
            phrase = self.field(field, node, place) if field else self._unbound(place.name)
            if place.form == "each" and phrase.distributive:
                return Phrase(f"each of {phrase.text}", referent=phrase.referent)
            if place.form == "every" and (phrase.plural or self.chinese) and phrase.referent is not None:
                distributive = self.grammar.each_of(phrase.text, self.noun(phrase.referent.type))
                phrase = Phrase(distributive, referent=phrase.referent)
            return self._with_owner(self._with_letter(phrase, field, node), what)

        return put

    def _with_owner(self, phrase: Phrase, what: str) -> Phrase:
        return Phrase(self.grammar.own(phrase.text, what), referent=phrase.referent) if what else phrase

    def _with_letter(self, phrase: Phrase, field: Field | None, node: Json) -> Phrase:
        """Return the things of a loop with the letter of the current one, if it has one."""
        letter = self.letters.get(id(node))
        if letter is None or field is None or not isinstance(field.shape, Targets):
            return phrase
        noun = self.noun(phrase.referent.type if phrase.referent else "any")
        return replace(phrase, text=self.grammar.with_letter(phrase.text, noun, letter))

    def _unbound(self, name: str) -> Phrase:
        """Return what a node means of an event that has no such field, by its type."""
        title = (self.kind or self.vocabulary.kinds[-1]).called.get(name)
        if title is not None:
            return Phrase(self.translate(title))
        kind = next((event.fields[name] for event in self.vocabulary.events if name in event.fields), "")
        return Phrase(self.grammar.definite(self.noun(kind)) if kind else MISSING)

    def field(self, field: Field, node: Json, place: Place) -> Phrase:
        """Put the value of a field into words."""
        value = node.get(field.name)
        match field.shape:
            case Number() | IntegerLiteral():
                text = self._part(value, place.form)
            case Value() if isinstance(value, str) and value in field.called:
                text = self.translate(field.called[value])
            case Targets(kind) | Ref(kind) | Value(kind):
                return self._target(field, value, kind, place)
            case Enum() as shape:
                text = self._option(shape, field.default if value is None else value)
            case TextLiteral() | MapOf() if (word := self._open_word(field, value)) is not None:
                text = word
            case Node("condition") | ListOf(Node("condition")):
                text = self.condition(self, conjunction(value))
            case ListOf():
                items = items_of(value)
                if place.form in ("first", "last"):
                    items = [item for item in items if (item.__class__ is int) is (place.form == "last")]
                joint = "plus" if place.form == "plus" else "and"
                text = self.grammar.several([self._part(item, "()") for item in items], joint)
            case _:
                return self.value(value, "any")
        return Phrase(self.grammar.article(text) if place.form == "a" else text)

    def _target(self, field: Field, value: Any, kind: str, place: Place = PLAIN) -> Phrase:
        """Put the targets in a field into words; an absent player is you."""
        if value is None and not field.required and self.is_player(kind):
            return Phrase(self.translate(YOU), you=True)
        if isinstance(value, dict) and field.name in self.mentioned:
            return self.refer(self.mentioned[field.name], place)
        phrase = self.value(value, kind, place)
        if phrase.referent is not None:
            self.mentioned[field.name] = phrase.referent
        return phrase

    def _option(self, shape: Enum, value: Any) -> str:
        title = next((option.title for option in shape.options if option.name == value), None)
        return self.translate(title) if title else self.word(value if isinstance(value, str) else str(value or ""))

    def _open_word(self, field: Field, value: Any) -> str | None:
        """Return a word of an open set by its title, an author's variable, or variables with their numbers."""
        if isinstance(value, dict):
            pairs = [
                self.say(_SET_TO, self._open_word(field, name) or self._counter(name), value[name]) for name in value
            ]
            return "，".join(pairs) if self.chinese else self.grammar.several(pairs)
        if not isinstance(value, str):
            return None
        if value in field.called:
            return self.translate(field.called[value])
        return self._counter(value) if field.analysis.names_number else None

    def _counter(self, name: str) -> str:
        return self.say(_COUNTER, f"“{name}”" if self.chinese else self.quote(name))

    # ------------------------------------------------------------------------------------------------ numbers

    def _span(self, low: Any, high: Any, form: str) -> str:
        """Put the range between two bounds into words."""
        low, high = (None if limit is None else self._limit(limit) for limit in (low, high))
        return MISSING if low is high is None else self.grammar.span(low, high, form)

    def _part(self, value: Any, form: str) -> str:
        """Put a number into words; a compound one that is part of a value between brackets."""
        match form, value:
            case "per", dict():
                return bounded_per_text(self, value)
            case "base", dict():
                return self.value(value.get("amount"), "int").text
            case "()", _:
                text = self.value(value, "int").text
                return self.grammar.bracket(text) if isinstance(value, dict) else text
        return self.amount(value, form)

    def amount(self, value: Any, form: str) -> str:
        """Put a number of things, or an amount, into words; `-` before its form leaves out its sign."""
        is_lost = form.startswith("-")
        opposite = opposite_of(value) if self.is_loss(value) and isinstance(value, dict) else None
        if opposite is not None and is_lost:
            value = opposite
        scaled = amount_text(self, value, form)
        if scaled is not None:
            return scaled
        form = form.removeprefix("-")
        if value.__class__ is int:
            return self.grammar.quantity(abs(value) if is_lost else value, form)
        fact, same = self.meaning(value), ""
        is_negative = self.is_loss(value) and not is_lost
        if isinstance(fact, Fact) and fact.result.that and fact in self.recent and form not in ("", "equal"):
            same = "" if is_negative else self.grammar.pattern("same", form)
        if same:
            return same
        text = self.value(value if opposite is None else opposite, "int").text
        if self.chinese and isinstance(value, dict) and not is_negative:
            unknown = formula(self, text, form)
            if unknown:
                return unknown
        return self.grammar.pattern("equal", form, value=self.say(_MINUS, text) if is_negative else text)
