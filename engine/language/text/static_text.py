"""Puts into words what a card is and does by its presence: keywords, what it lends, what applies without a trigger."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.language.planning.document_reader import Json
from engine.language.planning.plan import SIGNS, Effect, is_always
from engine.language.planning.standing import keywords_of, lent_numbers, node_of
from engine.language.spec.records import KindSpec, RecordSpec
from engine.language.spec.shapes import Node
from engine.language.text.clauses import effect_clause, whole
from engine.language.text.conditions import Condition, Leaf, conjuncts, join_terms, text_of, untangle
from engine.language.text.discourse import Referent
from engine.language.text.realizer import Realizer
from engine.language.text.triggers import COMMA, IF

TARGET: Final = "target"
"""The name under which what applies without a trigger refers to what it applies to."""


def opening(realizer: Realizer, kind: KindSpec, document: Json) -> str:
    """Return the line of keywords, or what the card lends with them; empty for a card with neither."""
    if kind.lends is None:
        return realizer.grammar.SPACE.join(map(realizer.grammar.sentence, _keywords(realizer, kind, document, set())))
    numbers = [(value, words, keyword) for _, value, words, keyword in lent_numbers(kind.lends, document) if value]
    texts = [realizer.translate(words).replace("{n}", f"{value:+}") for value, words, _ in numbers]
    texts += _keywords(realizer, kind, document, {keyword for _, _, keyword in numbers})
    text = realizer.translate(kind.lends.phrase).rstrip(".。").replace("{all}", realizer.grammar.several(texts))
    return realizer.grammar.sentence(text) if texts else ""


def _keywords(realizer: Realizer, kind: KindSpec, document: Json, skip: set[str]) -> Iterator[str]:
    """Yield the keywords of a card, each with its number; those in `without` are what a number expresses already."""
    for spec, node, _ in keywords_of(realizer.vocabulary, kind, document):
        if spec.name not in skip:
            defaults = {field.name: field.default for field in spec.fields if field.default is not None}
            yield realizer.node_text(spec, {**defaults, **node})


def standing_text(realizer: Realizer, record: RecordSpec, item: Json) -> str:
    """Return what applies as long as the card is there, and to whom by its condition."""
    condition = next((item.get(field.name) for field in record.fields if field.shape == Node("condition")), None)
    realizer.others = False
    with realizer.trigger_scope():
        fields = record.gives.get(TARGET, {})
        target = realizer.new(next(iter(fields.values()), "any"))
        realizer.bind_event(TARGET, {name: _field(realizer, target, kind) for name, kind in fields.items()})
        rest: list[Condition] = []
        if not is_always(realizer.vocabulary, condition):
            rest = [untangle(realizer, condition)]
        if fields:
            target, rest = _targets(realizer, rest, target)
        realizer.roles = {TARGET: target}
        realizer.focus = ""
        lead = realizer.say(IF, text_of(realizer, join_terms(rest))) if rest else ""
        body = whole(realizer, effect_clause(realizer, Effect(node_of(record), item)))
        return realizer.grammar.sentence(realizer.say(COMMA, lead, body) if lead else body)


def _field(realizer: Realizer, target: Referent, kind: str) -> Referent:
    """Return the target for its own field, and its player for that of one."""
    if kind == target.type:
        return target
    pronoun = realizer.grammar.pronoun("", "的", plural=False)
    return Referent(realizer.key(), kind, realizer.grammar.own(pronoun, realizer.grammar.form(realizer.noun(kind))))


def _targets(realizer: Realizer, rest: list[Condition], target: Referent) -> tuple[Referent, list[Condition]]:
    """Return to whom a record applies and on what condition: to one that is named, else to all for which it holds."""
    terms = list(conjuncts(rest[0])) if rest else []
    for term in terms:
        named = _named_target(realizer, term, target)
        if named is not None:
            return named, [other for other in terms if other is not term]
    which = ""
    if rest:
        realizer.introduce(target)
        which = realizer.grammar.which(text_of(realizer, rest[0]), target.definite, plural=False)
    text = realizer.grammar.pick("all", (1, 1), realizer.noun(target.type), "", which)
    return Referent(text, target.type, text), []


def _named_target(realizer: Realizer, term: Condition, target: Referent) -> Referent | None:
    """Return which thing a condition says that the target is."""
    if not isinstance(term, Leaf) or term.spec is None or term.negative or SIGNS.get(term.spec.name) != "=":
        return None
    pair = term.node.get("value1"), term.node.get("value2")
    for left, right in (pair, pair[::-1]):
        is_thing = isinstance(right, dict) or isinstance(realizer.meaning(right), Referent)
        if realizer.meaning(left) == target and is_thing:
            phrase = realizer.value(right, target.type)
            return phrase.referent or Referent(phrase.text, "any", phrase.text)
    return None
