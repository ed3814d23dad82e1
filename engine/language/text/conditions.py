"""Puts conditions into words: joined, compared, and negated where they are denied."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any

from engine.json_values import Json
from engine.language.analysis.known_words import words_of
from engine.language.nodes.core import ALWAYS_FALSE, ALWAYS_TRUE, EQUALS
from engine.language.planning.plan import COMPARISONS, MIRROR, SIGNS, joint_of, sentence_of, terms_of
from engine.language.planning.templates import Place, lower_first, parts
from engine.language.spec import Enum, LocalizedText, NodeSpec, Value, Wording
from engine.language.spec.phrases import fits
from engine.language.text.amounts import NUMBER_OF
from engine.language.text.clauses import clause_of
from engine.language.text.deeds import is_tally, tally_within
from engine.language.text.discourse import Fact, Phrase
from engine.language.text.english import whole_word
from engine.language.text.realizer import Realizer

MAX_DEPTH = 40
_OPPOSITES = {">": "<=", "<": ">=", ">=": "<", "<=": ">", "=": "!"}
_SAME_NUMBER = replace(
    EQUALS,
    phrase=LocalizedText("{value1} is equal to {value2}", "{value1}等于{value2}"),
    wording=Wording(negated=LocalizedText("{value1} is not equal to {value2}", "{value1}不等于{value2}")),
)
"""The equality of two numbers that are no literals."""
_LITERAL_NUMBER = replace(
    EQUALS,
    phrase=LocalizedText("{value1} is {value2}", "{value1}为{value2}"),
    wording=Wording(negated=LocalizedText("{value1} is not {value2}", "{value1}不为{value2}")),
)
"""The equality of a value and a literal number."""
_IS_SORT = LocalizedText("{} is {}", "{}是{}")
_IS_NOT_SORT = LocalizedText("{} is not {}", "{}不是{}")
_UNKNOWN = LocalizedText("an unknown condition holds", "满足未知的条件")


@dataclass(frozen=True, slots=True)
class Leaf:
    """One condition that joins no others, and whether it is denied."""

    spec: NodeSpec | None
    node: Json
    negative: bool


@dataclass(frozen=True, slots=True)
class Junction:
    """Conditions joined by `and` or `or`."""

    joint: str
    terms: tuple[Condition, ...]


Condition = Leaf | Junction


def untangle(realizer: Realizer, node: Any, *, negative: bool = False, depth: int = 0) -> Condition:
    """Return a condition with negations moved to its leaves and equal joints flattened."""
    spec = realizer.declaration("condition", node)
    if spec is None or depth > MAX_DEPTH:
        return Leaf(None, {}, negative)
    joint = joint_of(spec)
    if joint == "":
        return Leaf(spec, node, negative)
    terms = terms_of(spec, node)
    if joint == "not":
        return untangle(realizer, terms[0] if terms else None, negative=not negative, depth=depth + 1)
    if negative:
        joint = {"and": "or", "or": "and"}[joint]
    flat: list[Condition] = []
    for node in terms:
        term = untangle(realizer, node, negative=negative, depth=depth + 1)
        flat += term.terms if isinstance(term, Junction) and term.joint == joint else (term,)
    if joint == "and":
        flat = [
            term
            for term in flat
            if not (isinstance(term, Leaf) and term.spec is not None and term.spec.wording.holds is (not term.negative))
        ] or flat[:1]
    if not flat:
        return Leaf(ALWAYS_TRUE if joint == "and" else ALWAYS_FALSE, {}, negative=False)
    return join_terms(flat, joint)


def join_terms(terms: list[Condition], joint: str = "and") -> Condition:
    """Return one condition of several."""
    return terms[0] if len(terms) == 1 else Junction(joint, tuple(terms))


def conjuncts(condition: Condition) -> tuple[Condition, ...]:
    """Return the conditions that must all hold."""
    is_and = isinstance(condition, Junction) and condition.joint == "and"
    return condition.terms if isinstance(condition, Junction) and is_and else (condition,)


def condition_text(realizer: Realizer, node: Any) -> str:
    """Put a condition of a document into words."""
    return text_of(realizer, untangle(realizer, node))


def text_of(realizer: Realizer, condition: Condition, depth: int = 0) -> str:
    """Put a condition into words."""
    if isinstance(condition, Leaf):
        return _leaf(realizer, condition)
    text = _as_list(realizer, condition)
    if text is not None:
        return text
    texts = [text_of(realizer, term, depth + 1) for term in condition.terms]
    texts = _with_one_subject(realizer, condition, texts)
    nested = [isinstance(term, Junction) for term in condition.terms]
    return realizer.grammar.join(texts, condition.joint, nested, depth)


def _with_one_subject(realizer: Realizer, condition: Junction, texts: list[str]) -> list[str]:
    """Name the thing of conditions on one thing in the first alone: "it is in this lane and is not this unit"."""
    first, *others = (_subject(realizer, term) for term in condition.terms)
    if first is None or any(subject is None or subject.key != first.key for subject in others):
        return texts
    names = ("其", first.text) if realizer.chinese else ("it ", f"{first.text} ")
    name = next((name for name in names if all(text.startswith(name) for text in texts[1:])), "")
    return [texts[0], *(text.removeprefix(name) for text in texts[1:])]


def _subject(realizer: Realizer, term: Condition) -> Phrase | None:
    """Return the referent with which the sentence of a condition begins."""
    if not isinstance(term, Leaf) or term.spec is None or term.spec.name in SIGNS:
        return None
    sentence = sentence_of(term.spec, realizer.with_roles(term.spec, term.node))
    match parts(realizer.translate(sentence)):
        case (Place(name=name, own=""), *_):
            has_field = term.spec.field(name) is not None
            return realizer.referent(term.node.get(name)) if has_field else realizer.role(term.spec, name)
    return None


def _as_list(realizer: Realizer, condition: Junction) -> str | None:
    """Return conditions that ask for one word or another of the same thing as one: "the element is Pyro or Electro"."""
    leaves = [term for term in condition.terms if isinstance(term, Leaf) and not term.negative]
    spec = leaves[0].spec if leaves else None
    if condition.joint != "or" or spec is None or any(leaf.spec is not spec for leaf in leaves):
        return None
    fields = [field for field in spec.fields if len({repr(leaf.node.get(field.name)) for leaf in leaves}) > 1]
    if len(fields) != 1:
        return None
    shape = fields[0].shape
    titles = {word.name: realizer.translate(word.title) for word in shape.options} if isinstance(shape, Enum) else {}
    words = [titles[name] for leaf in leaves if (name := str(leaf.node.get(fields[0].name))) in titles]
    if not words or len(words) < len(condition.terms):
        return None
    texts = [state_condition(realizer, spec, leaf.node, negative=False) for leaf in leaves]
    head, word, tail = texts[0].partition(words[0])
    is_list = bool(word) and texts == [head + word + tail for word in words]
    return head + realizer.grammar.several(words, "or") + tail if is_list else None


_NONE_OR_ANY = ((">", 0), (">=", 1), ("<=", 0), ("<", 1), ("=", 0))
_BOUND_ZH = re.compile("^(恰好|至少|至多)")
"""How a bound begins in Chinese, where a number of things is said to be there."""
_PLACES_ZH = {"在场": "场上", "你": "你", "对手": "对手"}
"""Where things are that a Chinese phrase begins with in every game, and how that place begins a sentence."""
_OWN_THINGS_ZH = re.compile("(本回合|本轮|本局|)(敌方|我方|友方|你|对手)的?([^的次加减]{1,8})(次?)数")
_DONE_THINGS_ZH = re.compile("((?:你|对手|敌方|我方)(?:本轮|本回合|))([^的]{2})的([^的次加减]{1,8})数")
"""The same of what a player does: "你控制的战线数"."""
"""A number of things that a player has, or of what a player did, with the period before it."""
_NONE = (("<=", 0), ("<", 1), ("=", 0))
COUNT_ZH = re.compile(r"(\{[^{}]*\}|)([^{]*?)了?\{n:[点张个枚格名次条层]([^}]*)\}(.*)")
"""The sentence of a counted result in Chinese: whose it is, the verb, the measure word, the things, and the rest."""
_HAVE_BOUND_ZH = re.compile("有(恰好|至少|至多)")
_COMPARISON_WORDS = {">": "more", "<": "fewer", "=": "as many", ">=": "at least as many", "<=": "at most as many"}
_PILE = re.compile(r"the number of (\w+) (in .+)")
"""A number of things in English by where they are."""
_BARE = "{n}"
"""A number in the sentence of a result that counts nothing: only the number itself can stand there, no bound."""


def _leaf(realizer: Realizer, leaf: Leaf) -> str:
    if leaf.spec is None:
        return realizer.translate(_UNKNOWN)
    if leaf.spec.name in SIGNS:
        return _comparison(realizer, SIGNS[leaf.spec.name], leaf.node, negative=leaf.negative)
    return state_condition(realizer, leaf.spec, leaf.node, negative=leaf.negative)


def state_condition(realizer: Realizer, spec: NodeSpec, node: Json, *, negative: bool) -> str:
    """Return a condition by its own sentence, or by that for its negation."""
    outside, realizer.mentioned = realizer.mentioned, {}
    roles = realizer.with_roles(spec, node)
    case = next((case for case in spec.wording.cases if fits(case.when, roles)), None)
    negated = (case or spec.wording).negated if negative else None
    sentence = realizer.translate(negated or sentence_of(spec, roles))
    text = clause_of(realizer, sentence, realizer.of_node(spec, node), negate=negative and negated is None)
    realizer.mentioned = outside
    return text


# ------------------------------------------------------------------------------------------------- comparisons


def _comparison(realizer: Realizer, sign: str, node: Json, *, negative: bool) -> str:
    """Put a comparison into words: of a result as what happened, of things as an identity, else of two values."""
    lhs, rhs = node.get("value1"), node.get("value2")
    if not _is_computed(lhs) and _is_computed(rhs):
        lhs, rhs, sign = rhs, lhs, MIRROR[sign]
    fact, second = realizer.meaning(lhs), realizer.meaning(rhs)
    if isinstance(fact, Fact):
        result = fact.result
        if rhs.__class__ is bool and sign == "=":
            negated = result.negated if negative is rhs else None
            sentence = realizer.translate(negated or result.phrase)
            is_negated = negative is rhs and negated is None
            return clause_of(realizer, sentence, realizer.of_fact(fact), negate=is_negated)
        bound = _OPPOSITES[sign] if negative else sign
        if rhs.__class__ is int and result.counts is not None and (bound == "=" or _BARE not in result.counts.en):
            return _count_text(realizer, fact, result.counts, bound, rhs)
    counted = _counted(realizer, lhs, _OPPOSITES[sign] if negative else sign, rhs)
    if counted is not None:
        return counted
    more = None if realizer.chinese else _pile_comparison(realizer, lhs, _OPPOSITES[sign] if negative else sign, rhs)
    if more is not None:
        return more
    if isinstance(fact, Phrase) and isinstance(second, Phrase) and fact.you and not second.you:
        lhs, rhs = rhs, lhs
    if sign == "=" and isinstance(lhs, dict) and isinstance(rhs, str) and not _is_computed(rhs):
        text = _sort_text(realizer, lhs, _word(realizer, lhs, rhs), negative=negative)
        if text is not None:
            return text
    spec = _equality(realizer, rhs) if sign == "=" else COMPARISONS[sign]
    return state_condition(realizer, spec, {"value1": lhs, "value2": _word(realizer, lhs, rhs)}, negative=negative)


def _pile_comparison(realizer: Realizer, left: Any, sign: str, right: Any) -> str | None:
    """Return which of two piles holds more: "there are more cards in your hand than in the discard pile"; None for other numbers."""
    match right:
        case {"type": "add", "values": [dict() as right, int() as more]} if more > 0 and sign in (">=", ">"):
            least = more + (sign == ">")
            number = f"at least {least} more" if least > 1 else "more"
        case _:
            number = _COMPARISON_WORDS.get(sign, "")
    if not number or not isinstance(left, dict) or not isinstance(right, dict):
        return None
    mark = realizer.mark()
    first, second = (_PILE.fullmatch(realizer.value(value, "int").text) for value in (left, right))
    realizer.return_to(mark)
    if first is None or second is None or first[1] != second[1]:
        return None
    return f"there are {number} {first[1]} {first[2]} {'as' if number.endswith('as many') else 'than'} {second[2]}"


def _sort_text(realizer: Realizer, read: Json, word: Any, *, negative: bool) -> str | None:
    """Return that a thing which is not a candidate is of a sort: "the last card that you played is a fire card"; None for all else."""
    spec = realizer.declaration("value", read)
    kinds = (
        ((read.get(key.name), key.shape.type) for key in spec.fields if isinstance(key.shape, Value)) if spec else ()
    )
    thing, kind = next(iter(kinds), (None, ""))
    if spec is None or not isinstance(word, LocalizedText) or not isinstance(thing, dict) or not _is_sort(spec, read):
        return None
    sort = realizer.grammar.SPACE.join((realizer.translate(word), realizer.grammar.form(realizer.noun(kind))))
    text = realizer.value(thing, kind).text
    return realizer.say(_IS_NOT_SORT if negative else _IS_SORT, text, realizer.grammar.article(sort))


def _is_sort(spec: NodeSpec, read: Json) -> bool:
    """Return whether a value is a property whose words are sorts of things."""
    return any(
        isinstance(key.shape, Enum)
        and any(word.sorts and word.name == read.get(key.name) for word in key.shape.options)
        for key in spec.fields
    )


def _equality(realizer: Realizer, rhs: Any) -> NodeSpec:
    """Return the equality for the value on its right."""
    if rhs.__class__ is int:
        return _LITERAL_NUMBER
    spec = realizer.declaration("value", rhs)
    return _SAME_NUMBER if spec is not None and spec.given_type(rhs) == "int" else EQUALS


def _word(realizer: Realizer, read: Any, word: Any) -> Any:
    """Return the title of a word that is compared with what can be only certain words, anything else as it is."""
    options = words_of(realizer.vocabulary, read) if isinstance(word, str) and not _is_computed(word) else ()
    title = next((option.title for option in options if option.name == word), None)
    if title is None or not title.en[1:].islower():
        return title or word
    return LocalizedText(lower_first(title.en), title.zh)


def _is_computed(value: Any) -> bool:
    """Return whether a value is more than a literal."""
    return isinstance(value, dict) or (isinstance(value, str) and value[:1] in ("$", "{"))


def _counted(realizer: Realizer, read: Any, sign: str, number: Any) -> str | None:
    """Return the comparison of a number of things with a literal: "you have fewer than 3 cards in hand"; None for any other.

    In Chinese the number itself is none, or is not.
    """
    spec = realizer.declaration("value", read)
    if spec is None or number.__class__ is not int or (sign == "!" and number != 0):
        return None
    if sign == "!":
        sign = ">"
    if is_tally(realizer, read) and (text := tally_within(realizer, read, sign, number)) is not None:
        return text
    case = next((case for case in spec.wording.cases if fits(case.when, realizer.with_roles(spec, read))), None)
    if case is None and spec.phrase is not None and spec.phrase.en.startswith(NUMBER_OF[0]):
        return _things_there(realizer, spec, read, sign, number)
    if case is None or case.counts is None:
        return None
    if realizer.chinese and (sign, number) in _NONE_OR_ANY:
        is_any = sign in (">", ">=")
        if (text := _none_or_any_zh(realizer.value(read, "int").text, is_any=is_any)) is not None:
            return text
        return state_condition(realizer, _LITERAL_NUMBER, {"value1": read, "value2": 0}, negative=is_any)
    put_field = realizer.of_node(spec, read)

    def put(place: Place) -> Phrase:
        if place.name == "n":
            return Phrase(realizer.grammar.bounded_count(sign, number, place.form), plural="|" in place.form)
        return put_field(place)

    return clause_of(realizer, realizer.translate(case.counts), put)


def _none_or_any_zh(number: str, *, is_any: bool) -> str | None:
    """Return that a number is none, or is not, by what it counts: "敌方没有召唤物"; None for a number of no such things."""
    match = _OWN_THINGS_ZH.fullmatch(number)
    done = _DONE_THINGS_ZH.fullmatch(number)
    if done is not None:
        owner, verb, things = done.groups()
        return (
            f"{owner}{verb}了{things}" if is_any else f"{owner}没有{verb}任何{things}{'数' if len(things) == 1 else ''}"
        )
    if match is None:
        return None
    period, owner, things, is_deed = match.groups()
    if is_deed:
        return f"{period}{owner}{'' if is_any else '没有'}{things}过"
    where = f"{things}中" if things == "牌库" else ""
    return f"{period}{owner}{where}{'有' if is_any else '没有'}{'牌' if where else things}"


def _things_there(realizer: Realizer, spec: NodeSpec, read: Json, sign: str, number: int) -> str | None:
    """Return the comparison of the number of a chooser's things: "there is exactly 1 enemy unit in this lane"; None for other numbers."""
    things = next(
        (place for place in parts(realizer.translate(sentence_of(spec, read))) if isinstance(place, Place)), None
    )
    if things is None or things.form != "many":
        return None
    text = realizer.of_node(spec, read)(things).text
    if realizer.chinese:
        return _things_there_zh(realizer, text, sign, number)
    singles = (whole_word(noun.many).sub(noun.one, text, count=1) for noun in realizer.vocabulary.nouns.values())
    single = next((single for single in singles if single != text), text)
    verb = "is" if number == 1 and (sign, number) not in _NONE_OR_ANY else "are"
    return f"there {verb} {realizer.grammar.bounded_count(sign, number, f'{single}|{text}')}"


def _things_there_zh(realizer: Realizer, text: str, sign: str, number: int) -> str:
    """Return the comparison of a number of things by where they are: "本战线恰好有1个敌方单位"."""
    place, _, things = text.partition("的")
    if realizer.vocabulary.place_zh and f"{place}的".endswith(realizer.vocabulary.place_zh):
        start = place
    elif place in _PLACES_ZH:
        start = _PLACES_ZH[place]
    else:
        start, things = "", text
    if (sign, number) in _NONE_OR_ANY:
        return f"{start}{'有' if sign in ('>', '>=') else '没有'}{things}"
    nouns = (noun for noun in realizer.vocabulary.nouns.values() if things.endswith(noun.zh) or noun.zh == things[-1:])
    bound = realizer.grammar.bounded_count(sign, number, next((noun.classifier for noun in nouns), "个"))
    return start + (_BOUND_ZH.sub(r"\1有", bound) if bound[0] in "恰至" else f"有{bound}") + things


def _count_text(realizer: Realizer, fact: Fact, sentence: LocalizedText, sign: str, number: int) -> str:
    """Return the number of a result by its bound; a loss is below zero and counts as what was lost."""
    if fact.result.negative:
        sign, number = MIRROR.get(sign, sign), -number
    put_referent = realizer.of_fact(fact)

    def put(place: Place) -> Phrase:
        if place.name == "n":
            return Phrase(realizer.grammar.bounded_count(sign, number, place.form), plural="|" in place.form)
        return put_referent(place)

    text = realizer.translate(sentence)
    counted = COUNT_ZH.fullmatch(text) if realizer.chinese and (sign, number) in _NONE else None
    if counted is not None:
        text = none_zh(*counted.groups())
    return _HAVE_BOUND_ZH.sub(r"\1有", clause_of(realizer, text, put)).replace("有不足", "不足")


def none_zh(owner: str, verb: str, things: str, rest: str) -> str:
    """Return the sentence of a result for none of what it counts: "你没有弃牌", "没有伤害溢出"."""
    if verb.endswith("有"):
        return f"{owner}{verb.removesuffix('有')}没有{things}{rest}"
    return f"{owner}没有{verb}{things}{rest}"
