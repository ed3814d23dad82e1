"""Says conditions: what holds of what, joined, and denied where they stand denied."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from engine.language.analysis.known_words import words_of
from engine.language.nodes.core import ALWAYS_FALSE, ALWAYS_TRUE, AT_LEAST, AT_MOST, EQUALS, GREATER, LESS
from engine.language.spec.nodes import NodeSpec
from engine.language.spec.phrases import Wording, fits
from engine.language.spec.shapes import Enum, LocalizedText
from engine.language.text.clauses import bent
from engine.language.text.document_reader import Json, node_spec
from engine.language.text.meanings import Fact, Thing
from engine.language.text.phrase import FillPlace, Phrase, around
from engine.language.text.plan import condition_spec, joined_by, parts_of, sentence_of
from engine.language.text.speaker import Speaker
from engine.language.text.templates import Place, parts

SIGNS = {EQUALS.name: "=", GREATER.name: ">", LESS.name: "<", AT_LEAST.name: ">=", AT_MOST.name: "<="}
_SAME_NUMBER = replace(
    EQUALS,
    phrase=LocalizedText("{value1} is equal to {value2}", "{value1}等于{value2}"),
    wording=Wording(negated=LocalizedText("{value1} is not equal to {value2}", "{value1}不等于{value2}")),
)
"""How two numbers are said to be alike, of which the second is no plain one."""
_PLAIN_NUMBER = replace(
    EQUALS,
    phrase=LocalizedText("{value1} is {value2}", "{value1}为{value2}"),
    wording=Wording(negated=LocalizedText("{value1} is not {value2}", "{value1}不为{value2}")),
)
"""How something is said to be a plain number."""
_SPECS = {"=": EQUALS, ">": GREATER, "<": LESS, ">=": AT_LEAST, "<=": AT_MOST}
MIRROR = {"=": "=", ">": "<", "<": ">", ">=": "<=", "<=": ">="}
_DENIED = {">": "<=", "<": ">=", ">=": "<", "<=": ">", "=": "!"}
DEEPEST = 40


@dataclass(frozen=True, slots=True)
class Leaf:
    """One condition that joins no others, and whether it is denied."""

    spec: NodeSpec | None
    node: Json
    denied: bool


@dataclass(frozen=True, slots=True)
class Joined:
    """Conditions joined by `and` or `or`."""

    joint: str
    parts: tuple[Leaf | Joined, ...]


def untangled(speaker: Speaker, condition: Any, *, denied: bool = False, depth: int = 0) -> Leaf | Joined:
    """Return a condition with denials carried to where they belong and equal joints flattened."""
    spec = condition_spec(speaker.vocabulary, condition)
    if spec is None or depth > DEEPEST:
        return Leaf(None, {}, denied)
    joint = joined_by(spec)
    if joint == "":
        return Leaf(spec, condition, denied)
    inner = parts_of(spec, condition)
    if joint == "not":
        return untangled(speaker, inner[0], denied=not denied, depth=depth + 1)
    joint = {"and": "or", "or": "and"}[joint] if denied else joint
    found = [untangled(speaker, part, denied=denied, depth=depth + 1) for part in inner]
    flat = [leaf for one in found for leaf in (one.parts if isinstance(one, Joined) and one.joint == joint else (one,))]
    if joint == "and":
        flat = [one for one in flat if not _asks_nothing(one)] or flat[:1]
    if not flat:
        return Leaf(ALWAYS_TRUE if joint == "and" else ALWAYS_FALSE, {}, denied=False)
    return flat[0] if len(flat) == 1 else Joined(joint, tuple(flat))


def _asks_nothing(one: Leaf | Joined) -> bool:
    return isinstance(one, Leaf) and one.spec is not None and one.spec.wording.holds is (not one.denied)


def condition_text(speaker: Speaker, one: Leaf | Joined, depth: int = 0) -> str:
    """Return a condition in words."""
    if isinstance(one, Leaf):
        return leaf(speaker, one)
    if (listed := _listed(speaker, one)) is not None:
        return listed
    texts = [condition_text(speaker, part, depth + 1) for part in one.parts]
    texts = _with_one_subject(speaker, one, texts)
    return speaker.grammar.mixed(texts, one.joint, [isinstance(part, Joined) for part in one.parts], depth)


def _with_one_subject(speaker: Speaker, one: Joined, texts: list[str]) -> list[str]:
    """Return conditions on one thing with the thing named in the first alone: "it is in this lane and is not this unit"."""
    subjects = [_subject(speaker, part) for part in one.parts]
    first = subjects[0]
    if first is None or any(thing is None or thing.key != first.key for thing in subjects):
        return texts
    names = ("it ", f"{first.definite} ") if speaker.index == 0 else ("其", first.definite)
    found = next((name for name in names if all(text.startswith(name) for text in texts[1:])), "")
    return [texts[0], *(text.removeprefix(found) for text in texts[1:])]


def _subject(speaker: Speaker, one: Leaf | Joined) -> Thing | None:
    """Return the thing with which the sentence of a condition begins."""
    if not isinstance(one, Leaf) or one.spec is None or one.spec.name in SIGNS:
        return None
    first = next(iter(parts(speaker.localized(sentence_of(one.spec, speaker.roled(one.spec, one.node))))), "")
    if not isinstance(first, Place) or first.own:
        return None
    if one.spec.field(first.name) is None:
        return speaker.role(one.spec, first.name)
    return speaker.thing(one.node.get(first.name))


def _listed(speaker: Speaker, one: Joined) -> str | None:
    """Return conditions that ask for one word or another of the same thing as one: "the element is Pyro or Electro"."""
    leaves = [part for part in one.parts if isinstance(part, Leaf)]
    first = leaves[0].spec if leaves else None
    if one.joint != "or" or first is None or len(leaves) < len(one.parts):
        return None
    if any(leaf.denied or leaf.spec is not first for leaf in leaves):
        return None
    names = [key.name for key in first.fields if len({repr(leaf.node.get(key.name)) for leaf in leaves}) > 1]
    shape = next((key.shape for key in first.fields if [key.name] == names), None)
    if not isinstance(shape, Enum) or any(
        fits(case.when, leaf.node) for case in first.wording.cases for leaf in leaves
    ):
        return None
    titles = {option.name: option.title for option in shape.options}
    words = [speaker.localized(titles[leaf.node[names[0]]]) for leaf in leaves if leaf.node.get(names[0]) in titles]
    said = [stated(speaker, first, leaf.node, denied=False) for leaf in leaves]
    head, found, tail = said[0].partition(words[0])
    if (
        not found
        or len(words) < len(leaves)
        or any(text != head + word + tail for text, word in zip(said, words, strict=True))
    ):
        return None
    return head + speaker.grammar.several(words, "or") + tail


def condition(speaker: Speaker, written: Any) -> str:
    """Return a condition as it is written in words."""
    return condition_text(speaker, untangled(speaker, written))


def leaf(speaker: Speaker, one: Leaf) -> str:
    """Return a single condition in words."""
    if one.spec is None:
        return speaker.grammar.UNKNOWN_CONDITION
    if one.spec.name in SIGNS:
        return comparison(speaker, one.spec, one.node, denied=one.denied)
    return stated(speaker, one.spec, one.node, denied=one.denied)


def stated(speaker: Speaker, spec: NodeSpec, node: Json, *, denied: bool) -> str:
    """Return a condition by its own sentence, or by that for when it does not hold."""
    outside, speaker.mentioned = speaker.mentioned, {}
    text = _stated(speaker, spec, node, denied=denied)
    speaker.mentioned = outside
    return text


def _stated(speaker: Speaker, spec: NodeSpec, node: Json, *, denied: bool) -> str:
    put = speaker.of_node(spec, node)
    case = next((case for case in spec.wording.cases if fits(case.when, speaker.roled(spec, node))), None)
    negated = case.negated if case is not None else spec.wording.negated
    if denied and negated is not None:
        return clause_of(speaker, speaker.localized(negated), put)
    return clause_of(speaker, speaker.localized(sentence_of(spec, speaker.roled(spec, node))), put, denied=denied)


def clause_of(speaker: Speaker, sentence: str, put: FillPlace, *, denied: bool = False, barred: bool = False) -> str:
    """Return a sentence with its subject and its verb bent to it; `barred` says that it cannot be."""
    speaker.new_clause()
    held = parts(sentence)
    first = held[0] if held else ""
    if isinstance(first, str):
        text = speaker.joined(sentence, put)
        return _denied_whole(speaker, text) if denied else text
    after = around(held, 0)[1]
    subject = put(first, "", after)
    verb = bent(speaker, after, Phrase("", many=subject.many, you=subject.you), negated=denied, barred=barred)
    space = " " if after.startswith(" ") else ""
    rest = speaker.joined(sentence, put, 2 if after else 1)
    text = speaker.grammar.put_behind(speaker.grammar.subject(subject.text) + space, verb + rest)
    return _denied_whole(speaker, text) if denied and speaker.index == 1 else text


def _denied_whole(speaker: Speaker, text: str) -> str:
    return f"it is not so that {text}" if speaker.index == 0 else f"并非{text}"


# ------------------------------------------------------------------------------------------------- comparisons


def comparison(speaker: Speaker, spec: NodeSpec, node: Json, *, denied: bool) -> str:
    """Return a comparison in words: of a result as what happened, of things as who is who, else of two values."""
    left, right = node.get("value1"), node.get("value2")
    sign = SIGNS[spec.name]
    if not _is_known(left) and _is_known(right):
        left, right, sign = right, left, MIRROR[sign]
    found = speaker.meaning(left)
    if isinstance(found, Fact):
        if right.__class__ is bool and sign == "=":
            return fact_holds(speaker, found, denied=denied is right)
        if right.__class__ is int and found.result.counts is not None:
            return counted(speaker, found, _DENIED[sign] if denied else sign, right)
    other = speaker.meaning(right)
    if isinstance(found, Thing) and isinstance(other, Thing) and found.you and not other.you:
        left, right = right, left
    spec = _equal(speaker, right) if sign == "=" else _SPECS[sign]
    return stated(speaker, spec, {"value1": left, "value2": _titled(speaker, left, right)}, denied=denied)


def _equal(speaker: Speaker, right: Any) -> NodeSpec:
    """Return how something is said to be like the value on the right: a number equals another, anything else is the other."""
    if right.__class__ is int:
        return _PLAIN_NUMBER
    spec = node_spec(speaker.vocabulary, "value", right)
    return _SAME_NUMBER if spec is not None and spec.given(right) == "int" else EQUALS


def _titled(speaker: Speaker, read: Any, word: Any) -> Any:
    """Return a word of a document as players know it, where it is compared with what can be only certain words."""
    options = words_of(speaker.vocabulary, read) if isinstance(word, str) and not _is_known(word) else ()
    title = next((option.title for option in options if option.name == word), None)
    if title is None:
        return word
    return LocalizedText(title.en[:1].lower() + title.en[1:] if title.en[1:].islower() else title.en, title.zh)


def _is_known(value: Any) -> bool:
    """Return whether a value is more than a literal."""
    return isinstance(value, dict) or (isinstance(value, str) and value[:1] in ("$", "{"))


def fact_holds(speaker: Speaker, fact: Fact, *, denied: bool) -> str:
    """Return that a result holds, or that it does not."""
    put = speaker.of_things(fact)
    if denied and fact.result.negated is not None:
        return clause_of(speaker, speaker.localized(fact.result.negated), put)
    return clause_of(speaker, speaker.localized(fact.result.phrase), put, denied=denied)


def counted(speaker: Speaker, fact: Fact, sign: str, number: int) -> str:
    """Return how much of a result there was; a loss below zero is so much lost."""
    if fact.result.negative:
        sign, number = MIRROR.get(sign, sign), -number
    things = speaker.of_things(fact)

    def put(place: Place, before: str, after: str) -> Phrase:
        if place.name == "n":
            return Phrase(speaker.grammar.bounded(sign, number, place.form), many="|" in place.form)
        return things(place, before, after)

    return clause_of(speaker, speaker.localized(fact.result.counts or fact.result.phrase), put)
