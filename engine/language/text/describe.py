"""Writes a card's rules text from its effect tree, never from its name or its written text."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from engine.language.planning.document_reader import Json, Part, behaviors, ids
from engine.language.planning.length import beginning
from engine.language.planning.plan import TriggerItem, loop_letters, plan
from engine.language.planning.standing import node_of, standing_records
from engine.language.reading.surface import filled_in, lower
from engine.language.spec.phrases import Result
from engine.language.spec.records import KindSpec
from engine.language.spec.shapes import LocalizedText
from engine.language.spec.vocabulary import Vocabulary
from engine.language.text.conditions import condition_text
from engine.language.text.discourse import Fact, Meaning, Referent
from engine.language.text.layout import Line, layout_text, lines, under_heading
from engine.language.text.realizer import Realizer
from engine.language.text.static_text import TARGET, opening, standing_text
from engine.language.text.triggers import is_implied, trigger_lead

LETTERS: Final = {"X": 987_654_301, "Y": 987_654_302, "Z": 987_654_303}
"""The letters for the numbers of a keyword, each with a number that no card has, so that sentences count with it."""
_REST = LocalizedText("The rest of this card is too long to print.", "此牌的其余内容过长，从略。")
Names = Callable[[str], LocalizedText | None]
"""Returns the name of a card by its id, None for an unknown one."""


def _no_name(card: str) -> LocalizedText | None:
    return None


def describe(vocabulary: Vocabulary, document: Any, language: str, names: Names = _no_name) -> str:
    """Return the rules text of a card, a paragraph for each of its moments; empty when it does nothing.

    A card of more than `MAX_VALUES` values is described up to there, with a note that there is more.
    Total: a document that was never checked is described as far as it can be read; `names` are those of other cards.
    Errors: KeyError for a language that is not there.
    """
    return core_describe(vocabulary, lower(vocabulary, document).document, language, names)


def core_describe(vocabulary: Vocabulary, document: Any, language: str, names: Names = _no_name) -> str:
    """Return the rules text of a card in core form, as `describe` does."""
    kind = vocabulary.kind_of(document)
    if kind is None:
        return ""
    document, is_cut = beginning(document)
    declares = vocabulary.keyword_kind
    if declares is not None and kind.name == declares.kind:
        numbers = zip(declares.slots, LETTERS.values(), strict=False)
        document = filled_in(document, {f"${declares.scope}.{key.name}": number for key, number in numbers})
    own_ids, letters = frozenset(ids(document)), loop_letters(vocabulary, document)

    def begin() -> Realizer:
        realizer = _realizer(vocabulary, kind, language, names)
        realizer.own_ids, realizer.letters = own_ids, letters
        return realizer

    first = begin()
    paragraphs = [opening(first, kind, document), _of_itself(first, kind, document)]
    for record, item, _ in standing_records(vocabulary, kind, document):
        realizer = begin()
        for name, fields in record.gives.items():
            if name != TARGET:
                _bind_given(realizer, name, fields)
        paragraphs.append(standing_text(realizer, record, item))
    paragraphs += [layout_text(_part(begin(), part, document)) for part in behaviors(vocabulary, document)]
    text = "\n".join(filter(None, paragraphs))
    for letter, number in LETTERS.items():
        text = text.replace(str(number), letter)
    return f"{text}\n{first.translate(_REST)}" if is_cut and text else text


def _realizer(vocabulary: Vocabulary, kind: KindSpec | None, language: str, names: Names) -> Realizer:
    declared = vocabulary.named
    return Realizer(vocabulary, language, kind, condition_text, lambda card: names(card) or declared.get(card))


def _of_itself(realizer: Realizer, kind: KindSpec, document: Any) -> str:
    """Return what a card of a kind does by its nature: the sentence of its record; empty where there is none."""
    record = realizer.vocabulary.record(kind.record)
    text = realizer.node_text(node_of(record), document) if record.phrase is not None else ""
    return realizer.grammar.sentence(text) if text else ""


def _part(realizer: Realizer, part: Part, document: Json) -> list[Line]:
    """Return the lines of one thing that a card does of itself."""
    _bind_part(realizer, part)
    timing, trigger = realizer.vocabulary.timing(part.timing), part.trigger
    body = plan(realizer.vocabulary, part.block)
    if trigger is not None and not (is_implied(realizer, trigger) and not trigger_lead(realizer, trigger)):
        body = (TriggerItem(trigger, body),)
    paragraphs = list(lines(realizer, body))
    if part.heading is not None and part.heading[0].phrase is not None:
        heading = realizer.node_text(node_of(part.heading[0]), part.heading[1])
    elif timing is not None and not _is_plain(timing.plain, document):
        heading = realizer.translate(timing.phrase or timing.title)
    else:
        return paragraphs
    return list(under_heading(realizer, heading, paragraphs)) if heading else paragraphs


def _is_plain(plain: Mapping[str, str] | None, document: Json) -> bool:
    return plain is not None and all(document.get(key) == value for key, value in plain.items())


def _bind_part(realizer: Realizer, part: Part) -> None:
    """Bind the names that everything in a part may use."""
    timing = realizer.vocabulary.timing(part.timing)
    for name, fields in part.gives.items():
        _bind_given(realizer, name, fields)
    if timing is not None:
        _bind_given(realizer, timing.name, timing.fields, timing.results)


def _bind_given(
    realizer: Realizer, name: str, fields: Mapping[str, str], results: Mapping[str, Result] = MappingProxyType({})
) -> None:
    """Bind what a moment or a record gives: its player is you, its own thing is this one."""
    meanings: dict[str, Meaning] = {}
    for key, kind in fields.items():
        if realizer.is_player(kind):
            meanings[key] = Referent("you", kind, "", you=True)
        elif key in results:
            meanings[key] = Fact(realizer.key(), kind, results[key])
        else:
            own = realizer.noun(kind).own
            definite = realizer.translate(own) if own else realizer.this(kind)
            meanings[key] = realizer.new(kind, plural=kind.endswith("[]"), definite=definite)
    realizer.bind_event(name, meanings)


def sentence(vocabulary: Vocabulary, document: Any, node: Mapping[str, Any], language: str) -> str:
    """Return what one effect of a card in core form does, by itself."""
    realizer = _realizer(vocabulary, vocabulary.kind_of(document), language, _no_name)
    realizer.own_ids = frozenset(ids(document))
    for part in behaviors(vocabulary, document):
        _bind_part(realizer, part)
    return " ".join(text for _, text in lines(realizer, plan(vocabulary, [node])))
