"""What the text of a list of effects contains, in which order and how deep: the same for every language.

Effects that only contain others are taken apart here: a loop of one pass is its effects, a condition that always
holds is none, a trigger that runs at once is what it does.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import gcd
from typing import Any, Final

from engine.json_values import Json, items_of
from engine.language.analysis.semantics import INSTANT
from engine.language.analysis.structure import is_whole
from engine.language.nodes.core import AND, AT_LEAST, AT_MOST, DO, EQUALS, GREATER, IF, LESS_THAN, LOOP
from engine.language.planning.document_reader import (
    LIFETIME,
    Trigger,
    alternatives,
    node_spec,
    takes_one,
    targets_field,
    trigger_record,
)
from engine.language.planning.templates import Place, lower_first, parts, places, select_phrase
from engine.language.reading.strings import strings_in
from engine.language.spec import Block, Identifier, Lifetime, ListOf, LocalizedText, Node, NodeSpec, Vocabulary

MAX_IN_SENTENCE = 4
"""Plain effects of one sentence; more are listed."""
MAX_OPTIONS = 3
"""Alternatives of one sentence; more are listed."""
COMPARISONS: Final = {"=": EQUALS, ">": GREATER, "<": LESS_THAN, ">=": AT_LEAST, "<=": AT_MOST}
SIGNS: Final = {spec.name: sign for sign, spec in COMPARISONS.items()}
MIRROR: Final = {"=": "=", ">": "<", "<": ">", ">=": "<=", "<=": ">="}
"""The comparisons, the sign of each by its name, and each sign with its sides exchanged."""
WEIGHT = "weight"
"""The key of an outcome with its likelihood beside the others."""
CURRENT = "target"
"""The result of a loop that is its current thing."""


@dataclass(frozen=True, slots=True)
class Effect:
    """One effect that contains no others, None for an unknown one; `only_chooses` for what another one is done to."""

    spec: NodeSpec | None
    node: Json
    only_chooses: bool = False


@dataclass(frozen=True, slots=True)
class Compound:
    """An effect that contains others, by the name of the field."""

    spec: NodeSpec
    node: Json
    blocks: Mapping[str, tuple[Item, ...]]


@dataclass(frozen=True, slots=True)
class Alternatives:
    """An effect of whose lists of effects one is done; `odds` are empty where all are alike, or a player chooses."""

    spec: NodeSpec
    node: Json
    options: tuple[tuple[Item, ...], ...]
    odds: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class TriggerItem:
    """A trigger and its effects."""

    trigger: Trigger
    body: tuple[Item, ...]


Container = Compound | TriggerItem | Alternatives
Item = Effect | Container


def sentence_of(spec: NodeSpec, node: Json) -> LocalizedText:
    """Return the sentence of a node; where none is declared, the title with its fields."""
    return select_phrase(spec.wording.cases, spec.phrase or _from_title(spec), node)


def _from_title(spec: NodeSpec) -> LocalizedText:
    fields = [field for field in spec.fields if not isinstance(field.shape, Identifier | Block | ListOf)]
    blocks = [f"{{{field.name}}}" for field in spec.fields if isinstance(field.shape, Block)]
    en = ", ".join(f"{field.title.en.lower()} {{{field.name}}}" for field in fields)
    zh = "，".join(f"{field.title.zh}{{{field.name}}}" for field in fields)
    after = LocalizedText(": " + ". ".join(blocks), "：" + "。".join(blocks)) if blocks else LocalizedText("", "")
    return LocalizedText(
        lower_first(spec.title.en) + (f" ({en})" if en else "") + after.en,
        spec.title.zh + (f"（{zh}）" if zh else "") + after.zh,
    )


# ---------------------------------------------------------------------------------------------------- conditions


def is_always(vocabulary: Vocabulary, condition: Any) -> bool:
    """Return whether a condition asks nothing."""
    spec = node_spec(vocabulary, "condition", condition)
    if spec is None:
        return condition is None
    if joint_of(spec) == "and":
        return all(is_always(vocabulary, term) for term in terms_of(spec, condition))
    return spec.wording.holds is True


def joint_of(spec: NodeSpec) -> str:
    """Return `and`, `or` or `not` for a condition whose sentence only joins others."""
    match parts((spec.phrase or spec.title).en):
        case (Place(form="and" | "or" | "not" as how),):
            return how
    return ""


def terms_of(spec: NodeSpec, condition: Json) -> tuple[Any, ...]:
    """Return the conditions that a condition joins."""
    names = [place.name for place in places((spec.phrase or spec.title).en)]
    terms = condition.get(names[0] if names else "")
    return tuple(terms) if isinstance(terms, list) else (terms,)


def joined_conditions(condition: Json) -> tuple[Any, ...]:
    """Return the conditions of which all must hold; one that joins none is alone."""
    terms = condition.get("conditions") if condition.get("type") == AND.name else None
    return tuple(terms) if isinstance(terms, list) else (condition,)


def compared_property(condition: Any, things: Collection[str]) -> tuple[str, str]:
    """Return the property of one of some things that a condition compares with a literal, and the sign; two empty words for any other."""
    sign = SIGNS.get(str(condition.get("type")), "") if isinstance(condition, dict) else ""
    value = condition.get("value1") if sign else None
    literal = condition.get("value2") if sign else None
    if isinstance(value, dict) and (literal.__class__ is int or (isinstance(literal, str) and literal[:1] not in "${")):
        names = [word for key, word in value.items() if key != "type"]
        if len(names) == 2 and all(isinstance(name, str) for name in names) and any(name in things for name in names):
            return next((name for name in names if name not in things), ""), sign
    return "", ""


IS = "is"
"""The sign of a condition of its own kind that says a word of a thing: `IS_KIND` of a card and a kind."""


def demanded_property(condition: Any, things: Collection[str]) -> tuple[tuple[str, str], Any]:
    """Return the property of one of some things that a condition asks, with the sign, and the literal that it must be.

    Shapes: two empty words and None for a condition that asks otherwise; a condition that is neither a comparison nor of other
            conditions has its name for the property and `IS` for the sign.
    """
    compared = compared_property(condition, things)
    if compared[0]:
        return compared, condition["value2"]
    words = [value for key, value in condition.items() if key != "type"] if isinstance(condition, dict) else []
    if len(words) == 2 and all(isinstance(word, str) for word in words) and "value1" not in condition:
        literal = next((word for word in words if word[:1] not in "${"), None)
        if literal is not None and any(word in things for word in words):
            return (str(condition["type"]), IS), literal
    return ("", ""), None


# ---------------------------------------------------------------------------------------------------- the plan


def plan(vocabulary: Vocabulary, block: Any) -> tuple[Item, ...]:
    """Return the items of a list of effects."""
    nodes = items_of(block)
    return _repeated(tuple(item for node in nodes if isinstance(node, dict) for item in _items(vocabulary, node)))


def _repeated(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """Return items of which the last effect, if it is done several times in a row, stands once with how often."""
    last = items[-1] if items else None
    if not isinstance(last, Effect) or last.only_chooses or "id" in last.node:
        return items
    times = next((n for n, item in enumerate(reversed(items)) if item != last), len(items))
    loop = {"type": LOOP.name, "times": times, DO.name: [last.node]}
    return items if times < 2 else (*items[:-times], Compound(LOOP, loop, {DO.name: (last,)}))


def _items(vocabulary: Vocabulary, node: Json) -> tuple[Item, ...]:
    spec = node_spec(vocabulary, "effect", node)
    if spec is None:
        return (Effect(None, node),)
    for field in spec.fields:
        record = trigger_record(vocabulary, field)
        if record is not None:
            triggers = node.get(field.name)
            triggers = items_of(triggers)
            return tuple(
                item for one in triggers for item in _trigger_items(vocabulary, Trigger(vocabulary, one, record))
            )
    for field in spec.fields:
        blocks = alternatives(vocabulary, field, node)
        if blocks is not None:
            options = tuple(plan(vocabulary, block) for block in blocks)
            return (Alternatives(spec, node, options, _odds(node.get(field.name))),)
    if any(isinstance(field.shape, Block) for field in spec.fields):
        return _compound(vocabulary, spec, node)
    return (Effect(spec, node, only_chooses(spec)),)


def _odds(outcomes: Any) -> tuple[tuple[int, int], ...]:
    """Return the likelihood of each outcome as a reduced fraction; empty where their weights are alike."""
    weights = [outcome.get(WEIGHT, 1) if isinstance(outcome, dict) else 1 for outcome in items_of(outcomes)]
    if len(set(map(str, weights))) < 2 or not all(is_whole(weight) and weight > 0 for weight in weights):
        return ()
    whole = sum(weights)
    return tuple((weight // gcd(weight, whole), whole // gcd(weight, whole)) for weight in weights)


def split_at_entry(
    vocabulary: Vocabulary, items: tuple[Item, ...], timing: str
) -> tuple[tuple[Item, ...], tuple[Item, ...], Lifetime | None]:
    """Return what is done at a moment, what at its end begins to last while the card is in play, and that lifetime, if there is one."""
    first = len(items)
    span = next((life for life in vocabulary.lifetimes if timing in life.enters_at), None)
    while first and span is not None and _lifetime_of(vocabulary, items[first - 1]) == span:
        first -= 1
    return items[:first], items[first:], span if first < len(items) else None


def _lifetime_of(vocabulary: Vocabulary, item: Item) -> Lifetime | None:
    if isinstance(item, TriggerItem):
        return item.trigger.lifetime
    return vocabulary.lifetime(str(item.node.get(LIFETIME)))


def only_chooses(spec: NodeSpec) -> bool:
    """Return whether an effect does nothing but choose, for those after it."""
    return any(place.form == "bare" for place in places(spec.phrase.en)) if spec.phrase else False


def _trigger_items(vocabulary: Vocabulary, trigger: Trigger) -> tuple[Item, ...]:
    """Plan one trigger; one that runs at once is its effects, if need be on a condition."""
    if trigger.event_name != INSTANT:
        return (TriggerItem(trigger, plan(vocabulary, trigger.block)),)
    if is_always(vocabulary, trigger.condition):
        return plan(vocabulary, trigger.block)
    return _compound(vocabulary, IF, {"type": IF.name, "condition": trigger.condition, "do": trigger.block})


def _compound(vocabulary: Vocabulary, spec: NodeSpec, node: Json) -> tuple[Item, ...]:
    sentence = sentence_of(spec, node).en
    names = {place.name for place in places(sentence)}
    blocks = {
        field.name: plan(vocabulary, node.get(field.name))
        for field in spec.fields
        if isinstance(field.shape, Block) and field.name in names
    }
    condition = next((field.name for field in spec.fields if field.shape == Node("condition")), None)
    target = targets_field(spec, node)
    is_placed = target is not None and target.name in names
    is_single = False
    if target is not None and is_placed and _takes_one(vocabulary, node[target.name]):
        is_single, is_placed = True, False
        names.discard(target.name)
    has_choice = not is_placed and bool(spec.output.results or target)
    begins: tuple[Item, ...] = (Effect(spec, node, only_chooses=True),) if has_choice else ()
    is_free = condition is None or is_always(vocabulary, node.get(condition))
    is_silent = condition is not None or is_single or len(parts(sentence)) == 1
    if len(blocks) == 1 and is_free and is_silent and names <= {*blocks, condition}:
        return (*begins, *next(iter(blocks.values())))
    return (*begins, _merge(Compound(spec, node, blocks), condition))


def _takes_one(vocabulary: Vocabulary, value: Any) -> bool:
    """Return whether the value in a field of targets is a choice of one thing."""
    return takes_one(node_spec(vocabulary, "chooser", value), value)


def _merge(item: Compound, condition: str | None) -> Compound:
    """Merge two conditions nested right in each other, where neither has anything beside."""
    match tuple(item.blocks.items()):
        case ((name, (Compound() as inner,)),) if (
            condition and inner.spec is item.spec and tuple(inner.blocks) == (name,)
        ):
            both = {"type": AND.name, "conditions": [item.node.get(condition), inner.node.get(condition)]}
            return Compound(item.spec, {**item.node, condition: both}, inner.blocks)
    return item


# ------------------------------------------------------------------------------------- what fits into a sentence


def fits_in_sentence(vocabulary: Vocabulary, item: Container, room: int) -> bool:
    """Return whether an effect that contains others fits into one sentence without ambiguity.

    Units: `room` is the number of lists of effects that may be nested in each other inside it.
    """
    if isinstance(item, TriggerItem):
        is_forked = forks(item.body) and _asks_more(vocabulary, item.trigger)
        return _block_fits(vocabulary, item.body, room) and not is_forked
    if isinstance(item, Alternatives):
        return len(item.options) <= MAX_OPTIONS and all(_block_fits(vocabulary, block, 0) for block in item.options)
    *first, last = item.blocks.values() or ((),)
    if any(field.shape == Node("condition") for field in item.spec.fields) and not first and forks(last):
        return False
    room = room if not first else int(len(last) == 1)  # only a condition may follow "otherwise"
    return all(_block_fits(vocabulary, block, 0) for block in first) and _block_fits(vocabulary, last, room)


def _block_fits(vocabulary: Vocabulary, items: tuple[Item, ...], room: int) -> bool:
    *plain, last = items or (None,)
    if any(isinstance(item, Container) for item in plain) or len(plain) >= MAX_IN_SENTENCE:
        return False
    return not isinstance(last, Container) or (room > 0 and fits_in_sentence(vocabulary, last, room - 1))


def forks(block: Sequence[Item]) -> bool:
    """Return whether effects end in an "otherwise" that could be read as another condition's."""
    return bool(block) and isinstance(block[-1], Compound) and len(block[-1].blocks) > 1


def _asks_more(vocabulary: Vocabulary, trigger: Trigger) -> bool:
    """Return whether the condition of a trigger is of a kind that its event cannot express."""
    spec = node_spec(vocabulary, "condition", trigger.condition)
    if spec is None or is_always(vocabulary, trigger.condition):
        return False
    terms = terms_of(spec, trigger.condition) if joint_of(spec) in ("and", "not") else (trigger.condition,)
    specs = [node_spec(vocabulary, "condition", term) for term in terms]
    return any(spec is None or not (spec.name == EQUALS.name or spec.wording.narrows) for spec in specs)


# ------------------------------------------------------------------------------------------------ nested loops

Loop = tuple[Json, str]
"""A loop, and the type of its things."""


def loop_letters(vocabulary: Vocabulary, document: Any) -> Mapping[int, int]:
    """Return the depths of the loops whose things need a letter, by the identity of their nodes.

    Two loops of one type inside each other would both refer to "that player"; the outermost of a nest is 0.
    """
    letters: dict[int, int] = {}
    for *outer, (inner, kind) in _nests(vocabulary, document, ()):
        alike = [loop for loop, other in outer if other == kind]
        if any(_refers_to(inner, loop) for loop in alike):
            letters |= {id(loop): depth for depth, loop in enumerate((*alike, inner))}
    return letters


def _nests(vocabulary: Vocabulary, value: Any, outer: tuple[Loop, ...]) -> Iterator[tuple[Loop, ...]]:
    """Yield every loop with those around it, the outermost first."""
    if isinstance(value, dict):
        kind = _loop_type(vocabulary, value)
        if kind:
            outer = (*outer, (value, kind))
            yield outer
        value = list(value.values())
    for child in items_of(value):
        yield from _nests(vocabulary, child, outer)


def _loop_type(vocabulary: Vocabulary, node: Json) -> str:
    """Return the type of the things of a loop over several; empty for everything else."""
    spec = node_spec(vocabulary, "effect", node)
    field = targets_field(spec, node) if spec is not None and CURRENT in spec.output.results else None
    if spec is None or field is None or not any(isinstance(each.shape, Block) for each in spec.fields):
        return ""
    value = node[field.name]
    chooser = node_spec(vocabulary, "chooser", value)
    return "" if chooser is None or takes_one(chooser, value) else chooser.given_type(value)


def _refers_to(inner: Json, outer: Json) -> bool:
    """Return whether a loop refers to the current thing of one around it, in its effects or targets."""
    name = outer.get("id")
    return isinstance(name, str) and any(f"{name}.{CURRENT}" in text for text in strings_in(list(inner.values())))
