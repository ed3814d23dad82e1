"""The forms of a place that put their field in a way of their own; any other form only changes the words of a value."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from engine.json_values import Json
from engine.language.planning.document_reader import stem
from engine.language.planning.templates import lower_first
from engine.language.reading.inner_texts import part_key
from engine.language.spec import Field, LocalizedText, NodeSpec, ObjectShape, Targets
from engine.language.spec.phrases import sign
from engine.language.text.deeds import nth, tally
from engine.language.text.discourse import MISSING, Phrase
from engine.language.text.picks import choices, single

if TYPE_CHECKING:
    from engine.language.text.realizer import Realizer

_EFFECTS = LocalizedText("the lasting effects called {}", "名为{}的持续效果")
_OWN_EFFECT = LocalizedText("this card's lasting effect", "此牌的持续效果")


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _bare(realizer: Realizer, spec: NodeSpec, field: Field, node: Json) -> Phrase:
    """Put what is to be chosen into words, without the player who chooses."""
    value = node.get(field.name)
    kind = field.shape.type if isinstance(field.shape, Targets) else "any"
    return realizer.node(value, kind, bare=True) if isinstance(value, dict) else realizer.value(value, kind)


def _plural(realizer: Realizer, spec: NodeSpec, field: Field, node: Json) -> Phrase:
    """Put the kind of thing that a chooser takes into words."""
    value = node.get(field.name)
    chooser = realizer.declaration("chooser", value)
    if chooser is None or value is None:
        return Phrase(MISSING, plural=True)
    return Phrase(realizer.whole_noun(chooser, realizer.with_roles(chooser, value)), plural=True)


def _cards(joint: str = "or", *, article: bool = False) -> PutField:
    """Return how cards are put into words by their names, as far as names are known."""

    def put(realizer: Realizer, spec: NodeSpec, field: Field, node: Json) -> str:
        cards = _listed(node.get(field.name))
        names = [realizer.names(card) if isinstance(card, str) else None for card in cards]
        words = [realizer.value(name or card, "text").text for name, card in zip(names, cards, strict=True)]
        text = realizer.grammar.several(words, joint)
        return realizer.grammar.article(text) if article else text

    return put


def _names_apart(realizer: Realizer, spec: NodeSpec, field: Field, node: Json) -> str:
    """Put cards into words by their names, each as a keyword: a sentence of its own, the last without its stop."""
    names = (_cards()(realizer, spec, field, {**node, field.name: card}) for card in _listed(node.get(field.name)))
    sentences = (realizer.grammar.sentence(str(name)) for name in names)
    return realizer.grammar.SPACE.join(sentences)[:-1]


def _effects(realizer: Realizer, spec: NodeSpec, field: Field, node: Json) -> str:
    """Put triggers into words by their ids; one of this card is its own."""
    items = _listed(node.get(field.name))
    own = [isinstance(item, str) and stem(item) in realizer.own_ids for item in items]
    names = ["" if is_own else realizer.value(item, "text").text for item, is_own in zip(items, own, strict=True)]
    words = [realizer.say(_EFFECTS if name else _OWN_EFFECT, name) for name in dict.fromkeys(names)]
    return realizer.grammar.several(words)


def _event(realizer: Realizer, spec: NodeSpec, field: Field, node: Json) -> str:
    """Put an event into words by its title."""
    name = node.get(field.name)
    event = realizer.vocabulary.event(str(name))
    if event is None:
        return realizer.value(name, "text").text
    en, zh = event.title
    return f"“{zh.removesuffix('时')}”" if realizer.chinese else lower_first(en)


def _part(realizer: Realizer, spec: NodeSpec, field: Field, node: Json) -> str:
    """Put a part of this card, or of the one that it names, into words: by its name, as far as that is known."""
    part, of = node.get(field.name), field.reference.part_of
    if not isinstance(part, str):
        return realizer.value(part, "text").text
    owner = realizer.document.get(of[0] if of is not None else "") or realizer.document.get("id")
    name = realizer.names(part_key(owner, part))
    return realizer.translate(name) if name is not None else realizer.quote(part)


def _signs(realizer: Realizer, spec: NodeSpec, field: Field, node: Json) -> str:
    """Put a record of amounts into signs: each before what it is of, `③Cryo ②Any`."""
    amounts = node.get(field.name)
    if not isinstance(field.shape, ObjectShape) or not isinstance(amounts, dict):
        return ""
    keys = realizer.vocabulary.record(field.shape.name).fields
    pairs = [(amounts.get(key.name), realizer.translate(key.title)) for key in keys]
    texts = [sign(amount) + title for amount, title in pairs if amount.__class__ is int and amount > 0]
    return realizer.grammar.SPACE.join(texts)


PutField = Callable[["Realizer", NodeSpec, Field, Json], Phrase | str]
FORMS: Mapping[str, PutField] = {
    "bare": _bare,
    "called": _cards(),
    "called a": _cards(article=True),
    "called all": _cards("and"),
    "called apart": _names_apart,
    "effects": _effects,
    "event": _event,
    "many": _plural,
    "chosen": partial(single, is_random=False),
    "nth": nth,
    "only if": lambda realizer, spec, field, node: realizer.only_if(spec, node),
    "one": lambda realizer, spec, _, node: realizer.one_thing(spec, node),
    "part": _part,
    "random": partial(single, is_random=True),
    "signs": _signs,
    "tally": tally,
    "thing": lambda realizer, spec, _, node: realizer.things(spec, node, plural=False),
    "things": lambda realizer, spec, _, node: Phrase(realizer.things(spec, node), plural=True),
    "that": lambda realizer, spec, _, node: realizer.filter_of(spec, node, plural=True),
    "those": lambda realizer, spec, field, node: Phrase(choices(realizer, spec, field, node), plural=True),
    "whole": lambda realizer, spec, _, node: Phrase(realizer.whole_noun(spec, node), plural=True),
    "which": lambda realizer, spec, _, node: realizer.which(spec, node),
}
"""How each form puts a field of a node; a name alone is a text that nothing refers to."""
