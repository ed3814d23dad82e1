"""Writes a card's rules text from its effect tree, never from its name or its written text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any, Final

from engine.json_values import Json
from engine.language.nodes.amounts import EACH as EACH_NODE
from engine.language.planning.document_reader import Part, behaviors, ids
from engine.language.planning.length import beginning
from engine.language.planning.plan import (
    SIGNS,
    Effect,
    Item,
    TriggerItem,
    is_always,
    loop_letters,
    plan,
    split_at_entry,
)
from engine.language.planning.sides import depends_on_player, of_other_player
from engine.language.planning.standing import (
    counters_of,
    heading_of,
    keywords_of,
    lent_numbers,
    node_of,
    standing_records,
)
from engine.language.reading.inner_cards import IDENTITY, with_inner
from engine.language.reading.inner_texts import part_names
from engine.language.reading.surface import desugar, filled_in
from engine.language.spec import EACH, Case, KindSpec, LocalizedText, Node, RecordSpec, TimingSpec, Vocabulary
from engine.language.spec.phrases import fits
from engine.language.text.amounts import counts_things
from engine.language.text.clauses import effect_clause, whole
from engine.language.text.conditions import Condition, Leaf, condition_text, conjuncts, join_terms, text_of, untangle
from engine.language.text.discourse import GRAMMARS, NO_FOCUS, Fact, Meaning, Phrase
from engine.language.text.layout import Line, layout_text, lines, under_heading
from engine.language.text.realizer import Realizer
from engine.language.text.triggers import COLON, COMMA, IF, is_implied, trigger_lead

TARGET: Final = "target"
"""The name under which what applies without a trigger refers to what it applies to."""
LETTERS: Final = {"X": 987_654_301, "Y": 987_654_302, "Z": 987_654_303}
"""The letters for the numbers of a keyword, each with a number that no card has, so that sentences count with it."""
_ONLY_IF = LocalizedText("Use only if {}", "仅当{}时才能使用")
_REST = LocalizedText("The rest of this card is too long to print.", "此牌的其余内容过长，从略。")
_INNER = LocalizedText("({}: {})", "（{}：{}）")
_INNER_OF_OTHER = LocalizedText("({}, from the opponent's side: {})", "（{}，以对手视角：{}）")
"""What a card inside another does, behind its name; where it is the other player's, "you" in it is that player."""
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
    return core_describe(vocabulary, desugar(vocabulary, document).document, language, names)


def core_describe(
    vocabulary: Vocabulary, document: Any, language: str, names: Names = _no_name, *, is_full: bool = False
) -> str:
    """Return the rules text of a card in core form, as `describe` does; in full with the spans that go without saying.

    A card inside it has a paragraph of its own below, which its name begins.
    """
    own_names = part_names(document)

    def name_of(card: str) -> LocalizedText | None:
        return names(card) or own_names.get(card)

    (_, outer), *inner = with_inner(vocabulary, document)
    write = partial(_described, vocabulary, names=name_of, is_full=is_full)
    paragraphs = [write(document=outer, language=language)]
    for card, is_others in zip(inner, of_other_player(vocabulary, document, inner), strict=True):
        text, name = write(document=card.document, language=language), name_of(card.document[IDENTITY])
        is_others = is_others and depends_on_player(vocabulary, card.document)
        if text and name is not None:
            grammar, words = GRAMMARS[language], _INNER_OF_OTHER if is_others else _INNER
            paragraphs.append(words[grammar.INDEX].format(name[grammar.INDEX], text.replace("\n", grammar.SPACE)))
    return "\n".join(filter(None, paragraphs))


def _described(vocabulary: Vocabulary, document: Any, language: str, names: Names, *, is_full: bool) -> str:
    """Return the rules text of a card in core form that holds no other one."""
    kind = vocabulary.kind_of(document)
    if kind is None:
        return ""
    declares = vocabulary.keyword_kind
    document, is_cut = beginning(_printed(vocabulary, document))
    if declares is not None and kind.name == declares.kind:
        numbers = zip(declares.slots, LETTERS.values(), strict=False)
        document = filled_in(document, {f"${declares.scope}.{key.name}": number for key, number in numbers})
    own_ids, letters = frozenset(ids(document)), loop_letters(vocabulary, document)

    def begin() -> Realizer:
        realizer = _realizer(vocabulary, kind, language, names)
        realizer.own_ids, realizer.letters, realizer.document = own_ids, letters, document
        return realizer

    first = begin()
    paragraphs = [opening(first, kind, document), _of_itself(first, kind, document)]
    record_before: RecordSpec | None = None
    for record, item, _ in standing_records(vocabulary, kind, document):
        realizer = begin()
        for name, fields in record.gives.items():
            if name != TARGET:
                _bind_given(realizer, name, fields)
        applies_always = is_always(vocabulary, _condition_of(record, item))
        bound = _bound(realizer, record, item) if applies_always and record is record_before else ""
        if bound:
            paragraphs[-1] = realizer.grammar.sentence(paragraphs[-1].rstrip(realizer.grammar.STOPS) + bound)
        else:
            paragraphs.append(standing_text(realizer, record, item))
        record_before = record if applies_always else None
    paragraphs += [
        layout_text(_part(begin(), part, document, is_full=is_full)) for part in behaviors(vocabulary, document)
    ]
    paragraphs.append(first.grammar.SPACE.join(counter_sentences(first, kind, document)))
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


def counter_sentences(realizer: Realizer, kind: KindSpec, document: Json) -> Iterator[str]:
    """Yield with which variables a card begins, a sentence for each that is not 0."""
    for _, title, record, item, _ in counters_of(realizer.vocabulary, kind, document):
        text = realizer.node_text(node_of(record), item)
        if text:
            yield realizer.grammar.sentence(realizer.say(COLON, realizer.translate(title), text))


def counters_text(vocabulary: Vocabulary, document: Json, language: str) -> tuple[str, ...]:
    """Return the sentences of rules text that say with which variables a card in core form begins."""
    kind = vocabulary.kind_of(document)
    if kind is None:
        return ()
    realizer = _realizer(vocabulary, kind, language, _no_name)
    return tuple(counter_sentences(realizer, kind, _printed(vocabulary, document)))


def _printed(vocabulary: Vocabulary, document: Any) -> Any:
    """Return a document as its game prints it."""
    return document if vocabulary.printed is None else vocabulary.printed(document)


def _part(realizer: Realizer, part: Part, document: Json, *, is_full: bool) -> list[Line]:
    """Return the lines of one thing that a card does of itself: on what condition it can be used, then what it does."""
    _bind_part(realizer, part)
    deeds = partial(_deeds, realizer, part, document, is_full=is_full)
    if is_always(realizer.vocabulary, part.demand[1]):
        return deeds()
    words = part.heading[0].demands if part.heading is not None else None
    demand = realizer.say(words or _ONLY_IF, condition_text(realizer, part.demand[1]))
    realizer.focus = NO_FOCUS
    return [(0, realizer.grammar.sentence(demand)), *deeds()]


def _deeds(realizer: Realizer, part: Part, document: Json, *, is_full: bool) -> list[Line]:
    """Return the lines of what is done, below the moment at which it is."""
    timing, trigger = realizer.vocabulary.timing(part.timing), part.trigger
    body = plan(realizer.vocabulary, part.block)
    if trigger is not None and not (is_implied(realizer, trigger) and not trigger_lead(realizer, trigger)):
        body = (TriggerItem(trigger, body),)
    is_headed = timing is not None and not _is_plain(timing, document)
    standing: tuple[Item, ...] = ()
    span = None
    if timing is not None and is_headed and not is_full:
        body, standing, span = split_at_entry(realizer.vocabulary, body, timing.name)
    paragraphs = list(lines(realizer, body))
    heading = ""
    if part.heading is not None and part.heading[0].phrase is not None:
        heading = realizer.node_text(heading_of(part.heading[0]), part.heading[1])
    elif timing is not None and is_headed:
        heading = realizer.translate(timing.phrase or timing.title)
    if heading:
        paragraphs = list(under_heading(realizer, heading, paragraphs))
    realizer.entry_span = span
    return [*paragraphs, *lines(realizer, standing)]


def _is_plain(timing: TimingSpec, document: Json) -> bool:
    """Return whether the heading of a timing is left out on a card."""
    return timing.plain is not None and all(document.get(key) == value for key, value in timing.plain.items())


def _bind_part(realizer: Realizer, part: Part) -> None:
    """Bind the names that everything in a part may use."""
    timing = realizer.vocabulary.timing(part.timing)
    for name, fields in part.gives.items():
        _bind_given(realizer, name, fields)
    if timing is not None:
        _bind_given(realizer, timing.name, timing.fields, timing.results)


def _bind_given(
    realizer: Realizer, name: str, fields: Mapping[str, str], results: Mapping[str, Case] = MappingProxyType({})
) -> None:
    """Bind what a moment or a record gives: its player is you, its own thing is this one."""
    meanings: dict[str, Meaning] = {}
    for key, kind in fields.items():
        if realizer.is_player(kind) and key in results:
            meanings[key] = realizer.new(kind, definite=realizer.translate(results[key].phrase))
        elif realizer.is_player(kind):
            meanings[key] = Phrase("", "you", kind, you=True)
        elif key in results:
            meanings[key] = Fact(results[key])
        else:
            own = realizer.noun(kind).own
            definite = realizer.translate(own) if own else realizer.this(kind)
            meanings[key] = realizer.new(kind, plural=kind.endswith("[]"), definite=definite)
    realizer.bind_event(name, meanings)


def sentence(vocabulary: Vocabulary, document: Any, node: Json, language: str) -> str:
    """Return what one effect of a card in core form does, by itself."""
    realizer = _realizer(vocabulary, vocabulary.kind_of(document), language, part_names(document).get)
    realizer.own_ids = frozenset(ids(document))
    for part in behaviors(vocabulary, document):
        _bind_part(realizer, part)
    return " ".join(text for _, text in lines(realizer, plan(vocabulary, [node])))


# ------------------------------------------------------------------------------ what a card is by its presence


def opening(realizer: Realizer, kind: KindSpec, document: Json) -> str:
    """Return the line of keywords, or what the card lends with them; empty for a card with neither."""
    if kind.lends is None:
        return realizer.grammar.SPACE.join(map(realizer.grammar.sentence, _keywords(realizer, kind, document, set())))
    numbers = [(value, words, keyword) for _, value, words, keyword in lent_numbers(kind, document) if value]
    texts = [realizer.translate(words).replace("{n}", f"{value:+}") for value, words, _ in numbers]
    texts += _keywords(realizer, kind, document, {keyword for _, _, keyword in numbers})
    text = realizer.translate(kind.lends).rstrip(".。").replace("{all}", realizer.grammar.several(texts))
    return realizer.grammar.sentence(text) if texts else ""


def _keywords(realizer: Realizer, kind: KindSpec, document: Json, skip: set[str]) -> Iterator[str]:
    """Yield the keywords of a card, each with its number; those in `without` are what a number expresses already."""
    for spec, node, _ in keywords_of(realizer.vocabulary, kind, document):
        if spec.name not in skip:
            defaults = {field.name: field.default for field in spec.fields if field.default is not None}
            yield realizer.node_text(spec, {**defaults, **node})


def standing_text(realizer: Realizer, record: RecordSpec, item: Json) -> str:
    """Return what applies as long as the card is there, and to whom by its condition."""
    condition = _condition_of(record, item)
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
        realizer.focus = NO_FOCUS
        lead = realizer.say(IF, text_of(realizer, join_terms(rest))) if rest else ""
        body = whole(realizer, effect_clause(realizer, Effect(node_of(record), _for_each(realizer, record, item))))
        return realizer.grammar.sentence(realizer.say(COMMA, lead, body) if lead else body)


def _condition_of(record: RecordSpec, item: Json) -> Any:
    return next((item.get(field.name) for field in record.fields if field.shape == Node("condition")), None)


def _bound(realizer: Realizer, record: RecordSpec, item: Json) -> str:
    """Return what a record that bounds the one before it adds to its sentence; empty for any other."""
    case = next((case for case in record.wording.cases if fits(case.when, item)), None)
    put = realizer.of_node(node_of(record), item)
    return realizer.fill_sentence(case.bound, put) if case is not None and case.bound is not None else ""


def _for_each(realizer: Realizer, record: RecordSpec, item: Json) -> Json:
    """Return a record whose number is that of some things as one with 1 for each of them, where it has a sentence for that."""
    for key in record.fields:
        value = item.get(key.name)
        if not counts_things(realizer, value):
            continue
        scaled = {**item, key.name: {"type": EACH_NODE, "amount": 1, "of": value}}
        if any(case.when.get(key.name) is EACH and fits(case.when, scaled) for case in record.wording.cases):
            return scaled
    return item


def _field(realizer: Realizer, target: Phrase, kind: str) -> Phrase:
    """Return the target for its own field, and its player for that of one."""
    if kind == target.type:
        return target
    pronoun = realizer.grammar.pronoun("", "的", plural=False)
    return Phrase(realizer.grammar.own(pronoun, realizer.grammar.form(realizer.noun(kind))), realizer.key(), kind)


def _targets(realizer: Realizer, rest: list[Condition], target: Phrase) -> tuple[Phrase, list[Condition]]:
    """Return to whom a record applies and on what condition: to one that is named, else to all for which it holds."""
    terms = list(conjuncts(rest[0])) if rest else []
    for term in terms:
        named = _named_target(realizer, term, target)
        if named is not None:
            return named, [other for other in terms if other is not term]
    which = ""
    if rest:
        realizer.introduce(target)
        which = realizer.grammar.which(text_of(realizer, rest[0]), target.text, plural=False)
    text = realizer.grammar.pick("all", (1, 1), realizer.noun(target.type), "", which)
    return Phrase(text, text, target.type), []


def _named_target(realizer: Realizer, term: Condition, target: Phrase) -> Phrase | None:
    """Return which thing a condition says that the target is."""
    if not isinstance(term, Leaf) or term.spec is None or term.negative or SIGNS.get(term.spec.name) != "=":
        return None
    pair = term.node.get("value1"), term.node.get("value2")
    for left, right in (pair, pair[::-1]):
        is_thing = isinstance(right, dict) or isinstance(realizer.meaning(right), Phrase)
        if realizer.meaning(left) == target and is_thing:
            phrase = realizer.value(right, target.type)
            return phrase.referent or Phrase(phrase.text, phrase.text, "any")
    return None
